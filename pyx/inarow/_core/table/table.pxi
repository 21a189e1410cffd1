# The transposition table: what is known of positions met before.
#
# An entry holds the whole key, so a hit is the right position (see the key headers), and both bounds on
# the score, so that one entry serves every question asked of its position:
#
#     bits  0 … 11   lower bound on the score, + 2048       (never 0: an empty entry is all 0)
#     bits 12 … 23   upper bound on the score, + 2048
#     bits 24 … 35   a move that reaches `lower` (Breaker's: `upper`, see `weak/weak.pxi`), or NO_MOVE
#     bits 36 … 39   kind: which game the score belongs to (KIND_…)
#     bits 40 … 47   tag: eight bits of the key's hash, so that an entry of another position can be
#                    told without looking at its key, let alone its zone
#     bits 48 … 55   work: how many bits the number of nodes spent below has
#     bits 56 … 63   generation: the search that wrote it, modulo 256
#
# A position of the weak game, or of the contested one, has a zone as well, the cells that its upper bound
# rests on; as long as it has none, those that its lower bound rests on (not in the contested game). Zones
# lie in an array of their own beside the entries: the strong game does not pay for them.
#
# Threads share the table without locks. The words of an entry may come from two writers; the key words
# are therefore stored mixed with the data (after Hyatt and Mann, "A lock-less transposition table
# implementation", ICGA Journal 25, 2002), so that a torn entry reads as another position's. The data is
# multiplied first: keys of neighbouring positions differ in few bits, and so do data words, and their
# plain exclusive-or could meet.
#
# The table starts small and grows as it fills, up to its limit: a cold solve of a small board pays for
# the pages that it uses. It grows only while one thread has it (`memory.pxi`). One that lies in memory
# lent by somebody else grows in another way, for other kernels may be at it, without locks as well
# (`lent.pxi`). An entry tells of its position alone, whoever wrote it and whatever it was asked;
# only its generation is the writer's own count: what others write may seem older than it is, or newer.
# What entries, keys and zones mean, and where they lie, may change with every build: files of tables hold
# records, which do not (`kernel/records.pxi`).

cdef enum:
    WAYS = 4                    # entries to a bucket
    FIRST_BUCKETS = 512         # of a table of its own: a small board pays for no more
    LARGE_BUCKETS = 1 << 18     # from then on it grows by less at a time
    ENTRIES_PER_LOOK = 1 << 18  # moved between two looks at the watch when the table grows
    CACHE_LINE_WORDS = 8

cdef enum:
    KIND_STRONG = 0             # the mover's score in the ordinary game
    KIND_MAKER = 1              # Maker's score in the weak game, Maker to move
    KIND_BREAKER = 2            # Maker's score in the weak game, Breaker to move
    KIND_CONTESTED_MAKER = 3        # 1 if Maker wins the ordinary game, else 0: Maker to move,
    KIND_CONTESTED_BREAKER = 4      # … and Breaker to move (`weak/contested.pxi`)

cdef struct entry_t:
    uint64_t key[KEY_WORDS]     # mixed with the data
    uint64_t data

cdef struct record_t:           # an entry, unpacked: a copy that no other thread changes
    int lower
    int upper
    int move
    int work
    bb_t zone                   # if Breaker holds, or the cells of a win; not in KIND_STRONG

cdef struct commons_t           # see `lent.pxi`

cdef struct table_t:
    entry_t* entries            # buckets * WAYS of them
    bb_t* zones                 # as many, or NULL as long as only `search` is at work
    uint64_t buckets            # a power of two
    uint64_t most_buckets       # the limit, so that it takes at most …
    uint64_t most_bytes         # … so much memory
    uint64_t generation
    bint shared                 # several threads are at it: it must not grow, unless it is lent
    bint moving                 # it is growing: no other thread may come to it now
    commons_t* commons          # of memory that is lent: what its users share besides; else NULL
    uint64_t told               # how many of the entries in use they know of
    # On a cache line of its own: stores write to it, and every probe of any thread reads the rest.
    uint64_t apart[CACHE_LINE_WORDS]
    uint64_t used               # entries that hold something; if it is lent, by this kernel's doing
    uint64_t apart_too[CACHE_LINE_WORDS]


