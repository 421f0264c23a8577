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
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, NamedTuple, TypeVar

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
from empile.server.store.schema import accounts, members
from empile.server.tables.tokens import key_of
from empile.server.wire.errors import CommandError
from empile.server.wire.people.notices import NoticeSettings

_EACH_SECONDS: Final = 2.0
_ABSENCES_SECONDS: Final = 60.0
_CLAIMED_MS: Final = 2 * MINUTE_MS
_AT_ONCE: Final = 50
_SENDING: Final = 4
"""Threads that talk to push services."""
CONFIRM_MS: Final = 10 * MINUTE_MS
"""Time for a device to confirm a notice; a phone may sleep."""
_AGAIN_MS: Final = MINUTE_MS // 2
_TRIES: Final = 5
_KEPT_SECONDS: Final = 24 * 3600
"""How long push services keep a message for a device that is off."""

log = logging.getLogger("empile.notices")

_Found = TypeVar("_Found")


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
        self._origin = origin
        self._contact = contact
        self._local = local
        self._looked = 0.0
        self._threads = ThreadPoolExecutor(_SENDING, "push")
        self._chore = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_EACH_SECONDS)
            for step in (self._tell_absences, self._deliver, self._send_mails, self._look):
                try:
                    await step()
                except CommandError:
                    pass  # the gateway logs it
                except Exception:
                    log.exception("notices cannot be delivered")

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
        now = now_ms()
        found = await self._database.read(lambda connection: outbox.due(connection, now, _AT_ONCE))
        if found:
            await _each(found, self._step)

    async def _step(self, found: Due) -> None:
        now = now_ms()
        until, ack = now + _CLAIMED_MS, secrets.token_urlsafe(18)

        def claim(connection: Connection) -> bool:
            if not outbox.claim(connection, found, until):
                return False
            outbox.set_ack(connection, found.id, key_of(ack))
            return True

        if not await self._database.write(claim):
            return
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
        loop = asyncio.get_running_loop()
        sent = [
            loop.run_in_executor(self._threads, self._push_to, device, body, topic)
            for device in plan.devices
        ]
        answers = await asyncio.gather(*sent)
        return {device.id: answer for device, answer in zip(plan.devices, answers, strict=True)}

    def _push_to(self, device: Device, body: bytes, topic: str) -> Answer | None:
        assert self._keys is not None
        endpoint = device.recipient.endpoint
        headers = {
            "Authorization": self._keys.authorization(endpoint, self._contact, time.time()),
            "TTL": str(_KEPT_SECONDS),
            "Topic": topic,
            "Urgency": "normal",
        }
        try:
            encrypted = encrypt(body, device.recipient)
            answer = send(device.recipient, encrypted, headers, local=self._local)
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
        if found:
            await _each(found, partial(self._mail, self._mailer))

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
        self._chore.cancel()
        await asyncio.gather(self._chore, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)


async def _each(found: Iterable[_Found], act: Callable[[_Found], Awaitable[None]]) -> None:
    """Process all items concurrently; errors are logged."""
    for outcome in await asyncio.gather(*map(act, found), return_exceptions=True):
        if isinstance(outcome, Exception) and not isinstance(outcome, CommandError):
            log.error("a notice cannot be delivered", exc_info=outcome)
