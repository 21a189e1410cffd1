# What the nodes of the weak and of the contested game share: their keys and entries of the table, in
# terms of their position and not of the image that was stored, and their lines and moves, set down for
# the pairing.
#
# A node (`weak_node_t`) lies in the frame of its ply. Whoever enters it has set its kind, ply, question and
# stones; it leaves its zone there.

cdef enum:
    KNOWN_REPLIES = 8           # so many are looked up in the table, the first ones
    # What one of Breaker's own lines adds to the weight of its cells in the contested game, where a line of
    # Maker's adds 25, 16, 10 (`pairing/look_ahead.pxi`), if it misses …
    COUNTER_TWO = 12            # … two stones,
    COUNTER_THREE = 8           # … three: they lead to chains of threats,
    COUNTER_MORE = 3            # … or more, with a stone of Breaker's among them


cdef inline int weak_beta(int beta) noexcept nogil:
    """The question to ask one ply on: a win in d is then one in d - 1."""
    return 1 if beta == 1 else beta + 1


cdef bb_t moved(const int16_t* to, bb_t cells) noexcept nogil:
    """Where a symmetry takes a set of cells."""
    cdef bb_t result = bb_none()
    while bb_any(cells):
        result = bb_or(result, bb_of(to[pop_lowest(&cells)]))
    return result


cdef inline void weak_push(search_t* s, const weak_node_t* node, int move) noexcept nogil:
    """Go on to the node after a move."""
    cdef int i, ply = node.ply
    for i in range(symmetries_at(s, ply + 1)):
        if is_makers(node.kind):
            s.keys[ply + 1][i] = key_add(s.keys[ply][i], s.weak_ctx.weight[move][i])
        else:
            s.keys[ply + 1][i] = key_add(s.keys[ply][i], key_negate(s.weak_ctx.weight[move][i]))
    table_fetch(s.table, s.keys[ply + 1][0])    # the only one but near the root
    s.frames[ply].move = move
    s.now = ply + 1


cdef inline key_t key_after(const search_t* s, const weak_node_t* node, int move) noexcept nogil:
    """The key of the position after a move, as it lies: not the least of its images."""
    cdef key_t weight = s.weak_ctx.weight[move][0]
    return key_add(s.keys[node.ply][0], weight if is_makers(node.kind) else key_negate(weight))


cdef inline weak_node_t* weak_node(search_t* s, int ply, int kind, int beta, bb_t maker,
                                   bb_t breaker) noexcept nogil:
    """The node of a position in the frame of its ply, ready to be entered."""
    cdef weak_node_t* node = &s.frames[ply].weak
    node.ply = ply
    node.kind = kind
    node.beta = beta
    node.maker = maker
    node.breaker = breaker
    return node


cdef inline bint enter_node(search_t* s, weak_node_t* node) noexcept nogil:
    """Begin at a node; True if the search is to stop there."""
    if node_stops(&s.limits):
        return True
    s.choice = NO_MOVE
    node.entered = s.limits.nodes
    node.empty = bb_andnot(s.ctx.full, bb_or(node.maker, node.breaker))
    node.zone = bb_none()
    return False


cdef inline bint beyond_reach(const search_t* s, const weak_node_t* node,
                              const lines_t* lines) noexcept nogil:
    """Are there too few cells left for Maker to complete a line, or to do it in time?"""
    cdef bint maker_moves = is_makers(node.kind)
    return s.rules & RULE_REACH and reach(
        lines.fewest, (bb_count(node.empty) + maker_moves) >> 1, maker_moves) < node.beta


cdef bint weak_probe(search_t* s, weak_node_t* node) noexcept nogil:
    """Fill in what the table knows; False if nothing. `node.empty` is set before."""
    cdef const int16_t* back
    node.record = nothing_known()
    node.record.zone = bb_none()
    node.key = canonical_key(s, node.ply, &node.symmetry)
    if not s.rules & RULE_TABLE or not table_probe(s.table, node.key, node.kind, &node.record):
        return False
    back = s.weak_ctx.preimage[node.symmetry]
    node.record.move = move_here(back, node.record.move, node.empty)
    if node.symmetry:
        node.record.zone = moved(back, node.record.zone)
    return True


