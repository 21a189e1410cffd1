# Threats: wins by continuous threats, the zone outside of which nothing stops them, wins by force of
# higher orders, wins by what they cost in threats, and the attack of the weak game where its lines are too
# many for pairings.
#
# Uses the board, and the table's keys and memory.

include "inarow/_core/threat/chain.pxi"
include "inarow/_core/threat/zone.pxi"
include "inarow/_core/threat/forced_memo.pxi"
include "inarow/_core/threat/forced_win.pxi"
include "inarow/_core/threat/forced_tree.pxi"
include "inarow/_core/threat/cost.pxi"
include "inarow/_core/threat/attack.pxi"
