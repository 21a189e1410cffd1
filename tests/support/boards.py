"""Boards, positions and tables that several tests share."""

import random
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from inarow import Game, Position
from inarow._core import COMMON_BYTES, LINESETS, RULES, WIDTHS
from inarow.reference import Rules
from inarow.strategies import Strategy

Place = tuple[int, int, bool]
"""Maker's stones, Breaker's stones, is it Maker's turn"""

ALL_RULES = sum(RULES.values())
RULE_SETS = {
    "all": ALL_RULES,
    "none": 0,
    **{f"no {name}": ALL_RULES - bit for name, bit in RULES.items()},
    **{f"only {name}": bit for name, bit in RULES.items()},
}
"""Every rule of the search left out, and every one alone."""

FIRST_LOOK = 256
"""Nodes of a call before its first look at the watch, when a crew may come together."""

BUCKET = 4
"""Entries that a key may have in the transposition table."""


Width = int | str

EVERY_WIDTH: tuple[Width, ...] = (*WIDTHS, *LINESETS)
"""All kernels: those of lines by number take the rows of a grid as well, but no exact game."""


def cells_of_width(width: Width) -> int:
    return int(str(width).removeprefix("lines"))


def entry_bytes(width: Width) -> int:
    """Bytes of an entry of the transposition table, its zone included."""
    cells = cells_of_width(width)
    zone = 8 * -(-(448 if cells == 400 else max(cells, 64)) // 64)
    return (16 if width == 40 else 24) + zone


def table_of(entries: int, width: Width) -> int:
    """Bytes for a table of so many entries; 1 gives the smallest table, a single bucket."""
    return max(1, entries * entry_bytes(width))


def lent(entries: int, width: Width) -> npt.NDArray[np.uint8]:
    """Memory for a table of so many entries, to be lent to kernels."""
    return np.zeros(COMMON_BYTES + table_of(entries, width), np.uint8)


def widths_for(game: Game) -> list[int]:
    """The widths of grids that hold the game."""
    return [width for width in WIDTHS if width >= game.cells]


def numbered_for(game: Game) -> list[Width]:
    """The kernels of lines by number that hold the game."""
    most = {} if game.exact else {"lines64": 128, "lines400": 512}
    fitting = [width for width in most if cells_of_width(width) >= game.cells]
    return [width for width in fitting if len(game.lines) <= most[width]]


def every_width_for(game: Game) -> list[Width]:
    """All widths that hold the game."""
    return [*widths_for(game), *numbered_for(game)]


def random_play(game: Game, plies: int, rng: random.Random) -> Position:
    """The position after `plies` random moves, or the last one before the game would end."""
    position = game.start()
    for _ in range(plies):
        after = position.play(rng.choice(position.legal_moves))
        if after.is_over:
            break
        position = after
    return position


def played(start: Position, x: Strategy, o: Strategy) -> list[Position]:
    """A game from a position to its end: the positions after each move."""
    game, position = [start], start
    while not position.is_over:
        choice = (x if position.turn == "X" else o).choose(position)
        position = position.play(choice.move)
        game.append(position)
    return game


def scattered(
    game: Game, stones: int, rng: random.Random, near: Sequence[int] | None = None
) -> Position:
    """Stones on random cells, as many of both sides or one more of the other's; X is to move.

    Nobody has a line. `near` are the cells to choose from, if not all.
    """
    while True:
        cells = rng.sample(near or range(game.cells), stones)
        other, own = (sum(1 << cell for cell in cells[i::2]) for i in (0, 1))
        if not any(own & span == mask or other & span == mask for mask, span in game.spans):
            return as_position(game, own, other)


def random_board(game: Game, empties: int, rng: random.Random) -> tuple[int, int]:
    """A board with any stone counts, nobody's line on it, and about so many empty cells.

    Cells are filled in random order with a colour that completes no line, lately the one that
    stands in more unfinished lines, so that threats abound; then a patch is cleared.
    """
    stones = [0, 0]
    spans = game.spans_by_cell
    greedy = rng.random()
    cells = list(range(game.cells))
    rng.shuffle(cells)
    for cell in cells:
        bit = 1 << cell
        allowed = [
            side
            for side in (0, 1)
            if not any((stones[side] | bit) & span == mask for mask, span in spans[cell])
        ]
        if not allowed:
            continue
        side = rng.choice(allowed)
        if len(allowed) == 2 and rng.random() < greedy:
            weight = [
                sum(
                    (stones[s] & mask).bit_count() ** 2
                    for mask, span in spans[cell]
                    if not stones[1 - s] & mask and not stones[s] & (span ^ mask)
                )
                for s in (0, 1)
            ]
            side = int(weight[1] > weight[0])
        stones[side] |= bit
    taken = [cell for cell in range(game.cells) if (stones[0] | stones[1]) >> cell & 1]
    clear = len(taken) - (game.cells - empties)
    if clear > 0:
        centre = rng.choice(taken)
        spread = rng.choice([0.5, 2.0, 100.0])
        taken.sort(key=lambda cell: game.board.distance(centre, cell) + spread * rng.random())
        for cell in taken[:clear]:
            stones[0] &= ~(1 << cell)
            stones[1] &= ~(1 << cell)
    for side in (0, 1) if game.exact else ():
        # What was cleared may have left a line of an overline.
        while lines := [mask for mask, span in game.spans if stones[side] & span == mask]:
            stones[side] ^= lines[0] & -lines[0]
    return stones[0], stones[1]


def random_weak_board(game: Game, empties: int, rng: random.Random) -> tuple[int, int]:
    """A board of the weak game with any stone counts: Maker has no line, Breaker may have some."""
    maker, breaker = random_board(game, empties, rng)
    if rng.random() < 0.5:
        maker, breaker = breaker, maker
    if rng.random() < 0.3:  # a good part of Maker's stones goes over to Breaker
        share = rng.choice([0.1, 0.3, 0.6])
        for cell in range(game.cells):
            if maker >> cell & 1 and rng.random() < share:
                maker, breaker = maker & ~(1 << cell), breaker | 1 << cell
    return maker, breaker


def as_position(game: Game, own: int, opponent: int, turn: str = "X") -> Position:
    """The position with these stones, of any counts, `turn` to move and owner of `own`."""
    x, o = (own, opponent) if turn == "X" else (opponent, own)
    board = [(x >> i & 1) - (o >> i & 1) for i in range(game.cells)]
    array = np.array(board, np.int8).reshape(game.shape)
    return game.position(array, turn=turn, strict=False)


def as_board(position: Position) -> tuple[str, ...]:
    """A position as the reference writes it."""
    return tuple(position.text.replace("/", ""))


def rules_of(game: Game) -> Rules:
    """The game as the reference has it."""
    words = {"misere": game.misere, "gravity": game.gravity}
    if game.is_grid:
        return Rules(*game.size, exact=game.exact, **words)
    n = game.drop or game.cells
    return Rules.of(game.cells // n, n, game.lines, **words)


def plain_games(sizes: list[tuple[int, int, int]]) -> list[Game]:
    """Misère games, those with gravity, and both; also where only exactly k count."""
    return [
        Game(*size, exact=exact, misere=misere, gravity=gravity)
        for size in sizes
        for exact in (False, True)
        for misere, gravity in ((True, False), (False, True), (True, True))
    ]


def has_line(game: Game, stones: int) -> bool:
    """Do the stones hold a line?"""
    return any(stones & mask == mask for mask in game.line_masks)


def as_text(game: Game, maker: int, breaker: int) -> str:
    """The board as text, Maker's stones as X."""
    cells = "".join(".XO"[(maker >> i & 1) + 2 * (breaker >> i & 1)] for i in range(game.cells))
    return "/".join(cells[row.start : row.stop] for row in game.rows)


def after(maker: int, breaker: int, makers_turn: bool, move: int) -> Place:
    """The position after a move."""
    if makers_turn:
        return maker | 1 << move, breaker, False
    return maker, breaker | 1 << move, True


def describe(game: Game, place: Place) -> str:
    """A position in words, Maker's stones as X."""
    return f"{game} {as_text(game, *place[:2])}, {'X' if place[2] else 'O'} to move"


def completing(game: Game, stones: int, others: int) -> set[int]:
    """The empty cells that complete a line of `stones`."""
    taken = stones | others
    found = set()
    for line, flanks in zip(game.lines, game.flanks, strict=True):
        gaps = [cell for cell in line if not stones >> cell & 1]
        longer = any(stones >> cell & 1 for cell in flanks)
        if len(gaps) == 1 and not taken >> gaps[0] & 1 and not longer:
            found.add(gaps[0])
    return found


def chain_wins(game: Game, own: int, opponent: int, moves: list[int], answers: list[int]) -> bool:
    """Does the chain of threats of `own` win, each answered by force but the last?"""
    for number, move in enumerate(moves):
        if (own | opponent) >> move & 1:
            return False
        own |= 1 << move
        if completing(game, opponent, own):
            return False
        threats = completing(game, own, opponent)
        if number == len(answers):
            return len(threats) > 1
        if threats != {answers[number]}:
            return False
        opponent |= 1 << answers[number]
    return False
