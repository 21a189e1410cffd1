"""The tree of a proof: its questions, what is known of them, and which to ask next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from inarow._core import SHORT_LINE
from inarow.distributed.cover import QuestionCover, in_order
from inarow.distributed.job import Outcome
from inarow.distributed.question import Finding, Goal, Question, canonical, moved

LATER_REPLY = 4
"""A reply of the keeper's waits until its better has taken so many times the effort, …"""

LATER_MOVE = 8
"""(the same for a move of the rival's: if it fails in the end, all have to be answered anyway)"""

FIRST_JOBS = {Goal.STOP: 16, Goal.HOLD: 1}
"""… and that of so many jobs besides. The most promising reply is nearly always right where a side
is to be stopped; to find a far win one has to look here and there."""

STOP_NODE = 16
"""A node where a side is to be stopped takes the time of so many of the ordinary game."""


@dataclass(eq=False, repr=False, slots=True)
class Edge:
    """A move, and the node after it."""

    parent: ProofNode
    move: int
    child: ProofNode
    symmetry: int
    """What takes the position of the child to that after the move."""

    @property
    def zone(self) -> int:
        """The zone of the child's answer, as the parent's board has it."""
        game = self.parent.question.game
        assert self.child.answer is not None
        return moved(game, self.symmetry, self.child.answer.zone)


@dataclass(eq=False, repr=False, slots=True)
class ProofNode:
    """A question, in canonical form: settled, cut into those after its moves, or still a leaf."""

    question: Question
    budget: int
    answer: Finding | None = None
    edges: list[Edge] | None = None  # the most promising move first; None: a leaf
    cover: QuestionCover | None = None
    parents: list[Edge] = field(default_factory=list)
    nodes: int = 0  # searched for it, by all jobs below it as well
    running: bool = False
    was_asked: bool = False  # by a job of its own
    failures: int = 0

    @property
    def held(self) -> bool | None:
        """Does the keeper achieve its goal? None: not settled."""
        return None if self.answer is None else self.answer.held

    @property
    def effort(self) -> int:
        """What it has taken so far, in nodes of the ordinary game."""
        return self.nodes * (STOP_NODE if self.question.goal == Goal.STOP else 1)

    def open_edges(self) -> list[Edge]:
        """The moves that are not answered, the most proving first: see `Tree.leaves`."""
        assert self.edges is not None and self.cover is not None
        left, _ = self.cover.left()
        found = [edge for edge in self.edges if edge.child.answer is None and left >> edge.move & 1]
        later = LATER_MOVE if self.question.rival_moves else LATER_REPLY
        first = FIRST_JOBS[self.question.goal] * self.budget
        waits = {edge: (first + edge.child.nodes) * later**i for i, edge in enumerate(found)}
        return sorted(found, key=waits.__getitem__)


def scale_of(question: Question) -> int:
    """Return how many times the usual budget the jobs for a question have, to take as long.

    With long lines most nodes of the ordinary game's search are of the weak game as well.
    """
    return STOP_NODE if question.goal == Goal.HOLD and question.game.k <= SHORT_LINE else 1


