# Deepening in threat cost: how a far win is looked for.
#
# A win is mostly made of threats, moves that threaten to complete a line or that threaten a chain of such
# moves (`chain.pxi`). They leave few answers, so a line of play full of them is narrow however long it
# is, and a limit in plies is the wrong yardstick. Instead each move of the side that is to win has a
# price, 1 for a threat and 3 for a quiet move, its last chain is free, and the question is asked for a
# win that costs 3, 4, 5, … at most on every line of play. That is in the spirit of lambda search, where
# the order of a threat counts and not its depth (Thomsen, "Lambda-search in game trees", ICGA Journal 23,
# 2000).
#
# A win found so is a win. "None at this price" is no bound on the score: it is never stored in the table
# but in a store of its own, and what is concluded from it is marked as cut. A negative answer without
# that mark was concluded from facts alone. It answers the plain question, and the deepening is over.
#
# What is cut may be chosen freely, as long as it is marked. After a quiet move the other side may as well
# pass, so what is left must pay for one more threat.

cdef enum:
    ANY_COST = 1 << 20          # no limit
    THREAT_COST = 1             # of a move that threatens to complete a line, or a chain of such moves
    QUIET_COST = 3              # of any other: with less each price leaves more to search, with more quiet wins hide
    COST_SHARE = 4              # one entry for so many that the table may have, …
    MOST_COSTS = 1 << 19        # … and so many at most

cdef struct cost_t:             # what a win from a position does not cost
    key_t key
    int16_t above[2]            # one more than what no win costs: the mover's [1], the other's [0]
    int16_t move                # a move with which the mover holds, or NO_MOVE

cdef struct costs_t:
    cost_t* entries             # NULL until the first deepening
    uint64_t mask               # their number, a power of two, less one


cdef bint costs_ready(costs_t* costs, const table_t* table) noexcept nogil:
    """Make the store if it is not there; False if there is no memory for it."""
    cdef uint64_t entries = entries_beside(table, MOST_COSTS, COST_SHARE)
    if costs.entries == NULL:
        costs.mask = entries - 1
    return memo_ready(<void**>&costs.entries, entries, sizeof(cost_t))


cdef inline cost_t* cost_of(const costs_t* costs, key_t key) noexcept nogil:
    return costs.entries + (key_hash(key) >> 24 & costs.mask)
