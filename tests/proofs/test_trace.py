"""The tracer: every conclusion is true, and those of a held weak game are a proof of it.

The proof is checked one event at a time against the others, without any search: a position that
is held rests on positions with more stones, so together they prove the root.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import pytest
from boards import ALL_RULES, random_board, random_weak_board, table_of, widths_for
from interrupts import Enough
from oracles import dense, weak_dense

from inarow import Game, Solver
from inarow._core import RULES, make_kernel
from inarow.model.trace import Event, Kind, read_events

WIN = 512
NO_SYMMETRY = ALL_RULES - RULES["symmetry"]  # an image of a position has no events of its own

Boards = tuple[int, int]


def trace_weak(
    game: Game, maker: int, breaker: int, turn: bool, *, rules: int = ALL_RULES, width: int = 400
) -> tuple[int, list[Event]]:
    """Maker's value of a position in the weak game, and the events of its search."""
    kernel = make_kernel(game, table_of(1 << 16, width), rules=rules, width=width)
    events: list[Event] = []
    kernel.trace(lambda data: events.extend(read_events(data, kernel.words)))
    lower, upper, *_ = kernel.solve_weak(maker, breaker, turn, False, True, None, None, None)
    assert lower == upper
    return lower, events


class HeldProof:
    """What the events of a weak game say of positions that Maker does not win."""

    def __init__(self, game: Game, events: Iterable[Event]) -> None:
        self.game = game
        self.told: dict[tuple[bool, int, int], list[Event]] = defaultdict(list)
        for event in events:
            makers_turn = event.kind in (Kind.PAIRS, Kind.HOLDS)
            if event.beta == 1 and (makers_turn or event.kind == Kind.REPLY):
                self.told[makers_turn, event.own, event.other].append(event)

    def live(self, maker: int, breaker: int) -> list[int]:
        """What Maker's live lines miss, as sets of cells."""
        return [line & ~maker for line in self.game.line_masks if not line & breaker]

    def zones(self, makers_turn: bool, maker: int, breaker: int) -> list[int]:
        """The zones with which a position is said to be held."""
        if not self.live(maker, breaker):
            return [0]
        return [event.zone for event in self.told.get((makers_turn, maker, breaker), ())]

    def follows(self, event: Event) -> bool:
        """Does an event follow from others, or from the board?"""
        maker, breaker, zone = event.own, event.other, event.zone
        empty = self.game.full & ~(maker | breaker)
        live = self.live(maker, breaker)
        if zone & ~empty:
            return False
        if not live:
            return True
        makers_moves = (empty.bit_count() + (event.kind != Kind.REPLY)) // 2
        if event.kind == Kind.PAIRS:
            pairs = [1 << a | 1 << b for a, b in event.pairs]
            return (
                sum(pairs) == zone  # disjoint, and no cell outside
                and all(pair.bit_count() == 2 for pair in pairs)
                and all(any(pair & ~missing == 0 for pair in pairs) for missing in live)
            )
        if all(missing.bit_count() > makers_moves and not missing & ~zone for missing in live):
            return True
        if event.kind == Kind.REPLY:
            if event.move is None or not 1 << event.move & empty & zone:
                return False
            after = self.zones(True, maker, breaker | 1 << event.move)
            return any(found & ~zone == 0 for found in after)
        return not self.open_moves(maker, breaker, zone, empty, live)

    def open_moves(self, maker: int, breaker: int, zone: int, empty: int, live: list[int]) -> int:
        """Maker's moves that neither a search nor a zone answers, nor a better move's answer."""
        open_cells = empty
        for cell in cells(empty):
            for found in self.zones(False, maker | 1 << cell, breaker):
                if found & ~zone == 0:
                    open_cells &= found & ~(1 << cell)
        answered = empty & ~open_cells
        for cell in cells(open_cells):
            through = [line for line in live if line >> cell & 1]
            better = [x for x in cells(zone & answered) if all(line >> x & 1 for line in through)]
            if better or not through:
                open_cells &= ~(1 << cell)
        return open_cells

    def gaps(self) -> list[Event]:
        """The events that do not follow."""
        return [event for told in self.told.values() for event in told if not self.follows(event)]


