"""How notices come to members: by the page, by push, and by mail."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, select, update

from empile.community.clock import now_ms
from empile.community.notices import courier, devices, digest
from empile.community.notices.web_push import make_keys
from empile.server.store import database
from empile.server.store.schema import notice_digests, notices, push_devices, sessions
from tests.community.notices.push_service import PushService
from tests.community.notices.readers import Reader, stages
from tests.community.people import PASSWORD, Browser, code_of
from tests.community.playing import add_member, eventually, member_of
from tests.community.smtp_server import MailServer
from tests.server.serving import Serving, serving
from tests.support.patience import slowness

ALL = ["turn", "challenge", "friend", "absence"]


def rows_of(data: Path, table: Any) -> int:
    found = select(func.count()).select_from(table)
    return int(database.read(data, lambda connection: connection.scalar(found)) or 0)


def due_of(data: Path, table: Any) -> int:
    """Return when the one row of a table is due."""
    due = database.read(data, lambda connection: connection.scalar(select(table.c.due)))
    assert due is not None
    return int(due)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite3"


@pytest.fixture
def anne(server: Serving) -> Reader:
    return Reader(server, "Anne")


@pytest.fixture
def bea(server: Serving) -> Reader:
    return Reader(server, "Bea")


def test_by_default_only_the_page_tells(
    anne: Reader, bea: Reader, data: Path, post: MailServer, service: PushService
) -> None:
    anne.subscribe(service.subscriber())
    anne.confirm_address(post)
    bea.ask(member=anne.member)
    found = anne.wait_for("friend")
    assert found == {"id": found["id"], "kind": "friend", "made": found["made"], "name": "Bea"}
    eventually(lambda: stages(data) == ["done"])
    assert service.received == []
    assert len(post.received) == 1  # the link that confirmed the address
    assert rows_of(data, notice_digests) == 0


def test_stream_tells_at_once_and_a_page_in_sight_keeps_other_channels_quiet(
    anne: Reader, bea: Reader, data: Path, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("empile.community.notices.outbox.PAGE_MS", int(1500 * slowness()))
    anne.choose(push=ALL)
    anne.subscribe(service.subscriber())
    lists = anne.lists()
    assert next(lists) == {"notices": [], "unread": 0}
    bea.challenged(anne)
    shown = next(lists)
    assert shown["unread"] == 1
    (told,) = shown["notices"]
    assert (told["kind"], told["game"], told["name"]) == ("challenge", "blox", "Bea")
    anne.seen(told["id"])
    assert stages(data) == ["done"]
    time.sleep(1.6 * slowness())
    assert service.received == []
    assert anne.seen(told["id"], read=True)["unread"] == 0
    assert next(lists)["notices"][0]["read"] is True
    anne.delete("/api/sessions/current")


def test_push_reaches_the_device_which_confirms_it(
    anne: Reader, bea: Reader, server: Serving, data: Path, post: MailServer, service: PushService
) -> None:
    anne.confirm_address(post)
    anne.choose(push=ALL, mail=ALL, digest="hourly")
    phone = service.subscriber()
    shown = anne.subscribe(phone)
    assert [one["own"] for one in shown["devices"]] == [True]
    table = bea.challenged(anne)["challenge"]["table"]
    ((path, headers, body),) = service.wait_for(1)
    assert path == "/push/phone"
    assert headers["content-encoding"] == "aes128gcm"
    assert headers["authorization"].endswith(f", k={shown['push_key']}")
    assert int(headers["ttl"]) > 0
    message = phone.read(body)
    assert message["body"] == "Bea challenges you to a game of Blox."
    assert (message["path"], message["tag"]) == ("/friends", f"challenge-{table}")
    assert b"Bea" not in body
    eventually(lambda: stages(data) == ["pushed"])
    for ack in ("unknown", message["ack"]):
        assert stages(data) == ["pushed"]
        answer = Browser(server).post("/api/notices/shown", json={"ack": ack})
        assert answer.status_code == 204
    assert stages(data) == ["done"]
    assert rows_of(data, notice_digests) == 0


def test_what_no_device_confirms_is_mailed_once(
    anne: Reader,
    bea: Reader,
    server: Serving,
    data: Path,
    post: MailServer,
    service: PushService,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(courier, "CONFIRM_MS", 100)
    monkeypatch.setattr(digest, "GATHER_MS", int(1500 * slowness()))
    anne.confirm_address(post)
    anne.choose(push=["challenge"], mail=ALL, digest="hourly")
    anne.subscribe(service.subscriber())
    carl = Reader(server, "Carl")
    sent = len(post.received)
    bea.challenged(anne)
    carl.ask(member=anne.member)
    bea.challenged(anne, game="block-ness")
    mail = post.wait_for(sent + 1)[-1]
    text = str(mail.get_content())
    assert mail["to"] == "anne@example.org"
    assert mail["subject"] == "News from Empile"
    for line in ("Bea challenges you to a game of Blox.", "Carl would like to be your friend.",
                 "Bea challenges you to a game of Block Ness."):  # fmt: skip
        assert line in text
    assert text.count("https://play.example.org/friends") == 3
    assert text.rstrip().endswith("https://play.example.org/notices")
    eventually(lambda: stages(data) == ["done"] * 3)
    assert len(service.received) == 2
    # The next one waits for an hour after this one.
    Reader(server, "Dora").ask(member=anne.member)
    eventually(lambda: stages(data)[-1] == "mail")
    time.sleep(0.5)
    assert len(post.received) == sent + 1


def test_mail_waits_for_a_server_that_is_busy(
    anne: Reader, bea: Reader, post: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("empile.community.notices.digest.AGAIN_MS", 50)
    anne.confirm_address(post)
    anne.choose(mail=["friend"], digest="hourly")
    sent = len(post.received)
    post.busy = 2
    bea.ask(member=anne.member)
    assert "Bea" in str(post.wait_for(sent + 1)[-1].get_content())


def test_mail_needs_a_confirmed_address(
    anne: Reader, bea: Reader, data: Path, post: MailServer
) -> None:
    assert anne.choices()["mail"] == "unconfirmed"
    anne.patch("/api/me", json={"email": "anne@example.org"})
    post.wait_for(1)
    anne.choose(mail=ALL, digest="hourly")
    bea.ask(member=anne.member)
    eventually(lambda: stages(data) == ["done"])
    assert len(post.received) == 1


def test_daily_mail_waits_for_the_evening(
    anne: Reader, bea: Reader, data: Path, post: MailServer
) -> None:
    anne.confirm_address(post)
    anne.choose(mail=ALL)
    bea.ask(member=anne.member)
    eventually(lambda: stages(data) == ["mail"])
    due = due_of(data, notice_digests)
    assert due // 3_600_000 % 24 == 18
    assert due > time.time() * 1000


@pytest.mark.parametrize("status", [404, 410])
def test_dead_device_is_shown_and_gets_nothing_more(
    anne: Reader, bea: Reader, data: Path, service: PushService, status: int
) -> None:
    anne.choose(push=ALL)
    anne.subscribe(service.subscriber())
    service.statuses = [status]
    bea.ask(member=anne.member)
    eventually(lambda: stages(data) == ["done"])
    assert [one["dead"] for one in anne.choices()["devices"]] == [True]
    bea.challenged(anne)
    eventually(lambda: stages(data) == ["done"] * 2)
    assert len(service.received) == 1
    # The browser subscribes again: by itself, or because its user asks for it.
    anne.renew(service.subscriber("again"))
    assert [one["dead"] for one in anne.choices()["devices"]] == [False]
    bea.challenged(anne, game="block-ness")
    assert service.wait_for(2)[-1][0] == "/push/again"
    forget_devices(data, now_ms() + devices.SHOWN_MS)
    assert len(anne.choices()["devices"]) == 1


def test_dead_device_goes_after_a_month(
    anne: Reader, bea: Reader, data: Path, service: PushService
) -> None:
    anne.choose(push=ALL)
    anne.subscribe(service.subscriber())
    service.statuses = [410]
    bea.ask(member=anne.member)
    eventually(lambda: anne.choices()["devices"][0]["dead"])
    forget_devices(data, now_ms() + devices.SHOWN_MS - 60_000)
    assert len(anne.choices()["devices"]) == 1
    forget_devices(data, now_ms() + devices.SHOWN_MS + 60_000)
    assert anne.choices()["devices"] == []


def forget_devices(data: Path, now: int) -> None:
    def forget(connection: Connection) -> None:
        connection.execute(update(sessions).values(expires=now + 1))
        devices.forget_old(connection, now)
        connection.commit()

    database.write(data, forget)


def test_renewing_is_of_the_session_alone(
    anne: Reader, bea: Reader, server: Serving, service: PushService
) -> None:
    """A browser that gets nothing is not added, nor is one of another session replaced."""
    tom = add_member(anne, "Tom")
    other = Browser(server)
    assert other.sign_in("Anne").status_code == 200
    anne.subscribe(service.subscriber())
    assert anne.post(
        f"/api/members/{tom}/notices/devices", json=service.subscriber().subscription
    ).is_success
    renewed = service.subscriber("renewed").subscription
    for browser in (bea, other):
        assert browser.put("/api/notices/device", json=renewed).status_code == 204
    assert bea.choices()["devices"] == []
    assert endpoints(anne) == ["/push/phone"] * 2
    anne.renew(service.subscriber("renewed"))
    assert endpoints(anne) == ["/push/renewed"] * 2
    assert code_of(Browser(server).put("/api/notices/device", json=renewed)) == (401, "signed_out")


def endpoints(browser: Browser) -> list[str]:
    """Return where notices to the members of an account are pushed."""
    found = browser.get("/api/me/export").json()["members"]
    return [
        "/push/" + device["endpoint"].rpartition("/")[2]
        for member in found
        for device in member["notices"]["devices"]
    ]


def test_devices_of_other_keys_are_dead(
    channels: dict[str, Any], data: Path, tmp_path: Path, service: PushService
) -> None:
    with serving(data, **channels) as server:
        anne = Reader(server, "Anne")
        anne.choose(push=ALL)
        anne.subscribe(service.subscriber())
        key = anne.choices()["push_key"]
        cookies = dict(anne.cookies)
    make_keys(tmp_path / "other.pem")
    channels["push_keys"] = tmp_path / "other.pem"
    with serving(data, **channels) as server:
        again = Browser(server)
        again.cookies.update(cookies)
        told = again.get(f"/api/members/{anne.member}/notices/settings").json()
        assert told["push_key"] != key
        assert [(one["own"], one["dead"]) for one in told["devices"]] == [(True, True)]
        assert again.get("/api/notices/push-key").json() == {"push_key": told["push_key"]}
        Reader(server, "Bea").ask(member=anne.member)
        eventually(lambda: stages(data) == ["done"])
        assert service.received == []
        phone = service.subscriber().subscription
        assert again.put("/api/notices/device", json=phone).status_code == 204
        Reader(server, "Carl").ask(member=anne.member)
        service.wait_for(1)


def test_push_is_tried_again(anne: Reader, bea: Reader, data: Path, service: PushService) -> None:
    anne.choose(push=ALL)
    anne.subscribe(service.subscriber())
    service.statuses = [503, 429]
    bea.ask(member=anne.member)
    assert len(service.wait_for(3)) == 3
    eventually(lambda: stages(data) == ["pushed"])


def test_quiet_hours_put_a_push_off(
    anne: Reader, bea: Reader, data: Path, service: PushService
) -> None:
    now = time.gmtime()
    minute = now.tm_hour * 60 + now.tm_min
    quiet = {"quiet_from": (minute - 60) % 1440, "quiet_to": (minute + 60) % 1440}
    anne.choose(push=ALL, **quiet)
    anne.subscribe(service.subscriber())
    bea.ask(member=anne.member)
    eventually(lambda: stages(data) == ["push"])
    assert 50 < due_of(data, notices) / 60_000 - time.time() / 60 <= 60
    time.sleep(0.3)
    assert service.received == []


def test_device_gets_nothing_after_its_session(
    anne: Reader, bea: Reader, server: Serving, data: Path, service: PushService
) -> None:
    other = Browser(server)
    assert other.sign_in("Anne").status_code == 200
    anne.choose(push=ALL)
    anne.subscribe(service.subscriber("phone"))
    library = service.subscriber("library").subscription
    assert other.post(f"{anne.path}/notices/devices", json=library).is_success
    assert len(anne.choices()["devices"]) == 2
    assert other.delete("/api/sessions/current").status_code == 204
    assert len(anne.choices()["devices"]) == 1
    bea.ask(member=anne.member)
    service.wait_for(1)
    eventually(lambda: stages(data) == ["pushed"])
    assert [path for path, _, _ in service.received] == ["/push/phone"]


def test_two_processes_push_once(
    channels: dict[str, Any], tmp_path: Path, data: Path, service: PushService
) -> None:
    with serving(data, **channels) as one, serving(data, **channels) as other:
        anne = Reader(one, "Anne")
        anne.choose(push=ALL)
        anne.subscribe(service.subscriber())
        for number in range(6):
            Reader(other, f"Friend{number}").ask(member=anne.member)
        eventually(lambda: stages(data) == ["pushed"] * 6)
        assert len(service.received) == 6


def test_notices_are_of_the_account_alone(anne: Reader, bea: Reader, service: PushService) -> None:
    for answer in (
        bea.get(f"{anne.path}/notices"),
        bea.get(f"{anne.path}/notices/stream"),
        bea.get(f"{anne.path}/notices/settings"),
        bea.put(f"{anne.path}/notices/settings", json={}),
        bea.post(f"{anne.path}/notices/seen", json={"ids": [1]}),
        bea.post(f"{anne.path}/notices/devices", json=service.subscriber().subscription),
        bea.delete(f"{anne.path}/notices/devices/1"),
    ):
        assert code_of(answer) == (403, "not_yours")
    bea.ask(member=anne.member)
    told = anne.wait_for("friend")
    bea.seen(told["id"], read=True)
    assert "read" not in anne.told()[0]


def test_guardian_decides_for_a_child(
    anne: Reader, server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = anne.post("/api/members", json={"name": "Tom", "kind": "child"}).json()["id"]
    assert anne.put(f"/api/members/{made}/notices/settings", json={"mail": ALL}).is_success
    monkeypatch.setattr("empile.community.sessions.CONFIRMED_MS", 0)
    answer = anne.put(f"/api/members/{made}/notices/settings", json={"mail": []})
    assert code_of(answer) == (403, "confirm")
    assert anne.put(f"{anne.path}/notices/settings", json={"mail": []}).is_success


@pytest.mark.parametrize(
    "wanted",
    [
        {"zone": "Mars/Olympus"},
        {"quiet_from": 5},
        {"quiet_from": 5, "quiet_to": 1440},
        {"push": ["everything"]},
        {"digest": "never"},
    ],
)
def test_settings_are_checked(anne: Reader, wanted: dict[str, Any]) -> None:
    answer = anne.put(f"{anne.path}/notices/settings", json=wanted)
    assert code_of(answer) == (400, "bad_request")


def test_devices_are_checked(
    tmp_path: Path, channels: dict[str, Any], service: PushService
) -> None:
    phone = service.subscriber().subscription
    strict: dict[str, Any] = {**channels, "push_locally": False}
    with serving(tmp_path / "strict.sqlite3", **strict) as server:
        anne = Reader(server, "Anne")
        path = f"{anne.path}/notices/devices"
        assert code_of(anne.post(path, json=phone)) == (400, "bad_request")
        secure = {**phone, "endpoint": "https://push.example.org/x"}
        assert anne.post(path, json=secure).is_success
        assert anne.post(path, json=secure).is_success
        assert len(anne.choices()["devices"]) == 1
        for wrong in ({"p256dh": "AAAA"}, {"endpoint": "https://a@push.example.org/x"}):
            assert code_of(anne.post(path, json={**secure, **wrong})) == (400, "bad_request")
        number = anne.choices()["devices"][0]["id"]
        assert anne.delete(f"{path}/{number}").json()["devices"] == []
        assert code_of(anne.delete(f"{path}/{number}")) == (404, "no_table")


def test_server_without_keys_and_mail_offers_neither(tmp_path: Path, service: PushService) -> None:
    with serving(tmp_path / "plain.sqlite3", accounts="open") as server:
        anne = Reader(server, "Anne")
        found = anne.choices()
        assert (found["push_key"], found["mail"]) == (None, "off")
        answer = anne.post(f"{anne.path}/notices/devices", json=service.subscriber().subscription)
        assert code_of(answer) == (400, "bad_request")


def test_account_exports_and_deletes_its_notices(
    anne: Reader, bea: Reader, data: Path, service: PushService, post: MailServer
) -> None:
    anne.confirm_address(post)
    anne.choose(push=["turn"], mail=ALL, digest="hourly", zone="Europe/Paris")
    anne.subscribe(service.subscriber())
    bea.ask(member=anne.member)
    eventually(lambda: stages(data) == ["mail"])
    found = anne.get("/api/me/export").json()["members"][0]["notices"]
    assert found["settings"]["zone"] == "Europe/Paris"
    assert found["devices"][0]["endpoint"] == service.subscriber().endpoint
    assert [one["kind"] for one in found["told"]] == ["friend"]
    assert "ack" not in found["told"][0]
    assert anne.delete("/api/me").status_code == 204
    for table in (notices, push_devices, notice_digests):
        assert rows_of(data, table) == 0
    assert member_of(bea) == bea.member


def test_notice_of_a_deleted_member_goes(anne: Reader, bea: Reader) -> None:
    bea.ask(member=anne.member)
    anne.wait_for("friend")
    assert bea.post("/api/me/confirm", json={"password": PASSWORD}).is_success
    assert bea.delete("/api/me").status_code == 204
    assert anne.told() == []
