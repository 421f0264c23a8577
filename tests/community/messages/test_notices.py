"""Notices of messages: on the page, and by other channels only if asked for; never the text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.community.messages.writers import Writer
from tests.community.notices.conftest import channels as channels
from tests.community.notices.conftest import post as post
from tests.community.notices.conftest import quick as quick
from tests.community.notices.conftest import service as service
from tests.community.notices.push_service import PushService
from tests.community.notices.readers import Reader
from tests.community.playing import eventually
from tests.community.smtp_server import MailServer
from tests.server.serving import Serving, serving


@pytest.fixture
def server(tmp_path: Path, channels: dict[str, Any]) -> Iterator[Serving]:
    with serving(tmp_path / "tables.sqlite3", talk="free", **channels) as running:
        yield running


class Both(Writer, Reader):
    """Writes, and gets notices."""


def test_messages_are_pushed_and_mailed_if_asked_for_without_their_text(
    server: Serving, service: PushService, post: MailServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("empile.community.notices.courier.CONFIRM_MS", 100)
    anne, bea = Both(server, "Anne"), Both(server, "Bea")
    anne.befriend(bea)
    bea.confirm_address(post)
    phone = service.subscriber()
    bea.subscribe(phone)
    assert "message" in bea.choices()["settings"]["page"]
    where = f"friends/{bea.member}"
    anne.wrote(where, "quiet words")
    bea.wait_for("message")
    bea.has_read(f"friends/{anne.member}", anne.wrote(where, "more of them"))
    bea.choose(push=["message"], mail=["message"], digest="hourly")
    anne.wrote(where, "loud words")
    ((_, _, body),) = service.wait_for(1)
    pushed = phone.read(body)
    assert (pushed["path"], pushed["body"]) == (f"/messages/{anne.member}", "Anne wrote to you.")
    mailed = str(post.wait_for(2)[-1].get_content())
    assert "Anne wrote to you." in mailed
    assert "words" not in f"{pushed} {mailed}"
    # What the page has shown meanwhile goes nowhere.
    bea.has_read(f"friends/{anne.member}", anne.wrote(where, "and done"))
    eventually(lambda: bea.told() == [])
    assert len(service.received) == 1
