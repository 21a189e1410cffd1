"""The engine: a command in, its replies out.

Every command that has an answer gets one, and a refused one changes nothing. Blocks of lines
(BOARD … DONE) are collected here; another command in the middle of one ends it, for a manager
that gave up must not find the engine waiting.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from inarow.apps.engine.board import CommandError, EngineBoard, numbers
from inarow.apps.engine.memory import table_mb_within, unique_bytes
from inarow.apps.engine.opening import balanced_opening
from inarow.apps.engine.ranking import best_moves
from inarow.apps.engine.reader import Command
from inarow.apps.engine.settings import Settings, time_for_move
from inarow.apps.engine.thinking import Thought, think
from inarow.solver.solver import Solver

__all__ = ["SIDES", "Engine"]

SIDES = range(5, 21)
"""The numbers of rows and columns of the boards that are played on."""
MOST_STONES = 400
"""Lines of a block that are kept: no board has more cells."""

Stones = list[tuple[int, ...]]


class Engine:
    """Plays one game at a time.

    `say` prints a line; `ended` says whether END has come; `about` answers ABOUT.
    """

    def __init__(self, say: Callable[[str], None], ended: Callable[[], bool], about: str) -> None:
        self._say = say
        self._ended = ended
        self._about = about
        self._settings = Settings()
        self._board: EngineBoard | None = None
        self._solver: Solver | None = None
        self._used = 0.0  # seconds of this game
        self._block = ""  # the word that began the block being read, or nothing
        self._stones: Stones = []
        self._fault = ""
        self._commands: dict[str, Callable[[str, Command], None]] = {
            "START": self._start,
            "RECTSTART": self._rectstart,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "PLAY": self._play,
            "TAKEBACK": self._takeback,
            "YXNBEST": self._nbest,
        }
        self._blocks: dict[str, Callable[[Stones, Command], None]] = {
            "BOARD": self._set_and_move,
            "YXBOARD": self._set,
            "SWAP2BOARD": self._swap2,
        }

    def handle(self, command: Command) -> None:
        """Carry a command out, and answer it."""
        # Of a line of odd separators nothing is left: no command, and not known.
        word, *more = command.text.split(None, 1) or [command.text]
        word, rest = word.upper(), more[0] if more else ""
        if word == "INFO":
            self._inform(rest)
            return
        known = word in self._commands or word in self._blocks or word == "ABOUT"
        if self._block:
            if not known:
                self._in_block(command)
                return
            self._say(f"ERROR {self._block} was not ended with DONE")
            self._block = ""
        if not known:
            self._say(f"UNKNOWN command {_shown(command.text)}")
        elif word == "ABOUT":
            self._say(self._about)
        elif word in self._blocks:
            self._block, self._stones = word, []
            self._fault = f"{word} takes its stones on lines of their own" if rest else ""
        else:
            self._answer(lambda: self._commands[word](rest, command))

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
        before = self._settings.memory
        self._settings.inform(text)
        limit = self._settings.memory
        if limit != before:
            self._solver = None  # the next one gets a table that fits
            taken = unique_bytes()
            if limit and taken is not None and taken > limit:
                self._settings.complain(
                    "max_memory", f"max_memory {limit} is too little: the program takes {taken}"
                )

    # Blocks.

    def _in_block(self, command: Command) -> None:
        if command.text.upper() == "DONE":
            word, self._block = self._block, ""
            self._answer(lambda: self._end_block(word, command))
            return
        wanted = "x,y" if self._block == "SWAP2BOARD" else "x,y,f"
        try:
            if len(self._stones) == MOST_STONES:
                raise CommandError(f"there are more than {MOST_STONES} stones")
            self._stones.append(numbers(command.text, wanted))
        except CommandError as error:
            self._fault = self._fault or str(error)

    def _end_block(self, word: str, command: Command) -> None:
        if self._fault:
            raise CommandError(self._fault)
        self._blocks[word](self._stones, command)

    def _set_and_move(self, stones: Stones, command: Command) -> None:
        self._move(self._now.with_stones(stones), command)

    def _set(self, stones: Stones, _: Command) -> None:
        self._board = self._now.with_stones(stones)

    def _swap2(self, stones: Stones, command: Command) -> None:
        """Stones come in the order of their setting, black and white by turns; White is next."""
        if len(stones) not in (0, 3, 5):
            raise CommandError(f"swap2 has 0, 3 or 5 stones on the board, not {len(stones)}")
        empty = self._now.with_stones([])
        white = empty.with_stones([(x, y, 1 + (i + 1) % 2) for i, (x, y) in enumerate(stones)])
        black = EngineBoard(white.game, white.opponent, white.own)
        if not stones:
            cells = balanced_opening(self._solver_for(empty))
            if not self._ended():
                self._board = EngineBoard(empty.game, 1 << cells[0] | 1 << cells[2], 1 << cells[1])
                self._say(" ".join(empty.name(cell) for cell in cells))
            return
        thought = self._thought(white, command)
        if self._ended():
            return
        self._describe(white, thought)
        if thought.evaluation.startswith("-"):
            self._board = black
            self._say("SWAP")
        else:
            self._made(white, thought)

    # Commands.

    @property
    def _now(self) -> EngineBoard:
        """The board, under the rule that is set now."""
        if self._board is None:
            raise CommandError("there is no board yet: START comes first")
        game = self._board.game
        return self._board._replace(game=self._settings.game(game.m, game.n))

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
        self._board = EngineBoard(self._settings.game(rows, columns))
        self._used = 0.0
        self._say("OK")

    def _restart(self, _: str, __: Command) -> None:
        game = self._now.game
        self._begin_game(game.m, game.n)

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
        self._board = self._now.with_stone(x, y, own=True)
        self._say(f"{x},{y}")

    def _takeback(self, rest: str, _: Command) -> None:
        x, y = numbers(rest, "x,y")
        self._board = self._now.without_stone(x, y)
        self._say("OK")

    def _nbest(self, rest: str, command: Command) -> None:
        (count,) = numbers(rest, "number")
        if count < 1:
            raise CommandError(f"the number of best moves must be 1 or more, not {count}")
        board = self._now
        position = board.position()
        thoughts = best_moves(
            self._solver_for(board), position, count, self._deadline(board, command), command.stop
        )
        if not self._ended():
            for rank, thought in enumerate(thoughts, 1):
                self._describe(board, thought, f"best {rank} ")
            self._say(board.name(thoughts[0].move))

    # Moves.

    def _move(self, board: EngineBoard, command: Command) -> None:
        """Find the move for a board, and make it."""
        thought = self._thought(board, command)
        self._used += monotonic() - command.arrived
        # After END nobody waits for a move; one that was at hand answers a command before it.
        if thought.nodes == 0 or not self._ended():
            self._describe(board, thought)
            self._made(board, thought)

    def _thought(self, board: EngineBoard, command: Command) -> Thought:
        position = board.position()
        deadline = self._deadline(board, command)
        nodes = self._settings.nodes or None
        return think(self._solver_for(board), position, deadline, command.stop, nodes)

    def _made(self, board: EngineBoard, thought: Thought) -> None:
        self._board = board._replace(own=board.own | 1 << thought.move)
        self._say(board.name(thought.move))

    def _describe(self, board: EngineBoard, thought: Thought, before: str = "") -> None:
        line = " ".join(map(board.name, thought.line))
        self._say(
            f"MESSAGE {before}depth {thought.depth} evaluation {thought.evaluation} nodes"
            f" {thought.nodes} ms {round(1000 * thought.seconds)} proven {thought.proven} pv {line}"
        )

    def _deadline(self, board: EngineBoard, command: Command) -> float | None:
        seconds = time_for_move(self._settings, board.own.bit_count(), self._used)
        return command.arrived + seconds if seconds else None

    def _solver_for(self, board: EngineBoard) -> Solver:
        """The solver of the game; its table lasts as long as game and memory limit do."""
        if self._solver is None or self._solver.game != board.game:
            self._solver = None  # its memory is free before the other's is measured out
            size = table_mb_within(self._settings.memory, unique_bytes())
            self._solver = Solver(board.game, table_mb=size)
        return self._solver


def _shown(text: str) -> str:
    """The beginning of a line that came in, fit to be printed."""
    return "".join(letter if " " <= letter <= "~" else "?" for letter in text[:40])
