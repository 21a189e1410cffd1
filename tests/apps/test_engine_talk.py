"""What real programs send, and what they wait for.

Two exchanges follow the order and the wording of the managers' own sources: Piskvork
(``Tplayer::move`` and ``sendInfo``) and Yixin-Board (``init_engine``, ``set_level``, the menu of
analysis). Both read every line that is not of a known word as a move. Two more are what was sent in
matches of the engine against itself: c-gomoku-cli, and the judge of Gomocup as
MaciejKozarzewski/GomocupJudgeLocal has it, which stops an engine while it is not to move.
"""

from __future__ import annotations

import random
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
        thoughts = "MESSAGE depth", "MESSAGE best"
        return [line for line in self.said if not line.startswith(thoughts)]

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

YIXIN_BOARD = [
    ("info show_detail 1", NOTHING),
    ("yxshowinfo", NOTHING),  # it looks for messages, which `follow` passes over
    ("START 15 15", "OK"),
    ("INFO max_node -1", NOTHING),
    *((f"INFO timeout_match {ms}", NOTHING) for ms in (100000000,)),
    *((f"INFO {info}", NOTHING) for info in ("time_left 100000000", "timeout_turn 2000000")),
    *((f"INFO {info}", NOTHING) for info in ("max_depth 225", "time_increment 0")),
    *((f"INFO {info}", NOTHING) for info in ("caution_factor 1", "thread_num 4")),
    *((f"INFO {info}", NOTHING) for info in ("thread_split_depth 8", "hash_size 524288")),
    *((f"INFO {info}", NOTHING) for info in ("pondering 0", "vcthread 0", "rule 0")),
    # The person moves, and the engine is to answer.
    *(("INFO timeout_turn 200", NOTHING), ("INFO max_node 2000", NOTHING)),
    *(("INFO time_left 100000000", NOTHING), ("yxhashclear", NOTHING), ("start 15 15", "OK")),
    *(("board", NOTHING), ("7,7,2", NOTHING), ("done", MOVE)),
    # The board is shown, then asked about.
    *(("start 15 15", "OK"), ("yxboard", NOTHING), ("7,7,1", NOTHING), ("8,8,2", NOTHING)),
    *(("done", NOTHING), ("yxshowforbid", r"FORBID .*\."), ("yxnbest 3", MOVE)),
    *(("yxblockreset", NOTHING), ("yxblockpathreset", NOTHING)),
    # Its rule 2 is renju.
    *(("INFO rule 2", NOTHING), ("start 15 15", "ERROR rule 2 .*renju.*")),
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
    *(("SWAP2BOARD", NOTHING), ("DONE", f"{MOVE} {MOVE} {MOVE}")),
    *(("INFO time_left 19640", NOTHING), ("BOARD", NOTHING)),
    *((stone, NOTHING) for stone in ("6,6,2", "7,8,1", "8,6,2")),
    *(("DONE", MOVE), ("INFO time_left -40", NOTHING), ("TURN 0,0", MOVE)),
    *(("RECTSTART 20,12", "OK"), *JUDGE_LIMITS, ("INFO time_left 20000", NOTHING)),
    *(("SWAP2BOARD", NOTHING), ("6,6", NOTHING), ("7,8", NOTHING), ("8,6", NOTHING)),
    ("DONE", f"SWAP|{MOVE}( {MOVE})?"),
    *(("INFO time_left 19640", NOTHING), ("BOARD", NOTHING)),
    *((stone, NOTHING) for stone in ("6,6,1", "7,8,2", "8,6,1", "9,9,2")),
    *(("DONE", MOVE), ("INFO time_left 19400", NOTHING), ("TURN 19,11", MOVE)),
]

CLIENTS = [  # as scripts and web pages drive engines: everything of a board on one line
    ("YXSHOWINFO 1", NOTHING),
    ("INFO RULE 0", NOTHING),
    *((f"INFO {info}", NOTHING) for info in ("THREAD_NUM 1", "MAX_DEPTH 4", "SHOW_DETAIL 3")),
    ("INFO TIMEOUT_TURN 500", NOTHING),
    ("START 15", "OK"),
    ("YXHASHCLEAR", NOTHING),
    ("YXBOARD 7,7,1 8,8,2 DONE", NOTHING),
    ("YXNBEST 2", MOVE),
    ("BOARD 7,7,2 DONE", MOVE),
    ("BOARD\t7,7,2  8,8,1 9,9,2 \tdone", MOVE),
]


