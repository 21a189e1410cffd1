"""``inarow play``: whole games through a pipe, and in processes on a terminal."""

import re
import subprocess
import sys
from functools import partial

import pytest
from cli import Ran, Run, environment, on_posix, process, runs, terminal

from inarow import Game, IllegalMoveError, analyse, solve
from inarow.apps.cli.play.session import Session

play = runs("play")
people = runs("play", "3", "3", "3", "--o", "person")
playing = partial(terminal, "play")


def last_board(ran: Ran) -> str:
    """The rows of the board that was drawn last."""
    rows = re.findall(r"^ ?\d+ ([.XO ]+)$", ran.out, re.M)
    size = int(ran.out.partition("x")[0])
    return "/".join(row.replace(" ", "") for row in rows[-size:])


# --- Line by line --------------------------------------------------------------------------------


@pytest.mark.processes
def test_two_people_through_a_pipe() -> None:
    given = b"a1\n1,1\n1\n(0, 2)\nC3\n8\na2\n3\na3\n"
    ran = process("play", 3, 3, 3, "--o", "person", given=given)
    assert ran.status == 0
    assert ran.out.startswith("3x3 board, 3 in a row, X to move\nX: person, O: person\n")
    played = re.findall(r"^([XO]) plays (\w\d)$", ran.out, re.M)
    assert "".join(side for side, _ in played) == "XOXOXOX"
    assert [cell for _, cell in played] == ["a1", "b2", "b1", "c1", "c3", "a2", "a3"]
    assert [error.partition(":")[2] for error in ran.errors] == [
        " cannot play c3: the cell is taken by X",
        " cannot play a2: the cell is taken by O",
    ]
    assert ran.out.isascii() and "\x1b" not in ran.out and ">" not in ran.out
    ran = process("play", 3, 3, 3, given=b"\xff\xfe\n")
    assert ran.status in (0, 2) and "Traceback" not in ran.err


def test_the_end_of_a_game_shows_its_line(people: Run) -> None:
    ran = people(given="a1\na2\nb1\nb2\nc1\na3\nresign\nnew\nc3")
    assert "X wins: a1 b1 c1\n" in ran.out
    assert ran.errors == [
        "inarow: cannot play a3: the game is over (X wins)",
        "inarow: the game is over (X wins)",
    ]
    assert ran.status == 0 and last_board(ran) == ".../.../..X"


def test_a_perfect_machine_does_not_lose(play: Run) -> None:
    ran = play(3, 3, 3, "--x", "person", "--level", "10", given="a1\nc3\n" + "\n".join("012345678"))
    assert ran.status == 0
    assert "O plays b2" in ran.out and "X wins" not in ran.out
    position = Game(3, 3, 3).position(last_board(ran))
    assert position.is_over and position.winner in (None, "O")


def test_two_machines_play_to_the_end_and_repeat_it(play: Run) -> None:
    arguments = (5, 5, 4, "--x", "solver", "--o", "3", "--seed", "4")
    first, second = (play(*arguments, given="") for _ in range(2))
    assert first == second and first.status == 0
    assert first.out.endswith("\n\n") or "X wins: " in first.out
    assert Game(5, 5, 4).position(last_board(first)).winner == "X"
    moves = re.findall(r"^([XO]) plays", first.out, re.M)
    assert moves == ["XO"[i % 2] for i in range(len(moves))]


def test_the_machine_may_begin(play: Run) -> None:
    ran = play(3, 3, 3, "--x", "machine", "--o", "person", "--level", "10", given="")
    assert "X: level 10 (perfect), O: person" in ran.out
    assert last_board(ran).count("X") == 1 and ran.out.rstrip().endswith("O to move")


def test_hints_and_values(play: Run) -> None:
    position = Game(4, 4, 3).position("X.../.O../..../....")
    ran = play(4, 4, 3, "-p", position.text, given="hint\nvalues\n")
    solution = solve(position, distance=True)
    assert f"hint: {position.game.name(solution.best_move or 0)} (X wins in " in ran.out
    quickest = f"+{solution.distance}"
    best = [s for s in analyse(position, distance=True).values() if s.distance == solution.distance]
    assert ran.out.count(quickest) == len([s for s in best if s.value == 1])
    assert "for X: + win, = draw, - loss" in ran.out
    large = play(15, 15, 5, "--seconds", "0.1", "--o", "person", given="hint\n")
    assert re.search(r"hint: \w\d+ \(not proven: .*, the move is judged\)", large.out)
    over = play(3, 3, 3, "-p", "XXX/OO./...", given="hint\nvalues\ngo\n")
    assert "X wins, the game is over" in over.out
    assert over.errors == ["inarow: the game is over (X wins)"]


