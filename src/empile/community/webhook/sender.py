"""Sends public results to the webhook of the host."""

from __future__ import annotations

import asyncio
import logging
import time
from datetime import UTC, datetime
from functools import partial
from typing import Final

import msgspec

from empile.community.clock import MINUTE_MS, now_ms
from empile.community.database import Database
from empile.community.outgoing import Outgoing, OutgoingError
from empile.community.records import public_results
from empile.community.webhook import outbox
from empile.community.webhook.outbox import Due
from empile.community.webhook.signing import signature
from empile.server.wire.errors import CommandError
from empile.server.wire.people.profiles import PublicResult

_EACH_SECONDS: Final = 2.0
_CLAIMED_MS: Final = MINUTE_MS
_AT_ONCE: Final = 4

log = logging.getLogger("empile.webhook")


class GameFinished(msgspec.Struct, frozen=True):
    """What the webhook gets."""

    type: str
    """``game.finished``."""
    timestamp: str
    """When the game ended (RFC 3339)."""
    link: str
    """The replay; empty if the table was deleted."""
    data: PublicResult


class WebhookSender:
    """Created on the event loop. ``origin`` is the address of this server in links."""

    def __init__(
        self, database: Database, address: str, secret: bytes, origin: str, outgoing: Outgoing
    ) -> None:
        self._database = database
        self._address = address
        self._secret = secret
        self._origin = origin
        self._outgoing = outgoing
        self._chore = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_EACH_SECONDS)
            try:
                while await self._send_due():
                    pass
            except CommandError:
                pass  # the gateway logs it
            except Exception:
                log.exception("results cannot be sent")

    async def _send_due(self) -> bool:
        """Send some results; return whether there may be more."""
        now = now_ms()
        found = await self._database.read(partial(outbox.due, now=now, most=_AT_ONCE))
        sent = await asyncio.gather(*map(self._step, found))
        return len(found) == _AT_ONCE and all(sent)

    async def _step(self, found: Due) -> bool:
        """Send a result, unless another process does; return False if the webhook did not take it."""
        until = now_ms() + _CLAIMED_MS
        if not await self._database.write(lambda c: outbox.claim(c, found, until)):
            return True
        claimed = found._replace(due=until)
        result = await self._database.read(
            lambda c: public_results.one(c, claimed.number, claimed.game)
        )
        # A player may have hidden the profile since.
        if result is None or await self._post(result):
            await self._database.write(lambda c: outbox.finish(c, claimed))
            return True
        await self._database.write(lambda c: outbox.put_off(c, claimed, now_ms()))
        return False

    async def _post(self, result: PublicResult) -> bool:
        """Return whether the webhook has taken a result."""
        link = f"{self._origin}/r/{result.table}?game={result.number}" if result.replay else ""
        ended = datetime.fromtimestamp(result.ended / 1000, UTC).isoformat(timespec="seconds")
        body = msgspec.json.encode(GameFinished("game.finished", ended, link, result))
        # The same at each attempt: so the webhook knows what it has.
        message = f"{result.table}.{result.number}"
        now = int(time.time())
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Empile",
            "webhook-id": message,
            "webhook-timestamp": str(now),
            "webhook-signature": signature(self._secret, message, now, body),
        }
        try:
            # An address of the host's choice, also of its own network.
            answer = await self._outgoing.post("webhook", self._address, body, headers, inside=True)
        except OutgoingError as error:
            log.warning("the webhook does not answer: %s", error)
            return False
        if not 200 <= answer.status < 300:
            log.warning("the webhook answered %d", answer.status)
            return False
        return True

    async def close(self) -> None:
        """Stop; claimed results are sent by another process, or after the next start."""
        self._chore.cancel()
        await asyncio.gather(self._chore, return_exceptions=True)
