"""The page's server: what a browser gets, and what the WebSocket answers."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.request import urlopen

import pytest

import inarow
from inarow import Game
from inarow.apps.cli import main
from inarow.apps.cli import serve as command
from inarow.apps.web.limits import Limits

pytest.importorskip("starlette.testclient", reason="the extra 'web' is not installed")

import uvicorn
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from inarow.apps.web import processes, session
from inarow.apps.web.app import STATIC, make_app
from inarow.apps.web.guard import HEADERS, allowed_hosts

pytestmark = pytest.mark.processes

HOST = "testserver"
SMALL = {"m": 3, "n": 3, "k": 3}
HARD = {"m": 9, "n": 9, "k": 5}
FAR = {"m": 20, "n": 20, "k": 5, "moves": [189, 210, 190, 191]}


@contextmanager
def serving(limits: Limits, hosts: frozenset[str] | None = None) -> Iterator[TestClient]:
    with TestClient(make_app(limits, hosts)) as client:
        yield client


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """A server with one worker (and that for levels), so that searches meet in it."""
    with serving(Limits(workers=1, per_address=4)) as client:
        yield client


class Page:
    """What a page says and hears."""

    def __init__(self, client: TestClient) -> None:
        self.socket = client.websocket_connect("/ws", headers={"origin": f"http://{HOST}"})

    def __enter__(self) -> Page:
        self.socket.__enter__()
        self.welcome = self.hear("welcome")
        return self

    def __exit__(self, *error: Any) -> None:
        self.socket.__exit__(*error)

    def say(self, kind: str, **fields: Any) -> None:
        self.socket.send_json({"type": kind, **fields})

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these types; others are passed over."""
        while True:
            message: dict[str, Any] = self.socket.receive_json()
            if message["type"] in kinds:
                return message

    def closed(self) -> int:
        """The code that the connection is closed with, whatever comes before."""
        with pytest.raises(WebSocketDisconnect) as closed:
            while True:
                self.socket.receive_json()
        return closed.value.code


# --- what a browser gets -------------------------------------------------------------------------


def test_the_page_and_its_files(client: TestClient) -> None:
    page = client.get("/")
    assert page.status_code == 200
    links = re.findall(r'(?:src|href)="(static/[^"]+)"', page.text)
    assert {link.rpartition(".")[2] for link in links} == {"js", "css", "svg"}
    for link in links:
        assert client.get(link).status_code == 200
    for name, value in HEADERS.items():
        assert page.headers[name] == client.get("/nowhere").headers[name] == value
    assert "server" not in page.headers


def test_modules_import_what_there_is() -> None:
    """No build step looks after that; and an unused module would be dead."""
    imported = {"main.js"}
    for module in STATIC.glob("*.js"):
        found = re.findall(r'from "\./([\w.]+)"', module.read_text(encoding="utf-8"))
        assert all((STATIC / name).is_file() for name in found), module.name
        imported.update(found)
    assert imported == {module.name for module in STATIC.glob("*.js")}


def test_the_page_asks_no_other_host() -> None:
    for file in STATIC.iterdir():
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        text = re.sub(
            r'<a href="https:[^"]+" target="_blank" rel="noopener">', "", text
        )  # by a click
        assert not re.search(r"(https?:)?//\w+\.\w+", text), file.name


def test_no_file_but_those_of_the_page(client: TestClient) -> None:
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/", "/app.py"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert answer.text == "Not Found"


def test_pictures(client: TestClient) -> None:
    answer = client.get("/board.svg?m=3&n=3&k=3&moves=4.0&marks=2:%2B5,6:-4")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.count("class='mark ") == 2
    assert "O../.X./..." in answer.text
    exact = client.get("/board.svg?m=1&n=5&k=3&exact=yes&start=XXXX.")
    assert exact.status_code == 400  # so many stones no game has
    for query in ("", "m=3&n=3&k=x", "m=3&n=3&k=3&moves=4.4", "m=3&n=3&k=3&marks=1", "m=3"):
        answer = client.get(f"/board.svg?{query}")
        assert answer.status_code == 400
        assert "Traceback" not in answer.text and "\n" not in answer.text
    assert client.get(f"/board.svg?m=3&n=3&k=3&start={'.' * 20_000}").status_code == 400