def test_undo_and_redo(people: Run) -> None:
    moves = ["b2", "a1", "c1", "a3", "a2", "c2"]
    given = "\n".join(
        [*moves, *["undo"] * 7, *["redo"] * 7, "undo", "undo 3", "undo", "b3", "redo"]
    )
    ran = people(given=given)
    assert ran.out.count("1 move taken back") == 8 and ran.out.count("1 move played again") == 6
    assert ran.errors == [
        "inarow: there is no move to undo",
        "inarow: there is no move to redo",
        "inarow: 'undo' stands alone, without '3'",
        "inarow: there is no move to redo",
    ]
    assert last_board(ran) == Game(3, 3, 3).start().play_all([*moves[:4], "b3"]).text


def test_undo_against_the_machine_comes_back_to_the_person(play: Run) -> None:
    ran = play(4, 4, 4, "--seed", "1", given="b2\nc3\nundo\nundo\nredo\nposition")
    assert ran.out.count("2 moves taken back") == 2 and ran.out.count("2 moves played again") == 1
    position = Game(4, 4, 4).position(ran.out.splitlines()[-1])
    assert position.ply == 2 and position.turn == "X"


def test_seats_change_in_a_game(people: Run) -> None:
    ran = people(given="x\nb2\nundo\ngo\no 10\nx solver\nx nobody\n")
    assert "X: person, O: level 10 (perfect)\n" in ran.out
    assert "X: solver, O: level 10 (perfect)\n" in ran.out
    assert Game(3, 3, 3).position(last_board(ran)).is_draw
    assert ran.errors == [
        "inarow: x is person, machine, solver or a level from 1 to 10, not 'nobody'"
    ]


def test_resigning_and_taking_that_back(people: Run) -> None:
    ran = people(given="b2\nresign\na1\nundo\na1\n")
    assert "X wins, O has resigned" in ran.out
    assert ran.errors == ["inarow: the game is over (X wins, O has resigned)"]
    assert last_board(ran) == "O../.X./..."


def test_positions_are_saved_and_pasted(play: Run, people: Run) -> None:
    text = "XO./.../..."
    ran = people("-p", text, given=f"position\nXX./OO./...\np {text}\nXXX/OOO/...")
    assert ran.out.splitlines().count(f"3,3,3 {text}") == 1
    assert last_board(ran) == text
    assert len(ran.errors) == 1 and "both sides have a complete line" in ran.err
    strip = play(1, 5, 3, "--o", "person", given="position XO...\n")
    assert last_board(strip) == "XO..."


def test_commands_may_be_cut_short_and_unknown_ones_are_refused(people: Run) -> None:
    ran = people(
        given="U\nval\nHELP\n\n  \nre\nfoo [red]\nb2 b3\nd9\n9\n99999\nq\nb2\n",
    )
    assert ran.status == 0 and "resign  new  quit" in ran.out and ran.out.count("1 = = =") == 1
    assert len(ran.errors) == 7 and all(line.startswith("inarow: ") for line in ran.errors)
    assert "there is no command 're'" in ran.err and "there is no command 'foo'" in ran.err
    assert not re.search("^[XO] plays", ran.out, re.M)


@pytest.mark.parametrize(
    "words",
    [
        "3 3 3",
        "6 7 4 --gravity",
        "--board box:3,3,3 --k 3",
        "--board box:3,3,3 --k 3 --gravity",
        "--board box:2,2,2,2 --k 2",
        "--board hexagon:3 --k 3",
    ],
)
def test_help_shows_forms_of_moves_that_the_board_has(play: Run, words: str) -> None:
    game = *words.split(), "--o", "person"
    forms = re.findall(r"^(.*\S) +a move: its name,", play(*game, given="help\n").out, re.M)[0]
    played = {
        tuple(re.findall("X plays .*", play(*game, given=f"{form}\n").out))
        for form in re.split(" {2,}", forms)
    }
    assert len(played) == 1 and len(played.pop()) == 1


def test_where_stones_fall_a_column_is_a_move(play: Run) -> None:
    ran = play(6, 7, 4, "--gravity", "--o", "person", given="d\nD\nb\ng\nboard\nd4\nz\nzz\n")
    assert re.findall("plays (..)", ran.out) == ["d6", "d5", "b6", "g6", "d4"]
    assert ran.errors == [
        "inarow: column z is off the 6x7 board, whose columns are a to g",
        "inarow: there is no command 'zz': 'help' lists them",
    ]
    ran = play(6, 7, 4, "--gravity", "--o", "person", given="d\n" * 7)
    assert ran.errors == ["inarow: column d is full"]
    assert "there is no command 'd'" in play(6, 7, 4, "--o", "person", given="d\n").err


def test_odd_input(play: Run, people: Run) -> None:
    assert last_board(people(given="b2\r\na1")) == "O../.X./..."
    long = play(3, 3, 3, given="x" * 30_000 + "\n")
    assert long.status == 0 and long.errors
    nul = people(given="\x00b2\nb2\n")
    assert last_board(nul) == ".../.X./..." and len(nul.errors) == 1


# --- On a terminal -------------------------------------------------------------------------------


