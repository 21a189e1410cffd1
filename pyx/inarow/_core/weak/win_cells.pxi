# The cells of a win, which narrow Breaker's replies in the weak game as zones narrow Maker's moves.
#
# Every YES of `weak.pxi` comes with a set of cells such that Maker wins, and as soon, whatever stones
# Breaker were given outside of it:
#
#     a line to complete          the completing cells
#     a double threat             its cell, and the completing ones
#     a chain of threats          its cells (`threat/zone.pxi`)
#     Maker's node                its move, and the cells of the win after it
#     Breaker's node              those of the wins after all replies that were searched, and of the
#                                 threats that left no others
#
# A reply outside the cells of the win after another one fails as well: Maker plays on as if Breaker had
# made that one, and what it has instead lies outside. So does one that is left out for another reason: on
# a cell of no live line it might as well pass; and one that another reply dominates stops no more than
# that, which was searched or fails like this, and no more than a pass where that cell is Breaker's
# already. That is why their cells are not in the set. (`threat/attack.pxi` does the same where lines are
# many.) In the table the cells of a win take the place of a zone, until there is an upper bound too.
#
# The contested game does without: Breaker's lines count there, and each must have two cells in the set
# whenever it is to move, or stones outside would complete it. Such sets hold nearly all cells.


cdef void keep_win(search_t* s, weak_node_t* node, int lower, int move) noexcept nogil:
    """Keep that Maker's score is `lower` at least, by a win with the cells of the zone.

    The move is Maker's; NO_MOVE if Breaker is to move.
    """
    node.record.lower = lower
    if move != NO_MOVE:
        node.record.move = move
    if node.record.upper == WIN:
        node.record.zone = node.zone
    weak_store(s, node)


cdef void keep_choices(choices_t* replies, bb_t cells) noexcept nogil:
    """Take out the replies outside of `cells`."""
    cdef int i, kept = 0
    for i in range(replies.count):
        if bb_has(cells, replies.cell[i]):
            replies.cell[kept] = replies.cell[i]
            kept += 1
    replies.count = kept
