# The kernel: the one class of the core. It owns the board's context and the table, turns Python
# values into C ones, and lets go of the GIL. Included by a module for each board width.
#
# Nothing here checks its input beyond what keeps memory safe: the seam does (`_core/__init__`).

from cpython.exc cimport PyErr_CheckSignals
from cpython.time cimport monotonic
from libc.math cimport log, sqrt
from libc.stdint cimport INT64_MAX, INT64_MIN, UINT64_MAX, int8_t, int16_t, int32_t, int64_t
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcpy, memset
from inarow._core.intrinsics cimport counter_add, processor_counts, word_load, word_store, zeroed

from threading import Thread
from time import sleep

if not processor_counts():
    raise ImportError("inarow needs a processor that counts bits (POPCNT: any x86-64 since 2009)")

cdef class Kernel               # declared first: a watch knows its kernel

include "inarow/_core/random.pxi"
include "inarow/_core/context.pxi"
include "inarow/_core/table.pxi"
include "inarow/_core/threats.pxi"
include "inarow/_core/order.pxi"
include "inarow/_core/incidence.pxi"
include "inarow/_core/pairing.pxi"
include "inarow/_core/reply.pxi"
include "inarow/_core/domination.pxi"
include "inarow/_core/lookahead.pxi"
include "inarow/_core/vcf.pxi"
include "inarow/_core/zone.pxi"
include "inarow/_core/cost.pxi"
include "inarow/_core/attack.pxi"
include "inarow/_core/crew.pxi"
include "inarow/_core/search.pxi"
include "inarow/_core/tracer.pxi"
include "inarow/_core/weak.pxi"
include "inarow/_core/root.pxi"
include "inarow/_core/weakroot.pxi"
include "inarow/_core/decide.pxi"
include "inarow/_core/progress.pxi"
include "inarow/_core/checkpoint.pxi"
include "inarow/_core/batch.pxi"
include "inarow/_core/playouts.pxi"
include "inarow/_core/mcts.pxi"
include "inarow/_core/judge_memo.pxi"
include "inarow/_core/judge_eval.pxi"
include "inarow/_core/judge.pxi"
include "inarow/_core/watch.pxi"


cdef inline bb_t board_of(stones):
    """A set of cells from a Python int; bit i is cell i."""
    cdef bb_t cells = bb_none()
    cdef int word
    if WORDS == 1:
        return bb_with_word(cells, 0, <uint64_t>stones)
    for word in range(WORDS):
        cells = bb_with_word(cells, word, <uint64_t>(stones >> (64 * word) & UINT64_MAX))
    return cells


cdef int_of(bb_t cells):
    """A set of cells as a Python int."""
    stones = 0
    for word in range(WORDS):
        stones |= bb_word(cells, word) << (64 * word)
    return stones


