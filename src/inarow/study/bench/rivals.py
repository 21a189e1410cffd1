"""The solver against other programs: the package's own careful Python, and two other packages.

Three questions, kept apart because their answers differ by orders of magnitude:

* How much sooner is the answer there? `careful_roots`, `openspiel_root` and `easyai_root`: time
  from the question to the value of an empty board, both from cold.
* How much does compiling buy? `same_tree`: one and the same search, written twice. `BareSearch`
  below is the core with all its rules switched off, line by line in Python; the two visit the same
  positions in the same order, which is checked by their node counts.
* What does the same kind of search gain? `same_ideas`: the core with only those rules on that the
  careful search has too, against the careful search. The trees differ, as moves are ordered
  differently, so nodes per second are compared.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from inarow._core import RULES, make_kernel
from inarow.model.game import Game
from inarow.model.position import Position
from inarow.reference import Rules, careful
from inarow.solver.solver import Solver
from inarow.study.bench.measure import Figure, check, median_pair, time_row

if TYPE_CHECKING:
    from inarow._core.kernel64 import Kernel

TABLE_BYTES = 64 << 20

CAREFUL_RULES = ("reach", "replies", "table", "symmetry", "order")
"""The rules of the core that the careful search has as well; its own form of `reach` is weaker,
and sees only that no line is left."""

# Boards of 4,4,4 with their values, in reach of a search without a table. Each of their questions
# takes less than 4,096 nodes: above that the core would begin to deepen, and walk another tree.
BARE_BOARDS = (
    (".OOX/..XO/...X/...X", 0),
    ("..O./XO.O/..X./.X.X", 0),
    ("O..X/.X../.X.O/.OX.", 0),
    (".OX./.OX./.O.O/XX..", 1),
    (".O../O.../OXOX/X.XX", -1),
)


class BareSearch:
    """What is left of the core with every rule switched off, for a comparison node by node.

    Null-window alpha-beta without a table: complete a line, block one, else all cells in order.
    """

    def __init__(self, game: Game) -> None:
        self.full = game.full
        self.lines = [sum(1 << cell for cell in line) for line in game.lines]
        self.nodes = 0

    def value(self, own: int, opponent: int) -> int:
        """The value of a position that is not over."""
        if self.at_least(1, own, opponent):
            return 1
        return 0 if self.at_least(0, own, opponent) else -1

    def at_least(self, target: int, own: int, opponent: int) -> bool:
        """Is the value at least `target`, 0 or 1?"""
        self.nodes += 1
        block = 0
        for line in self.lines:
            missing = line & ~own
            if not missing & (missing - 1) and not line & opponent:
                return True
            missing = line & ~opponent
            if not missing & (missing - 1) and not line & own:
                block |= missing
        if block & (block - 1):
            return False
        empty = self.full & ~(own | opponent)
        if not empty:
            return target == 0
        moves = block or empty
        while moves:
            move = moves & -moves
            moves ^= move
            if not self.at_least(1 - target, opponent, own | move):
                return True
        return False


def root_seconds(
    game: Game, value: int, rival: Callable[[], object], budget: float
) -> tuple[float, float]:
    """From the making of a solver to the value of the empty board, and the same by a rival.

    `value` is what the rival found.
    """
    start = game.start()
    found = Solver(game).solve(start).value
    check(found == value, f"{game}: value {found}, not {value}")
    return median_pair(lambda: Solver(game).solve(start), rival, budget)


def careful_roots(quick: bool = False) -> list[Figure]:
    """Roots against the careful Python search

    Search against search: the rules of the one and the solver of the other are made beforehand,
    the memo of the one is new and the table of the other is cleared, each time.
    """
    rows = []
    for m, n, k in ((3, 3, 3), (4, 4, 4)) if quick else ((3, 3, 3), (4, 4, 4), (5, 4, 4)):
        game, rules = Game(m, n, k), Rules(m, n, k)
        solver, start = Solver(game), game.start()
        value = careful.solve(rules).value
        check(solver.solve(start).value == value, f"{game}: not the value {value}")

        def cleared(solver: Solver = solver, start: Position = start) -> None:
            solver.clear()
            solver.solve(start)

        rival = partial(careful.solve, rules)
        times = median_pair(cleared, rival, 0.02 if quick else 1.0)
        rows.append(_ratio(f"{game.key} root, table cleared, against careful Python", *times))
    return rows


def same_tree(quick: bool = False) -> list[Figure]:
    """Node by node: the bare search in the core and in Python"""
    game = Game(4, 4, 4)
    kernel = make_kernel(game, TABLE_BYTES, rules=0)
    python = BareSearch(game)
    positions: list[Position] = []
    nodes = 0
    for text, value in BARE_BOARDS:
        position = game.position(text)
        python.nodes = 0
        found = python.value(position._own, position._opponent)
        check(found == value, f"{text}: value {found}, not {value}")
        lower, upper, spent = _kernel_value(kernel, position)
        check(lower == upper == value, f"{text}: value {lower}..{upper}, not {value}")
        check(spent == python.nodes, f"{text}: {spent} nodes against {python.nodes}")
        nodes += spent
        positions.append(position)

    def in_python() -> None:
        for position in positions:
            python.value(position._own, position._opponent)

    def in_core() -> None:
        for position in positions:
            _kernel_value(kernel, position)

    ours, theirs = median_pair(in_core, in_python, 0.02 if quick else 0.5)
    name = f"one tree of {nodes:,} nodes on 4,4,4, against Python"
    return [Figure(name, theirs / ours, "x", _rates(nodes / ours, nodes / theirs))]


def same_ideas(quick: bool = False) -> list[Figure]:
    """Nodes per second with the same ideas: the core and the careful Python search"""
    m, n, k = (4, 4, 4) if quick else (5, 4, 4)
    game, rules = Game(m, n, k), Rules(m, n, k)
    kernel = make_kernel(game, TABLE_BYTES, rules=sum(RULES[rule] for rule in CAREFUL_RULES))
    result = careful.solve(rules)
    lower, upper, nodes = _kernel_value(kernel, game.start())
    check(lower == upper == result.value, f"{game}: value {lower}..{upper}, not {result.value}")

    def in_core() -> None:
        kernel.clear()
        _kernel_value(kernel, game.start())

    times = median_pair(in_core, partial(careful.solve, rules), 0.02 if quick else 1.0)
    ours, theirs = nodes / times[0], result.nodes / times[1]
    name = f"{game.key} root, nodes/s, same ideas, against careful Python"
    return [Figure(name, ours / theirs, "x", _rates(ours, theirs))]


def openspiel_root(quick: bool = False) -> list[Figure]:
    """The 3,3,3 root against OpenSpiel's alpha-beta"""
    if find_spec("pyspiel") is None:
        return []
    # In its `mnk`, m counts the columns and n the rows; on a square it makes no difference.
    game = import_module("pyspiel").load_game("mnk(m=3,n=3,k=3)")
    search = import_module("open_spiel.python.algorithms.minimax").alpha_beta_search
    rival = partial(search, game)
    times = root_seconds(Game(3, 3, 3), int(rival()[0]), rival, 0.1 if quick else 0.5)
    return [_ratio("3,3,3 root, cold, against OpenSpiel alpha-beta", *times)]


