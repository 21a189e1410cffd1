"""Where the nodes of a drawn tree go: tidy layout in horizontal layers.

A parent stands over the middle of its children, siblings keep their order, nothing overlaps, equal
subtrees are drawn alike and a mirrored tree as the mirror image (Reingold and Tilford, "Tidier
drawings of trees", IEEE Trans. Software Engineering 7, 1981). Subtrees are set side by side as
close as their outlines allow: once from the left, once from the right, and the mean of both is
taken, which keeps all distances and spreads what has room between larger neighbours (Kennedy,
"Drawing trees", J. Functional Programming 6, 1996).
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["tidy"]

Outline = list[tuple[float, float]]
"""How far a subtree reaches to the left and to the right of its root, layer by layer."""


def tidy(
    widths: Sequence[float],
    children: Sequence[Sequence[int]],
    *,
    gap: float,
    cousin_gap: float | None = None,
) -> list[float]:
    """Return the x of the middle of each node; the leftmost edge of all is at 0.

    Node i is `widths[i]` wide and has `children[i]`, whose numbers are higher than i; node 0 is
    the root. Siblings are at least `gap` apart, other neighbours in a layer `cousin_gap` (unless
    given, as much).

    >>> tidy([2, 2, 2, 2], [[1, 2, 3], [], [], []], gap=1)
    [4.0, 1.0, 4.0, 7.0]
    """
    gaps = (gap, gap if cousin_gap is None else cousin_gap)
    offsets = [0.0] * len(widths)  # from the parent
    outlines: dict[int, Outline] = {}
    for node in reversed(range(len(widths))):
        below = [outlines.pop(child) for child in children[node]]
        places = _side_by_side(below, gaps)
        for child, place in zip(children[node], places, strict=True):
            offsets[child] = place
        half = widths[node] / 2
        outlines[node] = [(-half, half), *_joined(below, places)]
    middles = [0.0] * len(widths)
    middles[0] = -min(left for left, _ in outlines[0])
    for node, following in enumerate(children):
        for child in following:
            middles[child] = middles[node] + offsets[child]
    return middles


def _side_by_side(outlines: Sequence[Outline], gaps: tuple[float, float]) -> list[float]:
    """Where the roots of subtrees go, seen from the middle between the first and the last."""
    if not outlines:
        return []
    from_left = _packed(outlines, gaps)
    mirrored = [[(-right, -left) for left, right in outline] for outline in reversed(outlines)]
    from_right = [-place for place in reversed(_packed(mirrored, gaps))]
    # The first way begins at 0 and the second ends there; both are equally long.
    return [(a + b) / 2 for a, b in zip(from_left, from_right, strict=True)]


def _packed(outlines: Sequence[Outline], gaps: tuple[float, float]) -> list[float]:
    """Each subtree as far to the left as those before it allow; the first at 0."""
    places: list[float] = []
    edge: list[float] = []  # the right edge of all so far, layer by layer
    for outline in outlines:
        place = max(
            (
                right + gaps[layer > 0] - left
                for layer, (right, (left, _)) in enumerate(zip(edge, outline, strict=False))
            ),
            default=0.0,
        )
        places.append(place)
        edge[: len(outline)] = [place + right for _, right in outline]
    return places


def _joined(outlines: Sequence[Outline], places: Sequence[float]) -> Outline:
    """The outline of subtrees side by side."""
    joined: Outline = []
    for outline, place in zip(outlines, places, strict=True):
        for layer, (left, right) in enumerate(outline):
            here = (place + left, place + right)
            if layer == len(joined):
                joined.append(here)
            else:
                joined[layer] = (min(joined[layer][0], here[0]), max(joined[layer][1], here[1]))
    return joined
