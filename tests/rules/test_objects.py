"""Objects of Python: context managers, copies, texts, tables in notebooks."""

import copy
import inspect
import pickle
import pydoc
import re
from dataclasses import fields, replace
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import pytest

import inarow
from inarow import Game, Match, Solution, Solver, WinChecker, analyse, grade, read_record, solve
from inarow.certificate import read
from inarow.strategies import Choice

THREE = Game(3, 3, 3)
OPEN = THREE.position("XO./.../...")


def test_a_solver_is_a_context_manager() -> None:
    with Solver(Game(4, 4, 4)) as solver:
        assert solver.solve(solver.game.start()).value == 0
        full = solver.table_size
        assert solver.table_used > 0
    assert solver.table_used == 0 and solver.table_size <= full
    assert solver.solve(solver.game.start()).value == 0
    with pytest.raises(ZeroDivisionError), solver:
        1 / 0  # noqa: B018
    assert solver.table_used == 0


def test_a_copy_of_a_solver_has_its_game_and_options() -> None:
    game = Game(4, 5, 4, exact=True)
    solver = Solver(game, 8, 2, seed=5)
    solver.solve(game.start(), nodes=10)
    for other in (pickle.loads(pickle.dumps(solver)), copy.copy(solver), copy.deepcopy(solver)):
        assert other.game is game and other.threads == 2 and other.table_used == 0
        assert pickle.dumps(other) == pickle.dumps(solver)
        assert other.solve(game.position("XXX../OOO../...../.....")).value == 1
    assert pickle.dumps(Solver(game, 8, 2, seed=6)) != pickle.dumps(solver)


@pytest.mark.parametrize("module", ["", ".certificate", ".envs", ".store", ".boards"])
def test_every_object_says_what_it_is(module: str) -> None:
    found = import_module(f"inarow{module}")
    for kind in filter(inspect.isclass, (getattr(found, name) for name in found.__all__)):
        assert kind.__repr__ is not object.__repr__, kind


def test_objects_say_what_they_are(tmp_path: Path) -> None:
    solve(Game(4, 4, 3).start(), certificate=tmp_path / "proof")
    certificate = read(tmp_path / "proof")
    root = certificate.root()
    position = "Game(4, 4, 3).position"
    assert repr(certificate) == f"<certificate, 1 node: X wins, {position}('..../..../..../....')>"
    assert repr(root) == f"<answer (node): X wins, {position}('..../..../..../....')>"
    assert repr(root.node) == f"<node 0: X wins, {position}('..../.X../..../....')>"
    match = Match(THREE)
    match.play("b2")
    assert repr(match) == "<match: Game(3, 3, 3).position('.../.X./...') after 1 move>"
    assert repr(inarow.envs.env()) == "<raw_env of Game(3, 3, 3)>"
    assert repr(WinChecker(3)) == "WinChecker(3, 3, 3, exact=False)"


def test_a_solution_names_its_moves() -> None:
    solution = solve(THREE.position("XX./OO./..."), distance=True)
    text = repr(solution)
    assert text.startswith("Solution(value=1, distance=1, best_move='c1', line='c1', lower=1,")
    assert str(solution) == text
    assert "best_move=None, line=''" in repr(solve(THREE.position("XXX/OO./...")))


def test_a_solution_is_a_value() -> None:
    position = THREE.position("XO./.../...")
    solution = solve(position, distance=True)
    assert (solution.position, solution.game_kind) == (position, "strong")
    for copied in (
        pickle.loads(pickle.dumps(solution)),
        copy.copy(solution),
        replace(solution, position=THREE.start(), game_kind="weak"),  # are left out of the value
    ):
        assert type(copied) is Solution
        assert copied == solution and hash(copied) == hash(solution)
    assert pickle.loads(pickle.dumps(solution)).position == position
    assert replace(solution, nodes=solution.nodes + 1) != solution
    assert solution.record() == {
        "value": 1,
        "distance": 5,
        "best_move": solution.best_move,
        "line": solution.line,
        "lower": 1,
        "upper": 1,
        "nodes": solution.nodes,
        "seconds": solution.seconds,
        "judged": False,
    }
    with pytest.raises(AttributeError):
        solution.moves = 1  # type: ignore[attr-defined]


def test_help_explains_every_field_of_a_solution() -> None:
    told = pydoc.plain(pydoc.render_doc(Solution))
    for field in fields(Solution):
        assert re.search(
            rf"^ \|  {field.name}\n \|      [A-Z+].*[.?]", told, re.MULTILINE | re.DOTALL
        )


def test_help_says_more_of_a_field_than_its_number() -> None:
    rooms = [inarow, inarow.certificate, inarow.distributed, inarow.envs]
    for value in [Choice, *(getattr(room, name) for room in rooms for name in room.__all__)]:
        if isinstance(value, type):
            assert "Alias for field number" not in pydoc.render_doc(value), value


def test_functions_are_the_methods_of_a_solver_that_the_package_keeps() -> None:
    names = ["analyse", "best_move", "forced_win", "grade", "playouts", "solve"]
    for name in [*names, "solve_batch", "grade_batch"]:
        function, method = getattr(inarow, name), getattr(Solver, name)
        assert function.__doc__ == method.__doc__ and function.__name__ == name
        own, *options = inspect.signature(method).parameters.values()
        assert own.name == "self"
        parameters = [*inspect.signature(function).parameters.values()]
        assert (parameters if name in names else parameters[1:]) == options
        assert pickle.loads(pickle.dumps(function)) is function
        assert function.__doc__ is not None
        for option in options[1:]:
            assert re.search(rf"\b{option.name}\b", function.__doc__), (name, option.name)
    board = THREE.position("X../.../...")
    assert inarow.solve(position=board).value == inarow.best_move(board) - 4 == 0
    assert inarow.grade(played=board, move="b1") == inarow.grade(board, "b1")
    assert inarow.solve_batch(game=THREE, boards=[board]).values == [0]
    with pytest.raises(TypeError, match="expected a Position, not NoneType"):
        inarow.solve()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="unexpected keyword argument 'second'"):
        inarow.solve(board, second=1)  # type: ignore[call-arg]


def test_functions_keep_a_solver_for_each_game() -> None:
    other = Game(3, 4, 3).position("XX../OO../....")
    for position in (OPEN, other, OPEN, other):
        found = inarow.best_move(position)
        assert found == Solver(position.game).solve(position).best_move
        assert inarow.solve(position).position is position


def rows(page: str | None) -> list[list[str]]:
    """The cells of the table of a notebook's page."""
    assert page is not None
    table = page[page.index("<table>") : page.index("</table>") + len("</table>")]
    return [["".join(cell.itertext()) for cell in row] for row in ElementTree.fromstring(table)]


def test_notebooks_have_tables() -> None:
    solution = solve(OPEN, distance=True)
    page = solution._repr_html_()
    assert page is not None and "<svg" in page
    shown = dict(rows(page))
    assert shown["value"] == "X wins in 5 plies, proven"
    assert shown["best move"] == THREE.name(solution.best_move or 0)
    head, *moves = rows(analyse(OPEN)._repr_html_())
    assert head == ["move", "value", "line"] and len(moves) == 7
    assert rows(analyse(Game(4, 4, 4).start())._repr_html_())[-1][1] == "and 4 more"
    graded = rows(grade(read_record("3,3,3 a1 b1 b2"))._repr_html_())
    assert graded[2] == ["2. O", "b1", "draw", "loss", "b2", "?? loses"]
