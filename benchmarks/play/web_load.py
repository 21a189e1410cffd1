"""A load test of the page's server on the loopback interface: many sockets at once.

    python benchmarks/play/web_load.py               # 200 sockets for 20 seconds
    python benchmarks/play/web_load.py --crowd 98    # these from one address, and one from another

Needs the extra ``web``. The sockets sit in pairs at rooms and play random games of 3,3,3, a move
every third of a second or so; every five seconds each also asks for the move of a level, and some
of them have an analysis of 9,9,5 running all the time, far more than there are workers. Every
state of a room is compared with a board kept here, every move of a level must be legal, every
analysis must end when it is stopped; then the times are shown.

With ``--crowd`` so many sockets of 127.0.0.1 have an analysis of 9,9,5, all the time, and one of
127.0.0.2 asks for what is small: how long does it wait? Then the crowd asks for moves of the best
level on 20,20,5, which are not put off, and closes its sockets: how soon do the workers serve
others? (Linux: elsewhere 127.0.0.2 must be given to the interface first.)
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryFile
from time import perf_counter
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from inarow import Game, Position

sys.path.insert(0, str(Path(__file__).parents[1]))
from measure import machine

BOARD = {"m": 3, "n": 3, "k": 3}
HARD = {"m": 9, "n": 9, "k": 5}
SMALL = {"m": 4, "n": 4, "k": 3}
FAR = {"m": 20, "n": 20, "k": 5, "moves": [189, 210, 190, 191]}
HERE, ELSEWHERE = "127.0.0.1", "127.0.0.2"
LEVEL = 5
PAUSE = 0.2, 0.5
"""Seconds before a move in a room."""
ASK_EVERY = 5.0
"""Seconds between the questions for a level's move."""

GAME = Game(3, 3, 3)


class Times:
    """What was measured, in seconds."""

    def __init__(self) -> None:
        self.connects: list[float] = []
        self.plays: list[float] = []
        self.levels: list[float] = []
        self.stops: list[float] = []
        self.asked: dict[str, list[float]] = {}  # by who is not of the crowd
        self.games = 0
        self.found = 0  # messages of results


class Player:
    """One socket: its room, its questions, perhaps an analysis."""

    def __init__(self, times: Times, rng: random.Random) -> None:
        self.times, self.rng = times, rng
        self.rooms: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.moved: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.done: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.stopped = asyncio.Event()

    async def open(self, address: str, origin: str = HERE) -> None:
        """Connect to the server, from the address `origin`."""
        began = perf_counter()
        self.socket: ClientConnection = await connect(
            f"{address}/ws", origin=address.replace("ws", "http", 1), local_addr=(origin, 0)
        )
        assert json.loads(await self.socket.recv())["type"] == "welcome"
        self.times.connects.append(perf_counter() - began)
        self.reader = asyncio.create_task(self._read())

    async def say(self, kind: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": kind, **fields}))

    async def _read(self) -> None:
        async for text in self.socket:
            message = json.loads(text)
            kind = message["type"]
            if kind == "room":
                self.rooms.put_nowait(message)
            elif kind == "moved":
                self.moved.put_nowait(message)
            elif kind == "found":
                self.times.found += 1
            elif kind == "done":
                self.done.put_nowait(message)
                if message["stopped"]:
                    self.stopped.set()
            assert kind != "error", message

    async def room(self, plies: int, game: int) -> dict[str, Any]:
        """The state of the room with so many moves in so many games."""
        while True:
            room = await self.rooms.get()
            if (len(room["board"]["moves"]), room["game"]) == (plies, game):
                return room

    async def ask(self, until: float) -> None:
        """Ask for moves of a level, again and again."""
        await asyncio.sleep(self.rng.uniform(0, ASK_EVERY))
        number = 1
        while perf_counter() < until:
            number += 1
            began = perf_counter()
            player = {"level": LEVEL, "seed": number}
            await self.say("move", id=number, board={**BOARD, "moves": [4]}, player=player)
            message = await self.moved.get()
            self.times.levels.append(perf_counter() - began)
            assert message["id"] == number and message["move"] in {0, 1, 2, 3, 5, 6, 7, 8}
            await asyncio.sleep(ASK_EVERY)

    async def analyse(self, until: float) -> None:
        await self.say("analyse", id=1, board=HARD, seconds=60)
        await asyncio.sleep(until - perf_counter())
        began = perf_counter()
        await self.say("stop", id=1)
        await self.stopped.wait()
        self.times.stops.append(perf_counter() - began)

    async def answer(self, number: int, kind: str, board: dict[str, Any], **fields: Any) -> float:
        """Ask, and wait until it is done; returns the seconds that it took."""
        began = perf_counter()
        await self.say(kind, id=number, board=board, seconds=10, **fields)
        while (message := await self.done.get())["id"] != number:
            pass
        assert message["message"] is None and not message["stopped"], message
        return perf_counter() - began


async def play(first: Player, second: Player, until: float) -> None:
    """Random games in one room, sides changed after each."""
    times, rng = first.times, first.rng
    await first.say("create", board=BOARD, side="X")
    code = (await first.room(0, 1))["room"]
    await second.say("join", room=code, token=None)
    await second.room(0, 1)
    game, sides = 1, [first, second]
    while perf_counter() < until:
        position: Position = GAME.start()
        while not position.is_over:
            await asyncio.sleep(rng.uniform(*PAUSE))
            mover, other = sides[position.ply % 2], sides[1 - position.ply % 2]
            move = rng.choice(position.legal_moves)
            began = perf_counter()
            await mover.say("play", move=move, ply=position.ply)
            position = position.play(move)
            room = await other.room(position.ply, game)
            times.plays.append(perf_counter() - began)
            assert room["status"] == position.status
        times.games += 1
        game += 1
        sides.reverse()
        await first.say("offer", what="rematch")
        await second.say("offer", what="rematch")
        for player in sides:
            await player.room(0, game)


async def load(address: str, sockets: int, analyses: int, seconds: float) -> Times:
    """Open all sockets, let them do what they do, close them."""
    times = Times()
    players = [Player(times, random.Random(seed)) for seed in range(sockets)]
    # People do not come all in the same moment, nor from one place: each address has so many rooms.
    for first in range(0, sockets, 20):
        origin = f"127.0.0.{1 + first // 20 % 250}"
        some = players[first : first + 20]
        await asyncio.gather(*(player.open(address, origin) for player in some))
    until = perf_counter() + seconds
    pairs = zip(players[::2], players[1::2], strict=True)
    everybody = asyncio.gather(
        *(play(first, second, until) for first, second in pairs),
        *(player.ask(until) for player in players),
        *(player.analyse(until) for player in players[:analyses]),
    )
    await asyncio.wait_for(everybody, seconds + 60)
    for player in players:
        await player.socket.close()
        await player.reader
    return times


QUESTIONS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "the analysis of 4,4,3": ("analyse", SMALL, {}),
    "the solver's move on 4,4,3": ("move", SMALL, {"player": {"level": None}}),
    "the move of level 10 on 4,4,3": ("move", SMALL, {"player": {"level": 10}}),
}


