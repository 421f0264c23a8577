"""Servers in separate processes, to be stopped and killed."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from tests.support.patience import PATIENCE

ROOT = Path(__file__).parents[2]


# The system gives none of these to those who ask for any port, and processes begin far apart.
_first = 11_000 + os.getpid() * 97 % 19_000
_ports: Iterator[int] = itertools.cycle([*range(_first, 30_000), *range(11_000, _first)])


def free_port() -> int:
    """Return a port that no other test gets before a server listens there."""
    for port in _ports:
        with socket.socket() as trying, contextlib.suppress(OSError):
            trying.bind(("127.0.0.1", port))
            return port
    raise AssertionError


class Nursery:
    """Starts servers as processes; see :mod:`tests.server.fork_server`.

    With ``by_hand`` Cairn has placements by hand. With ``strict`` clients have the usual limits,
    and bots think for a minute. With ``talk`` there are accounts, and they write messages.
    """

    def __init__(self, *, by_hand: bool = False, strict: bool = False, talk: bool = False) -> None:
        self._arguments = ["by-hand"] * by_hand + ["strict"] * strict + ["talk"] * talk

    def __enter__(self) -> Nursery:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.server.fork_server", *self._arguments],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._answer() == "ready"
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
        self._process.wait(PATIENCE)
        self._process.stdout.close()

    def serve(self, port: int, store: Path | str, bus: str = "") -> int:
        """Start a server; return its process id once it accepts connections."""
        pid = int(self._ask(f"serve {port} {store} {bus}"))
        assert pid > 0, "the server did not start"
        return pid

    def work(self, store: Path | str, bus: str) -> int:
        """Start a worker; return its process id."""
        return int(self._ask(f"work {store} {bus}"))

    def kill(self, pid: int) -> None:
        """Kill a server with SIGKILL."""
        os.kill(pid, signal.SIGKILL)
        assert self.wait(pid) == -signal.SIGKILL

    def wait(self, pid: int) -> int:
        """Wait for the end of a server; return its exit status, negative for a signal."""
        return int(self._ask(f"wait {pid}"))

    def _ask(self, line: str) -> str:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()
