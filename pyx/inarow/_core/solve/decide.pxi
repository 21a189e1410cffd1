# Deciding a question: "can the mover win?" (beta = 1) or "can it hold?" (beta = 0).
#
# It is asked plainly first, within a small budget: most positions are settled so. What is left is asked
# in three ways by turns, with growing budgets:
#
# - In the weak game. If the side that wants to win cannot complete a line there, it cannot in the
#   ordinary game either. For k of five and more that settles nearly every draw, and far sooner
#   than the ordinary game, above all while there are few stones; with short lines a win in the
#   weak game is the rule and says nothing, so little is spent on it.
# - In the contested game (`weak/contested.pxi`), for k of five and more once there are k stones: then
#   the other side's threats matter, and most is spent on it: by proof numbers and in the order of moves.
#   It knows what the weak game has found. It is not asked on boards too open for pairings. Where it is,
#   the weak game is asked once, and little.
# - For far wins, which can hide from a plain depth-first search for ever: for wins of a rising
#   price (`threat/cost.pxi`). When the cost of the steps levels off the tree is nearly exhausted, and the
#   plain question mostly finishes it from what the table holds. Without prices it is asked for
#   1, 3, 5, … plies (2, 4, 6, … for a loss) instead.

cdef enum:
    PLAIN_PART = 4              # of the usual budget goes into the plain question: a fourth, but all with k of four, …
    EARLY_PART = 32             # … or so little, with fewer than k stones and k of five or more
    CONTESTED_FAR_PART = 8      # nodes for the contested game to one for far wins beside it
    NUMBERS_PART = 4            # beside its budget proof numbers get a fourth of it while Maker looks like winning
    ROUND_GROWTH = 4            # of the budget from round to round: less asks again more often, more waits longer
    ALWAYS = 1 << 30            # rounds

cdef enum:                      # situations
    SHORT_LINES = 0             # k of four at most
    FEW_STONES = 1              # fewer than k stones
    CONTEST = 2                 # the other side's threats matter
    NO_CONTEST = 3
    SITUATIONS = 4

cdef struct way_t:              # how much of a plan one game gets
    uint64_t times              # its share of the budget of a round: so many times that, …
    uint64_t part               # … divided by so much,
    int rounds                  # and in how many rounds it is asked; not heeded for far wins

cdef way_t PLANS[SITUATIONS][GAMES]      # for each game; the ordinary stands for far wins


# The numbers without names made no difference to any set of questions when they were halved or doubled. A
# node of the weak game costs more time than one of the ordinary game.
PLANS[SHORT_LINES][GAME_WEAK] = way_t(1, 8, 2)
PLANS[SHORT_LINES][GAME_CONTESTED] = way_t(0, 1, 0)
PLANS[SHORT_LINES][GAME_ORDINARY] = way_t(4, 1, ALWAYS)
PLANS[FEW_STONES][GAME_WEAK] = way_t(1, 1, ALWAYS)
PLANS[FEW_STONES][GAME_CONTESTED] = way_t(0, 1, 0)
PLANS[FEW_STONES][GAME_ORDINARY] = way_t(1, 16, ALWAYS)
PLANS[CONTEST][GAME_WEAK] = way_t(1, 32, 1)
PLANS[CONTEST][GAME_CONTESTED] = way_t(1, 1, ALWAYS)
PLANS[CONTEST][GAME_ORDINARY] = way_t(1, CONTESTED_FAR_PART, ALWAYS)
PLANS[NO_CONTEST][GAME_WEAK] = way_t(1, 1, ALWAYS)
PLANS[NO_CONTEST][GAME_CONTESTED] = way_t(0, 1, 0)
PLANS[NO_CONTEST][GAME_ORDINARY] = way_t(4, 1, ALWAYS)


cdef inline uint64_t share_of(uint64_t budget, const way_t* way) noexcept nogil:
    return way.times * budget / way.part


cdef inline void forget_far(far_t* far) noexcept nogil:
    memset(far, 0, sizeof(far_t))


