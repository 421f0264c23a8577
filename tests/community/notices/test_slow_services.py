"""A push service or a mail server that never ends its answer delays nobody but its own member."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from empile.community import outgoing
from empile.community.notices import courier, metrics
from tests.community.dripping import DrippingServer, dripping_server
from tests.community.notices.push_service import PushService, Subscriber
from tests.community.notices.readers import Reader, stages
from tests.community.notices.test_metrics import failed, value
from tests.community.playing import eventually
from tests.community.smtp_server import MailServer
from tests.server.serving import Serving


@pytest.fixture
def slow() -> Iterator[DrippingServer]:
    with dripping_server() as found:
        yield found


def reader(server: Serving, name: str, browser: Subscriber) -> Reader:
    """Return a member whose requests of friendship are pushed to a browser."""
    found = Reader(server, name)
    found.choose(push=["friend"])
    found.subscribe(browser)
    return found


def test_other_notices_and_mails_go_on(
    server: Serving, service: PushService, post: MailServer, slow: DrippingServer
) -> None:
    anne = reader(server, "Anne", Subscriber(slow.url))
    bea = reader(server, "Bea", service.subscriber())
    carl = Reader(server, "Carl")
    carl.confirm_address(post)
    carl.choose(mail=["friend"], digest="hourly")
    sent = len(post.received)
    carl.ask(member=anne.member)
    slow.wait_for(1)
    carl.ask(member=bea.member)
    service.wait_for(1)
    Reader(server, "Dora").ask(member=carl.member)
    post.wait_for(sent + 1)
    assert slow.left == 0


def test_other_devices_of_the_member_are_not_kept_waiting(
    server: Serving, service: PushService, slow: DrippingServer
) -> None:
    anne = reader(server, "Anne", Subscriber(slow.url))
    carl = Reader(server, "Carl")
    carl.ask(member=anne.member)
    slow.wait_for(1)
    anne.subscribe(service.subscriber())
    Reader(server, "Dora").ask(member=anne.member)
    service.wait_for(1)
    assert slow.left == 0


def test_delivery_ends_at_its_deadline(
    server: Serving, slow: DrippingServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(outgoing.DEADLINES, "push", 0.2)
    monkeypatch.setattr(courier, "_TRIES", 2)
    anne = reader(server, "Anne", Subscriber(slow.url))
    Reader(server, "Bea").ask(member=anne.member)
    slow.wait_for(2, left=2)
    eventually(lambda: stages(tmp_path / "tables.sqlite3") == ["done"])
    assert value(server, 'empile_outgoing_overdue_total{kind="push"}') == 2
    assert value(server, 'empile_outgoing_seconds_count{kind="push"}') == 2
    assert failed(server, "push") == 2


def test_lateness_is_measured_while_all_places_are_taken(
    server: Serving, slow: DrippingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics, "_EACH_SECONDS", 0.0)
    anne = reader(server, "Anne", Subscriber(slow.url))
    friends = [Reader(server, f"Friend{number}") for number in range(courier._OF_ACCOUNT + 1)]
    for friend in friends:
        friend.ask(member=anne.member)
    slow.wait_for(courier._OF_ACCOUNT)
    eventually(lambda: value(server, "empile_notices_late_seconds") > 0.2)
    assert slow.asked == courier._OF_ACCOUNT
