"""``inarow play``: a game in the terminal or through a pipe, of people and machines."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable
from functools import partial
from typing import Annotated, TypeVar

import numpy as np

from inarow.apps.cli.analyse import print_values
from inarow.apps.cli.input import Lines
from inarow.apps.cli.options import AnyStart, TableMb, option
from inarow.apps.cli.play.session import Session, Who, read_who
from inarow.apps.cli.show import Page, heading
from inarow.apps.cli.watch import StatusLine, open_book, search
from inarow.model.counted import counted
from inarow.model.errors import InarowError, InvalidOptionError
from inarow.model.legal import Player
from inarow.model.moves import is_column
from inarow.model.options import TABLE_MB, time_limit
from inarow.model.position import Position
from inarow.model.words import verdict
from inarow.records.formats import read_record
from inarow.solver.solver import Solver
from inarow.strategies.levels import EXACT_CELLS

LEVEL = 5
"""Of the machine, unless another is asked for."""

SECONDS = 5.0
"""For a move of the solver, where a board is too large to be sure of a proof."""

HELP = """\
hint               a best move, and what is known of the value
values             what every move is worth
undo  redo         take back to your last turn, and play it again
go                 the machine moves now, also for you
x WHO  o WHO       who plays a side: person, solver, machine, or a level from 1 to 10
position           the position as text; with a text behind it, or a pasted text, set it up
board              draw the board again
resign  new  quit  the end of a game, another game, the end of all
"""

Answer = TypeVar("Answer")


def play(
    begin: AnyStart,
    *,
    level: Annotated[int, option("1-10", "How well the machine plays; 10 is perfect.")] = LEVEL,
    x: Annotated[str, option("WHO", "Who plays X: person, machine, solver or a level.")] = "person",
    o: Annotated[str, option("WHO", "Who plays O.")] = "machine",
    seconds: Annotated[
        float | None,
        option(
            "S",
            "Time of the solver for a move or a hint; unless given, 5 on boards of more than"
            " 25 cells. A level takes what it needs, about a second at most.",
        ),
    ] = None,
    seed: Annotated[
        int | None, option("SEED", "The same seed, the same levels; drawn unless given.")
    ] = None,
    proof: Annotated[
        str | None,
        option(
            "FILE",
            "A certificate: the solver plays its side by it, unless --x or --o say otherwise,"
            " and searches where it does not say. It tells the game: then without M N K.",
        ),
    ] = None,
    table_mb: TableMb = TABLE_MB,
) -> None:
    """Play against a level or the solver, or let two people play.

    Moves and commands come from standard input: 'help' lists them. In a pipe there is no prompt.
    There is no --json: programs ask 'inarow best --json' for a move.

    Example: [bold]inarow play 6 7 4 --gravity --level 8 --x machine --o person[/bold]
    """
    if "-" in (begin.position, begin.record):
        raise InvalidOptionError(
            "moves come from standard input: give the position as text or FILE"
        )
    book = None if proof is None else open_book(proof, begin.game)
    start = begin.find(None if book is None else book.game)
    machine = read_who("--level", str(level), "person")
    solver = Solver(start.game, table_mb, proof=book)
    if solver.proof is not None:
        machine = "solver"
        if (x, o) == ("person", "machine") and solver.proof.keeper == "X":
            x, o = o, x
    seats: dict[Player, Who] = {"X": read_who("--x", x, machine), "O": read_who("--o", o, machine)}
    if seed is None:
        seed = random.SystemRandom().randrange(1 << 31)
    if seconds is not None:
        seconds = time_limit(seconds)
    elif start.game.cells > EXACT_CELLS:
        seconds = SECONDS
    _Table(Session(start, seats, seed), solver, seconds, machine).run()


class _Table:
    """Where they sit: reads commands, lets the machine think, and says what happens."""

    def __init__(
        self, session: Session, solver: Solver, seconds: float | None, machine: Who
    ) -> None:
        self._session, self._solver, self._seconds = session, solver, seconds
        self._machine, self._page = machine, Page()
        self._lines = Lines(is_needed=not session.is_watched)
        self._say = self._page.say
        self._is_drawn = False
        self._commands: dict[str, Callable[[str], None]] = {
            "hint": lambda _: self._hint(),
            "values": lambda _: self._values(),
            "undo": lambda _: self._took_back(session.take_back(), "taken back"),
            "redo": lambda _: self._took_back(session.play_again(), "played again"),
            "go": lambda _: self._move_now(),
            "x": lambda who: self._seat("X", who),
            "o": lambda who: self._seat("O", who),
            "position": self._set_up,
            "board": lambda _: self._draw(),
            "resign": lambda _: self._resign(),
            "new": lambda _: self._begin(session.start),
            "help": lambda _: self._help(),
        }

    def run(self) -> None:
        """Play until the input ends, or somebody wants to go."""
        self._say(heading(self._session.start), "bold")
        if last := re.fullmatch("([0-9]+)([a-z]+)([0-9]+)", self._session.start.game.names[-1]):
            layer, column, row = last.groups()
            self._say(f"{last[0]} is layer {layer}, column {column}, row {row}")
        self._say_who()
        while True:
            try:
                while self._session.is_machines_turn:
                    self._think(self._session.to_play)
            except KeyboardInterrupt:
                if not self._is_drawn:
                    self._draw()
                raise
            if not self._is_drawn:
                self._draw()
            line = self._lines.read(f"{self._session.status} > ")
            if line is None:
                return
            word, _, rest = line.strip().partition(" ")
            if word.lower() in ("quit", "exit", "q"):
                return
            try:
                self._obey(word, rest.strip())
            except InarowError as error:
                sys.stdout.flush()
                print("inarow:", " ".join(str(error).split()), file=sys.stderr, flush=True)

    def _obey(self, word: str, rest: str) -> None:
        if not word:
            return
        if "/" in word or ("/" in rest and not word.isalpha()):
            self._set_up(f"{word} {rest}".strip())
            return
        # A command may be cut short, "u" or "val", but not to the letter of a column.
        column = is_column(game := self._session.position.game, word)
        falls = column and word.lower() in game.letters
        meant = [name for name in self._commands if name.startswith(word.lower()) and not falls]
        if word.lower() in self._commands or (len(meant) == 1 and word.isalpha()):
            name = word.lower() if word.lower() in self._commands else meant[0]
            if rest and name not in ("x", "o", "position"):
                raise InvalidOptionError(f"{name!r} stands alone, without {rest!r}")
            self._commands[name](rest)
        elif word.isalpha() and not column:
            raise InvalidOptionError(f"there is no command {word!r}: 'help' lists them")
        else:
            self._played(self._cell(f"{word} {rest}".strip()))

    def _cell(self, text: str) -> int:
        """The cell that ``b2``, ``1,1``, ``4`` or, where stones fall, ``b`` names."""
        position = self._session.position
        game = position.game
        if re.fullmatch(r"\(?\s*[0-9]{1,3}(\s*[, ]\s*[0-9]{1,3})+\s*\)?", text):
            return game.cell([*map(int, re.findall("[0-9]+", text))])
        if re.fullmatch("[0-9]{1,4}", text):
            return game.cell(int(text))
        return position._cell(text)

    # What happens on the board.

    def _played(self, cell: int, how: str = "") -> None:
        session = self._session
        mover = session.position.turn
        session.play(cell)
        self._say(f"{mover} plays {session.position.game.name(cell)}{how}")
        # Between two machines every board is worth a look; else the one before a person's turn.
        self._is_drawn = False
        if session.is_over or session.is_watched:
            self._draw()

    def _took_back(self, count: int, what: str) -> None:
        self._say(f"{counted(count, 'move')} {what}")
        self._draw()
        if self._session.is_paused:
            self._say("the machine waits: 'go' lets it move")

    def _resign(self) -> None:
        self._session.resign()
        self._say(self._session.status, "bold")

    def _begin(self, start: Position) -> None:
        self._session.begin(start)
        self._is_drawn = False

    def _set_up(self, text: str) -> None:
        position = self._session.position
        if text:
            record = read_record(text, position.game)
            self._begin(record.start)
            for move in record.moves:
                self._session.play(move)
        else:
            self._say(position.key)

    def _seat(self, side: Player, who: str) -> None:
        if who:
            self._session.seat({side: read_who(side.lower(), who, self._machine)})
        self._say_who()

    # What the machine does.

    def _ask(self, ask: Callable[..., Answer]) -> tuple[Answer, bool]:
        """What the solver says of the position; whether Ctrl-C cut its thought short.

        It tells distances where the board is small enough for them.
        """
        position = self._session.position
        answer, watch = search(
            partial(ask, position, distance=position.game.cells <= EXACT_CELLS),
            position.game,
            quiet=not self._lines.is_terminal,
            limits={"nodes": None, "seconds": self._seconds},
        )
        return answer, watch.interrupted

    def _think(self, who: Who) -> None:
        """Move for the machine; a level whose thought is broken off waits for `go`.

        Where nobody waits for the move, Ctrl-C ends the game.
        """
        session = self._session
        if isinstance(who, int):
            player = session.player(who)
            try:
                with StatusLine(quiet=not self._lines.is_terminal) as status:
                    status.show(f"{player.name} thinks")
                    cell = player.choose(session.position).move
            except KeyboardInterrupt:
                if session.is_watched:
                    raise
                session.is_paused = True
                self._say(f"\n{player.name} was interrupted: 'go' lets it think again")
            else:
                self._played(cell)
            return
        solution, was_interrupted = self._ask(self._solver.solve)
        if was_interrupted and session.is_watched:
            raise KeyboardInterrupt
        assert solution.best_move is not None, "the game is not over"
        known = verdict(session.position, solution)
        proof = self._solver.proof
        if proof is not None and (found := proof.find(session.position)) and found.plies:
            known += f", within {counted(found.plies, 'ply')}"
        hasty = "; interrupted, the best so far" if was_interrupted else ""
        self._played(solution.best_move, f" ({known}{hasty})")

    def _move_now(self) -> None:
        session = self._session
        if session.is_over:
            raise InvalidOptionError(f"the game is over ({session.status})")
        who = session.to_play
        self._think("solver" if who == "person" else who)

    def _hint(self) -> None:
        position = self._session.position
        solution, _ = self._ask(self._solver.solve)
        if solution.best_move is None:
            self._say(verdict(position, solution))
            return
        judged = ", the move is judged" if solution.judged else ""
        name = position.game.name(solution.best_move)
        self._say(f"hint: {name} ({verdict(position, solution)}{judged})")

    def _values(self) -> None:
        analysis, _ = self._ask(self._solver.analyse)
        print_values(self._page, self._session.position, analysis)

    # What is said.

    def _help(self) -> None:
        """The commands, with the forms of a move that there is on the board."""
        position = self._session.position
        game, moves = position.game, position.legal_moves or range(position.game.cells)
        cell = moves[len(moves) // 2]
        forms = {game.name(cell): "its name"}
        if is_column(game, letter := game.name(cell)[0]):
            forms[letter] = "its column"
        if (count := len(game.shape)) > 1:
            words = {2: "row and column", 3: "layer, row and column"}.get(count, "place")
            forms[",".join(map(str, np.unravel_index(cell, game.shape)))] = f"its {words} from 0"
        shown, words = "  ".join([*forms, str(cell)]), ", ".join(forms.values())
        self._say(f"{shown:<17}  a move: {words}, or the number of its cell")
        self._say(HELP.rstrip())

    def _say_who(self) -> None:
        names = {
            side: self._session.player(who).name if isinstance(who, int) else who
            for side, who in self._session.who.items()
        }
        self._say(", ".join(f"{side}: {name}" for side, name in names.items()))

    def _draw(self) -> None:
        session, position = self._session, self._session.position
        self._page.board(position, strong=position.winning_cells or session.moves[-1:])
        if position.winner is not None:
            cells = " ".join(map(position.game.name, position.winning_cells))
            self._say(f"{position.status}: {cells}", "bold")
        elif session.is_over:
            self._say(session.status, "bold")
        elif not self._lines.is_terminal:
            self._say(session.status)
        sys.stdout.flush()
        self._is_drawn = True
