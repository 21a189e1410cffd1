"""Proofs explained: what is said at any place agrees with the board, and damage is no crash."""

import gzip
import io
import json
import os
import random
import sys
import tempfile
import threading
import xml.etree.ElementTree as ElementTree
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest
from boards import completing, random_play
from cli import Run, refused, runs
from forced import wins
from unpacking import rewrite, unpacked

import inarow
from inarow import CertificateError, Game, IllegalMoveError, InvalidOptionError, Solver, check
from inarow.apps.cli import main
from inarow.certificate import Answer, Certificate, Node, read
from inarow.certificate.index import Index
from inarow.certificate.line import Visit, begin, follow
from inarow.certificate.words import answer_words, claim_words, fate_words, groups, reasons
from inarow.check import NODE, PASS, TREE, WEAK, WIN, Checker
from inarow.model.bits import cells_of, image_of
from inarow.model.position import Position
from inarow.svg.proof import proof_svg

# m, n, k, stones (by a seed), with distance, the weak game
PROOFS = [
    (1, 1, 1, 0, False, False),
    (3, 3, 3, 2, True, False),
    (4, 4, 3, 0, True, False),
    (4, 4, 4, 0, False, False),
    (4, 4, 4, 0, False, True),
    (4, 5, 4, 6, True, False),
    (5, 5, 3, 2, True, True),
    (5, 5, 4, 0, False, False),
    (5, 5, 5, 0, False, False),
    (4, 7, 4, 10, False, False),
    (5, 6, 4, 0, False, False),
    (6, 6, 5, 0, False, False),
    (13, 20, 3, 0, False, False),  # cells of two bytes
]


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    directory, found = tmp_path_factory.mktemp("proofs"), []
    for number, (m, n, k, stones, distance, weak) in enumerate(PROOFS):
        game = Game(m, n, k)
        position = random_play(game, stones, random.Random(number))
        path = directory / f"{number}.cert"
        kind = "weak" if weak else "strong"
        Solver(game, table_mb=16).solve(
            position, distance=distance, game_kind=kind, certificate=path, overwrite=True
        )
        found.append(path)
    return found


def live_lines(seen: Node | Answer, position: Position) -> list[set[int]]:
    """The rival's lines without a stone of the keeper's, of which he can complete all cells."""
    keeper = position.x if seen.keeper == "X" else position.o
    return [
        set(line)
        for line, mask in zip(position.game.lines, position.game.line_masks, strict=True)
        if not mask & keeper
    ]


def stones_of(position: Position, side: str) -> set[int]:
    return set(cells_of(position.x if side == "X" else position.o))


def wins_by(game: Game, own: set[int], other: set[int], moves: tuple[int, ...], one: bool) -> bool:
    """Do these threats win, each answered by force? `one`: no line of the other side's counts."""
    mine, theirs = (sum(1 << cell for cell in side) for side in (own, other))
    for number, move in enumerate(moves, 1):
        if (mine | theirs) >> move & 1:
            return False
        if move in completing(game, mine, theirs):
            return number == len(moves)
        mine |= 1 << move
        gaps = completing(game, mine, theirs)
        if not gaps or (not one and completing(game, theirs, mine)):
            return False
        if len(gaps) > 1:
            return number == len(moves)
        theirs |= sum(1 << cell for cell in gaps)
    return False


