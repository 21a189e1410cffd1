"""Answers from a certificate: what it says of every position that its strategy leads to."""

import pickle
import random
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import product
from pathlib import Path

import pytest
from cli import Run, runs
from engine_process import EngineProcess
from unpacking import rewrite, unpacked

import inarow
from inarow import (
    CertificateError,
    Game,
    InvalidGameError,
    InvalidOptionError,
    InvalidPositionError,
    Position,
    Solver,
)
from inarow.boards import animal, box
from inarow.certificate.book import Book, Found
from inarow.model.bits import cells_of
from inarow.solver.search import bounded

FIFTEEN = Path(__file__).parents[2] / "benchmarks/results/15-15-5.cert"

run = runs("play")


@lru_cache
def proven(folder: Path, key: str) -> Book:
    path = folder / key
    if not path.exists():
        inarow.solve(Game.from_key(key).start(), certificate=path)
    return Book(path)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("proofs")


def completing(position: Position) -> list[int]:
    return [move for move in position.legal_moves if position.play(move).winner == position.turn]


def play_against(book: Book, rng: random.Random, near: int = 0) -> int:
    """Play the rival at random against a proof of a win; how many positions were looked up."""
    position, longest, found = book.game.start(), 1000, 0
    while not position.is_over:
        told = book.find(position)
        wins = completing(position)
        if position.turn == book.keeper:
            if told is None:  # it may end with a threat that is left to be completed
                assert wins, position
                move = wins[0]
            else:
                assert told.lower == 1 and told.move is not None and told.plies is not None
                assert told.plies < longest, position
                longest, move = told.plies, wins[0] if wins else told.move
        else:
            assert told is None or told.upper == -1
            threats = completing(
                position.game.position(position.text, turn=book.keeper, strict=False)
            )
            taken, board = cells_of(position.x | position.o), position.game.board
            own = [
                move
                for move in position.legal_moves
                if any(board.distance(move, cell) <= near for cell in taken)
            ]
            move = rng.choice(threats or own or position.legal_moves)
        found += told is not None
        # As it would be if the board had been turned on the way.
        position = position.play(move).transform(rng.choice(position.game.symmetries))
    assert position.winner == book.keeper
    return found


@pytest.mark.parametrize("key", ["5,5,3", "6,6,4", "7,7,4", "torus 5,5,4"])
def test_a_won_game_is_played_to_its_end(key: str, folder: Path) -> None:
    rng = random.Random(1)
    found = sum(play_against(proven(folder, key), rng, near) for near in [0, 1, 2] * 10)
    assert found > 60


@pytest.mark.long
def test_fifteen_by_fifteen_is_played_to_its_end() -> None:
    book, rng = Book(FIFTEEN), random.Random(1)
    assert book.find(book.game.start())[:4] == (1, 1, book.game.cell("h8"), 65)  # type: ignore[index]
    assert sum(play_against(book, rng, near) for near in [0, 1, 2, 3] * 5) > 100


@pytest.mark.parametrize("key", ["4,4,3", "6,6,4"])
def test_what_it_says_of_any_position_is_true(key: str, folder: Path) -> None:
    """Whatever the stones are: of most the proof says nothing, and never anything that is false."""
    book, solver, rng = proven(folder, key), Solver(Game.from_key(key)), random.Random(1)
    said = threatened = 0
    for _ in range(1500):
        position = book.game.start()
        for _ in range(rng.randrange(7)):
            told = book.find(position)
            if told is not None and told.move is not None and rng.random() < 0.7:
                position = position.play(told.move)
            else:
                position = position.play(rng.choice(position.legal_moves))
            if position.is_over:
                break
        if position.is_over or (told := book.find(position)) is None:
            continue
        said += 1
        assert told.lower == told.upper == solver.solve(position).value
        if told.lower == 1 and told.plies is not None:
            exact = solver.solve(position, distance=True).distance
            assert exact is not None and exact <= told.plies
            assert told.move is not None
            after = position.play(told.move)
            assert after.is_over or solver.solve(after).value == -1
        if told.threat is not None:  # it is carried out wherever the rival's stone does not matter
            assert {told.threat, *told.answered} <= {*position.legal_moves}
            unanswered = {*position.legal_moves} - {told.threat, *told.answered}
            for move in unanswered:
                after = position.play(move).play(told.threat)
                assert after.is_over or solver.solve(after).value == -1
            threatened += 1
    assert said > 300
    assert threatened > 50


