"""A private Redis server for tests, at a Unix socket."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE

MISSING = "redis-server is missing: install it (Debian: apt-get install redis-server)"
END = "end-of-capture"


def program() -> str:
    """Return the server's program. Skips the test if there is none; on CI, that is a failure."""
    found = shutil.which("redis-server") or shutil.which("valkey-server")
    if found is None:
        if os.environ.get("CI") == "true":
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    return found


class RedisServer:
    """A server without persistence, which a test may kill, pause and start again."""

    def __init__(self, folder: Path) -> None:
        self._program = program()
        self.path = folder / "redis.sock"
        self._log = folder / "redis.log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address of the server."""
        return f"unix://{self.path}"

    @property
    def process(self) -> int:
        """The process of the running server."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start an empty server; return once it accepts connections."""
        self.path.unlink(missing_ok=True)
        arguments = [
            "--port",
            "0",
            "--unixsocket",
            str(self.path),
            "--save",
            "",
            "--daemonize",
            "no",
        ]
        self._process = subprocess.Popen(
            [self._program, *arguments, "--logfile", str(self._log)], cwd=self.path.parent
        )
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            assert time.monotonic() < deadline, self._log.read_text()
            time.sleep(0.005)

    def kill(self) -> None:
        """Kill the server; it forgets everything."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def pause(self) -> None:
        """Let the server neither answer nor close connections."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Continue after :meth:`pause`."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        """End the server, if it is running."""
        if self._process is not None and self._process.poll() is None:
            self.kill()

    def ask(self, *words: str) -> bytes:
        """Send a command and return the beginning of the raw answer."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(PATIENCE)
            connection.connect(str(self.path))
            connection.sendall(" ".join(words).encode() + b"\r\n")
            return connection.recv(1 << 16)

    @contextmanager
    def captured(self) -> Generator[list[str]]:
        """Collect all commands that clients send, as ``MONITOR`` prints them, until the block ends."""
        lines: list[str] = []
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(PATIENCE)
            connection.connect(str(self.path))
            connection.sendall(b"MONITOR\r\n")
            stream = connection.makefile("rb")
            assert stream.readline().startswith(b"+OK")

            def read() -> None:
                for line in stream:
                    text = line.decode("utf-8", "backslashreplace").strip()
                    if END in text:
                        return
                    lines.append(text)

            reading = threading.Thread(target=read)
            reading.start()
            try:
                yield lines
            finally:
                self.ask("ECHO", END)
                reading.join(PATIENCE)
                stream.close()

    def _answers(self) -> bool:
        try:
            return self.ask("PING").startswith(b"+PONG")
        except OSError:
            return False