def look_at_node(node: Node, weak: bool) -> None:
    """What is said of each move is seen on the board."""
    game, position, fates = node.game, node.position, node.fates
    rival, keeper = stones_of(position, node.rival), stones_of(position, node.keeper)
    stones = [sum(1 << cell for cell in side) for side in (keeper, rival)]
    empty = set(range(game.cells)) - rival - keeper
    assert set(fates) == empty
    assert "open" not in {fate.why for fate in fates.values()}
    lines = [] if weak and node.goal == "wins" else live_lines(node, position)
    before = set(empty) if node.chain is None else set(cells_of(node.chain.spoilers))
    for answer in node.entries:  # none is for a move that needs no answer
        assert answer.move in before
        before &= set(cells_of(answer.zone)) - {answer.move}
        if node.goal == "stops":
            assert answer.zone & ~node.zone == 0
    for move, fate in fates.items():
        if fate.why == "outside":
            assert fate.by is not None and fates[fate.by].why == "listed"
            assert not node.answer(fate.by).zone >> move & 1
        elif fate.why == "dominated":
            assert fate.by is not None and fate.by in empty and node.zone >> fate.by & 1
            assert all(fate.by in line for line in lines if move in line)
        elif fate.why == "chain":
            assert node.chain is not None
            if move % 16 in (0, 7) or game.cells < 60:  # some are enough on a large board
                assert wins_by(game, keeper, rival | {move}, node.chain.moves, weak)
        elif fate.why == "completes":
            assert fate.by != move and fate.by in completing(game, *stones)
        elif fate.why == "spent":
            assert min((len(line - rival) for line in lines), default=99) > (node.plies + 1) // 2
        else:
            assert fate.why == "listed"
    for fate in groups(node):
        assert fate_words(node, fate)


def look_at_answer(answer: Answer, weak: bool) -> None:
    """An answer does what it is said to do."""
    game, position = answer.game, answer.position
    rival, keeper = stones_of(position, answer.rival), stones_of(position, answer.keeper)
    after = keeper | ({answer.reply} if answer.reply is not None else set())
    assert stones_of(answer.after, answer.keeper) == after and answer.reply not in keeper | rival
    lines = [] if weak and answer.goal == "wins" else live_lines(answer, answer.after)
    assert set(map(frozenset, lines)) == {frozenset(cells_of(line)) for line in answer.open_lines}
    if answer.kind == "pairs":
        cells = [cell for pair in answer.pairs for cell in pair]
        assert len(set(cells)) == len(cells) and not set(cells) & (rival | after)
        assert all(any({a, b} <= line for a, b in answer.pairs) for line in lines)
        assert set(cells_of(answer.zone)) == {*cells, answer.reply}
    elif answer.chain is not None:
        assert wins_by(game, keeper, rival, answer.chain.moves, weak)
        ends = set(cells_of(answer.chain.wins))
        assert len(answer.chain.replies) == len(answer.chain.moves) - 1
        assert answer.chain.plies == 2 * len(answer.chain.moves) + (1 if ends else -1)
    elif answer.kind == "potential":
        assert answer.potential == sum(2.0 ** -len(line - rival) for line in lines) < 1
    elif answer.node is not None:
        node = answer.node
        assert (node.position.x, node.position.o) == (answer.after.x, answer.after.o)
        assert node.goal == ("stops" if answer.kind == "weak" else answer.goal) or (
            answer.kind == "known" and (node.goal, answer.goal) == ("stops", "holds")
        )
    assert answer_words(answer) and claim_words(answer)


def look_at_picture(visit: Visit) -> None:
    """Every stone is drawn, and a mark for each answer, pair and move of a chain."""
    seen = visit.seen
    root = ElementTree.fromstring(proof_svg(seen, visit.reply))
    classes = [element.get("class", "-").split()[0] for element in root.iter()]
    position = seen.after if isinstance(seen, Answer) and seen.pairs else seen.position
    for side, stones in (("x", position.x), ("o", position.o)):
        drawn = [e for e in root.iter() if e.get("class") == f"stone-{side} {side}-line"]
        assert sum(e.get("d", "").count("M") for e in drawn) == stones.bit_count()
    if isinstance(seen, Node):
        assert classes.count("reply") == len(seen.entries)
        return
    assert classes.count("name") == 2 * len(seen.pairs)
    chain = seen.chain
    if chain is not None:
        shown = len(chain.moves) + len(chain.replies) + chain.wins.bit_count()
        assert classes.count("number") == shown
    assert seen._repr_svg_() == proof_svg(seen)


def look_at(visit: Visit, weak: bool) -> None:
    seen = visit.seen
    if isinstance(seen, Node):
        look_at_node(seen, weak)
        for answer in seen.entries[:60]:
            look_at_answer(answer, weak)
    else:
        look_at_answer(seen, weak)
        assert all(reason.endswith(".") for reason in reasons(seen))
    assert (
        visit.reply is None
        or stones_of(seen.position, seen.keeper) >= {visit.reply}
        or (isinstance(seen, Answer) and seen.reply == visit.reply)
    )