@pytest.mark.parametrize("key", ["3,3,3", "6,6,5"])
def test_of_a_draw_it_says_what_the_side_that_holds_has(key: str, folder: Path) -> None:
    book, rng = proven(folder, key), random.Random(1)
    exact, solver, said = Solver(book.game), Solver(book.game, proof=book), 0
    for _ in range(60):
        position = book.game.start()
        while not position.is_over:
            told, value = book.find(position), exact.solve(position).value
            move = rng.choice(position.legal_moves)
            assert solver.solve(position).value == value
            if told is not None:
                said += 1
                assert value is not None and told.lower <= value <= told.upper
                if told.move is not None:
                    move = told.move
                    after = position.play(move)
                    reply = 0 if after.is_over and after.winner is None else -1
                    if not after.is_over:
                        reply = exact.solve(after).value or 0
                    assert -reply >= told.lower
            position = position.play(move)
    assert said > 60


@pytest.mark.parametrize("size", [(1, 8, 3), (2, 7, 3)], ids=str)
def test_wherever_a_proof_of_a_draw_begins(size: tuple[int, ...], tmp_path: Path) -> None:
    """The rival's stones may lie anywhere: where one speaks for another, on both as well."""
    game, rng, said = Game(*size), random.Random(1), 0
    solver = Solver(game)

    def play(position: Position, plies: int, book: Book | None = None) -> Position:
        for _ in range(plies):
            if not position.is_over:
                told = None if book is None else book.find(position)
                move = rng.choice(position.legal_moves)
                if told is not None and told.move is not None and rng.random() < 0.75:
                    move = told.move
                position = position.play(move)
        return position

    for number in range(16):
        root = play(game.start(), rng.randrange(4))
        if solver.solve(root, certificate=tmp_path / str(number)).value != 0:
            continue
        book = Book(tmp_path / str(number))
        for _ in range(60):
            position = play(root, rng.randrange(12), book)
            if not position.is_over and (told := book.find(position)) is not None:
                said += 1
                value = solver.solve(position).value
                assert value is not None and told.lower <= value <= told.upper, position
    assert said > 300


def test_of_a_damaged_proof_it_says_so(folder: Path, tmp_path: Path) -> None:
    whole = unpacked(Path(proven(folder, "5,5,3").path))
    begins = sum(map(len, whole.splitlines(keepends=True)[:4]))
    rng, path, opened = random.Random(1), tmp_path / "damaged", 0
    for place, left_out in product(range(begins, len(whole)), range(1, 5)):
        rewrite(path, whole[:place] + b"\0" + whole[place + left_out :])
        with suppress(CertificateError):
            book = Book(path)
            opened += 1
            position = book.game.start()
            while not position.is_over:
                told = book.find(position)
                moves = position.legal_moves
                if told is not None:
                    assert {told.move, told.threat} <= {None, *moves}
                position = position.play(
                    told.move if told and told.move is not None else rng.choice(moves)
                )
    assert opened > 10


def test_it_is_asked_of_its_own_game_while_that_goes_on(folder: Path) -> None:
    book = proven(folder, "4,4,3")
    over = book.game.start().play_all("a1 a2 b1 b2 c1")
    for given in (Game(5, 5, 3).start(), Game(4, 4, 3, gravity=True).start(), over):
        with pytest.raises(InvalidPositionError, match=r"position of|is over"):
            book.find(given)
    with pytest.raises(TypeError, match="expected a Position"):
        book.find("a1")  # type: ignore[arg-type]


