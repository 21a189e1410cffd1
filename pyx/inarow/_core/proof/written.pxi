# What a certificate in the making is written to: the bytes, in the format of
# `docs/reference/certificates.md`, and for each goal the nodes that have been written, by position.

cdef enum:
    CODE_END = 0
    CODE_PASS = 1
    CODE_CHAIN = 2
    CODE_POTENTIAL = 3
    CODE_PAIRS = 4
    CODE_NODE = 5
    CODE_KNOWN = 6
    CODE_WEAK = 7

cdef enum:                      # what a strategy is for, numbered as in `inarow.check`
    GOAL_WIN = 0                # the keeper completes a line first
    GOAL_HOLD = 1               # the rival does not
    GOAL_STOP = 2               # the rival completes none at all: it is Maker in the weak game
    GOALS = 3

cdef enum:
    FIRST_WRITTEN = 1 << 10     # room in the first store of what is written
    MOST_ENTRY = 16 + 2 * CAPACITY

cdef struct written_t:          # a node that was written
    key_t key                   # with the rival to move
    uint32_t number             # one more than that; 0: no node
    int16_t symmetry            # by which the key is found
    int16_t plies               # to the line of a win, or for which the rival is held
    bb_t zone                   # where the rival is stopped

cdef struct store_t:            # nodes by key
    written_t* nodes            # NULL until the first
    uint64_t mask               # the room for them, a power of two, less one
    uint64_t used

cdef struct writer_t:
    store_t stores[GOALS]
    uint32_t number             # of the next node to end
    bint no_memory              # why the walk was given up
    int cell_bytes
    bint paired                 # a symmetry is told by two: that of the node, and that of the position at hand
    uint8_t image[MAX_SYMMETRIES][MAX_SYMMETRIES]
    outlet_t out


cdef void forget_written(writer_t* w) noexcept:
    cdef int goal
    for goal in range(GOALS):
        free(w.stores[goal].nodes)
        memset(&w.stores[goal], 0, sizeof(store_t))


cdef void free_writer(writer_t* w) noexcept:
    if w != NULL:
        forget_written(w)
        free(w)


cdef inline written_t* place_of_written(const store_t* store, key_t key) noexcept nogil:
    """The node with this key, or where it belongs; there is a store."""
    cdef uint64_t at = key_hash(key) & store.mask
    while store.nodes[at].number and not same_key(store.nodes[at].key, key):
        at = (at + 1) & store.mask
    return store.nodes + at


cdef const written_t* find_written(const writer_t* w, int goal, key_t key) noexcept nogil:
    """The node with this key, or NULL."""
    cdef const written_t* found
    if w.stores[goal].nodes == NULL:
        return NULL
    found = place_of_written(&w.stores[goal], key)
    return found if found.number else NULL


cdef bint make_room(store_t* store) noexcept nogil:
    """See to it that one more node finds room; False if there is no memory for it."""
    cdef store_t larger
    cdef uint64_t i, count = store.mask + 1 if store.nodes != NULL else 0
    if 2 * store.used < count:
        return True
    larger.mask = max(<uint64_t>FIRST_WRITTEN, 2 * count) - 1
    larger.used = store.used
    larger.nodes = <written_t*>calloc(larger.mask + 1, sizeof(written_t))
    if larger.nodes == NULL:
        return False
    for i in range(count):
        if store.nodes[i].number:
            place_of_written(&larger, store.nodes[i].key)[0] = store.nodes[i]
    free(store.nodes)
    store[0] = larger
    return True


cdef inline void put_byte(writer_t* w, int byte) noexcept nogil:
    w.out.buffer[w.out.used] = byte
    w.out.used += 1


cdef inline void put_cell(writer_t* w, int cell) noexcept nogil:
    put_byte(w, cell & 255)
    if w.cell_bytes == 2:
        put_byte(w, cell >> 8)


cdef void put_entry(writer_t* w, int code, int move, int reply) noexcept nogil:
    """Begin an entry; what follows it fits into the buffer as well. Either cell may be NO_MOVE."""
    outlet_room(&w.out, MOST_ENTRY)
    put_byte(w, code)
    if move != NO_MOVE:
        put_cell(w, move)
    if reply != NO_MOVE:
        put_cell(w, reply)


cdef void put_known(writer_t* w, int move, int reply, const written_t* found,
                    int symmetry) noexcept nogil:
    """An entry for a position with a node, which `symmetry` takes to the key of that node."""
    cdef int i
    put_entry(w, CODE_KNOWN, move, reply)
    for i in range(4):
        put_byte(w, (found.number - 1) >> 8 * i & 255)
    if w.paired:
        put_byte(w, found.symmetry)
        put_byte(w, symmetry)
    else:
        put_byte(w, w.image[found.symmetry][symmetry])


cdef inline bb_t zone_here(const context_t* ctx, const written_t* found,
                           int symmetry) noexcept nogil:
    """The zone of a node that was found so, in terms of the position at hand."""
    return moved(ctx.preimage[symmetry], moved(ctx.image[found.symmetry], found.zone))


cdef void put_pairs(writer_t* w, const pairs_t* pairs, bb_t cells) noexcept nogil:
    cdef int cell
    put_byte(w, bb_count(cells) // 2)
    while bb_any(cells):
        cell = pop_lowest(&cells)
        if cell < pairs.partner[cell] < NO_PARTNER:
            put_cell(w, cell)
            put_cell(w, pairs.partner[cell])


cdef void put_chain(writer_t* w, const chain_t* chain, int pairs) noexcept nogil:
    cdef int i
    put_byte(w, pairs + 1)
    for i in range(pairs + 1):
        put_cell(w, chain.move[i])


cdef int end_node(search_t* s, writer_t* w, int goal, int ply, int plies,
                  const bb_t* zone) noexcept nogil:
    """End the node of the position whose keys are those of `ply`; YES, or STOPPED."""
    cdef store_t* store = &w.stores[goal]
    cdef written_t* written
    cdef int symmetry
    cdef key_t key = canonical_key(s, ply, &symmetry)
    outlet_room(&w.out, 1)
    put_byte(w, CODE_END)
    if not make_room(store):
        w.no_memory = True
        return STOPPED
    written = place_of_written(store, key)
    store.used += not written.number
    written.key = key
    written.symmetry = symmetry
    written.plies = plies
    written.zone = zone[0]
    w.number += 1
    written.number = w.number
    return YES