class Tree:
    """All nodes of a proof, each position once. Answers spread upwards as they come in."""

    def __init__(self, budget: int) -> None:
        self._budget = budget
        self.nodes: dict[Question, ProofNode] = {}
        self.settled: list[ProofNode] = []
        """Nodes that were settled since this list was last emptied."""
        self.closed = 0

    def node(self, question: Question) -> tuple[ProofNode, int]:
        """Return the node of a question, made if need be, and the symmetry that takes it back."""
        least, symmetry = canonical(question)
        node = self.nodes.get(least)
        if node is None:
            node = self.nodes[least] = ProofNode(least, self._budget * scale_of(least))
        return node, symmetry

    def leaves(self, root: ProofNode, speculate: bool = False) -> Iterator[ProofNode]:
        """The leaves that no worker is at, the most proving first.

        In a proof that succeeds every move of the rival's needs an answer, one reply of the
        keeper's will do. So the tree is walked from the left, as a search by one worker would do
        it, and further workers follow to the right of the first. To `speculate` on a second reply
        as well is what is left when there is nothing else to do.
        """
        seen: set[int] = set()

        def walk(node: ProofNode) -> Iterator[ProofNode]:
            if node.answer is not None or id(node) in seen:
                return
            seen.add(id(node))
            if node.edges is None:
                if not node.running:
                    yield node
                return
            edges = node.open_edges()
            for edge in edges if speculate or node.question.rival_moves else edges[:1]:
                yield from walk(edge.child)

        return walk(root)

    def share(self, root: ProofNode) -> float:
        """How much of a node's proof is closed, from 0 to 1, if the keeper succeeds in the end."""
        known: dict[int, float] = {}

        def of(node: ProofNode) -> float:
            if node.answer is not None:
                return 1.0
            if node.edges is None:
                return 0.0
            if id(node) not in known:
                edges = node.open_edges()
                if node.question.rival_moves:
                    moves = node.question.empty.bit_count()
                    open_shares = sum(1 - of(edge.child) for edge in edges)
                    known[id(node)] = max(0.0, 1 - open_shares / moves)
                else:
                    known[id(node)] = of(edges[0].child) if edges else 0.0
            return known[id(node)]

        return of(root)

    def spend(self, node: ProofNode, nodes: int) -> None:
        """Note positions that were searched for a node, and so for all above it."""
        above, seen = [node], {id(node)}
        while above:
            node = above.pop()
            node.nodes += nodes
            for edge in node.parents:
                if id(edge.parent) not in seen:
                    seen.add(id(edge.parent))
                    above.append(edge.parent)

    def take(self, node: ProofNode, outcome: Outcome) -> None:
        """Note what a worker has found out."""
        self.spend(node, outcome.answer.nodes)
        if node.answer is not None:
            return  # another way was quicker
        if outcome.answer.held is not None:
            self.settle(node, outcome.answer)
        elif node.edges is None:
            self.cut(node, outcome.children)

    def cut(self, node: ProofNode, children: list[tuple[int, Finding]]) -> None:
        """Make nodes of the questions after the moves; those not named come last.

        None of the moves may end the game: what comes after that is no question.
        """
        assert not node.question.may_end
        node.edges, node.cover = [], QuestionCover(node.question)
        self._close(node)
        known = dict(children)
        unnamed = [move for move in in_order(node.question) if move not in known]
        for move in [*known, *unnamed]:
            if node.answer is not None or not node.cover.is_open(move):
                continue
            child, symmetry = self.node(node.question.after(move))
            edge = Edge(node, move, child, symmetry)
            node.edges.append(edge)
            child.parents.append(edge)
            answer = known.get(move)
            if child.answer is None and answer is not None and answer.held is not None:
                child.nodes += answer.nodes
                self.settle(child, answer)
            elif child.answer is not None:
                self._tell(edge)

    def settle(self, node: ProofNode, answer: Finding) -> None:
        """Note the answer of a node, and what follows from it."""
        node.answer = answer._replace(nodes=max(node.nodes, answer.nodes))
        self.settled.append(node)
        self.closed += 1
        for edge in node.parents:
            if edge.parent.answer is None:
                self._tell(edge)

    def _tell(self, edge: Edge) -> None:
        """Tell a parent of its child's answer."""
        parent, held = edge.parent, edge.child.held
        rival_moves, full = parent.question.rival_moves, parent.question.game.full
        assert parent.cover is not None
        if held != rival_moves:  # the move succeeds
            zone = edge.zone | 1 << edge.move if held else full
            self.settle(parent, Finding(held, edge.move, zone))
        elif parent.cover.is_open(edge.move):
            parent.cover.answer(edge.move, edge.zone)
            self._close(parent)

    def _close(self, node: ProofNode) -> None:
        """Settle a node if none of its moves is left to answer."""
        assert node.cover is not None
        left, zone = node.cover.left()
        if not left:
            rival_moves, full = node.question.rival_moves, node.question.game.full
            self.settle(node, Finding(rival_moves, -1, zone if rival_moves else full))