def beginnings(certificate: Certificate) -> list[Visit]:
    parts = [i for i, claim in enumerate(certificate.claims) if claim.word != "steals"]
    return [begin(certificate, part) for part in parts]


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(PROOFS)))
def test_random_walks(number: int, proofs: list[Path]) -> None:
    """Wherever random moves lead in a proof, what is said there is so."""
    certificate, rng = read(proofs[number]), random.Random(number)
    assert check(proofs[number]).nodes == len(certificate)
    weak = certificate.game_kind == "weak"
    places = 0
    for start, walk in product(beginnings(certificate), range(4)):
        visit = start
        while True:
            look_at(visit, weak)
            if walk == 0:
                look_at_picture(visit)
            places += 1
            seen = visit.seen
            if isinstance(seen, Node) and seen.fates:
                visit = visit.play(rng.choice(list(seen.fates)))
            elif isinstance(seen, Answer) and seen.pairs:
                visit = visit.play(rng.choice(rng.choice(seen.pairs)))
            else:
                break
        json.dumps(start.record(2))
    for part, claim in enumerate(certificate.claims):
        if claim.word == "wins":
            length = certificate.root(part).length
            assert length is not None and length <= (claim.plies or 400)
    assert places


def in_pairs(certificate: Certificate) -> Answer:
    """The first answer to a first move that is a pairing of not all cells that are left."""
    root = begin(certificate).seen
    assert isinstance(root, Node)
    left = len(root.fates) - 2
    return next(answer for answer in root.entries if 0 < 2 * len(answer.pairs) < left)


def test_moves_that_cannot_be_made(proofs: list[Path]) -> None:
    certificate = read(proofs[11])  # 6,6,5
    start = begin(certificate)
    first = in_pairs(certificate).move
    assert first is not None
    paired = start.play(first)
    assert isinstance(paired.seen, Answer) and paired.seen.kind == "pairs"
    further = follow(paired, [paired.seen.pairs[0][0]])
    assert further.reply == paired.seen.pairs[0][1]
    after = paired.seen.after
    alone = set(after.legal_moves) - {cell for pair in paired.seen.pairs for cell in pair}
    for visit, move, words in (
        (start, "z99", "off the 6x6 board"),
        (paired, first, "is taken"),
        (paired, min(alone), "in no pair"),
    ):
        with pytest.raises(IllegalMoveError, match=words):
            visit.play(move)
    for part, words in ((1, "strategy stealing"), (2, "no part")):
        with pytest.raises(InvalidOptionError, match=words):
            certificate.root(part)


def walk_all(certificate: Certificate) -> None:
    """Ask all there is to ask, of every part and some way below it."""
    for visit in beginnings(certificate):
        json.dumps(visit.record(depth=2))
        proof_svg(visit.seen, visit.reply)
        for move in range(min(certificate.game.cells, 36)):
            with suppress(IllegalMoveError):
                after = visit.play(move)
                json.dumps(after.record())
                proof_svg(after.seen, after.reply)


@pytest.mark.long
def test_damaged_files(proofs: list[Path], tmp_path: Path) -> None:
    """Whatever has become of the bytes: refused in our words, or something that is shown."""
    rng, target, shown, rejected = random.Random(1), tmp_path / "damaged", 0, 0
    sources = [*map(unpacked, proofs), *(unpacked(target) for _ in wins(9, 8, target))]
    for data in sources:
        if len(data) > 5000:
            continue
        first = len(data) - len(data.split(b"\n", 4)[4])
        for _ in range(15):
            # Small numbers are codes and cells: more of what is altered so can be shown.
            damaged = bytearray(data)
            for _ in range(rng.randint(1, 3)):
                at = rng.randrange(0 if rng.random() < 0.05 else first, len(damaged))
                put = bytes([rng.randrange(rng.choice((8, 32, 256)))])
                damaged[at : at + rng.choice((0, 1, 1, 1))] = rng.choice((put, put, put, b""))
            rewrite(target, gzip.compress(bytes(damaged), 1))
            try:
                walk_all(read(target))
                shown += 1
            except CertificateError:
                rejected += 1
    assert shown > 10 and rejected > 100


