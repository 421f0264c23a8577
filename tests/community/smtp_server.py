"""A mail server in a thread, which keeps what it receives."""

from __future__ import annotations

import socketserver
import threading
from base64 import b64decode
from collections.abc import Generator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage

from tests.support.patience import PATIENCE
from tests.support.tcp_server import listening


class MailServer:
    """What was received, and how the server behaves."""

    def __init__(self) -> None:
        self.port = 0
        self.received: list[EmailMessage] = []
        self.raw: list[bytes] = []
        """The same as it was sent."""
        self.users: list[str] = []
        self.busy = 0
        """How many messages are refused for now."""
        self._changed = threading.Condition()

    @property
    def url(self) -> str:
        """Return its address."""
        return f"smtp://127.0.0.1:{self.port}"

    def wait_for(self, count: int) -> list[EmailMessage]:
        """Return what was received, once it is so much."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.received) >= count, PATIENCE)
            return list(self.received)

    def keep(self, body: bytes) -> None:
        """Keep a message."""
        with self._changed:
            self.raw.append(body)
            self.received.append(message_from_bytes(body, policy=policy.default))
            self._changed.notify_all()


@contextmanager
def mail_server() -> Generator[MailServer]:
    """Run a mail server until the block ends."""
    found = MailServer()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            _converse(self, found)

    with listening(Handler) as found.port:
        yield found


def _converse(client: socketserver.StreamRequestHandler, server: MailServer) -> None:
    def say(text: str) -> None:
        client.wfile.write(f"{text}\r\n".encode())

    say("220 test")
    while line := client.rfile.readline():
        verb, _, rest = line.decode().strip().partition(" ")
        match verb.upper():
            case "EHLO":
                say("250-test\r\n250 AUTH PLAIN")
            case "AUTH":
                server.users.append(b64decode(rest.partition(" ")[2]).decode())
                say("235 ok")
            case "MAIL" if server.busy:
                server.busy -= 1
                say("450 later")
            case "DATA":
                say("354 go on")
                body = b""
                while (part := client.rfile.readline()) != b".\r\n":
                    body += part.removeprefix(b".") if part.startswith(b"..") else part
                server.keep(body)
                say("250 kept")
            case "QUIT":
                say("221 bye")
                return
            case _:
                say("250 ok")
