"""Certificates of wins by force: verified, and strategies that win every game."""

import gzip
from dataclasses import replace
from pathlib import Path

import pytest
from boards import as_position
from certificate_player import BrokenStrategy, Player, play_out
from forced import FORGETFUL, wins

import inarow
from inarow import Game, InvalidGameError, InvalidPositionError, Position, Solver, check
from inarow.certificate import Answer, read
from inarow.certificate.forced import write_forced_win
from inarow.certificate.line import begin
from inarow.check import Checker, Stones
from inarow.model.errors import CertificateError

LARGE = Game(15, 15, 5)


@pytest.mark.long
@pytest.mark.parametrize("moves", ["h8 a1 h9 a15 i9 o1", "h8 a1 i9 b4 j9 d2", "h8 a1 h9 c2 h10 e3"])
def test_a_limited_answer_has_the_certificate_of_its_win(moves: str, tmp_path: Path) -> None:
    """By threes or fours: the exact search would not end on such a board."""
    position = LARGE.start().play_all(moves.split())
    path = tmp_path / "win"
    assert Solver(LARGE, 1).solve(position, nodes=200_000, certificate=path).value == 1
    verdict = check(path)
    assert verdict.verified and verdict.claim.endswith(f"{position.turn} wins")


@pytest.mark.long
def test_a_certificate_of_a_win_by_force_wins(tmp_path: Path) -> None:
    path = tmp_path / "win"
    for position, _ in wins(1, 15, path):
        verdict = check(path)
        assert verdict.verified, (position, verdict)
        assert verdict.claim.endswith(f"{position.turn} wins")
        play_out(path)  # raises if the strategy loses a game


def test_below_a_pass_further_lines_are_dangerous(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the rival passed in the tree, he has a stone on the board: two in one line may do.

    This strategy forgets that. By rules that forget it as well it holds; played out, it loses.
    """
    path = tmp_path / "forgetful"
    path.write_bytes(gzip.compress(FORGETFUL))
    assert not check(path).verified and not check(path, plain=True).verified

    def nearest_only(self: Checker, at: Stones, cells: int) -> None:
        cells |= self.board.missed(at, at.theirs[2:3])
        cells |= self.board.missed(at, at.mine[1:2])
        self.spoilers = [before | cells for before in self.spoilers]

    near = Player.near
    monkeypatch.setattr(Checker, "spoil", nearest_only)
    monkeypatch.setattr(Player, "near", lambda self, x, o, passes: near(self, x, o, 0))
    assert check(path, plain=True).verified
    with pytest.raises(BrokenStrategy, match="the rival has a line"):
        play_out(path)


def quiet_win() -> Position:
    x, o = (sum(1 << LARGE.cell(cell) for cell in cells) for cells in (("h8", "i9"), ("h9",)))
    return as_position(LARGE, x, o)


@pytest.mark.long
def test_a_quiet_move_on_an_open_board(tmp_path: Path) -> None:
    """Two stones against one: proven by passes that lose to whole trees."""
    path = tmp_path / "quiet"
    win = inarow.forced_win(quiet_win(), 3, certificate=path)
    assert win is not None and win.order == 3 and win.threat is not None
    verdict = check(path)
    assert verdict.verified and verdict.nodes > 100
    assert quiet_win().play_all(win.line).winner == "X"


def test_files_are_kept_and_nothing_is_written_of_nothing(tmp_path: Path) -> None:
    path = tmp_path / "win"
    start = Game(5, 5, 4).start()
    assert inarow.forced_win(start, certificate=path) is None
    assert not path.exists()
    position = start.play_all(["b2", "a5", "c2", "e5", "c4"])
    assert inarow.forced_win(position.play("a1"), certificate=path) is not None
    with pytest.raises(CertificateError, match="overwrite"):
        inarow.forced_win(position.play("a1"), certificate=path)
    with pytest.raises(InvalidPositionError):
        inarow.forced_win(Game(3, 3, 3).position("XXX/OO./..."), certificate=tmp_path / "over")
    exact = Game(5, 5, 4, exact=True).start()
    with pytest.raises(inarow.InarowError):
        inarow.forced_win(exact, certificate=tmp_path / "exact")


@pytest.mark.long
def test_a_tree_can_be_walked(tmp_path: Path) -> None:
    """`explain` shows what a quiet move threatens; what does not spoil it is answered as a pass."""
    path = tmp_path / "quiet"
    shown = 0
    for position, _ in wins(7, 0, path):
        certificate = read(path)
        assert certificate.position == position
        root = certificate.root()
        assert isinstance(root, Answer) and root.node is not None
        node = root.node
        assert not [cell for cell, fate in node.fates.items() if fate.why == "open"]
        begun = begin(certificate)
        for cell, fate in node.fates.items():
            if fate.why == "tree":
                after = begun.play(cell)
                assert "a pass instead" in after.notes[-1]
                assert node.tree is not None and after.played[-1] == (node.keeper, node.tree.reply)
                shown += 1
    assert shown > 20


def test_passes_are_not_nested_without_end(tmp_path: Path) -> None:
    """Trees in trees, each after another pass: refused at once."""
    path = tmp_path / "deep"
    head = b"inarow certificate 2\n20,20,5 strong\n" + b"/".join([b"." * 20] * 20)
    nested = b"".join(bytes([8, cell % 256, cell // 256]) for cell in range(1, 399))
    path.write_bytes(gzip.compress(head + b" X\nX wins\n" + bytes([5, 0, 0]) + nested))
    for plain in (False, True):
        verdict = check(path, plain=plain)
        assert not verdict.verified and "passes lie too deep" in verdict.reason


def test_only_what_the_checker_knows_is_asked_of_it() -> None:
    """Where exactly k win, chains and threes have spoilers as well; wins by quiet moves do not."""
    game = Game(7, 7, 4, exact=True)
    rows = "...X.../.OO..../X....../.X.O.../OX...../.O...O./....X.X"
    win = Solver(game, 1).forced_win(game.position(rows, strict=False))
    assert win is not None and win.order == 1 and set(win.line) & set(win.spoilers)
    threes = Solver(game, 1).forced_win(game.start().play_all(["d4", "a1"]))
    assert threes is not None and threes.order == 2 and threes.move in threes.spoilers
    with pytest.raises(InvalidGameError, match="spoilers"):
        replace(threes, order=3).spoilers  # noqa: B018


def test_a_threat_that_is_not_found_again_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no reply outside its zone is searched without end."""
    start = LARGE.start()
    win = inarow.forced_win(start.play_all(["h8", "a1", "h9", "a15", "i9", "o1"]))
    assert win is not None and win.order == 2
    monkeypatch.setattr(inarow.ForcedWin, "threat", None)
    with pytest.raises(CertificateError, match="not found again"):
        write_forced_win(win, tmp_path / "win", False)
    assert not (tmp_path / "win").exists()
