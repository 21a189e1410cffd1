# The calls that write a certificate: what there is to do around strategies that stop
# (`proof/stopping.pxi`) and contested ones (`proof/contest.pxi`), with the GIL.

cdef begin_proof(Kernel kernel, sink, images):
    cdef writer_t* w = kernel.writer
    cdef int a, b
    if w == NULL:
        w = kernel.writer = <writer_t*>calloc(1, sizeof(writer_t))
        if w == NULL:
            raise MemoryError
    forget_written(w)
    w.number = 0
    w.cell_bytes = 1 if kernel.ctx.cells <= 256 else 2
    for a in range(len(images)):
        for b in range(len(images)):
            w.image[a][b] = images[a][b]
    kernel.proof_sink = sink


cdef tuple strategy_written(Kernel kernel, rival, keeper, int goal, bint alone, bint rival_moves,
                            int plies, progress):
    cdef bb_t theirs = board_of(rival), mine = board_of(keeper)
    cdef contest_t c
    cdef _Watch watch
    cdef bb_t zone
    cdef int answer, length
    keep_zones(&kernel.table)
    if kernel.writer == NULL:
        raise RuntimeError("there is no proof that has begun")
    c.s = kernel.search
    c.w = kernel.writer
    c.goal = goal
    c.alone = alone
    c.w.no_memory = False
    watch = begin_call(kernel, None, None, progress)
    open_outlet(&c.w.out, kernel, watch, kernel.proof_sink)
    watch.followers = 0                 # the same bytes, however many threads there are
    try:
        with nogil:
            c.s.aside = True            # there is no question of which a share would be closed
            answer = write_strategy(&c, theirs, mine, rival_moves, plies, &zone, &length)
            c.s.aside = False
        watch.hand_over(&c.w.out)
    finally:
        end_call(kernel, watch)
    watch.settle()
    if c.w.no_memory:
        raise MemoryError("no memory for the nodes of a certificate")
    if answer == STOPPED:
        raise RuntimeError(f"no move keeps what was said of {rival:#x} and {keeper:#x}")
    return int_of(zone), length