cdef inline int known_answer(search_t* s, weak_node_t* node) noexcept nogil:
    """The answer that the table has, with its move and zone; or OPEN.

    A lower bound comes with the cells of its win as long as there is no upper one with a zone.
    """
    if node.record.upper < node.beta:
        s.choice = NO_MOVE if is_makers(node.kind) else node.record.move
        node.zone = node.record.zone
        return NO
    if node.record.lower >= node.beta:
        s.choice = node.record.move if is_makers(node.kind) else NO_MOVE
        node.zone = node.record.zone if node.record.upper == WIN else node.empty
        return YES
    return OPEN


cdef bint known_held(search_t* s, weak_node_t* node) noexcept nogil:
    """Does the table know of a node of the contested game that Maker has no win in the weak game?

    Then Maker has none in the contested game either, and the zone and the reply serve there as well.
    """
    cdef weak_node_t weak
    weak.ply = node.ply
    weak.kind = KIND_MAKER if is_makers(node.kind) else KIND_BREAKER
    weak.empty = node.empty
    if not weak_probe(s, &weak) or weak.record.upper >= 1:
        return False
    node.zone = weak.record.zone
    if not is_makers(node.kind):
        s.choice = weak.record.move
    return True


cdef int known_win(search_t* s, const weak_node_t* node) noexcept nogil:
    """A move by which Maker, to move, wins the ordinary game, as `search` has found; or NO_MOVE."""
    cdef record_t record = nothing_known()
    if (s.rules & RULE_TABLE and table_probe(s.table, node.key, KIND_STRONG, &record)
            and record.lower >= 1):
        return move_here(s.ctx.preimage[node.symmetry], record.move, node.empty)
    return NO_MOVE


cdef int known_reply(search_t* s, const weak_node_t* node) noexcept nogil:
    """A reply at a node of Breaker's after which the table knows that Maker's score is below `beta`.

    Or NO_MOVE. (Known as enhanced transposition cut-off: Plaat et al., "Exploiting graph properties
    of game trees", AAAI 1996.) If there is none and other threads search over the same
    table, it is a reply that leads to a position one of them is searching: see `leave_trace`.

    Only the first replies are looked up: nearly all that are known are among them.
    """
    cdef const choices_t* replies = &s.frames[node.ply].moves
    cdef weak_node_t after
    cdef int i, traced = NO_MOVE
    cdef int first = min(replies.count, KNOWN_REPLIES)
    if not s.rules & RULE_TABLE:
        return NO_MOVE
    after.kind = kind_after(node.kind)
    after.ply = node.ply + 1
    after.beta = weak_beta(node.beta)
    after.empty = node.empty
    for i in range(first):                      # all are fetched at once, then looked at
        table_fetch(s.table, key_after(s, node, replies.cell[i]))
    for i in range(first):
        weak_push(s, node, replies.cell[i])
        if weak_probe(s, &after):
            if after.record.upper < after.beta:
                return replies.cell[i]
            if traced == NO_MOVE and after.record.lower == -WIN:
                traced = replies.cell[i]
    return traced if s.busy != NULL else NO_MOVE


cdef void write_down(search_t* s, weak_node_t* node) noexcept nogil:
    """Write `node.record` into the table; it is turned for that, and of no use afterwards."""
    cdef const int16_t* image = s.weak_ctx.image[node.symmetry]
    if node.symmetry:
        node.record.zone = moved(image, node.record.zone)
        if node.record.move != NO_MOVE:
            node.record.move = image[node.record.move]
    node.record.work = work_of(s.limits.nodes - node.entered)
    table_store(s.table, node.key, node.kind, &node.record)


cdef void weak_store(search_t* s, weak_node_t* node) noexcept nogil:
    """Keep `node.record` in the table; it is of no use afterwards."""
    if s.rules & RULE_TABLE:
        table_make_room(s.table, &s.limits)
        write_down(s, node)


