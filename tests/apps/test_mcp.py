"""The tools for agents, called over standard streams by the client of the protocol's library."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

import inarow

pytestmark = pytest.mark.processes
mcp = pytest.importorskip("mcp")


def call(*calls: tuple[str, dict[str, Any]]) -> list[Any]:
    """The results of calls of tools, one after another, by one client."""

    async def ask() -> list[Any]:
        server = mcp.StdioServerParameters(command=sys.executable, args=["-m", "inarow", "mcp"])
        async with mcp.Client(server) as client:
            assert client.server_info.version == inarow.__version__
            tools = (await client.list_tools()).tools
            assert {tool.name for tool in tools} == {
                *("solve", "best_move", "analyse", "grade", "check")
            }
            assert all(tool.description for tool in tools)
            for tool in tools:
                assert "seconds" in tool.input_schema["properties"], tool.name
            return [await client.call_tool(name, given) for name, given in calls]

    return asyncio.run(ask())


def test_tools(tmp_path: Path) -> None:
    proof = tmp_path / "433.cert"
    inarow.solve(inarow.Game(4, 3, 3).start(), certificate=proof)
    asked: list[tuple[str, dict[str, Any]]] = [
        ("solve", {"position": "3,4,3", "distance": True}),
        ("solve", {"position": "9,9,5", "nodes": 5_000}),
        ("best_move", {"position": "3,3,3 XX./OO./...:X"}),
        ("analyse", {"position": "3,3,3 b2 a2"}),
        ("grade", {"position": "3,3,3 b2 a2 a1"}),
        ("check", {"path": str(proof)}),
        ("solve", {"position": "3x3x3,3 2b2 1a1", "distance": True}),
    ]
    results = call(*asked)
    assert not any(result.is_error for result in results)
    solved, bounded, best, analysed, graded, checked, cube = (
        result.structured_content for result in results
    )
    assert (solved["value"], solved["distance"], solved["turn"]) == (1, 7, "X")
    assert (bounded["value"], bounded["lower"], bounded["upper"]) == (None, 0, 1)
    assert best["name"] == "c1" and best["proven"]
    assert analysed["value"] == 1 and len(analysed["moves"]) == 7
    assert [move["regret"] for move in graded["moves"]] == [0, 1, 0]
    assert checked["verified"] and checked["claim"].endswith("X wins")
    assert (cube["board"], cube["distance"], cube["best_move_name"]) == ("3x3x3,3", 5, "1b1")


def test_what_is_refused(tmp_path: Path) -> None:
    results = call(
        ("solve", {"position": "3,3,3 a1 a1"}),
        ("solve", {"position": "21,21,5"}),
        ("solve", {"position": "3,3,3", "seconds": 0}),
        ("solve", {"position": "3,3,3", "seconds": 3600}),
        ("best_move", {"position": "3,3,3 XXX/OO./..."}),
        ("check", {"path": str(tmp_path / "none.cert")}),
        ("solve", {"position": "3,3,3"}),  # the server goes on
    )
    assert [result.is_error for result in results] == [True] * 6 + [False]
    told = [result.content[0].text for result in results[:6]]
    words = ("taken", "20", "greater than 0", "less than or equal to 60", "over", "none.cert")
    assert all(word in text for word, text in zip(words, told, strict=True)), told
