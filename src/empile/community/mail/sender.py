"""Sends mail by SMTP, in the background: no answer waits for it or depends on it."""

from __future__ import annotations

import asyncio
import logging
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final, Literal, NamedTuple
from urllib.parse import unquote, urlsplit

from empile.community.outgoing import Outgoing, OutgoingError
from empile.engine.errors import EmpileError

_PORTS: Final = {"smtp": 587, "smtps": 465}
_MOST_WAITING: Final = 100
_AT_ONCE: Final = 4
_PAUSES: Final = (0.0, 5.0, 60.0)
"""Seconds before each attempt to send a message."""

Outcome = Literal["sent", "refused", "later"]
"""``later``: another attempt may succeed."""

log = logging.getLogger("empile.mail")


class MailError(EmpileError):
    """The address of the mail server is invalid."""


class SmtpServer(NamedTuple):
    """A server that relays mail."""

    host: str
    port: int
    user: str | None
    password: str | None
    tls: bool
    """Whether it speaks TLS from the beginning; else it may be asked to (STARTTLS)."""


def read_smtp(url: str) -> SmtpServer:
    """Read ``smtp://USER:PASSWORD@HOST:PORT`` or ``smtps://``. Raises :class:`MailError`.

    >>> read_smtp("smtps://empile:secret@mail.example.org").port
    465
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in _PORTS or not parts.hostname:
        # Without the URL, which may have a password.
        raise MailError("the mail server must be smtp://USER:PASSWORD@HOST:PORT or smtps://HOST")
    return SmtpServer(
        parts.hostname,
        port or _PORTS[parts.scheme],
        None if parts.username is None else unquote(parts.username),
        None if parts.password is None else unquote(parts.password),
        parts.scheme == "smtps",
    )


class Mailer:
    """Sends messages side by side, each a few times if it fails."""

    def __init__(self, server: SmtpServer, sender: str, outgoing: Outgoing) -> None:
        self._server = server
        self._sender = sender
        self._outgoing = outgoing
        self._slots = asyncio.Semaphore(_AT_ONCE)
        self._waiting: set[asyncio.Task[None]] = set()

    def send(self, address: str, subject: str, text: str) -> None:
        """Send a message soon; if too many wait, it is dropped."""
        if len(self._waiting) >= _MOST_WAITING:
            log.error("a message is not sent: %d others wait", _MOST_WAITING)
            return
        task = asyncio.create_task(self._send(self._message(address, subject, text)))
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    async def deliver(
        self, address: str, subject: str, text: str, unsubscribe: str | None = None
    ) -> Outcome:
        """Send a message now, once; return what became of it.

        ``unsubscribe`` is a link at which ``POST`` ends such messages (RFC 8058).
        """
        message = self._message(address, subject, text)
        if unsubscribe is not None:
            message["List-Unsubscribe"] = f"<{unsubscribe}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        return await self._deliver(message)

    def _message(self, address: str, subject: str, text: str) -> EmailMessage:
        message = EmailMessage()
        message["From"] = self._sender
        message["To"] = address
        message["Subject"] = subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self._sender.rpartition("@")[2].rstrip(">"))
        # Out-of-office replies are of no use.
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(text)
        return message

    async def close(self) -> None:
        waiting = list(self._waiting)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    async def _send(self, message: EmailMessage) -> None:
        for pause in _PAUSES:
            await asyncio.sleep(pause)
            async with self._slots:
                outcome = await self._deliver(message)
            if outcome != "later":
                break

    async def _deliver(self, message: EmailMessage) -> Outcome:
        import aiosmtplib

        server = self._server
        client = aiosmtplib.SMTP(
            hostname=server.host,
            port=server.port,
            username=server.user,
            password=server.password,
            use_tls=server.tls,
            # Passwords are never sent in the clear; without one, TLS if the server has it.
            start_tls=True if server.user and not server.tls else None,
            timeout=None,  # of each command; the deadline is that of all of them
        )
        is_sent = False
        try:
            async with self._outgoing.deadline("mail"):
                await client.connect()
                await client.send_message(message)
                is_sent = True
                await client.quit()
        except (aiosmtplib.SMTPException, OSError, OutgoingError) as error:
            if is_sent:
                return "sent"
            # Without the address, which is private.
            log.error("a message cannot be sent: %s", type(error).__name__)
            code = getattr(error, "code", 0)
            return "refused" if isinstance(code, int) and 500 <= code < 600 else "later"
        except ValueError:
            log.error("a message cannot be sent: its address is invalid")
            return "refused"
        finally:
            client.close()
        return "sent"
