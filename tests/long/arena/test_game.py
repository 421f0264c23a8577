"""Single games between programs and functions; faults."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import empile
from empile.arena import ArenaError, GameResult, plan_of, subprocess_io
from empile.arena.game import play_game
from empile.engine.game import Game
from tests.arena.conftest import HELLO, Program, Watching
from tests.conftest import ROOT
from tests.server.processes import free_port
from tests.support.patience import PATIENCE

block_ness = cache(lambda: empile.load("block-ness"))
BOTS = ROOT / "tests" / "arena" / "bots"
"""The programs of the documentation."""
PRINTING_BOT = """
from empile.client import serve_stdio

def first(state):
    print("what is printed is no message")
    return state.legal_actions()[0]

serve_stdio(first)
"""


def played(
    entrants: list[str],
    watching: Watching,
    *,
    game: Game | None = None,
    number: int = 0,
    time_limit: float = 30.0,
) -> GameResult:
    plan = plan_of(game or block_ness(), entrants, seed=5, time_limit=time_limit)
    return asyncio.run(play_game(plan, number, watching))


def python(code: str, tmp_path: Path) -> str:
    path = tmp_path / "bot.py"
    path.write_text(code, "utf-8")
    return f"mine=program:{sys.executable} {path}"


def first_legal(state: empile.State) -> int:
    return state.legal_actions()[0]


def ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for the end of a program, and for all its output, as long as it takes."""
    monkeypatch.setattr(subprocess_io, "GRACE", PATIENCE)
    monkeypatch.setattr(subprocess_io, "_DRAIN_SECONDS", PATIENCE)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_play_is_a_function_of_the_number(watching: Watching) -> None:
    for number in (0, 1):
        one = played(["random", "level:1"], watching, number=number)
        other = played(["random", "level:1"], watching, number=number)
        assert (one.events, one.ranks, one.scores) == (other.events, other.ranks, other.scores)
    assert one.events != played(["random", "level:1"], watching, number=3).events
    assert watching.programs == []


def test_play_record_can_be_replayed(watching: Watching) -> None:
    plan = plan_of(empile.load("cairn", players=3), ["random", "level:1", "me=random"])
    found = asyncio.run(play_game(plan, 1, watching))
    record = found.record(plan)
    assert record.seats == ["me", "random", "level:1"]
    assert record.final_state().ranks() == list(found.ranks)


@pytest.mark.parametrize("game", ["block-ness", "cairn"])
def test_play_program_by_messages(game: str, watching: Watching) -> None:
    """One with perfect and one with imperfect information."""
    bot = f"mine=program:{sys.executable} {BOTS / 'by_messages.py'}"
    found = played([bot, "random"], watching, game=empile.load(game))
    assert found.fault is None
    assert found.seconds[0] > 0
    assert watching.ended_programs == watching.programs


def test_play_program_with_its_own_rules(tmp_path: Path, watching: Watching) -> None:
    cairn = empile.load("cairn", players=4, teams=True)
    found = played([python(PRINTING_BOT, tmp_path), "random"], watching, game=cairn)
    assert found.fault is None, found.fault
    assert len(watching.programs) == 2  # one program per seat
    assert sorted(watching.ended_programs) == sorted(watching.programs)


def test_play_ten_line_program_beats_random(watching: Watching) -> None:
    found = played([f"mine=program:{sys.executable} {BOTS / 'by_client.py'}", "random"], watching)
    assert found.fault is None, found.fault
    assert found.ranks == (1, 2)


