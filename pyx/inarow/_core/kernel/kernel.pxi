# The kernel: the one class of the core, and the one file of it, for Cython cannot spread a class over files. What
# several members need stands in the other files of this room. Nothing here checks its input beyond what keeps
# memory safe: the seam does (`_core/__init__`).

cdef class Kernel:
    """Search, table, heuristics and proofs for one game on boards of one width."""

    cdef Board board
    cdef const context_t* ctx   # the board's
    cdef int rules
    cdef uint64_t seed          # of the random numbers by which pairings are looked for
    cdef uint64_t plain_budget  # nodes for the first attempt at a question
    cdef table_t table
    cdef uint8_t[::1] memory    # that it lies in, if it is not the kernel's own; else None
    cdef search_t* search       # kept between calls: it learns which techniques pay
    cdef search_t* lookup       # for look-ups, which may come from a callback of the search; or NULL
    cdef heuristic_t* heuristic     # the heuristic search: made when it is first wanted
    cdef forced_t* forced       # that for wins by force: likewise
    cdef readonly int threads   # that search one tree
    cdef double crew_after      # seconds that a search is left to one of them
    cdef crew_t crew            # they, as far as they are at work
    cdef bint admits            # may threads of a shared kernel begin?
    cdef bint cancelled         # shall they end?
    cdef int64_t inside         # how many are at it
    cdef writer_t* writer       # writes strategies: made when one is first wanted
    cdef object proof_sink      # is called with what it writes

    def __cinit__(self, Board board not None, uint64_t table_bytes, int rules, uint64_t plain_budget,
                  uint64_t seed, uint8_t[::1] memory=None, /):
        self.board = board
        self.ctx = &board.ctx
        self.rules = rules = rules & BITS_OF_RULES
        self.plain_budget = plain_budget
        self.seed = seed
        self.threads = 1
        self.memory = memory
        table_begin(&self.table, table_bytes, memory)
        self.search = search_over(board, &self.table, rules, plain_budget, seed)
        join_others(self.search)

    def __dealloc__(self):
        give_back(self.board, self.search)
        free_search(self.lookup)
        free_heuristic(self.heuristic)
        free_forced(self.forced)
        free_writer(self.writer)
        table_free(&self.table)

    # --- the table, its records, and where a search stands: what is saved

    def clear(self):
        """Forget everything; gives the memory back. `ValueError` if that is somebody else's."""
        table_forget(&self.table)
        forget_everything(self.search)
        if self.lookup != NULL:
            forget_everything(self.lookup)
        free_heuristic(self.heuristic)
        self.heuristic = NULL
        free_forced(self.forced)
        self.forced = NULL

    @property
    def table_entries(self):
        """Entries that the table has room for now; it grows."""
        return self.table.buckets * WAYS

    @property
    def table_used(self):
        """Entries that hold a position; of memory that is shared, those that this kernel filled."""
        return self.table.used

    @property
    def table_limit(self):
        """Entries that the table may grow to have room for."""
        return self.table.most_buckets * WAYS

    @property
    def table_bytes(self):
        """Memory of the table now, in bytes."""
        return self.table.buckets * WAYS * (sizeof(entry_t) + (sizeof(bb_t) if self.table.zones != NULL else 0))

    def reserve(self, uint64_t entries):
        """Grow the table to hold `entries`, or to its limit."""
        table_reserve(&self.table, entries)

    def record_bytes(self, bint weak):
        """The size of a record of the ordinary or the weak game: see `records.pxi`."""
        return record_bytes(self.ctx, weak)

    def export_entries(self, uint8_t[::1] out, uint64_t first, bint weak, int least_work, /):
        """Write entries of at least so much work into `out`; (the index to go on from, records).

        `first` is 0 to begin with; the end is reached when the index is `table_entries`. May be called from
        a callback of a search, and while other threads search.
        """
        cdef Py_ssize_t records = out.shape[0] // record_bytes(self.ctx, weak)
        if records:
            with nogil:
                first = write_entries(self.ctx, &self.table, weak, least_work, first, &out[0], &records)
        return first, records

    def first_bad_record(self, const uint8_t[::1] records, bint weak, /):
        """The index of the first record that no table could have held, or -1."""
        cdef int size = record_bytes(self.ctx, weak)
        cdef Py_ssize_t i
        cdef found_t found
        for i in range(records.shape[0] // size):
            read_record(self.ctx, weak, &records[i * size], &found)
            if not is_sound(self.ctx, weak, &found):
                return i
        return -1

    def import_entries(self, const uint8_t[::1] records, bint weak, /):
        """Store records that `first_bad_record` has passed. Not while a search is on.

        They count as the coming search's own: what it overwrites is older.
        """
        cdef int size = record_bytes(self.ctx, weak)
        cdef Py_ssize_t i
        cdef found_t found
        if weak:
            keep_zones(&self.table)
        self.table.generation += 1
        for i in range(records.shape[0] // size):
            read_record(self.ctx, weak, &records[i * size], &found)
            table_make_room(&self.table, NULL)
            merge_entry(&self.table, &found)
        self.table.generation -= 1

    @property
    def stage(self):
        """(question, cost, steps): what `solve` knows besides its table, to be set before it goes on.

        The question that it looks for far wins in, 1 for "can it hold?", 2 for "can it win?", 0 for none;
        the nodes of the last complete step, and how many steps there were.
        """
        return self.search.far.question, self.search.far.spent_before, self.search.far.steps

    @stage.setter
    def stage(self, stage):
        cdef far_t* far = &self.search.earlier
        forget_far(far)
        far.question, far.spent_before, far.steps = stage
        far.spent = 2 * far.spent_before    # steps grow by about two

    # --- solving, also with threads

    def best_move(self, own, opponent, /):
        """A best move if the table proves one without a search, else -1."""
        cdef bb_t mine = board_of(own), theirs = board_of(opponent)
        cdef answer_t answer
        root_keys(lookup_of(self), mine, theirs)
        return answer.move if recall(lookup_of(self), mine, theirs, &answer) else -1

    def solve(self, own, opponent, bint distance, bint line, nodes, seconds, progress, aside=None, /):
        """(lower, upper, distance or -1, move, line, nodes) of a position that is not over.

        `own` are the mover's stones. `nodes` and `seconds` may be None for no limit; `progress` is called
        some twenty times a second with (nodes, seconds, share closed, table fill, line). `aside` is called with
        the nodes, at the same counts of nodes every time, and says in how many at the latest it is to be
        asked again; 0 ends the search. It may call `judge` and `vcf`, and look things up.
        """
        cdef bb_t mine = board_of(own), theirs = board_of(opponent)
        cdef _Watch watch = begin_call(self, nodes, seconds, progress, aside)
        cdef search_t* s = self.search
        cdef answer_t answer
        cdef int16_t moves[CAPACITY]
        cdef int length = 0
        cdef uint64_t spent
        try:
            with nogil:
                solve(s, mine, theirs, distance, &answer)
        finally:
            spent = end_call(self, watch)
        with nogil:
            forget_far(&s.earlier)
            if line and answer.lower == answer.upper and not s.limits.stopped:
                if not distance:
                    answer.distance = NO_DISTANCE
                length = principal_variation(s, mine, theirs, &answer, moves)
        watch.settle()
        return (answer.lower, answer.upper, answer.distance, answer.move, moves_of(moves, length),
                spent)

    def solve_weak(self, maker, breaker, bint maker_moves, bint distance, bint line, nodes, seconds,
                   progress, /):
        """(lower, upper, distance or -1, move, line, nodes, zone) in the free weak game.

        Maker must have no line yet, and a cell be empty. The bounds are Maker's: 1 if it completes a line,
        0 if Breaker holds. If they meet, that holds, and a win comes as soon, whatever stones the loser
        were given outside the zone (all free cells where the table has no better one). Else as for `solve`.
        """
        cdef weak_root_t root = root_of(maker, breaker, maker_moves)
        cdef _Watch watch
        cdef search_t* s = self.search
        cdef answer_t answer
        cdef int16_t moves[CAPACITY]
        cdef int length = 0
        cdef uint64_t spent
        keep_zones(&self.table)
        watch = begin_call(self, nodes, seconds, progress)
        try:
            with nogil:
                solve_weak_root(s, &root, distance, &answer)
        finally:
            spent = end_call(self, watch)
        with nogil:
            if line and answer.lower == answer.upper and not s.limits.stopped:
                if not distance:
                    answer.distance = NO_DISTANCE
                length = weak_variation(s, root, &answer, moves)
        watch.settle()
        return (answer.lower, answer.upper, answer.distance, answer.move, moves_of(moves, length),
                spent, int_of(root.zone))

    def solve_contested(self, maker, breaker, bint maker_moves, nodes, progress, /):
        """(does Maker win the ordinary game? None if `nodes` did not do; move, zone, nodes).

        Nobody must have a line yet, and a cell be empty; `ValueError` if longer rows do not win. The move
        is that of the side that has its way, -1 for any. `zone` is a set of cells, if Maker does not win:
        Maker would not, with whatever stones more outside it.
        """
        cdef weak_root_t root = root_of(maker, breaker, maker_moves)
        cdef search_t* s = self.search
        cdef _Watch watch
        cdef int answer
        cdef uint64_t spent
        if s.ctx.exact:
            raise ValueError("there is no contested game where only exactly k in a row win")
        keep_zones(&self.table)
        watch = begin_call(self, nodes, None, progress)
        try:
            with nogil:
                root_keys(s, root.maker, root.breaker)
                answer = contested_decide(s, &root)
        finally:
            spent = end_call(self, watch)
        watch.settle()
        return (None if answer == STOPPED else answer == YES, -1 if s.choice == NO_MOVE else s.choice,
                int_of(root.zone), spent)

    def ask(self, own, opponent, int beta, nodes, progress, /):
        """(is the mover's score at least `beta`? None if `nodes` did not do; a move for it; nodes).

        1 asks "can it win?", 0 "can it hold?", 512 - d "can it win within d plies?", d - 511 "can it
        outlast d plies?". The game must not be over.
        """
        cdef bb_t mine = board_of(own), theirs = board_of(opponent)
        cdef _Watch watch = begin_call(self, nodes, None, progress)
        cdef search_t* s = self.search
        cdef int answer, move
        cdef uint64_t spent
        try:
            with nogil:
                root_keys(s, mine, theirs)
                s.choice = NO_MOVE
                s.limits.stopped = 0
                answer = (decide(s, mine, theirs, beta) if beta == 0 or beta == 1
                          else ask(s, mine, theirs, beta))
                move = s.choice if s.choice != NO_MOVE else sensible_move(s.ctx, mine, theirs)
                forget_far(&s.earlier)
        finally:
            spent = end_call(self, watch)
        watch.settle()
        return None if answer == STOPPED else answer == YES, move, spent

    def set_threads(self, int threads, double after, /):
        """Let solve, solve_weak and solve_contested have so many threads after so many seconds."""
        self.threads = threads
        self.crew_after = after

    def assist(self):
        """Search along with another thread's `solve` or `solve_weak`, until that ends."""
        cdef _Watch watch = _Watch(self, None, None)
        cdef search_t* s = NULL
        cdef bint helped
        counter_add(&self.inside, 1)
        try:
            if not self.admits:
                return
            s = another_search(self)
            s.crew = &self.crew
            s.busy = self.search.busy
            s.follows = True
            s.history = self.search.history
            # What is torn or lost there is only a cut more or less, and marked as one.
            s.costs = self.search.costs
            set_out(s, watch, self.search.limits.call_limit)
            # Where its stack has ended it is of no help: it would end there again.
            while word_load(&self.crew.open) and s.limits.stopped != STOP_STACK:
                with nogil:
                    helped = follow(s)
                if not helped:
                    sleep(IDLE_SECONDS)
            report_nodes(s)
        finally:
            if s != NULL:
                s.costs.entries = NULL
            free_search(s)
            counter_add(&self.inside, -1)

    def share(self):
        """Let several threads into `solve_shared_rows`; its own table does not grow until `unshare`."""
        self.table.shared = True
        self.admits = True

    def unshare(self):
        """Stop those in `solve_shared_rows`, let no more in, and wait; raises then what interrupted that."""
        interrupt = None
        self.admits = False
        self.cancelled = True
        while counter_add(&self.inside, 0):
            try:
                sleep(IDLE_SECONDS)
            except BaseException as error:
                interrupt = error
        self.cancelled = False
        self.table.shared = False
        if interrupt is not None:
            raise interrupt

    # --- batches

    def first_bad_row(self, const int8_t[:, ::1] rows):
        """The index of the first row that is no sound position, or -1."""
        cdef Py_ssize_t i, bad = -1
        with nogil:
            for i in range(rows.shape[0]):
                if not row_is_sound(self.ctx, &rows[i, 0]):
                    bad = i
                    break
        return bad

    def solve_rows(self, const int8_t[:, ::1] rows, results, bint distance, nodes, seconds, progress, /):
        """Solve sound rows into the arrays of `results`; returns the nodes spent.

        They are (lower, upper, moves, distances, optimal), the last of them int8 like `rows`, or None.
        `nodes` limits each row, `seconds` all of them together.
        """
        self.table.generation += 1
        return solve_batch(self, self.search, rows, results, distance, nodes, seconds, progress)

    def solve_shared_rows(self, const int8_t[:, ::1] rows, results, bint distance, nodes, seconds, /):
        """`solve_rows` for one of several threads; does nothing once they are to end."""
        cdef search_t* s = NULL
        counter_add(&self.inside, 1)
        try:
            if not self.admits:
                return 0
            s = another_search(self)
            return solve_batch(self, s, rows, results, distance, nodes, seconds, None)
        finally:
            free_search(s)
            counter_add(&self.inside, -1)

    # --- one technique alone

    def chain(self, own, opponent, bint alone, /):
        """(moves, answers, zone) of a win of `own` by continuous threats, as if to move, or None.

        No side may have a completing cell; the other's do not count if `own` plays `alone`. A stone of
        `opponent` outside of the zone does not stop the chain.
        """
        cdef search_t* s = lookup_of(self)
        cdef bb_t mine = board_of(own), theirs = board_of(opponent)
        cdef chain_t* chain = &s.attack.chain if alone else &s.chain
        cdef const context_t* ctx = s.weak_ctx if alone else s.ctx
        cdef int pairs, i, ply
        root_keys(s, mine, theirs)
        ply = s.root_ply
        scan(ctx, mine, theirs, &s.frames[ply].mine, &s.frames[ply].theirs)
        if alone:
            pairs = makers_chain(&s.attack, mine, theirs, s.keys[ply][0], &s.frames[ply].mine, MOST_PAIRS, True)
        else:
            pairs = look_for_chain(s, mine, theirs, s.keys[ply][0], &s.frames[ply].mine,
                                   &s.frames[ply].theirs, MOST_PAIRS, True)
        if pairs == NO_CHAIN:
            return None
        return ([chain.move[i] for i in range(pairs + 1)],
                [chain.answer[i] for i in range(pairs)],
                int_of(zone_of(ctx, chain, pairs, mine, theirs)))

    def vcf(self, own, opponent, int budget, bint every=False, /):
        """(line, nodes): the moves of a win by threats alone, or none if none was found.

        Every reply in the line is forced, so it is a proof; the table keeps it. At most `budget` positions
        are looked at. With `every` threat tried, no win is missed but for want of budget.
        """
        cdef search_t* s = lookup_of(self)
        cdef bb_t mine = board_of(own), theirs = board_of(opponent)
        cdef answer_t answer
        cdef int16_t moves[2 * MOST_PAIRS + 3]
        cdef int length
        with nogil:
            root_keys(s, mine, theirs)
            length = forced_line(s, mine, theirs, budget, every, moves)
            if length:
                answer.lower = answer.upper = 1
                answer.distance = NO_DISTANCE
                answer.move = moves[0]
                remember(s, &answer)
        return moves_of(moves, length), s.chain.looked_at

    def forced_win(self, own, opponent, int order, nodes, seconds, progress, /):
        """(line, zone, order, ended, nodes): of a win by force, of this order or a lower one.

        By a short chain (order 1), by threes (2), by quiet moves as well (3). There is no line, and the
        order is 0, if none was found. `zone` holds the replies to the first move that had to be looked at:
        all others lose to a win of a lower order; where the line is a chain, the cells outside of which a
        stone does not stop it. `ended`: within the limits. A win is a proof; that there is none is no
        fact. The table hears of neither.
        """
        cdef search_t* s = lookup_of(self)
        cdef bb_t mine = board_of(own), theirs = board_of(opponent)
        cdef bb_t zone = bb_none()
        cdef _Watch watch = _Watch(self, seconds, progress)
        cdef forced_t* f = forced_of(self)
        cdef key_t key
        cdef uint64_t spent
        cdef bint found, ended
        cdef int16_t line[CAPACITY]
        cdef int length = 0
        set_out(s, watch, nodes)
        with nogil:
            root_keys(s, mine, theirs)
            key = s.keys[s.root_ply][0]
            found = order < BY_THREES or seek_forced_win(f, order, mine, theirs, key)
            ended = not s.limits.stopped
            spent = s.limits.nodes
            if found:
                limit_nodes(&s.limits, UINT64_MAX)
                length = forced_win_line(f, &order, mine, theirs, key, line, &zone)
                ended = length > 0 or order < BY_THREES
        watch.settle()
        return moves_of(line, length), int_of(zone), order if length else 0, ended, spent

    def forced_zone(self, own, opponent, /):
        """The cells outside of which a stone of `opponent` does not stop a win of order 1 or 2.

        The win is one that `forced_win` has found.
        """
        cdef search_t* s = lookup_of(self)
        cdef bb_t mine = board_of(own), theirs = board_of(opponent)
        cdef bb_t zone = bb_none()
        cdef _Watch watch = _Watch(self, None, None)
        cdef forced_t* f = forced_of(self)
        cdef bint found
        set_out(s, watch, None)
        with nogil:
            root_keys(s, mine, theirs)
            found = add_zone_of_tree(f, mine, theirs, s.keys[s.root_ply][0], &zone)
        watch.settle()
        return int_of(bb_andnot(zone, bb_or(mine, theirs))) if found else int_of(self.ctx.full)

    def pairing(self, own, opponent, int budget, /):
        """Pairs of empty cells, one in each line without `opponent`; False: there are none; or None.

        None if `budget` nodes of the search for them did not do, or there are too many lines for it.
        """
        cdef search_t* s = lookup_of(self)
        cdef bb_t mine = board_of(own), theirs = board_of(opponent)
        cdef bb_t empty = bb_andnot(s.ctx.full, bb_or(mine, theirs))
        cdef lines_t lines
        cdef int answer
        if has_line(s.weak_ctx, mine):
            return False
        with nogil:
            scan_maker(s.weak_ctx, mine, theirs, &lines)
            if LINES_BY_NUMBER and lines_apart(s.ctx) and read_lines(s.ctx, &lines, empty, &s.pairing.graph):
                keep_pairs(&s.pairing, empty)
                answer = NO if lines.fewest == 1 or matching_after(&s.pairing, NO_MOVE, NO_MOVE) else YES
            else:
                forget_failures(&s.exact_cover)
                answer = decide_pairing(&s.exact_cover, &lines, empty, budget)
                if answer == YES:
                    take_pairing(&s.exact_cover, &s.pairing)
        if answer != YES:
            return False if answer == NO else None
        return [(cell, s.pairing.now.partner[cell]) for cell in range(s.ctx.cells)
                if cell < s.pairing.now.partner[cell] < NO_PARTNER]

    def replies_left(self, own, opponent, /):
        """The replies of `opponent` after which forced pairs do not rule out a pairing, as a set.

        Of the lines of `own` that miss two stones or more; None if there are too many of them.
        """
        cdef search_t* s = lookup_of(self)
        cdef bb_t mine = board_of(own), theirs = board_of(opponent)
        cdef bb_t empty = bb_andnot(s.ctx.full, bb_or(mine, theirs))
        cdef lines_t lines
        scan_maker(s.weak_ctx, mine, theirs, &lines)
        if not read_lines(s.weak_ctx, &lines, empty, &s.pairing.graph):
            return None
        return int_of(replies_left(&s.pairing, empty))

    def attack(self, maker, breaker, bint maker_moves, int price, nodes, /):
        """(move or -1, cells) of a win of Maker's in the weak game at this price, or None.

        Maker must have no line yet. Maker wins whatever stones Breaker is given outside of `cells`.
        """
        cdef weak_root_t root = root_of(maker, breaker, maker_moves)
        cdef _Watch watch = _Watch(self, None, None)
        cdef bb_t cells
        cdef int answer
        if not attack_ready(&self.search.attack):
            raise MemoryError("no memory for the attack")
        set_out(self.search, watch, nodes)
        with nogil:
            root_keys(self.search, root.maker, root.breaker)
            answer = attack_root(self.search, &root, min(price, <int>MOST_PRICE), &cells)
        watch.settle()
        return (self.search.choice if maker_moves else -1, int_of(cells)) if answer == YES else None

    # --- heuristics

    # Nine parameters: four of them are options, which are given by name.
    def judge(self, own, opponent, nodes, seconds, progress, cells=None, int wanted=1,
              bint resume=False, bint narrow=False):
        """(move, nodes): the most promising move that the heuristic search finds in its limits.

        Of `cells`, if given: one at least of all moves that are images of each other. The best `wanted`
        moves get a score each. `resume`: go on where the last call for the same ended.
        `narrow`: fewer moves, and deeper, for wins that are far.
        """
        cdef bb_t mine = board_of(own), theirs = board_of(opponent)
        cdef bb_t among = self.ctx.full if cells is None else board_of(cells)
        cdef _Watch watch = _Watch(self, seconds, progress)
        cdef heuristic_t* h = heuristic_of(self)
        cdef int move
        set_out(lookup_of(self), watch, nodes)
        with nogil:
            move = heuristic_move(h, mine, theirs, among, wanted, resume, narrow)
        watch.settle()
        return move, h.limits.nodes

    @property
    def last_judgement(self):
        """(own, opponent, depth, ranking) of the last call of `judge`; None before any.

        Of a call that was interrupted too. The ranking holds (score, plies, line) of the best moves
        `wanted`, best first, or of the chosen one if no depth was completed. A line begins with the move;
        a score is in sums of line weights; `plies` are those until a win (or, negative, a loss) that is
        seen, or 0.
        """
        cdef heuristic_t* h = self.heuristic
        if h == NULL or h.wanted == 0:
            return None
        if h.ranked == 0:
            return int_of(h.root[0]), int_of(h.root[1]), h.depth, (opinion(h, h.choice, h.found),)
        ranking = [opinion(h, h.scratch[0].move[i], h.scratch[0].rank[i]) for i in range(h.ranked)]
        return int_of(h.root[0]), int_of(h.root[1]), h.depth, tuple(ranking)

    def playouts(self, own, opponent, uint64_t count, uint64_t seed, /):
        """(own wins, opponent wins, draws, plies) of `count` random games from a position."""
        cdef _Watch watch = _Watch(self, None, None)
        cdef playouts_t total
        cdef int8_t board[CAPACITY]
        cdef int16_t free_cells[CAPACITY]
        cdef int empties = lay_out(self.ctx, board_of(own), board_of(opponent), board, free_cells)
        cdef uint64_t i
        memset(&total, 0, sizeof(total))
        with nogil:
            for i in range(count):
                play_out(self.ctx, board, free_cells, empties, 1, &seed, &total)
                if i % ROWS_PER_LOOK == 0:
                    with gil:
                        if watch.look(0, NULL):
                            break
        watch.settle()
        return total.own_wins, total.opponent_wins, total.draws, total.plies

    # --- proofs

    def begin_proof(self, sink, images, /):
        """Forget the nodes of earlier certificates; `sink` is called with bytes of the new one.

        images[a][b] is the format's number of the symmetry that takes a position to its image under b^-1 a,
        for the symmetries as they were given to this kernel; None if it tells a and b.
        """
        cdef writer_t* w = self.writer
        cdef int a, b
        if w == NULL:
            w = self.writer = <writer_t*>calloc(1, sizeof(writer_t))
            if w == NULL:
                raise MemoryError
        forget_written(w)
        w.number = 0
        w.cell_bytes = 1 if self.ctx.cells <= 256 else 2
        w.paired = images is None
        for a, row in enumerate(images or ()):
            for b, number in enumerate(row):
                w.image[a][b] = number
        self.proof_sink = sink

    def write_strategy(self, rival, keeper, int goal, bint alone, bint rival_moves, int plies, progress, /):
        """Write a node if the rival is to move, else an answer; (zone, plies that a win takes).

        `goal` as in `inarow.check`. With `alone` the rival's lines do not count: the keeper is Maker in the
        weak game. Numbers go on from the last call since `begin_proof`.
        """
        cdef bb_t theirs = board_of(rival), mine = board_of(keeper)
        cdef contest_t c = contest_t(self.search, self.writer, goal, alone)
        cdef _Watch watch
        cdef bb_t zone
        cdef int answer, length
        keep_zones(&self.table)
        if self.writer == NULL:
            raise RuntimeError("there is no proof that has begun")
        c.w.no_memory = False
        watch = begin_call(self, None, None, progress)
        watch.sink = self.proof_sink
        c.w.out.used = 0
        c.w.out.hand_over = hand_over
        c.w.out.watch = <void*>watch
        c.w.out.limits = &c.s.limits
        watch.followers = 0                 # the same bytes, however many threads there are
        try:
            with nogil:
                c.s.aside = True            # there is no question of which a share would be closed
                answer = write_strategy(&c, theirs, mine, rival_moves, plies, &zone, &length)
                c.s.aside = False
            watch.hand_over(&c.w.out)
        finally:
            end_call(self, watch)
        watch.settle()
        if c.w.no_memory:
            raise MemoryError("no memory for the nodes of a certificate")
        if self.search.limits.stopped == STOP_STACK:
            raise MemoryError("the stack of this thread is too small to write a certificate")
        if answer == STOPPED:
            raise RuntimeError(f"no move keeps what was said of {rival:#x} and {keeper:#x}")
        return int_of(zone), length
