"""The engine as a manager sees it: what it says to each line, in this process.

`test_engine_robust.py` has what only the real process shows.
"""

import re
from itertools import product

import pytest
from engine_process import MOVE, EngineProcess, Talk

from inarow import Game
from inarow.apps.engine.memory import least_limit
from inarow.apps.engine.reader import LONGEST_LINE, LineSplitter
from inarow.apps.engine.settings import Settings, time_for_move

NO_BOARD = "ERROR there is no board yet: START comes first"
REFUSED = "ERROR BOARD was refused: there is no board until one is set"


def playing(size: int = 15) -> Talk:
    """A game of moves that take no time."""
    return Talk(f"START {size}", "INFO timeout_turn 0")


def board(*stones: str) -> list[str]:
    return ["BOARD", *stones, "DONE"]


# --- commands ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "start, centre",
    [
        *((f"START {size}", f"{size // 2},{size // 2}") for size in (5, 6, 15, 19, 20)),
        ("RECTSTART 20,7", "10,3"),  # 20 columns, 7 rows
        ("rectStart\t20, 7 ", "10,3"),
    ],
)
def test_a_game_begins_in_the_middle(start: str, centre: str) -> None:
    assert Talk().send(start, "BEGIN", "RESTART", "begin") == ["OK", centre, "OK", centre]


def test_there_is_no_board_before_the_start() -> None:
    talk = Talk()
    for early in ("RESTART", "BEGIN", "TURN 7,7", "TAKEBACK 7,7", "PLAY 1,1"):
        assert talk.send(early) == [NO_BOARD]
    assert talk.send(*board()) == [NO_BOARD]


def test_what_is_not_of_the_protocol_is_unknown() -> None:
    words = ("YXBOARD", "YXNBEST 2", "YXSHOWINFO", "YXHASHCLEAR", "SWAP2BOARD", "STOP", "SUGGEST")
    for line in (*words, "7,7,1", "DONE"):
        assert playing().send(line) == [f"UNKNOWN command {line}"]


def test_moves_are_made_and_taken_back() -> None:
    talk = playing(5)
    mine = talk.move("TURN 2,2")
    assert mine != "2,2"
    for taken in ("2,2", mine):
        assert talk.send(f"TURN {taken}") == [f"ERROR {taken} is taken"]
    free = "4,4" if mine != "4,4" else "0,0"
    assert talk.send("BEGIN", "TURN 5,0", f"TAKEBACK {free}") == [
        "ERROR BEGIN opens a game, but there are stones on the board",
        "ERROR 5,0 is not on the board of 5x5",
        f"ERROR {free} is empty: there is nothing to take back",
    ]
    assert talk.send(f"TAKEBACK {mine}", "TAKEBACK 2,2", "BEGIN") == ["OK", "OK", "2,2"]
    assert talk.send("RESTART", "PLAY 1,3", "PLAY 1,3") == ["OK", "1,3", "ERROR 1,3 is taken"]


def test_a_refused_move_changes_nothing() -> None:
    talk = playing()
    talk.send("PLAY 7,7", "PLAY 8,8")
    cells = ["7,7", "15,0", "", "3", "3,", ",3", "3,4,5", "3;4", "3.0,4", "0x3,4", "+3,4", "٣,4"]
    for command in (*(f"TURN {cell}" for cell in cells), "PLAY 8,8", "TAKEBACK 3,3", "BEGIN"):
        assert talk.send(command)[0].startswith("ERROR ")
    assert talk.holds("7,7", "8,8")


def test_board_is_a_full_reset_in_any_order() -> None:
    talk = playing()
    talk.move("TURN 0,0")
    # Own: four in column 7 that one cell completes; the rest comes in no order.
    assert talk.move(*board("3,3,2", "7,5,1", "7,3,1")) not in ("7,5", "7,3", "3,3")
    stones = ["8,2,2", "7,5,1", "7,3,1", "7,2,2", "7,6,1", "3,3,2", "7,4,1", "1,1,2"]
    assert talk.move(*board(*stones)) == "7,7"
    assert (talk.thought["proven"], talk.thought["evaluation"]) == ("win", "+M1")
    # It is the opponent's four now, to be blocked.
    turned = [stone[:-1] + "21"[int(stone[-1]) - 1] for stone in stones]
    assert talk.move(*board(*turned)) == "7,7" and talk.thought["proven"] == "forced"
    assert talk.move(*board()) == "7,7"


def test_info_may_come_among_the_stones() -> None:
    talk = playing()
    move = talk.move("board", "7, 7,1", "INFO time_left 1000", "8,8 ,2", "done")
    assert talk.holds("7,7", "8,8", move)


