# The memory of the table: it begins small and grows as it fills, up to its limit. Or it is lent to the
# kernel, so that several kernels can share one table: see `lent.pxi`.

cdef enum:
    PAGE_BYTES = 4096           # of memory, or less than a page has,
    PAGE_WORDS = 512            # … in words


cdef bint table_new(table_t* table, uint64_t buckets, bint with_zones) noexcept nogil:
    """Give `table` fresh, empty entries, without looking at its old ones; False without memory."""
    cdef entry_t* entries = <entry_t*>zeroed(buckets * WAYS, sizeof(entry_t))
    cdef bb_t* zones = NULL
    if entries == NULL:
        return False
    if with_zones:
        zones = <bb_t*>zeroed(buckets * WAYS, sizeof(bb_t))
        if zones == NULL:
            free(entries)
            return False
    table.entries = entries
    table.zones = zones
    table.buckets = buckets
    return True


cdef void table_free(const table_t* table) noexcept nogil:
    if table.commons == NULL:
        free(table.entries)
        free(table.zones)


cdef uint64_t buckets_within(uint64_t limit) noexcept nogil:
    """The most buckets, with zones, that take at most `limit` bytes; one at the least."""
    cdef uint64_t buckets = 1
    while 2 * buckets * WAYS * (sizeof(entry_t) + sizeof(bb_t)) <= limit:
        buckets *= 2
    return buckets


cdef uint64_t entries_beside(const table_t* table, uint64_t most, uint64_t share) noexcept nogil:
    """How many entries a memo has: a power of two, at most `most` and one to `share` of the table's.

    Of the table as large as it may become; one at the least.
    """
    cdef uint64_t entries = 1
    most = min(most, WAYS * table.most_buckets / share)
    while 2 * entries <= most:
        entries *= 2
    return entries


cdef bint memo_ready(void** memo, uint64_t entries, size_t size) noexcept nogil:
    """Make a memo if it is not there yet, which small boards never need; False without the memory."""
    if memo[0] == NULL:
        memo[0] = zeroed(entries, size)
    return memo[0] != NULL


cdef void forget_memo(void** memo) noexcept nogil:
    free(memo[0])
    memo[0] = NULL


cdef bint table_keep_zones(table_t* table) noexcept nogil:
    """Make room for zones, if there is none yet; False without the memory."""
    if table.zones != NULL:
        return True
    table.zones = <bb_t*>zeroed(table.buckets * WAYS, sizeof(bb_t))
    return table.zones != NULL


cdef void table_touch(const table_t* table) noexcept nogil:
    """Write to every page of a fresh table: the system gives memory when it is touched first."""
    cdef uint64_t i, end = table.buckets * WAYS
    for i in range(end * sizeof(entry_t) / PAGE_BYTES):
        word_store(<uint64_t*>table.entries + i * PAGE_WORDS, 0)
    if table.zones != NULL:
        for i in range(end * sizeof(bb_t) / PAGE_BYTES):
            word_store(<uint64_t*>table.zones + i * PAGE_WORDS, 0)


cdef bint table_grow(table_t* table, uint64_t buckets, limits_t* limits) noexcept nogil:
    """Move everything to `buckets` buckets; False, and nothing changed, if that failed.

    It fails without the memory, or when the watch stops it, if there are `limits` (may be NULL).
    """
    cdef table_t larger = table[0]
    if not table_new(&larger, buckets, table.zones != NULL):
        table.most_buckets = table.buckets      # do not ask again
        return False
    return table_move(table, &larger, limits)


cdef bint table_move(table_t* table, const table_t* larger, limits_t* limits) noexcept nogil:
    """Move everything to the fresh entries of `larger`; if that is stopped, they are freed. See above."""
    cdef uint64_t i, data, salt, target
    cdef entry_t* source
    cdef int way
    table.moving = True
    for i in range(table.buckets * WAYS):
        if limits != NULL and i % ENTRIES_PER_LOOK == 0 and limits.watch_stops(limits):
            table_free(larger)
            table.moving = False
            ring_now(limits)
            return False
        source = table.entries + i
        data = source.data
        if data == 0:
            continue
        salt = salt_at(table, i, data)
        # A bucket's entries go to new buckets of their own, so there is always a free one.
        target = place_of(larger, key_hash(key_at(table, i, salt)))
        for way in range(WAYS):
            if larger.entries[target + way].data == 0:
                larger.entries[target + way] = source[0]
                if table.zones != NULL:
                    larger.zones[target + way] = table.zones[i]
                break
    table_free(table)
    table.entries = larger.entries
    table.zones = larger.zones
    table.buckets = larger.buckets
    table.moving = False
    return True


cdef inline bint is_full(uint64_t buckets, uint64_t used) noexcept nogil:
    """Should they be more? Three in ten entries are in use: few buckets overflow by then."""
    return 10 * used > 3 * WAYS * buckets


cdef inline uint64_t buckets_next(const table_t* table) noexcept nogil:
    """How many buckets it should have next: four times as many, or twice as many if it is large."""
    cdef uint64_t growth = 2 if table.buckets >= LARGE_BUCKETS else 4
    return min(growth * table.buckets, table.most_buckets)


cdef inline void table_make_room(table_t* table, limits_t* limits) noexcept nogil:
    """Grow if it is time for that."""
    if table.commons != NULL:
        lent_make_room(table, limits)
    elif (not table.shared and table.buckets < table.most_buckets
            and is_full(table.buckets, table.used)):
        table_grow(table, buckets_next(table), limits)


cdef int table_begin(table_t* table, uint64_t most_bytes, uint8_t[::1] memory) except -1:
    """Make the table of a kernel: in `memory`, or, with None, in memory of its own."""
    if memory is not None:
        return table_borrow(table, memory)
    table.most_bytes = most_bytes
    return table_forget(table)


cdef int table_forget(table_t* table) except -1:
    """Begin with a small, empty table again, or empty it if there is no memory for that.

    What others may be at is not emptied: whoever made it makes a new one.
    """
    cdef table_t fresh = table[0]
    if table.commons != NULL:
        raise ValueError("the memory of this table is not the kernel's own to clear")
    fresh.most_buckets = buckets_within(fresh.most_bytes)
    if table_new(&fresh, min(<uint64_t>FIRST_BUCKETS, fresh.most_buckets), False):
        table_free(table)
        table[0] = fresh
    elif table.entries == NULL:
        raise MemoryError("no memory for the smallest table")
    else:
        memset(table.entries, 0, table.buckets * WAYS * sizeof(entry_t))
    table.used = 0
    return 0


cdef void table_enlarge(table_t* table, uint64_t buckets) noexcept nogil:
    """Grow to `buckets` buckets, if these are more than there are, and that can be done."""
    cdef uint64_t before = word_load(&table.buckets)
    if buckets <= before:
        return
    if table.commons != NULL:
        lent_grow(table, before, buckets, NULL)
    else:
        table_grow(table, buckets, NULL)


cdef void table_reserve(table_t* table, uint64_t entries) noexcept nogil:
    """Grow to hold so many entries, or to the limit."""
    cdef uint64_t buckets
    if table.commons != NULL:
        keep_up(table)
    buckets = table.buckets
    while buckets < table.most_buckets and WAYS * buckets < entries:
        buckets *= 2
    table_enlarge(table, buckets)