cdef class Kernel:
    """Search, table and playouts for one game on boards of one width."""

    cdef context_t ctx
    cdef table_t table
    cdef search_t* search       # kept between calls: it learns which techniques pay
    cdef search_t* lookup       # for look-ups, which may come from a callback of the search
    cdef judge_t* judgement     # the heuristic search: made when it is first wanted
    cdef int rules
    cdef uint64_t plain_budget
    cdef readonly int threads   # that search one tree
    cdef double crew_after      # seconds that a search is left to one of them
    cdef crew_t crew            # they, as far as they are at work
    cdef tracer_t* tracer       # of the searches of `solve` and `solve_weak`; NULL if there is …
    cdef object sink            # … nobody to call with the events
    cdef bint admits            # may threads of a shared kernel begin?
    cdef bint cancelled         # shall they end?
    cdef int64_t inside         # how many are at it

    def __cinit__(self, int k, int cells, lines, symmetries, uint64_t table_bytes,
                  int rules, int fold_ply, uint64_t plain_budget):
        # One-word keys are sound only where they are exact; two words hash well beyond that.
        cdef int most = EXACT_CELLS if KEY_WORDS == 1 else CAPACITY
        if not 0 < cells <= most:
            raise ValueError(f"this kernel holds 1 to {most} cells, not {cells}")
        context_init(&self.ctx, k, lines, symmetries, cells, fold_ply)
        self.rules = rules
        self.plain_budget = plain_budget
        self.threads = 1
        self.table.most_bytes = table_bytes
        self.search = new_search(&self.ctx, &self.table, rules, plain_budget)
        self.lookup = new_search(&self.ctx, &self.table, rules, plain_budget)
        self.clear()

    def __dealloc__(self):
        free_search(self.search)
        free_search(self.lookup)
        free_judge(self.judgement)
        free(self.tracer)
        table_free(&self.table)

    def clear(self):
        """Forget everything; gives the memory back."""
        cdef table_t fresh = self.table
        fresh.most_buckets = buckets_within(fresh.most_bytes)
        if table_new(&fresh, min(<uint64_t>FIRST_BUCKETS, fresh.most_buckets), False):
            table_free(&self.table)
            self.table = fresh
        elif self.table.entries != NULL:
            memset(self.table.entries, 0, self.table.buckets * WAYS * sizeof(entry_t))
        else:
            raise MemoryError("no memory for the smallest table")
        self.table.used = 0
        forget_pairings(&self.search.pairing)
        memset(&self.search.replies, 0, sizeof(record_of_replies_t))
        forget_chains(&self.search.chain)
        forget_costs(&self.search.costs)
        forget_attacks(&self.search.attack)

    @property
    def table_entries(self):
        """Entries that the table has room for now; it grows."""
        return self.table.buckets * WAYS

    @property
    def table_used(self):
        """Entries that hold a position."""
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
        cdef uint64_t buckets = self.table.buckets
        while buckets < self.table.most_buckets and WAYS * buckets < entries:
            buckets *= 2
        if buckets > self.table.buckets:
            table_grow(&self.table, buckets, NULL)

    def set_threads(self, int threads, double after):
        """Let `solve` and `solve_weak` search with so many threads after so many seconds."""
        self.threads = threads
        self.crew_after = after

    def trace(self, sink):
        """Call `sink` with the events (bytes: see `tracer.pxi`) of coming searches; None: no more.

        What a table already holds is not proven again: begin with an empty one. A search that is
        traced is left to one thread.
        """
        if sink is not None and self.tracer == NULL:
            self.tracer = <tracer_t*>calloc(1, sizeof(tracer_t))
            if self.tracer == NULL:
                raise MemoryError
        self.sink = sink

    @property
    def words(self):
        """Words of 64 bits in a set of cells, as events have it."""
        return WORDS

    cdef _end_trace(self, _Watch watch):
        """Hand over the last events; what is searched after the answer is not traced."""
        if self.search.tracer != NULL:
            watch.hand_over(self.tracer)
            self.search.tracer = NULL

    cdef _call_crew(self, int followers):
        """Let other threads join the search that is under way; `_dismiss_crew` ends it.

        They share the table as it is, so it gets some room before; `_regroup` gives it more.
        """
        cdef search_t* s = self.search
        if self.rules & RULE_COST and not costs_ready(s):
            return
        memset(&self.crew, 0, sizeof(self.crew))
        s.crew = &self.crew
        self._set_to_work(followers)

    cdef _set_to_work(self, int followers):
        cdef uint64_t buckets = min(max(4 * self.table.buckets, <uint64_t>CREW_BUCKETS),
                                    self.table.most_buckets)
        if buckets > self.table.buckets:
            table_grow(&self.table, buckets, NULL)
        word_store(&self.crew.open, 1)
        self.share()
        post_question(self.search)
        for _ in range(followers):
            Thread(target=self.assist, daemon=True).start()

    cdef _regroup(self, int followers):
        """If the table fills, send the others away for a moment and let it grow."""
        if (self.table.buckets < self.table.most_buckets
                and 10 * word_load(&self.table.used) > 3 * WAYS * self.table.buckets):
            self._send_away()
            self._set_to_work(followers)

    cdef _send_away(self):
        word_store(&self.crew.open, 0)
        word_store(&self.crew.number, self.crew.number | 1)
        self.unshare()

    cdef _dismiss_crew(self):
        """Send the other threads away, and wait until they have gone; nothing if there are none."""
        if self.search.crew != NULL:
            self._send_away()
            self.search.crew = NULL

    def assist(self):
        """Search along with another thread's `solve` or `solve_weak`, until that ends."""
        cdef _Watch watch = _Watch(self, None, None)
        cdef search_t* s
        cdef bint helped
        counter_add(&self.inside, 1)
        try:
            if not self.admits:
                return
            s = new_search(&self.ctx, &self.table, self.rules, self.plain_budget)
            try:
                s.crew = &self.crew
                s.follows = True
                # What is torn or lost there is only a cut more or less, and marked as one.
                s.costs = self.search.costs
                set_out(s, watch, self.search.call_limit)
                while word_load(&self.crew.open):
                    with nogil:
                        helped = follow(s)
                    if not helped:
                        sleep(IDLE_SECONDS)
                report_nodes(s)
            finally:
                s.costs.entries = NULL
                free_search(s)
        finally:
            counter_add(&self.inside, -1)

    @property
    def stage(self):
        """What `solve` knows besides its table; to be set before it goes on with a search.

        (question, cost, steps): the question that it looks for far wins in, 1 for "can he hold?",
        2 for "can he win?", 0 for none; the nodes of the last complete step, and how many there
        were.
        """
        cdef far_t* far = &self.search.far
        return far.question, far.spent_before, far.steps

    @stage.setter
    def stage(self, stage):
        cdef far_t* earlier = &self.search.earlier
        forget_far(earlier)
        earlier.question, earlier.spent_before, earlier.steps = stage
        earlier.spent = 2 * earlier.spent_before        # steps grow by about two

    def record_bytes(self, bint weak):
        """The size of a record of the ordinary or the weak game: see `checkpoint.pxi`."""
        return record_bytes(&self.ctx, weak)

    def work_counts(self, bint weak):
        """How many entries of the game there are of each `work`, 0 … 64."""
        cdef uint64_t counts[WORKS]
        cdef found_t found
        cdef uint64_t i
        memset(counts, 0, sizeof(counts))
        with nogil:
            for i in range(self.table.buckets * WAYS):
                if take_entry(&self.ctx, &self.table, i, weak, &found):
                    counts[min(found.record.work, WORKS - 1)] += 1
        return [counts[i] for i in range(WORKS)]

    def export_entries(self, uint8_t[::1] out, uint64_t first, bint weak, int least_work):
        """Write entries of at least so much work into `out`; (the index to go on from, records).

        `first` is 0 to begin with; the end is reached when the index is `table_entries`. May be
        called from a callback of a search, and while other threads search.
        """
        cdef Py_ssize_t records = out.shape[0] // record_bytes(&self.ctx, weak)
        if records:
            with nogil:
                first = write_entries(&self.ctx, &self.table, weak, least_work, first,
                                      &out[0], &records)
        return first, records

    def first_bad_record(self, const uint8_t[::1] records, bint weak):
        """The index of the first record that no table could have held, or -1."""
        cdef int size = record_bytes(&self.ctx, weak)
        cdef Py_ssize_t i
        cdef found_t found
        for i in range(records.shape[0] // size):
            read_record(&self.ctx, weak, &records[i * size], &found)
            if not is_sound(&self.ctx, weak, &found):
                return i
        return -1

    def import_entries(self, const uint8_t[::1] records, bint weak):
        """Store records that `first_bad_record` has passed. Not while a search is on."""
        cdef int size = record_bytes(&self.ctx, weak)
        cdef Py_ssize_t i
        cdef found_t found
        if weak and not table_keep_zones(&self.table):
            raise MemoryError("no memory for the zones of the table")
        # They count as the coming search's own: what it overwrites first is older.
        self.table.generation += 1
        for i in range(records.shape[0] // size):
            read_record(&self.ctx, weak, &records[i * size], &found)
            table_make_room(&self.table, NULL)
            merge_entry(&self.table, &found)
        self.table.generation -= 1

    def share(self):
        """Let several threads into `solve_rows`; the table does not grow until `unshare`."""
        self.table.shared = True
        self.admits = True

    def unshare(self):
        """Stop the threads that are in `solve_rows`, wait for them, and let no more in.

        Whatever interrupts the waiting is raised when it is over: the kernel is theirs till then.
        """
        interrupt = None
        self.admits = False
        self.cancelled = True
        while counter_add(&self.inside, 0):
            try:
                sleep(0.0005)
            except BaseException as error:
                interrupt = error
        self.cancelled = False
        self.table.shared = False
        if interrupt is not None:
            raise interrupt

    def best_move(self, own, opponent):
        """A best move if the table proves one without a search, else -1."""
        cdef answer_t answer
        root_keys(self.lookup, board_of(own), board_of(opponent))
        return answer.move if recall(self.lookup, &answer) else -1

    def solve(self, own, opponent, bint distance, bint line, nodes, seconds, progress):
        """(lower, upper, distance or -1, move, line, nodes) of a position that is not over.

        `own` are the mover's stones. `nodes` and `seconds` may be None for no limit; `progress`
        is called about ten times a second with (nodes, seconds, share closed, table fill, line).
        """
        cdef bb_t mine = board_of(own)
        cdef bb_t theirs = board_of(opponent)
        cdef _Watch watch = _Watch(self, seconds, progress,
                                   self.threads - 1 if self.sink is None else 0)
        cdef search_t* s = self.search
        cdef answer_t answer
        cdef int16_t moves[CAPACITY]
        cdef int length = 0
        cdef uint64_t spent
        set_out(s, watch, nodes)
        s.tracer = self.tracer if self.sink is not None else NULL
        self.crew.nodes = 0
        self.table.generation += 1
        try:
            with nogil:
                solve(s, mine, theirs, distance, &answer)
        finally:
            self._dismiss_crew()
            self._end_trace(watch)
        spent = s.nodes + self.crew.nodes
        watch.followers = 0
        with nogil:
            forget_far(&s.earlier)
            if line and answer.lower == answer.upper and not s.stopped:
                if not distance:
                    answer.distance = NO_DISTANCE
                length = principal_variation(s, mine, theirs, &answer, moves)
        watch.settle()
        return (answer.lower, answer.upper, answer.distance, answer.move,
                tuple([moves[i] for i in range(length)]), spent)

    def solve_weak(self, maker, breaker, bint maker_moves, bint distance, bint line, nodes, seconds,
                   progress):
        """(lower, upper, distance or -1, move, line, nodes, zone) in the weak game.

        Maker must have no line yet, and a cell be empty. The bounds are Maker's: 1 if he completes
        a line, 0 if Breaker holds; the zone is a set of cells, for `upper` = 0: Breaker holds
        whatever stones Maker were given outside it. The rest is as for `solve`.
        """
        cdef weak_root_t root
        cdef _Watch watch = _Watch(self, seconds, progress,
                                   self.threads - 1 if self.sink is None else 0)
        cdef search_t* s = self.search
        cdef answer_t answer
        cdef int16_t moves[CAPACITY]
        cdef int length = 0
        cdef uint64_t spent
        root.maker = board_of(maker)
        root.breaker = board_of(breaker)
        root.maker_moves = maker_moves
        root.zone = bb_none()
        if not table_keep_zones(&self.table):
            raise MemoryError("no memory for the zones of the table")
        set_out(s, watch, nodes)
        s.tracer = self.tracer if self.sink is not None else NULL
        self.crew.nodes = 0
        self.table.generation += 1
        try:
            with nogil:
                solve_weak_root(s, &root, distance, &answer)
        finally:
            self._dismiss_crew()
            self._end_trace(watch)
        spent = s.nodes + self.crew.nodes
        watch.followers = 0
        with nogil:
            if line and answer.lower == answer.upper and not s.stopped:
                if not distance:
                    answer.distance = NO_DISTANCE
                length = weak_variation(s, root, &answer, moves)
        watch.settle()
        return (answer.lower, answer.upper, answer.distance, answer.move,
                tuple([moves[i] for i in range(length)]), spent, int_of(root.zone))

    def chain(self, own, opponent):
        """(moves, answers, zone) of a win of `own` by continuous threats, as if to move, or None.

        No side may have a completing cell. `zone` is the set of cells outside of which a stone of
        `opponent` does not stop the chain.
        """
        cdef search_t* s = self.lookup
        cdef bb_t mine = board_of(own)
        cdef bb_t theirs = board_of(opponent)
        cdef int pairs, i, ply
        root_keys(s, mine, theirs)
        ply = s.root_ply
        scan(&self.ctx, mine, theirs, &s.frames[ply].mine, &s.frames[ply].theirs)
        pairs = look_for_chain(s, mine, theirs, s.keys[ply][0], &s.frames[ply].mine,
                               &s.frames[ply].theirs, MOST_PAIRS, True)
        if pairs == NO_CHAIN:
            return None
        return ([s.chain.move[i] for i in range(pairs + 1)],
                [s.chain.answer[i] for i in range(pairs)],
                int_of(zone_of(&self.ctx, &s.chain, pairs, mine, theirs)))

    def attack(self, maker, breaker, bint maker_moves, int price, nodes):
        """(move or -1, cells) of a win of Maker's in the weak game at this price, or None.

        Maker must have no line yet. He wins whatever stones Breaker were given outside of `cells`.
        """
        cdef search_t* s = self.search
        cdef bb_t stones = board_of(maker)
        cdef bb_t others = board_of(breaker)
        cdef bb_t cells = bb_none()
        cdef key_t key
        cdef weak_root_t root
        cdef _Watch watch = _Watch(self, None, None)
        cdef int answer
        if not attack_ready(&s.attack):
            raise MemoryError("no memory for the attack")
        set_out(s, watch, nodes)
        root.maker = stones
        root.breaker = others
        weak_keys(s, &root)
        key = s.keys[s.root_ply][0]
        with nogil:
            if maker_moves:
                answer = attack_up_to(s, stones, others, key, price, &cells)
            else:
                answer = withstand(s, stones, others, key, price, &cells)
        watch.settle()
        return (s.choice if maker_moves else -1, int_of(cells)) if answer == YES else None

    def force(self, own, opponent, int budget):
        """(line, nodes): the moves of a win by threats alone, or none if none was found.

        Every reply in the line is forced, so it is a proof; the table keeps it. At most `budget`
        positions are looked at.
        """
        cdef search_t* s = self.search
        cdef bb_t mine = board_of(own)
        cdef bb_t theirs = board_of(opponent)
        cdef answer_t answer
        cdef int16_t moves[2 * MOST_PAIRS + 3]
        cdef int length
        with nogil:
            root_keys(s, mine, theirs)
            length = forced_line(s, mine, theirs, budget, moves)
            if length:
                answer.lower = answer.upper = 1
                answer.distance = NO_DISTANCE
                answer.move = moves[0]
                remember(s, &answer)
        return tuple([moves[i] for i in range(length)]), s.chain.looked_at

    def judge(self, own, opponent, nodes, seconds, progress):
        """(move, nodes): the most promising move that the heuristic search finds in its limits."""
        cdef bb_t mine = board_of(own)
        cdef bb_t theirs = board_of(opponent)
        cdef _Watch watch = _Watch(self, seconds, progress)
        cdef judge_t* j
        cdef int move
        if self.judgement == NULL:
            self.judgement = new_judge(&self.ctx, self.search)
        j = self.judgement
        set_out(j.s, watch, nodes)
        with nogil:
            move = judged_move(j, mine, theirs)
        watch.settle()
        return move, j.s.nodes

    def first_bad_row(self, const int8_t[:, ::1] rows):
        """The index of the first row that is no sound position, or -1."""
        cdef Py_ssize_t i, bad = -1
        with nogil:
            for i in range(rows.shape[0]):
                if not row_is_sound(&self.ctx, &rows[i, 0]):
                    bad = i
                    break
        return bad

    def solve_rows(self, const int8_t[:, ::1] rows, int8_t[::1] lower, int8_t[::1] upper,
                   int16_t[::1] moves, int16_t[::1] distances, optimal,
                   bint distance, nodes, seconds, progress):
        """Solve sound rows into the arrays; returns the nodes spent.

        `optimal` is an int8 array shaped like `rows`, or None. `nodes` limits each row, `seconds`
        all of them together.
        """
        self.table.generation += 1
        return self._solve_rows(self.search, rows, lower, upper, moves, distances, optimal,
                                distance, nodes, seconds, progress)

    def solve_shared_rows(self, const int8_t[:, ::1] rows, int8_t[::1] lower, int8_t[::1] upper,
                          int16_t[::1] moves, int16_t[::1] distances, optimal,
                          bint distance, nodes, seconds):
        """`solve_rows` for one of several threads; does nothing once they are to end."""
        cdef search_t* s
        counter_add(&self.inside, 1)
        try:
            if not self.admits:
                return 0
            s = new_search(&self.ctx, &self.table, self.rules, self.plain_budget)
            try:
                return self._solve_rows(s, rows, lower, upper, moves, distances, optimal,
                                        distance, nodes, seconds, None)
            finally:
                free_search(s)
        finally:
            counter_add(&self.inside, -1)

    cdef _solve_rows(self, search_t* s, const int8_t[:, ::1] rows, int8_t[::1] lower,
                     int8_t[::1] upper, int16_t[::1] moves, int16_t[::1] distances, optimal,
                     bint distance, nodes, seconds, progress):
        cdef _Watch watch = _Watch(self, seconds, progress)
        cdef uint64_t budget = UINT64_MAX if nodes is None else min(<object>nodes, UINT64_MAX)
        cdef int8_t[:, ::1] masks
        cdef row_t row
        cdef Py_ssize_t i
        cdef bint with_masks = optimal is not None
        if with_masks:
            masks = optimal
        set_out(s, watch, None)
        watch.rows = rows.shape[0]
        with nogil:
            for i in range(rows.shape[0]):
                watch.row = i
                watch.share = 0
                row.lower = &lower[i]
                row.upper = &upper[i]
                row.move = &moves[i]
                row.distance = &distances[i]
                row.optimal = &masks[i, 0] if with_masks else NULL
                limit_nodes(s, budget if budget >= UINT64_MAX - s.nodes else s.nodes + budget)
                s.stopped = 0
                solve_row(s, &rows[i, 0], distance, &row)
                if s.stopped == STOP_WATCH:
                    break
                if i % ROWS_PER_LOOK == 0 and watch_stops(s):
                    break
        watch.settle()
        return s.nodes

    def playouts(self, own, opponent, uint64_t count, uint64_t seed):
        """(own wins, opponent wins, draws, plies) of `count` random games from a position."""
        cdef _Watch watch = _Watch(self, None, None)
        cdef playouts_t total
        cdef int8_t board[CAPACITY]
        cdef int16_t free_cells[CAPACITY]
        cdef int empties = lay_out(&self.ctx, board_of(own), board_of(opponent), board, free_cells)
        cdef uint64_t i
        memset(&total, 0, sizeof(total))
        with nogil:
            for i in range(count):
                play_out(&self.ctx, board, free_cells, empties, 1, &seed, &total)
                if i % ROWS_PER_LOOK == 0:
                    with gil:
                        if watch.look(0, NULL):
                            break
        watch.settle()
        return total.own_wins, total.opponent_wins, total.draws, total.plies

    def mcts(self, own, opponent, uint64_t simulations, double exploration, uint64_t seed,
             uint32_t most_nodes, seconds):
        """(move, lower, upper, simulations, tree nodes, moves) of a Monte-Carlo tree search.

        `simulations` < 2^31; it stops before if the value is proven. `moves` holds (move, visits,
        sum of results, lower, upper) of the moves tried, all for the side to move. Uses nothing
        but the board: several threads may be inside.
        """
        cdef bb_t mine = board_of(own)
        cdef bb_t theirs = board_of(opponent)
        cdef _Watch watch = _Watch(self, seconds, None)
        cdef mcts_t tree
        cdef leaf_t* node
        cdef uint32_t index
        cdef uint64_t done = 0
        moves = []
        plant(&tree, &self.ctx, exploration, seed, most_nodes, mine, theirs)
        try:
            with nogil:
                while done < simulations and tree.nodes[0].lower < tree.nodes[0].upper:
                    simulate(&tree, mine, theirs)
                    done += 1
                    if done % SIMULATIONS_PER_LOOK == 1:
                        with gil:
                            if watch.look(0, NULL):
                                break
            watch.settle()
            index = tree.nodes[0].first_child
            while index:
                node = &tree.nodes[index]
                moves.append((node.move, node.visits, -node.total, -node.upper, -node.lower))
                index = node.next_sibling
            node = &tree.nodes[0]
            return (chosen_move(&tree, mine, theirs), node.lower, node.upper, done, tree.count,
                    moves)
        finally:
            free(tree.nodes)
