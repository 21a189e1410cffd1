# The scribe: writes the part of a certificate in which Maker is stopped, in the format that
# `docs/certificates.md` tells. It walks the strategy once more, with the table of the search at
# hand: what the table has lost is searched again, and what the root does not need is never met.
#
# Zones are worked out here as a checker will work them out: from what is written, not from what
# the search has found. They say which of Maker's moves are answered by the answers to others.

cdef enum:
    CODE_END = 0
    CODE_POTENTIAL = 3
    CODE_PAIRS = 4
    CODE_NODE = 5
    CODE_KNOWN = 6

cdef enum:
    FIRST_WRITTEN = 1 << 10       # room in the first store of what is written
    SCRIBE_BYTES = 1 << 16
    MOST_ENTRY = 16 + 2 * CAPACITY

cdef effort_t SCRIBE_EFFORT = effort_of(500, [MOST_LINES] * CHECKS)
cdef effort_t SCRIBE_SHORT = effort_of(60, [MOST_LINES] * CHECKS)   # where look-ahead found none

cdef struct written_t:          # a node that was written
    key_t key
    uint32_t number             # one more than that; 0: no node
    int32_t symmetry            # by which the key is found
    bb_t zone

cdef struct scribe_t:
    written_t* nodes            # NULL until the first
    uint64_t mask               # the room for them, a power of two, less one
    uint64_t used
    uint32_t number             # of the next node to end
    int cell_bytes
    uint8_t image[MAX_SYMMETRIES][MAX_SYMMETRIES]
    int length
    uint8_t buffer[SCRIBE_BYTES]


cdef void free_scribe(scribe_t* w) noexcept:
    if w != NULL:
        free(w.nodes)
        free(w)


cdef begin_proof(Kernel kernel, sink, images):
    cdef scribe_t* w = kernel.scribe
    cdef int a, b
    if w == NULL:
        w = kernel.scribe = <scribe_t*>calloc(1, sizeof(scribe_t))
        if w == NULL:
            raise MemoryError
    free(w.nodes)
    w.nodes = NULL
    w.mask = w.used = 0
    w.cell_bytes = 1 if kernel.ctx.cells <= 256 else 2
    for a in range(len(images)):
        for b in range(len(images)):
            w.image[a][b] = images[a][b]
    kernel.proof_sink = sink


cdef written_t* find_written(const scribe_t* w, key_t key) noexcept nogil:
    """The node with this key, or where it belongs."""
    cdef uint64_t at = key_hash(key) & w.mask
    while w.nodes[at].number and not same_key(w.nodes[at].key, key):
        at = (at + 1) & w.mask
    return w.nodes + at


cdef bint make_room(scribe_t* w) noexcept nogil:
    """See to it that one more node finds room; False if there is no memory for it."""
    cdef written_t* old = w.nodes
    cdef uint64_t i, count = w.mask + 1 if old != NULL else 0
    if old != NULL and 2 * w.used < count:
        return True
    w.nodes = <written_t*>calloc(max(<uint64_t>FIRST_WRITTEN, 2 * count), sizeof(written_t))
    if w.nodes == NULL:
        w.nodes = old
        return False
    w.mask = max(<uint64_t>FIRST_WRITTEN, 2 * count) - 1
    for i in range(count):
        if old[i].number:
            find_written(w, old[i].key)[0] = old[i]
    free(old)
    return True


cdef inline void put_byte(scribe_t* w, int byte) noexcept nogil:
    w.buffer[w.length] = byte
    w.length += 1


cdef inline void put_cell(scribe_t* w, int cell) noexcept nogil:
    put_byte(w, cell & 255)
    if w.cell_bytes == 2:
        put_byte(w, cell >> 8)


cdef inline void put_number(scribe_t* w, uint32_t number) noexcept nogil:
    cdef int i
    for i in range(4):
        put_byte(w, number >> 8 * i & 255)


cdef void put_entry(search_t* s, scribe_t* w, int code, int move, int reply) noexcept nogil:
    """Begin an entry; what follows it fits into the buffer as well."""
    if w.length + MOST_ENTRY > SCRIBE_BYTES:
        hand_over_proof(s)
    put_byte(w, code)
    put_cell(w, move)
    if reply != NO_MOVE:
        put_cell(w, reply)


