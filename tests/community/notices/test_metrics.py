"""Metrics of notices."""

from __future__ import annotations

import httpx
import pytest

from empile.community.notices import courier, metrics, outbox
from tests.community.notices.push_service import PushService
from tests.community.notices.readers import Reader
from tests.community.playing import eventually
from tests.community.smtp_server import MailServer
from tests.server.serving import Serving
from tests.support.patience import slowness


def value(server: Serving, name: str) -> float:
    """Return the value of a metric, with its labels as they are written."""
    lines = httpx.get(f"{server.address}/metrics").text.splitlines()
    return next(float(line.rpartition(" ")[2]) for line in lines if line.startswith(f"{name} "))


def sent(server: Serving, channel: str) -> float:
    return value(server, f'empile_notices_sent_total{{channel="{channel}"}}')


def failed(server: Serving, channel: str) -> float:
    return value(server, f'empile_notices_failed_total{{channel="{channel}"}}')


def waiting(server: Serving, stage: str) -> float:
    return value(server, f'empile_notices_waiting{{stage="{stage}"}}')


def test_metrics_count_each_channel(
    server: Serving, post: MailServer, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics, "_EACH_SECONDS", 0.0)
    monkeypatch.setattr(courier, "CONFIRM_MS", int(1000 * slowness()))
    anne, bea = Reader(server, "Anne"), Reader(server, "Bea")
    anne.confirm_address(post)
    anne.choose(push=["friend"], mail=["friend"], digest="hourly")
    anne.subscribe(service.subscriber())
    service.statuses = [503]
    bea.ask(member=anne.member)
    eventually(lambda: waiting(server, "pushed") == 1)
    assert (sent(server, "push"), failed(server, "push")) == (1, 1)
    post.busy = 1
    eventually(lambda: failed(server, "mail") == 1)
    assert (waiting(server, "mail"), sent(server, "mail")) == (1, 0)

    monkeypatch.setattr(outbox, "PAGE_MS", 60_000)
    bea.challenged(anne)
    eventually(lambda: waiting(server, "page") == 1)
    told = next(one for one in anne.told() if one["kind"] == "challenge")
    for _ in range(2):
        anne.seen(told["id"])
    assert sent(server, "page") == 1
    eventually(lambda: waiting(server, "page") == 0)


def test_late_steps_are_measured(
    server: Serving, post: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metrics, "_EACH_SECONDS", 0.0)
    monkeypatch.setattr(outbox, "due", nothing_due)
    anne, bea = Reader(server, "Anne"), Reader(server, "Bea")
    assert value(server, "empile_notices_late_seconds") == 0
    bea.ask(member=anne.member)
    eventually(lambda: value(server, "empile_notices_late_seconds") > 0.2)


def nothing_due(*_: object, **__: object) -> list[outbox.Due]:
    """Stand for a process that has no time to deliver."""
    return []
