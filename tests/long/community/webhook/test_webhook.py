"""Public results are sent to the webhook: signed, once, and not lost."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Connection, func, select

from empile.community.webhook import outbox, sender
from empile.community.webhook.sender import GameFinished
from empile.community.webhook.signing import WebhookError, check_address, read_secret
from empile.server.store import database
from empile.server.store.location import StoreLocation
from empile.server.store.schema import result_deliveries
from tests.community.notices.push_service import PushService, push_service
from tests.community.people import Browser
from tests.community.playing import eventually
from tests.community.records.test_public_results import play, show, sign_up
from tests.docs.blocks import ROOT
from tests.server.serving import Serving, serving
from tests.server.store.conftest import location as location

SECRET = bytes(range(32))
SITE = "https://play.example.org"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender, "_EACH_SECONDS", 0.05)
    monkeypatch.setattr(outbox, "PAUSES_MS", (50,))


@pytest.fixture
def club() -> Iterator[PushService]:
    """The site that gets the results."""
    with push_service() as found:
        yield found


@pytest.fixture
def settings(tmp_path: Path, club: PushService) -> dict[str, Any]:
    (tmp_path / "secret").write_text(f"whsec_{b64encode(SECRET).decode()}\n", "ascii")
    return {
        "accounts": "open",
        "origins": frozenset({SITE}),
        "results_webhook": f"http://127.0.0.1:{club.port}/results?club=1",
        "webhook_secret": tmp_path / "secret",
    }


def two(server: Serving) -> tuple[Browser, Browser]:
    return sign_up(server, "Anne", listed=True), sign_up(server, "Ben", listed=True)


def waiting(location: StoreLocation) -> int:
    count = select(func.count()).select_from(result_deliveries)
    return int(database.read(location, lambda connection: connection.scalar(count)) or 0)


def test_public_results_are_sent_signed(
    location: StoreLocation, settings: dict[str, Any], club: PushService
) -> None:
    with serving(location, **settings) as server:
        anne, ben = two(server)
        play(server, anne, Browser(server), "Guest")
        play(server, anne, ben, spectators=False)
        play(server, anne, ben)
        eventually(lambda: waiting(location) == 0)
    ((path, headers, body),) = club.received
    assert path == "/results?club=1"
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = hmac.digest(SECRET, signed, hashlib.sha256)
    version, _, given = headers["webhook-signature"].partition(",")
    assert (version, b64decode(given)) == ("v1", expected)
    assert abs(int(headers["webhook-timestamp"]) - time.time()) < 60
    sent = msgspec.json.decode(body, type=GameFinished)
    assert sent.type == "game.finished"
    assert sent.link == f"{SITE}/r/{sent.data.table}?game=1"
    assert {one.name: one.rank for one in sent.data.players} == {"Anne": 2, "Ben": 1}
    assert headers["webhook-id"] == f"{sent.data.table}.1"


def test_result_is_sent_again_until_it_is_taken(
    tmp_path: Path, settings: dict[str, Any], club: PushService
) -> None:
    data = tmp_path / "tables.sqlite3"
    club.statuses = [503, 302]
    with serving(data, **settings) as server:
        play(server, *two(server))
        received = club.wait_for(3)
        eventually(lambda: waiting(data) == 0)
    assert len({headers["webhook-id"] for _, headers, _ in received}) == 1
    assert {path for path, _, _ in received} == {"/results?club=1"}


def test_result_waits_in_the_store(
    tmp_path: Path,
    settings: dict[str, Any],
    club: PushService,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = tmp_path / "tables.sqlite3"
    monkeypatch.setattr(sender, "_EACH_SECONDS", 1000.0)
    with serving(data, **settings) as server:
        anne, ben = two(server)
        play(server, anne, ben)
        carl = sign_up(server, "Carl", listed=True)
        play(server, anne, carl)
        show(carl, listed=False)
    assert (waiting(data), club.received) == (2, [])
    monkeypatch.setattr(sender, "_EACH_SECONDS", 0.05)
    # Another process has claimed them, and was killed.
    database.write(data, claim_all)
    with serving(data, **settings):
        eventually(lambda: waiting(data) == 0)
    assert len(club.received) == 1
    assert b"Carl" not in club.received[0][2]


def claim_all(connection: Connection) -> None:
    now = time.time_ns() // 1_000_000
    for found in outbox.due(connection, now, 10):
        assert outbox.claim(connection, found, now + 300)
        assert not outbox.claim(connection, found, now + 400)
    connection.commit()


def test_one_of_two_processes_sends(
    tmp_path: Path, settings: dict[str, Any], club: PushService
) -> None:
    data = tmp_path / "tables.sqlite3"
    with serving(data, **settings) as one, serving(data, **settings) as other:
        anne, ben = two(one)
        for number in range(5):
            play(other if number % 2 else one, anne, ben)
        eventually(lambda: waiting(data) == 0)
        ids = [headers["webhook-id"] for _, headers, _ in club.wait_for(5)]
        assert len(set(ids)) == len(ids) == 5


def test_outbox_keeps_new_results_for_some_days(location: StoreLocation, tmp_path: Path) -> None:
    with serving(location, accounts="open"):
        pass
    now = 100 * outbox.KEPT_MS

    def scene(connection: Connection) -> None:
        outbox.add(connection, 1, 1, now - outbox.NEW_MS - 1, now)
        assert outbox.due(connection, now, 10) == []
        outbox.add(connection, 2, 1, now, now)
        outbox.add(connection, 2, 1, now, now)
        (found,) = outbox.due(connection, now, 10)
        outbox.put_off(connection, found, now)
        assert outbox.due(connection, now + outbox.PAUSES_MS[0] - 1, 10) == []
        outbox.forget_old(connection, now + outbox.KEPT_MS)
        ((_, _, _, tries),) = outbox.due(connection, now + outbox.KEPT_MS, 10)
        assert tries == 1
        outbox.forget_old(connection, now + outbox.KEPT_MS + 1)
        assert outbox.due(connection, now + outbox.KEPT_MS, 10) == []

    database.write(location, scene)


def test_example_in_the_documentation_is_a_result() -> None:
    text = (ROOT / "docs" / "how-to" / "host.md").read_text("utf-8")
    found = re.search(r"```json\n(\{\n  \"type\": \"game.finished\".*?)```", text, re.DOTALL)
    assert found is not None
    example = msgspec.json.decode(found[1], type=GameFinished)
    assert json.loads(msgspec.json.encode(example)) == json.loads(found[1])


@pytest.mark.parametrize("text", ["c2hvcnQ=", "not base64!", "é"])
def test_secret_is_checked(tmp_path: Path, text: str) -> None:
    (tmp_path / "secret").write_text(text, "utf-8")
    with pytest.raises(WebhookError):
        read_secret(tmp_path / "secret")
    with pytest.raises(WebhookError):
        read_secret(tmp_path / "none")


@pytest.mark.parametrize(
    "address", ["", "club.example.org", "ftp://a.example", "https://", "http://a:x"]
)
def test_address_is_checked(address: str) -> None:
    with pytest.raises(WebhookError):
        check_address(address)