@pytest.mark.processes
@pytest.mark.parametrize(
    "exchange, end",
    [
        *((PISKVORK, "\r\n"), (YIXIN_BOARD, "\n"), (RUNNER, "\n"), (JUDGE, "\n")),
        (CLIENTS, "\n"),
    ],
    ids=["Piskvork", "Yixin-Board", "c-gomoku-cli", "judge of Gomocup", "clients"],
)
def test_an_exchange(exchange: Sequence[tuple[str, str]], end: str) -> None:
    follow(exchange, end)


def test_what_may_be_set_is_told_in_the_words_that_are_looked_for() -> None:
    talk = Talk()
    told = talk.send("yxshowinfo")
    assert told[0] == "MESSAGE INFO MAX_THREAD_NUM 1"
    assert re.fullmatch(r"MESSAGE INFO MAX_HASH_SIZE \d+", told[1]) and len(told) == 2
    assert talk.send("yxhashclear", "YxBlockReset", "yxblockpathreset") == []


# --- blocks --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_stones_and_done_are_read_wherever_they_stand(seed: int) -> None:
    rng = random.Random(seed)
    cells = rng.sample([f"{x},{y}" for x in range(15) for y in range(14)], rng.randint(0, 9))
    parts = ["YXBOARD", *(f"{cell},{1 + i % 2}" for i, cell in enumerate(cells)), "done"]
    text = parts[0]
    for part in parts[1:]:
        text += rng.choice([" ", "\n", "  ", "\t", " \n\n "]) + part
        if rng.random() < 0.2:
            text += rng.choice([" ", "\n"]) + "INFO time_left 1000" + "\n"
    lines = [line.strip() for line in re.sub(r" (?=INFO)", "\n", text).split("\n") if line.strip()]
    talk = Talk("YXBOARD 0,14,1 1,14,2 DONE")
    assert talk.send(*lines) == []
    assert talk.holds(*cells)


@pytest.mark.processes
def test_a_full_board_on_one_line_of_a_pipe() -> None:
    stones = " ".join(f"{x},{y},{1 + (x + 2 * y) // 2 % 2}" for x in range(20) for y in range(20))
    with EngineProcess(20) as engine:
        assert "full" in engine.ask(f"YXBOARD {stones}  DONE", "YXNBEST 1")
        assert engine.ask(f"BOARD {stones} DONE") == "ERROR the game is over: the board is full"


def test_what_follows_done_is_the_next_command() -> None:
    talk = Talk()
    assert talk.send("YXBOARD 7,7,1 DONE PLAY 8,8") == ["8,8"]
    assert talk.send("YXBOARD 7,7,1 DONE nonsense")[0].startswith("UNKNOWN ")
    (move,) = talk.send("SWAP2BOARD 7,7 0,0 7,8 DONE")
    assert move == "SWAP" or re.fullmatch(MOVE, move)


FIVE = " ".join(f"{x},0,2" for x in range(5))
REFUSED = [
    *(
        f"{word} {stones} DONE"
        for word in ("BOARD", "YXBOARD")
        for stones in (
            "15,0,1",
            "0,0,3",
            "0,0,0",
            "7,7",
            "0,0,1,1",
            "7,7,1 x",
            "7,7,1 7,7,2",
            "1,1,1 " * 401,
        )
    ),
    *("SWAP2BOARD 7,7 DONE", f"BOARD {FIVE} DONE", f"BOARD {FIVE.replace(',2', ',1')} DONE"),
    *("START 30", "START 4", "START 21", "START", "START x", "START 15,4", "START -15"),
    *("RECTSTART 15", "RECTSTART 21,15", "RECTSTART 15,4", "RECTSTART 9 9 9"),
]
WANT_A_BOARD = ["BEGIN", "TURN 3,3", "PLAY 3,3", "TAKEBACK 0,0", "YXNBEST 2"]


@pytest.mark.parametrize("refused", REFUSED, ids=lambda text: text[:20])
def test_after_a_refused_board_no_move_is_offered_until_one_is_set(refused: str) -> None:
    talk = Talk("PLAY 0,0")
    assert [line[:6] for line in talk.send(refused)] == ["ERROR "]
    for command in WANT_A_BOARD:
        assert [line[:6] for line in talk.send(command)] == ["ERROR "], command
    if "START" in refused:  # nor is there a size for stones
        assert talk.send("BOARD DONE") == ["ERROR there is no board yet: START comes first"]
    else:
        assert talk.send("RESTART") == ["OK"]
        talk.send(refused)
        assert talk.send("YXBOARD 1,1,2 DONE", "PLAY 2,2") == ["2,2"]
    assert talk.send(refused, "START 15", "BEGIN")[1:] == ["OK", "7,7"]


