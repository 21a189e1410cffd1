"""The page's server: what a browser gets, and what the WebSocket answers."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep
from typing import Any
from urllib.request import urlopen

import pytest
from cli import Run, refused, runs
from cli import serving as started

import inarow
from inarow import Game
from inarow.apps.cli import serve as command

pytest.importorskip("starlette.testclient", reason="the extra 'web' is not installed")

from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.sync.client import connect

from inarow.apps.web import session
from inarow.apps.web.app import make_app
from inarow.apps.web.guard import HEADERS, allowed_hosts
from inarow.apps.web.searches import Searches

pytestmark = pytest.mark.processes
run = runs("serve")

HOST = "testserver"
SMALL = {"game": "3,3,3"}
HARD = {"game": "9,9,5"}


@contextmanager
def serving(hosts: frozenset[str] | None = None, token: str | None = None) -> Iterator[TestClient]:
    with TestClient(make_app(Searches(64, threads=2), 60, hosts, token)) as client:
        yield client


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with serving() as client:
        yield client


class Page:
    """What a page says and hears."""

    def __init__(self, client: TestClient, address: str = "/ws") -> None:
        self.socket = client.websocket_connect(address, headers={"origin": f"http://{HOST}"})

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


def test_no_file_but_those_of_the_page(client: TestClient) -> None:
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/", "/app.py"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert answer.text == "Not Found"


def test_pictures(client: TestClient) -> None:
    answer = client.get("/board.svg?game=3,3,3&moves=4.0&marks=2:%2B5,6:-4")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.count("class='mark ") == 2
    assert "O../.X./..." in answer.text
    exact = client.get("/board.svg?game=1,5,3+exact&start=XXXX.")
    assert exact.status_code == 400  # so many stones no game has
    for query in ("", "game=3,3,x", "game=3,3,3&moves=4.4", "game=3,3,3&marks=1", "game=3"):
        answer = client.get(f"/board.svg?{query}")
        assert answer.status_code == 400
        assert "Traceback" not in answer.text and "\n" not in answer.text
    assert client.get(f"/board.svg?game=3,3,3&start={'.' * 20_000}").status_code == 400


def test_what_there_is_to_know_of_a_game(client: TestClient) -> None:
    answer = client.get("/game.json?game=6,7,4+gravity")
    assert answer.headers["content-type"] == "application/json"
    assert (answer.json()["key"], answer.json()["drop"]) == ("6,7,4 gravity", 7)
    for wrong in ("", "?game=", "?game=torus+5,5,4", "?game=6,7", "?game=0,7,4"):
        answer = client.get(f"/game.json{wrong}")
        assert answer.status_code == 400
        assert answer.text and "\n" not in answer.text


def test_pictures_and_records_of_other_boards(client: TestClient) -> None:
    for game in ("4,4,4+gravity&moves=12.8", "3x3x3,3&moves=13.0"):
        picture = client.get(f"/board.svg?game={game}&marks=5:%3D")
        assert picture.text.count("class='mark ") == 1
        record = client.get(f"/game.sgf?game={game}")
        assert record.status_code == 400 and "SGF" in record.text


def test_records_come_in_and_go_out(client: TestClient) -> None:
    query = "game=4,3,3+exact&start=X../.../.../...&moves=4.1"
    answer = client.get(f"/game.sgf?{query}")
    assert answer.headers["content-type"] == "application/x-go-sgf"
    record = inarow.read_record(answer.text)
    assert (record.game, record.moves) == (Game(4, 3, 3, exact=True), (4, 1))
    branches = client.get(f"/game.sgf?{query}&branches=0.1.8.2-1.2-1.2.5")
    record = inarow.read_record(branches.text)
    assert [record.line(i) for i in range(3)] == [(4, 8, 2), (4, 8), (4, 8, 5)]
    for wrong in ("", "game=3,3", "game=3,3,3&moves=0.0", "game=30,3,3", "game=3,3,3&moves=x"):
        assert client.get(f"/game.sgf?{wrong}").status_code == 400
    for wrong in ("0", "x", "0.1.1.1", "0.1.99", "0.3.8", "1.1.8", "0.1.8-2.1.5"):
        assert client.get(f"/game.sgf?{query}&branches={wrong}").status_code == 400
    with Page(client) as page:
        page.say("read", id=7, text=answer.text)
        board = page.hear("record")["board"]
        assert (board["game"], board["start"]) == ("4,3,3 exact", "X../.../.../...")
        page.say("read", id=8, text="b2 a1")
        assert page.hear("unread")["asks"]


def test_foreign_names_and_origins_are_refused() -> None:
    with serving(allowed_hosts("127.0.0.1", ["home"])) as client:
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


def test_behind_a_proxy_the_port_may_be_named() -> None:
    with serving(allowed_hosts("127.0.0.1", ["games.example"]), "secret") as client:
        for host in ("games.example", "games.example:443"):
            headers = {"host": host, "origin": "https://games.example"}
            with client.websocket_connect("/ws?token=secret", headers=headers) as socket:
                assert socket.receive_json()["type"] == "welcome"


def test_only_the_whole_link_leads_in() -> None:
    with serving(token="secret") as client:
        for address in ("/", "/?token=guess", "/board.svg?game=3,3,3", "/game.sgf?game=3,3,3"):
            refused = client.get(address)
            assert refused.status_code == 403
            assert "token" in refused.text and "secret" not in refused.text
        assert client.get("/?token=secret").status_code == 200
        assert client.get("/static/main.js").status_code == 200  # anybody has that
        assert client.get("/board.svg?game=3,3,3&token=secret").status_code == 200
        with pytest.raises(WebSocketDisconnect) as closed:
            Page(client).__enter__()
        assert closed.value.code == 1008
        with Page(client, "/ws?token=secret") as page:
            assert page.welcome["version"] == inarow.__version__


# --- searches ------------------------------------------------------------------------------------


def test_a_long_search_does_not_keep_others_waiting(client: TestClient) -> None:
    with Page(client) as long, Page(client) as short:
        long.say("analyse", id=1, board=HARD, seconds=60)
        long.hear("progress")
        for number in range(3):
            player = {"level": None if number == 1 else 10}
            short.say("move", id=number, board=SMALL, player=player)
            assert short.hear("moved")["move"] in range(9)
            assert short.hear("done")["id"] == number
        short.say("analyse", id=9, board=SMALL)
        assert short.hear("done")["stopped"] is False
        long.say("stop")
        assert long.hear("done") == {"type": "done", "id": 1, "stopped": True, "message": None}


def test_a_search_ends_with_its_connection(client: TestClient) -> None:
    """There are two threads: were the searches to go on, nobody else would get one."""
    for _ in range(3):
        with Page(client) as page:
            page.say("analyse", id=1, board=HARD, seconds=60)
            page.hear("progress")
    with Page(client) as page:
        page.say("analyse", id=1, board=SMALL)
        assert page.hear("done")["stopped"] is False


def test_the_newest_search_of_a_connection_ends_the_one_before(client: TestClient) -> None:
    with Page(client) as page:
        page.say("analyse", id=1, board=HARD, seconds=60)
        page.hear("progress")
        page.say("move", id=2, board=SMALL, player={"level": 3})
        ends = [page.hear("done") for _ in range(2)]
        assert sorted((end["id"], end["stopped"]) for end in ends) == [(1, True), (2, False)]


# --- what is refused -----------------------------------------------------------------------------


def test_bad_messages_are_refused_and_the_connection_stays(client: TestClient) -> None:
    with Page(client) as page:
        for kind, fields, reason in (
            ("dance", {}, "unknown type"),
            ("analyse", {"id": 1, "board": {"game": "30,3,3"}}, "1 to 20"),
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


# --- the command ---------------------------------------------------------------------------------


@pytest.mark.parametrize("times", [1, 5])
def test_ctrl_c_ends_the_server(times: int, tmp_path: Path) -> None:
    """And what it is searching."""
    program = [sys.executable, "-m", "inarow", "serve", "--port", "0"]
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
            with connect(f"{address[0].replace('http', 'ws')}ws", origin=address[0][:-1]) as page:
                page.send(json.dumps({"type": "analyse", "id": 1, "board": HARD, "seconds": 60}))
                while json.loads(page.recv(30))["type"] != "progress":
                    pass
                for _ in range(times):
                    os.killpg(server.pid, signal.SIGINT)  # as a terminal does
                    sleep(0.05)
            assert server.wait(30) == 130
            assert server.stderr.read() == ""
        finally:
            server.kill()


@pytest.mark.parametrize(
    ("arguments", "end"),
    [
        ("6 7 4 --gravity", "#game=6,7,4\\+gravity"),
        ("--board box:4,4,4 --k 4", "#game=4x4x4,4"),
        ("--host 0.0.0.0", r"\?token=[^#&]+"),
        ("--name games.example", r"\?token=[^#&]+"),
    ],
)
def test_the_link_leads_to_the_game_and_holds_a_token_where_others_may_come(
    arguments: str, end: str
) -> None:
    with started(*arguments.split()) as link, urlopen(link.partition("#")[0]) as page:
        assert re.fullmatch(rf"http://127\.0\.0\.1:\d+/{end}", link) and page.status == 200


def test_without_the_extra_one_line_says_how_to_get_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "find_spec", lambda name: None)
    refused(run(), "pip install starlette uvicorn websockets")