FIVE = [f"{x},0,2" for x in range(5)]
REFUSED_BOARDS = [
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


@pytest.mark.parametrize("refused", REFUSED_BOARDS, ids=lambda lines: " ".join(lines)[:20])
def test_after_a_refused_board_no_move_is_offered_until_one_is_set(refused: list[str]) -> None:
    talk = playing()
    talk.send("PLAY 0,0")
    for command in (refused, ["BEGIN"], ["TURN 3,3"], ["PLAY 3,3"], ["TAKEBACK 0,0"]):
        assert [line[:6] for line in talk.send(*command)] == ["ERROR "], command
    if "START" in refused[0]:  # nor is there a size for stones
        assert talk.send(*board()) == [NO_BOARD]
    else:
        assert talk.send("RESTART") == ["OK"]
        talk.send(*refused)
        assert talk.send(*board("1,1,2"), "PLAY 14,14")[1:] == ["14,14"]
    assert talk.send(*refused, "START 15", "BEGIN")[1:] == ["OK", "7,7"]


def test_a_board_that_was_not_ended_or_met_a_problem_is_none() -> None:
    talk = playing()
    answers = talk.send("BOARD", "7,7,1", "TURN 8,8", "BEGIN")
    assert answers == ["ERROR BOARD was not ended with DONE", REFUSED, REFUSED]
    problem, refused = talk.send("START 15", "INFO timeout_turn x", "RESTART", "TURN 3,3")[1:]
    assert "timeout_turn" in problem and refused == REFUSED.replace("BOARD", "RESTART")
    for answers in (
        talk.send("RESTART", "INFO timeout_turn x", *board("7,7,1"), "BEGIN"),
        talk.send("START 15", "INFO rule 4", "START 10", "INFO rule 0", *board()),
    ):
        assert answers[0] == "OK" and all(answer.startswith("ERROR ") for answer in answers[1:])


def test_a_full_board() -> None:
    stones = [f"{x},{y},{1 + (x + 2 * y) // 2 % 2}" for x in range(20) for y in range(20)]
    assert playing(20).send(*board(*stones)) == ["ERROR the game is over: the board is full"]


def test_a_finished_game_is_said_to_be_over() -> None:
    talk = playing()
    four = ["7,3,1", "7,4,1", "7,5,1", "7,6,1", "0,0,2", "1,3,2", "4,9,2", "12,1,2"]
    assert talk.move(*board(*four)) in ("7,2", "7,7")
    assert talk.send("TURN 1,1") == ["ERROR the game is over: I have five in a row"]
    theirs = ["2,0,2", "3,0,2", "4,0,2", "5,0,2", "9,9,1", "9,3,1", "1,9,1"]
    over = "ERROR the game is over: the opponent has five in a row"
    assert talk.send(f"TAKEBACK {talk.move(*board(*theirs))}", "TURN 6,0") == ["OK", over]
    assert talk.move("TURN 7,9") in ("6,0", "1,0")  # the refused move was not made


def test_a_whole_game_is_played_against_itself() -> None:
    position, first, second = Game(9, 9, 5).start(), playing(9), playing(9)
    for talk in (first, second):
        talk.send("INFO timeout_turn 30")
    answers = first.send("BEGIN")
    while True:
        x, y = map(int, answers[0].split(","))
        position = position.play((y, x))
        answers = second.send(f"TURN {x},{y}")
        if position.is_over:
            break
        first, second = second, first
    assert answers[0].startswith("ERROR the game is over")


# --- INFO ----------------------------------------------------------------------------------------


def test_rules_that_are_not_played_are_refused_at_the_next_other_command() -> None:
    talk, names = playing(), {2: "continuous", 4: "renju", 8: "caro"}
    for rule in (2, 3, 4, 8, 9, -1, 77, "Renju", "caro", "swap2", "x", ""):
        # INFO is not answered, ABOUT always is, and the problem stays.
        about, *answers = talk.send(f"INFO rule {rule}", "ABOUT", "START 15", "START 15", *board())
        assert about == 'name="inarow"' and len(answers) == 3
        for answer in answers:
            assert answer.startswith(f"ERROR rule {rule} ") and names.get(rule, "") in answer
    assert talk.send("INFO rule 0", "info RULE 0", "START 15") == ["OK"]


def test_exactly_five_in_a_row() -> None:
    """Of two ways to fill a gap, one makes six: under rule 1 the other is a win, or a block."""
    for own, other in ((1, 2), (2, 1)):
        stones = [f"{x},7,{own}" for x in (0, 1, 2, 3, 5, 6)]  # at 4,7 seven in a row
        stones += [f"{x},9,{own}" for x in (3, 4, 5, 6)]  # at 2,9 or 7,9 five
        stones += [f"{x},{y},{other}" for x in range(0, 10, 2) for y in (0, 13)]
        stones += [f"2,9,{other}"]
        assert Talk("INFO rule 1", "START 15").move(*board(*stones)) == "7,9"
    talk = playing()  # the rule may change in a game
    talk.send(*(f"PLAY {x},0" for x in (0, 1, 2, 3, 5)), "INFO rule 1", "PLAY 4,0")
    talk.move("TURN 9,9")


def test_a_problem_with_a_value_is_reported_once_and_nothing_else_is_answered() -> None:
    talk = Talk("START 15")
    for wrong in ("timeout_turn x", "timeout_turn -1", "max_memory -5", "max_memory 1.5"):
        error, fine = talk.send(f"INFO {wrong}", "RESTART", "RESTART")
        assert error.startswith(f"ERROR {wrong.split()[0]} ") and fine == "OK"
    assert talk.send("INFO timeout_turn x", "INFO timeout_turn 100", "RESTART") == ["OK"]
    odd = ["INFO", "INFO  ", "INFO nothing", "INFO folder /a b/c", "INFO game_type 1"]
    odd += ["INFO evaluate 3,3", "INFO time_left -7", "INFO time_left 2147483647"]
    odd += ["INFO max_node -1", "INFO max_depth 4", "INFO time_increment 0"]
    assert talk.send(*odd, "RESTART", "BEGIN") == ["OK", "7,7"]


def test_too_little_memory_is_refused_with_what_is_needed() -> None:
    talk = playing()
    for command in ("START 15", "RESTART", "BEGIN", "START 15"):  # it stays so
        talk.send("INFO max_memory 1000000")
        (answer,) = talk.send(command)
        found = re.fullmatch(r"ERROR max_memory 1000000 .* at least (\d+) is needed", answer)
        assert found is not None
    assert int(found[1]) > least_limit(0)
    assert talk.send(f"INFO max_memory {found[1]}", "START 15") == ["OK"]
    assert talk.send("INFO max_memory 5", "INFO max_memory 0", "START 15") == ["OK"]


def test_a_limit_of_nodes_is_kept() -> None:
    talk = Talk("START 15", "INFO timeout_turn 60000", "INFO max_node 20000")
    talk.move(*board("7,7,1", "8,8,2", "6,9,2"))
    assert 1000 < int(talk.thought["nodes"]) <= 20_000


@pytest.mark.long
def test_messages_say_what_was_found() -> None:
    talk = Talk("START 15", "INFO timeout_turn 300")
    talk.move(*board("7,7,1", "8,8,2", "6,9,2"))
    told = talk.thought
    assert [*told][:6] == ["depth", "evaluation", "nodes", "ms", "proven", "pv"]
    assert int(told["depth"]) >= 1 and int(told["nodes"]) > 100 and int(told["ms"]) > 0
    assert re.fullmatch(r"[+-]\d+", told["evaluation"]) and told["proven"] == "no"
    # Two open twos that cross, and it is the engine's move: won, by threats alone.
    talk.move(*board("6,7,1", "7,7,1", "8,7,1", "2,2,2", "12,3,2", "3,11,2"))
    assert (talk.thought["evaluation"], talk.thought["proven"]) == ("+M3", "win")
    assert len(talk.said[0].partition(" pv ")[2].split()) == 3


# --- programs ------------------------------------------------------------------------------------


def infos(*told: str) -> list[tuple[str, str]]:
    """Lines that are not answered."""
    return [(f"INFO {info}", "") for info in told]


def stones(*told: str) -> list[tuple[str, str]]:
    return [("BOARD", ""), *((stone, "") for stone in told), ("DONE", MOVE)]


PISKVORK = [
    ("ABOUT", 'name=".*"'),
    ("START 15", "OK"),
    *infos("max_memory 367001600", "timeout_match 1000000000", "timeout_turn 300", "game_type 1"),
    *infos("rule 1", "time_left 1000000000", r"folder C:\pisq data\ai"),
    ("BEGIN", "7,7"),
    *infos("evaluate 3,4", "timeout_turn 200", "time_left 999998760"),  # the mouse moves
    ("TURN 8,8", MOVE),
    *infos("time_left -40"),
    ("TURN 0,14", MOVE),
    ("TAKEBACK 0,14", "OK"),  # the person takes a move back
    ("TURN 14,0", MOVE),
    ("RESTART", "OK"),
    *infos("time_left 1000000000"),
    ("TURN 7,7", MOVE),
    ("RESTART", "OK"),
    *infos("max_memory 0", "timeout_turn 100"),
    *stones("7,7,2", "8,8,1", "6,7,2", "8,7,1", "5,7,2"),
    ("RESTART", "OK"),
    ("RECTSTART 20,12", "OK"),  # as other managers go on with the next game
    *infos("rule 1", "timeout_turn 200", "timeout_match 0", "max_depth 4", "max_node 3000"),
    *infos("thread_num 2", "time_left 2147483647", "folder ./"),
    ("BEGIN", "10,6"),
    *infos("rule 4"),
    ("RESTART", "ERROR rule 4 .*renju.*"),
]
"""The order and the wording of Piskvork's own source, ``Tplayer::move`` and ``sendInfo``."""


@pytest.mark.processes
def test_an_exchange_with_piskvork() -> None:
    """With the real process: how much memory this one takes is another matter."""
    with EngineProcess(None) as engine:
        for sent, wanted in PISKVORK:
            engine.send(sent, end="\r\n")
            assert not wanted or re.fullmatch(wanted, engine.answer()), sent
        assert engine.silent(), "something was said that nobody waits for"


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
            assert seconds <= left / 1000 / 8 + 1e-6
    assert time_for_move(Settings(turn_ms=0), 3, 0) == 0
    assert time_for_move(Settings(turn_ms=500, left_ms=0), 3, 0) == 0
    assert time_for_move(Settings(turn_ms=500, match_ms=1000), 3, 2.0) == 0
    assert time_for_move(Settings(match_ms=16_000), 100, 0) > 1
