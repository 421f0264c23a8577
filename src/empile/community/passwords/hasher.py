"""Hashes of passwords, computed one after another in a process of low priority.

Two queues wait for it: one for people who signed in lately from the same browser or address, or are
signed in, and one for all others. While both wait, the first gets three of four turns.
"""

from __future__ import annotations

import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from empile.bots.priority import SEARCHES
from empile.community.passwords.argon2id import PARAMETERS, hashed, verified
from empile.engine.errors import Reason
from empile.server.background.queue.interface import Job
from empile.server.background.queue.local import LocalQueue
from empile.server.background.workers import ProcessWorker, Worker
from empile.server.wire.errors import CommandError
from empile.server.wire.rate_limits import wide_network

MOST_INSIDE: Final = 64
"""Requests in each queue, with the one whose turn it is."""
MOST_OF_NETWORK: Final = 8
"""The same of one network, an IPv6 /48, in the queue for others."""
MOST_OF_ACCOUNT: Final = 4
_COST_OF_KNOWN: Final = 1.0
_COST_OF_OTHERS: Final = 3.0
"""In turns of the queue of known people."""
_FIRST_GUESS: Final = 0.5
"""Seconds of a hash, until some were made."""
_SOONEST: Final = 2.0
_LATEST: Final = 60.0
"""Bounds of the seconds after which to try again."""
_MOST_SECONDS: Final = 120.0
"""A process that takes longer for a hash is replaced."""


def busy(seconds: float) -> CommandError:
    """Return the error after which the page tries again by itself."""
    return CommandError(
        "rate_limited",
        "many people are signing in; try again in a moment",
        Reason("sign_in.busy", {}),
        retry_after=min(max(_SOONEST, seconds), _LATEST),
    )


class Asker(NamedTuple):
    """Who waits for a hash."""

    account: str
    """Its number, or the key of its login, existing or not."""
    host: str
    """The client's address."""
    is_known: bool
    """Whether the account is signed in here, or lately was."""


class Passwords:
    """Hashes and verifies in a process, or in a thread. Created on the event loop."""

    def __init__(self, in_process: bool) -> None:
        worker = (
            ProcessWorker("passwords", SEARCHES, _MOST_SECONDS)
            if in_process
            else Worker("passwords", SEARCHES)
        )
        self._queue = LocalQueue([worker], MOST_INSIDE, 2 * MOST_INSIDE)
        self._inside: Counter[tuple[str, bool, str]] = Counter()
        self._seconds = _FIRST_GUESS

    @property
    def waiting(self) -> int:
        return self._queue.waiting

    @contextmanager
    def place(self, asker: Asker) -> Generator[Place]:
        """Give a place in the queue. Raises ``CommandError`` with ``retry_after`` if there is none.

        Take it before attempts are counted: a request that is refused here was none.
        """
        known = asker.is_known
        most = {("all", known, ""): MOST_INSIDE, ("account", known, asker.account): MOST_OF_ACCOUNT}
        if not known:
            most["network", known, wide_network(asker.host)] = MOST_OF_NETWORK
        if any(self._inside[key] >= bound for key, bound in most.items()):
            raise busy(self._inside["all", known, ""] * self._seconds)
        self._inside.update(most.keys())
        try:
            yield Place(self, asker)
        finally:
            self._inside -= Counter(most.keys())  # keeps no zeros

    async def compute(self, asker: Asker, function: Callable[..., bytes], *arguments: Any) -> str:
        """Return what a function of :mod:`empile.community.passwords.argon2id` returns, in turn."""
        group, cost = "others", _COST_OF_OTHERS
        if asker.is_known:
            group, cost = "known", _COST_OF_KNOWN
        begun = time.monotonic()

        def begin() -> None:
            nonlocal begun
            begun = time.monotonic()

        job = Job(function, (PARAMETERS, *arguments), group, cost, on_turn=begin)
        try:
            result = await self._queue.run(job)
        except CommandError as error:
            if error.code != "failed":
                raise
            result = await self._queue.run(job)  # in another process: the first one was killed
        self._seconds += (time.monotonic() - begun - self._seconds) / 8
        return result.decode()

    def stop(self) -> None:
        """Refuse who waits, so that the server can stop."""
        for worker in self._queue.workers:
            worker.kill()

    async def close(self) -> None:
        await self._queue.close()


class Place:
    """A place in the queue of a request, which computes one hash."""

    def __init__(self, passwords: Passwords, asker: Asker) -> None:
        self._passwords = passwords
        self._asker = asker

    async def hash(self, password: str) -> str:
        """Return the hash to store."""
        return await self._passwords.compute(self._asker, hashed, _normal(password))

    async def verify(self, stored: str | None, password: str) -> str | None:
        """Return the hash to store from now on if a password is the one of a hash, else None.

        It is another one if ``stored`` was made with other parameters. Takes as long without a hash.
        """
        return (
            await self._passwords.compute(self._asker, verified, stored, _normal(password)) or None
        )


def _normal(password: str) -> str:
    # What two keyboards may write differently.
    return unicodedata.normalize("NFKC", password)