def test_records_come_in_and_go_out(client: TestClient) -> None:
    query = "m=4&n=3&k=3&exact=yes&start=X../.../.../...&moves=4.1"
    answer = client.get(f"/game.sgf?{query}")
    assert answer.headers["content-type"] == "application/x-go-sgf"
    record = inarow.read_record(answer.text)
    assert (record.game, record.moves) == (Game(4, 3, 3, exact=True), (4, 1))
    for wrong in ("", "m=3&n=3", "m=3&n=3&k=3&moves=0.0", "m=30&n=3&k=3", "m=3&n=3&k=3&moves=x"):
        assert client.get(f"/game.sgf?{wrong}").status_code == 400
    with Page(client) as page:
        page.say("read", id=7, text=answer.text)
        board = page.hear("record")["board"]
        assert (board["k"], board["exact"], board["start"]) == (3, True, "X../.../.../...")
        for number in range(6):  # reading takes its time: not too much of it at once
            page.say("read", id=number, text="b2 a1")
        heard = [page.hear("unread", "error") for _ in range(6)]
        assert {message["type"] for message in heard} == {"unread", "error"}
        assert heard[0]["asks"] and "too many records" in heard[-1]["message"]


def test_foreign_names_and_origins_are_refused() -> None:
    with serving(Limits(workers=1), allowed_hosts("127.0.0.1", ["home"])) as client:
        assert client.get("/", headers={"host": "evil.example"}).status_code == 421
        assert client.get("/", headers={"host": "home:8000"}).status_code == 200
        for host, origin in (
            ("evil.example", "http://evil.example"),
            ("localhost", "http://evil.example"),
            ("localhost", None),
        ):
            headers = {"host": host} | ({"origin": origin} if origin else {})
            with pytest.raises(WebSocketDisconnect) as refused:
                client.websocket_connect("/ws", headers=headers).__enter__()
            assert refused.value.code == 1008


# --- searches ------------------------------------------------------------------------------------


def test_an_analysis_streams_true_values(client: TestClient) -> None:
    position = Game(4, 4, 4).position("X.../.O../..../....")
    found: dict[int, Any] = {}
    with Page(client) as page:
        assert page.welcome["limits"] == {"cells": 400, "seconds": 60.0}
        board = {"m": 4, "n": 4, "k": 4, "start": "X.../..../..../....", "moves": [5]}
        page.say("analyse", id=7, board=board, seconds=30)
        while (message := page.hear("found", "done"))["type"] == "found":
            assert message["id"] == 7
            found.update({result["move"]: result for result in message["moves"]})
        assert message == {"type": "done", "id": 7, "stopped": False, "message": None}
    truth = inarow.analyse(position, distance=True)
    assert {move: (r["value"], r["distance"]) for move, r in found.items()} == {
        move: (solution.value, solution.distance) for move, solution in truth.items()
    }


def test_a_long_search_does_not_keep_others_waiting(client: TestClient) -> None:
    """There is one worker, and it is at a search of a minute."""
    with Page(client) as long, Page(client) as short:
        long.say("analyse", id=1, board=HARD, seconds=60)
        long.hear("progress")
        for number in range(3):
            player = {"level": None if number == 1 else 10}
            short.say("move", id=number, board=SMALL, player=player)
            assert short.hear("moved")["move"] in range(9)
        short.say("analyse", id=9, board=SMALL)
        assert short.hear("done")["stopped"] is False
        assert long.hear("waiting")["id"] == 1  # for those
        assert long.hear("found", "progress")["id"] == 1  # and went on
        long.say("stop", id=1)
        assert long.hear("done")["stopped"] is True


def test_the_solver_moves_when_hurried(client: TestClient) -> None:
    with Page(client) as page:
        page.say("move", id=1, board=HARD, player={"level": None}, seconds=60)
        page.hear("progress")
        page.say("hurry", id=1)
        assert page.hear("moved")["move"] in range(81)
        assert page.hear("done")["stopped"] is False


