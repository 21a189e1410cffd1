# The ordinary game: the search, whose nodes ask whether a score is at least so much. To be read first.
#
# Uses all rooms below.

include "inarow/_core/strong/threats.pxi"
include "inarow/_core/strong/plain.pxi"
include "inarow/_core/strong/search.pxi"
