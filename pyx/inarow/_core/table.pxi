# The transposition table: what is known of positions met before.
#
# An entry holds the whole key, so a hit is the right position (see the key headers), and both
# bounds on the score, so that one entry serves every question asked of its position:
#
#     bits  0 … 15   lower bound on the score, + 32768      (never 0: an empty entry is all 0)
#     bits 16 … 31   upper bound on the score, + 32768
#     bits 32 … 47   a move that reaches `lower`, or NO_MOVE
#     bits 48 … 55   work: how many bits the number of nodes spent below has
#     bits 56 … 63   generation: the search that wrote it, modulo 256
#
# Threads share the table without locks. The words of an entry may come from two writers; the
# key words are therefore stored mixed with the data (after Hyatt and Mann, "A lock-less
# transposition table implementation", ICGA Journal 25, 2002), so that a torn entry reads as
# another position's. The data is multiplied first: keys of neighbouring positions differ in
# few bits, and so do data words, and their plain exclusive-or could meet.
#
# The table starts small and grows as it fills, up to its limit: a cold solve of a small board
# pays for the pages that it uses. It grows only while one thread has it.

cdef enum:
    WIN = 512                   # above any count of plies: 1 and -1 are no real scores
    WAYS = 4                    # entries to a bucket
    NO_MOVE = 0xffff
    FIRST_BUCKETS = 512
    ENTRIES_PER_LOOK = 1 << 18  # moved between two looks at the watch when the table grows

cdef struct entry_t:
    uint64_t key[KEY_WORDS]     # mixed with the data
    uint64_t data

cdef struct record_t:           # an entry, unpacked: a copy that no other thread changes
    int lower
    int upper
    int move
    int work

cdef struct table_t:
    entry_t* entries            # buckets * WAYS of them
    uint64_t buckets            # a power of two
    uint64_t most_buckets       # the limit
    uint64_t used               # entries that hold something
    uint64_t generation
    bint shared                 # several threads are at it: it must not grow


cdef inline uint64_t mix(uint64_t x) noexcept nogil:
    """A bijection that spreads every bit (the finaliser of MurmurHash3); mix(0) = 0."""
    x ^= x >> 33
    x *= <uint64_t>0xff51afd7ed558ccd
    x ^= x >> 33
    x *= <uint64_t>0xc4ceb9fe1a85ec53
    return x ^ (x >> 33)


cdef inline uint64_t key_hash(key_t key) noexcept nogil:
    """Where a position belongs: the same number whether its key has one word or two."""
    cdef uint64_t low = key_low(key)
    if KEY_WORDS == 2:
        # A small negative number has a high word of all ones: it must count as none.
        low += mix(key_high(key) + (low >> 63))
    return mix(low)


cdef inline entry_t* bucket_of(const table_t* table, key_t key) noexcept nogil:
    return table.entries + WAYS * (key_hash(key) & (table.buckets - 1))


cdef inline void seal(key_t key, uint64_t data, uint64_t* words) noexcept nogil:
    """The key as it is stored beside `data`."""
    if KEY_WORDS == 2:
        words[KEY_WORDS - 1] = key_high(key) ^ mix(data)
        words[0] = key_low(key) ^ mix(data + words[KEY_WORDS - 1])
    else:
        words[0] = key_low(key) ^ mix(data)


cdef inline bint entry_matches(const entry_t* entry, key_t key, uint64_t data) noexcept nogil:
    cdef uint64_t words[KEY_WORDS]
    seal(key, data, words)
    if KEY_WORDS == 2 and word_load(&entry.key[KEY_WORDS - 1]) != words[KEY_WORDS - 1]:
        return False
    return word_load(&entry.key[0]) == words[0]


cdef inline uint64_t pack(int lower, int upper, int move, int work, uint64_t generation) noexcept nogil:
    return (<uint64_t>(lower + 32768) | <uint64_t>(upper + 32768) << 16
            | <uint64_t>move << 32 | <uint64_t>work << 48 | generation << 56)


cdef inline record_t nothing_known() noexcept nogil:
    cdef record_t record
    record.lower = -WIN
    record.upper = WIN
    record.move = NO_MOVE
    record.work = 0
    return record