@pytest.mark.parametrize("ending", ["stop", "the connection ends"])
@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("analyse", {"board": HARD, "seconds": 60}),
        ("move", {"board": HARD, "player": {"level": None}, "seconds": 60}),
        ("move", {"board": FAR, "player": {"level": 10}}),
    ],
)
def test_what_is_stopped_ends_wherever_it_is(
    client: TestClient, kind: str, fields: dict[str, Any], ending: str
) -> None:
    """Its process is told at once, and goes on with the next task: it is not replaced."""
    workers = client.app.state.hub.pool._workers  # type: ignore[attr-defined]
    before = [worker._process.pid for worker in workers]
    for wait in (0.0, 0.05, 0.3):
        with Page(client) as page:
            page.say(kind, id=1, **fields)
            while not any(worker.job for worker in workers):
                sleep(0.001)
            sleep(wait)
            if ending == "stop":
                page.say("stop")
                assert page.hear("done")["stopped"] is True
        began = monotonic()
        while any(worker.job for worker in workers):
            sleep(0.001)
        assert monotonic() - began < processes.GRACE
        with Page(client) as page:
            page.say("analyse", id=2, board=SMALL)
            assert page.hear("done")["message"] is None
    assert [worker._process.pid for worker in workers] == before


@pytest.mark.parametrize(
    ("said", "dies"),
    [
        (b"", True),
        (b'{"task": 1, "fo', True),
        (b"x" * (processes.LONGEST_LINE + 1), False),
        (b"no JSON\n", False),
    ],
    ids=["at once", "in a line", "endless line", "no line"],
)
def test_a_worker_that_dies_or_goes_astray_is_replaced(
    client: TestClient, said: bytes, dies: bool
) -> None:
    with Page(client) as page:
        page.say("analyse", id=1, board=HARD, seconds=60)
        page.hear("progress")
        workers = client.app.state.hub.pool._workers  # type: ignore[attr-defined]
        (worker,) = (worker for worker in workers if worker.job and worker.game == Game(9, 9, 5))
        client.portal.call(worker._process.stdout.feed_data, said)  # type: ignore[union-attr]
        if dies:
            worker._kill()
        assert "given up" in page.hear("done")["message"]
        page.say("analyse", id=2, board=SMALL)
        assert page.hear("done")["message"] is None


def test_a_connection_has_one_analysis(client: TestClient) -> None:
    with Page(client) as page:
        page.say("analyse", id=1, board=HARD, seconds=60)
        page.hear("progress")
        page.say("analyse", id=2, board=SMALL)
        assert page.hear("done") == {"type": "done", "id": 1, "stopped": True, "message": None}
        assert page.hear("done")["id"] == 2


# --- what is refused -----------------------------------------------------------------------------


def test_bad_messages_are_refused_and_the_connection_stays(client: TestClient) -> None:
    with Page(client) as page:
        for kind, fields, reason in (
            ("dance", {}, "unknown type"),
            ("analyse", {"id": 1, "board": {"m": 30, "n": 3, "k": 3}}, "1 to 20"),
            ("play", {"move": 0, "ply": 0}, "in no room"),
            ("join", {"room": "none", "token": None}, "no such room"),
        ):
            page.say(kind, **fields)
            assert reason in page.hear("error")["message"]
        page.say("analyse", id=1, board=SMALL)
        page.hear("done")


def test_long_messages_close_the_connection(client: TestClient) -> None:
    with Page(client) as page:
        page.say("x" * 17_000)
        assert page.closed() == session.TOO_BIG


def test_too_many_messages_close_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    # One a second: however slow the machine, a hundred are too many.
    monkeypatch.setattr(session, "MESSAGES_PER_SECOND", 1)
    with serving(Limits(workers=1)) as client, Page(client) as page:
        for _ in range(100):
            page.say("dance")
        assert page.closed() == session.POLICY


def test_so_many_connections_from_one_address(client: TestClient) -> None:
    with Page(client), Page(client), Page(client), Page(client):
        last = Page(client)
        last.socket.__enter__()
        assert last.closed() == session.BUSY
        last.__exit__(None, None, None)
    with Page(client) as page:
        assert page.welcome["levels"] == 10


