# Domination: a cell all of whose live lines pass through another empty cell need not be played.
#
# In the weak game a stone on the other cell does whatever a stone on this one would, for either side:
# Maker's advances the same lines and more, Breaker's kills the same lines and more. Of two cells with the
# same lines the lower one stays.

cdef inline bint lines_within(const graph_t* graph, int a, int b) noexcept nogil:
    """Do all lines through `a` pass through `b`?"""
    return not lines_any(lines_andnot(graph.through[a], graph.through[b]))


cdef bb_t dominated(const graph_t* graph, bb_t live, int16_t* by) noexcept nogil:
    """The cells of `live`, each on a line, that another one dominates; `by` tells which.

    A dominating cell lies on every line of the cell.
    """
    cdef bb_t rest = live, result = bb_none(), others
    cdef lineset_t through
    cdef int x, y
    while bb_any(rest):
        x = pop_lowest(&rest)
        through = graph.through[x]
        others = bb_andnot(graph.cells[pop_line(&through)], bb_of(x))
        while lines_any(through) and bb_any(others):
            others = bb_and(others, graph.cells[pop_line(&through)])
        while bb_any(others):
            y = pop_lowest(&others)
            if y < x or not lines_within(graph, y, x):
                by[x] = y
                result = bb_or(result, bb_of(x))
                break
    return result
