# The watch: what a long search hears of the world. It is asked now and then, with the GIL.

cdef enum:
    WATCH_NODES = 1024          # nodes between two looks: 10 ms where most of them look for pairings
    WEAK_WATCH_NODES = 256      # they cost more time
    FIRST_LOOK = 256            # nodes before the first: a share of a limit can be very short
    LATEST_LOOK = 1 << 30       # no look is that far away

cdef class _Watch:
    """Interrupts, the deadline and progress reports of one call."""
    cdef double started
    cdef double deadline        # 0: none
    cdef double report_at
    cdef object progress        # called with (nodes, seconds, share, table fill, line), or None
    cdef object aside           # called with the nodes at every look, or None: whoever takes turns …
    cdef uint64_t next_look     # … with the search, and says when it wants to be asked again
    cdef int question           # the question last reported on, and its root
    cdef int root_ply
    cdef double share           # the most of it that was closed
    cdef Py_ssize_t row         # of a batch: the row being solved, and how many there are
    cdef Py_ssize_t rows
    cdef object sink            # who is called with the bytes of a certificate
    cdef object error           # what an interrupt or the callback raised
    cdef Kernel kernel
    cdef int followers          # threads to call in once the search proves long
    cdef double call_at

    def __cinit__(self, Kernel kernel, seconds, progress, int followers=0):
        self.kernel = kernel
        self.started = monotonic()
        self.deadline = self.started + <double>seconds if seconds is not None else 0
        self.progress = progress
        self.report_at = self.started + REPORT_SECONDS
        self.followers = followers
        self.call_at = self.started + kernel.crew_after
        self.rows = 1
        self.next_look = UINT64_MAX

    cdef double share_now(self, const search_t* s):
        """The share that is closed; for one question it never falls.

        What is searched beside the question does not count, as near wins of the weak game.
        """
        if s.asked != self.question or s.root_ply != self.root_ply:
            self.question = s.asked
            self.root_ply = s.root_ply
            self.share = 0
        if not s.aside:
            self.share = max(self.share, share_closed(s))
        return (self.row + self.share) / self.rows

    cdef bint look(self, uint64_t nodes, const search_t* s):
        """Should the search stop?"""
        cdef double now
        cdef object again
        if self.kernel.cancelled or self.error is not None:
            return True
        try:
            PyErr_CheckSignals()
            now = monotonic()
            if (self.followers and now >= self.call_at and not s.table.moving
                    and not s.alone):
                if self.kernel.search.crew == NULL:
                    call_crew(self.kernel, self.followers)
                else:
                    regroup(self.kernel, self.followers)
            if self.progress is not None and now >= self.report_at:
                self.report_at = now + REPORT_SECONDS
                self.progress(nodes, now - self.started, self.share_now(s),
                              table_fill(s.table), path_of(s))
            if self.aside is not None:
                again = self.aside(nodes)
                if not again:
                    return True
                self.next_look = nodes + <uint64_t>min(again, LATEST_LOOK)
                now = monotonic()
        except BaseException as error:
            self.error = error
            return True
        return self.deadline != 0 and now >= self.deadline

    cdef int hand_over(self, outlet_t* out) except -1:
        if self.error is None:
            try:
                self.sink(out.buffer[:out.used])
            except BaseException as error:
                self.error = error
        out.used = 0
        return 0

    cdef int settle(self) except -1:
        """Raise what stopped the search, if anything did."""
        if self.error is not None:
            raise self.error
        return 0


cdef double REPORT_SECONDS = 0.05   # whoever wants a search to end is heard within 0.1 s, two calls later


cdef bint watch_stops(limits_t* limits) noexcept nogil:
    cdef search_t* s = <search_t*>limits
    cdef bint stop
    limits.watch_at = limits.nodes + (WATCH_NODES if s.question.game == GAME_ORDINARY
                                      else WEAK_WATCH_NODES)
    with gil:
        stop = (<_Watch>s.watch).look(limits.nodes, s)
        limits.watch_at = min(limits.watch_at, (<_Watch>s.watch).next_look)
    return stop


cdef void hand_over(outlet_t* out) noexcept nogil:
    with gil:
        (<_Watch>out.watch).hand_over(out)


cdef search_t* new_search(const context_t* ctx, table_t* table, int rules,
                          uint64_t plain_budget, uint64_t seed) except NULL:
    """A search of its own, for `free_search`, and `set_out` before it is used."""
    cdef search_t* s = <search_t*>zeroed(1, sizeof(search_t))
    if s == NULL:
        raise MemoryError
    s.frames = <frame_t*>zeroed(ctx.cells + 1, sizeof(frame_t))
    if s.frames == NULL:
        free(s)
        raise MemoryError
    begin_search(s, ctx, table, rules, plain_budget, seed)
    return s


