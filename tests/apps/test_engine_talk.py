"""What real programs send, and what they wait for.

One exchange follows the order and the wording of Piskvork's own source (``Tplayer::move`` and
``sendInfo``), which reads every line that is not of a known word as a move. Two more are what was
sent in matches of the engine against itself: c-gomoku-cli, and the judge of Gomocup as
MaciejKozarzewski/GomocupJudgeLocal has it, which stops an engine while it is not to move.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from time import monotonic

import pytest
from engine_process import EngineProcess

from inarow.apps.engine.engine import Engine
from inarow.apps.engine.memory import least_limit
from inarow.apps.engine.reader import Command

MOVE = r"\d+,\d+"
NOTHING = ""


class Talk:
    """The engine in this process: what it says to each line."""

    def __init__(self, *lines: str) -> None:
        self.said: list[str] = []
        self.engine = Engine(self.said.append, lambda: False, 'name="inarow"')
        self.send("START 15", "INFO timeout_turn 0", *lines)

    def send(self, *lines: str) -> list[str]:
        """All that comes of `lines` but what was thought."""
        self.said.clear()
        for line in lines:
            self.engine.handle(Command(line, monotonic(), threading.Event()))
        return [line for line in self.said if not line.startswith("MESSAGE depth")]

    def holds(self, *stones: str) -> bool:
        """Are these cells, and some others not, taken? Each is ``x,y``."""
        free = [f"{x},14" for x in range(15) if f"{x},14" not in stones][:2]
        taken = all(self.send(f"PLAY {cell}") == [f"ERROR {cell} is taken"] for cell in stones)
        return taken and all(self.send(f"PLAY {c}", f"TAKEBACK {c}") == [c, "OK"] for c in free)


def follow(exchange: Sequence[tuple[str, str]], end: str) -> None:
    """Send each line; its answer is to match, or nothing to come at all."""
    with EngineProcess(None) as engine:
        for sent, wanted in exchange:
            engine.send(sent, end=end)
            if wanted:
                answer = engine.answer()
                assert re.fullmatch(wanted, answer), (sent, answer)
        engine.send("ABOUT", end=end)
        assert engine.answer().startswith("name="), "something was said that nobody waits for"


# --- programs ------------------------------------------------------------------------------------

PISKVORK = [
    ("ABOUT", 'name=".*"'),
    ("START 15", "OK"),
    *((f"INFO {info}", NOTHING) for info in ("max_memory 367001600", "timeout_match 1000000000")),
    *((f"INFO {info}", NOTHING) for info in ("timeout_turn 300", "game_type 1", "rule 1")),
    *((f"INFO {info}", NOTHING) for info in ("time_left 1000000000", r"folder C:\pisq data\ai")),
    ("BEGIN", "7,7"),
    ("INFO evaluate 3,4", NOTHING),  # the mouse moves over the board
    ("INFO timeout_turn 200", NOTHING),
    ("INFO time_left 999998760", NOTHING),
    ("TURN 8,8", MOVE),
    ("INFO time_left -40", NOTHING),
    ("TURN 0,14", MOVE),
    ("TAKEBACK 0,14", "OK"),  # the person takes a move back
    ("TURN 14,0", MOVE),
    ("RESTART", "OK"),
    ("INFO time_left 1000000000", NOTHING),
    ("TURN 7,7", MOVE),
    ("RESTART", "OK"),
    *(("INFO max_memory 0", NOTHING), ("INFO timeout_turn 100", NOTHING), ("BOARD", NOTHING)),
    *((stone, NOTHING) for stone in ("7,7,2", "8,8,1", "6,7,2", "8,7,1", "5,7,2")),
    ("DONE", MOVE),
    ("RESTART", "OK"),
    ("INFO rule 4", NOTHING),
    ("BEGIN", "ERROR rule 4 .*renju.*"),
]

RUNNER = [
    *(("ABOUT", 'name=".*", version=".*", author=".*", country=".*"'), ("START 15", "OK")),
    *((f"INFO {info}", NOTHING) for info in ("rule 0", "timeout_turn 200", "timeout_match 30000")),
    *((f"INFO {info}", NOTHING) for info in ("max_memory 367001600", "time_left 30000")),
    *(("BOARD", NOTHING), ("6,6,2", NOTHING), ("7,8,1", NOTHING), ("8,6,2", NOTHING)),
    *(("DONE", MOVE), ("INFO time_left 29790", NOTHING), ("TURN 0,0", MOVE)),
    ("START 20", "OK"),  # the next game, with limits of nodes and depth and none for the game
    *((f"INFO {info}", NOTHING) for info in ("rule 1", "timeout_turn 200", "timeout_match 0")),
    *((f"INFO {info}", NOTHING) for info in ("max_depth 4", "max_node 3000", "thread_num 2")),
    *((f"INFO {info}", NOTHING) for info in ("max_memory 367001600", "time_left 2147483647")),
    *(("BEGIN", "10,10"), ("INFO time_left 2147483647", NOTHING)),
    *(("BOARD", NOTHING), ("10,10,1", NOTHING), ("11,12,2", NOTHING), ("DONE", MOVE)),
    *(("START 15", "OK"), ("INFO rule 4", NOTHING), ("BEGIN", "ERROR rule 4 .*renju.*")),
]

JUDGE_LIMITS = [
    *((f"INFO {info}", NOTHING) for info in ("rule 0", "timeout_turn 200", "timeout_match 20000")),
    *((f"INFO {info}", NOTHING) for info in ("max_memory 367001600", "game_type 1")),
    ("INFO folder ./", NOTHING),
]
JUDGE = [
    *(("ABOUT", 'name=".*", version=".*", author=".*", country=".*"'), ("START 15", "OK")),
    *(*JUDGE_LIMITS, ("INFO time_left 19880", NOTHING)),
    ("BOARD", NOTHING),
    *((stone, NOTHING) for stone in ("6,6,2", "7,8,1", "8,6,2")),
    *(("DONE", MOVE), ("INFO time_left -40", NOTHING), ("TURN 0,0", MOVE)),
    *(("RECTSTART 20,12", "OK"), *JUDGE_LIMITS, ("INFO time_left 20000", NOTHING)),
    ("BOARD", NOTHING),
    *((stone, NOTHING) for stone in ("6,6,1", "7,8,2", "8,6,1", "9,9,2")),
    *(("DONE", MOVE), ("INFO time_left 19400", NOTHING), ("TURN 19,11", MOVE)),
]


@pytest.mark.processes
@pytest.mark.parametrize(
    "exchange, end",
    [(PISKVORK, "\r\n"), (RUNNER, "\n"), (JUDGE, "\n")],
    ids=["Piskvork", "c-gomoku-cli", "judge of Gomocup"],
)
def test_an_exchange(exchange: Sequence[tuple[str, str]], end: str) -> None:
    follow(exchange, end)


def test_what_is_not_of_the_protocol_is_unknown() -> None:
    talk = Talk()
    for line in (
        "YXBOARD",
        "YXNBEST 2",
        "YXSHOWINFO",
        "YXHASHCLEAR",
        "SWAP2BOARD",
        "STOP",
        "SUGGEST",
    ):
        assert talk.send(line) == [f"UNKNOWN command {line}"]
    assert talk.send("7,7,1", "DONE") == ["UNKNOWN command 7,7,1", "UNKNOWN command DONE"]


# --- the stones of a board -----------------------------------------------------------------------


def board(*stones: str) -> list[str]:
    return ["BOARD", *stones, "DONE"]


@pytest.mark.processes
def test_a_full_board() -> None:
    stones = [f"{x},{y},{1 + (x + 2 * y) // 2 % 2}" for x in range(20) for y in range(20)]
    with EngineProcess(20) as engine:
        assert engine.ask(*board(*stones)) == "ERROR the game is over: the board is full"


def test_info_may_come_among_the_stones() -> None:
    talk = Talk()
    (move,) = talk.send("board", "7, 7,1", "INFO time_left 1000", "8,8 ,2", "done")
    assert talk.holds("7,7", "8,8", move)


FIVE = [f"{x},0,2" for x in range(5)]
REFUSED = [
    *(
        board(*stones)
        for stones in (
            *(["15,0,1"], ["0,0,3"], ["0,0,0"], ["7,7"], ["0,0,1,1"], ["7,7,1", "x"]),
            *(["7,7,1", "7,7,2"], ["7,7,1 8,8,1"], ["1,1,1"] * 401, FIVE),
            [stone.replace(",2", ",1") for stone in FIVE],
        )
    ),
    *([f"START {size}"] for size in (30, 4, 21, "", "x", "15,4", -15)),
    *([f"RECTSTART {size}"] for size in ("15", "21,15", "15,4", "9 9")),
]
WANT_A_BOARD = ["BEGIN", "TURN 3,3", "PLAY 3,3", "TAKEBACK 0,0"]


@pytest.mark.parametrize("refused", REFUSED, ids=lambda lines: " ".join(lines)[:20])
def test_after_a_refused_board_no_move_is_offered_until_one_is_set(refused: list[str]) -> None:
    talk = Talk("PLAY 0,0")
    assert [line[:6] for line in talk.send(*refused)] == ["ERROR "]
    for command in WANT_A_BOARD:
        assert [line[:6] for line in talk.send(command)] == ["ERROR "], command
    if "START" in refused[0]:  # nor is there a size for stones
        assert talk.send(*board()) == ["ERROR there is no board yet: START comes first"]
    else:
        assert talk.send("RESTART") == ["OK"]
        talk.send(*refused)
        assert talk.send(*board("1,1,2"), "PLAY 14,14")[1:] == ["14,14"]
    assert talk.send(*refused, "START 15", "BEGIN")[1:] == ["OK", "7,7"]


def test_a_board_that_was_not_ended_or_met_a_problem_is_none() -> None:
    talk = Talk()
    answers = talk.send("BOARD", "7,7,1", "TURN 8,8", "BEGIN")
    assert answers[0] == "ERROR BOARD was not ended with DONE"
    assert answers[1:] == ["ERROR BOARD was refused: there is no board until one is set"] * 2
    answers = talk.send("RESTART", "INFO timeout_turn x", *board("7,7,1"), "BEGIN")
    assert answers[0] == "OK" and all(answer.startswith("ERROR ") for answer in answers[1:])
    answers = talk.send("START 15", "INFO rule 4", "START 10", "INFO rule 0", *board())
    assert answers[0] == "OK" and all(answer.startswith("ERROR ") for answer in answers[1:])


def test_a_refused_move_changes_nothing() -> None:
    talk = Talk("PLAY 7,7", "PLAY 8,8")
    cells = ["7,7", "15,0", "", "3", "3,", ",3", "3,4,5", "3;4", "3.0,4", "0x3,4", "+3,4", "٣,4"]
    for command in (*(f"TURN {cell}" for cell in cells), "PLAY 8,8", "TAKEBACK 3,3", "BEGIN"):
        assert talk.send(command)[0].startswith("ERROR ")
    assert talk.holds("7,7", "8,8")


# --- limits --------------------------------------------------------------------------------------


def test_a_limit_of_nodes_is_kept() -> None:
    talk = Talk("INFO timeout_turn 60000", "INFO max_node 20000")
    talk.send(*board("7,7,1", "8,8,2", "6,9,2"))
    (told,) = [line.split() for line in talk.said if line.startswith("MESSAGE depth")]
    assert 1000 < int(told[told.index("nodes") + 1]) <= 20_000


def test_too_little_memory_is_refused_with_what_is_needed() -> None:
    talk = Talk()
    talk.send("INFO max_memory 1000000")
    for command in ("START 15", "RESTART", "BEGIN", "START 15"):  # it stays so
        (answer,) = talk.send(command)
        found = re.fullmatch(r"ERROR max_memory 1000000 .* at least (\d+) is needed", answer)
        assert found is not None
    assert int(found[1]) > least_limit(0)
    assert talk.send(f"INFO max_memory {found[1]}", "START 15") == ["OK"]
    assert talk.send("INFO max_memory 5", "INFO max_memory 0", "START 15") == ["OK"]
