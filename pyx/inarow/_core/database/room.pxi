# Databases: where the label of a position lies, what it says, and how the labels of a ply are made from
# those of the next. A room of `database.pyx` alone; it uses no other.

include "inarow/_core/database/place.pxi"
include "inarow/_core/database/label.pxi"
include "inarow/_core/database/retrograde.pxi"
