"""Exports take little memory, and few of them run at a time."""

from __future__ import annotations

import asyncio
import json
import threading
import tracemalloc
from pathlib import Path
from typing import Any

import httpx
import pytest

from empile.community.database import SQLiteDatabase, Work
from empile.community.export import places, stream, writer
from empile.server.store.location import StoreLocation
from tests.community.export.large import make_account
from tests.community.people import Browser, code_of
from tests.community.playing import eventually
from tests.server.serving import Serving, serving
from tests.server.store.conftest import location as location

MEMBERS, STUDIES, SIZE = 3, 10, 400_000
"""12 MB."""


def as_member(server: Serving, token: str) -> Browser:
    browser = Browser(server)
    browser.cookies.set("empile_session", token)
    return browser


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Exports rest after their first piece until the event is set."""
    found = threading.Event()
    monkeypatch.setattr(writer, "PIECE_BYTES", 1)

    async def rest(_: float) -> None:
        while not found.is_set():
            await asyncio.sleep(0.01)

    class Loop:
        sleep = staticmethod(rest)
        get_running_loop = staticmethod(asyncio.get_running_loop)

    monkeypatch.setattr(stream, "asyncio", Loop)
    return found


def test_large_export_takes_little_memory(location: StoreLocation) -> None:
    token = make_account(location, "Anne", MEMBERS, STUDIES, SIZE)
    with serving(location, accounts="open") as server:
        browser = as_member(server, token)
        assert browser.get("/api/me").status_code == 200
        size, parts = 0, list[bytes]()
        tracemalloc.start()
        try:
            before, _ = tracemalloc.get_traced_memory()
            with browser.stream("GET", "/api/me/export") as answer:
                assert answer.status_code == 200
                for part in answer.iter_raw(65_536):
                    size += len(part)
                    # The beginning and the end suffice to see that it is whole.
                    parts = [*parts[:1], part] if size > 10**6 else [*parts, part]
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert size > MEMBERS * STUDIES * SIZE
    assert parts[-1].rstrip().endswith(b"}")
    # The beginnings that the test keeps are a part of it.
    assert most - before < size / 2


def test_export_is_read_in_short_transactions(
    location: StoreLocation, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = make_account(location, "Anne", MEMBERS, STUDIES, SIZE)
    longest: list[int] = []
    piece = writer.Export.piece

    def noted(self: writer.Export, connection: Any) -> bytes:
        longest.append(len(found := piece(self, connection)))
        return found

    monkeypatch.setattr(writer.Export, "piece", noted)
    with serving(location, accounts="open") as server:
        found = json.loads(as_member(server, token).get("/api/me/export").content)
    assert [len(member["studies"]) for member in found["members"]] == [STUDIES] * MEMBERS
    assert len(longest) >= MEMBERS * STUDIES
    assert max(longest) < writer.PIECE_BYTES + 2 * SIZE


def test_one_export_of_an_account_and_two_in_all(
    location: StoreLocation, slow: threading.Event
) -> None:
    with serving(location, accounts="open") as server:
        people = [Browser(server) for _ in range(4)]
        for number, one in enumerate(people):
            one.sign_up(f"Member{number}")
        anne, bea, carl, dora = people
        again = Browser(server)
        again.cookies.update(anne.cookies)
        with (
            anne.stream("GET", "/api/me/export") as first,
            bea.stream("GET", "/api/me/export") as second,
        ):
            assert (first.status_code, second.status_code) == (200, 200)
            refused = again.get("/api/me/export")
            assert code_of(refused) == (429, "rate_limited")
            assert int(refused.headers["retry-after"]) > 0
            assert "this account" in refused.json()["detail"]
            other = carl.get("/api/me/export")
            assert code_of(other) == (429, "rate_limited")
            assert "others" in other.json()["detail"]
        # Both have left in the middle: their places are free.
        with eventually(lambda: opened(carl)) as third, eventually(lambda: opened(again)) as fourth:
            slow.set()
            assert json.loads(third.read())["format"] == "empile-account"
            assert json.loads(fourth.read())["format"] == "empile-account"
        assert eventually(lambda: dora.get("/api/me/export").is_success)


class Opened:
    """An answer that was begun."""

    def __init__(self, answer: httpx.Response) -> None:
        self.answer = answer

    def __enter__(self) -> httpx.Response:
        return self.answer

    def __exit__(self, *_: object) -> None:
        self.answer.close()


def opened(browser: Browser) -> Opened | None:
    answer = browser.send(browser.build_request("GET", "/api/me/export"), stream=True)
    if answer.status_code == 200:
        return Opened(answer)
    answer.close()
    return None


def test_place_of_a_process_that_died_is_taken_over(
    location: StoreLocation, slow: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also that of a client who keeps others waiting: its export ends."""
    with serving(location, accounts="open") as server:
        anne = Browser(server)
        anne.sign_up("Anne")
        again = Browser(server)
        again.cookies.update(anne.cookies)
        first = opened(anne)
        assert first is not None
        monkeypatch.setattr(places, "KEPT_MS", -1)
        with eventually(lambda: opened(again)) as second:
            monkeypatch.setattr(stream, "KEPT_MS", -1)
            slow.set()
            assert json.loads(second.read())["format"] == "empile-account"
        with pytest.raises(httpx.RemoteProtocolError), first as answer:
            answer.read()


def test_slow_reader_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "_GRACE_SECONDS", -1.0)
    monkeypatch.setattr(stream, "_BYTES_PER_SECOND", 1e12)
    with serving(tmp_path / "tables.sqlite3", accounts="open") as server:
        anne = Browser(server)
        anne.sign_up("Anne")
        with pytest.raises(httpx.RemoteProtocolError):
            anne.get("/api/me/export")


def test_store_that_fails_in_the_middle_leaves_no_whole_export(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "PIECE_BYTES", 1)
    read, count = SQLiteDatabase.read, 0

    async def failing(self: SQLiteDatabase, work: Work[Any]) -> Any:
        nonlocal count
        if getattr(work, "__name__", "") == "piece":
            count += 1
            if count > 3:
                raise ConnectionError
        return await read(self, work)

    monkeypatch.setattr(SQLiteDatabase, "read", failing)
    with serving(tmp_path / "tables.sqlite3", accounts="open") as server:
        anne = Browser(server)
        anne.sign_up("Anne")
        with pytest.raises(httpx.RemoteProtocolError):
            anne.get("/api/me/export")
        count = -1000
        assert eventually(lambda: anne.get("/api/me/export").is_success)
