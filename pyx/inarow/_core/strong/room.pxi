# The ordinary game: the search, whose nodes ask whether a score is at least so much. To be read first.
#
# Uses all rooms below; of those above, the tracer (`proof/tracer.pxi`).

include "inarow/_core/strong/threats.pxi"
include "inarow/_core/strong/search.pxi"