# The command.


run = runs("explain")


@pytest.mark.long
def test_the_command(run: Run, proofs: list[Path], tmp_path: Path) -> None:
    path, picture = proofs[11], tmp_path / "picture.svg"
    answer = in_pairs(read(path))
    assert answer.move is not None
    first = answer.game.name(answer.move)
    ran = run(path, "--moves", first, "--svg", picture)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("VERIFIED: 6,6,5, strong game, the empty board, X to move: a draw")
    assert "contains both cells of a pair" in ran.out
    visit = begin(read(path)).play(first)
    assert picture.read_text() == proof_svg(visit.seen, visit.reply) + "\n"
    record = json.loads(run(path, "--moves", first, "--json").out)
    assert record["verified"] is True and record["kind"] == "pairs"
    assert record["parts"] == ["O stops", "X steals"]
    assert record["played"][0] == {"side": "X", "name": first}
    deeper = json.loads(run(path, "--json", "--depth", 2).out)
    assert len(deeper["moves"]) == 36
    assert any("node" in move.get("answer", {}) for move in deeper["moves"])
    assert "strategy stealing" in run(path, "--part", 2, "--no-check").out
    assert run(path, "--no-check").out.startswith("NOT CHECKED")


def test_a_position_is_proven_first(run: Run) -> None:
    ran = run("--game", 3, 3, 3, "--position", "XX./OO./...", "--distance")
    assert ran.status == 0 and "X completes a line with c1" in ran.out
    assert "1 ply" in ran.out


@pytest.mark.long
def test_the_prompt(run: Run, proofs: list[Path]) -> None:
    given = "c3\n\nnonsense\nback\nhelp\nc3, d1\nc3 c3\nroot\npart 2\na1\npart 9\nagain\nquit\nc3\n"
    ran = run(proofs[11], "--interactive", given=given)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.count("to move: a draw") == 1
    assert ran.out.count("of X's 36 moves") == 3  # at first, after "back" and after "root"
    assert "cannot read the move 'nonsense'" in ran.out
    assert "c3 is taken" in ran.out
    assert "--part must be 1 to 2, not 9" in ran.out
    assert ran.out.count("X holds by strategy stealing") == 2
    assert ran.out.count("strategy stealing has no moves") == 1


@pytest.mark.long
def test_refused_certificates(run: Run, proofs: list[Path], tmp_path: Path) -> None:
    data, bad = unpacked(proofs[2]), tmp_path / "bad"
    bad.write_bytes(gzip.compress(data.replace(b"within 5", b"within 4")))
    ran = run(bad)
    assert (ran.status, ran.err) == (1, "")
    assert ran.out.startswith("REFUSED: 4,4,3") and "numbered" in ran.out
    assert json.loads(run(bad, "--json").out)["verified"] is False
    bad.write_bytes(gzip.compress(data[:-6]))
    for damaged in (gzip.compress(data[:-6]), proofs[11].read_bytes()[:200], b"hello", b""):
        bad.write_bytes(damaged)
        ran = run(bad)
        assert (ran.status, ran.err) == (1, "")
        assert ran.out.startswith("REFUSED: ") and "\nnot shown" in ran.out
        assert json.loads(run(bad, "--json").out)["fault"]
        assert run(bad, "--no-check").status == 2


