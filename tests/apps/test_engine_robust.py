"""The real process, whatever managers, pipes and signals do to it: it never crashes or hangs."""

import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from engine_process import COMMAND, PATIENCE, EngineProcess

import inarow
from inarow.solver.query import QUICK_NODES

pytestmark = pytest.mark.processes

LONG = "INFO timeout_turn 100000"
SOON = 10.0
"""Seconds that are far less than a move would take, and far more than an end takes."""
THINKING = ["7,7,1", "8,8,2", "8,7,1", "6,7,2", "7,9,1", "9,6,2", "DONE"]

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")


def start_thinking(engine: EngineProcess, seconds: float = 0.3) -> None:
    """Set it to a search that would take a minute and more, and wait till it is at it."""
    engine.send(LONG, "BOARD", *THINKING)
    time.sleep(seconds)


# --- the program ---------------------------------------------------------------------------------


def run(text: bytes, *arguments: str) -> tuple[int, list[str], str]:
    """A whole session at once: exit status, lines and errors."""
    done = subprocess.run([*COMMAND, *arguments], input=text, capture_output=True, timeout=PATIENCE)
    return done.returncode, done.stdout.decode("ascii").splitlines(), done.stderr.decode()


def test_the_program_is_installed_and_has_options() -> None:
    script = Path(sys.executable).with_name("pbrain-inarow")
    if script.exists():
        shown = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
        assert shown.stdout == f"pbrain-inarow {inarow.__version__}\n"
    assert any("Gomocup" in line for line in run(b"", "--help")[1])
    status, _, errors = run(b"", "--fast")
    assert status == 2 and "--fast" in errors


def test_a_session_in_one_go() -> None:
    """What needs no thought is answered even if END is right behind it."""
    thought = "MESSAGE depth 0 evaluation +0 nodes 0 ms 0 proven no pv 7,7"
    assert run(b"START 15\nBEGIN\nEND\n") == (0, ["OK", thought, "7,7"], "")
    status, lines, _ = run(b"ABOUT\nRECTSTART 20,5\nABOUT\nEND\nABOUT\nSTART 15\n")
    assert status == 0 and lines == [lines[0], "OK", lines[0]]
    version = inarow.__version__
    assert lines[0].startswith(f'name="inarow", version="{version}", author="')
    assert ', country="' in lines[0]
    assert run(b"") == (0, [], "") and run(b"START 15") == (0, ["OK"], "")


# --- the end -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "before", [["BOARD", "1,1,1"], [LONG, "BOARD", *THINKING]], ids=["block", "thinks"]
)
@pytest.mark.parametrize("end", ["END", "of input", pytest.param("Ctrl-C", marks=posix)])
def test_the_end_is_at_once_and_silent(before: list[str], end: str) -> None:
    with EngineProcess() as engine:
        engine.send(*before)
        time.sleep(0.3)
        if end == "END":
            engine.send("END", "ABOUT", "BEGIN")
        elif end == "of input":
            engine.close_input()
        else:
            engine.process.send_signal(signal.SIGINT)
        status, seconds, rest = engine.ended()
        assert status == (130 if end == "Ctrl-C" else 0) and seconds < SOON
        # The move at once, if there was time.
        assert len(rest) in ((0, 2) if end == "of input" and LONG in before else (0,))
        assert engine.errors() == ""


@pytest.mark.parametrize("thinking", [False, True])
def test_a_manager_that_no_longer_reads_ends_it(thinking: bool) -> None:
    process = subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin and process.stdout and process.stderr
    process.stdin.write(b"START 15\n")
    process.stdin.flush()
    assert process.stdout.readline() == b"OK\n"
    process.stdout.close()
    command = "BOARD\n7,7,1\n8,8,2\nDONE\n" if thinking else "BEGIN\n"
    with suppress(OSError):
        process.stdin.write(f"INFO timeout_turn 300\n{command}".encode())
        process.stdin.flush()
    assert process.wait(PATIENCE) == 0
    assert process.stderr.read() == b""
    with suppress(OSError):
        process.stdin.close()
    process.stderr.close()


@posix
@pytest.mark.parametrize("closed", [(1,), (0, 1, 2)])
def test_pipes_that_are_closed_from_the_beginning(closed: tuple[int, ...]) -> None:
    redirections = " ".join(
        f"{descriptor}{'<' if not descriptor else '>'}&-" for descriptor in closed
    )
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {redirections}', "sh", *COMMAND],
        input=b"START 15\nBEGIN\nEND\n",
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@posix
def test_a_full_pipe_does_not_keep_it_from_ending() -> None:
    """Nobody reads its answers: it waits for room, but not for ever once END has come."""
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin and process.stdout
    process.stdin.write(b"ABOUT\n" * 5000 + b"END\n")
    process.stdin.flush()
    assert process.wait(PATIENCE) == 0
    process.stdout.close()
    process.stdin.close()


# --- moves at once -------------------------------------------------------------------------------


