# How far a search has come: read from the frames of the path that it is on, when the watch looks.
#
# A depth-first search knows of each node on its path which moves are done with and which are still to
# come. Whether all of them will be tried depends on the answer, which nobody knows yet; the estimate
# supposes that the attack fails, as most questions end that way. Then every move must be refuted where
# the attacker is to move, and one reply will do where the defender is:
#
#     attacker's node     (moves refuted + share of the move being searched) / all moves
#     defender's node     share of the reply being searched
#
# Moves count alike, though the first are the dearest: later ones meet a table that knows more. If the
# attack succeeds, or a reply fails and the next one begins, the estimate was wrong.

cdef enum:
    LINE_SHOWN = 8              # moves of the path that are told


cdef double share_closed(const search_t* s) noexcept nogil:
    """The share of the question that is closed, from 0 to 1: an estimate."""
    cdef double share = 0, part = 1
    cdef const frame_t* frame
    cdef int ply, total, closed
    for ply in range(s.attacked, s.now, 2):
        frame = &s.frames[ply]
        total = bb_count(frame.tried)
        if total > 1:
            closed = total - bb_count(frame.left) - 1
            if closed > 0:
                share += part * closed / total
            part /= total
    return share


cdef inline double table_fill(const table_t* table) noexcept nogil:
    """How much of the table's limit is used, from 0 to 1."""
    return <double>table.used / (WAYS * table.most_buckets)


cdef path_of(const search_t* s):
    """The first moves of the path."""
    cdef int ply
    return tuple([s.frames[ply].move
                  for ply in range(s.root_ply, min(s.now, s.root_ply + LINE_SHOWN))])
