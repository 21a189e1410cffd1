# Entries of the table as records, for a file: a search goes on from what its table knows.
#
# A record means the same for every width, and whatever the layout of the table; its words are
# little-endian:
#
#     word 0       bits  0 … 15   lower bound on the score, + 2048
#                  bits 16 … 31   upper bound on the score, + 2048
#                  bits 32 … 47   move, or NO_MOVE
#                  bits 48 … 55   kind of the game
#                  bits 56 … 63   work
#     the key      one word for boards of up to 40 cells, otherwise two, the low one first
#     the zone     in the weak game, and the contested one: a word for each 64 cells, the low one first
#
# Other threads may be at the table while entries are read from it. What is taken is a copy, and only if
# the key that it unseals to belongs in the bucket where it lies: just what a look-up of that position
# would have believed.

cdef enum:
    ONE_WORD_CELLS = 40         # boards whose keys fit one word, at every width
    WORKS = 65                  # `work` is a number of bits
    ENTRIES_PER_CHUNK = 1 << 16 # read between two looks at what else there is to do


cdef struct found_t:            # an entry, on its way out of the table or into it
    key_t key
    int kind
    record_t record


cdef inline int words_of_key(const context_t* ctx) noexcept nogil:
    return 1 if ctx.cells <= ONE_WORD_CELLS else 2


cdef inline int words_of_zone(const context_t* ctx, bint weak) noexcept nogil:
    return (ctx.cells + 63) // 64 if weak else 0


cdef inline int record_bytes(const context_t* ctx, bint weak) noexcept nogil:
    return 8 * (1 + words_of_key(ctx) + words_of_zone(ctx, weak))


cdef inline uint8_t* put_word(uint8_t* to, uint64_t word) noexcept nogil:
    cdef int i
    for i in range(8):
        to[i] = <uint8_t>(word >> (8 * i))
    return to + 8


cdef inline const uint8_t* get_word(const uint8_t* at, uint64_t* word) noexcept nogil:
    cdef int i
    word[0] = 0
    for i in range(8):
        word[0] |= <uint64_t>at[i] << (8 * i)
    return at + 8


cdef inline bint is_sound(const context_t* ctx, bint weak, const found_t* found) noexcept nogil:
    """Could this have been stored? No move and no zone may lead out of the board."""
    cdef const record_t* record = &found.record
    if weak and (not KIND_MAKER <= found.kind <= KIND_CONTESTED_BREAKER
                 or bb_any(bb_andnot(record.zone, ctx.full))):
        return False
    return ((weak or found.kind == KIND_STRONG)
            and -WIN <= record.lower <= record.upper <= WIN
            and (record.move == NO_MOVE or 0 <= record.move < ctx.cells)
            and 0 <= record.work < WORKS)


cdef bint take_entry(const context_t* ctx, const table_t* table, uint64_t index, bint weak,
                     found_t* found) noexcept nogil:
    """Copy an entry of the game asked for; False if there is none that would be believed."""
    cdef uint64_t data = word_load(&table.entries[index].data)
    cdef uint64_t salt = data, hashed
    found.kind = kind_of(data)
    if data == 0 or weak != (found.kind != KIND_STRONG):
        return False
    unpack(data, &found.record)
    found.record.zone = bb_none()
    if weak:
        found.record.zone = zone_load(table.zones + index)
        salt += zone_mark(found.record.zone)
    found.key = key_at(table, index, salt)
    hashed = key_hash(found.key)
    return (place_of(table, hashed) == index - index % WAYS
            and has_label(data, label_of(hashed, found.kind)) and is_sound(ctx, weak, found))


cdef uint8_t* write_record(const context_t* ctx, bint weak, const found_t* found,
                           uint8_t* to) noexcept nogil:
    cdef int i
    to = put_word(to, <uint64_t>(found.record.lower + 2048)
                  | <uint64_t>(found.record.upper + 2048) << 16
                  | <uint64_t>found.record.move << 32
                  | <uint64_t>found.kind << 48
                  | <uint64_t>found.record.work << 56)
    to = put_word(to, key_low(found.key))
    if words_of_key(ctx) == 2:
        to = put_word(to, key_high(found.key))
    for i in range(words_of_zone(ctx, weak)):
        to = put_word(to, bb_word(found.record.zone, i))
    return to


cdef const uint8_t* read_record(const context_t* ctx, bint weak, const uint8_t* at,
                                found_t* found) noexcept nogil:
    cdef uint64_t word, high
    cdef int i
    at = get_word(at, &word)
    found.record.lower = <int>(word & 0xffff) - 2048
    found.record.upper = <int>(word >> 16 & 0xffff) - 2048
    found.record.move = <int>(word >> 32 & 0xffff)
    found.kind = <int>(word >> 48 & 0xff)
    found.record.work = <int>(word >> 56)
    at = get_word(at, &word)
    high = 0 - (word >> 63)     # keys are sums with signs
    if words_of_key(ctx) == 2:
        at = get_word(at, &high)
    found.key = key_of(word, high)
    found.record.zone = bb_none()
    for i in range(words_of_zone(ctx, weak)):
        at = get_word(at, &word)
        found.record.zone = bb_with_word(found.record.zone, i, word)
    return at


cdef void merge_entry(table_t* table, found_t* found) noexcept nogil:
    """Store a fact beside what the table knows of the position already: the sharper bounds.

    Its move goes with one of them, and a zone with the upper one, if there is one at all.
    """
    cdef record_t* record = &found.record
    cdef record_t known
    cdef bint breaker = found.kind != KIND_STRONG and not is_makers(found.kind)
    if table_probe(table, found.key, found.kind, &known):
        if known.upper <= record.upper:
            if known.upper < WIN or known.lower >= record.lower:
                record.zone = known.zone
            record.upper = known.upper
            if breaker:
                record.move = known.move
        if known.lower >= record.lower:
            record.lower = known.lower
            if not breaker:
                record.move = known.move
        record.work = max(record.work, known.work)
    table_store(table, found.key, found.kind, record)


cdef uint64_t write_entries(const context_t* ctx, const table_t* table, bint weak, int least_work,
                            uint64_t first, uint8_t* to, Py_ssize_t* room) noexcept nogil:
    """Write entries from the index `first` on, `room` records at most; the index to go on from.

    `room` becomes the number of records written.
    """
    cdef uint64_t index = first
    cdef uint64_t end = min(table.buckets * WAYS, first + ENTRIES_PER_CHUNK)
    cdef Py_ssize_t written = 0
    cdef found_t found
    while index < end and written < room[0]:
        if take_entry(ctx, table, index, weak, &found) and found.record.work >= least_work:
            to = write_record(ctx, weak, &found, to)
            written += 1
        index += 1
    room[0] = written
    return index