cdef void put_pairs(scribe_t* w, const pairs_t* pairs, bb_t cells) noexcept nogil:
    cdef int cell
    put_byte(w, bb_count(cells) // 2)
    while bb_any(cells):
        cell = pop_lowest(&cells)
        if cell < pairs.partner[cell]:
            put_cell(w, cell)
            put_cell(w, pairs.partner[cell])


cdef bint spent(const lines_t* lines, int empties) noexcept nogil:
    """Do all of Maker's lines miss more stones than he, to move, can place?"""
    return reach(lines.fewest, (empties + 1) >> 1, True) == 0


cdef bint any_pairs(search_t* s, const lines_t* lines, bb_t empty, const effort_t* effort,
                    bb_t* zone) noexcept nogil:
    """Is a pairing found that holds Maker? Its pairs are `s.pairing.now`, its cells the zone."""
    cdef pairing_t* p = &s.pairing
    if lines.fewest < 2 or not read_lines(s.ctx, lines, empty, &p.net):
        return False
    keep_pairs(p, empty)
    if pairing_after(p, NO_MOVE, NO_MOVE, effort):
        return False
    zone[0] = pairs_needed(p, empty)
    return True


cdef bb_t without_speaker(search_t* s, const lines_t* lines, bb_t empty, bb_t unanswered,
                          bb_t zone) noexcept nogil:
    """The moves that no cell dominates which is answered and belongs to the zone.

    The format lets any answered cell speak for a move. One of the zone leaves that as it is, and so
    the zone is the same for every image of the position.
    """
    cdef incidence_t* net = &s.pairing.net
    cdef bint numbered = read_lines(s.ctx, lines, empty, net)
    cdef bb_t speakers = bb_andnot(bb_and(empty, zone), unanswered)
    cdef bb_t rest = unanswered, others
    cdef int move
    while bb_any(rest):
        move = pop_lowest(&rest)
        others = speakers
        while bb_any(others):
            # Where lines are not numbered no live cell was skipped: any cell speaks for the others.
            if not numbered or lines_within(net, move, pop_lowest(&others)):
                unanswered = bb_andnot(unanswered, bb_of(move))
                break
    return unanswered


cdef bint was_searched(search_t* s, int ply, int kind) noexcept nogil:
    """Does the table say of this node that Maker is held? Then look-ahead has not settled it."""
    cdef weak_node_t node
    node.kind = kind
    return weak_probe(s, ply, &node) and node.record.upper < 1


cdef int write_answer(search_t* s, scribe_t* w, bb_t maker, bb_t breaker, int ply, int move,
                      bb_t* zone) noexcept nogil:
    """Write Breaker's answer to Maker's last `move`; YES, or STOPPED."""
    cdef lines_t* lines = &s.frames[ply + 1].mine
    cdef const written_t* found
    cdef bb_t empty = bb_andnot(s.ctx.full, bb_or(maker, breaker))
    cdef int reply, symmetry
    if breaker_node(s, maker, breaker, ply, 1, zone) != NO:
        return STOPPED
    reply = s.choice
    if reply == NO_MOVE:
        scan_maker(s.ctx, maker, breaker, lines)
        if lines.fewest == 0:
            put_entry(s, w, CODE_POTENTIAL, move, NO_MOVE)
            zone[0] = bb_none()
            return YES
        reply = bb_lowest(bb_and(cells_alive(s.ctx, lines), empty))
    weak_push(s, ply, KIND_BREAKER, reply)
    breaker = bb_or(breaker, bb_of(reply))
    empty = bb_andnot(empty, bb_of(reply))
    scan_maker(s.ctx, maker, breaker, lines)
    found = find_written(w, canonical_key(s, ply + 1, &symmetry)) if w.nodes != NULL else NULL
    if found != NULL and found.number:
        put_entry(s, w, CODE_KNOWN, move, reply)
        put_number(w, found.number - 1)
        put_byte(w, w.image[found.symmetry][symmetry])
        zone[0] = moved(s.ctx.preimage[symmetry], moved(s.ctx.image[found.symmetry], found.zone))
    elif (not spent(lines, bb_count(empty))
          and any_pairs(s, lines, empty, &SCRIBE_SHORT if was_searched(s, ply + 1, KIND_MAKER)
                        else &SCRIBE_EFFORT, zone)):
        put_entry(s, w, CODE_PAIRS, move, reply)
        put_pairs(w, &s.pairing.now, zone[0])
    else:
        put_entry(s, w, CODE_NODE, move, reply)
        if write_node(s, w, maker, breaker, ply + 1, zone) == STOPPED:
            return STOPPED
    zone[0] = bb_or(zone[0], bb_of(reply))
    return YES


cdef int write_node(search_t* s, scribe_t* w, bb_t maker, bb_t breaker, int ply,
                    bb_t* zone) noexcept nogil:
    """Write the node of a position with Maker to move, whom Breaker holds; YES, or STOPPED."""
    cdef const context_t* ctx = s.ctx
    cdef lines_t* lines = &s.frames[ply].mine
    cdef choices_t* moves = &s.frames[ply].moves
    cdef incidence_t* net = &s.pairing.net
    cdef int weight[CAPACITY]
    cdef int16_t by[CAPACITY]
    cdef bb_t empty = bb_andnot(ctx.full, bb_or(maker, breaker))
    cdef bb_t unanswered = empty, skipped, after
    cdef written_t* written
    cdef key_t key
    cdef int i, move, reply, symmetry
    s.nodes += 1
    if s.nodes >= s.alarm and look_up(s):
        return STOPPED
    scan_maker(ctx, maker, breaker, lines)
    zone[0] = bb_none()
    if spent(lines, bb_count(empty)):
        if lines.fewest:
            zone[0] = bb_and(cells_alive(ctx, lines), empty)
        unanswered = bb_none()
    else:
        set_down(s, lines, empty, bb_and(cells_alive(ctx, lines), empty), True, moves, &skipped,
                 by, weight)
        if net.lines:
            keep_pairs(&s.pairing, empty)
            for i in range(moves.count):
                move = moves.cell[i]
                if not bb_meet(unanswered, bb_of(move)):
                    continue
                reply = quick_answer(&s.pairing, weight, empty, move, &after)
                if reply != NO_MOVE:
                    put_entry(s, w, CODE_PAIRS, move, reply)
                    put_pairs(w, &s.pairing.now, bb_andnot(after, bb_of(reply)))
                    zone[0] = bb_or(zone[0], after)
                    unanswered = bb_and(unanswered, bb_andnot(after, bb_of(move)))
        # Moves that another one dominates come last, and only if none of the zone speaks for them.
        i = 0
        while bb_any(unanswered):
            if i < moves.count:
                move = moves.cell[i]
                i += 1
                if not bb_meet(unanswered, bb_of(move)):
                    continue
            else:
                skipped = without_speaker(s, lines, empty, unanswered, zone[0])
                if not bb_any(skipped):
                    break
                move = bb_lowest(skipped)
            weak_push(s, ply, KIND_MAKER, move)
            if write_answer(s, w, bb_or(maker, bb_of(move)), breaker, ply + 1, move,
                            &after) == STOPPED:
                return STOPPED
            zone[0] = bb_or(zone[0], after)
            unanswered = bb_and(unanswered, bb_andnot(after, bb_of(move)))
    if w.length == SCRIBE_BYTES:
        hand_over_proof(s)
    put_byte(w, CODE_END)
    if not make_room(w):
        return STOPPED
    key = canonical_key(s, ply, &symmetry)
    written = find_written(w, key)
    w.used += not written.number
    written.key = key
    written.symmetry = symmetry
    written.zone = zone[0]
    w.number += 1
    written.number = w.number
    return YES


cdef void hand_over_proof(search_t* s) noexcept nogil:
    """Give what has been written to the sink."""
    with gil:
        (<_Watch>s.watch).hand_over_proof()
    s.watch_at = s.alarm = s.nodes      # an error stops the walk at once


cdef tuple stop_written(Kernel kernel, maker, breaker, uint32_t number, progress):
    cdef _Watch watch
    cdef search_t* s = kernel.search
    cdef weak_root_t root
    cdef bb_t zone
    cdef int answer
    root.maker = board_of(maker)
    root.breaker = board_of(breaker)
    if not table_keep_zones(&kernel.table):
        raise MemoryError("no memory for the zones of the table")
    watch = begin_call(kernel, None, None, progress)
    watch.followers = 0
    kernel.scribe.number = number
    kernel.scribe.length = 0
    try:
        with nogil:
            weak_keys(s, &root)
            s.stopped = 0
            s.aside = True              # it has no question of which a share would be closed
            answer = write_node(s, kernel.scribe, root.maker, root.breaker, s.root_ply, &zone)
            s.aside = False
        watch.hand_over_proof()
    finally:
        end_call(kernel, watch)
    watch.settle()
    if answer == STOPPED:
        raise RuntimeError("Maker is not held, or there is no memory to tell how")
    return int_of(zone), kernel.scribe.number


cdef stop_known(Kernel kernel, maker, breaker):
    cdef search_t* s = kernel.lookup
    cdef scribe_t* w = kernel.scribe
    cdef const written_t* found
    cdef weak_root_t root
    cdef int symmetry
    if w.nodes == NULL:
        return None
    root.maker = board_of(maker)
    root.breaker = board_of(breaker)
    weak_keys(s, &root)
    found = find_written(w, canonical_key(s, s.root_ply, &symmetry))
    if not found.number:
        return None
    return (found.number - 1, w.image[found.symmetry][symmetry],
            int_of(moved(s.ctx.preimage[symmetry], moved(s.ctx.image[found.symmetry], found.zone))))
