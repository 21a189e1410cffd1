"""The parts of the page's server that need no network: messages, doors, searches."""

from __future__ import annotations

import asyncio
import json
import random
import threading
from collections.abc import Callable, Mapping
from itertools import zip_longest
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from boards import random_play
from forced import THREES

import inarow
from inarow import Game, InarowError
from inarow.apps.web.analysis import estimate_of, estimates_of
from inarow.apps.web.games import game_record, shown_game
from inarow.apps.web.guard import allowed_hosts, host_name, same_origin
from inarow.apps.web.messages import board_record, parse, read_answer, read_board
from inarow.apps.web.searches import Search, Searches, Task
from inarow.certificate import Book

MOST = 5
SMALL = {"game": "3,3,3"}


# --- messages ------------------------------------------------------------------------------------


def read(**message: Any) -> Any:
    return parse(json.dumps(message), MOST)


@pytest.mark.parametrize(
    ("asked", "board", "task"),
    [
        ({"type": "forced", "seconds": 3}, "", {"seconds": 3.0}),
        ({"type": "forced", "seconds": 1e9}, "", {"seconds": MOST}),
        ({"type": "move", "player": {"level": None}}, "", {"seconds": MOST}),
        ({"type": "analyse", "moves": [1, 2, 1]}, "XO", {"seconds": MOST, "moves": (1, 2)}),
    ],
)
def test_a_search_is_asked_for(asked: dict[str, Any], board: str, task: dict[str, Any]) -> None:
    """What is left out has a default, and nobody gets more time than there is."""
    position = Game(3, 3, 3).position("X../.O./..X" if board else ".../.../...")
    told = {**SMALL, "start": "X../.../...", "moves": [4, 8]} if board else SMALL
    kind = asked["type"]
    assert read(id=1, board=told, **asked) == ("search", 1, Task(kind, position, **task))


def test_a_room_is_asked_for() -> None:
    assert read(type="create", board=SMALL) == ("create", read_board(SMALL), None)


def test_whose_turn_it_is_is_said_where_stones_do_not_tell() -> None:
    for text, turn in (("XX./.../...:O", "O"), ("XX./.../...:X", "X"), ("OO./.../...:X", "X")):
        board = read_board({**SMALL, "start": text, "moves": [8]})
        assert board.start.turn == turn
        assert board_record(board)["start"] == text
    for text in ("X../.../...", "X../.../...:O", ".../.../..."):
        assert board_record(read_board({**SMALL, "start": text}))["start"] == text[:11]


@pytest.mark.parametrize(
    ("text", "game", "bottom", "moves"),
    [
        ("(;GM[4]RU[k=3]SZ[3];B[bb];W[ac])", None, False, [4, 6]),
        ("3,3,3 b2 a3", None, False, [4, 6]),
        ("b2 a1", "3, 3, 3", True, [4, 6]),
        ("3,3,3 from the bottom b2a1", "3,3,3", False, [4, 6]),
    ],
)
def test_a_record_is_read(text: str, game: str | None, bottom: bool, moves: list[int]) -> None:
    kind, *asked = read(type="read", id=3, text=text, game=game, bottom=bottom)
    board = {**SMALL, "start": ".../.../...", "moves": moves}
    assert kind == "read"
    nothing = {"names": {"X": "", "O": ""}, "comments": (), "branches": []}
    assert read_answer(*asked) == {"type": "record", "id": 3, "board": board, **nothing}


def test_a_record_is_told_with_its_branches() -> None:
    text = "(;GM[4]RU[k=3]SZ[3]PB[a]PW[b]C[c];B[bb](;W[ac])(;W[aa]C[d](;B[ca])(;B[cc])))"
    answer = read_answer(*read(type="read", id=3, text=text)[1:])
    assert json.loads(json.dumps(answer)) == {
        "type": "record",
        "id": 3,
        "board": {**SMALL, "start": ".../.../...", "moves": [4, 6]},
        "names": {"X": "a", "O": "b"},
        "comments": [[0, "c"]],
        "branches": [
            {"parent": None, "ply": 1, "moves": [0, 2], "comments": [[2, "d"]]},
            {"parent": 0, "ply": 2, "moves": [8], "comments": []},
        ],
    }
    named = "Piskvorky 3x3, 0:0, 0\n1,1,0\n\ud800\nb\n"  # half a character, which no frame holds
    json.dumps(read_answer(*read(type="read", id=3, text=named)[1:]), ensure_ascii=False).encode()