def test_stop_gives_the_move_at_once() -> None:
    """Other commands wait while it thinks; where there is nothing to stop it stops nothing."""
    with EngineProcess() as engine:
        for seconds in (0.0, 0.3):  # also right behind the command
            start_thinking(engine, seconds)
            began = time.monotonic()
            engine.send("ABOUT", "YXSTOP")
            assert engine.answer().count(",") == 1
            assert time.monotonic() - began < SOON
            assert engine.answer().startswith("name=")
            engine.send("yxstop", "YXSTOP")
        engine.send("INFO timeout_turn 400", "BOARD", *THINKING)
        engine.answer()
        assert int(engine.messages[-1].split()[2]) > 1  # it thought


@pytest.mark.parametrize("limit", [10_000, 2_147_483_647])
def test_a_longer_limit_does_not_weaken_a_stopped_answer(limit: int) -> None:
    """A quiet position: what was searched until the stop is told and played, whatever the limit."""
    with EngineProcess() as engine:
        engine.send(f"INFO timeout_turn {limit}", "INFO time_left 2147483647")
        engine.send("BOARD", "7,7,1", "8,8,2", "6,8,1", "9,7,2", "DONE")
        engine.work(0.4)
        began = time.monotonic()
        assert engine.ask("YXSTOP").count(",") == 1
        assert time.monotonic() - began < SOON
        words = engine.messages[-1].split()
        told = dict(zip(words[1::2], words[2::2], strict=False))
        assert int(told["nodes"]) > QUICK_NODES and int(told["depth"]) > 3


@pytest.mark.parametrize(
    "limits",
    [
        ["timeout_turn 0"],
        ["time_left -100"],
        ["timeout_match 100000", "time_left 50"],
        ["timeout_turn 150"],
    ],
)
def test_limits_of_time_are_kept(limits: list[str]) -> None:
    with EngineProcess() as engine:
        engine.send("INFO timeout_turn 100000", *[f"INFO {limit}" for limit in limits])
        for _ in range(3):
            engine.send("BOARD", *THINKING)
            began = time.monotonic()
            engine.answer()
            assert time.monotonic() - began < SOON


@posix
def test_it_may_be_stopped_between_turns_and_during_them() -> None:
    with EngineProcess() as engine:
        engine.send("INFO timeout_turn 800")
        # Between turns: the time that it was stopped for is not its own.
        engine.halt(True)
        time.sleep(0.2)  # a busy machine may take a while to stop it
        engine.send("BOARD", *THINKING)
        time.sleep(1)
        engine.halt(False)
        engine.answer()
        words = engine.messages[-1].split()
        assert int(words[8]) > 500 or words[10] != "no"
        # During a turn: when it may go on the time is up, and it moves at once.
        engine.send("BOARD", *THINKING)
        time.sleep(0.3)
        engine.halt(True)
        time.sleep(0.8)
        engine.halt(False)
        began = time.monotonic()
        engine.answer()
        assert time.monotonic() - began < SOON
        for _ in range(2):  # again and again
            engine.send("INFO timeout_turn 300", "BOARD", *THINKING)
            for _ in range(6):
                engine.halt(True)
                time.sleep(0.02)
                engine.halt(False)
                time.sleep(0.02)
            assert engine.answer().count(",") == 1


# --- memory --------------------------------------------------------------------------------------


@linux
def test_memory_is_kept_to() -> None:
    with EngineProcess(None) as engine:
        engine.silent()
        alone = engine.unique_bytes()
        for room in (18 << 20, 30 << 20, 60 << 20):
            limit = alone + room
            engine.send(f"INFO max_memory {limit}")
            assert engine.ask("START 20") == "OK"
            engine.send("INFO timeout_turn 400")
            for shift in range(2):
                stones = [f"{9 + shift},{x},{1 + x % 2}" for x in range(5, 11)]
                engine.move("BOARD", *stones, "DONE")
                assert engine.unique_bytes() <= limit


# --- nonsense ------------------------------------------------------------------------------------


def test_binary_and_very_long_lines() -> None:
    rng = random.Random(1)
    with EngineProcess() as engine:
        for line in (b"\xff\xfe\x00\x01\x80 7,7\n", b"\x1c\n", b"\x85\xa0\n"):
            engine.send_bytes(line)
            assert engine.answer().startswith("UNKNOWN ")
        for length in (1000, 100_000, 3_000_000):
            engine.send_bytes(b"A" * length + b"\n")
            assert engine.answer().startswith("UNKNOWN ")
            engine.send_bytes(b"TURN " + b"7" * length + b",7\n")
            assert engine.answer().startswith("ERROR ")
        engine.send_bytes(b"BEGIN" + b" " * 100_000 + b"\n")
        assert engine.answer() == "7,7"
        noise = bytes(rng.choices(range(256), k=200_000)).replace(b"\x1a", b"?")
        engine.send_bytes(noise + b"\n")
        engine.send("START 15")
        while (line := engine.answer()) != "OK":
            assert line.startswith(("UNKNOWN ", "ERROR "))
            assert all(" " <= letter <= "~" for letter in line)
