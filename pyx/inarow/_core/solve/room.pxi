# From questions to answers: how a question is decided with the means of all games, and how values,
# distances, moves and lines of play come of that; alone, or with a crew of threads at one question.
#
# Uses the rooms of the games and those below.

include "inarow/_core/solve/crew.pxi"
include "inarow/_core/solve/root.pxi"
include "inarow/_core/solve/weak_root.pxi"
include "inarow/_core/solve/decide.pxi"