cdef inline uint64_t key_hash(key_t key) noexcept nogil:
    """Where a position belongs: the same number whether its key has one word or two."""
    cdef uint64_t low = key_low(key)
    if KEY_WORDS == 2:
        # A small negative number has a high word of all ones: it must count as none.
        low += mix(key_high(key) + (low >> 63))
    return mix(low)


cdef inline uint64_t place_of(const table_t* table, uint64_t hashed) noexcept nogil:
    """The index of the first entry of the bucket where a key belongs, by its hash."""
    return WAYS * (hashed & (table.buckets - 1))


cdef inline void table_fetch(const table_t* table, key_t key) noexcept nogil:
    """Begin to fetch the entries of `key` from memory, not their zones: they are looked at soon."""
    fetch(table.entries + place_of(table, key_hash(key)))


cdef inline uint64_t zone_mark(bb_t zone) noexcept nogil:
    """A number that stands for a zone in the seal of its entry."""
    cdef uint64_t mark = 0
    cdef int i
    for i in range(WORDS):
        mark = mix(mark + bb_word(zone, i) + <uint64_t>0x9e3779b97f4a7c15)
    return mark


cdef inline bb_t zone_load(const bb_t* place) noexcept nogil:
    cdef bb_t zone = bb_none()
    cdef int i
    for i in range(WORDS):
        zone = bb_with_word(zone, i, word_load(<const uint64_t*>place + i))
    return zone


cdef inline void zone_store(bb_t* place, bb_t zone) noexcept nogil:
    cdef int i
    for i in range(WORDS):
        word_store(<uint64_t*>place + i, bb_word(zone, i))


cdef inline void seal(key_t key, uint64_t salt, uint64_t* words) noexcept nogil:
    """The key as it is stored beside data and zone, whose `salt` is."""
    if KEY_WORDS == 2:
        words[KEY_WORDS - 1] = key_high(key) ^ mix(salt)
        words[0] = key_low(key) ^ mix(salt + words[KEY_WORDS - 1])
    else:
        words[0] = key_low(key) ^ mix(salt)


cdef inline key_t key_at(const table_t* table, uint64_t index, uint64_t salt) noexcept nogil:
    """The key that was sealed with `salt`."""
    cdef const entry_t* entry = table.entries + index
    cdef uint64_t last = word_load(&entry.key[KEY_WORDS - 1])
    if KEY_WORDS == 2:
        return key_of(word_load(&entry.key[0]) ^ mix(salt + last), last ^ mix(salt))
    return key_of(last ^ mix(salt), 0)


cdef inline bint entry_matches(const entry_t* entry, key_t key, uint64_t salt) noexcept nogil:
    cdef uint64_t words[KEY_WORDS]
    seal(key, salt, words)
    if KEY_WORDS == 2 and word_load(&entry.key[KEY_WORDS - 1]) != words[KEY_WORDS - 1]:
        return False
    return word_load(&entry.key[0]) == words[0]


cdef inline bint is_makers(int kind) noexcept nogil:
    """Is Maker to move at a node of this kind? (Not of KIND_STRONG.)"""
    return kind == KIND_MAKER or kind == KIND_CONTESTED_MAKER


cdef inline bint is_contested(int kind) noexcept nogil:
    """Is it a node of the contested game?"""
    return kind == KIND_CONTESTED_MAKER or kind == KIND_CONTESTED_BREAKER


cdef inline int kind_after(int kind) noexcept nogil:
    """The kind of the node after a move. (Not of KIND_STRONG.)"""
    if is_contested(kind):
        return KIND_CONTESTED_BREAKER if is_makers(kind) else KIND_CONTESTED_MAKER
    return KIND_BREAKER if is_makers(kind) else KIND_MAKER


cdef inline int kind_of(uint64_t data) noexcept nogil:
    return <int>(data >> 36 & 0xf)


cdef inline uint64_t label_of(uint64_t hashed, int kind) noexcept nogil:
    """Tag and kind, where they are in the data of an entry; `hashed` is the hash of the key."""
    return (hashed >> 56 << 4 | <uint64_t>kind) << 36


