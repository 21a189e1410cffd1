# The graph of the live lines of a position.

cdef inline bint is_crowded(const context_t* ctx, const lines_t* lines) noexcept nogil:
    """Are the live lines too many to be set down?"""
    return count_open(ctx, lines) > MOST_LINES


cdef bint read_lines(const context_t* ctx, const lines_t* lines, bb_t empty,
                     graph_t* graph) noexcept nogil:
    """Set down the lines that miss two stones or more; False if there are too many."""
    cdef some_lines_t rest
    cdef bb_t cells
    cdef int group, number, i, cell, size
    cdef lineset_t line
    graph.lines = 0
    graph.longest = ctx.k
    graph.apart = lines_apart(ctx)
    graph.short = lines_none()
    memset(graph.planes, 0, sizeof(graph.planes))
    memset(graph.through, 0, sizeof(graph.through))
    for group in range(ctx.lines.groups):
        rest = open_lines(lines, group)
        while any_line(rest):
            number = next_line(&rest)
            if graph.lines == MOST_LINES:
                return False
            line = line_of(graph.lines)
            size = 0
            cells = bb_none()
            for i in range(length_of(ctx, number)):
                cell = cell_on(ctx, group, number, i)
                graph.cell[graph.lines][size] = cell    # if it holds a stone, the next one takes its place
                size += bb_has(empty, cell)
                cells = bb_or(cells, bb_of(cell))
                graph.through[cell] = lines_or(graph.through[cell], line)
            graph.size[graph.lines] = size
            graph.cells[graph.lines] = bb_and(cells, empty)
            if size >> SIZE_PLANES == 0:
                graph.short = lines_or(graph.short, line)
                for i in range(SIZE_PLANES):
                    if size >> i & 1:
                        graph.planes[i] = lines_or(graph.planes[i], line)
            graph.lines += 1
    graph.all = first_lines(graph.lines)
    return True
