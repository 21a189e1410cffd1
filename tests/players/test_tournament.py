"""Tournaments: the levels keep their order, the statistics are right, the command says so."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import inarow
from inarow import Game
from inarow.apps.cli import main
from inarow.apps.cli.tournament import parse_levels
from inarow.model.errors import InvalidOptionError
from inarow.strategies import LEVELS, Choice, Greedy, Perfect, Random, level
from inarow.strategies.tournament import MatchResult, opening, play, play_match, tournament

Call = Callable[..., tuple[int, str, str]]
TICTACTOE = Game(3, 3, 3)


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    """Run `inarow tournament` in this process: status, standard output, standard error."""

    def run(*arguments: object) -> tuple[int, str, str]:
        status = main(["tournament", *map(str, arguments)])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


def result(pairs: tuple[int, int, int, int, int], **changes: Any) -> MatchResult:
    """A match that ended so; other fields only if the test is about them."""
    fields = {"wins": 0, "draws": 0, "losses": 0, "first_player_wins": 1, "plies": 0, "judged": 0}
    return MatchResult(2, 1, 2 * sum(pairs), pairs=pairs, seconds=0.0, **{**fields, **changes})


# Statistics.


@given(st.tuples(*[st.integers(0, 3)] * 5))
def test_the_p_value_is_that_of_all_endings(pairs: tuple[int, int, int, int, int]) -> None:
    worse2, worse1, _, better1, better2 = pairs
    margins = [2] * (worse2 + better2) + [1] * (worse1 + better1)
    ahead = better1 - worse1 + 2 * (better2 - worse2)
    endings = [
        sum(margin * sign for margin, sign in zip(margins, signs, strict=True))
        for signs in product((1, -1), repeat=len(margins))
    ]
    share = sum(total >= ahead for total in endings) / len(endings)
    assert result(pairs).p_value == share
    assert result(pairs).significant == (share < 0.05)


def test_p_values_known_by_heart() -> None:
    assert result((0, 0, 7, 0, 0)).p_value == 1
    assert result((0, 0, 95, 5, 0)).p_value == 1 / 32
    assert result((0, 0, 95, 4, 0)).p_value == 1 / 16
    assert result((0, 1, 0, 4, 0)).p_value == 6 / 32  # the sign test of 4 : 1
    assert result((100, 0, 0, 0, 0)).p_value == 1
    assert result((0, 0, 0, 0, 50)).p_value == 2.0**-50
    assert result((0, 0, 0, 1, 5000)).p_value < 1e-300


def test_what_room_the_game_left_is_said() -> None:
    assert "drawn" in result((0, 0, 9, 0, 0), draws=18).remark
    assert result((0, 0, 9, 0, 0), wins=9, losses=9, first_player_wins=18).remark == (
        "X won every game"
    )
    assert result((0, 0, 9, 0, 0), draws=16, wins=1, losses=1).remark == "every pair was even"
    assert "too few" in result((0, 0, 9, 1, 0), draws=16, wins=2, losses=1).remark
    assert result((1, 3, 9, 1, 0), wins=3).remark == ""
    assert result((0, 0, 9, 9, 0), wins=9).remark == ""


# Games.


def test_openings_are_legal_repeatable_and_not_over() -> None:
    for game in (Game(1, 1, 1), Game(2, 2, 2), TICTACTOE, Game(3, 3, 9), Game(7, 7, 5)):
        found = set()
        for seed in range(30):
            position = opening(game, 4, seed)
            assert not position.is_over and position.ply <= 4
            assert position == opening(game, 4, seed)
            found.add(position)
        assert opening(game, 0, 3) == game.start()
        assert game.cells < 5 or len(found) > 10


def test_a_game_is_played_by_the_side_to_move() -> None:
    seen = []

    class Recorder(Random):
        def choose(self, position: inarow.Position) -> Choice:
            seen.append(position.turn)
            return super().choose(position)

    start = TICTACTOE.start().play("a1")  # O begins
    *_, (end, choice) = play(start, Recorder(1), Greedy())
    assert end.is_draw or choice.move in end.winning_cells
    assert set(seen) == {"X"}


@pytest.mark.long
def test_a_match_is_repeatable_and_adds_up() -> None:
    first = play_match(Game(4, 4, 3), 6, 3, games=30, seed=5)
    second = play_match(Game(4, 4, 3), 6, 3, games=30, seed=5)
    other = play_match(Game(4, 4, 3), 6, 3, games=30, seed=6)

    def facts(match: MatchResult) -> dict[str, Any]:
        return {name: value for name, value in match.record().items() if name != "seconds"}

    assert facts(first) == facts(second) != facts(other)
    assert first.wins + first.draws + first.losses == first.games == 30
    assert sum(first.pairs) == 15
    worse2, worse1, _, better1, better2 = first.pairs
    assert first.wins - first.losses == better1 - worse1 + 2 * (better2 - worse2)
    assert first.score == (first.wins + first.draws / 2) / 30


def test_a_level_against_itself_ends_even() -> None:
    """The sides have the same seeds in both games of a pair: that leaves nothing to chance."""
    for number in (1, 4, 7):
        match = play_match(TICTACTOE, number, number, games=40)
        assert match.pairs == (0, 0, 20, 0, 0), number


def test_where_the_first_move_wins_the_levels_cannot_differ() -> None:
    (match,) = tournament(Game(2, 2, 1), [1, 10], games=10)
    assert (match.wins, match.losses, match.first_player_wins) == (5, 5, 10)
    assert match.remark == "X won every game"
    (match,) = tournament(Game(2, 2, 3), [1, 10], games=10)
    assert match.remark == "every game was drawn"


@pytest.mark.parametrize(
    "options, error, message",
    [
        ({"games": 7}, InvalidOptionError, "games must be even"),
        ({"games": 0}, InvalidOptionError, "games must be 1 or more"),
        ({"games": 10**9}, InvalidOptionError, "games must be at most"),
        ({"opening_plies": -1}, InvalidOptionError, "opening_plies must be 0 or more"),
        ({"seed": "x"}, TypeError, "seed must be an integer"),
        ({"levels": [3]}, InvalidOptionError, "two levels or more"),
        ({"levels": [3, 11]}, InvalidOptionError, "level must be 1 to 10"),
    ],
)
def test_bad_options_are_refused_at_once(
    options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        tournament(TICTACTOE, **options)  # not even asked for a match


# The order of the levels.


@pytest.mark.long
def test_far_levels_are_in_order_on_small_samples() -> None:
    for game in (TICTACTOE, Game(4, 4, 3), Game(5, 5, 4)):
        for match in tournament(game, [1, 4, 7, 10], games=60):
            assert match.significant, match
            assert match.judged == 0


def test_level_ten_never_loses_where_it_should_not() -> None:
    match = play_match(TICTACTOE, 10, 8, games=60, opening_plies=0)
    assert match.losses == 0 and match.judged == 0


@pytest.mark.slow
@pytest.mark.parametrize("game", [(3, 3, 3), (4, 4, 3), (5, 5, 4), (7, 7, 5)])
def test_each_level_beats_the_one_below(game: tuple[int, int, int]) -> None:
    matches = list(tournament(Game(*game)))
    assert [match.level for match in matches] == list(LEVELS[1:])
    assert all(match.significant for match in matches), matches


@pytest.mark.slow
def test_level_ten_is_perfect_against_every_level() -> None:
    for game in (TICTACTOE, Game(3, 4, 3), Game(4, 4, 4), Game(5, 5, 4)):
        value = inarow.solve(game.start()).value
        for opponent in LEVELS[:-1]:
            for seed in range(5):
                best, other = level(game, 10, seed=seed), level(game, opponent, seed=seed)
                *_, (end, _) = play(game.start(), best, other)
                assert end.winner != "O" and (value == 0 or end.winner == "X")
                *_, (end, _) = play(game.start(), other, Perfect(seed=seed))
                assert end.winner != "X" or value == 1


# The command.


def test_the_command_prints_a_table(call: Call) -> None:
    status, out, err = call(3, 3, 3, "--levels", "1,3-4,10", "--games", 40, "--seed", 2)
    assert (status, err) == (0, "")
    assert "3x3 board, 3 in a row: 40 games a match after 1 random ply, seed 2" in out
    matches = list(tournament(TICTACTOE, [1, 3, 4, 10], games=40, seed=2))
    assert len(matches) == 3
    for match in matches:
        (row,) = re.findall(rf"^{match.level} against {match.opponent}  .*", out, re.M)
        assert row.split()[3:6] == [str(match.wins), str(match.draws), str(match.losses)]
        assert (" * " in row) == match.significant
        assert match.significant or f"{match.level} against {match.opponent} is not" in out
    for number in (1, 3, 4, 10):
        assert f"{level(TICTACTOE, number).name}\n" in out


def test_the_command_prints_one_json_object(call: Call) -> None:
    status, out, err = call(3, 4, 3, "--levels", "2-4", "--games", 20, "--opening", 2, "--json")
    assert (status, err, out.count("\n")) == (0, "", 1)
    record = json.loads(out)
    assert (record["m"], record["n"], record["k"]) == (3, 4, 3)
    assert (record["games"], record["seed"], record["opening_plies"]) == (20, 0, 2)
    assert [entry["level"] for entry in record["levels"]] == [2, 3, 4]
    assert record["complete"] is True
    expected = tournament(Game(3, 4, 3), [2, 3, 4], games=20, opening_plies=2)
    for found, match in zip(record["matches"], expected, strict=True):
        facts = json.loads(json.dumps(match.record()))
        del found["seconds"], facts["seconds"]
        assert found == facts


def test_judged_moves_are_told(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = (9, 9, 5, "--levels", "1,10", "--games", 2)
    monkeypatch.setattr("inarow.strategies.levels.PERFECT_NODES", 300)
    _, out, _ = call(*arguments)
    assert re.search(r"^10 against 1: \d+ of \d+ moves are judged, not proven$", out, re.M)
    _, out, _ = call(*arguments, "--json")
    (match,) = json.loads(out)["matches"]
    assert 0 < match["judged"] <= match["plies"]


@pytest.mark.parametrize(
    "arguments, message",
    [
        ([3, 3], "Missing argument 'K'"),
        ([0, 3, 3], "m (rows) must be 1 to 20"),
        ([3, 3, 3, "--levels", "0-3"], "--levels must be 1 to 10, ascending, not 0-3"),
        ([3, 3, 3, "--levels", "3-1"], "ascending"),
        ([3, 3, 3, "--levels", "9-11"], "--levels must be 1 to 10"),
        ([3, 3, 3, "--levels", "best"], "--levels is a number or a range such as"),
        ([3, 3, 3, "--levels", "4"], "two levels or more"),
        ([3, 3, 3, "--games", 3], "--games must be even"),
        ([3, 3, 3, "--games", 0], "--games must be 1 or more"),
        ([3, 3, 3, "--games", "many"], "--games"),
        ([3, 3, 3, "--opening", -1], "--opening must be 0 or more"),
        ([3, 3, 3, "--seed", "x"], "--seed"),
    ],
)
def test_bad_input_is_one_line(call: Call, arguments: list[object], message: str) -> None:
    status, out, err = call(*arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert message in err


def test_levels_are_read_in_any_order() -> None:
    assert parse_levels("1-10") == list(LEVELS)
    assert parse_levels("7, 2-3,3") == [2, 3, 7]


SIGNALLED = """
import os, signal, sys, threading
import inarow.apps.cli, inarow.apps.cli.tournament

