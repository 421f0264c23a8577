"""Notices of a server: settings, live updates and delivery."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine
from typing import Any, Final

from sqlalchemy import Connection

from empile.community import sessions
from empile.community.clock import now_ms
from empile.community.contacts.hub import ContactsHub
from empile.community.database import Database
from empile.community.mail.sender import Mailer
from empile.community.notices import devices, digest, outbox
from empile.community.notices.change_feed import ChangeFeed, FeedSlots
from empile.community.notices.courier import Courier
from empile.community.notices.metrics import NoticeMetrics
from empile.community.notices.settings import KINDS, settings_of
from empile.community.notices.turns import Turns
from empile.community.notices.web_push import PushKeys, read_keys
from empile.community.outgoing import Outgoing
from empile.community.sessions import Session
from empile.server.registry import TableRegistry
from empile.server.settings import Settings
from empile.server.wire.connection import Connection as WebConnection
from empile.server.wire.errors import CommandError
from empile.server.wire.people.notices import NoticeChoices, NoticeKind, Notices

MOST_PAGES: Final = 20
"""Pages of a member that follow its notices, in one process."""
_LOOK_SECONDS: Final = 60.0
"""After this time a notice is left out that does not hold any more."""


class NoticeService:
    """Created on the event loop; ``run_soon`` runs what no answer waits for."""

    def __init__(
        self,
        database: Database,
        registry: TableRegistry,
        hub: ContactsHub,
        mailer: Mailer | None,
        outgoing: Outgoing,
        settings: Settings,
        run_soon: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self.local = settings.push_locally
        self._kinds: list[NoticeKind] = [
            kind for kind in KINDS if kind != "message" or settings.talk == "free"
        ]
        self._database = database
        self._hub = hub
        self._sends_mail = mailer is not None
        self._keys: PushKeys | None = None
        if settings.push_keys is not None:
            self._keys = read_keys(settings.push_keys)
        self.slots = FeedSlots(MOST_PAGES, f"at most {MOST_PAGES} pages follow notices")
        self.metrics = NoticeMetrics(registry.metrics)
        origin = min(settings.origins, default="")
        self.turns = Turns(database, registry, hub, run_soon)
        self.courier = Courier(
            database,
            hub,
            self.turns,
            mailer,
            self._keys,
            self.metrics,
            outgoing,
            origin,
            _contact(settings.mail_from, origin),
            local=self.local,
        )

    def choices(
        self, connection: Connection, member: int, session: Session, now: int
    ) -> NoticeChoices:
        """Return what a member chose, and what this server offers."""
        address = digest.address_of(connection, session.account)
        return NoticeChoices(
            settings_of(connection, member),
            self._kinds,
            devices.listed(connection, member, session, now, self.push_key),
            self.push_key,
            "off" if not self._sends_mail else "ready" if address else "unconfirmed",
        )

    @property
    def push_key(self) -> str | None:
        """The public key of the server for ``PushManager.subscribe()``, or None."""
        return None if self._keys is None else self._keys.public

    def require_push(self) -> str:
        """Return the public key. Raises ``CommandError`` unless this server pushes notices."""
        if self._keys is None:
            raise CommandError("bad_request", "this server pushes nothing")
        return self._keys.public

    def follow(
        self, member: int, token: str | None, connection: WebConnection
    ) -> Callable[[], None]:
        """Send the notices of a member to a page; return what to call at its end."""
        release = self.slots.take(member)

        def read(connection: Connection) -> Notices:
            now = now_ms()
            sessions.find(connection, token, now)
            return outbox.listed(connection, member, now)

        feed = ChangeFeed(self._database, read, connection, _LOOK_SECONDS)
        feed.at_end(self._hub.watch(member, feed.wake), release)
        return feed.close

    async def close(self) -> None:
        """Stop."""
        await self.courier.close()
        await self.turns.close()


def _contact(mail_from: str | None, origin: str) -> str:
    """Return how push services reach the host, as a URL."""
    found = re.search(r"[^\s<>]+@[^\s<>]+", mail_from or "")
    return f"mailto:{found[0]}" if found else origin