@pytest.mark.parametrize(
    ("script", "kind", "why"),
    [
        ("echo 'no such model' >&2; exit 3", "crash", "it ended with exit status 3: no such model"),
        (f"{HELLO}; kill -9 $$", "crash", "it ended with signal 9"),
        (f"{HELLO}; exec >&-; sleep 60", "crash", "it closed its output"),
        (f"{HELLO}; sleep 60", "timeout", "no move in 0.5 s"),
        (f"{HELLO}; trap '' TERM HUP INT; while :; do :; done", "timeout", "no move in 0.5 s"),
        (
            f"""{HELLO}; while :; do echo '{{"type":"ping"}}'; done""",
            "timeout",
            "no move in 0.5 s",
        ),
        (f"{HELLO}; echo I play e4", "garbage", "no message of the protocol"),
        ("""echo '{"type":"ping"}'""", "garbage", "first message must be a hello"),
        ("head -c 300000 /dev/zero; sleep 60", "garbage", "at most 16384 bytes"),
        (f"""{HELLO}; echo '{{"type":"resign"}}'""", "resigned", "it resigned"),
        (
            f"""{HELLO}; read welcome; echo '{{"type":"act","seq":2,"action":"a1-a2"}}'; sleep 60""",
            "illegal",
            "",
        ),
    ],
)
def test_play_faults_lose_and_end_the_program(
    script: str, kind: str, why: str, program: Program, watching: Watching,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    if "sleep" in script or "while" in script:
        monkeypatch.setattr(subprocess_io, "GRACE", 0.3)
    else:
        ends_by_itself(monkeypatch)
    limit = 0.5 if kind == "timeout" else PATIENCE
    found = played([f"bad={program(script)}", "random"], watching, time_limit=limit)
    assert found.fault is not None
    assert (found.fault.seat, found.fault.kind) == (0, kind)
    assert why in found.fault.why
    assert found.ranks == (2, 1)
    assert found.scores is None
    assert len(watching.programs) == 1
    assert watching.ended_programs == watching.programs
    assert not is_running(watching.programs[0])


@pytest.mark.parametrize(
    ("script", "stdout", "stderr"),
    [
        (
            "printf 'Traceback:\\n  line 7\\nKeyError\\n' >&2; printf 'half a li'; exit 1",
            ["half a li"],
            ["Traceback:", "line 7", "KeyError"],
        ),
        ("seq 1000 >&2; exit 1", [], ["996", "997", "998", "999", "1000"]),
        ("printf '\\033[2J\\342\\200\\256x\\377' >&2; exit 1", [], [r"\x1b[2J\u202ex\xff"]),
        (f"{HELLO}; echo I play e4", ['{"type":"hello","table":"arena"}', "I play e4"], []),
    ],
    ids=["traceback", "long", "control characters", "invalid message"],
)
def test_play_fault_has_the_last_output(
    script: str, stdout: list[str], stderr: list[str], program: Program, watching: Watching,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    ends_by_itself(monkeypatch)
    found = played([f"bad={program(script)}", "random"], watching)
    assert found.fault is not None
    assert (found.fault.stdout, found.fault.stderr) == (stdout, stderr)


def test_play_fault_has_bounded_output(program: Program, watching: Watching) -> None:
    found = played([f"bad={program('head -c 90000 /dev/zero >&2; exit 1')}", "random"], watching)
    assert found.fault is not None
    assert [len(line) for line in found.fault.stderr] == [200]


def test_play_fault_ties_the_others(program: Program, watching: Watching) -> None:
    quits = f"bad={program(HELLO)}"
    three = empile.load("block-ness", players=3)
    found = played(["random", quits, "level:1"], watching, game=three)
    assert found.ranks == (1, 3, 1)
    teams = empile.load("cairn", players=4, teams=True)
    assert played([quits, "random"], watching, game=teams).ranks == (3, 1, 3, 1)


def test_play_ends_child_processes(program: Program, tmp_path: Path, watching: Watching) -> None:
    child = tmp_path / "child"
    script = f"{HELLO}; sleep 300 & echo $! >{child}; read welcome; kill -9 $$"
    found = played([f"bad={program(script)}", "random"], watching)
    assert found.fault is not None
    assert found.fault.why == "it ended with signal 9"
    pid, until = int(child.read_text()), time.monotonic() + PATIENCE
    while is_running(pid) and Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z":
        assert time.monotonic() < until, "it runs on"
        time.sleep(0.02)


def test_play_cancelled_leaves_no_program(program: Program, watching: Watching) -> None:
    plan = plan_of(block_ness(), [f"slow={program(f'{HELLO}; sleep 300')}", "random"])

    async def scene() -> None:
        game = asyncio.create_task(play_game(plan, 0, watching))
        while not watching.programs:
            await asyncio.sleep(0.01)
        game.cancel()
        with pytest.raises(asyncio.CancelledError):
            await game

    asyncio.run(scene())
    assert watching.ended_programs == watching.programs
    assert not is_running(watching.programs[0])


# -- Functions -------------------------------------------------------------------------------------


@pytest.fixture
def functions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An entrant's module ``their_bots``."""
    code = """
import sys, time
import numpy as np
seen = []
def first(state, stream): return np.int32(state.legal_actions()[0])
def looks(state, stream):
    seen.append(state.tobytes())
    return state.legal_actions()[0]
def wrong(state, stream): return 10 ** 6
def raises(state, stream): return {}["no such key"]
def leaves(state, stream): sys.exit("I am off")
def text(state, stream): return "e4"
def slow(state, stream):
    time.sleep(0.7)
    return state.legal_actions()[0]
not_callable = 5
"""
    (tmp_path / "their_bots.py").write_text(code, "utf-8")
    monkeypatch.chdir(tmp_path)
    before = list(sys.path)
    yield
    sys.path[:] = before
    sys.modules.pop("their_bots", None)


@pytest.mark.parametrize(
    ("name", "kind", "why"),
    [
        ("wrong", "illegal", "1000000"),
        ("raises", "crash", "KeyError: 'no such key'"),
        ("leaves", "crash", "SystemExit: I am off"),
        ("text", "crash", "TypeError"),
        ("slow", "timeout", "no move in 0.5 s"),
    ],
)
def test_play_function_faults_lose(
    name: str, kind: str, why: str, functions: None, watching: Watching
) -> None:
    limit = 0.5 if kind == "timeout" else PATIENCE
    found = played(["random", f"python:their_bots:{name}"], watching, time_limit=limit)
    assert found.fault is not None
    assert (found.fault.seat, found.fault.kind) == (1, kind)
    assert why in found.fault.why
    assert watching.thinking == [1, None]


def test_play_function_fault_names_the_line(functions: None, watching: Watching) -> None:
    found = played(["python:their_bots:raises", "random"], watching)
    assert found.fault is not None
    assert found.fault.why.endswith("their_bots.py, line 10)")


@pytest.mark.parametrize("name", ["nobody", "not_callable"])
def test_play_missing_function_is_an_arena_error(
    name: str, functions: None, watching: Watching
) -> None:
    with pytest.raises(ArenaError, match=name):
        played([f"python:their_bots:{name}", "random"], watching)


def test_play_function_sees_its_seat_only(functions: None, watching: Watching) -> None:
    """Each move sees a new determinization, so looking at hidden cards is useless."""
    import importlib

    cairn = empile.load("cairn")
    found = played(["python:their_bots:looks", "random"], watching, game=cairn)
    assert found.fault is None
    seen: list[bytes] = importlib.import_module("their_bots").seen
    record = found.record(plan_of(cairn, ["python:their_bots:looks", "random"]))
    real = [state for state, event in record.replay() if event.seat == 0]
    assert len(seen) == len(real)
    assert any(told != state.tobytes() for told, state in zip(seen, real, strict=True))
    for told, state in zip(seen, real, strict=True):
        assert empile.State.from_bytes(cairn, told).view(0) == state.view(0)


# -- Sockets ---------------------------------------------------------------------------------------


def test_play_socket_entrant(watching: Watching) -> None:
    from empile.client import serve_socket

    port = free_port()
    # A daemon thread: it listens until the process ends.
    threading.Thread(
        target=serve_socket,
        args=(first_legal, "127.0.0.1", port),
        daemon=True,
    ).start()
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with socket.socket() as trying:
            if trying.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.02)
    for number in range(2):
        found_game = played([f"socket:127.0.0.1:{port}", "random"], watching, number=number)
        assert found_game.fault is None, found_game.fault


def test_play_unreachable_socket_is_a_fault(watching: Watching) -> None:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        lost = played([f"socket:127.0.0.1:{port}", "random"], watching).fault
    assert lost is not None
    assert lost.kind == "crash"
    assert "no answer from" in lost.why
