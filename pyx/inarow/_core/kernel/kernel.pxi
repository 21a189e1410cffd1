# The kernel: the one class of the core. A call that takes more than a line is a function of another file of
# this room, for a class cannot be spread over files. Nothing here checks its input beyond what keeps memory
# safe: the seam does (`_core/__init__`).

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
                  uint64_t seed, uint8_t[::1] memory=None):
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

    # --- the table, its records, and where a search stands: checkpoints

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
        return self.table.buckets * WAYS * entry_bytes(&self.table)

    def reserve(self, uint64_t entries):
        """Grow the table to hold `entries`, or to its limit."""
        table_reserve(&self.table, entries)

    def record_bytes(self, bint weak):
        """The size of a record of the ordinary or the weak game: see `records.pxi`."""
        return record_bytes(self.ctx, weak)

    def work_counts(self, bint weak):
        """How many entries of the game there are of each `work`, 0 … 64."""
        return count_works(self.ctx, &self.table, weak)

    def export_entries(self, uint8_t[::1] out, uint64_t first, bint weak, int least_work):
        """Write entries of at least so much work into `out`; (the index to go on from, records).

        `first` is 0 to begin with; the end is reached when the index is `table_entries`. May be called from
        a callback of a search, and while other threads search.
        """
        return entries_written(self.ctx, &self.table, out, first, weak, least_work)

    def first_bad_record(self, const uint8_t[::1] records, bint weak):
        """The index of the first record that no table could have held, or -1."""
        return bad_record(self.ctx, records, weak)

    def import_entries(self, const uint8_t[::1] records, bint weak):
        """Store records that `first_bad_record` has passed. Not while a search is on."""
        store_records(self.ctx, &self.table, records, weak)

    @property
    def stage(self):
        """(question, cost, steps): what `solve` knows besides its table, to be set before it goes on.

        The question that it looks for far wins in, 1 for "can he hold?", 2 for "can he win?", 0 for none;
        the nodes of the last complete step, and how many steps there were.
        """
        return self.search.far.question, self.search.far.spent_before, self.search.far.steps

    @stage.setter
    def stage(self, stage):
        set_stage(&self.search.earlier, stage)

    # --- solving, also with threads

    def best_move(self, own, opponent):
        """A best move if the table proves one without a search, else -1."""
        return move_known(self, own, opponent)

    def solve(self, own, opponent, bint distance, bint line, nodes, seconds, progress, aside=None):
        """(lower, upper, distance or -1, move, line, nodes) of a position that is not over.

        `own` are the mover's stones. `nodes` and `seconds` may be None for no limit; `progress` is called
        some twenty times a second with (nodes, seconds, share closed, table fill, line). `aside` is called with
        the nodes, at the same counts of nodes every time, and says in how many at the latest it is to be
        asked again; 0 ends the search. It may call `judge` and `force`, and look things up.
        """
        return solved(self, own, opponent, distance, line, nodes, seconds, progress, aside)

    def solve_weak(self, maker, breaker, bint maker_moves, bint distance, bint line, nodes, seconds,
                   progress):
        """(lower, upper, distance or -1, move, line, nodes, zone) in the free weak game.

        Maker must have no line yet, and a cell be empty. The bounds are Maker's: 1 if he completes a line,
        0 if Breaker holds. If they meet, that holds, and a win comes as soon, whatever stones the loser
        were given outside the zone (all free cells where the table has no better one). Else as for `solve`.
        """
        return solved_weak(self, maker, breaker, maker_moves, distance, line, nodes, seconds, progress)

    def solve_contested(self, maker, breaker, bint maker_moves, nodes, progress):
        """(does Maker win the ordinary game? None if `nodes` did not do; move, zone, nodes).

        Nobody must have a line yet, and a cell be empty; `ValueError` if longer rows do not win. The move
        is that of the side that has its way, -1 for any. `zone` is a set of cells, if Maker does not win:
        he would not, whatever stones he were given outside it.
        """
        return solved_contested(self, maker, breaker, maker_moves, nodes, progress)

    def ask(self, own, opponent, int beta, nodes, progress):
        """(is the mover's score at least `beta`? None if `nodes` did not do; a move for it; nodes).

        1 asks "can he win?", 0 "can he hold?", 512 - d "can he win within d plies?", d - 511 "can he
        outlast d plies?". The game must not be over.
        """
        return asked(self, own, opponent, beta, nodes, progress)

    def set_threads(self, int threads, double after):
        """Let solve, solve_weak and solve_contested have so many threads after so many seconds."""
        self.threads = threads
        self.crew_after = after

    def assist(self):
        """Search along with another thread's `solve` or `solve_weak`, until that ends."""
        follow_along(self)

    def share(self):
        """Let several threads into `solve_shared_rows`; its own table does not grow until `unshare`."""
        self.table.shared = True
        self.admits = True

    def unshare(self):
        """Stop those in `solve_shared_rows`, let no more in, and wait; raises then what interrupted that."""
        wait_for_all(self)

    # --- batches

    def first_bad_row(self, const int8_t[:, ::1] rows):
        """The index of the first row that is no sound position, or -1."""
        return bad_row(self.ctx, rows)

    def solve_rows(self, const int8_t[:, ::1] rows, int8_t[::1] lower, int8_t[::1] upper,
                   int16_t[::1] moves, int16_t[::1] distances, optimal, bint distance, nodes, seconds,
                   progress):
        """Solve sound rows into the arrays; returns the nodes spent.

        `optimal`: int8 like `rows`, or None. `nodes` limits each row, `seconds` all of them together.
        """
        self.table.generation += 1
        return rows_solved(self, self.search, rows, lower, upper, moves, distances, optimal, distance,
                           nodes, seconds, progress)

    def solve_shared_rows(self, const int8_t[:, ::1] rows, int8_t[::1] lower, int8_t[::1] upper,
                          int16_t[::1] moves, int16_t[::1] distances, optimal, bint distance, nodes,
                          seconds):
        """`solve_rows` for one of several threads; does nothing once they are to end."""
        return shared_rows_solved(self, rows, lower, upper, moves, distances, optimal, distance, nodes,
                                  seconds)

    # --- one technique alone

    def chain(self, own, opponent, bint alone):
        """(moves, answers, zone) of a win of `own` by continuous threats, as if to move, or None.

        No side may have a completing cell; the other's do not count if `own` plays `alone`. A stone of
        `opponent` outside of the zone does not stop the chain.
        """
        return chain_found(self, own, opponent, alone)

    def force(self, own, opponent, int budget, bint every=False):
        """(line, nodes): the moves of a win by threats alone, or none if none was found.

        Every reply in the line is forced, so it is a proof; the table keeps it. At most `budget` positions
        are looked at. With `every` threat tried, no win is missed but for want of budget.
        """
        return forced_win(self, own, opponent, budget, every)

    def force_win(self, own, opponent, int order, nodes, seconds, progress):
        """(line, zone, order, ended, nodes): of a win by force, of this order or a lower one.

        By a short chain (order 1), by threes (2), by quiet moves as well (3). There is no line, and the
        order is 0, if none was found. `zone` holds the replies to the first move that had to be looked at:
        all others lose to a win of a lower order; where the line is a chain, the cells outside of which a
        stone does not stop it. `ended`: within the limits. A win is a proof; that there is none is no
        fact. The table hears of neither.
        """
        return win_by_force(self, own, opponent, order, nodes, seconds, progress)

    def force_zone(self, own, opponent):
        """The cells outside of which a stone of `opponent` does not stop a win of order 1 or 2.

        The win is one that `force_win` has found.
        """
        return zone_by_force(self, own, opponent)

    def pairing(self, own, opponent, int budget):
        """Pairs of empty cells, one in each line without `opponent`; False: there are none; or None.

        None if `budget` nodes of the search for them did not do, or there are too many lines for it.
        """
        return pairs_found(self, own, opponent, budget)

    def replies_left(self, own, opponent):
        """The replies of `opponent` after which forced pairs do not rule out a pairing, as a set.

        Of the lines of `own` that miss two stones or more; None if there are too many of them.
        """
        return replies_to_pairs(self, own, opponent)

    def attack(self, maker, breaker, bint maker_moves, int price, nodes):
        """(move or -1, cells) of a win of Maker's in the weak game at this price, or None.

        Maker must have no line yet. He wins whatever stones Breaker were given outside of `cells`.
        """
        return attack_found(self, maker, breaker, maker_moves, price, nodes)

    # --- heuristics

    def judge(self, own, opponent, nodes, seconds, progress, cells=None, int wanted=1,
              bint resume=False, bint narrow=False):
        """(move, nodes): the most promising move that the heuristic search finds in its limits.

        Of `cells`, if given: one at least of all moves that are images of each other. The best `wanted`
        moves get a score each. `resume`: go on where the last call for the same ended.
        `narrow`: fewer moves, and deeper, for wins that are far.
        """
        return judged(self, own, opponent, nodes, seconds, progress, cells, wanted, resume,
                      narrow)

    @property
    def last_judgement(self):
        """(own, opponent, depth, ranking) of the last call of `judge`; None before any.

        Of a call that was interrupted too. The ranking holds (score, plies, line) of the best moves
        `wanted`, best first, or of the chosen one if no depth was completed. A line begins with the move;
        a score is in sums of line weights; `plies` are those until a win (or, negative, a loss) that is
        seen, or 0.
        """
        return last_judgement(self)

    def playouts(self, own, opponent, uint64_t count, uint64_t seed):
        """(own wins, opponent wins, draws, plies) of `count` random games from a position."""
        return played_out(self, own, opponent, count, seed)

    # --- proofs

    def begin_proof(self, sink, images):
        """Forget the nodes of earlier certificates; `sink` is called with bytes of the new one.

        images[a][b] is the format's number of the symmetry that takes a position to its image under b^-1 a,
        for the symmetries as they were given to this kernel.
        """
        begin_proof(self, sink, images)

    def write_strategy(self, rival, keeper, int goal, bint alone, bint rival_moves, int plies, progress):
        """Write a node if the rival is to move, else an answer; (zone, plies that a win takes).

        `goal` as in `inarow.check`. With `alone` the rival's lines do not count: the keeper is Maker in the
        weak game. Numbers go on from the last call since `begin_proof`.
        """
        return strategy_written(self, rival, keeper, goal, alone, rival_moves, plies, progress)
