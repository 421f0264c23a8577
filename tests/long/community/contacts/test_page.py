"""The page of friends is told at once who comes and goes, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from empile.community.contacts import hub, page
from tests.community.contacts.village import Villager
from tests.community.people import code_of
from tests.server.conftest import killable_redis as killable_redis
from tests.server.serving import Serving, two_addresses
from tests.support.redis_server import RedisServer


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "_GATHER_SECONDS", 0.0)
    monkeypatch.setattr(hub, "_TICK_SECONDS", 0.05)
    # Nothing comes without news.
    monkeypatch.setattr(page, "_LOOK_SECONDS", 1000.0)


@pytest.fixture(params=[1, 2])
def servers(
    request: pytest.FixtureRequest, tmp_path: Path, killable_redis: RedisServer
) -> Iterator[list[Serving]]:
    """Two addresses, of one process or of two."""
    data = tmp_path / "tables.sqlite3"
    with two_addresses(request.param, data, killable_redis.url, accounts="open") as running:
        yield running


def pages(villager: Villager) -> Iterator[dict[str, Any]]:
    """Follow the page of friends; it comes when it changes."""
    with villager.stream("GET", f"{villager.path}/contacts/stream") as answer:
        assert answer.status_code == 200
        for line in answer.iter_lines():
            if line:
                yield json.loads(line)


def presence(shown: dict[str, Any]) -> dict[str, str | None]:
    return {one["name"]: one.get("presence") for one in shown["contacts"]["friends"]}


def test_friends_come_and_go_on_the_page(servers: list[Serving]) -> None:
    here, there = servers
    anne, bea, carl = Villager(here, "Anne"), Villager(there, "Bea"), Villager(there, "Carl")
    anne.befriend(bea)
    anne.befriend(carl)
    carl.set(presence="nobody")
    shown = pages(anne)
    assert presence(next(shown)) == {"Bea": None, "Carl": None}
    # Nobody notices one who hides.
    carl.inbox()
    bea.inbox()
    assert presence(next(shown)) == {"Bea": "here", "Carl": None}
    carl.set(presence="friends")
    assert presence(next(shown)) == {"Bea": "here", "Carl": "here"}
    bea.set(presence="nobody")
    assert presence(next(shown)) == {"Bea": None, "Carl": "here"}
    bea.challenged(anne)
    found = next(shown)
    assert [one["players"][0]["name"] for one in found["inbox"]["challenges"]] == ["Bea"]
    # The page itself counts as being here.
    assert next(presence(one) for one in pages(carl) if presence(one)["Anne"]) == {"Anne": "here"}
    shown.close()  # type: ignore[attr-defined]


def test_page_ends_with_its_session(servers: list[Serving]) -> None:
    anne = Villager(servers[0], "Anne")
    shown = pages(anne)
    next(shown)
    assert anne.delete("/api/sessions/current").status_code == 204
    dora = Villager(servers[1], "Dora")
    dora.ask(member=anne.member)
    assert [one["type"] for one in shown] == ["bye"]


@pytest.fixture
def one_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "MOST_PAGES", 1)


@pytest.mark.usefixtures("one_page")  # before the servers start
def test_pages_of_a_member_are_limited(servers: list[Serving]) -> None:
    anne = Villager(servers[0], "Anne")
    shown = pages(anne)
    next(shown)
    assert code_of(anne.get(f"{anne.path}/contacts/stream")) == (429, "rate_limited")
    shown.close()  # type: ignore[attr-defined]