@pytest.mark.parametrize(
    ("text", "asks", "reason"),
    [
        ("b2 a1", True, "does not say which game"),
        ("X../.O./...", True, "how many in a row"),
        ("(;SZ[3];B[aa])", True, "GM"),
        ("(;GM[1]SZ[3];B[aa])", False, "Go"),
        ("3,3,3 b2 b2", False, "move 2"),
        ("", False, "nothing"),
    ],
)
def test_what_is_no_record_is_told_with_the_reason(text: str, asks: bool, reason: str) -> None:
    _, *asked = read(type="read", id=3, text=text)
    answer = read_answer(*asked)
    assert (answer["type"], answer["id"], answer["asks"]) == ("unread", 3, asks)
    assert reason in answer["message"]


# --- games ---------------------------------------------------------------------------------------

KEYS = [
    *("3,3,3", "1,7,3", "4,5,3 exact", "6,7,4 gravity", "3,3,3 misere", "4,4,9", "6,6,4 exact"),
    *("2,3,1 exact", "3x3x3,3", "4x4x4,4 gravity", "2x3x4,3 misere gravity", "3x4,3", "1x3x3,3"),
]


@pytest.mark.parametrize("key", KEYS)
def test_what_the_page_is_told_of_a_game_is_enough_to_play_it(key: str) -> None:
    """Where stones can lie, and what is complete, follows from `drop`, `lines` and `flanks`."""
    game = shown_game(key)
    told = json.loads(json.dumps(game_record(game)))
    assert (told["key"], told["names"]) == (game.key, list(game.names))
    layers, m, n = (told[name] for name in ("layers", "m", "n"))
    assert game.layers == ((n,) * m,) * layers
    assert (told["grid"], told["forced"]) == (game.is_grid and not game.is_plain, not game.is_plain)
    for seed in range(20):
        position, rng = game.start(), random.Random(seed)
        while not position.is_over:
            below = [cell + told["drop"] for cell in range(game.cells)]
            stands = [cell >= game.cells or position[cell] != "." for cell in below]
            empty = [cell for cell in range(game.cells) if position[cell] == "."]
            playable = [cell for cell in empty if stands[cell] or not told["drop"]]
            assert playable == list(position.legal_moves)
            position = position.play(rng.choice(playable))
        won = set()
        for line, flanks in zip_longest(told["lines"], told["flanks"], fillvalue=()):
            side = position[line[0]]
            if side != "." and all(position[cell] == side for cell in line):
                won |= set(line) if all(position[cell] != side for cell in flanks) else set()
        assert won == set(position.winning_cells)
        if won:
            assert (position[min(won)] == position.winner) != told["misere"]


def test_games_in_words() -> None:
    told = game_record(shown_game("4,5,4 exact"))
    assert told["words"] == "4 \u00d7 5, exactly 4 in a row"
    assert "who first has exactly 4 in a row \u2013 across, down" in told["rules"]
    told = game_record(shown_game("3x4x5,3 misere gravity"))
    assert told["words"] == "3 \u00d7 4 \u00d7 5, 3 in a row loses, with gravity"
    assert "through the layers \u2013 loses. A stone falls through the layers" in told["rules"]


@pytest.mark.parametrize("key", ["6,7,4 gravity", "3x3x3,3", "3x3x3,3 misere gravity"])
def test_a_board_comes_back_as_it_was_sent(key: str) -> None:
    position = random_play(Game.from_key(key), 5, random.Random(1))
    sent = {"game": key, "start": position.text, "moves": list(position.legal_moves[:1])}
    board = read_board(sent)
    assert (board.start, board_record(board)) == (position, sent)
    answer = read_answer(*read(type="read", id=3, text=position.key)[1:])
    assert answer["board"] == {"game": key, "start": position.text, "moves": []}


