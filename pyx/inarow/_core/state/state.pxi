# The state of a search: what it is allowed, where it is, and what it keeps between its nodes. All games
# are searched with it, over one board, one table and one ordering.

cdef enum:                      # what is known of a node from a look at it, if it is no answer
    OPEN = 2                    # nothing: its moves are to be searched
    FORCED = 3                  # there is one move

cdef struct strong_node_t:      # a node of the ordinary game
    bb_t own
    bb_t opponent
    bb_t deferred               # moves that others are at: they come last
    key_t key
    int symmetry                # the image whose key it is
    record_t record             # what the table knows, in terms of this position, not its image
    bint met_before             # does the table, or the memo of costs, know it?
    uint64_t entered            # the count of nodes on entry
    int cost                    # what the side that is to win may spend from here
    bint cut                    # was a move left out, or an answer cut, for its price?
    int forced                  # the move of a FORCED node
    bint in_turn                # are moves put off that others are at?
    uint64_t mark               # of the move under way, if they are, or 0

cdef struct weak_node_t:        # a node of the weak or the contested game
    int kind                    # KIND_…
    int ply
    int beta                    # is Maker's score at least so much?
    bb_t maker
    bb_t breaker
    bb_t empty
    bb_t zone                   # of the answer, or of what has been settled so far: `weak/weak.pxi`
    key_t key
    int symmetry                # the image whose key it is
    record_t record             # what the table knows, in terms of this position, not its image
    uint64_t entered            # the count of nodes on entry
    bint met_before             # at Breaker's node: if so, no reply was seen to settle it
    int forced                  # the move of a FORCED node
    bb_t live                   # the cells that matter at all, to Maker
    bb_t candidates             # the moves that there are; of Breaker's, once listed, `frame.moves` are those left
    bb_t skipped                # those of them that others dominate
    bb_t won                    # at Breaker's node: the cells of the wins after replies that fail
    int known                   # a reply that the table knows to hold, or that another thread is at; or NO_MOVE
    profit_t* profit            # of the exact cover, if it may learn from the search of this node

cdef struct contest_node_t:     # a node of a strategy that is written: `proof/contest.pxi`
    bb_t rival
    bb_t keeper
    bb_t zone                   # where other moves of the rival's are answered as well
    bb_t unanswered             # the rival's moves that are not, with the rival to move
    int length                  # plies that a win takes

cdef struct frame_t:            # what a node keeps while its children are searched
    strong_node_t strong
    weak_node_t weak
    contest_node_t contest
    lines_t mine                # in the weak and the contested game: Maker's
    lines_t theirs
    order_t order
    choices_t moves             # of the weak and the contested game, with …
    int weight[CAPACITY]        # … the weight of each cell, …
    int16_t by[CAPACITY]        # … and what dominates it; in proof-number search of the contested game:
    uint32_t wish[CAPACITY]     # what it costs, by the place of the move, to show what the mover wishes,
    uint32_t fear[CAPACITY]     # … and what it fears
    int cost                    # what the side that is to win may still spend
    # For whoever asks how far the search is:
    bb_t tried                  # the moves that there are to try; empty if there is but one
    bb_t left                   # those that have not begun
    int move                    # the one being searched

cdef struct far_t:              # how far deepening has come: see `decide`
    int question                # which: `beta` + 1; 0: none
    uint64_t steps              # that are complete
    uint64_t spent_before       # nodes of the last of them
    uint64_t spent              # of all of them
    uint64_t part               # nodes of the step under way, in rounds that are over

cdef struct common_t:           # what searches over one table tell each other, whatever kernels they are of
    history_t history           # of Breaker's replies
    uint64_t busy[MOST_BUSY]    # marks of the moves that some search is at: see `crew.pxi`

