"""A game tree as text: in the language of Graphviz, and as an indented list."""

from __future__ import annotations

from inarow.study.tree import GameTree, TreeNode

__all__ = ["tree_dot", "tree_text"]

_SHAPES = {"X": "box", "O": "ellipse", "draw": "octagon", "?": "box"}
"""Who wins, told without colour."""
_PAPERS = {"X": "#cfe2f5", "O": "#fad9c1", "draw": "#f1efe9", "?": "#ffffff"}


def tree_dot(tree: GameTree) -> str:
    r"""Return `tree` as a directed graph for ``dot``: boards as text, optimal moves thick.

    A box says that X wins, an ellipse that O does, a octagon is a draw; a dashed box is open.

    >>> from inarow import Game, tree
    >>> print(tree_dot(tree(Game(1, 1, 1))))
    digraph inarow {
      node [fontname="monospace" style="filled"];
      n0 [label=".\n\nX in 1" shape="box" fillcolor="#cfe2f5"];
      n1 [label="X\n\nX won" shape="box" fillcolor="#cfe2f5"];
      n0 -> n1 [label="a1" penwidth="3"];
    }
    """
    lines = ["digraph inarow {", '  node [fontname="monospace" style="filled"];']
    for node in tree.nodes:
        kind = "?" if node.value is None else node.winner or "draw"
        rows = [" ".join(row) for row in node.position.text.split("/")]
        attributes = {
            "label": "\n".join([*rows, "", node.label]),
            "shape": _SHAPES[kind],
            "fillcolor": _PAPERS[kind],
        }
        if kind == "?":
            attributes["style"] = "filled,dashed"
        lines.append(f"  n{node.index} [{_listed(attributes)}];")
    for node in tree.nodes[1:]:
        attributes = {"label": _move(node), "penwidth": "3" if node.optimal else "1"}
        lines.append(f"  n{node.parent} -> n{node.index} [{_listed(attributes)}];")
    lines.append("}")
    return "\n".join(lines)


def tree_text(tree: GameTree) -> str:
    """Return `tree` as a list, two spaces deeper with each ply; the root first, with its board.

    A move says how many equivalent ones it stands for, its value, and whether it is a best one.
    """
    root = tree.root
    worth = "" if root.position.is_over else f": {root.label}"
    lines = [f"{root.position.status}{worth} ({root.position.text})"]
    width = max((len(_move(node)) for node in tree.nodes[1:]), default=0)
    stack = list(reversed(root.children))
    while stack:
        node = tree.nodes[stack.pop()]
        best = "  best" if node.optimal else ""
        lines.append(f"{'  ' * node.depth}{_move(node):<{width}}  {node.label}{best}")
        stack += reversed(node.children)
    return "\n".join(lines)


def _move(node: TreeNode) -> str:
    """The move, and how many equivalent ones it stands for: ``a1 x4``."""
    more = f" x{len(node.moves)}" if len(node.moves) > 1 else ""
    return f"{node.move_name}{more}"


def _listed(attributes: dict[str, str]) -> str:
    return " ".join(f'{name}="{_quoted(text)}"' for name, text in attributes.items())


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