def test_a_fault_shows_nothing_of_the_program(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault(*_: object) -> None:
        raise RuntimeError("/home/secret")

    monkeypatch.setattr(session, "parse", fault)
    with Page(client) as page:
        page.say("leave")
        with pytest.raises(WebSocketDisconnect) as closed:
            page.socket.receive_json()
        assert (closed.value.code, closed.value.reason) == (session.FAULT, "")


# --- over the network ----------------------------------------------------------------------------


def test_a_game_over_the_network(client: TestClient) -> None:
    """To its end, before a spectator, with a connection lost on the way."""
    with Page(client) as ann, Page(client) as cat:
        ann.say("create", board=SMALL, side="X")
        code = (room := ann.hear("room"))["room"]
        assert (room["side"], room["seats"]) == ("X", {"X": "here", "O": "open"})
        with Page(client) as bob:
            bob.say("join", room=code, token=None)
            token = bob.hear("room")["token"]
            cat.say("join", room=code, token=None)
            assert cat.hear("room")["side"] is None
            ann.say("play", move=4, ply=0)
            while not bob.hear("room")["board"]["moves"]:
                pass
            bob.say("play", move=0, ply=1)
            bob.hear("room")
        while (room := cat.hear("room"))["seats"]["O"] != "away":
            pass
        assert room["board"]["moves"] == [4, 0]
        with Page(client) as bob:
            bob.say("join", room=code, token=token)
            assert (room := bob.hear("room"))["side"] == "O"
            assert room["board"]["moves"] == [4, 0]
            for ply, (page, cell) in enumerate(((ann, 3), (bob, 1), (ann, 5)), 2):
                page.say("play", move=cell, ply=ply)
                while len(page.hear("room")["board"]["moves"]) <= ply:
                    pass
            while (room := cat.hear("room"))["status"] != "X wins":
                pass
            ann.say("leave")
            assert ann.hear("left")["message"] is None


def test_who_comes_back_replaces_himself(client: TestClient) -> None:
    with Page(client) as first, Page(client) as second:
        first.say("create", board=SMALL, side="O")
        room = first.hear("room")
        second.say("join", room=room["room"], token=room["token"])
        assert second.hear("room")["side"] == "O"
        assert "another window" in first.hear("left")["message"]
        first.say("play", move=0, ply=0)
        assert "in no room" in first.hear("error")["message"]


# --- the command ---------------------------------------------------------------------------------


@pytest.mark.parametrize("times", [1, 2, 5])
def test_ctrl_c_ends_the_server(times: int, tmp_path: Path) -> None:
    program = [sys.executable, "-m", "inarow", "serve", "--port", "0", "--workers", "1"]
    with subprocess.Popen(
        program,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        start_new_session=True,
    ) as server:
        try:
            assert server.stdout is not None and server.stderr is not None
            address = re.search(r"http://127\.0\.0\.1:\d+/", server.stdout.readline())
            assert address is not None
            with urlopen(address[0]) as page:
                assert b"<title>inarow</title>" in page.read()
            for _ in range(times):
                os.killpg(server.pid, signal.SIGINT)  # as a terminal does
                sleep(0.05)
            assert server.wait(30) == 130
            assert server.stderr.read() == ""
        finally:
            server.kill()


@pytest.mark.parametrize(
    ("arguments", "warns"),
    [(["--host", "0.0.0.0"], True), (["--host", "0.0.0.0", "--name", "home"], False), ([], False)],
)
def test_who_listens_everywhere_is_warned(
    arguments: list[str],
    warns: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: None)
    assert main(["serve", "--port", "0", *arguments]) == 0
    error = capsys.readouterr().err
    assert error.count("\n") == error.count("warning: listening on all interfaces") == warns


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--workers", "0"], "workers must be 1 or more"),
        (["--workers", "100000"], "workers must be at most"),
        (["--host", "", "--port", "0"], "host must be"),
        (["--port", "70000"], "port must be 0 to 65535"),
        (["--memory-mb", "0"], "--memory-mb must be"),
        (["--per-address", "0"], "--per-address must be"),
        (["--host", "nowhere.invalid", "--port", "0"], "nowhere.invalid"),
    ],
)
def test_what_cannot_be_served_is_one_line(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *arguments]) == 2
    error = capsys.readouterr().err
    assert reason in error and error.count("\n") == 1


def test_without_the_extra_one_line_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    assert main(["serve"]) == 2
    error = capsys.readouterr().err
    assert "pip install starlette uvicorn websockets" in error and error.count("\n") == 1