cdef void leave_trace(search_t* s, const weak_node_t* node) noexcept nogil:
    """Let the table tell that a position of Maker's is being searched, if it knows nothing of it.

    One search alone meets what it has proven before, for its replies lead there. What several search
    at a time none has proven: each would go its own way, and none save another any work.
    """
    cdef weak_node_t unknown = node[0]
    if node.record.upper == WIN and node.record.lower == -WIN:
        weak_store(s, &unknown)


cdef void keep_place(search_t* s, const weak_node_t* node, int reply) noexcept nogil:
    """Remember which reply is being searched, unless an upper bound is known, with its own reply.

    If a search that was stopped is resumed, history may be another one, and what lies below
    another reply unknown. A thread that comes to the same node is to help, not to begin elsewhere.
    """
    cdef record_t record = nothing_known()
    record.zone = bb_none()
    if not s.rules & RULE_TABLE:
        return
    table_probe(s.table, node.key, node.kind, &record)      # others may have been here meanwhile
    if record.upper == WIN:
        record.move = s.weak_ctx.image[node.symmetry][reply]
        record.work = max(record.work, work_of(s.limits.nodes - node.entered))
        table_store(s.table, node.key, node.kind, &record)


cdef void weigh_counters(const context_t* ctx, const lines_t* counters, bb_t breaker,
                         int* weight) noexcept nogil:
    """Add what the cells are worth to Breaker for lines of its own."""
    cdef int group
    for group in range(ctx.lines.groups):
        add_weight(ctx, group, counters.two[group], COUNTER_TWO, weight)
        add_weight(ctx, group, counters.three[group], COUNTER_THREE, weight)
        add_weight(ctx, group, begun(ctx, group, counters.more[group], breaker), COUNTER_MORE, weight)


cdef void weigh_moves(search_t* s, weak_node_t* node) noexcept nogil:
    """List Maker's lines in the pairing's graph, and weigh the cells by them.

    In the contested game by Breaker's lines as well.
    """
    cdef frame_t* frame = &s.frames[node.ply]
    cdef graph_t* graph = &s.pairing.graph
    memset(frame.weight, 0, sizeof(frame.weight))   # lines add to the cells of their stones as well
    if read_lines(s.weak_ctx, &frame.mine, node.empty, graph):
        weigh_cells(graph, node.empty, frame.weight)
    else:
        graph.lines = 0
        weigh_board(s.weak_ctx, &frame.mine, node.empty, frame.weight)
    if is_contested(node.kind):
        weigh_counters(s.weak_ctx, &frame.theirs, node.breaker, frame.weight)


cdef void skip_dominated(search_t* s, weak_node_t* node) noexcept nogil:
    """Find the candidates that others dominate, after `weigh_moves`.

    The dominating cell must be a candidate itself if Breaker is to move.
    """
    cdef frame_t* frame = &s.frames[node.ply]
    cdef graph_t* graph = &s.pairing.graph
    cdef bb_t rest
    cdef int cell
    node.skipped = bb_none()
    # Cells of lines that miss one stone only are not in the graph: then there is but one move.
    if not s.rules & RULE_DOMINATION or graph.lines == 0 or frame.mine.fewest == 1:
        return
    rest = bb_and(cells_alive(s.weak_ctx, &frame.mine), node.empty)
    node.skipped = bb_and(dominated(graph, rest, frame.by), node.candidates)
    # Not those on live lines of Breaker's: the dominating cell may not lie on these.
    if is_contested(node.kind):
        node.skipped = bb_andnot(node.skipped, cells_alive(s.weak_ctx, &frame.theirs))
    rest = node.skipped
    while not is_makers(node.kind) and bb_any(rest):
        cell = pop_lowest(&rest)
        if not bb_has(node.candidates, frame.by[cell]):
            node.skipped = bb_andnot(node.skipped, bb_of(cell))


cdef void sort_moves(search_t* s, weak_node_t* node) noexcept nogil:
    """Sort the candidates, but for those that are skipped, by weight."""
    cdef frame_t* frame = &s.frames[node.ply]
    weigh_moves(s, node)
    skip_dominated(s, node)
    if not s.rules & RULE_ORDER:
        memset(frame.weight, 0, sizeof(frame.weight))
    sort_cells(frame.weight, bb_andnot(node.candidates, node.skipped), &frame.moves)
