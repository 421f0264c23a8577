"""Servers in threads, for what the program asks of other machines."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any

from tests.support.patience import PATIENCE


@contextmanager
def listening(
    handler: Callable[[Any, Any, Any], socketserver.BaseRequestHandler],
) -> Generator[int]:
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


@contextmanager
def serving_files(folder: Path) -> Generator[str]:
    """Serve a folder as a plain file server does; yield its address."""
    with listening(partial(_QuietFiles, directory=str(folder))) as port:
        yield f"http://127.0.0.1:{port}"


class _QuietFiles(SimpleHTTPRequestHandler):
    """Answers with files, and writes no log."""

    def log_message(self, format: str, *_: Any) -> None:
        pass