@pytest.mark.long
def test_an_unanswered_move(run: Run, proofs: list[Path], tmp_path: Path) -> None:
    """4,4,4 without the last answer of its root: what is left is shown, and what is missing."""
    data, bad = unpacked(proofs[3]), tmp_path / "bad"
    root = begin(read(proofs[3])).seen
    assert isinstance(root, Node)
    answer = root.entries[-1]
    size = 4 + 2 * len(answer.pairs)  # code, move, reply, how many pairs
    assert answer.pairs and answer.move is not None and data[-size - 1] == 4 and data[-1] == 0
    bad.write_bytes(gzip.compress(data[: -size - 1] + b"\0"))
    name = answer.game.name(answer.move)
    ran = run(bad)
    assert ran.status == 1 and ran.out.startswith("REFUSED")
    assert "nothing is said of it: the proof does not hold" in ran.out
    ran = run(bad, "--moves", name)
    assert ran.status == 1 and f"nothing is said of {name}" in ran.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.cert"], "cannot be read"),
        (["FILE", "--game", "3", "3", "3"], "give either"),
        (["FILE", "--weak"], "FILE says what is proven"),
        (["FILE", "--part", "3"], "--part must be 1 to 2, not 3"),
        (["FILE", "--part", "0"], "--part must be 1 to 2, not 0"),
        (["FILE", "--part", "2", "--moves", "a1"], "strategy stealing has no moves"),
        (["FILE", "--part", "2", "--svg", "x.svg"], "no picture"),
        (["FILE", "--moves", "z1"], "off the 6x6 board"),
        (["FILE", "--depth", "-1"], "--depth must be 0 or more"),
        (["FILE", "-i", "--json"], "--interactive goes with neither"),
        (["-", "-i"], "nor FILE -"),
    ],
)
def test_what_is_refused(
    run: Run, proofs: list[Path], arguments: list[str], words: str, tmp_path: Path
) -> None:
    given = [str(proofs[11]) if word == "FILE" else word for word in arguments]
    given = [str(tmp_path / word) if word == "x.svg" else word for word in given]
    refused(run(*given), words)


def test_more_nodes_than_the_board_has_room_for_are_refused(tmp_path: Path) -> None:
    """A file of some kilobytes that would take gigabytes."""
    path = tmp_path / "deep"
    header = b"inarow certificate 1\n3,3,3 strong\n.../.../... X\nO holds\n"
    for entry in (bytes([NODE, 0, 1]), bytes([WEAK, 0, 1]), bytes([PASS, 1, 0])):
        path.write_bytes(gzip.compress(header + entry * 1_000_000))
        with pytest.raises(CertificateError, match=r"than there are cells"):
            read(path)


def test_the_deepest_proof_is_read(tmp_path: Path) -> None:
    """A move of the keeper's for every cell of the largest board, without one of the rival's."""
    path, rows = tmp_path / "deepest", "/".join(["." * 20] * 20)
    header = f"inarow certificate 2\n20,20,5 strong\n{rows} X\nO holds\n"
    path.write_bytes(gzip.compress(header.encode() + bytes([TREE, 0, 0]) * 400 + bytes(401)))
    assert len(read(path)) == 401
    path.write_bytes(gzip.compress(header.encode() + bytes([TREE, 0, 0]) * 401 + bytes(402)))
    with pytest.raises(CertificateError, match="more moves are made than there are cells"):
        read(path)


def test_a_line_may_be_longer_than_any_number(tmp_path: Path) -> None:
    path = tmp_path / "long"
    head = f"inarow certificate 2\n2,2,{10**30} strong\n../.. X\nO stops\n"
    path.write_bytes(gzip.compress(head.encode() + bytes([0])))
    assert len(read(path)) == 1 and check(path).verified


def test_an_answer_is_seen_as_a_symmetry_turns_it(tmp_path: Path) -> None:
    game, path = Game(4, 4, 3), tmp_path / "443"
    inarow.solve(game.start(), certificate=path, distance=True)
    root = read(path).root()
    assert isinstance(root, Answer) and root.node is not None and root.reply is not None
    for to in game.symmetries:
        turned = root.turned(to)
        assert turned.reply == to[root.reply] and turned.length == root.length
        assert turned.after == root.after.transform(to)
        assert turned.zone == image_of(root.zone, to)
        assert turned.node is not None
        seen = {answer.move: answer.after for answer in turned.node.entries}
        entries = [answer for answer in root.node.entries if answer.move is not None]
        assert entries
        for answer in entries:
            assert seen[to[answer.move]] == answer.after.transform(to)
        back = tuple(sorted(range(game.cells), key=to.__getitem__))
        assert turned.turned(back).after == root.after
    with pytest.raises(InvalidOptionError, match="symmetry"):
        root.turned((0, 1, 2))


