"""The engine as a manager sees it: transcripts of the real process."""

from __future__ import annotations

import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from engine_process import COMMAND, PATIENCE, EngineProcess

import inarow
from inarow import Game
from inarow.apps.engine.reader import LONGEST_LINE, LineSplitter
from inarow.apps.engine.settings import Settings, time_for_move

pytestmark = pytest.mark.processes

EPSILON = 1e-6


def run(text: bytes, *arguments: str) -> tuple[int, list[str]]:
    """A whole session at once: exit status and lines."""
    done = subprocess.run(
        [*COMMAND, *arguments], input=text, capture_output=True, timeout=PATIENCE, check=False
    )
    assert done.stderr == b""
    return done.returncode, done.stdout.decode("ascii").splitlines()


# --- the program ---------------------------------------------------------------------------------


def test_the_program_is_installed() -> None:
    script = Path(sys.executable).with_name("pbrain-inarow")
    if not script.exists():
        pytest.skip("the package is not installed with its scripts")
    shown = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert shown.stdout == f"pbrain-inarow {inarow.__version__}\n"


def test_help_and_wrong_options() -> None:
    helped = subprocess.run([*COMMAND, "--help"], capture_output=True, text=True, check=True)
    assert "Gomocup" in helped.stdout
    wrong = subprocess.run([*COMMAND, "--fast"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2 and "--fast" in wrong.stderr


def test_a_session_in_one_go() -> None:
    """What needs no thought is answered even if END is right behind it."""
    assert run(b"START 15\nBEGIN\nEND\n") == (
        0,
        ["OK", "MESSAGE depth 0 evaluation +0 nodes 0 ms 0 proven no pv 7,7", "7,7"],
    )
    status, lines = run(b"ABOUT\nRECTSTART 20,5\nABOUT\nEND\nABOUT\nSTART 15\n")
    assert status == 0 and lines == [lines[0], "OK", lines[0]]
    version = inarow.__version__
    assert lines[0].startswith(f'name="inarow", version="{version}", author="')
    assert ', country="' in lines[0]
    assert run(b"") == (0, []) and run(b"START 15") == (0, ["OK"])


# --- commands ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "size, centre", [(5, "2,2"), (6, "3,3"), (15, "7,7"), (19, "9,9"), (20, "10,10")]
)
def test_squares(size: int, centre: str) -> None:
    assert run(f"START {size}\nBEGIN\nEND\n".encode())[1][-1] == centre


def test_rectangles() -> None:
    with EngineProcess(None) as engine:
        for early in ("RESTART", "BEGIN", "TURN 7,7", "TAKEBACK 7,7", "PLAY 1,1"):
            assert engine.ask(early) == "ERROR there is no board yet: START comes first"
        assert engine.ask("BOARD", "DONE") == "ERROR there is no board yet: START comes first"
        assert engine.ask("RECTSTART 20,7") == "OK"  # 20 columns, 7 rows
        assert engine.ask("TURN 19,7").startswith("ERROR ")
        assert engine.ask("BEGIN") == "10,3"
        assert engine.ask("RESTART") == "OK"
        assert engine.ask("INFO timeout_turn 0", "TURN 19,6").count(",") == 1


def test_lines_end_in_any_way_and_letters_have_any_case() -> None:
    for end in ("\n", "\r\n", "\r"):
        with EngineProcess(None) as engine:
            engine.send("sTaRt 15", "", "info TIMEOUT_turn 0", "bEgIn", "\t turn  3, 4 ", end=end)
            assert engine.answer() == "OK"
            assert engine.answer() == "7,7"
            assert engine.answer().count(",") == 1
            engine.send("about", "end", end=end)
            status, _, rest = engine.ended()
            assert status == 0 and len(rest) == 1


def test_a_move_is_never_on_a_stone_and_stones_can_be_taken_back() -> None:
    with EngineProcess(5) as engine:
        engine.send("INFO timeout_turn 0")
        assert engine.ask("TURN 5,0").startswith("ERROR ")
        assert engine.ask("TURN 0,-1").startswith("ERROR ")
        assert engine.ask("TURN 0").startswith("ERROR ")
        mine = engine.move("TURN 2,2")
        assert mine != (2, 2)
        x, y = mine
        for taken in ("2,2", f"{x},{y}"):
            assert engine.ask(f"TURN {taken}") == f"ERROR {taken} is taken"
        assert engine.ask("BEGIN").startswith("ERROR ")
        assert engine.ask("TAKEBACK 4,4" if mine != (4, 4) else "TAKEBACK 0,0").startswith("ERROR ")
        assert engine.ask(f"TAKEBACK {x},{y}") == "OK"
        assert engine.ask("TAKEBACK 2,2") == "OK"
        assert engine.ask("BEGIN") == "2,2"
        assert engine.ask("RESTART") == "OK"
        assert engine.ask("PLAY 1,3") == "1,3"
        assert engine.ask("PLAY 1,3") == "ERROR 1,3 is taken"


def test_board_is_a_full_reset_in_any_order() -> None:
    with EngineProcess() as engine:
        engine.send("INFO timeout_turn 0")
        engine.move("TURN 0,0")
        # Own: four in column 7 that one cell completes; the rest comes in no order.
        assert engine.ask("BOARD", "3,3,2", "7,5,1", "7,3,1", "DONE") not in ("7,5", "7,3", "3,3")
        stones = ["8,2,2", "7,5,1", "7,3,1", "7,2,2", "7,6,1", "3,3,2", "7,4,1", "1,1,2"]
        assert engine.ask("BOARD", *stones, "DONE") == "7,7"
        assert "proven win" in engine.messages[-1] and "+M1" in engine.messages[-1]
        # It is the opponent's four now, to be blocked.
        turned = [stone[:-1] + "21"[int(stone[-1]) - 1] for stone in stones]
        assert engine.ask("BOARD", *turned, "DONE") == "7,7"
        assert "proven forced" in engine.messages[-1]
        assert engine.ask("BOARD", "DONE") == "7,7"


def test_rules_that_are_not_played_are_refused_at_the_next_other_command() -> None:
    with EngineProcess() as engine:
        names = {2: "continuous", 4: "renju", 8: "caro"}
        for rule in (2, 3, 4, 8, 9, -1, 77, "Renju", "caro", "swap2", "x", ""):
            engine.send(f"INFO rule {rule}")
            assert engine.silent()  # INFO is not answered, and ABOUT always is
            for _ in range(2):  # it stays a problem
                answer = engine.ask("START 15")
                assert answer.startswith(f"ERROR rule {rule} ")
                assert names.get(rule, "") in answer
            assert engine.ask("BOARD", "DONE").startswith("ERROR rule")
        engine.send("INFO rule 0", "info RULE 0")
        assert engine.ask("START 15") == "OK"


def test_exactly_five_in_a_row() -> None:
    """Of two ways to fill a gap, one makes six: under rule 1 the other is a win, or a block."""
    for own, other in ((1, 2), (2, 1)):
        stones = [f"{x},7,{own}" for x in (0, 1, 2, 3, 5, 6)]  # at 4,7 seven in a row
        stones += [f"{x},9,{own}" for x in (3, 4, 5, 6)]  # at 2,9 or 7,9 five
        stones += [f"{x},{y},{other}" for x in range(0, 10, 2) for y in (0, 13)]
        stones += [f"2,9,{other}"]
        with EngineProcess() as engine:
            assert engine.ask("INFO rule 1", "START 15") == "OK"
            assert engine.ask("BOARD", *stones, "DONE") == "7,9"


def test_a_problem_with_a_value_is_reported_once_and_nothing_else_is_answered() -> None:
    with EngineProcess() as engine:
        for wrong in ("timeout_turn x", "timeout_turn -1", "max_memory -5", "max_memory 1.5"):
            engine.send(f"INFO {wrong}")
            assert engine.ask("RESTART").startswith(f"ERROR {wrong.split()[0]} ")
            assert engine.ask("RESTART") == "OK"
        engine.send("INFO timeout_turn x", "INFO timeout_turn 100")  # withdrawn
        assert engine.ask("RESTART") == "OK"
        engine.send("INFO", "INFO  ", "INFO nothing", "INFO folder /a b/c", "INFO game_type 1")
        engine.send("INFO evaluate 3,3", "INFO time_left -7", "INFO time_left 2147483647")
        engine.send("INFO max_node -1", "INFO max_depth 4", "INFO time_increment 0")
        assert (engine.ask("RESTART"), engine.ask("BEGIN")) == ("OK", "7,7")


def test_a_finished_game_is_said_to_be_over() -> None:
    with EngineProcess() as engine:
        engine.send("INFO timeout_turn 0")
        four = ["7,3,1", "7,4,1", "7,5,1", "7,6,1", "0,0,2", "1,3,2", "4,9,2", "12,1,2"]
        assert engine.ask("BOARD", *four, "DONE") in ("7,2", "7,7")
        assert engine.ask("TURN 1,1") == "ERROR the game is over: I have five in a row"
        theirs = ["2,0,2", "3,0,2", "4,0,2", "5,0,2", "9,9,1", "9,3,1", "1,9,1"]
        x, y = engine.move("BOARD", *theirs, "DONE")
        assert engine.ask(f"TAKEBACK {x},{y}") == "OK"
        assert engine.ask("TURN 6,0") == "ERROR the game is over: the opponent has five in a row"
        assert engine.move("TURN 7,9") in ((6, 0), (1, 0))  # the refused move was not made


def test_a_whole_game_is_played_against_itself() -> None:
    position = Game(9, 9, 5).start().play((4, 4))
    with EngineProcess(9) as first, EngineProcess(9) as second:
        for engine in (first, second):
            engine.send("INFO timeout_turn 30")
        assert first.ask("BEGIN") == "4,4"
        last, engine, other = (4, 4), second, first
        while not position.is_over:
            x, y = engine.move("TURN {},{}".format(*last))
            position = position.play((y, x))
            last, engine, other = (x, y), other, engine
        assert engine.ask("TURN {},{}".format(*last)).startswith("ERROR the game is over")


def test_messages_say_what_was_found() -> None:
    with EngineProcess() as engine:
        engine.send("INFO timeout_turn 300")
        engine.move("BOARD", "7,7,1", "8,8,2", "6,9,2", "DONE")
        words = engine.messages[-1].split()
        assert words[:2] == ["MESSAGE", "depth"] and int(words[2]) >= 1
        assert words[3] == "evaluation" and int(words[4]) is not None
        assert words[5] == "nodes" and int(words[6]) > 100
        assert words[7] == "ms" and int(words[8]) > 0
        assert words[9:12] == ["proven", "no", "pv"] and len(words) > 12
        # Two open twos that cross, and it is the engine's move: won, by threats alone.
        three = ["6,7,1", "7,7,1", "8,7,1", "2,2,2", "12,3,2", "3,11,2"]
        engine.move("BOARD", *three, "DONE")
        words = engine.messages[-1].split()
        assert words[4] == "+M3" and words[9:11] == ["proven", "win"] and len(words) == 15


# --- the parts -----------------------------------------------------------------------------------


def test_lines_of_any_length_take_little_memory() -> None:
    lines = LineSplitter()
    for _ in range(1000):
        assert lines.feed(b"x" * 10_000) == []
    (line,) = lines.feed(b"\nSTART")
    assert len(line) == LONGEST_LINE
    assert lines.feed(b"\r") == ["START"]
    assert lines.feed(b"\n \n\0\n\xef\xbb\xbfEND\n") == ["END"]


def test_time_is_shared_out() -> None:
    for turn, left, moves in product((1, 30, 1000, 30_000), (None, 1, 500, 10**6), (0, 20, 200)):
        settings = Settings(turn_ms=turn, match_ms=10**6, left_ms=left)
        seconds = time_for_move(settings, moves, 0)
        assert 0 < seconds <= turn / 1000
        if left is not None:
            assert seconds <= left / 1000 / 8 + EPSILON
    assert time_for_move(Settings(turn_ms=0), 3, 0) == 0
    assert time_for_move(Settings(turn_ms=500, left_ms=0), 3, 0) == 0
    assert time_for_move(Settings(turn_ms=500, match_ms=1000), 3, 2.0) == 0
    assert time_for_move(Settings(match_ms=16_000), 100, 0) > 1
