# Labels: what a database says of a position, in one byte, from the side to move.
#
#     0                     a draw
#     1, 3, 5, … 25         won, with so many plies to the completed line
#     2, 4, 6, … 24         lost, likewise: who completes the line shows in the parity
#     NO_POSITION           fills the places where O has a line
#
# To choose among moves, what follows from a label is turned round into its *worth* to the side that moved
# there: the larger the better, quick wins above slow ones above draws above late losses above early ones.

cdef enum:
    NO_POSITION = 255
    LOST_AT_ONCE = 254          # somebody has a line: an answer, never in a file
    DRAW_WORTH = 100
    WIN_WORTH = 200             # less the plies to the win
    NO_MOVE_WORTH = 0           # on a full board


cdef inline uint8_t worth_of(uint8_t label) noexcept nogil:
    """What a move is worth that leads to a position with this label."""
    if label == NO_POSITION or label == LOST_AT_ONCE:
        return WIN_WORTH - 1    # the move has completed a line
    if label == 0:
        return DRAW_WORTH
    return label + 1 if label & 1 else WIN_WORTH - 1 - label


cdef inline uint8_t label_of(uint8_t best) noexcept nogil:
    """The label of a position whose best move is worth so much."""
    if best == NO_MOVE_WORTH or best == DRAW_WORTH:
        return 0
    return best if best < DRAW_WORTH else WIN_WORTH - best


cdef inline int value_of(uint8_t label) noexcept nogil:
    if label == 0:
        return 0
    return 1 if label & 1 else -1


cdef inline int value_of_worth(uint8_t worth) noexcept nogil:
    return (worth > DRAW_WORTH) - (worth < DRAW_WORTH)