def test_a_board_that_was_not_ended_or_met_a_problem_is_none() -> None:
    talk = Talk()
    answers = talk.send("YXBOARD", "7,7,1", "TURN 8,8", "BEGIN")
    assert answers[0] == "ERROR YXBOARD was not ended with DONE"
    assert answers[1:] == ["ERROR YXBOARD was refused: there is no board until one is set"] * 2
    answers = talk.send("RESTART", "INFO timeout_turn x", "BOARD 7,7,1 DONE", "BEGIN")
    assert answers[0] == "OK" and all(answer.startswith("ERROR ") for answer in answers[1:])
    answers = talk.send("START 15", "INFO rule 4", "START 10", "INFO rule 0", "BOARD DONE")
    assert answers[0] == "OK" and all(answer.startswith("ERROR ") for answer in answers[1:])


def test_a_refused_move_changes_nothing() -> None:
    talk = Talk("YXBOARD 7,7,1 8,8,2 DONE")
    cells = ["7,7", "15,0", "", "3", "3,", ",3", "3,4,5", "3;4", "3.0,4", "0x3,4", "+3,4", "٣,4"]
    further = ("PLAY 8,8", "TAKEBACK 3,3", "BEGIN", "YXNBEST 0")
    for command in (*(f"TURN {cell}" for cell in cells), *further):
        assert talk.send(command)[0].startswith("ERROR ")
    assert talk.holds("7,7", "8,8")


# --- limits --------------------------------------------------------------------------------------


def depth_of(talk: Talk) -> int:
    (line,) = [line for line in talk.said if line.startswith("MESSAGE depth")]
    return int(line.split()[2])


@pytest.mark.long
def test_a_limit_of_depth_is_kept() -> None:
    board = "BOARD 7,7,1 8,8,2 6,9,2 DONE"
    talk = Talk("INFO timeout_turn 5000")
    reached = []
    for depth in (1, 2, 4, 6, 7):
        talk.send("YXHASHCLEAR", f"INFO max_depth {depth}", board)
        reached.append(depth_of(talk))
        assert depth <= reached[-1] <= depth + 4  # the first search that is deep enough
    assert reached == sorted(reached)
    for unlimited in ("0", "-1"):
        talk.send("INFO timeout_turn 0", f"INFO max_depth {unlimited}", board)
        assert depth_of(talk) > 0
    talk.send("INFO timeout_turn 60000", "INFO max_depth 200", "INFO max_node 1000", board)
    assert depth_of(talk) > 0


@pytest.mark.long
def test_a_limit_of_depth_holds_for_several_best_moves() -> None:
    talk = Talk("INFO timeout_turn 60000", "YXBOARD 7,7,1 8,8,2 6,9,2 DONE")
    for depth in (1, 3, 5):
        (best,) = talk.send("YXHASHCLEAR", f"INFO max_depth {depth}", "YXNBEST 3")
        lines = [line.split() for line in talk.said if line.startswith("MESSAGE best")]
        assert lines[0][lines[0].index("pv") + 1] == best
        assert depth <= int(lines[0][4])


def test_a_limit_of_nodes_holds_for_several_best_moves() -> None:
    talk = Talk("INFO timeout_turn 60000", "INFO max_node 20000")
    talk.send("YXBOARD 7,7,1 8,8,2 6,9,2 DONE", "YXNBEST 3")
    told = [line.split() for line in talk.said if line.startswith("MESSAGE best")]
    assert len(told) == 3
    assert all(0 < int(words[words.index("nodes") + 1]) <= 20_000 for words in told)


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


@pytest.mark.parametrize("rule", ["standard", "Standard", "1"])
def test_rules_may_be_words(rule: str) -> None:
    five = "YXBOARD 0,0,1 1,0,1 2,0,1 3,0,1 4,0,1 5,0,1 DONE"  # six in a row: no win
    assert Talk(f"INFO rule {rule}").send(five, "PLAY 9,9") == ["9,9"]
    assert "over" in Talk("INFO rule freestyle").send(five, "PLAY 9,9")[0]