cdef bint step_levels_off(search_t* s, bint priced) noexcept nogil:
    """Note what a complete step has cost; does the cost level off?"""
    cdef far_t* far = &s.far
    cdef uint64_t before = far.spent_before
    cdef uint64_t spent = far.part
    far.spent_before = spent
    far.spent += spent
    far.part = 0
    far.steps += 1
    if priced:
        return spent >= s.plain_budget and 2 * spent < 3 * before
    return spent >= s.plain_budget / 16 and spent < 2 * before  # less says nothing about growth


cdef int ask_far(search_t* s, bb_t own, bb_t opponent, int beta) noexcept nogil:
    """Answer the question by deepening, from where `s.far` stopped."""
    cdef bint priced = s.rules & RULE_COST and costs_ready(&s.costs, s.table)
    cdef int answer, plies
    cdef uint64_t before
    while True:
        before = nodes_of_all(s)
        if priced:
            answer = ask_at_cost(s, own, opponent, beta, QUIET_COST + <int>s.far.steps)
            if answer != STOPPED and not s.cut:
                return answer
        else:
            plies = 2 - beta + 2 * <int>s.far.steps
            if plies > s.ctx.cells - s.root_ply:
                return ask(s, own, opponent, beta)
            answer = ask(s, own, opponent, WIN - plies if beta == 1 else plies - WIN + 1)
            # A win within so many plies settles it, whoever's it is; none within them does not.
            if answer == (YES if beta == 1 else NO):
                return answer
        s.far.part += nodes_of_all(s) - before
        if answer == STOPPED:
            return STOPPED
        # A cost that only stalled would leave the plain question to run for ever: it has a budget.
        if step_levels_off(s, priced):
            answer = ask_within(s, own, opponent, beta, 4 * s.far.spent)
            if answer != STOPPED or s.limits.stopped:
                return answer


cdef int ask_far_within(search_t* s, bb_t own, bb_t opponent, int beta,
                        uint64_t budget) noexcept nogil:
    """As `ask_far`, but STOPPED with `stopped` = 0 if `budget` nodes did not do."""
    cdef uint64_t limit = begin_part(&s.limits, budget)
    cdef int answer = ask_far(s, own, opponent, beta)
    end_part(&s.limits, limit)
    return answer


cdef bint may_be_contested(search_t* s, bb_t maker, bb_t breaker) noexcept nogil:
    """Is it of any use to ask the contested game?

    Not if Breaker cannot complete a line anyway, nor on so open a board that no pairing is seen.
    """
    cdef lines_t lines, counters
    if not s.rules & RULE_CONTESTED or s.ctx.exact:
        return False
    scan(s.ctx, maker, breaker, &lines, &counters)
    return counters.fewest != 0 and not is_crowded(s.ctx, &lines)


cdef int contested_ask_within(search_t* s, weak_root_t* root, uint64_t budget) noexcept nogil:
    """As `ask_game_within` for the contested game: by proof numbers, and then in the order of moves.

    Each way has a budget for itself. Proof numbers are for wins of Maker's, and their nodes take
    twice the time: they have less, and hardly anything once they themselves say that Maker does not
    look like winning. A crew follows in the order of moves all the time.
    """
    cdef uint64_t part = budget / (NUMBERS_PART if s.prover.hopeful else 32)
    cdef int answer = STOPPED
    if s.rules & RULE_NUMBERS and prover_ready(&s.prover, s.table):
        s.prover.on = True
        s.prover.limits.proof = s.prover.limits.disproof = MOST_NUMBER
        answer = ask_game_within(s, GAME_CONTESTED, root, 1, part)
        s.prover.on = False
        s.prover.hopeful = looks_won(s)
    if answer == STOPPED and not s.limits.stopped:
        answer = ask_game_within(s, GAME_CONTESTED, root, 1, budget)
    return answer


cdef int contested_decide(search_t* s, weak_root_t* root) noexcept nogil:
    """Does Maker win the contested game? For whoever asks it alone; `decide` has rounds of its own."""
    cdef uint64_t budget = s.plain_budget
    cdef int answer = STOPPED
    s.prover.hopeful = True
    while answer == STOPPED and not s.limits.stopped:
        answer = contested_ask_within(s, root, budget)
        budget *= ROUND_GROWTH
    return answer


