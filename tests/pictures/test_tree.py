"""Game trees: the solver's values at every position, every form the same, pictures that fit."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from boards import as_board, random_play, rules_of
from cli import Run, runs
from drawn import Box, box_of, shift_of, stands_by_itself

import inarow
from inarow import Game, GameTree, InvalidOptionError, Position, TreeNode
from inarow.apps.cli.tree import FORMATS
from inarow.model.results import Progress, Solution
from inarow.reference.distance import solve as solve_by_distance
from inarow.svg.tree_layout import spread

THREE = Game(3, 3, 3)
MIDGAME = THREE.position("XO./.X./..O")

run = runs("tree")


@cache
def truth(position: Position) -> tuple[int, int | None]:
    """Value and distance, from the reference."""
    return solve_by_distance(rules_of(position.game), as_board(position))[:2]


# What is in a tree.

ASKED: list[tuple[Position, int]] = [
    (THREE.start(), 2),
    (THREE.start(), 3),
    (MIDGAME, 9),
    (THREE.position("XX./OO./..."), 2),
    (THREE.position("XXX/OO./..."), 2),
    (Game(2, 2, 2).start(), 4),
    (Game(1, 5, 2).start(), 3),
    (Game(1, 1, 1).start(), 1),
    (Game(2, 3, 9).start(), 3),
    (Game(3, 4, 3).position("X.O./.O../X..."), 2),
    (Game(4, 3, 4).position("X.O/.../.XO/..."), 2),
]


@pytest.mark.long
@pytest.mark.parametrize("symmetry", [False, True])
@pytest.mark.parametrize(("position", "depth"), ASKED, ids=str)
def test_every_value_is_that_of_the_reference(
    position: Position, depth: int, symmetry: bool
) -> None:
    tree = inarow.tree(position, depth=depth, symmetry=symmetry)
    for node in tree.nodes:
        value, distance = truth(node.position)
        assert (node.value, node.lower, node.upper, node.distance) == (
            *(value, value, value),
            distance,
        )
        if node.parent is None:
            assert not node.optimal
            continue
        before, left = truth(tree.nodes[node.parent].position)
        keeps = -value == before
        assert node.optimal == (keeps and (before == 0 or distance == (left or 0) - 1))
    check_shape(tree, position, depth, symmetry)


def check_shape(tree: GameTree, position: Position, depth: int, symmetry: bool) -> None:
    """Every move is there once; parents, children and plies fit; siblings come best first."""
    assert tree.root.position == position and tree.root.moves == ()
    assert [node.index for node in tree.nodes] == list(range(len(tree)))
    assert [node.depth for node in tree.nodes] == sorted(node.depth for node in tree.nodes)
    assert sum(tree.by_ply) == len(tree)
    for node in tree.nodes:
        below = [tree.nodes[child] for child in node.children]
        if node.depth == depth:
            assert not below
            continue
        moves = [move for child in below for move in child.moves]
        assert sorted(moves) == list(node.position.legal_moves)
        for child in below:
            assert (child.parent, child.depth) == (node.index, node.depth + 1)
            images = [node.position.play(move) for move in child.moves]
            assert child.position == images[0] and list(child.moves) == sorted(child.moves)
            assert len({image.canonical() for image in images}) == 1
        classes = {child.position.canonical() for child in below}
        assert len(below) == (len(classes) if symmetry else len(moves))
        assert [child.optimal for child in below] == sorted(
            (child.optimal for child in below), reverse=True
        )
        assert [child.value for child in below] == sorted(child.value or 0 for child in below)
        if below:
            assert below[0].optimal


def test_openings_are_merged_as_in_the_pictures() -> None:
    tree = inarow.tree(THREE, symmetry=True)
    assert tree.by_ply == (1, 3, 12)
    openings = {node.move_name: node for node in tree.nodes[1:4]}
    assert {name: len(node.moves) for name, node in openings.items()} == {"a1": 4, "b1": 4, "b2": 1}
    drawn = {
        name: [tree.nodes[i].move_name for i in node.children if tree.nodes[i].optimal]
        for name, node in openings.items()
    }
    assert drawn == {"a1": ["b2"], "b1": ["a1", "b2", "b3"], "b2": ["a1"]}
    assert sum(len(node.moves) for node in tree.nodes if node.depth == 2) == 8 + 8 + 8
    assert inarow.tree(THREE).by_ply == (1, 9, 72)
    assert inarow.tree(Game(4, 4, 3), symmetry=True).by_ply == (1, 3, 33)
    assert inarow.tree(Game(3, 4, 3), symmetry=True).by_ply[:2] == (1, 4)


def test_labels() -> None:
    labels = {node.position.text: node.label for node in inarow.tree(MIDGAME, depth=9).nodes}
    assert labels["XO./.X./..O"] == "X in 3"
    assert labels["XO./XX./..O"] == "X in 2" and labels["XO./XXO/..O"] == "X in 1"
    assert {"draw", "X won", "O won", "X in 1", "O in 1", "X in 2"} <= set(labels.values())
    finished = inarow.tree(THREE.position("XXX/OO./..."))
    assert (finished.root.label, finished.root.winner, len(finished)) == ("X won", "X", 1)
    drawn = inarow.tree(THREE.position("XOX/XXO/OXO"))
    assert (drawn.root.label, drawn.root.winner) == ("draw", None)


def test_positions_with_any_number_of_stones() -> None:
    position = THREE.position("OO./.../..X", turn="O", strict=False)
    tree = inarow.tree(position, depth=1)
    assert (tree.root.value, tree.root.distance, tree.nodes[1].label) == (1, 1, "O won")


# Limits.


def test_what_is_not_proven_has_bounds_and_no_value() -> None:
    tree = inarow.tree(Game(9, 9, 5), depth=1, symmetry=True, seconds=0.001)
    for node in tree.nodes:
        assert (node.value, node.distance, node.label, node.winner) == (None, None, "?", None)
        assert -1 <= node.lower < node.upper <= 1 and not node.optimal
    check_drawing(tree)
    assert 'style="filled,dashed"' in tree.dot() and "?" in tree.text()


def test_bounds_of_the_moves_bound_the_position(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the search leaves open is taken from the moves, as far as they tell."""
    bounds = {1: (0, 0), 2: (-1, 0)}  # by stones: draws below, "no win" above

    def solve(_: inarow.Solver, position: Position, **named: Any) -> Solution:
        lower, upper = bounds.get(position.ply, (-1, 1))
        value = lower if lower == upper else None
        return Solution(value, None, None, (), lower, upper, 1, 0.0, False)

    monkeypatch.setattr(inarow.Solver, "solve", solve)
    tree = inarow.tree(THREE, depth=1)
    assert (tree.root.value, tree.nodes[1].optimal) == (0, True)
    tree = inarow.tree(THREE.start().play("a1"), depth=1)
    assert (tree.root.lower, tree.root.upper) == (0, 0)  # its own; from the moves (0, 1)
    bounds[1] = (-1, 1)
    tree = inarow.tree(THREE.start().play("a1"), depth=1)
    assert (tree.root.lower, tree.root.upper, tree.root.label) == (0, 1, "?")


