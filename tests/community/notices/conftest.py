"""Servers that deliver notices quickly."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from empile.community.notices import courier, digest, outbox, turns
from empile.community.notices.web_push import make_keys
from tests.community.notices.push_service import PushService, push_service
from tests.community.smtp_server import MailServer, mail_server
from tests.server.serving import Serving, serving

SITE = "https://play.example.org"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait only a moment for everything."""
    monkeypatch.setattr(courier, "_EACH_SECONDS", 0.05)
    monkeypatch.setattr(courier, "_ABSENCES_SECONDS", 0.0)
    monkeypatch.setattr(courier, "_AGAIN_MS", 10)
    monkeypatch.setattr(turns, "_SOON_SECONDS", 0.02)
    monkeypatch.setattr(turns, "_ABSENT_SECONDS", 0.3)
    monkeypatch.setattr(outbox, "PAGE_MS", 100)
    monkeypatch.setattr(digest, "GATHER_MS", 400)


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as found:
        yield found


@pytest.fixture
def post() -> Iterator[MailServer]:
    with mail_server() as found:
        yield found


@pytest.fixture
def channels(tmp_path: Path, post: MailServer) -> dict[str, Any]:
    """The settings of a server with all channels."""
    make_keys(tmp_path / "push.pem")
    return {
        "accounts": "open",
        "push_keys": tmp_path / "push.pem",
        "push_locally": True,
        "smtp": post.url,
        "mail_from": "Empile <games@example.org>",
        "origins": frozenset({SITE}),
    }


@pytest.fixture
def server(tmp_path: Path, channels: dict[str, Any]) -> Iterator[Serving]:
    with serving(tmp_path / "tables.sqlite3", **channels) as running:
        yield running