async def crowd(address: str, sockets: int, workers: int, seconds: float) -> Times:
    """Many analyse from one address, one asks from another."""
    times = Times()
    many = [Player(times, random.Random(seed)) for seed in range(sockets)]
    for player in many:
        await player.open(address)
        await player.say("analyse", id=1, board=HARD, seconds=60)
    one = Player(times, random.Random(0))
    await one.open(address, ELSEWHERE)
    number, until = 0, perf_counter() + seconds
    while perf_counter() < until:
        for name, (kind, board, fields) in QUESTIONS.items():
            number += 1
            took = await one.answer(number, kind, board, **fields)
            times.asked.setdefault(name, []).append(took)
        await asyncio.sleep(0.1)
    for _ in range(5):
        for player in many:
            await player.say("stop", id=1)
        for player in many[:workers]:
            await player.say("move", id=2, board=FAR, player={"level": 10})
        await asyncio.sleep(0.3)
        number += 1
        waiting = asyncio.create_task(one.answer(number, "analyse", BOARD))
        await asyncio.sleep(0.1)
        assert not waiting.done()
        began = perf_counter()
        for player in many[:workers]:
            await player.socket.close()
        await waiting
        times.asked.setdefault("the analysis of 3,3,3, once sockets close", []).append(
            perf_counter() - began
        )
        many = many[workers:]
    for player in (one, *many):
        await player.socket.close()
    return times


def show(name: str, times: list[float]) -> None:
    """Median, 99th percentile and worst, in milliseconds."""
    ordered = sorted(times)
    figures = (ordered[len(ordered) // 2], ordered[int(0.99 * (len(ordered) - 1))], ordered[-1])
    print(f"| {name} | {len(ordered):,} | " + " | ".join(f"{1000 * f:.0f}" for f in figures) + " |")


def memory_mb(process: int) -> float | None:
    """Resident memory of a process, where the system tells."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return None
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else None


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--sockets", type=int, default=200)
    parser.add_argument("--analyses", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--crowd", type=int, help="sockets that analyse, of one address")
    options = parser.parse_args()
    most = options.crowd or options.sockets
    limits = ["--workers", str(options.workers), "--per-address", str(most)]
    program = [sys.executable, "-m", "inarow", "serve", "--port", "0", *limits]
    with (
        TemporaryFile("w+") as complaints,
        subprocess.Popen(program, stdout=subprocess.PIPE, stderr=complaints, text=True) as server,
    ):
        try:
            assert server.stdout is not None
            found = re.search(r"http://([\d.]+:\d+)/", server.stdout.readline())
            assert found is not None
            where = f"ws://{found[1]}"
            task = (
                crowd(where, options.crowd, options.workers, options.seconds)
                if options.crowd
                else load(where, options.sockets, options.analyses, options.seconds)
            )
            times = asyncio.run(task)
            memory = memory_mb(server.pid)
        finally:
            server.terminate()
            server.wait(30)
        complaints.seek(0)
        assert complaints.read() == "", "the server complains of nothing"
    workers = f"on {options.workers} workers, {options.seconds:g} s"
    columns = "| measured | times | median, ms | 99 %, ms | worst, ms |\n| --- |" + " ---: |" * 4
    if options.crowd:
        print(f"{options.crowd} analyses of 9,9,5 from one address {workers}; from another\n")
        print(columns)
        for name, asked in times.asked.items():
            show(name, asked)
    else:
        assert len(times.stops) == options.analyses and times.found > 0
        print(f"{options.sockets} sockets, {options.analyses} analyses of 9,9,5 {workers};")
        print(f"{times.games:,} games, every board compared\n")
        print(columns)
        show("connecting, to the welcome", times.connects)
        show("a move in a room, until the other has it", times.plays)
        show(f"the move of level {LEVEL} while analyses run", times.levels)
        show("Stop of an analysis", times.stops)
    if memory is not None:
        print(f"\nmemory of the server without its workers: {memory:.0f} MiB")
    print(f"\n{machine()}")


if __name__ == "__main__":
    main()
