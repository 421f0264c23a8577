"""Worker processes: reproducible results, faults and cleanup."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

import pytest

import empile
from empile.arena import (
    ArenaError,
    GameResult,
    Plan,
    open_results,
    plan_of,
    read_results,
    run_tournament,
    workers,
)
from tests.arena.conftest import HELLO, Program
from tests.support.patience import PATIENCE, slowness

cairn = cache(lambda: empile.load("cairn", players=3))


def outcome(games: list[GameResult]) -> list[object]:
    """Return the games without their times."""
    return [(g.game, g.seats, g.ranks, g.events, g.scores, g.reason, g.fault) for g in games]


def held(plan: Plan, path: Path | None = None, *, rounds: int = 1, processes: int) -> list[object]:
    with open_results(plan, path) as results:
        run_tournament(results, rounds=rounds, processes=processes)
        return outcome(results.in_order())


def wait_until_gone(*pids: int) -> None:
    until = time.monotonic() + PATIENCE
    while running := [pid for pid in pids if is_running(pid)]:
        assert time.monotonic() < until, f"{running} run on"
        time.sleep(0.02)


def is_running(pid: int) -> bool:
    """Return whether a process is running and not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_run_tournament_in_a_running_event_loop(tmp_path: Path) -> None:
    plan = plan_of(cairn(), ["random", "one=random"], seed=9)

    async def cell() -> list[object]:
        return held(plan, processes=1)

    assert asyncio.run(cell()) == held(plan, processes=1)


def test_run_tournament_is_independent_of_processes_and_interruptions(tmp_path: Path) -> None:
    plan = plan_of(cairn(), ["random", "level:1"], seed=9)
    whole = held(plan, rounds=2, processes=1)
    assert len(whole) == 12
    path = tmp_path / "results.jsonl"
    held(plan, path, rounds=1, processes=2)
    lines = path.read_bytes().splitlines(keepends=True)
    # Interrupted while writing a game, after later ones were finished.
    path.write_bytes(b"".join([lines[0], *lines[3:], lines[1][:40]]))
    assert held(plan, path, rounds=2, processes=2) == whole
    assert outcome(read_results(path).in_order()) == whole


FUNCTIONS = """
import os, signal
def hangs(state, stream):
    while True:
        pass
def dies(state, stream): os.kill(os.getpid(), signal.SIGSEGV)
def exits(state, stream): os._exit(0)
def greedy(state, stream):
    input("what shall I do?")
"""


@pytest.fixture
def functions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "their_bots.py").write_text(FUNCTIONS, "utf-8")
    # Files in the working folder do not shadow modules.
    (tmp_path / "queue.py").write_text("raise ImportError", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(workers, "SLACK", 0.2)


@pytest.mark.parametrize(
    ("name", "kind", "why"),
    [
        ("hangs", "timeout", "no move in 0.3 s"),
        ("dies", "crash", "its process ended with signal 11"),
        ("exits", "crash", "its process ended with exit status 0"),
        ("greedy", "crash", "EOFError"),
    ],
)
def test_worker_function_that_crashes_its_process_loses(
    name: str, kind: str, why: str, functions: None, program: Program, tmp_path: Path
) -> None:
    """The other seat's program ends with the process, and the next game is played."""
    pids = tmp_path / "pids"
    waits = program(f"echo $$ >>{pids}; {HELLO}; cat >/dev/null")
    limit = 0.3 if kind == "timeout" else 2.0 * slowness()  # the second game lasts as long
    plan = plan_of(
        empile.load("block-ness"), [f"python:their_bots:{name}", f"waits={waits}"], time_limit=limit
    )
    with open_results(plan) as results:
        run_tournament(results, processes=1)
        first, second = results.in_order()
    assert first.fault is not None
    assert (first.seats, first.ranks) == ((0, 1), (2, 1))
    assert first.fault.kind == kind
    assert why in first.fault.why
    # In the second game the program moves first, and is silent.
    assert second.fault is not None
    assert (second.seats, second.fault.seat, second.fault.kind) == ((1, 0), 0, "timeout")
    wait_until_gone(*map(int, pids.read_text().split()))


def test_run_tournament_stops_if_a_function_is_missing(functions: None) -> None:
    plan = plan_of(cairn(), ["random", "python:their_bots:nobody"])
    with open_results(plan) as results, pytest.raises(ArenaError, match="nobody"):
        run_tournament(results, processes=2)


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)]
)
def test_run_tournament_interrupted_leaves_no_process(
    number: signal.Signals, status: int, program: Program, tmp_path: Path
) -> None:
    """By Ctrl-C, which reaches all processes of a terminal, and by SIGKILL."""
    pids, path = tmp_path / "pids", tmp_path / "results.jsonl"
    hangs = program(
        f"trap '' INT TERM HUP; echo $PPID $$ >>{pids}; {HELLO}; while :; do sleep 1; done"
    )
    command = [sys.executable, "-m", "empile", "tournament", "cairn", "--time-limit", "300"]
    command += ["--entrant", f"hangs={hangs}", "--entrant", "random", "--results", str(path)]
    with subprocess.Popen(
        [*command, "--processes", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            until = time.monotonic() + PATIENCE
            while not pids.exists() or pids.read_text().count("\n") < 2:
                assert process.poll() is None
                assert time.monotonic() < until
                time.sleep(0.02)
        finally:
            (os.killpg if number == signal.SIGINT else os.kill)(process.pid, number)
        out, error = process.communicate(timeout=PATIENCE)
    assert process.returncode == status
    assert out == b""
    if number == signal.SIGINT:
        assert b"0 of 2 games are stored" in error
        assert error.count(b"\n") == 1
    else:
        assert error == b""
    wait_until_gone(*map(int, pids.read_text().split()))
    assert read_results(path).games == {}
