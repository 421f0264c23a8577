"""Connections that the server opens to other machines: each has one deadline, for all of it.

A peer that sends a byte now and then keeps a connection that limits each read for ever. Open no other
connections than with :meth:`Outgoing.deadline`; those to the store and the bus have limits of their own.
"""

from __future__ import annotations

import asyncio
import functools
import ipaddress
import socket
import ssl
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any, Final, Literal, NamedTuple, TypeVar
from urllib.parse import urlsplit

import h11

from empile.engine.errors import EmpileError
from empile.server.metrics import Metrics

Item = TypeVar("Item")
Kind = Literal["push", "webhook", "mail"]
DEADLINES: Final[dict[Kind, float]] = {"push": 10.0, "webhook": 10.0, "mail": 60.0}
"""Seconds for each connection, from the look-up of the host to the end of the answer."""
_LOOKUPS: Final = 128
"""Threads that look up hosts, at most. Those of push services are chosen by strangers, whose name servers may be
slow: the threads of the event loop are not for them."""
_READ_BYTES: Final = 4096


class OutgoingError(EmpileError):
    """Another machine cannot be reached, has not answered in time, or may not be asked."""


class Answer(NamedTuple):
    """What a server answered to a request."""

    status: int
    headers: dict[str, str]
    """By their names in small letters."""


class Outgoing:
    """What this process asks of other machines, and how long that takes."""

    def __init__(self, metrics: Metrics) -> None:
        self._seconds = metrics.histogram(
            "empile_outgoing_seconds", "Seconds of connections to other machines", "kind", DEADLINES
        )
        self._overdue = metrics.counter(
            "empile_outgoing_overdue",
            "Connections to other machines that were ended at their deadline",
            "kind",
            DEADLINES,
        )
        self._lookups = ThreadPoolExecutor(_LOOKUPS, "lookup")

    @asynccontextmanager
    async def deadline(self, kind: Kind) -> AsyncGenerator[None]:
        """End what the block does at the deadline of ``kind``. Raises :class:`OutgoingError` then."""
        began = time.perf_counter()
        limit = asyncio.timeout(DEADLINES[kind])
        try:
            async with limit:
                yield
        except TimeoutError:
            if not limit.expired():
                raise
            self._overdue.labels(kind).inc()
            raise OutgoingError("the answer did not come in time") from None
        finally:
            self._seconds.labels(kind).observe(time.perf_counter() - began)

    async def post(
        self, kind: Kind, url: str, body: bytes, headers: Mapping[str, str], *, inside: bool
    ) -> Answer:
        """Send a request to ``http://`` or ``https://``; redirects are not followed.

        ``inside`` admits addresses that are not public. Raises :class:`OutgoingError`.
        """
        try:
            parts = urlsplit(url)
            is_secure = parts.scheme == "https"
            async with self.deadline(kind):
                host, port = parts.hostname or "", parts.port or (443 if is_secure else 80)
                address, context = await asyncio.get_running_loop().run_in_executor(
                    self._lookups, _looked_up, host, port, inside, is_secure
                )
                # The host is not looked up again: its address was checked.
                reader, writer = await asyncio.open_connection(
                    address, port, ssl=context, server_hostname=host if is_secure else None
                )
                try:
                    return await _asked(reader, writer, url, body, headers)
                finally:
                    writer.transport.abort()
        except (OSError, ValueError, h11.ProtocolError) as error:
            # Without the address, which may identify a browser.
            raise OutgoingError(type(error).__name__) from None

    async def close(self) -> None:
        """Drop the look-ups that nobody waits for."""
        self._lookups.shutdown(wait=False, cancel_futures=True)


@functools.cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()


def _looked_up(
    host: str, port: int, inside: bool, is_secure: bool
) -> tuple[str, ssl.SSLContext | None]:
    """Return an address of a host, and how it is authenticated. Blocks: hosts are looked up."""
    entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = [str(place[0]) for *_, place in entries]
    if not inside and not all(ipaddress.ip_address(address).is_global for address in addresses):
        raise OutgoingError("it has no public address")
    return addresses[0], _tls() if is_secure else None


async def _asked(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    url: str,
    body: bytes,
    headers: Mapping[str, str],
) -> Answer:
    """Send a request; return the head of the answer, whose body is not read."""
    parts = urlsplit(url)
    target = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
    host = parts.netloc.rpartition("@")[2]
    fields = [("Host", host), ("Content-Length", str(len(body))), *headers.items()]
    connection = h11.Connection(h11.CLIENT)
    request = h11.Request(method="POST", target=target, headers=[*fields, ("Connection", "close")])
    for part in (request, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(connection.send(part) or b"")
    await writer.drain()
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            connection.receive_data(await reader.read(_READ_BYTES))
        elif isinstance(event, h11.Response):
            answered = {
                name.decode("latin-1"): value.decode("latin-1") for name, value in event.headers
            }
            return Answer(event.status_code, answered)
        elif not isinstance(event, h11.InformationalResponse):
            raise ConnectionError


class Deliveries:
    """Deliveries side by side: none waits for another one, and nobody takes all places.

    :param most: how many run at a time.
    :param of_one: how many of them are for the same account.
    """

    def __init__(self, most: int, of_one: int) -> None:
        self._most = most
        self._of_one = of_one
        self._running: dict[asyncio.Task[None], int] = {}

    @property
    def room(self) -> int:
        """How many more may run."""
        return self._most - len(self._running)

    @property
    def full(self) -> list[int]:
        """The accounts for which no more may run."""
        return [
            account for account, n in Counter(self._running.values()).items() if n >= self._of_one
        ]

    def choose(self, due: Iterable[Item], whose: Callable[[Item], int]) -> list[Item]:
        """Return what may run now; ``whose`` returns the account of a delivery."""
        running, chosen = Counter(self._running.values()), list[Item]()
        for delivery in due:
            if len(chosen) < self.room and running[whose(delivery)] < self._of_one:
                running[whose(delivery)] += 1
                chosen.append(delivery)
        return chosen

    def start(self, account: int, work: Coroutine[Any, Any, None]) -> None:
        """Run a delivery that was chosen."""
        task = asyncio.create_task(work)
        self._running[task] = account
        task.add_done_callback(self._running.pop)

    async def close(self) -> None:
        """Cancel what runs."""
        running = list(self._running)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