cdef inline bint table_probe(const table_t* table, key_t key, record_t* record) noexcept nogil:
    """Copy what is known of `key` into `record`; False, and `record` as it was, if nothing is."""
    cdef entry_t* entry = bucket_of(table, key)
    cdef uint64_t data
    cdef int way
    for way in range(WAYS):
        data = word_load(&entry[way].data)
        if data != 0 and entry_matches(entry + way, key, data):
            record.lower = <int>(data & 0xffff) - 32768
            record.upper = <int>(data >> 16 & 0xffff) - 32768
            record.move = <int>(data >> 32 & 0xffff)
            record.work = <int>(data >> 48 & 0xff)
            return True
    return False


cdef void table_store(table_t* table, key_t key, const record_t* record) noexcept nogil:
    """Write `record`, over the same position, an empty entry, or the one worth least.

    Worth is, first, to be of this generation, then the work that an entry saves. Nodes on the
    draw of 4,8,4 without pairings, with 2^16 entries: 19.3 M so, 21.4 M if one entry of a bucket
    is always overwritten instead, over 40 M if any of them may be.
    """
    cdef entry_t* bucket = bucket_of(table, key)
    cdef entry_t* place = bucket
    cdef uint64_t words[KEY_WORDS]
    cdef uint64_t data
    cdef uint64_t fresh = table.generation & 0xff
    cdef int way, worth, least = 1 << 30
    for way in range(WAYS):
        data = word_load(&bucket[way].data)
        if data == 0:
            place = bucket + way
            # Threads that share the table may lose a count: they do not grow it.
            word_store(&table.used, word_load(&table.used) + 1)
            break
        if entry_matches(bucket + way, key, data):
            place = bucket + way
            break
        worth = <int>(data >> 48 & 0xff) + (256 if data >> 56 == fresh else 0)
        if worth < least:
            least = worth
            place = bucket + way
    data = pack(record.lower, record.upper, record.move, record.work, fresh)
    seal(key, data, words)
    for way in range(KEY_WORDS):
        word_store(&place.key[way], words[way])
    word_store(&place.data, data)


cdef entry_t* new_entries(uint64_t buckets) noexcept nogil:
    return <entry_t*>calloc(buckets * WAYS, sizeof(entry_t))


cdef bint table_grow(table_t* table, uint64_t buckets, search_t* s) noexcept nogil:
    """Move everything to `buckets` buckets; False, and nothing changed, if that failed.

    It fails without the memory, or when the watch of `s` (may be NULL) stops it.
    """
    cdef table_t larger = table[0]
    cdef entry_t* source
    cdef entry_t* target
    cdef uint64_t i, data
    cdef key_t key
    cdef int way
    larger.buckets = buckets
    larger.entries = new_entries(buckets)
    if larger.entries == NULL:
        table.most_buckets = table.buckets      # do not ask again
        return False
    for i in range(table.buckets * WAYS):
        if s != NULL and i % ENTRIES_PER_LOOK == 0 and watch_stops(s):
            free(larger.entries)
            s.alarm = 0                         # let the search hear of it at once
            return False
        source = table.entries + i
        data = source.data
        if data == 0:
            continue
        if KEY_WORDS == 2:
            key = key_of(source.key[0] ^ mix(data + source.key[KEY_WORDS - 1]),
                         source.key[KEY_WORDS - 1] ^ mix(data))
        else:
            key = key_of(source.key[0] ^ mix(data), 0)
        # A bucket's entries go to new buckets of their own, so there is always a free one.
        target = bucket_of(&larger, key)
        for way in range(WAYS):
            if target[way].data == 0:
                target[way] = source[0]
                break
    free(table.entries)
    table[0] = larger
    return True


cdef inline void table_make_room(table_t* table, search_t* s) noexcept nogil:
    """Grow fourfold once three in ten entries are in use: few buckets overflow by then."""
    if (not table.shared and table.buckets < table.most_buckets
            and 10 * table.used > 3 * WAYS * table.buckets):
        table_grow(table, min(4 * table.buckets, table.most_buckets), s)