@pytest.mark.parametrize("text", ["torus 3,3,3 b2", "hexagon 2,2 a1", "5x3x3,3 1a1"])
def test_a_record_on_a_board_that_is_not_shown_is_not_read(text: str) -> None:
    answer = read_answer(*read(type="read", id=3, text=text)[1:])
    assert (answer["type"], answer["asks"]) == ("unread", False)
    assert "the page shows rectangles" in answer["message"]


# --- who is let in -------------------------------------------------------------------------------


def test_the_names_of_a_server() -> None:
    assert "localhost" in (allowed_hosts("::1", []) or ())
    assert allowed_hosts("0.0.0.0", ["example.org"]) == {"0.0.0.0", "example.org"}
    assert allowed_hosts("192.0.2.7", []) is None
    assert [host_name(h) for h in ("a.b:80", "[::1]:8000", "x[")] == ["a.b", "::1", ""]


def test_origins() -> None:
    for origin, host in (
        ("https://example.org", "example.org"),
        ("https://example.org:443", "example.org"),
        ("https://example.org:8443", "example.org:8443"),
        ("http://[::1]:8000", "[::1]:8000"),
        ("http://Example.org", "example.ORG"),
    ):
        assert same_origin(origin, host)
    for other in (None, "", "null", "http://example.org:81", "ftp://example.org", "http://a.org"):
        assert not same_origin(other, "example.org")
    assert not same_origin("http://example.org", "example.org:443")
    assert not same_origin("http://example.org:x", "example.org")


# --- searches ------------------------------------------------------------------------------------


class Listener:
    """Has a task carried out, and keeps what it tells, until it has heard enough."""

    def __init__(
        self,
        task: Task,
        is_enough: Callable[[Listener], bool] = lambda _: False,
        proof: Book | None = None,
    ) -> None:
        self.known: dict[int, Mapping[str, Any]] = {}
        self.root: Mapping[str, Any] | None = None
        self.heard: dict[str, Mapping[str, Any]] = {}  # the last of each kind
        self.is_enough = is_enough
        asyncio.run(self.search(task, proof))

    async def search(self, task: Task, proof: Book | None) -> None:
        searches, self.ended = Searches(16, 1, proof), asyncio.Event()
        self.under_way = searches.begin(task, self.hear)
        await self.ended.wait()
        searches.close()

    def hear(self, kind: str, fields: Mapping[str, Any]) -> None:
        read = self.heard[kind] = json.loads(json.dumps(fields))
        if kind == "found":
            for result in read["moves"]:
                before = self.known.get(result["move"], {"lower": -1, "upper": 1})
                assert before["lower"] <= result["lower"] <= result["upper"] <= before["upper"]
                self.known[result["move"]] = result
            self.root = read["root"] or self.root
        if kind == "done":
            self.ended.set()
        elif self.is_enough(self):
            self.under_way.stop()


@pytest.mark.parametrize(
    ("game", "plies"),
    [
        *(("3,3,3", 0), ("4,4,4", 2), ("5,5,4", 3), ("4,5,3 exact", 2), ("3,3,3", 5)),
        *(("4,4,4 gravity", 3), ("3x3x3,3", 1), ("3x3x3,3 gravity", 2), ("3,3,3 misere", 2)),
    ],
)
def test_an_analysis_is_true(game: str, plies: int) -> None:
    """Everything is settled, and is what the library says."""
    position = random_play(Game.from_key(game), plies, random.Random(plies))
    listener = Listener(Task("analyse", position, seconds=60))
    truth = inarow.analyse(position, distance=True)
    values = {move: (solution.value, solution.distance) for move, solution in truth.items()}
    assert {move: (r["value"], r["distance"]) for move, r in listener.known.items()} == values
    whole, best = inarow.solve(position, distance=True), listener.root
    assert best is not None
    assert (best["value"], best["distance"]) == (whole.value, whole.distance)
    assert values[best["move"]] == (whole.value, whole.distance)
    for move, result in listener.known.items():
        assert result["line"][0] == move
        assert result["settled"]


