# The zone of a chain of threats: where an answer to it can lie.
#
# A chain (`chain.pxi`) for the side that is *not* to move, found as if the mover passed, is a threat, and
# it says where the mover's answers lie. After a stone of the mover's anywhere else the chain still works, with
# the same answers forced at every step. That stone would have to
#
#     be on a cell that the chain uses: its moves, the answers, the completing cells at its end;
#     or let the mover complete a line when the mover is to answer: then all other cells of the line but
#     one are the mover's at that moment, so without the stone it misses exactly two.
#
# These cells are the zone: a move outside of it loses to the chain. In the weak game, where the mover
# never completes a line, they are the cells that the chain uses and no others.
#
# Where a chain lies below a pass in a tree of threats (`forced_tree.pxi`), the mover may have put one
# more stone anywhere instead of passing: then lines that miss three are dangerous as well.


cdef inline bb_t zone_of(const context_t* ctx, const chain_t* chain, int pairs, bb_t own,
                         bb_t opponent) noexcept nogil:
    """The cells outside of which a stone of `opponent` does not stop the chain of `own`."""
    return zone_beside(ctx, chain, pairs, own, opponent, False)


cdef bb_t zone_beside(const context_t* ctx, const chain_t* chain, int pairs, bb_t own, bb_t opponent,
                      bint stone) noexcept nogil:
    """The same beside another `stone` of `opponent`, on an unknown cell outside of the zone."""
    cdef lines_t mine, theirs
    cdef bb_t zone = bb_none()
    cdef int i
    for i in range(pairs + 1):
        own = bb_or(own, bb_of(chain.move[i]))
        zone = bb_or(zone, bb_of(chain.move[i]))
        if chain.alone:
            scan_maker(ctx, own, opponent, &mine)
        else:
            scan(ctx, own, opponent, &mine, &theirs)
            zone = bb_or(zone, cells_of(ctx, theirs.two))
            if stone:
                zone = bb_or(zone, cells_of(ctx, theirs.three))
        # The completing cells are the answer to come, or those at the end.
        zone = bb_or(zone, cells_of(ctx, mine.one))
        if i < pairs:
            opponent = bb_or(opponent, bb_of(chain.answer[i]))
    return zone