def cells(board: int) -> list[int]:
    return [cell for cell in range(board.bit_length()) if board >> cell & 1]


HELD = [(4, 4, 4), (3, 5, 4), (5, 5, 5), (6, 6, 5), (4, 7, 5), (5, 8, 5), (6, 7, 5), (7, 7, 6)]
LONG_HELD = [((7, 7, 5), 64), ((9, 8, 6), 128)]  # the latter has cells in two words


@pytest.mark.parametrize(
    ("size", "width"),
    [
        *[(size, 400) for size in HELD],
        *[pytest.param(*each, marks=pytest.mark.long) for each in LONG_HELD],
    ],
    ids=str,
)
def test_events_of_a_held_board_prove_it(size: tuple[int, int, int], width: int) -> None:
    game = Game(*size)
    value, events = trace_weak(game, 0, 0, True, rules=NO_SYMMETRY, width=width)
    proof = HeldProof(game, events)
    assert value == 0
    assert proof.zones(True, 0, 0), "nothing is said of the root"
    assert not proof.gaps()


@pytest.mark.parametrize("no", ["", "pairing", "domination", "zones", "table", "reach", "double"])
def test_events_of_held_middle_games_prove_them(no: str) -> None:
    held = 0
    for number in range(60):
        rng = random.Random(number)
        game = Game(*rng.choice([(4, 4, 4), (4, 5, 4), (5, 5, 4), (5, 5, 5), (3, 6, 4)]))
        maker, breaker = random_weak_board(game, rng.randint(6, 12), rng)
        turn = rng.random() < 0.5
        rules = NO_SYMMETRY - RULES.get(no, 0)
        value, events = trace_weak(game, maker, breaker, turn, rules=rules)
        proof = HeldProof(game, events)
        assert not proof.gaps()
        if value == 0:
            held += 1
            assert proof.zones(turn, maker, breaker)
    assert held >= 10


@pytest.mark.long
def test_the_check_notices_what_is_wrong() -> None:
    game = Game(5, 8, 5)
    _, events = trace_weak(game, 0, 0, True, rules=NO_SYMMETRY)
    rng = random.Random(1)
    told = [event for event in events if event.beta == 1 and game.cells > event.own.bit_count()]
    pairs = [event for event in told if event.kind == Kind.PAIRS]
    replies = [event for event in told if event.kind == Kind.REPLY and event.move is not None]
    for event in rng.sample(pairs, 50):
        spoilt = event._replace(pairs=event.pairs[1:], zone=event.zone & ~sum_of(event.pairs[:1]))
        assert HeldProof(game, [spoilt]).gaps() == [spoilt]
    for event in rng.sample(replies, 50):
        assert HeldProof(game, [event]).gaps() == [event]  # nothing is said of what follows
        assert event.move is not None
        spoilt = event._replace(zone=event.zone & ~(1 << event.move))
        assert spoilt in HeldProof(game, [*events, spoilt]).gaps()
    for event in rng.sample([event for event in told if event.kind == Kind.HOLDS], 15):
        if event.zone:
            spoilt = event._replace(zone=event.zone & (event.zone - 1))
            assert spoilt in HeldProof(game, [*events, spoilt]).gaps()


def sum_of(pairs: Sequence[tuple[int, int]]) -> int:
    return sum(1 << a | 1 << b for a, b in pairs)