def test_an_analysis_of_one_move() -> None:
    position = Game(4, 4, 4).position("XX../O.../..../O...")
    listener = Listener(Task("analyse", position, 60, moves=(2,)))
    assert set(listener.known) == {2}
    assert listener.root is not None
    assert (listener.root["value"], listener.root["move"]) == (0, None)


@pytest.mark.long
def test_on_large_boards_moves_are_judged() -> None:
    """Not by random games: the moves that make an open three are the best, far ones the worst."""
    game = Game(15, 15, 5)
    moves = [game.cell(name) for name in ("h8", "g7", "h9", "g9")]
    known = Listener(Task("analyse", game.start().play_all(moves), 1.0)).known
    assert set(known) == set(game.start().play_all(moves).legal_moves)
    for result in known.values():
        assert result["value"] is None or result["value"] == result["lower"] == result["upper"]
    worth = {move: result["estimate"] for move, result in known.items()}
    assert all(-1 <= estimate <= 1 for estimate in worth.values())
    best, far = (game.cell(name) for name in ("h10", "o1"))
    assert worth[best] > worth[far]


@pytest.mark.long
@pytest.mark.parametrize("moves", ["h8", "h8 h6 i7 j6 g9 j5 j10 j7"])
def test_what_is_framed_is_shown_as_highest_and_all_images_alike(moves: str) -> None:
    position = Game(15, 15, 5).start().play_all(moves)
    listener = Listener(Task("analyse", position, 1.0))
    root, known = listener.root, listener.known
    assert root is not None and root["move"] in root["images"]
    for image in position.symmetries:
        assert {image[move] for move in root["images"]} == set(root["images"])
        for move, result in known.items():
            shown = ("value", "distance", "lower", "upper", "rank", "estimate")
            assert all(result[name] == known[image[move]][name] for name in shown)

    def worth(move: int) -> tuple[Any, ...]:
        estimate = known[move]["estimate"]
        return *known[move]["rank"], 1 if estimate is None else -estimate

    best = min(map(worth, known))
    assert all(worth(move) == best for move in root["images"])


@pytest.mark.long
def test_estimates_of_other_depths_keep_their_order() -> None:
    """The best few are searched deeper, and there this position looks worse."""
    position = Game(9, 9, 5).start().play_all("e5 e4")
    analysis = inarow.Solver(position.game, 1).analyse(position, nodes=300_000)
    open_ones = [one for one in analysis.estimates if not one.plies]
    raw, guesses = [estimate_of(one) for one in open_ones], estimates_of(analysis)
    shown = [guesses[one.best_move] for one in open_ones]
    assert shown == sorted(shown, reverse=True)
    assert raw != sorted(raw, reverse=True)


def test_a_win_by_force() -> None:
    """It is what the library finds, and goes to the page as JSON; null where there is none."""
    position = read_board({"game": "7,7,4", "start": f"{THREES}:X"}).position
    win = inarow.forced_win(position)
    forced = Listener(Task("forced", position, 60)).heard["forced"]
    assert win is not None
    assert forced["win"] == {
        "order": 2,
        "words": f"X wins by force, here in {(len(win.line) + 1) // 2} moves: threes and fours",
        "line": list(win.line),
        "zone": list(win.zone),
    }
    none = Listener(Task("forced", Game(3, 3, 3).start(), 60)).heard["forced"]
    assert none == {"win": None}


def test_a_move_by_a_proof_says_why(tmp_path: Path) -> None:
    start = Game(7, 7, 4).start()
    inarow.solve(start, certificate=tmp_path / "774")
    book = Book(tmp_path / "774")
    moved = Listener(Task("move", start, 10), proof=book).heard["moved"]
    assert moved["why"].startswith("By the proof X wins within ")
    other = Listener(Task("move", Game(3, 3, 3).start(), 10), proof=book)
    assert other.heard["moved"]["why"] is None
    assert other.heard["moved"]["zone"] == []
    before = start.play(moved["move"]).play("a1")
    moved = Listener(Task("move", before, 10), proof=book).heard["moved"]
    after = before.play(moved["move"])
    found = book.find(after)
    assert found is not None and found.threat is not None
    assert moved["zone"] == [*found.answered] != []
    assert f"{len(found.answered)} moves could spoil that" in moved["why"]
    asked = Listener(Task("why", after, 10), proof=book).heard["why"]
    assert asked == {"why": moved["why"], "zone": moved["zone"]}