def test_a_solver_answers_from_it(folder: Path) -> None:
    game, book = Game(7, 7, 4), proven(folder, "7,7,4")
    solver = Solver(game, proof=book.path)
    found = solver.solve(game.start())
    assert found.value == 1 and found.nodes == 0 and not found.judged and found.proven
    assert solver.best_move(game.start()) == found.best_move
    assert solver.solve(game.start(), distance=True).distance is not None  # is searched for
    after = game.start().play(found.best_move)
    assert solver.solve(after, nodes=1).value == -1
    analysis = solver.analyse(after, nodes=1000)
    assert analysis.solution.value == -1
    copy = pickle.loads(pickle.dumps(solver))
    assert copy.solve(game.start()).nodes == 0
    assert copy.solve(game.start(), certificate=folder / "again").nodes > 0
    with pytest.raises(InvalidGameError, match="is a proof of 7,7,4, not of 8,8,5"):
        Solver(Game(8, 8, 5), proof=book)
    with pytest.raises(CertificateError, match="cannot be read"):
        Solver(game, proof=folder / "none")


def test_what_a_proof_holds_is_not_played_away(folder: Path) -> None:
    """Of a draw it gives a bound: within any limit the solver plays by it, or proves its move."""
    book, exact, numbers = proven(folder, "5,5,4"), Solver(Game(5, 5, 4)), random.Random(2)
    solver, open_ones = Solver(book.game, proof=book), 0
    for number in range(40):
        position = book.game.start()
        while not position.is_over:
            if (position.turn == "X") != number % 2:
                found = solver.solve(position, nodes=1)
                told = book.find(position)
                if told is not None:
                    assert found.lower >= told.lower and found.upper <= told.upper
                    open_ones += not found.proven
                before, move = exact.solve(position).value, found.best_move
                after = position.play(move)
                if told is not None and told.lower == 0 and not after.is_over:
                    assert before >= 0 and exact.solve(after).value <= 0
            else:
                after = position.play(numbers.choice(position.legal_moves))
            position = after
    assert open_ones > 20


def test_a_proof_of_the_strong_game_says_nothing_of_the_weak_one(folder: Path) -> None:
    position, path = Game(3, 3, 3).start().play_all("b2 a1"), folder / "b2a1"
    inarow.solve(position, certificate=path)
    solver = Solver(position.game, proof=path)
    assert solver.solve(position).nodes == 0 and solver.solve(position).value == 0
    assert solver.solve(position, game_kind="weak").value == 1


def test_a_false_proof_that_contradicts_what_is_found_is_told(folder: Path) -> None:
    game = Game(5, 5, 4)
    found = Solver(game).solve(game.start(), nodes=1)
    with pytest.raises(CertificateError, match="the proof is false"):
        bounded(found, Found(1, 0, 0, None))
    assert bounded(found, None) == found


@pytest.mark.parametrize("moves", ["", "b2"])
def test_an_analysis_has_distances_as_well(folder: Path, moves: str) -> None:
    book = proven(folder, "4,4,3")
    position = book.game.start().play_all(moves)
    for limits in ({"nodes": 100_000}, {"seconds": 60.0}, {}):
        found = Solver(book.game, proof=book).analyse(position, distance=True, **limits)  # type: ignore[arg-type]
        exact = inarow.analyse(position, distance=True)
        assert {move: (one.value, one.distance) for move, one in found.items()} == {
            move: (one.value, one.distance) for move, one in exact.items()
        }


def reachable(root: Position) -> Iterator[Position]:
    """Every position to which play can lead from one, while the game goes on."""
    seen, left = {root}, [root]
    while left:
        position = left.pop()
        yield position
        after = {position.play(move) for move in position.legal_moves} - seen
        seen |= after
        left += [one for one in after if not one.is_over]


