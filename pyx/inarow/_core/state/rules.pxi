# Exactly k in a row: which rules of the search hold where a longer row wins nothing.
#
# There a stone can do harm to its owner: beyond the end of a line it spoils it. Whatever argues
# "one stone more is never worse" has to be looked at again. With a line of a side called live if it
# has no stone of the other side *and none of its owner's beyond its ends*, this is what comes out:
#
#     reach       holds       a line that is not live never becomes one; a live one needs what it
#                             misses
#     potential   holds       who keeps every live line from being filled keeps all wins away, and
#                             a Breaker's stones do no harm to that
#     double      holds       two cells that complete live lines: one stone cannot bar both, and
#                             nothing bars one but a stone on its cell
#     replies     holds       likewise: the two completing cells stay whatever is played elsewhere
#     table, symmetry, order  hold: they tell positions apart, or say what comes first
#     pairing     holds       if every live line contains a pair, none is ever filled
#     vcf         holds       every answer in a chain is the only one, and each position of it is
#                             scanned by this rule
#     zone        holds       see below
#     cost        holds       wins it finds are wins; "none at this price" is marked as no fact
#     sparing     holds       leaves something out that need not be done
#     stealing    DOES NOT    the stone that the thief has too many may spoil his line
#     weak        holds       it asks the *free* weak game, in which longer rows win as well: Maker
#                             has more ways to win there, so who holds there holds here. No other
#                             conclusion is drawn from it
#     zones, domination, experience, complete, wins   hold: they are at work in that free game only
#     armed, numbers   not asked: some of its techniques look at the free game, some at this one
#
# The zone of a chain (`threat/zone.pxi`) looks like an argument by a pass, but asks for less. The chain is
# that of the side not to move, found as if the mover passed. Let him play z, outside of the zone,
# instead. The stones of the chain's owner are the same as without z, so his lines are live as
# before, unless z is on one of them; those that he uses have only cells of the zone. And the
# mover's stone z makes nothing live for the mover: a line of his that he completes thanks to z is
# live without z too, misses z and one cell more at that time, and so lies in the zone with all of
# its cells. Nothing in that asks what a stone too many does to its owner: if it does harm, then
# to the mover, who loses anyway.
#
# What does not hold is taken out of the rules where the kernel is made, and cannot be put back.

cdef enum:
    UNSOUND_IF_EXACT = RULE_STEALING


cdef inline int sound_rules(const context_t* ctx, int rules) noexcept nogil:
    """The rules, less those that do not hold in this game."""
    return rules & ~UNSOUND_IF_EXACT if ctx.exact else rules


cdef context_t* plain_context(const context_t* ctx) except NULL:
    """A copy of an exact game's board where longer rows win, for `free`: the free weak game."""
    cdef context_t* plain = <context_t*>calloc(1, sizeof(context_t))
    if plain == NULL:
        raise MemoryError
    memcpy(plain, ctx, sizeof(context_t))
    plain.exact = False
    plain.plain = plain
    return plain