play = inarow.apps.cli.tournament.play_tournament

def begin(*arguments, **named):
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    return play(*arguments, **named)

inarow.apps.cli.tournament.play_tournament = begin
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(inarow.apps.cli.main(sys.argv[1:]))
"""


@pytest.mark.processes
@pytest.mark.skipif(os.name != "posix", reason="sends a signal as a terminal does")
def test_an_interrupt_keeps_the_matches_that_are_done() -> None:
    arguments = ["tournament", "9", "9", "5", "--levels", "8-10", "--games", "100000", "--json"]
    done = subprocess.run(
        [sys.executable, "-c", SIGNALLED, *arguments], capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (130, "")
    record = json.loads(done.stdout)
    assert (record["complete"], record["matches"]) == (False, [])


def test_an_interrupt_is_told_on_standard_error(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*arguments: Any, **named: Any) -> Iterator[MatchResult]:
        yield from tournament(Game(3, 3, 3), [1, 2], games=2)
        raise KeyboardInterrupt

    monkeypatch.setattr("inarow.apps.cli.tournament.play_tournament", stop)
    assert main(["tournament", "3", "3", "3", "--levels", "1-3", "--games", "2"]) == 130
    out, err = capsys.readouterr()
    assert err == "inarow: interrupted; 1 of 2 matches are done\n"
    assert "2 against 1" in out and "interrupted" not in out
