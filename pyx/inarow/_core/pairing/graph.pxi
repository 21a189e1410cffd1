# The live lines of one side as a hypergraph: numbered, each with its empty cells, each cell with the set
# of lines through it. What the pairing search and the weak game work on.
#
# A set of lines has two words in most kernels, where a side with more lines is not set down, and as many as
# any board needs in `pairings.pyx`.

cdef enum:
    SIZE_PLANES = 3             # for lines of up to seven empty cells

cdef struct graph_t:
    int lines                               # live lines of one side
    int longest                             # no line has more empty cells
    bint apart                              # no line shares two cells with another: see `matching.pxi`
    int size[MOST_LINES]                    # how many empty cells each has
    int16_t cell[MOST_LINES][MAX_K]         # and which
    bb_t cells[MOST_LINES]                  # the same as a set
    lineset_t through[CAPACITY + 1]         # the lines through each cell; through the last, none
    lineset_t all
    lineset_t short                         # those whose number of empty cells fits the planes
    lineset_t planes[SIZE_PLANES]           # that number, in bit planes