cdef struct search_t:
    limits_t limits             # first, for those who are handed no more than that
    # What it searches, and how:
    const context_t* ctx
    const context_t* weak_ctx   # of the weak game, where longer rows always win
    table_t* table
    int rules                   # the bits of the rules in force
    uint64_t plain_budget       # nodes for the first attempt at a question
    uint64_t seed               # of the random numbers by which pairings are looked for
    # Where it is:
    question_t question         # asked of the root
    int root_ply                # stones on the board where this question began
    frame_t* frames             # one for each ply: on the heap, for a thread's stack may be small
    int choice                  # the move found by the last YES, or NO_MOVE if any move will do
    bint cut                    # was the last answer "no win at this price", and no fact?
    int at_hand                 # the reply at the root of the weak game that a stopped search was at
    far_t far                   # the deepening, and
    far_t earlier               # … how far an earlier run of this search had come
    # What others hear of it:
    void* watch                 # a _Watch: hears of interrupts, keeps the time, reports progress
    int now                     # stones on the board of the node being searched
    int asked                   # the `beta` asked at the root, and
    bint aside                  # … is it for now another one that is searched, or without a share?
    int attacked                # the first ply of the path at which the attacker is to move
    # Other searches at the same question, or over the same table:
    crew_t* crew                # other threads at the same question, or NULL
    uint64_t number             # of the question in the crew
    bint follows                # does another thread lead?
    bint alone                  # is it at something that no question was posted for? See `attack_root`
    uint64_t reported           # nodes that the crew knows of
    uint64_t* busy              # marks of the moves that others over this table are at, or NULL
    history_t* history          # of Breaker's replies: its own, or one that others share
    # What its techniques keep between nodes:
    history_t own_history
    killers_t killers           # moves by which Maker won, for the contested game,
    prover_t prover             # … and what proof-number search knows of it
    chain_t chain               # the chain of threats last looked for
    costs_t costs               # what wins do not cost
    attack_t attack             # the attack of the weak game
    pairing_t pairing           # the pairs last found
    record_of_replies_t replies # where they pay in the ordinary game
    exact_cover_t exact_cover   # pairings decided,
    profit_t profit[MOST_LINES + 1]         # what that brings, by number of lines;
    choices_t nearest           # the replies that it is asked about
    key_t keys[CAPACITY + 1][MAX_SYMMETRIES]    # by ply: the position's key in each image


cdef inline common_t* in_common(const table_t* table) noexcept nogil:
    """What they tell each other, if the table is lent: it lies behind what the table has for itself."""
    return <common_t*>(table.commons + 1)


cdef inline int symmetries_at(const search_t* s, int ply) noexcept nogil:
    """How many images to compare: all near the root, where they pay; further down only one."""
    if ply > s.ctx.fold_ply or not s.rules & RULE_SYMMETRY:
        return 1
    return s.ctx.symmetries


cdef inline key_t canonical_key(const search_t* s, int ply, int* symmetry) noexcept nogil:
    """The smallest key among the images, and which image has it."""
    cdef key_t best = s.keys[ply][0]
    cdef int i
    symmetry[0] = 0
    for i in range(1, symmetries_at(s, ply)):
        if key_less(s.keys[ply][i], best):
            best = s.keys[ply][i]
            symmetry[0] = i
    return best


cdef inline void push_keys(search_t* s, int ply, int cell) noexcept nogil:
    """The keys after the mover's stone on `cell`, from the other side's view."""
    cdef int i
    for i in range(symmetries_at(s, ply + 1)):
        s.keys[ply + 1][i] = key_negate(key_add(s.keys[ply][i], s.ctx.weight[cell][i]))
    table_fetch(s.table, s.keys[ply + 1][0])    # the only key to compare but near the root


cdef int look_for_chain(search_t* s, bb_t own, bb_t opponent, key_t key, const lines_t* mine,
                        const lines_t* theirs, int most, bint whole) noexcept nogil:
    """As `seek_chain`, at a node of the exact search."""
    cdef place_t at = place_t(own, opponent, key, mine, theirs)
    cdef int pairs = seek_chain(s.ctx, &s.chain, &at, most, CHAIN_BUDGET, whole)
    bring_watch_nearer(&s.limits, s.chain.looked_at)
    return pairs


cdef void root_keys(search_t* s, bb_t own, bb_t opponent) noexcept nogil:
    """The keys of a position that the search did not reach by moves.

    In the weak game `own` are the stones of Maker, whoever is to move.
    """
    cdef key_t keys[MAX_SYMMETRIES]
    cdef int ply = bb_count(own) + bb_count(opponent)
    cdef int i, cell
    for i in range(MAX_SYMMETRIES):
        keys[i] = key_of(0, 0)
    while bb_any(opponent):
        cell = pop_lowest(&opponent)
        for i in range(MAX_SYMMETRIES):
            keys[i] = key_add(keys[i], s.ctx.weight[cell][i])
    for i in range(MAX_SYMMETRIES):
        keys[i] = key_negate(keys[i])
    while bb_any(own):
        cell = pop_lowest(&own)
        for i in range(MAX_SYMMETRIES):
            keys[i] = key_add(keys[i], s.ctx.weight[cell][i])
    memcpy(s.keys[ply], keys, sizeof(keys))
    s.root_ply = ply


cdef inline void set_path(search_t* s, int beta, bint attacker_moves) noexcept nogil:
    """A question begins at the root."""
    s.now = s.root_ply
    if not s.aside:
        s.asked = beta
    s.attacked = s.root_ply + (not attacker_moves)