cdef void begin_search(search_t* s, const context_t* ctx, table_t* table, int rules,
                       uint64_t plain_budget, uint64_t seed) noexcept:
    """Make a search ready that is new, or has forgotten everything: nothing but its frames stays."""
    cdef frame_t* frames = s.frames
    memset(s, 0, <size_t>(<char*>&s.own_history - <char*>s))
    s.frames = frames
    s.limits.is_settled = is_settled
    s.limits.watch_stops = watch_stops
    s.ctx = ctx
    s.weak_ctx = ctx.plain
    s.exact_cover.ctx = s.attack.ctx = ctx.plain
    s.attack.limits = &s.limits
    s.table = table
    s.rules = rules
    s.plain_budget = plain_budget
    s.seed = seed
    s.history = &s.own_history
    forget_pairings(&s.pairing, s.seed)


cdef search_t* search_over(Board board, table_t* table, int rules, uint64_t plain_budget,
                           uint64_t seed) except NULL:
    """The search of a kernel, for `give_back`: to take fresh memory costs more than a small board."""
    cdef search_t* s = board.spare
    if s == NULL:
        return new_search(&board.ctx, table, rules, plain_budget, seed)
    board.spare = NULL
    begin_search(s, &board.ctx, table, rules, plain_budget, seed)
    return s


cdef void give_back(Board board, search_t* s) noexcept:
    """Keep a search for the next kernel of the game, if none is kept yet."""
    if s == NULL or board is None or board.spare != NULL:
        free_search(s)
        return
    forget_everything(s)
    board.spare = s


cdef search_t* lookup_of(Kernel kernel) except NULL:
    """The search for look-ups, made when it is first wanted."""
    if kernel.lookup == NULL:
        kernel.lookup = new_search(kernel.ctx, &kernel.table, kernel.rules, kernel.plain_budget,
                                   kernel.seed)
    return kernel.lookup


cdef forced_t* forced_of(Kernel kernel) except NULL:
    """The search for wins by force, made when it is first wanted."""
    if kernel.forced == NULL:
        kernel.forced = new_forced(kernel.ctx, &kernel.table, &lookup_of(kernel).limits)
    return kernel.forced


cdef heuristic_t* heuristic_of(Kernel kernel) except NULL:
    """The heuristic search, made when it is first wanted."""
    if kernel.heuristic == NULL:
        kernel.heuristic = new_heuristic(kernel.ctx, &kernel.table, &lookup_of(kernel).limits)
    return kernel.heuristic


cdef int join_others(search_t* s) except -1:
    """Tell and hear what searches over the same memory do, if the table is lent."""
    if s.table.commons != NULL:
        if sizeof(commons_t) + sizeof(common_t) > COMMON_BYTES:
            raise MemoryError("what kernels have in common takes more than its place")
        s.history = &in_common(s.table).history
        s.busy = in_common(s.table).busy
    return 0


cdef search_t* another_search(Kernel kernel) except NULL:
    """A search for another thread, over the same table."""
    return new_search(kernel.ctx, &kernel.table, kernel.rules, kernel.plain_budget,
                      kernel.search.seed)


cdef void forget_everything(search_t* s) noexcept:
    """Give back what the search keeps between calls, besides the table."""
    forget_pairings(&s.pairing, s.seed)
    memset(&s.own_history, 0, sizeof(history_t))
    memset(&s.killers, 0, sizeof(killers_t))
    memset(&s.replies, 0, sizeof(record_of_replies_t))
    memset(s.profit, 0, sizeof(s.profit))
    forget_memo(<void**>&s.chain.memory)
    forget_memo(<void**>&s.costs.entries)
    forget_memo(<void**>&s.attack.memory)
    forget_memo(<void**>&s.attack.chain.memory)
    forget_memo(<void**>&s.prover.memo)


cdef void free_search(search_t* s) noexcept:
    if s != NULL:
        forget_everything(s)
        free(s.frames)
        free(s)


cdef int set_out(search_t* s, _Watch watch, nodes) except -1:
    """Make a search ready for a call that `watch` (alive until its end) looks after."""
    s.watch = <void*>watch
    s.limits.stack_floor = stack_floor()
    s.limits.stopped = 0
    s.limits.nodes = 0
    s.limits.watch_at = FIRST_LOOK
    s.limits.call_limit = limit_of(nodes)
    if s.table.commons != NULL:
        keep_up(s.table)
    limit_nodes(&s.limits, s.limits.call_limit)
    return 0
