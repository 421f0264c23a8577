"""What a process knows of when it, or another one, could not be reached."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from empile.server.store.heartbeats import Beat, Beats
from empile.server.store.interface import Store, StoreFailedError
from empile.server.tables.clocks import outages as module
from empile.server.tables.clocks.arithmetic import Period
from empile.server.tables.clocks.outages import GAP_MS, RECONNECT_MS, SILENT_MS, Outages

START = 1_700_000_000_000


class Known:
    """A store of heartbeats that answers what a test says, at a time that it sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = START
        self.others: dict[str, int] = {}
        self.ended: list[tuple[int, int]] = []
        self.fails = False
        self.beats: list[Beat] = []
        self.left: list[Beat] = []
        monkeypatch.setattr(module, "now_ms", lambda: self.now)
        self.outages = Outages(cast(Store, self))

    async def beat(self, beat: Beat) -> Beats:
        if self.fails:
            raise StoreFailedError("unreachable")
        self.beats.append(beat)
        self.ended += beat.missed
        return Beats(self.ended, self.others)

    async def leave(self, beat: Beat) -> None:
        self.left.append(beat)

    def step(self, ms: int) -> None:
        """Let time pass, while the loop runs."""
        end = self.now + ms
        while self.now < end:
            self.now = min(end, self.now + 200)
            self.outages.tick()

    def hear(self) -> None:
        asyncio.run(self.outages.beat())


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Known:
    return Known(monkeypatch)


def test_nothing_is_sound_before_the_first_heartbeat(known: Known) -> None:
    assert not known.outages.is_sound()
    known.hear()
    assert known.outages.is_sound()
    known.step(900)
    assert known.outages.is_sound()
    assert known.outages.between(START, known.now) == []


def test_stopped_event_loop_is_an_outage(known: Known) -> None:
    known.hear()
    known.now += 20_000
    assert not known.outages.is_sound()
    missed = Period(START, known.now)
    assert known.outages.between(START, known.now) == [missed]
    known.outages.tick()
    known.hear()
    assert known.outages.is_sound()
    assert missed in [Period(*one) for one in known.beats[-1].missed]
    known.step(GAP_MS)
    assert known.outages.between(START, known.now) == [missed]


def test_lost_store_is_an_outage(known: Known) -> None:
    known.hear()
    known.fails = True
    known.step(SILENT_MS + 200)
    known.hear()
    assert not known.outages.is_sound()
    assert known.outages.between(START, known.now) == [Period(START, known.now)]
    known.fails = False
    known.step(2_000)
    known.hear()
    assert known.outages.is_sound()
    assert known.outages.between(START, known.now) == [Period(START, known.now)]


def test_processes_before_this_one_may_have_ended(known: Known) -> None:
    known.others = {"before": START - 400}
    known.hear()
    assert not known.outages.is_sound()
    assert known.outages.between(START - 900, START) == [Period(START - 400, START)]
    known.step(1_000)
    known.others = {"before": START + 600}
    known.hear()
    assert known.outages.is_sound()
    assert known.outages.between(START - 900, known.now) == []


def test_silent_process_holds_clocks_until_it_is_gone(known: Known) -> None:
    known.others = {"other": START}
    known.hear()
    known.others = {"other": START + 100}
    known.step(1_000)
    known.hear()
    assert known.outages.is_sound()
    known.step(SILENT_MS)
    known.hear()
    assert not known.outages.is_sound()
    silent = Period(START + 100, known.now)
    assert known.outages.between(START, known.now) == [silent]
    known.others = {}
    known.ended = [(silent.since, silent.until)]
    known.hear()
    assert known.outages.is_sound()
    assert known.outages.between(START, known.now + 9) == [silent]


def test_leave_gives_clients_time_to_find_another_process(known: Known) -> None:
    known.hear()
    asyncio.run(known.outages.leave())
    assert known.left == [], "the last process leaves its heartbeat"
    known.others = {"other": START + 50}
    known.step(200)
    asyncio.run(known.outages.leave())
    (left,) = known.left
    assert list(left.missed) == [(known.now, known.now + RECONNECT_MS)]


def test_rest_is_for_processes_without_clocks(known: Known) -> None:
    async def rest() -> Any:
        await known.outages.rest()

    asyncio.run(rest())
    assert known.left == []
    known.hear()
    asyncio.run(rest())
    assert len(known.left) == 1
    assert not known.outages.is_known
