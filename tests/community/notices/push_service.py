"""A push service in a thread, with the browsers whose messages it keeps."""

from __future__ import annotations

import json
import threading
from base64 import urlsafe_b64encode
from collections.abc import Generator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tests.support.patience import PATIENCE
from tests.support.tcp_server import listening


def base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


class Subscriber:
    """A browser that can read what is pushed to it."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.secret = bytes(range(16))
        self._private = ec.generate_private_key(ec.SECP256R1())
        self.key = self._private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )

    @property
    def subscription(self) -> dict[str, str]:
        """Return what the browser tells the server."""
        return {
            "endpoint": self.endpoint,
            "p256dh": base64url(self.key),
            "auth": base64url(self.secret),
        }

    def read(self, body: bytes) -> Any:
        """Return a message, decrypted as RFC 8291 says."""
        salt, size, public = body[:16], body[20], body[21 : 21 + body[20]]
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), public)
        shared = self._private.exchange(ec.ECDH(), other)
        key = _derived(self.secret, shared, b"WebPush: info\0" + self.key + public, 32)
        content = _derived(salt, key, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(salt, key, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(content).decrypt(nonce, body[21 + size :], None)
        message, _, padding = plain.rpartition(b"\2")
        assert not padding.strip(b"\0")
        return json.loads(message)


def _derived(salt: bytes, key: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(key)


class PushService:
    """What was received, and how the service answers."""

    def __init__(self) -> None:
        self.port = 0
        self.received: list[tuple[str, dict[str, str], bytes]] = []
        """Paths, headers in small letters, and bodies."""
        self.statuses: list[int] = []
        """The next answers; 201 after them."""
        self._changed = threading.Condition()

    def subscriber(self, name: str = "phone") -> Subscriber:
        """Return a browser of this service."""
        return Subscriber(f"http://127.0.0.1:{self.port}/push/{name}")

    def keep(self, path: str, headers: dict[str, str], body: bytes) -> int:
        """Keep a message; return the status to answer."""
        with self._changed:
            self.received.append((path, headers, body))
            self._changed.notify_all()
            return self.statuses.pop(0) if self.statuses else 201

    def wait_for(self, count: int) -> list[tuple[str, dict[str, str], bytes]]:
        """Return what was received, once it is so much."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.received) >= count, PATIENCE)
            return list(self.received)


@contextmanager
def push_service() -> Generator[PushService]:
    """Run a push service until the block ends."""
    found = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            status = found.keep(self.path, headers, body)
            self.send_response(status)
            if status == 302:
                self.send_header("location", f"http://127.0.0.1:{found.port}/push/elsewhere")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Nothing is logged."""

    with listening(Handler) as found.port:
        yield found
