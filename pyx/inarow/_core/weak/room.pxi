# The weak game, in which Breaker's lines count for nothing, and the contested one, which is the ordinary
# game searched in the same manner: their nodes, what these do with their moves, and proof numbers.
#
# Uses all rooms below but the strong game.

include "inarow/_core/weak/node.pxi"
include "inarow/_core/weak/win_cells.pxi"
include "inarow/_core/weak/moves.pxi"
include "inarow/_core/weak/proof_numbers.pxi"
include "inarow/_core/weak/weak.pxi"
include "inarow/_core/weak/contested_zone.pxi"
include "inarow/_core/weak/contested.pxi"
