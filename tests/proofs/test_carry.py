"""A proof of one board, carried over to others that are a little larger or smaller."""

import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from scripts import ROOT, script

import inarow
from inarow import Game, Position
from inarow.check import CHAIN
from inarow.model.boards import torus
from inarow.model.options import GameKind

PROOFS = ROOT / "benchmarks/proofs"
ENGINE = Path(sys.executable).with_name("pbrain-inarow")
WON = ROOT / "benchmarks/results/15-15-5.cert"


def run(name: str, *words: object) -> str:
    command = [sys.executable, PROOFS / name, *map(str, words), "--jobs", "1"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.mark.processes
def test_four_in_a_row_is_carried_to_larger_boards(tmp_path: Path) -> None:
    small = tmp_path / "small"
    run("open_board.py", "--game", 7, 7, 4, "--stones", "d4", "--whole", "--folder", small)
    # On 8x8 the frame lies in a corner: only some symmetries take it to itself.
    for side, replies, frame in [(8, 35, "0,0,6,6"), (11, 20, "2,2,8,8")]:
        folder = tmp_path / str(side)
        told = run("carry.py", small / "start.cert", "--side", side, "--folder", folder)
        assert f"{replies} of {replies} are proven" in told
        verdict = inarow.check(folder / "parts.cert")
        assert verdict == inarow.check(folder / "parts.cert", plain=True) and verdict.verified
        of = f"parts {side},{side},4 frame {frame}"
        assert verdict.claim == f"{of}, strong game, the empty board, X to move: X wins"
    again = run("carry.py", small / "start.cert", "--side", side, "--folder", folder)
    assert told.splitlines()[-3] == again.splitlines()[-3]  # the whole, of what is there
    for side, words in [(8, ["--alone"]), (6, [])]:
        alone = tmp_path / f"{side} alone"
        run("carry.py", small / "start.cert", "--side", side, *words, "--folder", alone)
        verdict = inarow.check(alone / "parts.cert")
        assert verdict == inarow.check(alone / "parts.cert", plain=True) and verdict.verified
        assert verdict.claim == f"{side},{side},4, strong game, the empty board, X to move: X wins"


@pytest.mark.processes
def test_an_answer_that_does_not_hold_is_searched(tmp_path: Path) -> None:
    small, folder = tmp_path / "small", tmp_path / "large"
    run("open_board.py", "--game", 6, 6, 4, "--stones", "d4", "--whole", "--folder", small)
    words = "--side", 8, "--replies", "d3 f3 d3", "--folder", folder
    told = run("carry.py", small / "start.cert", *words)
    assert "1 of 2 are proven" in told and "| f3 | 23 | 11 | 0 | | open: " in told
    assert "| d3 | 0 | 0 |" in told and inarow.check(folder / "e5-d3.cert").verified
    told = run("carry.py", small / "start.cert", *words, "--looks", 9, "--longer", 1000)
    assert "2 of 2 are proven" in told and inarow.check(folder / "e5-f3.cert").verified
    assert (folder / "e5-f3.log").read_text().startswith("e5 f3: ")
    for then, proven, left in (("d4", 1, 0), ("a1", 0, "inf")):
        folder = tmp_path / then
        words = "--side", 8, "--replies", "f3", "--then", then, "--looks", 3, "--folder", folder
        assert f"{proven} of 1 are" in run("carry.py", small / "start.cert", *words)
        assert (folder / "e5-f3.log").read_text() == f"e5 f3: {then} {left}\n"


@pytest.mark.processes
def test_a_frame_that_is_no_square(tmp_path: Path) -> None:
    """A symmetry of the larger board may move it: only others make one reply of several."""
    small, large = tmp_path / "small", tmp_path / "large"
    run("open_board.py", "--game", 7, 9, 4, "--stones", "e4", "--whole", "--folder", small)
    words = ["carry.py", small / "start.cert", "--folder", large, "--side"]
    told = run(*words, 11)
    claim = "parts 11,11,4 frame 2,1,8,9, strong game, the empty board, X to move: X wins"
    assert inarow.check(large / "parts.cert").claim == claim and "VERIFIED" in told
    for more, reason in [
        ([12], "of another board"),
        ([11, "--replies", "f6"], "taken"),
        ([11, "--engine", "none"], "--engine goes with --longer"),
        ([11, "--then", "e4"], "--then goes with --replies and --looks"),
        ([11, "--looks", 1, "--replies", "g6", "--then", "g6"], "taken"),
        ([11, "--nodes", 0], "must be 1 or more"),
    ]:
        with pytest.raises(subprocess.CalledProcessError) as fault:
            run(*words, *more)
        assert reason in fault.value.stderr and "Traceback" not in fault.value.stderr


@pytest.mark.processes
def test_several_proofs(tmp_path: Path) -> None:
    """What is proven is not asked about again, and a file of another name is let alone."""
    proofs = [tmp_path / str(n) / "start.cert" for n in (6, 7)]
    for n, proof in zip((6, 7), proofs, strict=True):
        words = "--game", n, n, 4, "--stones", "d4", "--whole", "--folder", proof.parent
        run("open_board.py", *words)
    both = tmp_path / "both"
    words = "carry.py", *proofs, "--side", 7, "--alone", "--folder", both
    assert "9 of 9 are proven" in run(*words)
    (both / "what-else.cert").write_text("")
    told = run(*words)
    assert told.count(" | 0 | 0 | 0 |") == 9 and "The whole: VERIFIED: 7,7,4, strong" in told
    with pytest.raises(subprocess.CalledProcessError) as fault:
        run("carry.py", WON, *words[1:])
    assert "several lengths" in fault.value.stderr


@pytest.fixture
def carry(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    monkeypatch.syspath_prepend(ROOT / "benchmarks/proofs")
    with (
        script("benchmarks/proofs/carrier.py") as carrier,
        script("benchmarks/proofs/best_first.py"),
    ):
        monkeypatch.setattr(carrier, "LEAST", 1000)
        with script("benchmarks/proofs/carry.py") as module:
            yield module


def task(carry: ModuleType, folder: Path, game: Game, side: int) -> Any:
    """That of a proof by the solver, with searches that are short."""
    proof = folder / f"{game.key}.cert"
    inarow.solve(game.start(), certificate=proof, overwrite=True)
    words = {"alone": False, "nodes": 1, "looks": 0, "longer": 0, "engine": "", "then": ""}
    return carry.Task(Namespace(proof=[proof], folder=folder, side=side, **words))


@pytest.mark.long
def test_moves_are_tried_where_nothing_is_carried(
    carry: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """On a larger board, with X's lines of the old one; nothing but wins by force is found."""
    carrier, best_first = sys.modules["carrier"], sys.modules["best_first"]
    carried = carrier.Carrier.carry

    def kept(self: Any, old: Any, *at: Any) -> Any:
        if old.proof is carry.index_of(tmp_path / "6,6,4.cert"):
            raise carrier.Open
        return carried(self, old, *at)

    refused = []

    class Refuses(carrier.Carrier):  # type: ignore[misc, name-defined]
        """Once, as if a win by force were not found in this image."""

        def quiet(self, move: int, at: Any, after_pass: bool, node: Any) -> Any:
            if node.args == ([],) and not refused:
                refused.append(at)
                raise carrier.Open
            return super().quiet(move, at, after_pass, node)

    monkeypatch.setattr(best_first, "Carrier", Refuses)
    monkeypatch.setattr(carrier.Carrier, "carry", kept)
    monkeypatch.setattr(best_first, "FIRST_SEARCHES", 0)
    monkeypatch.setattr(best_first, "SEARCHES", 0)
    larger = task(carry, tmp_path, Game(6, 6, 4), 7)
    asked = {reply: carry.proven(reply, larger)[2] for reply in larger.replies}
    alone = {reply for reply, path in asked.items() if path}
    assert not [*tmp_path.glob("*.log")]
    larger.looks, larger.longer = 60, 1000
    rows = {reply: carry.proven(reply, larger) for reply in {*asked} - alone}
    proven = [reply for reply, (_, _, path) in rows.items() if path]
    assert refused and len(proven) > 3 and len([*tmp_path.glob("*.log")]) == len(rows)
    for _, row, path in rows.values():
        assert path or " left, " in row


def test_a_certificate_of_other_stones_is_refused(carry: ModuleType, tmp_path: Path) -> None:
    same = task(carry, tmp_path, Game(6, 6, 4), 6)
    one, other, *_ = map(same.state, same.replies)
    assert carry.proven(same.replies[0], same)[2] == same.path(one)
    same.path(one).rename(same.path(other))
    same.read_folder()
    with pytest.raises(inarow.CertificateError, match="of other stones"):
        same.kept(other)


@pytest.mark.processes
@pytest.mark.parametrize("engine", ["", str(ENGINE), f"sh -c '{ENGINE}; exit 3'"])
def test_a_move_is_proposed(carry: ModuleType, engine: str) -> None:
    """By a longer search, or by an engine, which says that it wins, even one that ends badly."""
    game = Game(9, 9, 5)
    rows = ["...XXXX.O", "OOO......", *["........."] * 7]
    adviser = sys.modules["best_first"].Adviser(game, 50, engine)
    for times in 1, 4:
        move, is_won = adviser.move(game.position(rows), times)
        assert game.name(move) == "c1" and is_won == bool(engine)
        assert not adviser.move(game.start(), times)[1]
        adviser.end()


RAPFI = """
import sys
for line in sys.stdin:
    match line.split()[0]:
        case "START":
            print("OK", flush=True)
        case "DONE":
            print("MESSAGE Depth 9 | Eval +M9 | c1\\nMESSAGE Speed 9K | Eval {}", flush=True)
            print("MESSAGE Bestline c1\\n2,0", flush=True)
        case "END":
            break
"""
"""An engine that is sure in its last words, or was only before."""


@pytest.mark.processes
@pytest.mark.parametrize(("says", "sure"), [("+M5", True), ("451", False), ("-M4", False)])
def test_another_engine_says_that_it_wins(
    carry: ModuleType, says: str, sure: bool, tmp_path: Path
) -> None:
    (tmp_path / "engine.py").write_text(RAPFI.format(says))
    game = Game(9, 9, 5)
    adviser = sys.modules["best_first"].Adviser(game, 50, f"{sys.executable} {tmp_path}/engine.py")
    assert adviser.move(game.start(), 1) == (game.cell("c1"), sure)
    adviser.end()


@pytest.fixture
def lines(carry: ModuleType, tmp_path: Path) -> Any:
    """Lines of play on a board of its own, with a longer search, and old answers by four moves."""
    given = task(carry, tmp_path, Game(6, 6, 4), 6)
    given.looks, given.longer, given.frame = 9, 1, ()
    found = sys.modules["best_first"].BestFirst(given, given.replies[0])
    found._root.own = [Namespace(move=move) for move in (20, 21, 22, 23)]
    found._root.near = [Namespace(move=move) for move in (30, 31)]
    return found


def looked(lines: Any, monkeypatch: pytest.MonkeyPatch, said: Any, left: dict[int, float]) -> Any:
    """The moves that one more look tries, where the adviser says this and moves leave so much."""
    best_first, before = sys.modules["best_first"], len(lines._root.tries)

    def tried(line: Any, move: int, is_won: bool) -> None:
        line.tries.append(best_first.Try(line, move, is_won, left=left.get(move, 50)))

    monkeypatch.setattr(lines, "_try", tried)
    monkeypatch.setattr(lines._adviser, "move", lambda *_: said)
    lines._look(lines._root)
    return [one.move for one in lines._root.tries[before:]]


def test_a_move_that_is_said_to_win_is_followed_alone(
    lines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = lines._root
    assert looked(lines, monkeypatch, (9, True), {9: 90}) == [9]
    root.left = 1000
    assert root.best.move == 9 and not root.is_leaf
    root.tries.append(sys.modules["best_first"].Try(root, 10, False, left=2))
    assert root.best.move == 9 and root.least == 90
    root.tries[-1].left = 0
    assert root.best.move == 10  # it is proven


def test_a_move_that_is_said_to_win_later_is_followed_too(
    lines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert looked(lines, monkeypatch, (9, False), {}) == [9, 20, 21, 22, 30]
    assert looked(lines, monkeypatch, (9, True), {}) == []
    assert lines._root.best.move == 9


def test_a_move_that_is_given_is_followed_alone(
    lines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines._task.then = 12
    assert looked(lines, monkeypatch, (9, True), {12: sys.modules["best_first"].inf}) == [12]
    assert lines._root.best.is_won and not lines._root.is_leaf
    below = sys.modules["best_first"].Line("", lines._root.at, [], [], parents=lines._root.tries)
    assert [*lines._moves(below)] == [9]


def test_a_move_after_which_a_pass_holds_hides_no_other(
    lines: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, best_first = lines._root, sys.modules["best_first"]
    found = looked(lines, monkeypatch, (9, True), {9: best_first.inf})
    assert found == [9, 20, 21, 22, 30] and root.best.move == 20 and root.least == 50


def test_old_moves_are_kept_for_the_next_look(lines: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    few = sys.modules["best_first"].FIRST_FEW
    assert looked(lines, monkeypatch, (9, False), {9: few}) == [9]
    lines._root.tries[0].left = 50
    assert looked(lines, monkeypatch, (10, False), {}) == [10, 20, 21, 22, 30]
    assert looked(lines, monkeypatch, (10, False), {}) == [23, 31]


def test_with_a_frame_no_engine_is_believed(lines: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    lines._task.frame = (0, 0, 5, 5)
    assert looked(lines, monkeypatch, (9, True), {}) == [9, 20, 21, 22, 30]


@pytest.mark.parametrize("is_won", [False, True])
def test_all_replies_to_such_a_move_are_asked_about(
    carry: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, is_won: bool
) -> None:
    same = task(carry, tmp_path, Game(6, 6, 4), 6)
    found = sys.modules["best_first"].BestFirst(same, same.replies[0])

    def ask(line: Any) -> None:
        line.left, line.is_asked = 40, True

    monkeypatch.setattr(found, "_ask", ask)
    root = found._root
    found._try(root, root.own[0].move, is_won)
    asked = [below.is_asked for below in root.tries[0].lines]
    assert len(asked) > 2 and sum(asked) == (len(asked) if is_won else 2)


@pytest.mark.processes
def test_without_a_proof(tmp_path: Path) -> None:
    words = "carry.py", "--side", 6, "--folder", tmp_path / "folder", "--nodes", 1000
    told = run(*words, "--first", "c3", "--replies", "d4", "--looks", 3, "--longer", 1000)
    assert "0 of 1 are proven" in told and "after c3 d4" in told
    assert (tmp_path / "folder/c3-d4.log").read_text().count("c3 d4") == 3
    for more, reason in [
        ([], "either a proof or --first"),
        ([WON, "--first", "c3"], "either a proof or --first"),
        (["--first", "c7"], "c7"),
        (["--first", "c3", "--looks", -1], "0 or more"),
        (["--first", "c3", "--longer", 10], "goes with --looks"),
    ]:
        with pytest.raises(subprocess.CalledProcessError) as fault:
            run(*words, *more)
        assert reason in fault.value.stderr and "Traceback" not in fault.value.stderr


@pytest.mark.long
def test_on_its_own_board_a_proof_holds_as_it_is(
    carry: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without a look for other wins; positions that the proof refers to are turned as it says."""
    monkeypatch.setattr(sys.modules["carrier"], "find", lambda *_: None)
    same = task(carry, tmp_path, Game(6, 6, 4), 6)
    answered = [reply for reply in same.replies if same.near(reply, same.answers)[0]]
    rows = [carry.proven(reply, same)[1].split(" | ") for reply in answered]
    assert {row[2] for row in rows} == {"0"} and len(answered) > 10


@pytest.mark.long
def test_what_is_given_up_leaves_no_number(carry: ModuleType, tmp_path: Path) -> None:
    larger, module = task(carry, tmp_path, Game(6, 6, 4), 8), sys.modules["carrier"]
    reply, carrier = larger.game.cell("f3"), module.Carrier(larger)
    with pytest.raises(module.Open):
        carrier.answer(larger.state(reply), *larger.near(reply, larger.answers), False)
    assert carrier.carried and not carrier._numbers and not carrier._count


def test_what_does_not_hold_on_the_new_board(carry: ModuleType, tmp_path: Path) -> None:
    """A chain ends where it wins, or is none; no win is where O has no answer, or no cell."""
    smaller, module = task(carry, tmp_path, GAME, 3), sys.modules["carrier"]
    carrier, board = module.Carrier(smaller), smaller.board
    at = board.state(0b010_000_000, 0b000_010_000, 0)
    assert carrier.chain([6, 0, 1], at) == (CHAIN, bytes([2, 6, 0]))
    for moves in ([module.OFF], [6, module.OFF], [6], [6, 2], [1], [7], []):
        with pytest.raises(module.Open):
            carrier.chain(moves, at)
    with pytest.raises(module.Open):
        carrier.win(SimpleNamespace(order=4, move=6, threat=None, after={}.get), at)
    ((path, to),) = smaller._laid
    proof = carry.index_of(path)
    entry = proof.roots[0]._replace(reply=to.index(8))
    for others in (0b001_110_010, 0b001_110_000):  # X's last stone fills the board, or O's
        at = board.state(others, 0b010_001_101, 0)
        with pytest.raises(module.Open):
            carrier.carry(module.Old(proof, entry, to), at, False)


GAME = Game(3, 5, 3)
NO_PROOF = "no proof of a win by the first stone"


@pytest.mark.parametrize(
    ("position", "kind", "side", "reason"),
    [
        (Game(3, 3, 3).start(), "strong", 4, NO_PROOF),  # a draw
        (GAME.start().play("c2").play("a1"), "strong", 5, NO_PROOF),
        (GAME.start().play("c2"), "strong", 5, NO_PROOF),
        (GAME.start(), "weak", 5, NO_PROOF),
        (Game(2, 2, 2).start(), "strong", 3, NO_PROOF),  # a chain, without a reply
        (Game.on(torus(3, 3, 3)).start(), "strong", 4, NO_PROOF),
        (GAME.start(), "strong", 2, "too small"),
        (Game(6, 6, 4).start(), "strong", 1, "too small"),
        (GAME.start(), "strong", 0, "must be 1 to 21"),
        (GAME.start(), "strong", 22, "must be 1 to 21"),
    ],
)
def test_what_is_not_carried(
    carry: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    position: Position,
    kind: GameKind,
    side: int,
    reason: str,
) -> None:
    proof, folder = tmp_path / "proof.cert", tmp_path / "folder"
    inarow.solve(position, game_kind=kind, certificate=proof)
    words = "carry.py", proof, "--side", side, "--folder", folder
    monkeypatch.setattr(sys, "argv", [*map(str, words)])
    with pytest.raises(SystemExit):
        carry.main()
    assert reason in capsys.readouterr().err and not folder.exists()
