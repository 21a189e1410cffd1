# Is there a pairing? The local search of `local_search.pxi` finds most of them soon, but it cannot tell
# that there is none, and where few cells are to spare it misses half of those that there are. Here the
# question is decided: choose for each run of lines one of its covers (`covers.pxi`), no cell twice.
#
# It is a search with the usual means of constraint satisfaction. A cell that all covers left to a run
# have in common is held by that run, and the others lose their covers with it. The run to decide next is
# the one with the fewest covers left, in proportion to how often it was left without any (Boussemart et
# al., "Boosting systematic search by weighting constraints", ECAI 2004). A failure comes with a set of
# runs to which it is due, and a decision about another run is not made differently (conflict-directed
# backjumping: Prosser, "Hybrid algorithms for the constraint satisfaction problem", Computational
# Intelligence 9, 1993).

cdef enum:
    MOST_RUNS = 64              # to be covered at once: a set of them is a word
    OPTION_WORDS = 32           # covers of all runs together, in words of 64: lines of six have up to 1,100
    MOST_FITS = 100             # nodes for one question; of those with a pairing few take more
    DECIDED_REPLIES = 4         # asked about at a node where that pays: see `profit.pxi`
    UNIT_PRICE = 1 << 20        # of a cover, divided by how often its run was left without any
cdef struct options_t:
    uint64_t word[OPTION_WORDS]

cdef struct task_t:             # a run to be covered
    int group
    int line                    # its first line
    bb_t cells                  # those that occur in its covers
    int first                   # the number of its first cover
    const cover_t* covers
    int uses                    # how many cells occur in its covers,
    int16_t cell[MAX_RUN]       # which, and
    uint64_t without[MAX_RUN]   # … the covers that do without them

cdef struct fit_t:              # a node of the search
    bb_t held                   # the cells that are in all that are left to some task,
    uint8_t holder[CAPACITY]    # and to which
    options_t left              # the covers that are left: last, for `copy_fit`

cdef struct exact_cover_t:
    const context_t* ctx
    covers_t known
    int tasks
    task_t task[MOST_RUNS]
    int word[MOST_RUNS]         # the word that has the covers of a task,
    uint64_t mask[MOST_RUNS]    # and where
    int64_t price[MOST_RUNS]    # of each cover that is left: less if it often was left without any
    int options                 # covers of all tasks, with the gaps between them;
    int words                   # so many words of `using`, and of `fit_t.left`, are in use
    options_t using[CAPACITY]               # the covers that use a cell
    uint64_t sharing[CAPACITY]              # the tasks whose covers use it
    uint32_t failures[LINE_GROUPS][LINES_OF_GROUP]  # how often a run was left without covers, by its first line
    uint64_t core               # of the last failure: a set of tasks
    bint whole                  # do the tasks have all their covers?
    fit_t at[MOST_RUNS + 1]     # the nodes on the path: each decides one task more
    options_t found             # one cover for each task
    int fits                    # nodes left,
    int spent                   # and those for the last replies together


cdef inline void add_word(exact_cover_t* c, bb_t empty) noexcept nogil:
    """Make room for more covers: words are cleared as they are needed, for small boards need few."""
    while bb_any(empty):
        c.using[pop_lowest(&empty)].word[c.words] = 0
    c.words += 1


cdef bint add_task(exact_cover_t* c, int group, int line, int lines, bb_t empty) noexcept nogil:
    """Add a run of so many lines; False if there is no room for it.

    Where k is 1, or 2 on a board two cells wide, what looks like one run may be longer than a board.
    """
    cdef task_t* task = &c.task[c.tasks]
    cdef const run_t* run
    cdef uint32_t pattern = 0
    cdef int k = length_of(c.ctx, line)
    cdef int i, cell, word
    cdef uint64_t with_it, all
    if c.tasks == MOST_RUNS or lines + k - 1 > MAX_RUN:
        return False
    task.group = group
    task.line = line
    task.cells = bb_none()
    for i in range(lines + k - 1):
        pattern |= <uint32_t>bb_has(empty, cell_on(c.ctx, group, line, i)) << i
    run = covers_of(&c.known, k, lines, pattern)
    if (c.options & 63) + run.covers > 64:
        c.options = (c.options | 63) + 1
    if c.options + max(run.covers, 1) > 64 * OPTION_WORDS:
        return False
    c.whole &= run.whole
    task.covers = c.known.cover + run.first
    task.first = c.options
    word = c.options >> 6
    if word == c.words:
        add_word(c, empty)
    all = (~<uint64_t>0 >> (64 - run.covers)) << (c.options & 63) if run.covers else 0
    c.word[c.tasks] = word
    c.mask[c.tasks] = all
    c.price[c.tasks] = UNIT_PRICE / (c.failures[group][line] + 1)
    task.uses = 0
    for i in range(lines + k - 1):
        with_it = run.using[i] << (c.options & 63)
        if with_it:
            cell = cell_on(c.ctx, group, line, i)
            task.cell[task.uses] = cell
            task.without[task.uses] = all & ~with_it
            task.uses += 1
            c.using[cell].word[word] |= with_it
            c.sharing[cell] |= <uint64_t>1 << c.tasks
            task.cells = bb_or(task.cells, bb_of(cell))
    c.options += run.covers
    c.tasks += 1
    return True


