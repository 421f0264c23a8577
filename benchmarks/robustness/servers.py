"""Servers in separate processes, started by forking, to be stopped, killed and measured.

Loading Python and the games takes seconds, too slow for a thousand servers. A helper process loads
them once and forks for each server. It reads one start per line from stdin, as JSON, and answers with
the process and its address; ``wait PID`` is answered with an exit status.
"""

from __future__ import annotations

import contextlib
import dataclasses
import gc
import importlib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from empile.engine.discovery import load
from empile.engine.match import Match
from empile.engine.random import below, new_stream
from empile.server.run import serve
from empile.server.settings import Settings
from empile.server.wire.rate_limits import Limits

GAMES: dict[str, dict[str, Any]] = {
    "block-ness": {},
    "blox": {"round_limit": 40},
    "on-top": {},
    "block-out": {"referee": "odds"},
}
"""The games that random players play, with their options."""
_TICKS = os.sysconf("SC_CLK_TCK")


class Start(msgspec.Struct, frozen=True):
    """How to start a server."""

    data: str
    log: str
    """The file of its standard output and errors."""
    port: int = 0
    unlimited: bool = False
    """Whether rates are not limited."""
    journal: str = ""
    """The file to write a journal of all writes to; see ``journal.py``."""
    syncs: bool = True
    """Whether the journal contains syncs. Without them the disk keeps nothing reliably."""
    bot_seconds: float = 0.0


class Started(msgspec.Struct, frozen=True):
    """A server that accepts connections."""

    pid: int
    address: str


def unlimited() -> Limits:
    """Return limits without rates. Sizes of messages and queues stay as they are."""
    raised: dict[str, Any] = {
        one.name: 1e9 if isinstance(one.default, float) else 1_000_000
        for one in dataclasses.fields(Limits)
        if one.name.endswith(("_per_second", "_at_once")) or "_per_address" in one.name
    }
    return Limits(**raised)


class Servers:
    """Starts servers. Those that are alive at the end are killed."""

    def __enter__(self) -> Servers:
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._logs: set[str] = set()
        assert self._answer() == "ready", "the games could not be loaded"
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()
        if error is not None:
            for log in self._logs:
                print(Path(log).read_text("utf-8", "replace")[-5000:])

    def start(self, start: Start) -> Started:
        """Start a server; return once it accepts connections."""
        self._logs.add(start.log)
        answer = self._ask(msgspec.json.encode(start).decode())
        if not answer.startswith("{"):
            raise RuntimeError(f"the server did not start: {Path(start.log).read_text()}")
        return msgspec.json.decode(answer, type=Started)

    def kill(self, pid: int) -> None:
        """Kill a server and wait for its end."""
        os.kill(pid, signal.SIGKILL)
        self._ask(f"wait {pid}")

    def stop(self, pid: int) -> int:
        """Stop a server gracefully; return its exit status."""
        os.kill(pid, signal.SIGTERM)
        return int(self._ask(f"wait {pid}"))

    def _ask(self, line: str) -> str:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


class Usage(msgspec.Struct, frozen=True):
    """What a server uses."""

    memory_mib: float
    """Memory that is not shared with files, without the worker processes."""
    files: int
    """Open files and sockets."""
    threads: int
    processor_seconds: float
    """With the worker processes that are alive."""
    workers: int = 0
    """Its worker processes."""
    workers_mib: float = 0.0
    """Their memory."""


def children(pid: int) -> list[int]:
    """Return the child processes of a process (Linux only)."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for task in tasks for child in task.read_text().split()]


def usage(pid: int) -> Usage:
    """Return what a server uses now (Linux only)."""
    status, seconds = _status(pid)
    workers = [_status(child) for child in children(pid)]
    return Usage(
        status.get("RssAnon", 0) / 1024,
        len(os.listdir(f"/proc/{pid}/fd")),
        status.get("Threads", 0),
        seconds + sum(spent for _, spent in workers),
        len(workers),
        sum(worker.get("RssAnon", 0) for worker, _ in workers) / 1024,
    )


def _status(pid: int) -> tuple[dict[str, int], float]:
    process = Path(f"/proc/{pid}")
    try:
        found = re.findall(r"(\w+):\s+(\d+)", (process / "status").read_text())
        times = (process / "stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:  # it has just ended
        return {}, 0.0
    spent = (int(times[11]) + int(times[12])) / _TICKS
    return {name: int(value) for name, value in found}, spent


# -- The helper process ----------------------------------------------------------------------------


def _load_games() -> None:
    importlib.import_module("empile.server.http.api")
    stream = new_stream(1)
    for name, options in GAMES.items():
        match = Match(load(name, **options))
        for _ in range(3):
            match.resolve_chance(stream, also_external=True)
            legal = match.state.legal_actions()
            match.play_action(legal[below(stream, len(legal))])
        match.state.result()
    # Forked processes then share this memory instead of copying it during collections.
    gc.collect()
    gc.freeze()


def _serve(start: Start, ready: int) -> None:
    log = os.open(start.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(log, 1)
    os.dup2(log, 2)
    if start.journal:
        recording = importlib.import_module("journal")
        recording.record(Path(start.journal), Path(start.data).parent, syncs=start.syncs)
    settings = Settings(
        data=Path(start.data),
        warm=False,
        bot_seconds=start.bot_seconds,
        limits=unlimited() if start.unlimited else Limits(),
    )

    def announce(address: str) -> None:
        started = Started(os.getpid(), address.rstrip("/"))
        os.write(ready, msgspec.json.encode(started))
        os.close(ready)

    serve("127.0.0.1", start.port, settings=settings, announce=announce)


def _fork(start: Start) -> tuple[int, str]:
    told, ready = os.pipe()
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            os.close(told)
            _serve(start, ready)
            status = 0
        finally:
            sys.stderr.flush()
            os._exit(status)
    os.close(ready)
    with os.fdopen(told) as answer:
        return pid, answer.read()


def main() -> None:
    """Start servers until the end of the input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _load_games()
    print("ready", flush=True)
    alive: set[int] = set()
    try:
        for line in sys.stdin:
            if line.startswith("wait"):
                pid = int(line.split()[1])
                print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)
                alive.discard(pid)
                continue
            pid, answer = _fork(msgspec.json.decode(line, type=Start))
            alive.add(pid)
            print(answer or "failed", flush=True)
    finally:
        for pid in alive:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
