"""A program's hand: the way it goes, and what comes of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from empile.client import Follower, Placement, RefusedError, Rest, connect, play, straight
from empile.engine.referee import Sample
from empile.server import protocol as wire
from tests.server.by_hand import GRIPS, Script, cairn_by_hand
from tests.server.serving import Serving, hears, make, perform, serving, told


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Script:
    """Let hands lay the stones of Cairn."""
    made = Script(film_seconds=0.05, plan_seconds=0.05)
    cairn_by_hand(made, monkeypatch.setattr)
    return made


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Serving]:
    with serving(tmp_path / "tables.sqlite3") as found:
        yield found


def put(follower: Follower) -> Placement:
    """Lay a stone onto the middle."""
    assert follower.seen is not None
    assert follower.seen.judging is not None
    grip = follower.seen.judging.grips[0]
    return Placement(grip, 0.0, straight((40.0, 0.0, 60.0), (0.0, 0.0, 20.0), seconds=0.1))


async def laid(server: Serving) -> tuple[str, str, wire.StateView]:
    """Return table, token and view where a hand is waited for, round one screen."""
    made = await make(server.address, ["person", "person"], game="cairn")
    async with await connect(server.address, made.table, made.token) as seat:
        assert seat.state is not None
        text = next(move.text for move in seat.state.legal if move.text.startswith("lay"))
        await seat.act(text)
        return made.table, made.token, seat.state


def test_a_straight_way_takes_its_time_and_ends_at_rest() -> None:
    samples = straight((0.0, 0.0, 90.0), (30.0, 0.0, 60.0), (30.0, 6.0, 50.0), seconds=0.5, turn=9)
    times = [sample.at for sample in samples]
    assert times == sorted(times)
    assert (times[0], times[-1]) == (0.0, 1.5)
    assert samples[0] == Sample(0.0, 0.0, 0.0, 90.0, 9)
    middle = min(samples, key=lambda sample: abs(sample.at - 0.25))
    assert middle[1:4] == pytest.approx((15.0, 0.0, 75.0))
    assert {sample[1:] for sample in samples if sample.at >= 1.0} == {(30.0, 6.0, 50.0, 9)}
    steps = [later - earlier for earlier, later in pairwise(times)]
    assert max(steps) <= 1 / 60 + 1e-9


def test_a_program_plays_a_game_in_which_a_hand_is_asked_for(
    server: Serving, script: Script
) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "bot:1"], game="cairn")
        async with await connect(server.address, made.table, made.token) as seat:
            follower = await play(seat, lambda state: state.legal_actions()[0], put)
        async with Rest(server.address) as rest:
            record = await rest.record(made.table)
        seen = [text for text in follower.texts if "?" not in text]
        assert seen
        assert set(seen) <= set(record["events"])
        assert any(text.startswith("~stands 0.0,") for text in seen)

    perform(scene())


def test_without_a_hand_a_program_is_told_so(server: Serving, script: Script) -> None:
    async def scene() -> None:
        table, token, _ = await laid(server)
        async with await connect(server.address, table, token) as seat:
            with pytest.raises(ValueError, match="hand"):
                await play(seat, lambda state: state.legal_actions()[0])

    perform(scene())


def test_events_alone_are_enough_to_place(server: Serving, script: Script) -> None:
    async def scene() -> None:
        table, token, _ = await laid(server)
        way = straight((9.0, 0.0, 60.0), (4.0, 0.0, 20.0), seconds=0.1)
        async with await connect(server.address, table, token, detail="moves") as seat:
            events = await seat.place(Placement(GRIPS[1], 90.0, way))
            assert isinstance(events[0], wire.ChanceResolved)
            assert events[0].text.startswith("~stands 4.0,")
            assert seat.seq == events[-1].seq

    perform(scene())


def test_where_the_world_fails_the_hand_begins_anew(server: Serving, script: Script) -> None:
    async def scene() -> None:
        table, token, _ = await laid(server)
        script.faults = 2
        async with await connect(server.address, table, token) as seat:
            way = straight((9.0, 0.0, 60.0), (4.0, 0.0, 20.0), seconds=0.1)
            events = await seat.place(Placement(GRIPS[0], 0.0, way))
            assert isinstance(events[0], wire.ChanceResolved)
        assert len(script.opened) >= 3

    perform(scene())


def test_what_happens_meanwhile_is_not_lost(server: Serving, script: Script) -> None:
    async def scene() -> None:
        table, token, _ = await laid(server)
        seat = await connect(server.address, table, token)
        other = await connect(server.address, table, token)
        way = straight((9.0, 0.0, 60.0), (4.0, 0.0, 20.0), seconds=0.4)
        placing = asyncio.create_task(seat.place(Placement(GRIPS[0], 0.0, way)))
        await hears(other, wire.Hand)
        await other.send(wire.Rename("Anna", 0))
        events = await placing
        assert [type(event) for event in events[:2]] == [wire.Renamed, wire.ChanceResolved]

        # And the game may go another way altogether.
        assert seat.state is not None
        text = next(move.text for move in seat.state.legal if move.text.startswith("lay"))
        await seat.act(text)
        placing = asyncio.create_task(seat.place(Placement(GRIPS[0], 0.0, way)))
        await told(other, wire.Moved)
        await hears(other, wire.Hand)
        await other.send(wire.Takeback())
        assert [type(event) for event in await placing] == [wire.TakenBack]
        await seat.act(text)
        await seat.close()
        await other.close()

    perform(scene())


def test_what_no_hand_can_do_is_raised(server: Serving, script: Script) -> None:
    async def scene() -> None:
        table, token, _ = await laid(server)
        async with await connect(server.address, table, token) as seat:
            way = straight((0.0, 0.0, 20.0), seconds=0.1)
            with pytest.raises(RefusedError) as caught:
                await seat.place(Placement("by the ears", 0.0, way))
            assert caught.value.code == "bad_hand"
        async with await connect(server.address, table) as watcher:
            with pytest.raises(RefusedError) as caught:
                await watcher.place(Placement(GRIPS[0], 0.0, way))
            assert caught.value.code == "not_yours"

    perform(scene())