def easyai_root(quick: bool = False) -> list[Figure]:
    """The 3,3,3 root against easyAI's Negamax with its table"""
    if find_spec("easyAI") is None:
        return []
    easy: Any = import_module("easyAI")
    game = import_module("easyAI.games.TicTacToe").TicTacToe
    # Its own game comes without the key that a table needs.
    game = type("KeyedTicTacToe", (game,), {"ttentry": lambda self: tuple(self.board)})
    players = [easy.AI_Player(None), easy.AI_Player(None)]

    def rival() -> int:
        algorithm = easy.Negamax(9, tt=easy.TranspositionTable())
        algorithm(game(players))
        return int(algorithm.alpha > 0) - int(algorithm.alpha < 0)

    times = root_seconds(Game(3, 3, 3), rival(), rival, 0.1 if quick else 0.5)
    return [_ratio("3,3,3 root, cold, against easyAI Negamax", *times)]


def _kernel_value(kernel: Kernel, position: Position) -> tuple[int, int, int]:
    """Bounds and nodes, without the line of play that the searches beside it do not give."""
    lower, upper, _, _, _, nodes = kernel.solve(
        position._own, position._opponent, False, False, None, None, None
    )
    return lower, upper, nodes


def _ratio(name: str, ours: float, theirs: float) -> Figure:
    detail = f"{time_row('', ours).figure} against {time_row('', theirs).figure}"
    return Figure(name, theirs / ours, "x", detail)


def _rates(ours: float, theirs: float) -> str:
    return f"{ours / 1e6:.3g} M nodes/s against {theirs / 1e6:.3g} M nodes/s"
