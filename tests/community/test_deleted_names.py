"""Names of deleted members vanish everywhere at once, in all processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from tests.community.people import Browser
from tests.community.playing import add_member, eventually, new_table, person
from tests.server.conftest import killable_redis as killable_redis
from tests.server.serving import Serving, serving
from tests.support.redis_server import RedisServer

NEVER = 1e6


@contextmanager
def processes(folder: Path, bus: str | None = None) -> Iterator[list[Serving]]:
    """Serve one store twice. They look at the store for news once in ten days."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(
                serving(folder / "tables.sqlite3", accounts="open", bus=bus, watch_seconds=NEVER)
            )
            for _ in range(2)
        ]


def listed_names(server: Serving) -> list[str]:
    (table,) = httpx.get(f"{server.address}/api/tables").json()["tables"]
    return [place["name"] for place in table["places"]]


@pytest.mark.parametrize("what", ["member", "account"])
def test_list_of_tables_has_no_deleted_names(tmp_path: Path, what: str) -> None:
    with processes(tmp_path) as (one, other):
        browser = Browser(one)
        browser.sign_up("Family", name="Mum")
        dad = add_member(browser, "Dad")
        new_table(browser, [person(member=dad), {"kind": "open"}], listed=True)
        assert listed_names(one) == listed_names(other) == ["Dad", ""]
        path = "/api/me" if what == "account" else f"/api/members/{dad}"
        assert browser.delete(path).status_code == 204
        assert listed_names(one) == listed_names(other) == ["", ""]


def test_tables_in_memory_of_other_processes_forget_names(
    tmp_path: Path, killable_redis: RedisServer
) -> None:
    with processes(tmp_path, killable_redis.url) as (one, other):
        browser = Browser(one)
        browser.sign_up("Family", name="Mum")
        dad = add_member(browser, "Dad")
        made = new_table(browser, [person(member=dad), {"kind": "open"}])

        def names() -> list[str]:
            found = httpx.get(f"{other.address}/api/tables/{made['table']}").json()
            return [place["name"] for place in found["places"]]

        assert names() == ["Dad", ""]
        assert browser.delete(f"/api/members/{dad}").status_code == 204
        # Long before all members are read again.
        eventually(lambda: names() == ["", ""])
