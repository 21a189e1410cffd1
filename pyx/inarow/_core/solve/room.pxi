# From questions to answers: how a question is decided with the means of all games, and how values,
# distances, moves and lines of play come of that; alone, or with a crew of threads at one question.
#
# Uses the rooms of the games and those below.

include "inarow/_core/solve/crew.pxi"
include "inarow/_core/solve/ask.pxi"
include "inarow/_core/solve/weak_decide.pxi"
include "inarow/_core/solve/decide.pxi"
include "inarow/_core/solve/answer.pxi"
include "inarow/_core/solve/weak_answer.pxi"