cdef bint add_tasks(exact_cover_t* c, const lines_t* lines, bb_t empty) noexcept nogil:
    """Set down all runs of live lines; False if there is no room for them."""
    cdef bb_t rest = empty
    cdef some_lines_t live
    cdef int group, first, count
    keep_room(&c.known, MOST_RUNS)
    c.tasks = c.options = c.words = 0
    c.whole = True
    while bb_any(rest):
        c.sharing[pop_lowest(&rest)] = 0
    for group in range(c.ctx.lines.groups):
        live = live_lines(lines, group)
        while any_line(live):
            count = next_run(c.ctx, group, &live, &first)
            if not add_task(c, group, first, count, empty):
                return False
    return True


cdef uint64_t reasons(const exact_cover_t* c, const fit_t* at, int task,
                      uint64_t decided) noexcept nogil:
    """The tasks to which it is due what is left to one of them, down to those that are `decided`."""
    cdef uint64_t found = <uint64_t>1 << task, fresh = found, others
    cdef bb_t cells
    cdef int one
    while fresh:
        one = word_lowest(fresh)
        fresh &= fresh - 1
        cells = bb_and(at.held, c.task[one].cells)
        others = 0
        while bb_any(cells):
            others |= <uint64_t>1 << at.holder[pop_lowest(&cells)]
        fresh |= others & ~found & ~decided
        found |= others
    return found


cdef int propagate(exact_cover_t* c, fit_t* at, uint64_t changed) noexcept nogil:
    """Take from tasks the covers with cells that others hold; one that is left without, or -1."""
    cdef const task_t* task
    cdef uint64_t left, bit
    cdef int t, i, w, cell
    while changed:
        t = word_lowest(changed)
        bit = <uint64_t>1 << t
        changed ^= bit
        task = &c.task[t]
        left = at.left.word[c.word[t]] & c.mask[t]
        if left == 0:
            return t
        for i in range(task.uses):
            if left & task.without[i] or bb_has(at.held, task.cell[i]):
                continue
            cell = task.cell[i]
            at.held = bb_or(at.held, bb_of(cell))
            at.holder[cell] = t
            if c.sharing[cell] != bit:
                for w in range(c.words):
                    at.left.word[w] &= ~c.using[cell].word[w]
                at.left.word[c.word[t]] |= left
                changed |= c.sharing[cell] & ~bit
    return -1


cdef inline void copy_fit(const exact_cover_t* c, fit_t* to, const fit_t* at) noexcept nogil:
    """Copy a node, but for the words that are not in use."""
    memcpy(to, at, sizeof(fit_t) - (OPTION_WORDS - c.words) * sizeof(uint64_t))


