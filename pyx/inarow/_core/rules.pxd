"""The rules of the search: one row for each, which everything else reads.

A rule can be switched off, for tests and ablations; values never depend on any. A row has a bit of its
own, the games whose nodes heed it (PLAIN: those that `strong/plain.pxi` searches), and UNSOUND_IF_EXACT
if it does not hold where only exactly k in a row win: such a game does without it. How to add one:
`docs/architecture.md`.

Why a rule holds where a longer row wins nothing has to be asked of each. There a stone can do harm to its
owner: beyond the end of a line it spoils it, and whatever argues "one stone more is never worse" has to be
looked at again. With a line of a side called live if it has no stone of the other side *and none of its
owner's beyond its ends*, this is what comes out:

    reach       a line that is not live never becomes one; a live one needs what it misses
    potential   who keeps every live line from being filled keeps all wins away, and a Breaker's stones
                do no harm to that
    replies     two cells that complete live lines stay whatever is played elsewhere: one stone cannot bar
                both, and nothing bars one but a stone on its cell
    pairing     if every live line contains a pair, none is ever filled
    vcf         every answer in a chain is the only one, and each position of it is scanned by this rule
    zone        see below
    cost        wins it finds are wins; "none at this price" is marked as no fact
    stealing    DOES NOT HOLD: the stone that the thief has too many may spoil its line
    weak        it asks the *free* weak game, in which longer rows win as well: Maker has more ways to win
                there, so who holds there holds here. No other conclusion is drawn from it
    contested   not asked, nor `numbers`: some of its techniques look at the free game, some at this one

The others tell positions apart, say what comes first, leave out what need not be done, or are at work in
the free weak game only.

The zone of a chain (`threat/zone.pxi`) looks like an argument by a pass, but asks for less. The chain
is that of the side not to move, found as if the mover passed. Let the mover play z, outside of the zone,
instead. The stones of the chain's owner are the same as without z, so the lines of that side are live as before,
unless z is on one of them; those that it uses have only cells of the zone. And the mover's stone z
makes nothing live for the mover: a line that the mover completes thanks to z is live without z too,
misses z and one cell more at that time, and so lies in the zone with all of its cells. Nothing in that
asks what a stone too many does to its owner: if it does harm, then to the mover, who loses anyway.
"""

cpdef enum:                     # what both sides of the seam know, besides
    SHORT_LINE = 4              # cells: with lines so short a side can seldom be stopped for good
    COMMON_BYTES = 1 << 16      # before the entries of a table that is lent: `table/lent.pxi`
    LONGEST_WEIGHED = 7         # lines that miss more stones weigh as much as if they missed these

# What a line adds to the weight of its cells, by the stones that it misses: factors of 1.6.
cdef extern from *:
    """
    static const int LINE_WEIGHT[] = {0, 40, 25, 16, 10, 6, 4, 3};
    """
    const int LINE_WEIGHT[LONGEST_WEIGHED + 1]

cdef enum:
    BITS_OF_RULES = (1 << 24) - 1
    STRONG = 1 << 24            # the ordinary game
    WEAK = 1 << 25              # the weak game
    CONTESTED = 1 << 26         # the contested game
    ALL_GAMES = 7 << 24
    UNSOUND_IF_EXACT = 1 << 27
    PLAIN = 1 << 28             # misère games, and those with gravity

cpdef enum:                     # the number of a row is told by its bit alone: `s.rules & RULE_…`
    # bounds from the stones that each side's nearest line misses
    RULE_REACH = 1 << 0 | STRONG | WEAK | PLAIN
    # the Erdős-Selfridge sum
    RULE_POTENTIAL = 1 << 1 | STRONG
    # two completing cells at once win: the chains of the other games find as much
    RULE_DOUBLE = 1 << 2 | WEAK
    # only moves that meet a double threat
    RULE_REPLIES = 1 << 3 | ALL_GAMES
    # the transposition table
    RULE_TABLE = 1 << 4 | ALL_GAMES | PLAIN
    # one entry for all images of a position
    RULE_SYMMETRY = 1 << 5 | ALL_GAMES | PLAIN
    # the best-looking move first
    RULE_ORDER = 1 << 6 | ALL_GAMES | PLAIN
    # a reply after which a pairing holds
    RULE_PAIRING = 1 << 7 | ALL_GAMES
    # wins by continuous threats; in the weak game where lines are many
    RULE_VCF = 1 << 8 | ALL_GAMES
    # only moves that meet such a win of the other side's
    RULE_ZONE = 1 << 9 | STRONG | CONTESTED
    # far wins by what they cost in threats, not by plies
    RULE_COST = 1 << 10 | STRONG
    # no chains of threats where few cells are empty
    RULE_SPARING = 1 << 11 | STRONG
    # the first player does not lose from the empty board
    RULE_STEALING = 1 << 12 | STRONG | UNSOUND_IF_EXACT
    # the weak game may settle a question of the ordinary one
    RULE_WEAK = 1 << 13 | STRONG
    # no move outside the zone of one that failed
    RULE_ZONES = 1 << 14 | WEAK | CONTESTED
    # no move that another one dominates
    RULE_DOMINATION = 1 << 15 | WEAK | CONTESTED
    # replies in the order of what they have cost elsewhere; killer moves
    RULE_HISTORY = 1 << 16 | WEAK | CONTESTED
    # a reply after which there is a pairing, by an exact cover
    RULE_COVER = 1 << 17 | WEAK | CONTESTED
    # the contested game may settle a question of the ordinary one: see `weak/contested.pxi`
    RULE_CONTESTED = 1 << 18 | STRONG
    # no reply outside the cells of a win over another one
    RULE_WINS = 1 << 19 | WEAK
    # proof-number search
    RULE_NUMBERS = 1 << 20 | CONTESTED