@pytest.mark.long
@pytest.mark.parametrize("size", [(3, 3, 3), (2, 5, 3), (3, 4, 3), (3, 4, 4), (2, 6, 3)], ids=str)
def test_every_event_is_true(size: tuple[int, int, int]) -> None:
    game = Game(*size)
    weak, strong = weak_dense(*size), dense(*size)
    seen: Counter[Kind] = Counter()
    for number in range(20):
        rng = random.Random(number)
        rules = rng.choice([ALL_RULES, ALL_RULES, ALL_RULES - RULES["reach"], RULES["table"]])
        kernel = make_kernel(game, table_of(64, 400), rules=rules, width=400, plain_budget=8)
        events: list[Event] = []
        kernel.trace(lambda data, k=kernel, e=events: e.extend(read_events(data, k.words)))
        distance = rng.random() < 0.5
        if number % 2:
            board = random_weak_board(game, rng.randint(4, game.cells), rng)
            kernel.solve_weak(*board, rng.random() < 0.5, distance, True, None, None, None)
        else:
            board = random_board(game, rng.randint(4, game.cells), rng)
            kernel.solve(*board, distance, True, None, None, None)
        for event in events:
            seen[event.kind] += 1
            if event.kind in (Kind.YES, Kind.NO):
                score = score_of(*strong.outcome(strong.code(event.own, event.other)))
                assert (score >= event.beta) == (event.kind == Kind.YES)
            else:
                makers_turn = event.kind in (Kind.PAIRS, Kind.HOLDS, Kind.MOVE)
                plies = weak.plies(event.own, event.other, makers_turn)
                score = 0 if plies is None else WIN - plies
                assert (score >= event.beta) == (event.kind in (Kind.MOVE, Kind.LOST))
    assert set(seen) >= {Kind.HOLDS, Kind.REPLY, Kind.YES, Kind.NO}
    assert Kind.LOST in seen or size == (3, 4, 4)


def score_of(value: int, plies: int | None) -> int:
    return 0 if plies is None else value * (WIN - plies)


def test_zones_hold_whatever_maker_is_given_outside() -> None:
    game = Game(3, 4, 4)
    weak = weak_dense(3, 4, 4)
    checked = 0
    for number in range(40):
        rng = random.Random(number)
        maker, breaker = random_weak_board(game, rng.randint(8, 12), rng)
        rules = ALL_RULES - (RULES["pairing"] if number % 2 else 0)
        _, events = trace_weak(game, maker, breaker, True, rules=rules)
        for event in events:
            if event.kind in (Kind.PAIRS, Kind.HOLDS, Kind.REPLY) and event.beta == 1:
                outside = cells(game.full & ~(event.own | event.other | event.zone))
                given = sum(1 << cell for cell in rng.sample(outside, rng.randint(0, len(outside))))
                turn = event.kind != Kind.REPLY
                assert weak.plies(event.own | given, event.other, turn) is None
                checked += 1
    assert checked > 300


@pytest.mark.parametrize("width", widths_for(Game(5, 5, 5)))
def test_the_same_events_at_every_width(width: int) -> None:
    game = Game(5, 5, 5)
    widest = trace_weak(game, 0, 0, True)
    assert trace_weak(game, 0, 0, True, width=width) == widest


def test_tracing_changes_nothing_and_ends() -> None:
    game = Game(6, 5, 4)
    plain = Solver(game).solve(game.start(), distance=True)
    solver = Solver(game, threads=2)
    events: list[Event] = []
    solver.trace(events.extend)
    traced = solver.solve(game.start(), distance=True)
    assert (traced.value, traced.distance, traced.nodes) == (1, 11, plain.nodes)
    assert events[-1].own == events[-1].other == 0
    solver.trace(None)
    solver.clear()
    count = len(events)
    solver.solve(game.start())
    assert len(events) == count


def test_an_error_of_the_listener_ends_the_search_and_leaves_the_solver_usable() -> None:
    def listener(events: Sequence[Event]) -> None:
        raise Enough

    game = Game(7, 7, 5)
    solver = Solver(game)
    solver.trace(listener)
    for game_kind in ("weak", "strong"):
        with pytest.raises(Enough):
            solver.solve(game.start(), game_kind=game_kind)
    solver.trace(None)
    assert solver.solve(game.start()).value == 0
    with pytest.raises(TypeError, match="listener"):
        solver.trace(3)  # type: ignore[arg-type]