cdef int fit(exact_cover_t* c, fit_t* at, uint64_t changed, uint64_t open,
             uint64_t decided) noexcept nogil:
    """Can the `open` tasks be covered by what is left? YES, NO with its core, or STOPPED."""
    cdef fit_t* after = at + 1
    cdef uint64_t rest = open, choices, choice, core = 0
    cdef int64_t best = INT64_MAX
    cdef int i, task, count, answer
    c.fits -= 1
    if c.fits < 0:
        return STOPPED
    task = propagate(c, at, changed)
    if task >= 0:
        i = c.failures[c.task[task].group][c.task[task].line] + 1
        c.failures[c.task[task].group][c.task[task].line] = i
        c.price[task] = UNIT_PRICE / (i + 1)
        c.core = reasons(c, at, task, decided)
        return NO
    while rest:
        task = word_lowest(rest)
        rest &= rest - 1
        count = word_count(at.left.word[c.word[task]] & c.mask[task])
        if count > 1:
            best = min(best, count * c.price[task] << 6 | task)
        else:
            open ^= <uint64_t>1 << task
    if not open:
        c.found = at.left
        return YES
    task = best & 63
    choices = at.left.word[c.word[task]] & c.mask[task]
    open ^= <uint64_t>1 << task
    while choices:
        choice = choices & (0 - choices)
        choices ^= choice
        copy_fit(c, after, at)
        after.left.word[c.word[task]] = at.left.word[c.word[task]] & ~c.mask[task] | choice
        answer = fit(c, after, <uint64_t>1 << task, open, decided | <uint64_t>1 << task)
        if answer != NO or not c.core >> task & 1:
            return answer
        core |= c.core
    c.core = core | reasons(c, at, task, decided)
    return NO


cdef int decide_pairing(exact_cover_t* c, const lines_t* lines, bb_t empty, int fits) noexcept nogil:
    """Is there a pairing of all `lines`? YES, for `take_pairing`; NO; or STOPPED.

    It is STOPPED after so many nodes, or if there are too many runs, or too many covers of one.
    """
    cdef fit_t* all = &c.at[0]
    cdef uint64_t every
    cdef int i, answer
    c.fits = fits
    if lines.fewest == 1:
        return NO
    if not add_tasks(c, lines, empty):
        c.fits = 0              # in vain, and not for nothing: let `profit.pxi` know
        return STOPPED
    memset(all, 0, sizeof(fit_t))
    for i in range(c.tasks):
        all.left.word[c.word[i]] |= c.mask[i]
    every = ~<uint64_t>0 >> (64 - c.tasks) if c.tasks else 0
    answer = fit(c, all, every, every, 0)
    # A pair may be in two lines of any sets, and cover both.
    return STOPPED if answer == NO and (LINES_BY_NUMBER or not c.whole) else answer


cdef inline void forget_failures(exact_cover_t* c) noexcept nogil:
    memset(c.failures, 0, sizeof(c.failures))


cdef bb_t take_pairing(const exact_cover_t* c, pairing_t* p) noexcept nogil:
    """Hand the pairing that was found over to `p`, as its last good one; its cells.

    What its pairs cover is not brought up to date: `keep_pairs` does that for the next position.
    """
    cdef const task_t* task
    cdef const cover_t* cover
    cdef bb_t cells = bb_none()
    cdef int i, j, a, b
    for i in range(CAPACITY):
        p.good.partner[i] = NO_PARTNER
    for i in range(c.tasks):
        task = &c.task[i]
        cover = &task.covers[word_lowest(c.found.word[c.word[i]] & c.mask[i]) - (task.first & 63)]
        for j in range(cover.pairs):
            a = cell_on(c.ctx, task.group, task.line, cover.pair[2 * j])
            b = cell_on(c.ctx, task.group, task.line, cover.pair[2 * j + 1])
            p.good.partner[a] = b
            p.good.partner[b] = a
            cells = bb_or(cells, bb_or(bb_of(a), bb_of(b)))
    p.now = p.good
    return cells


cdef int decided_answer(exact_cover_t* c, pairing_t* p, bb_t maker, bb_t breaker,
                        const choices_t* replies, bb_t empty, bb_t* zone) noexcept nogil:
    """One of the first replies after which there is a pairing, or NO_MOVE.

    `zone`: the reply and the cells of the pairs.
    """
    cdef lines_t lines
    cdef int i, reply, answer
    forget_failures(c)
    c.spent = 0
    for i in range(min(replies.count, DECIDED_REPLIES)):
        reply = replies.cell[i]
        scan_maker(c.ctx, maker, bb_or(breaker, bb_of(reply)), &lines)
        answer = decide_pairing(c, &lines, bb_andnot(empty, bb_of(reply)), MOST_FITS)
        c.spent += MOST_FITS - max(c.fits, 0)
        if answer == YES:
            zone[0] = bb_or(take_pairing(c, p), bb_of(reply))
            return reply
    return NO_MOVE