def test_a_win_of_unknown_distance(monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(_: inarow.Solver, position: Position, **named: Any) -> Solution:
        value = -1 if position.turn == "O" else 1
        return Solution(value, None, None, (), value, value, 1, 0.0, False)

    monkeypatch.setattr(inarow.Solver, "solve", solve)
    tree = inarow.tree(THREE, depth=1)
    assert {node.label for node in tree.nodes} == {"X wins"}
    assert all(node.optimal for node in tree.nodes[1:])
    check_drawing(tree)


@pytest.mark.long
def test_too_large_a_tree_is_refused_before_anything_is_solved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def solve(*_: Any, **__: Any) -> Solution:
        raise AssertionError("solved")

    monkeypatch.setattr(inarow.Solver, "solve", solve)
    with pytest.raises(InvalidOptionError, match=r"more than limit=81 .* \(symmetry=True\)"):
        inarow.tree(THREE, limit=81)
    with pytest.raises(InvalidOptionError, match="more than limit=1000 positions: ask for fewer"):
        inarow.tree(Game(20, 20, 5), depth=10**9, symmetry=True)
    monkeypatch.undo()
    assert len(inarow.tree(THREE, limit=82)) == 82


@pytest.mark.parametrize(
    ("asked", "named", "word"),
    [
        (THREE, {"depth": 0}, "depth must be 1 or more"),
        (THREE, {"limit": 0}, "limit must be 1 or more"),
        (THREE, {"seconds": 0}, "seconds"),
        (THREE, {"table_mb": 0}, "table_mb"),
        (THREE, {"depth": 1.5}, "depth must be an integer"),
        ("3,3,3", {}, "expected a Game or a Position, not str"),
    ],
)
def test_bad_options_are_refused(asked: Any, named: dict[str, Any], word: str) -> None:
    with pytest.raises((InvalidOptionError, TypeError), match=word):
        inarow.tree(asked, **named)


def test_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    solve = inarow.Solver.solve

    def report(solver: inarow.Solver, position: Position, **named: Any) -> Solution:
        named["progress"](Progress(7, 0.5))
        return solve(solver, position, **named)

    monkeypatch.setattr(inarow.Solver, "solve", report)
    seen: list[tuple[int, int, int]] = []
    inarow.tree(THREE, depth=1, progress=lambda *told: seen.append((*told[:2], told[2].nodes)))
    assert seen == [(done, 10, 7) for done in range(9)]  # the root is settled by its moves


@pytest.mark.long
def test_trees_are_laid_out_without_overlaps_and_mirrored_ones_alike() -> None:
    rng = random.Random(11)
    for _ in range(200):
        parents = sorted(rng.randrange(max(1, node)) for node in range(1, rng.randrange(2, 40)))
        children: list[list[int]] = [[] for _ in range(len(parents) + 1)]
        for node, parent in enumerate(parents, 1):
            children[parent].append(node)
        widths = [2.0 if below else rng.choice((2.0, 5.0, 9.0)) for below in children]
        layers = [[0]]
        while below := [child for node in layers[-1] for child in children[node]]:
            layers.append(below)
        middles = spread(widths, children)
        for layer in layers:
            for a, b in pairwise(layer):
                assert middles[b] - middles[a] > (widths[a] + widths[b]) / 2
        order = [node for layer in layers for node in reversed(layer)]
        number = {node: place for place, node in enumerate(order)}
        mirrored = [[number[child] for child in reversed(children[node])] for node in order]
        turned = spread([widths[node] for node in order], mirrored)
        right = max(middle + width / 2 for middle, width in zip(middles, widths, strict=True))
        for node, place in number.items():
            assert turned[place] == pytest.approx(right - middles[node])


# Pictures.


def check_drawing(tree: GameTree) -> None:
    """Nothing overlaps, nothing is cut off, lines go round boards, and each node is as it is."""
    assert tree._repr_svg_() == tree.svg()  # which notebooks show
    root = stands_by_itself(tree.svg())
    (content,) = [element for element in root if element.tag.endswith("}g")]
    groups = [element for element in content if element.tag.endswith("}g")]
    assert len(groups) == len(tree)
    outer: list[Box] = []
    solid: list[Box] = []  # boards and plates
    for group, node in zip(groups, tree.nodes, strict=True):
        outer.append(check_node(group, node))
        solid += [
            box_of(e) for e in group if name_of(e) not in ("last-box", "") and "rect" in e.tag
        ]
    for a, b in combinations(outer, 2):
        assert not a.overlaps(b), (a, b)

    edges = [e for e in content if e.tag.endswith("}path")]
    assert sorted(map(name_of, edges)) == sorted(
        "best" if node.optimal else "edge" for node in tree.nodes[1:]
    )
    for edge in edges:
        thick = float(edge.get("stroke-width", 0))
        assert thick >= 3 if name_of(edge) == "best" else thick < 1.5
        points = [
            tuple(map(float, pair))
            for pair in re.findall(r"(-?[\d.]+) (-?[\d.]+)", edge.get("d", ""))
        ]
        for (xa, ya), (xb, yb) in pairwise(points):
            thin = Box(min(xa, xb) - 0.1, min(ya, yb) - 0.1, max(xa, xb) + 0.1, max(ya, yb) + 0.1)
            assert not any(thin.overlaps(box, by=0.5) for box in solid)

    right, down = shift_of(content)
    beside = [box_of(e) for e in root if e.tag.endswith(("}text", "}rect"))][1:]
    for box in beside:
        assert not any(box.overlaps(other.moved(right, down)) for other in outer)


def name_of(element: ElementTree.Element) -> str:
    return (element.get("class") or "").split(" ")[0]


def check_node(group: ElementTree.Element, node: TreeNode) -> Box:
    """One board with what belongs to it; all that it takes up."""
    kind = {"X": "x", "O": "o"}.get(node.winner or "", "draw" if node.value == 0 else "open")
    assert (group.get("class") or "").split() == [
        *("node", kind),
        *(["optimal"] if node.optimal else []),
    ]
    texts = {name_of(e): e for e in group if e.tag.endswith("}text")}
    told = {name: element.text for name, element in texts.items()}
    assert told.pop("value") == node.label
    assert told.pop("move", None) == node.move_name
    count = f"\N{MULTIPLICATION SIGN}{len(node.moves)}" if len(node.moves) > 1 else None
    assert told.pop("count", None) == count and not told
    if count:
        assert not box_of(texts["move"]).overlaps(box_of(texts["count"]))
    (board,) = [box_of(e) for e in group if name_of(e) == f"{kind}-board-box"]
    (plate,) = [box_of(e) for e in group if name_of(e) == f"{kind}-box"]
    value = box_of(texts["value"])
    assert plate.left <= value.left and value.right <= plate.right
    assert not board.overlaps(plate)
    paths = {name_of(e): e.get("d", "") for e in group if e.tag.endswith("}path")}
    assert paths.get("stone-x", "").count("M") == node.position.x.bit_count()
    assert paths.get("stone-o", "").count("M") == node.position.o.bit_count()
    assert ("best" in paths) == node.optimal
    assert ("line" in paths) == (node.position.winner is not None)
    (title,) = [e.text or "" for e in group if e.tag.endswith("}title")]
    assert node.position.text in title
    boxes = [board, plate, *(box_of(e) for e in texts.values())]
    return Box(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


SMALL = [(position, depth, merged) for position, depth in ASKED for merged in (False, True)]
LARGE = [
    (Game(4, 4, 3).start(), 2, True),
    (Game(1, 6, 2).start(), 3, False),
    (Game(6, 1, 2).start(), 3, False),
    (Game(5, 5, 4).start(), 1, True),
    (Game(20, 20, 3).start(), 1, True),
    (Game(2, 20, 2).start(), 1, False),
]


@pytest.mark.long
@pytest.mark.parametrize(("position", "depth", "symmetry"), [*SMALL, *LARGE], ids=str)
def test_pictures_fit(position: Position, depth: int, symmetry: bool) -> None:
    check_drawing(inarow.tree(position, depth=depth, symmetry=symmetry))


# Text, graphs, JSON.


def nodes_of_dot(graph: str) -> tuple[dict[int, dict[str, str]], dict[int, tuple[int, str, str]]]:
    """The attributes of each node; for each child, its parent, label and strength."""
    nodes: dict[int, dict[str, str]] = {}
    edges: dict[int, tuple[int, str, str]] = {}
    first, second, *lines, last = graph.split("\n")
    assert (first, last) == ("digraph inarow {", "}") and second.startswith("  node [")
    for line in lines:
        attributes = dict(re.findall(r'(\w+)="((?:[^"\\]|\\.)*)"', line))
        if match := re.fullmatch(r"  n(\d+) \[.*\];", line):
            nodes[int(match[1])] = attributes
        else:
            match = re.fullmatch(r"  n(\d+) -> n(\d+) \[.*\];", line)
            assert match is not None
            edges[int(match[2])] = int(match[1]), attributes["label"], attributes["penwidth"]
    return nodes, edges


@pytest.mark.parametrize(("position", "depth", "symmetry"), SMALL, ids=str)
def test_all_forms_agree(position: Position, depth: int, symmetry: bool) -> None:
    tree = inarow.tree(position, depth=depth, symmetry=symmetry)
    nodes, edges = nodes_of_dot(tree.dot())
    record = json.loads(json.dumps(tree.record()))
    lines = tree.text().split("\n")
    assert len(nodes) == len(record["nodes"]) == len(lines) == len(tree)
    assert set(edges) == set(range(1, len(tree)))
    assert (record["by_ply"], record["depth"]) == (list(tree.by_ply), depth)
    assert (record["value"], record["distance"]) == (tree.root.value, tree.root.distance)
    assert lines[0].endswith(f"({position.text})") and lines[0].startswith(position.status)
    listed = []  # in the order of the list: a position, then all below it
    stack = [0]
    while stack:
        listed.append(node := tree.nodes[stack.pop()])
        stack += reversed(node.children)
    for node, line in zip(listed, lines, strict=True):
        if node.parent is not None:
            count = f" x{len(node.moves)}" if len(node.moves) > 1 else ""
            best = r"  best" if node.optimal else ""
            indent = "  " * node.depth
            assert re.fullmatch(f"{indent}{node.move_name}{count} +{node.label}{best}", line)
    for node, told in zip(tree.nodes, record["nodes"], strict=True):
        game = tree.game
        assert told == {
            "index": node.index,
            "parent": node.parent,
            "depth": node.depth,
            "position": node.position.text,
            "turn": node.position.turn,
            "moves": list(node.moves),
            "move_names": [game.name(move) for move in node.moves],
            "value": node.value,
            "distance": node.distance,
            "lower": node.lower,
            "upper": node.upper,
            "label": node.label,
            "optimal": node.optimal,
            "children": list(node.children),
        }
        *rows, empty, label = nodes[node.index]["label"].split("\\n")
        assert "/".join(row.replace(" ", "") for row in rows) == node.position.text
        assert (empty, label) == ("", node.label)
        shape = {"X": "box", "O": "ellipse", None: "octagon"}[node.winner]
        assert nodes[node.index]["shape"] == shape
        if node.parent is not None:
            parent, move, strength = edges[node.index]
            assert (parent, strength) == (node.parent, "3" if node.optimal else "1")
            assert move.split(" x")[0] == node.move_name
            assert move.endswith(f" x{len(node.moves)}") == (len(node.moves) > 1)


@pytest.mark.skipif(shutil.which("dot") is None, reason="needs Graphviz")
def test_graphviz_reads_the_graph() -> None:
    graph = inarow.tree(THREE, symmetry=True).dot()
    done = subprocess.run(
        ["dot", "-Tplain"], input=graph, capture_output=True, text=True, timeout=30, check=True
    )
    assert len(re.findall(r"^node ", done.stdout, re.M)) == 16


# The command.


@pytest.mark.long
@pytest.mark.parametrize("form", FORMATS)
def test_every_form_goes_to_a_file_or_to_standard_output(
    run: Run, tmp_path: Path, form: str
) -> None:
    arguments = (3, 3, 3, "--symmetry", "-p", "X../.../...")
    tree = inarow.tree(THREE.position("X../.../..."), symmetry=True)
    expected = FORMATS[form](tree) + "\n"
    assert run(*arguments, "--format", form) == (0, expected, "")
    ending = {"text": ".txt"}.get(form, f".{form}")
    for output in (tmp_path / f"t{ending}", tmp_path / f"t{ending.upper()}"):
        status, out, err = run(*arguments, "-o", output)
        assert (status, err) == (0, "") and output.read_text(encoding="utf-8") == expected
        assert re.search(r"^tree +\d+ positions \(1 \+ 5 \+ .* by ply\), written to ", out, re.M)
    other = tmp_path / "tree"
    run(*arguments, "-o", other, "--format", form)
    assert other.read_text(encoding="utf-8") == expected


def test_the_list_is_what_people_get(run: Run) -> None:
    status, out, err = run(3, 3, 3, "--symmetry", "--depth", 1)
    assert (status, err) == (0, "") and out.isascii()
    assert out == (
        "X to move: draw (.../.../...)\n"
        "  a1 x4  draw  best\n"
        "  b1 x4  draw  best\n"
        "  b2     draw  best\n"
        "\n"
        "best keeps the value, x4 so many moves alike\n"
    )


def test_json(run: Run, tmp_path: Path) -> None:
    ran = run(3, 3, 3, "--json", "-d", 1, "-o", tmp_path / "t.svg")
    assert ran.record == inarow.tree(THREE, depth=1).record()
    ElementTree.parse(tmp_path / "t.svg")


@pytest.mark.long
def test_random_positions_of_many_games() -> None:
    rng = random.Random(8)
    for _ in range(25):
        game = Game(rng.randrange(1, 5), rng.randrange(1, 5), rng.randrange(1, 5))
        position = random_play(game, max(0, game.cells - rng.randrange(8)), rng)
        if len(position.legal_moves) > 8:
            continue
        tree = inarow.tree(position, depth=rng.randrange(1, 4), symmetry=rng.random() < 0.5)
        assert (tree.root.value, tree.root.distance) == truth(position)
        if len(tree) <= 150:
            check_drawing(tree)
