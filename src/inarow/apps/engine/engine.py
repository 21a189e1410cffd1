"""The engine: a command in, its replies out.

Every command that has an answer gets one, and a refused one changes nothing: but if it was to set
the board, there is none until another does, for whoever sent it believes that its stones are there.
The stones of BOARD are collected here, a line each; another command before DONE ends that, for a
manager that gave up must not find the engine waiting.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from inarow.apps.engine.board import CommandError, EngineBoard, numbers
from inarow.apps.engine.memory import least_limit, table_mb_within, unique_bytes
from inarow.apps.engine.reader import Command
from inarow.apps.engine.settings import Settings, time_for_move
from inarow.apps.engine.thinking import SearchLimits, Thought, think
from inarow.solver.solver import Solver

if TYPE_CHECKING:
    from inarow.certificate.book import Book

SIDES = range(5, 21)
"""The numbers of rows and columns of the boards that are played on."""
MOST_STONES = 400
"""No board has more cells."""


class Engine:
    """Plays one game at a time.

    `say` prints a line; `ended` says whether END has come; `about` answers ABOUT.
    """

    def __init__(
        self,
        say: Callable[[str], None],
        ended: Callable[[], bool],
        about: str,
        proof: Book | None = None,
    ) -> None:
        self._say = say
        self._proof = proof
        self._ended = ended
        self._about = about
        self._settings = Settings()
        self._board: EngineBoard | None = None
        self._refused = ""  # the word that was to set the board and did not, or nothing
        self._solver: Solver | None = None
        self._used = 0.0  # seconds of this game
        self._stones: list[str] | None = None  # the lines of a BOARD that is being read
        self._commands: dict[str, Callable[[str, Command], None]] = {
            "START": self._start,
            "RECTSTART": self._rectstart,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "PLAY": self._play,
            "TAKEBACK": self._takeback,
        }

    def handle(self, command: Command) -> None:
        """Carry a command out, and answer it."""
        # Of a line of odd separators nothing is left: no command, and not known.
        word, *more = command.text.split(None, 1) or [command.text]
        word, rest = word.upper(), more[0] if more else ""
        if word == "INFO":
            self._inform(rest)
            return
        known = word in self._commands or word in ("ABOUT", "BOARD")
        if self._stones is not None:
            if word == "DONE":
                lines, self._stones = self._stones, None
                self._answer(lambda: self._set_and_move(lines, command))
                return
            if not known:
                if len(self._stones) <= MOST_STONES:  # one more tells that there are too many
                    self._stones.append(command.text)
                return
            self._say("ERROR BOARD was not ended with DONE")
            self._stones = None
        if word == "ABOUT":
            self._say(self._about)
        elif word == "BOARD":
            self._stones, self._refused = [], word
        elif known:
            if word.endswith("START"):
                self._refused = word
                if word != "RESTART":
                    self._board = None  # nor is there a size
            self._answer(lambda: self._commands[word](rest, command))
        else:
            self._say(f"UNKNOWN command {_shown(command.text)}")

    def _answer(self, act: Callable[[], None]) -> None:
        """Do what is asked, unless something is wrong with it or with what INFO said before."""
        problem = self._settings.next_problem()
        if problem is not None:
            self._say(f"ERROR {problem}")
            return
        try:
            act()
        except CommandError as error:
            self._say(f"ERROR {error}")
        except MemoryError:
            self._solver = None
            self._say("ERROR there is not enough memory")

    def _inform(self, text: str) -> None:
        settings = self._settings
        before = settings.memory
        settings.inform(text)
        limit = settings.memory
        if limit != before:
            self._solver = None  # the next one gets a table that fits
        if text.lower().startswith("max_memory") and limit:
            taken = unique_bytes()
            needed = 0 if taken is None else least_limit(taken)
            if limit < needed:
                enough = (needed >> 20) + 2 << 20  # in full MiB, for a page more or less
                problem = f"max_memory {limit} is too little: at least {enough} is needed"
                settings.complain("max_memory", problem, lasting=True)

    # Commands.

    @property
    def _empty(self) -> EngineBoard:
        """A board of the size that is set without stones, under the rule that is set now."""
        if self._board is None:
            raise CommandError("there is no board yet: START comes first")
        game = self._board.game
        return EngineBoard(self._settings.game(game.m, game.n))

    @property
    def _now(self) -> EngineBoard:
        """The board, under the rule that is set now."""
        empty = self._empty
        if self._refused:
            raise CommandError(f"{self._refused} was refused: there is no board until one is set")
        assert self._board is not None, "or there is no empty one"
        return self._board._replace(game=empty.game)

    def _set_up(self, board: EngineBoard) -> None:
        """Play on with this board."""
        self._board, self._refused = board, ""

    def _start(self, rest: str, _: Command) -> None:
        (size,) = numbers(rest, "size")
        self._begin_game(size, size)

    def _rectstart(self, rest: str, _: Command) -> None:
        columns, rows = numbers(rest, "width,height")
        self._begin_game(rows, columns)

    def _begin_game(self, rows: int, columns: int) -> None:
        if rows not in SIDES or columns not in SIDES:
            raise CommandError(
                f"a board has {SIDES[0]} to {SIDES[-1]} rows and columns, not {columns}x{rows}"
            )
        self._set_up(EngineBoard(self._settings.game(rows, columns)))
        self._used = 0.0
        self._say("OK")

    def _restart(self, _: str, __: Command) -> None:
        game = self._empty.game
        self._begin_game(game.m, game.n)

    def _set_and_move(self, lines: list[str], command: Command) -> None:
        if len(lines) > MOST_STONES:
            raise CommandError(f"there are more than {MOST_STONES} stones")
        stones = [numbers(line, "x,y,f") for line in lines]
        self._move(self._empty.with_stones(stones), command)

    def _begin(self, _: str, command: Command) -> None:
        if self._now.own | self._now.opponent:
            raise CommandError("BEGIN opens a game, but there are stones on the board")
        self._move(self._now, command)

    def _turn(self, rest: str, command: Command) -> None:
        x, y = numbers(rest, "x,y")
        self._move(self._now.with_stone(x, y, own=False), command)

    def _play(self, rest: str, _: Command) -> None:
        """Make the move that the manager wants."""
        x, y = numbers(rest, "x,y")
        self._now.position()
        self._set_up(self._now.with_stone(x, y, own=True))
        self._say(f"{x},{y}")

    def _takeback(self, rest: str, _: Command) -> None:
        x, y = numbers(rest, "x,y")
        self._set_up(self._now.without_stone(x, y))
        self._say("OK")

    # Moves.

    def _move(self, board: EngineBoard, command: Command) -> None:
        """Find the move for a board, and make it."""
        position = board.position()
        thought = think(self._solver_for(board), position, self._limits(board, command))
        self._used += monotonic() - command.arrived
        # After END nobody waits for a move; one that was at hand answers a command before it.
        if thought.nodes == 0 or not self._ended():
            self._describe(board, thought)
            self._set_up(board._replace(own=board.own | 1 << thought.move))
            self._say(board.name(thought.move))

    def _describe(self, board: EngineBoard, thought: Thought) -> None:
        line = " ".join(map(board.name, thought.line))
        self._say(
            f"MESSAGE depth {thought.depth} evaluation {thought.evaluation} nodes"
            f" {thought.nodes} ms {round(1000 * thought.seconds)} proven {thought.proven} pv {line}"
        )

    def _limits(self, board: EngineBoard, command: Command) -> SearchLimits:
        settings = self._settings
        seconds = time_for_move(settings, board.own.bit_count(), self._used)
        deadline = command.arrived + seconds if seconds else None
        return SearchLimits(deadline, command.stop, settings.nodes or None)

    def _solver_for(self, board: EngineBoard) -> Solver:
        """The solver of the game; its table lasts as long as game and memory limit do."""
        if self._solver is None or self._solver.game != board.game:
            self._solver = None  # its memory is free before the other's is measured out
            size = table_mb_within(self._settings.memory, unique_bytes())
            is_proven = self._proof is not None and self._proof.game == board.game
            proof = self._proof if is_proven else None
            self._solver = Solver(board.game, table_mb=size, proof=proof)
        return self._solver


def _shown(text: str) -> str:
    """The beginning of a line that came in, fit to be printed."""
    return "".join(letter if " " <= letter <= "~" else "?" for letter in text[:40])