@pytest.mark.parametrize(
    "game",
    [
        Game(3, 3, 2),
        Game(3, 3, 3),
        Game(2, 5, 3),
        pytest.param(Game.on(animal(3, 3, ["a1", "b1", "b2"])), marks=pytest.mark.long),
        Game.on(box((2,) * 3, 2)),
    ],
    ids=str,
)
def test_a_proof_of_the_shortest_win_is_one_of_the_win(game: Game, tmp_path: Path) -> None:
    """What it says of all reachable positions is true, though a side holds for a while."""
    rng, solver, said = random.Random(1), Solver(game), set[int]()
    for number in range(8):
        root = game.start()
        for _ in range(rng.randrange(number + 1)):
            after = root.play(rng.choice(root.legal_moves))
            root = root if after.is_over else after
        if not solver.solve(root).value:
            continue
        path = tmp_path / str(number)
        distance = solver.solve(root, distance=True, certificate=path).distance
        book = Book(path)
        found = book.find(root)
        assert found is not None and found.plies == distance
        for position in reachable(root):
            if (told := book.find(position)) is None:
                continue
            exact = solver.solve(position, distance=True)
            assert told.lower == told.upper == exact.value
            assert told.plies is not None and exact.distance is not None
            assert told.plies >= exact.distance
            said.add(told.lower)
            if told.lower == 1:
                assert told.move is not None
                after = position.play(told.move)
                assert after.winner == position.turn or solver.solve(after).value == -1
    assert said == {1, -1}


def test_of_a_weak_or_a_short_proof_none_is_made(folder: Path) -> None:
    start = Game(4, 4, 3).start()
    inarow.solve(start, certificate=folder / "weak", game_kind="weak")
    inarow.solve(start, certificate=folder / "short", distance=True)
    with pytest.raises(InvalidOptionError, match="it says that X wins in the weak game"):
        Book(folder / "weak")
    words = *unpacked(folder / "short").split(b"\n")[:3], b"O holds within 4 plies", b"\0"
    (folder / "hold").write_bytes(b"\n".join(words))
    assert inarow.check(folder / "hold").verified
    with pytest.raises(InvalidOptionError, match="it says that O holds within 4 plies"):
        Book(folder / "hold")
    with pytest.raises(InvalidGameError, match="is a proof of 4,4,3, not of 3x3x3,3"):
        Solver(Game.on(box((3, 3, 3), 3)), proof=folder / "short")


def test_a_proof_of_the_shortest_win_on_a_cube_is_played_from(run: Run, tmp_path: Path) -> None:
    game, path = Game.on(box((3, 3, 3), 3)), str(tmp_path / "cube.cert")
    inarow.solve(game.start(), distance=True, certificate=path)
    done = run("--board", "3x3x3,3", "--proof", path, given="quit\n")
    assert run("--proof", path, given="quit\n").out == done.out  # which tells the game
    assert "X plays 2b2 (X wins, proven, within 7 plies)" in done.out
    refused = run(5, 5, 4, "--proof", path)
    assert (refused.status, refused.err) == (
        2,
        f"inarow: {path} is a proof of 3x3x3,3, not of 5,5,4\n",
    )


@pytest.mark.processes
def test_the_engine_plays_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INAROW_PROOF", str(FIFTEEN))
    with EngineProcess() as engine:
        assert engine.ask("BEGIN") == "7,7"
        assert engine.ask("TURN 8,8") == "6,8"
        assert any("proven win" in message for message in engine.messages)


@pytest.mark.long
def test_the_page_says_why() -> None:
    from inarow.apps.web.searches import why

    solver = Solver(Game(15, 15, 5), proof=FIFTEEN)
    position = solver.game.start().play_all("h8 i9 g9")
    said = why(solver, position)
    assert said is not None and "X wins within 62 plies" in said["why"]
    assert "If O passed, X would win from i7 on; 184 moves could spoil that" in said["why"]
    assert len(said["zone"]) == 184
    win = inarow.forced_win(position.game.position(position.text, turn="X", strict=False), 3)
    assert win is not None  # as it says
    assert why(Solver(solver.game), position)["why"] is None