cdef int situation_of(search_t* s, const weak_root_t* root) noexcept nogil:
    """The situation of the root, which chooses the plan."""
    if s.ctx.k <= SHORT_LINE:
        return SHORT_LINES
    if s.root_ply < s.ctx.k:
        return FEW_STONES
    return CONTEST if may_be_contested(s, root.maker, root.breaker) else NO_CONTEST


cdef int ask_other_games(search_t* s, weak_root_t* root, const way_t* way, int* left,
                         uint64_t budget) noexcept nogil:
    """Ask the weak game and the contested one, once each, while there are rounds left for them."""
    cdef int answer = STOPPED
    root_keys(s, root.maker, root.breaker)
    if left[GAME_WEAK]:
        left[GAME_WEAK] -= 1
        answer = ask_game_within(s, GAME_WEAK, root, 1, share_of(budget, &way[GAME_WEAK]))
        if answer == NO or s.limits.stopped:
            return answer
        if answer == YES:       # that says nothing about the ordinary game
            left[GAME_WEAK] = 0
    if left[GAME_CONTESTED]:
        left[GAME_CONTESTED] -= 1
        return contested_ask_within(s, root, share_of(budget, &way[GAME_CONTESTED]))
    return STOPPED


cdef int decide(search_t* s, bb_t own, bb_t opponent, int beta) noexcept nogil:
    """The plain question, then rounds of the other games and far wins, then far wins without a budget.

    A misère game, or one with gravity, has no more than the plain question.
    """
    cdef uint64_t budget = s.plain_budget
    cdef weak_root_t root
    cdef const way_t* way
    cdef int left[GAMES]        # rounds in which the other games may still be asked
    cdef int answer, situation
    if s.ctx.plainly:
        return ask(s, own, opponent, beta)
    if s.rules & RULE_WEAK and s.ctx.k > SHORT_LINE:
        budget /= EARLY_PART if s.root_ply < s.ctx.k else PLAIN_PART
    answer = ask_within(s, own, opponent, beta, budget)
    if answer != STOPPED or s.limits.stopped:
        return answer
    budget = s.plain_budget
    root = (weak_root_t(own, opponent, True, bb_none()) if beta == 1
            else weak_root_t(opponent, own, False, bb_none()))
    situation = situation_of(s, &root)
    way = PLANS[situation]
    left[GAME_WEAK] = way[GAME_WEAK].rounds if s.rules & RULE_WEAK else 0
    left[GAME_CONTESTED] = way[GAME_CONTESTED].rounds
    # A table without zones that several threads are at must stay as it is.
    if s.table.zones == NULL and (s.table.shared or not table_keep_zones(s.table)):
        left[GAME_WEAK] = left[GAME_CONTESTED] = 0
    forget_far(&s.far)
    if s.earlier.question == beta + 1:
        s.far = s.earlier
        forget_far(&s.earlier)
    s.far.question = beta + 1
    s.prover.hopeful = True
    # Proofs of a million nodes begin with pairs and random numbers of their own here, not with what the
    # plain question happened to leave. (What is searched between their rounds leaves some all the same.)
    if situation == FEW_STONES:
        forget_pairings(&s.pairing, s.seed)
    while left[GAME_WEAK] or left[GAME_CONTESTED]:
        answer = ask_other_games(s, &root, way, left, budget)
        # Before anything else: the keys of the weak game are those of its maker, who need not be
        # the mover, and by the root's keys the answer is remembered.
        root_keys(s, own, opponent)
        if s.limits.stopped:
            return STOPPED
        if answer != STOPPED:
            return answer if root.maker_moves else 1 - answer
        if left[GAME_WEAK] or left[GAME_CONTESTED]:
            s.aside = True          # progress is told of the other games, not of this search
            answer = ask_far_within(s, own, opponent, beta, share_of(budget, &way[GAME_ORDINARY]))
            s.aside = False
            if answer != STOPPED or s.limits.stopped:
                return answer
            budget *= ROUND_GROWTH
    return ask_far(s, own, opponent, beta)