def test_a_proof_names_the_winner_whoever_is_to_move(tmp_path: Path) -> None:
    start = Game(6, 6, 4).start()
    inarow.solve(start, certificate=tmp_path / "664")
    book = Book(tmp_path / "664")
    for position in (start, start.play("c3"), start.play("c3").play("a1")):
        said = Listener(Task("why", position, 10), proof=book).heard["why"]["why"]
        assert said.startswith("By the proof X wins within ")


@pytest.mark.parametrize("level", [1, None])
def test_players_move(level: int | None) -> None:
    position = Game(3, 3, 3).position("XX./OO./...")
    listener = Listener(Task("move", position, 10, level=level))
    assert listener.heard["moved"]["move"] in position.legal_moves
    if level is None:
        assert listener.heard["moved"]["move"] == 2
    assert listener.heard["done"] == {"stopped": False, "message": None}


HARD = Game(9, 9, 5).start()
FAR = Game(20, 20, 5).start().play_all([189, 210, 190, 191])


@pytest.mark.parametrize(
    "task",
    [
        Task("analyse", HARD, 60),
        Task("forced", Game(15, 15, 5).start().play_all("h8 g7 i7 g9 h9 h7"), 60),
        Task("move", HARD, 60),
        Task("move", FAR, 60, level=10),
    ],
    ids=["analysis", "win by force", "solver", "level 10"],
)
def test_what_is_stopped_ends_wherever_it_is(task: Task) -> None:
    """Also before it begins: there is one thread."""

    async def run() -> None:
        searches = Searches(16, threads=1)

        def begin() -> tuple[Search, asyncio.Future[Mapping[str, Any]]]:
            end = asyncio.get_running_loop().create_future()
            return searches.begin(
                task, lambda kind, fields: end.set_result(fields) if kind == "done" else None
            ), end

        for wait in (0.0, 0.05, 0.3):
            (first, first_end), (second, second_end) = begin(), begin()
            await asyncio.sleep(wait)
            second.stop()
            assert (await asyncio.wait_for(second_end, 10))["stopped"]
            assert not first_end.done()
            first.stop()
            assert (await asyncio.wait_for(first_end, 10))["stopped"]
        begin()
        began = monotonic()
        searches.close()
        assert monotonic() - began < 10

    asyncio.run(run())


def test_searches_meet_at_no_solver_and_tables_keep_to_one_bound() -> None:
    searches = Searches(16, threads=2)
    games = [Game(3, 3, 3), Game(4, 4, 4), Game(4, 4, 3)]
    first, second = searches._take(games[0]), searches._take(games[0])
    assert first is not second
    assert first._table_bytes + second._table_bytes == 16 << 20
    for solver in (second, first):
        searches._give_back(solver)
    assert searches._take(games[0]) is first  # which was used last
    other = searches._take(games[1])
    assert searches._idle == []  # so there are two, as before
    searches._give_back(first)
    searches._give_back(other)
    assert [solver.game for solver in searches._idle] == games[:2]
    searches._give_back(searches._take(games[2]))
    assert [solver.game for solver in searches._idle] == games[1:]
    searches.close()


def test_what_goes_wrong_in_a_search_is_told(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for error, message in (
        (InarowError("not so"), "not so"),
        (MemoryError(), "not enough memory"),
        (RuntimeError("/home/secret"), "the search has failed"),
    ):

        def fail(searches: Searches, search: Search, error: Exception = error) -> None:
            assert threading.current_thread() is not threading.main_thread()
            raise error

        monkeypatch.setattr(Searches, "_carry_out", fail)
        heard = Listener(Task("move", HARD, 1)).heard
        assert heard["done"] == {"stopped": False, "message": message}
    assert "secret" in caplog.text