@pytest.mark.processes
@on_posix
def test_a_game_on_a_terminal() -> None:
    with playing(3, 3, 3, "--o", "person") as game:
        game.wait_for("X to move > ")
        game.type("b2\n")
        game.wait_for("X plays b2")
        game.wait_for("O to move > ")
        assert re.search(r"\x1b\[[0-9;]*3[0-7]m", game.seen)
        game.type("b2\n")
        game.wait_for("the cell is taken by X")
        game.wait_for("O to move > ")
        game.type("a1\nundo\n")
        game.wait_for("1 move taken back")
        game.wait_for("O to move > ")  # before that, nobody would listen to Ctrl-D
        game.type("\x04")
        assert game.child.wait(timeout=20) == 0


@pytest.mark.processes
@on_posix
def test_ctrl_c_at_the_prompt_ends_the_program() -> None:
    with playing(3, 3, 3) as game:
        game.wait_for("X to move > ")
        game.interrupt_until("inarow: interrupted")
        assert game.child.wait(timeout=20) == 130


@pytest.mark.processes
@on_posix
def test_ctrl_c_while_the_solver_thinks_plays_the_best_so_far() -> None:
    with playing(9, 9, 5, "--o", "solver", "--seconds", "3000") as game:
        game.wait_for("X to move > ")
        game.type("e5\n")
        game.wait_for("closed")  # the status line
        game.interrupt()
        game.wait_for("O plays ")
        game.wait_for("interrupted, the best so far")
        game.wait_for("X to move > ")
        game.type("quit\n")
        assert game.child.wait(timeout=20) == 0


@pytest.mark.processes
@on_posix
def test_ctrl_c_while_a_level_thinks_returns_to_the_prompt() -> None:
    text = Game(20, 20, 5).start().play_all(["j10", "k11", "k10"]).text
    with playing(20, 20, 5, "--o", "10", "--x", "person", "-p", text, "--seed", "1") as game:
        game.wait_for("thinks")
        game.interrupt()
        game.wait_for("was interrupted: 'go' lets it think again")
        game.wait_for("O to move > ")
        game.type("go\n")
        game.wait_for("thinks")
        game.interrupt()
        game.wait_for("O to move > ")
        game.type("a1\n")  # a person may take its place
        game.wait_for("O plays a1")
        game.wait_for("X to move > ")


@pytest.mark.processes
@on_posix
@pytest.mark.parametrize("who", ["solver", "10"])
def test_ctrl_c_ends_a_game_that_no_person_plays(who: str) -> None:
    text = Game(20, 20, 5).start().play_all(["j10", "k11", "k10"]).text
    seats = "--x", who, "--o", who, "--seconds", "3000", "--seed", "1"
    with playing(20, 20, 5, *seats, "-p", text) as game:
        game.wait_for("closed" if who == "solver" else "thinks")  # the status line
        game.interrupt()
        game.wait_for("inarow: interrupted")
        assert game.child.wait(timeout=20) == 130
        assert "plays" not in game.seen
        assert re.search(r"^20( \.){20}\r?$", re.sub(r"\x1b\[[0-9;?]*\w", "", game.seen), re.M)


@pytest.mark.processes
@on_posix
def test_machines_need_no_standard_input() -> None:
    command = [sys.executable, "-m", "inarow", "play", "3", "3", "3", "--o", "solver"]
    for more, status in (["--x", "solver"], 0), ([], 2):
        closed = ["sh", "-c", 'exec "$@" <&-', "sh", *command, *more]
        ran = subprocess.run(closed, capture_output=True, text=True, env=environment())
        assert ran.returncode == status, ran.stderr
        assert ("draw" in ran.stdout) == (status == 0)
        assert ("there is no standard input" in ran.stderr) == (status == 2)


# --- The state of a game -------------------------------------------------------------------------


def test_taking_back_as_second_player() -> None:
    session = Session(Game(3, 3, 3).start(), {"X": 5, "O": "person"}, seed=1)
    assert session.is_machines_turn
    session.play(4)
    session.play(0)
    session.play(8)
    assert session.take_back() == 2 and session.position.ply == 1 and not session.is_paused
    assert session.take_back() == 1 and session.is_paused and not session.is_machines_turn
    assert session.play_again() == 1 and not session.is_paused
    assert session.play_again() == 2 and session.moves == (4, 0, 8)


def test_machines_wait_after_a_move_was_taken_back() -> None:
    session = Session(Game(3, 3, 3).start(), {"X": 5, "O": "solver"}, seed=1)
    for cell in (4, 0, 8):
        session.play(cell)
    assert session.take_back() == 1 and not session.is_machines_turn
    session.play(7)
    assert session.is_machines_turn
    with pytest.raises(IllegalMoveError, match="no move to redo"):
        session.play_again()


def test_a_new_game_draws_other_numbers() -> None:
    session = Session(Game(3, 3, 3).start(), {"X": 1, "O": 1}, seed=5)
    first = session.player(1)
    session.begin(session.start)
    assert session.player(1) is not first and session.player(1) is session.player(1)
    assert repr(first).endswith("seed=5)") and repr(session.player(1)).endswith("seed=6)")
