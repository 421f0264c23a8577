"""What routes of accounts share: the database, passwords, mail, and settings."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from empile.community import (
    invitations,
    limits,
    passkeys,
    recovery,
    rules,
    sessions,
)
from empile.community.absences import calendar
from empile.community.absences.keeper import AbsenceKeeper
from empile.community.clock import now_ms
from empile.community.contacts import invited
from empile.community.contacts.hub import ContactsHub
from empile.community.contacts.page import FriendPages
from empile.community.contacts.service import ContactsService
from empile.community.contacts.sockets import CallSockets
from empile.community.database import Database, Work, open_database
from empile.community.fairplay import addresses
from empile.community.fairplay.service import FairPlayService
from empile.community.mail.sender import Mailer, read_smtp
from empile.community.messages import forgetting
from empile.community.messages.service import MessageService
from empile.community.moderation import forgetting as moderation
from empile.community.moderation import guests
from empile.community.notices import devices, outbox
from empile.community.notices.service import NoticeService
from empile.community.outgoing import Outgoing
from empile.community.passwords import known_addresses
from empile.community.passwords.hasher import Passwords
from empile.community.programs import tokens
from empile.community.programs.streams import Streams
from empile.community.projections.projector import Projector
from empile.community.puzzles.current import CurrentRatings
from empile.community.records.own_tables import OwnTables
from empile.community.records.statistics import Comparison
from empile.community.seats import Seats
from empile.community.webhook import outbox as results
from empile.community.webhook.sender import WebhookSender
from empile.community.webhook.signing import read_secret
from empile.server.background.analyses import Analyses
from empile.server.background.compute import Compute
from empile.server.registry import TableRegistry
from empile.server.settings import Settings
from empile.server.store.interface import Store
from empile.server.wire.errors import CommandError

Found = TypeVar("Found")

_SWEEP_SECONDS: Final = 3600.0

log = logging.getLogger("empile.community")


class Community:
    """The accounts of a server; created on the event loop."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        registry: TableRegistry,
        analyses: Analyses,
        compute: Compute,
    ) -> None:
        self.settings = settings
        self.database = open_database(settings.data, store)
        self._tasks: set[asyncio.Task[None]] = set()
        self.outgoing = Outgoing(registry.metrics)
        self.webhook = _webhook(settings, self.database, self.outgoing)
        self.projector = Projector(self.database, None if self.webhook is None else results.add)
        self.puzzle_ratings = CurrentRatings(self.database)
        self.comparison = Comparison(self.database)
        self.own_tables = OwnTables(self.database, registry)
        self.streams = Streams(self.database, registry)
        hub = ContactsHub(registry.bus)
        self.contacts = ContactsService(self.database, registry, hub)
        self.friend_pages = FriendPages(self.database, self.contacts)
        self.streams.contacts = self.contacts
        self.seats = Seats(
            self.database,
            self.projector,
            settings.origins,
            lambda: registry.rooms,
            self.streams,
            registry.bus,
            self.run_soon,
            hub,
        )
        self.call_sockets = CallSockets(
            self.database, self.seats, self.contacts, registry.settings.limits
        )
        self.absences = AbsenceKeeper(self.database, registry)
        self.seats.on_seated = self.absences.wake
        self.passwords = Passwords(settings.password_process)
        registry.metrics.queue("passwords", lambda: self.passwords.waiting)
        self.mailer: Mailer | None = None
        if settings.smtp is not None:
            assert settings.mail_from is not None
            self.mailer = Mailer(read_smtp(settings.smtp), settings.mail_from, self.outgoing)
        self.notices = NoticeService(
            self.database, registry, hub, self.mailer, self.outgoing, settings, self.run_soon
        )
        self.seats.on_stored = self.notices.turns.on_events
        self.messages = MessageService(self.database, registry, hub, settings.talk)
        self.fair_play = FairPlayService(self.database, analyses, compute)
        self._sweeping = asyncio.create_task(self._sweep())

    async def write(self, work: Work[Found]) -> Found:
        """Like ``database.write``. Raises ``name_taken`` if another request took a name first."""
        try:
            return await self.database.write(work)
        except IntegrityError as error:
            # Names are checked before they are stored; two requests may do so at the same time.
            raise CommandError("name_taken", "this name was taken meanwhile") from error

    def show_members(self, account: int) -> None:
        """Show soon at all tables what changed of the members of an account."""
        self.absences.wake()  # a deleted member is not absent any more
        self.run_soon(self.seats.members_changed(account))

    def run_soon(self, work: Coroutine[Any, Any, None]) -> None:
        """Run what no answer waits for. Failures of the store are logged."""

        async def run() -> None:
            with contextlib.suppress(CommandError):
                await work

        task = asyncio.create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            with contextlib.suppress(CommandError):  # the store logs it
                await self.database.write(forget_old)

    def stop(self) -> None:
        """End what would keep the server from stopping."""
        self.passwords.stop()
        self.streams.stop()
        self.call_sockets.stop()

    async def close(self) -> None:
        self._sweeping.cancel()
        await asyncio.gather(self._sweeping, *self._tasks, return_exceptions=True)
        await self.messages.close()
        await self.fair_play.close()
        await self.notices.close()
        if self.webhook is not None:
            await self.webhook.close()
        if self.mailer is not None:
            await self.mailer.close()
        await self.outgoing.close()
        await self.passwords.close()
        await self.streams.close()
        await self.contacts.close()
        await self.absences.close()
        await self.seats.close()
        await self.comparison.close()
        await self.projector.close()
        await self.database.close()


def _webhook(settings: Settings, database: Database, outgoing: Outgoing) -> WebhookSender | None:
    if settings.results_webhook is None:
        return None
    assert settings.webhook_secret is not None
    secret, origin = read_secret(settings.webhook_secret), min(settings.origins, default="")
    return WebhookSender(database, settings.results_webhook, secret, origin, outgoing)


def forget_old(connection: Connection) -> None:
    """Delete what is of no more use: old sessions, links, challenges, attempts and times."""
    now = now_ms()
    parts = (
        sessions,
        recovery,
        invitations,
        passkeys,
        limits,
        rules,
        tokens,
        invited,
        calendar,
        devices,
        outbox,
        moderation,
        addresses,
        known_addresses,
        results,
        forgetting,
        guests,
    )
    for part in parts:
        part.forget_old(connection, now)
