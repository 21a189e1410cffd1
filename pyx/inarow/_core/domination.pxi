# Domination: a cell all of whose live lines pass through another empty cell need not be played.
#
# In the weak game a stone on the other cell does whatever a stone on this one would, for either
# side: Maker's advances the same lines and more, Breaker's kills the same lines and more. Of two
# cells with the same lines the lower one stays.

cdef inline bint lines_within(const incidence_t* net, int a, int b) noexcept nogil:
    """Do all lines through `a` pass through `b`?"""
    return not lines_any(lines_andnot(net.through[a], net.through[b]))


cdef bb_t dominated(const incidence_t* net, bb_t live, int16_t* by) noexcept nogil:
    """The cells of `live`, each on a line, that another one dominates; `by` tells which.

    A dominating cell lies on every line of the cell: one of its lines holds all candidates.
    """
    cdef bb_t rest = live, result = bb_none()
    cdef int x, y, line, i
    while bb_any(rest):
        x = pop_lowest(&rest)
        line = lines_lowest(net.through[x])
        for i in range(net.size[line]):
            y = net.cell[line][i]
            if y != x and lines_within(net, x, y) and (y < x or not lines_within(net, y, x)):
                by[x] = y
                result = bb_or(result, bb_of(x))
                break
    return result
