"""A server that answers for ever: a byte at a time, so that no single read waits for long."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from tests.support.patience import PATIENCE
from tests.support.tcp_server import listening

HTTP: Final = b"HTTP/1.1 201 Created\r\nx-drip: "
SMTP: Final = b"220 "
_PAUSE_SECONDS: Final = 0.02


class DrippingServer:
    """Who has asked, and how the answer begins."""

    def __init__(self, begin: bytes) -> None:
        self._begin = begin
        self.port = 0
        self.asked = 0
        self.left = 0
        """How many of those were left alone by their client."""
        self._changed = threading.Condition()
        self._stopping = threading.Event()

    @property
    def url(self) -> str:
        """Return its address for HTTP."""
        return f"http://127.0.0.1:{self.port}/drip"

    def wait_for(self, asked: int, left: int = 0) -> None:
        """Wait until so many clients have come, and have left."""
        with self._changed:
            assert self._changed.wait_for(
                lambda: self.asked >= asked and self.left >= left, PATIENCE
            )

    def stop(self) -> None:
        """Send nothing more."""
        self._stopping.set()

    def drip(self, client: socketserver.StreamRequestHandler) -> None:
        """Answer until the client leaves."""
        with self._changed:
            self.asked += 1
            self._changed.notify_all()
        try:
            client.wfile.write(self._begin)
            while not self._stopping.wait(_PAUSE_SECONDS):
                client.wfile.write(b"x")
        except OSError:
            pass
        with self._changed:
            self.left += 1
            self._changed.notify_all()


@contextmanager
def dripping_server(begin: bytes = HTTP) -> Generator[DrippingServer]:
    """Run such a server until the block ends. ``begin`` comes at once."""
    found = DrippingServer(begin)

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            found.drip(self)

    with listening(Handler) as found.port:
        try:
            yield found
        finally:
            found.stop()
