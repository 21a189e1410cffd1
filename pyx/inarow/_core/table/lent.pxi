# A table in memory that somebody else lends: several kernels, each in a thread of its own, share it, and
# use it without locks.
#
# Before the entries lies what these kernels have in common besides: how many buckets there are, how many
# entries hold something, and what their searches tell each other (`in_common`). Then come the entries, in
# the place for as many as there can be, and their zones. All zero is an empty table, and whoever lent the
# memory may make it so at any time.
#
# Such a table begins small as well, for memory of this kind is taken page by page, which costs more than
# the search of a position. It grows where it lies. Whoever replaces the number of buckets, and that can
# only be one, moves the entries to where they belong from now on; meanwhile the others go on. What is
# looked up on its way is missed, and what is written there may be lost, which costs time and nothing
# else: an entry that was moved in halves is not believed (`table/table.pxi`). What a search
# that is stopped has not moved yet is not found any more.

cdef enum:
    LENT_BUCKETS = 1 << 14      # the least that are used, if there is room for them
    TOLD_AT_ONCE = 64           # entries that a kernel fills before it tells the others

cdef struct commons_t:
    uint64_t buckets            # that are used: a power of two, or 0 at the beginning
    uint64_t used               # entries that hold something, as far as that was told
    uint64_t apart[14]          # what follows belongs to the searches (`state/state.pxi`)


cdef int table_borrow(table_t* table, uint8_t[::1] memory) except -1:
    """Lay the table into `memory`, with what is there already."""
    cdef uint64_t bytes_given = memory.shape[0]
    cdef uint64_t least = COMMON_BYTES + WAYS * (sizeof(entry_t) + sizeof(bb_t))
    if bytes_given < least:
        raise ValueError(f"a table takes {least} bytes at the least, not {bytes_given}")
    if <size_t>&memory[0] % sizeof(uint64_t):
        raise ValueError(f"the memory of a table must begin at a multiple of {sizeof(uint64_t)}")
    table.commons = <commons_t*>&memory[0]
    table.most_bytes = bytes_given - COMMON_BYTES
    table.most_buckets = buckets_within(table.most_bytes)
    table.buckets = min(<uint64_t>LENT_BUCKETS, table.most_buckets)
    table.entries = <entry_t*>(<uint8_t*>&memory[0] + COMMON_BYTES)
    table.zones = <bb_t*>(table.entries + table.most_buckets * WAYS)
    keep_up(table)
    return 0


cdef void keep_up(table_t* table) noexcept nogil:
    """Use as many buckets as all others do, if that number makes sense."""
    cdef uint64_t buckets = word_load(&table.commons.buckets)
    if buckets == 0:
        buckets = min(<uint64_t>LENT_BUCKETS, table.most_buckets)
        word_replace(&table.commons.buckets, 0, buckets)
    if buckets <= table.most_buckets and buckets & (buckets - 1) == 0:
        word_store(&table.buckets, buckets)


cdef void lent_make_room(table_t* table, limits_t* limits) noexcept nogil:
    """Tell the others of what was filled, and grow if it is time for that."""
    cdef uint64_t fresh = word_load(&table.used) - table.told
    cdef uint64_t buckets
    keep_up(table)
    if fresh < TOLD_AT_ONCE:
        return
    table.told += fresh
    buckets = word_load(&table.buckets)
    if (buckets < table.most_buckets
            and is_full(buckets, counter_add(<int64_t*>&table.commons.used, <int64_t>fresh))):
        lent_grow(table, buckets, min(4 * buckets, table.most_buckets), limits)


cdef void lent_grow(table_t* table, uint64_t before, uint64_t buckets,
                    limits_t* limits) noexcept nogil:
    """Grow from `before` buckets to more, unless somebody else does so just now.

    If the watch stops that (`limits` may be NULL), what has not been moved is not found any more.
    """
    cdef uint64_t i
    if not word_replace(&table.commons.buckets, before, buckets):
        return
    word_store(&table.buckets, buckets)
    table.moving = True
    for i in range(before * WAYS):
        if limits != NULL and i % ENTRIES_PER_LOOK == 0 and limits.watch_stops(limits):
            ring_now(limits)
            break
        move_entry(table, i, before)
    table.moving = False


cdef void move_entry(table_t* table, uint64_t index, uint64_t before) noexcept nogil:
    """Take an entry to where it belongs now; there were `before` buckets."""
    cdef uint64_t data = word_load(&table.entries[index].data)
    cdef uint64_t salt, place
    cdef key_t key
    cdef int i, way
    if data == 0:
        return
    salt = salt_at(table, index, data)
    key = key_at(table, index, salt)
    place = place_of(table, key_hash(key))
    # Of words that do not belong together comes another position's key: it may belong anywhere.
    if place == index - index % WAYS or place % (before * WAYS) != index - index % WAYS:
        return
    for way in range(WAYS):
        if word_load(&table.entries[place + way].data) == 0:
            if kind_of(data) != KIND_STRONG:
                zone_store(table.zones + place + way, zone_load(table.zones + index))
            for i in range(KEY_WORDS):
                word_store(&table.entries[place + way].key[i],
                           word_load(&table.entries[index].key[i]))
            word_store(&table.entries[place + way].data, data)
            word_store(&table.entries[index].data, 0)
            return
