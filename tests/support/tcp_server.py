"""Servers in threads, for what the program asks of other machines."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Generator
from contextlib import contextmanager

from tests.support.patience import PATIENCE


@contextmanager
def listening(handler: type[socketserver.BaseRequestHandler]) -> Generator[int]:
    """Serve on a free port of this machine until the block ends; yield the port."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as server:
        server.daemon_threads = True
        port: int = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield port
        finally:
            server.shutdown()
            thread.join(PATIENCE)
