"""Servers in separate processes, to be stopped and killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


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
        self._process.wait(20)
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