@pytest.mark.parametrize("board", [(5, 5, 4), (7, 5, 4)])
def test_what_turns_a_position_of_the_file_is_told(
    board: tuple[int, int, int], tmp_path: Path
) -> None:
    """Also where the node that refers to it is itself seen turned: undone, it is one position."""
    game, path = Game(*board), tmp_path / "proof"
    inarow.solve(game.start(), certificate=path)
    certificate, rng = read(path), random.Random(1)
    positions: dict[int, Position] = {}
    turned = 0
    for _ in range(60):
        node = begin(certificate).seen
        while isinstance(node, Node) and node.entries:
            for answer in filter(lambda answer: answer.kind == "known", node.entries):
                to, seen = game.symmetries[answer.symmetry], answer.node
                assert seen is not None
                back = tuple(sorted(range(game.cells), key=to.__getitem__))
                at = seen.position.transform(back)
                assert positions.setdefault(seen.number, at) == at
                turned += answer.symmetry > 0
            node = rng.choice(node.entries).node
    assert turned


@pytest.mark.parametrize("size", [(5, 5, 4), (6, 6, 4), (7, 7, 4)], ids=str)
def test_nodes_and_plies_are_those_of_the_checker(
    size: tuple[int, int, int], tmp_path: Path
) -> None:
    path = tmp_path / "proof"
    inarow.solve(Game(*size).start(), certificate=path, distance=size[0] == 6)
    index = Index(path)
    with io.BytesIO(unpacked(path)) as stream:
        checker = Checker(stream, io.BytesIO(), None)
        checker.check()
    assert len(index) == checker.count > 10
    for number in range(checker.count):
        checker.proven.seek(number * checker.board.record)
        goal, length, *_ = map(int, checker.proven.read(checker.board.record).split())
        assert index.goal(number) == goal
        assert (index.length(number) if goal == WIN else index.plies(number)) == length


def test_plies_of_a_win_are_told(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "443"
    inarow.solve(Game(4, 4, 3).start(), certificate=path, distance=True)
    root = begin(read(path)).seen
    assert isinstance(root, Node) and 0 < root.below <= len(read(path))
    assert claim_words(root) == "X wins in 4 plies at most"
    assert begin(read(path)).record()["length"] == 4
    monkeypatch.setattr("inarow.apps.cli.explain.show.NAMED", 1)
    assert "12 moves: spoils nothing" in run(path, "--depth", 0).out


def test_the_plies_of_a_win_are_no_zone(tmp_path: Path) -> None:
    """Where a damaged win goes on with what is none, whose zone was worked out before."""
    path, rows = tmp_path / "damaged", "/".join(["." * 11] * 5)
    header = f"inarow certificate 2\n5,11,5 strong\n{rows} X\nO wins\n".encode()
    for body in ((7, 0, 1, 3, 2, 3, 3, 0, 0), (7, 0, 1, 3, 2, 3, 3, 0, 5, 5, 6, 6, 7, 8, *[0] * 7)):
        path.write_bytes(gzip.compress(header + bytes(body)))
        record = begin(read(path)).record(depth=3)
        assert "O wins" in record["says"] and (record["length"] or 0) <= 55


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no pipes with names")
def test_a_pipe_is_read_once(run: Run, tmp_path: Path) -> None:
    """The checker and the reader both want it, and it tells nothing twice."""
    path, pipe = tmp_path / "333.cert", tmp_path / "pipe"
    inarow.solve(Game(3, 3, 3).start(), certificate=path)
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(path.read_bytes()), daemon=True)
    writer.start()
    assert run(pipe).out == run(path).out
    writer.join(60)


@pytest.mark.parametrize("command", [["check"], ["check", "--plain"], ["explain", "--moves", "c3"]])
def test_a_certificate_from_standard_input(
    command: list[str],
    proofs: list[Path],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data, told = proofs[11].read_bytes(), []
    for file in (str(proofs[11]), "-"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        assert main([*command, file]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] and told[0].startswith("VERIFIED: 6,6,5")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"no proof")))
    assert main([*command, "-"]) == 1
    told = [*capsys.readouterr()]
    assert tempfile.gettempdir() not in "".join(told)
    assert "check" in command or "standard input cannot be read" in told[0]
