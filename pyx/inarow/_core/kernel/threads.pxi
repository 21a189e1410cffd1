# The threads of a crew: called in when a search proves long, sent away when it ends, and for a moment in
# between whenever the table is to grow, which it does only while one thread has it (unless it is lent).
#
# They are threads of Python, which run the kernel's `assist`; the core knows no others. What they do
# there is the crew's business.

cdef double IDLE_SECONDS = 0.0005


cdef int call_crew(Kernel kernel, int followers) except -1:
    """Let other threads join the search that is under way; `dismiss_crew` ends it."""
    cdef search_t* s = kernel.search
    cdef table_t* table = &kernel.table
    if kernel.rules & RULE_COST and not costs_ready(&s.costs, s.table):
        return 0
    memset(&kernel.crew, 0, sizeof(kernel.crew))
    s.crew = &kernel.crew
    if kernel.table.commons == NULL:
        s.busy = kernel.crew.busy
    # Some room for the table; `regroup` gives it more.
    table_enlarge(table, min(max(buckets_next(table), <uint64_t>CREW_BUCKETS), table.most_buckets))
    set_to_work(kernel, followers)
    return 0


cdef int set_to_work(Kernel kernel, int followers) except -1:
    """Begin a spell of work."""
    word_store(&kernel.crew.open, 1)
    kernel.share()
    post_question(kernel.search)
    for _ in range(followers):
        Thread(target=kernel.assist, daemon=True).start()
    return 0


cdef int regroup(Kernel kernel, int followers) except -1:
    """If the table fills, send the others away for a moment and let it grow.

    Before that they search on while the system gives the memory, which takes longest.
    """
    cdef table_t* table = &kernel.table
    cdef table_t larger = table[0]
    if (table.commons != NULL or table.buckets >= table.most_buckets
            or not is_full(table.buckets, word_load(&table.used))):
        return 0
    if not table_new(&larger, buckets_next(table), table.zones != NULL):
        table.most_buckets = table.buckets      # do not ask again
        return 0
    try:
        with nogil:
            table_touch(&larger)
        send_away(kernel)
    except BaseException:
        table_free(&larger)
        raise
    table_move(table, &larger, NULL)
    set_to_work(kernel, followers)
    return 0


cdef int send_away(Kernel kernel) except -1:
    word_store(&kernel.crew.open, 0)
    word_store(&kernel.crew.number, kernel.crew.number | 1)
    kernel.unshare()
    return 0


cdef int dismiss_crew(Kernel kernel) except -1:
    """Send the other threads away, and wait until they have gone; nothing if there are none."""
    if kernel.search.crew != NULL:
        try:
            send_away(kernel)
        finally:
            kernel.search.crew = NULL
            if kernel.table.commons == NULL:
                kernel.search.busy = NULL
    return 0
