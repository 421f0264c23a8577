"""Notices in both kinds of stores, from what happens to the mail."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Connection, insert, select

from empile.community.clock import HOUR_MS, now_ms
from empile.community.notices import courier, outbox
from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.schema import absences, members, notices
from tests.community.notices.push_service import PushService
from tests.community.notices.readers import Reader
from tests.community.playing import eventually
from tests.community.smtp_server import MailServer
from tests.long.community.notices.test_turns import DAYS, begin, pass_turn
from tests.server.serving import serving
from tests.server.store.conftest import location as location

ALL = ["turn", "challenge", "friend", "absence"]


def forget_old(location: StoreLocation, now: int) -> None:
    def forget(connection: Connection) -> None:
        outbox.forget_old(connection, now)
        connection.commit()

    database.write(location, forget)


def test_all_kinds_pass_all_channels(
    location: StoreLocation,
    channels: dict[str, Any],
    service: PushService,
    post: MailServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(courier, "CONFIRM_MS", 100)
    found = select(notices.c.stage)
    with serving(location, **channels) as server:
        anne, bea = Reader(server, "Anne"), Reader(server, "Bea")
        anne.confirm_address(post)
        anne.choose(push=ALL, mail=ALL, digest="hourly")
        phone = service.subscriber()
        anne.subscribe(phone)
        bea.ask(member=anne.member)
        bea.challenged(anne)
        table, _, other = begin(server, anne, clock=DAYS)
        pass_turn(server, table, other)
        now = now_ms()

        def store(connection: Connection) -> None:
            number = connection.scalar(select(members.c.id).where(members.c.public == anne.member))
            row = {"member": number, "began": now - HOUR_MS, "ended": now + HOUR_MS // 2}
            connection.execute(insert(absences).values(**row, stand_in=0))
            connection.commit()

        database.write(location, store)
        pushed = [phone.read(body)["tag"] for _, _, body in service.wait_for(4)]
        assert {tag.partition("-")[0] for tag in pushed} == set(ALL)
        assert {one["kind"] for one in anne.told()} == set(ALL)
        assert "Hello Anne" in str(post.wait_for(2)[1].get_content())
        # What came later waits for the next mail.
        eventually(
            lambda: database.read(
                location,
                lambda connection: set(connection.scalars(found)) <= {"done", "mail"},
            )
        )
        ids = [one["id"] for one in anne.told()]
        assert anne.seen(*ids, read=True)["unread"] == 0
        exported = anne.get("/api/me/export").json()["members"][0]["notices"]["told"]
        assert len(exported) == 4
        for later, left in ((0, 4), (outbox.KEPT_MS + 1, 0)):
            forget_old(location, now_ms() + later)
            # The absence of this test is told again once its notice is forgotten.
            assert len([one for one in anne.told() if one["id"] in ids]) == left
        assert anne.delete("/api/me").status_code == 204
