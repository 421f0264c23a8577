"""Delivers notices by page, push and mail, until one channel confirms them.

A page has a few seconds to confirm a notice. Then it is pushed, if the member has enabled push, and the
device has some minutes to confirm it. Otherwise it is added to the next mail. Any process can take the next
step: it claims the notice in the store for a limited time, so only one process sends it, and another one
takes over if the first is killed.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from typing import Final, NamedTuple

from sqlalchemy import Connection, select

from empile.community.clock import MINUTE_MS, now_ms
from empile.community.contacts.hub import ContactsHub
from empile.community.database import Database
from empile.community.mail.sender import Mailer
from empile.community.notices import devices, digest, outbox, unsubscribe
from empile.community.notices.devices import Device
from empile.community.notices.metrics import NoticeMetrics
from empile.community.notices.outbox import Due, Stage
from empile.community.notices.settings import quiet_until, settings_of
from empile.community.notices.texts import Told, digest_of, line_of, title_of
from empile.community.notices.turns import Turns
from empile.community.notices.web_push import Answer, PushError, PushKeys, encrypt, send
from empile.community.outgoing import Deliveries, Outgoing
from empile.server.store.schema import accounts, members
from empile.server.tables.tokens import key_of
from empile.server.wire.errors import CommandError
from empile.server.wire.people.notices import NoticeSettings

_EACH_SECONDS: Final = 2.0
_ABSENCES_SECONDS: Final = 60.0
_CLAIMED_MS: Final = 2 * MINUTE_MS
_AT_ONCE: Final = 60
_OF_ACCOUNT: Final = 2
"""Notices to an account that are delivered at a time."""
_DEVICES: Final = 4
"""To so many devices of the member at a time."""
_MAILS_AT_ONCE: Final = 4
CONFIRM_MS: Final = 10 * MINUTE_MS
"""Time for a device to confirm a notice; a phone may sleep."""
_AGAIN_MS: Final = MINUTE_MS // 2
_TRIES: Final = 5
_KEPT_SECONDS: Final = 24 * 3600
"""How long push services keep a message for a device that is off."""

log = logging.getLogger("empile.notices")


class _Plan(NamedTuple):
    """A notice's text, and the member's settings and devices."""

    account: int
    language: str
    settings: NoticeSettings
    devices: list[Device]
    told: Told
    mails: bool


class Courier:
    """Created on the event loop. ``contact`` is how push services reach the host."""

    def __init__(
        self,
        database: Database,
        hub: ContactsHub,
        turns: Turns,
        mailer: Mailer | None,
        keys: PushKeys | None,
        metrics: NoticeMetrics,
        outgoing: Outgoing,
        origin: str,
        contact: str,
        *,
        local: bool,
    ) -> None:
        self._database = database
        self._hub = hub
        self._turns = turns
        self._mailer = mailer
        self._keys = keys
        self._metrics = metrics
        self._outgoing = outgoing
        self._origin = origin
        self._contact = contact
        self._local = local
        self._looked = 0.0
        self._notices = Deliveries(_AT_ONCE, _OF_ACCOUNT)
        self._mails = Deliveries(_MAILS_AT_ONCE, 1)
        self._chores = [
            asyncio.create_task(self._repeat(step))
            for step in (self._tell_absences, self._deliver, self._send_mails, self._look)
        ]

    async def _repeat(self, step: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(_EACH_SECONDS)
            await _logged(step())

    async def _look(self) -> None:
        await self._metrics.look(self._database)

    async def _tell_absences(self) -> None:
        if time.monotonic() - self._looked < _ABSENCES_SECONDS:
            return
        self._looked, now = time.monotonic(), now_ms()
        if await self._database.read(lambda connection: outbox.has_absences(connection, now)):
            told = await self._database.write(
                lambda connection: outbox.tell_absences(connection, now)
            )
            self._hub.tell(told)

    async def _deliver(self) -> None:
        """Begin what is due, as far as there is room; nothing waits for what has begun."""
        while self._notices.room:
            now, busy = now_ms(), self._notices.full
            found = await self._database.read(
                partial(outbox.due, now=now, most=_AT_ONCE, busy=busy)
            )
            if not found:
                return
            claimed = self._notices.choose(found, lambda one: one.account)
            for one, ack in await self._database.write(partial(_claim, claimed, now + _CLAIMED_MS)):
                self._notices.start(one.account, _logged(self._step(one, now + _CLAIMED_MS, ack)))

    async def _step(self, found: Due, until: int, ack: str) -> None:
        now = now_ms()
        if found.kind == "turn" and not await self._turns.is_turn_of(
            found.subject, found.member, found.mark
        ):
            await self._database.write(
                lambda connection: outbox.drop_one(connection, found.id, found.mark)
            )
            return
        plan = await self._database.read(lambda connection: self._plan(connection, found, now))
        if plan is None:
            await self._database.write(
                lambda connection: outbox.drop_one(connection, found.id, found.mark)
            )
            return
        await self._go_on(found, plan, until, ack)

    async def _go_on(self, found: Due, plan: _Plan, until: int, ack: str) -> None:
        now = now_ms()
        settings = plan.settings
        if found.stage == "pushed" or found.kind not in settings.push or not plan.devices:
            await self._leave_to_mail(found, plan, until)
            return
        quiet = quiet_until(settings, now)
        if quiet is not None:
            await self._advance(found, until, "push", quiet, tries=found.tries)
            return
        answers = await self._push(found, plan, ack)
        gone = [one for one, answer in answers.items() if answer is not None and answer.is_gone]
        if gone:
            await self._database.write(lambda connection: devices.note_dead(connection, gone, now))
        taken = [answer for answer in answers.values() if answer is not None and answer.is_taken]
        if len(taken) + len(gone) < len(answers):
            self._metrics.failed("push", len(answers) - len(taken) - len(gone))
        if taken:
            self._metrics.sent("push")
            await self._advance(found, until, "pushed", now + CONFIRM_MS)
            return
        failed = [answer for one, answer in answers.items() if one not in gone]
        if failed and found.tries + 1 < _TRIES:
            wait = _AGAIN_MS * 4**found.tries
            asked = max((one.retry_seconds or 0) for one in failed if one) if any(failed) else 0
            at = now + max(wait, min(asked, _KEPT_SECONDS) * 1000)
            await self._advance(found, until, "push", at, tries=found.tries + 1)
            return
        await self._leave_to_mail(found, plan, until)

    async def _leave_to_mail(self, found: Due, plan: _Plan, until: int) -> None:
        if not plan.mails:
            await self._advance(found, until, "done", None)
            return
        now = now_ms()

        def write(connection: Connection) -> None:
            if outbox.advance(connection, found, until, "mail", None):
                digest.schedule(connection, plan.account, plan.settings, now)

        await self._database.write(write)

    async def _advance(
        self, found: Due, until: int, stage: Stage, due: int | None, *, tries: int = 0
    ) -> None:
        await self._database.write(
            lambda connection: outbox.advance(connection, found, until, stage, due, tries=tries)
        )

    def _plan(self, connection: Connection, found: Due, now: int) -> _Plan | None:
        """Return the delivery plan, or None if the notice is obsolete."""
        if not outbox.still_holds(connection, found.id, now):
            return None
        row = connection.execute(
            select(members.c.account, members.c.name, accounts.c.language)
            .join(accounts, accounts.c.id == members.c.account)
            .where(members.c.id == found.member, members.c.deleted.is_(None))
        ).first()
        if row is None:
            return None
        settings = settings_of(connection, found.member)
        there = (
            devices.of_member(connection, found.member, now, self._keys.public)
            if self._keys
            else []
        )
        others = select(members.c.id).where(
            members.c.account == row.account,
            members.c.id != found.member,
            members.c.kind != "bot",
            members.c.deleted.is_(None),
        )
        shared = connection.scalar(others.limit(1)) is not None
        mails = (
            self._mailer is not None
            and found.kind in settings.mail
            and digest.address_of(connection, row.account) is not None
        )
        told = digest.told_of(connection, found.id, row.name if shared else "")
        return _Plan(row.account, row.language, settings, there, told, mails)

    # -- Push --------------------------------------------------------------------------------------

    async def _push(self, found: Due, plan: _Plan, ack: str) -> Mapping[int, Answer | None]:
        """Push a notice to all devices; return what their services answered, None if nothing."""
        message = {
            "title": title_of(plan.told, plan.language),
            "body": line_of(plan.told, plan.language),
            "lang": plan.language,
            "path": plan.told.path,
            # A later notice about the same takes the place of this one.
            "tag": f"{found.kind}-{found.subject}",
            "ack": ack,
        }
        body = json.dumps(message, ensure_ascii=False).encode()
        topic = hashlib.sha256(f"{found.kind} {found.subject}".encode()).hexdigest()[:32]
        places = asyncio.Semaphore(_DEVICES)

        async def push(device: Device) -> Answer | None:
            async with places:
                return await self._push_to(device, body, topic)

        answers = await asyncio.gather(*map(push, plan.devices))
        return {device.id: answer for device, answer in zip(plan.devices, answers, strict=True)}

    async def _push_to(self, device: Device, body: bytes, topic: str) -> Answer | None:
        assert self._keys is not None
        endpoint = device.recipient.endpoint
        headers = {
            "TTL": str(_KEPT_SECONDS),
            "Topic": topic,
            "Urgency": "normal",
        }
        try:
            headers["Authorization"] = await asyncio.to_thread(
                self._keys.authorization, endpoint, self._contact, time.time()
            )
            encrypted = await asyncio.to_thread(encrypt, body, device.recipient)
            answer = await send(
                self._outgoing, device.recipient, encrypted, headers, local=self._local
            )
        except PushError as error:
            log.warning("a notice cannot be pushed: %s", error)
            return None
        if not answer.is_taken and not answer.is_gone:
            log.warning("a push service answered %d", answer.status)
        return answer

    # -- Mail --------------------------------------------------------------------------------------

    async def _send_mails(self) -> None:
        if self._mailer is None:
            return
        now = now_ms()
        found = await self._database.read(lambda connection: digest.due(connection, now))
        for one in self._mails.choose(found, lambda one: one[0]):
            self._mails.start(one[0], _logged(self._mail(self._mailer, one)))

    async def _mail(self, mailer: Mailer, found: tuple[int, int]) -> None:
        account, due = found
        now = now_ms()
        until = now + digest.CLAIMED_MS

        def claim(connection: Connection) -> str | None:
            if not digest.claim(connection, account, due, until):
                return None
            return unsubscribe.token_of(connection, account)

        token = await self._database.write(claim)
        if token is None:
            return
        letter = await self._database.read(
            lambda connection: digest.letter_to(connection, account, now)
        )
        items = [] if letter is None else [one for one in letter.items if await self._stands(one)]
        if letter is not None and items:
            told = [one.told for one in items]
            mail = digest_of(told, letter.language, letter.login, self._origin)
            link = f"{self._origin}{unsubscribe.PATH}{token}"
            outcome = await mailer.deliver(letter.address, mail.subject, mail.text, link)
            if outcome == "sent":
                self._metrics.sent("mail", len(items))
            else:
                self._metrics.failed("mail")
            if outcome == "later":
                await self._database.write(
                    lambda connection: digest.put_off(
                        connection, account, until, now_ms() + digest.AGAIN_MS
                    )
                )
                return
        await self._database.write(
            lambda connection: digest.finish(connection, account, until, items, now_ms())
        )

    async def _stands(self, item: digest.Item) -> bool:
        return item.kind != "turn" or await self._turns.is_turn_of(
            item.subject, item.member, item.mark
        )

    async def close(self) -> None:
        """Stop; claimed notices are taken up by another process, or after the next start."""
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        await self._notices.close()
        await self._mails.close()


def _claim(found: Iterable[Due], until: int, connection: Connection) -> list[tuple[Due, str]]:
    """Claim notices that no other process has claimed; return them, each with a new secret."""
    claimed = [one for one in found if outbox.claim(connection, one, until)]
    acks = [(one, secrets.token_urlsafe(18)) for one in claimed]
    for one, ack in acks:
        outbox.set_ack(connection, one.id, key_of(ack))
    return acks


async def _logged(work: Awaitable[None]) -> None:
    """Wait for a part of the work; errors are logged."""
    try:
        await work
    except CommandError:
        pass  # the gateway logs it
    except Exception:
        log.exception("notices cannot be delivered")