cdef inline bint has_label(uint64_t data, uint64_t label) noexcept nogil:
    """Has an entry this tag and this kind? One that is empty has none."""
    return data != 0 and (data ^ label) >> 36 & 0xfff == 0


cdef inline uint64_t pack(const record_t* record, uint64_t label, uint64_t generation) noexcept nogil:
    return (<uint64_t>(record.lower + 2048) | <uint64_t>(record.upper + 2048) << 12
            | <uint64_t>record.move << 24 | label | <uint64_t>record.work << 48 | generation << 56)


cdef inline void unpack(uint64_t data, record_t* record) noexcept nogil:
    record.lower = <int>(data & 0xfff) - 2048
    record.upper = <int>(data >> 12 & 0xfff) - 2048
    record.move = <int>(data >> 24 & 0xfff)
    record.work = <int>(data >> 48 & 0xff)


cdef inline record_t nothing_known() noexcept nogil:
    cdef record_t record
    record.lower = -WIN
    record.upper = WIN
    record.move = NO_MOVE
    record.work = 0
    return record


cdef inline int move_here(const int16_t* back, int move, bb_t empty) noexcept nogil:
    """The move of an entry in terms of the position at hand; NO_MOVE if that cell is taken.

    `back` leads there from the image that was stored. A table from a file may be false.
    """
    return back[move] if move != NO_MOVE and bb_has(empty, back[move]) else NO_MOVE


cdef inline bint table_probe(const table_t* table, key_t key, int kind,
                             record_t* record) noexcept nogil:
    """Copy what is known of `key` into `record`; False, and `record` as it was, if nothing is."""
    cdef uint64_t hashed = key_hash(key)
    cdef uint64_t place = place_of(table, hashed)
    cdef uint64_t label = label_of(hashed, kind)
    cdef uint64_t data, salt
    cdef bb_t zone
    cdef int way
    for way in range(WAYS):
        salt = data = word_load(&table.entries[place + way].data)
        if not has_label(data, label):
            continue
        if kind != KIND_STRONG:
            zone = zone_load(table.zones + place + way)
            salt += zone_mark(zone)
        if entry_matches(table.entries + place + way, key, salt):
            unpack(data, record)
            if kind != KIND_STRONG:
                record.zone = zone
            return True
    return False


cdef inline uint64_t salt_at(const table_t* table, uint64_t index, uint64_t data) noexcept nogil:
    """What the entry at `index`, whose data is given, was sealed with."""
    if kind_of(data) == KIND_STRONG:
        return data
    return data + zone_mark(zone_load(table.zones + index))


cdef void table_store(table_t* table, key_t key, int kind, const record_t* record) noexcept nogil:
    """Write `record`, over the same position, an empty entry, or the one worth least.

    Worth is, first, to be of this generation, then the work that an entry saves.
    """
    cdef uint64_t hashed = key_hash(key)
    cdef uint64_t bucket = place_of(table, hashed)
    cdef uint64_t label = label_of(hashed, kind)
    cdef uint64_t place = bucket
    cdef uint64_t words[KEY_WORDS]
    cdef uint64_t data, index
    cdef uint64_t fresh = table.generation & 0xff
    cdef int way, worth, least = 1 << 30
    for way in range(WAYS):
        index = bucket + way
        data = word_load(&table.entries[index].data)
        if data == 0:
            place = index
            # Threads that share the table may lose a count: it grows a little later.
            word_store(&table.used, word_load(&table.used) + 1)
            break
        if (has_label(data, label)
                and entry_matches(table.entries + index, key, salt_at(table, index, data))):
            place = index
            break
        worth = <int>(data >> 48 & 0xff) + (256 if data >> 56 == fresh else 0)
        if worth < least:
            least = worth
            place = index
    data = pack(record, label, fresh)
    if kind == KIND_STRONG:
        seal(key, data, words)
    else:
        seal(key, data + zone_mark(record.zone), words)
        zone_store(table.zones + place, record.zone)
    for way in range(KEY_WORDS):
        word_store(&table.entries[place].key[way], words[way])
    word_store(&table.entries[place].data, data)
