"""Requests to a server's REST interface over one kept connection."""

from __future__ import annotations

import time
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import msgspec

_IDLE_SECONDS = 2.0
"""Servers close connections that are idle for five seconds."""


class Http:
    """A connection that blocks. It is cheaper than an asynchronous client."""

    def __init__(self, address: str) -> None:
        url = urlsplit(address)
        assert url.port is not None
        self.host, self.port = "127.0.0.1", url.port
        self._connection = HTTPConnection(self.host, self.port, timeout=60)
        self._used = time.monotonic()

    def post(self, path: str, body: Any) -> Any:
        """Return the decoded response. Raises ``SystemExit`` if the server refuses."""
        if time.monotonic() - self._used > _IDLE_SECONDS:
            self._connection.close()  # the next request opens it
        headers = {"Content-Type": "application/json"}
        self._connection.request("POST", path, msgspec.json.encode(body), headers)
        response = self._connection.getresponse()
        text = response.read()
        self._used = time.monotonic()
        if response.status >= 300:
            raise SystemExit(f"the server refused {path}: {text.decode()}")
        return msgspec.json.decode(text)

    def get(self, path: str, **headers: str) -> bytes:
        """Return the body of a response. Raises ``SystemExit`` if the server refuses."""
        if time.monotonic() - self._used > _IDLE_SECONDS:
            self._connection.close()
        self._connection.request("GET", path, headers=headers)
        response = self._connection.getresponse()
        text = response.read()
        self._used = time.monotonic()
        if response.status >= 300:
            raise SystemExit(f"the server refused {path}: {text.decode()}")
        return text

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()
