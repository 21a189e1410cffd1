# The zones of the contested game (`contested.pxi`): cells such that Breaker holds in the same way whatever
# stones Maker were given outside them. They are those of the weak game, and something more wherever
# Breaker lets Maker go on for the sake of a threat of its own. There Maker must be unable to complete a
# line at once, and the stones that Maker was given may have brought one nearer:
#
#     Maker is to move, and Breaker threatens to complete a line: each live line of Maker's must have
#     two empty cells in the zone, and the cells that complete Breaker's line must lie in it;
#     Breaker completes a line: each live line of Maker's must have one, and that cell must lie in it.
#
# Stones that are given to Maker never harm it: so it is enough that Maker does not win with all the cells
# outside. In all other places that comes of itself. Let Breaker be to move: no line of Maker's is
# complete then, for every one that is alive has a cell in the zone, be it of a pair, or the reply, or by
# the rules above, or because it has one in the zone after its next move, whatever that was.

cdef bb_t kept_open(const context_t* ctx, const lines_t* live, bb_t maker, bb_t breaker, bb_t cells,
                    int least) noexcept nogil:
    """The empty ones of `cells`, and more: so many that each `live` line has `least` of them.

    `live` are the lines of Maker's, none of which misses fewer; `least` is 1 or 2.
    """
    cdef bb_t empty = bb_andnot(ctx.full, bb_or(maker, breaker))
    cdef lines_t filled         # the lines if all cells but those were Maker's
    cdef bb_t found
    while True:
        cells = bb_and(cells, empty)
        scan_maker(ctx, bb_or(maker, bb_andnot(empty, cells)), breaker, &filled)
        found = too_near(ctx, live, &filled, least)
        if not bb_any(found):
            return cells
        found = bb_andnot(bb_and(found, empty), cells)
        if not bb_any(found):
            return empty                    # there are not so many: then all cells matter
        cells = bb_or(cells, take_lowest(&found))


cdef bb_t contested_zone(const context_t* ctx, const chain_t* chain, int pairs, bb_t maker,
                     bb_t breaker) noexcept nogil:
    """The zone of a chain of Breaker's threats, with Breaker to move.

    The zone of the ordinary game (`threat/zone.pxi`) is for one stone of Maker's, this one for any number.
    """
    cdef lines_t mine, theirs
    cdef bb_t own = breaker, other = maker
    cdef bb_t zone = bb_none()
    cdef int i
    for i in range(pairs + 1):
        own = bb_or(own, bb_of(chain.move[i]))
        scan(ctx, own, other, &mine, &theirs)
        # What completes a line stays empty until then, or is Maker's forced answer.
        zone = bb_or(zone, kept_open(ctx, &theirs, other, own,
                                     bb_or(zone, cells_of(ctx, mine.one)), 2))
        zone = bb_or(zone, bb_of(chain.move[i]))
        if i < pairs:
            other = bb_or(other, bb_of(chain.answer[i]))
    return bb_andnot(zone, bb_or(maker, breaker))
