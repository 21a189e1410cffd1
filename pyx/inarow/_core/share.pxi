# Effort shared among the choices at a node of the armed game.
#
# There the order of replies, and of moves, is often wrong, and a wrong one may cost a hundred times
# the nodes that the right one does: to search one to its end before the next is begun is a gamble.
# So each gets a share, by the nodes spent on it: the next to be searched is the one at which these,
# times a price for its place in the order, are the fewest, and for as long as they are. Whatever the
# right one takes, all others together then take so many times as much at most. (Levin, "Universal
# sequential search problems", Problems of Information Transmission 9, 1973, shares time among
# programs so. Proof-number search, Allis et al., Artificial Intelligence 66, 1994, is kin: there the
# leaves that are left decide.) What a node has been given is kept in the table, for the next visit.
#
# Easy questions are answered sooner depth first: so they are asked before (`decide.pxi`), with much
# patience for the first reply, and all of it for the first move. Of 320 positions from the middle of
# 8,8,5 (`benchmarks/middle.py`, seeds 1 to 4) 29 took more than 2 s with that alone, 22 do since
# effort is shared. Steeper prices and flatter ones are no better.

cdef enum:
    QUANTUM_PART = 16           # of the plain budget: what a first try may take
    BUSY_PRICE = 8              # times the price for what another thread or process is at
    MOST_WORK = 48              # bits of nodes that are told apart

cdef struct prices_t:           # in sixteenths; the price of the first choice is 1
    int places                  # that take part; others wait until one of these is refuted
    int second
    int growth                  # of the price from the second place on, …
    int most                    # … up to this

cdef prices_t PATIENT_PRICES = prices_of(16, 16 * 64, 16, 16 * 64)
cdef prices_t REPLY_PRICES = prices_of(16, 16 * 3, 32, 16 * 256)
cdef prices_t MOVE_PRICES = prices_of(CAPACITY, 16 * 8, 20, 16 * 64)


cdef prices_t prices_of(int places, int second, int growth, int most):
    cdef prices_t prices
    prices.places = places
    prices.second = second
    prices.growth = growth
    prices.most = most
    return prices


cdef inline int64_t spent_by(int work) noexcept nogil:
    """About how many nodes an entry of the table stands for."""
    return <int64_t>3 << min(work, MOST_WORK) >> 2 if work else 0


cdef void recall_efforts(search_t* s, int ply, const weak_node_t* node) noexcept nogil:
    """What the choices at a node have been given before."""
    cdef const choices_t* choices = &s.frames[ply].moves
    cdef int64_t* spent = s.frames[ply].spent
    cdef weak_node_t after
    cdef int i, cell
    after.kind = KIND_ARMED_BREAKER if is_makers(node.kind) else KIND_ARMED_MAKER
    for i in range(choices.count):
        cell = choices.cell[i]
        spent[cell] = 0
        if s.question.shares and node.record.work:
            weak_push(s, ply, node.kind, cell)
            if weak_probe(s, ply + 1, &after):
                spent[cell] = spent_by(after.record.work)


cdef int next_choice(search_t* s, int ply, const weak_node_t* node, const prices_t* prices,
                     uint64_t* quantum) noexcept nogil:
    """The place of the choice whose turn it is, and the nodes it gets until another is about due."""
    cdef const choices_t* choices = &s.frames[ply].moves
    cdef const int64_t* spent = s.frames[ply].spent
    cdef int64_t first_try = max(<int64_t>(s.plain_budget / QUANTUM_PART), 1)
    cdef int64_t least = INT64_MAX, second = INT64_MAX, cost
    cdef int price = 16, price_here, price_there = 16, i, place = 0
    for i in range(min(choices.count, prices.places)):
        if i == 1:
            price = prices.second
        elif i:
            price = min(price * prices.growth >> 4, prices.most)
        price_here = price
        if s.busy != NULL and is_makers(node.kind) and is_busy(
                s, move_mark(node.key, node.symmetry, choices.cell[i], s.ctx)):
            price_here *= BUSY_PRICE
        cost = (spent[choices.cell[i]] + first_try) * price_here
        if cost < least:
            second = least
            least = cost
            place = i
            price_there = price_here
        elif cost < second:
            second = cost
    cost = spent[choices.cell[place]]
    quantum[0] = max(first_try, max(cost >> 1, second // price_there - first_try - cost))
    return place


cdef bint take_back(search_t* s, int ply, int choice, uint64_t began) noexcept nogil:
    """A choice was left: note its effort, and go on if it was only its turn that ended; else False."""
    s.frames[ply].spent[choice] += s.nodes - began
    if s.stopped != STOP_NODES or s.nodes >= s.node_limit:
        return False
    s.stopped = 0
    return True


cdef void keep_effort(search_t* s, const weak_node_t* node, int choice) noexcept nogil:
    """Remember what a node that is left has been given, and the choice that was searched last."""
    cdef record_t record = nothing_known()
    record.zone = bb_none()
    if not s.rules & RULE_TABLE:
        return
    table_probe(s.table, node.key, node.kind, &record)
    if record.upper == WIN and record.lower == -WIN:
        record.move = s.weak_ctx.image[node.symmetry][choice]
        record.work = work_of(spent_by(record.work) + s.nodes - node.entered)
        table_store(s.table, node.key, node.kind, &record)
