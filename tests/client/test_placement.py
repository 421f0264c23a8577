"""Placements by programs: hand paths and outcomes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from empile.client import CommandError, GameTracker, Placement, Rest, connect, play, straight
from empile.engine.contracts.referee import Sample
from empile.server.wire import messages as wire
from tests.server.scripted_placement import GRIPS, Script, cairn_by_hand
from tests.server.serving import Serving, hears, make, perform, serving, told


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Script:
    """Add placements by hand to Cairn."""
    made = Script(film_seconds=0.05, plan_seconds=0.05)
    cairn_by_hand(made, monkeypatch.setattr)
    return made


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Serving]:
    with serving(tmp_path / "tables.sqlite3") as found:
        yield found


def put(follower: GameTracker) -> Placement:
    """Return a placement in the middle."""
    assert follower.seen is not None
    assert follower.seen.pending_ruling is not None
    grip = follower.seen.pending_ruling.grips[0]
    return Placement(grip, 0.0, straight((40.0, 0.0, 60.0), (0.0, 0.0, 20.0), seconds=0.1))


async def laid(server: Serving) -> tuple[str, str, wire.StateView]:
    """Return table, token and view of a table that waits for a placement."""
    made = await make(server.address, ["person", "person"], game="cairn")
    async with await connect(server.address, made.table, made.token) as seat:
        assert seat.state is not None
        text = next(move.text for move in seat.state.legal if move.text.startswith("lay"))
        await seat.act(text)
        return made.table, made.token, seat.state


def test_straight_takes_its_time_and_ends_at_rest() -> None:
    samples = straight((0.0, 0.0, 90.0), (30.0, 0.0, 60.0), (30.0, 6.0, 50.0), seconds=0.5, yaw=9)
    times = [sample.at for sample in samples]
    assert times == sorted(times)
    assert (times[0], times[-1]) == (0.0, 1.5)
    assert samples[0] == Sample(0.0, 0.0, 0.0, 90.0, 9)
    middle = min(samples, key=lambda sample: abs(sample.at - 0.25))
    assert middle[1:4] == pytest.approx((15.0, 0.0, 75.0))
    assert {sample[1:] for sample in samples if sample.at >= 1.0} == {(30.0, 6.0, 50.0, 9)}
    steps = [later - earlier for earlier, later in pairwise(times)]
    assert max(steps) <= 1 / 60 + 1e-9


def test_play_places_in_games_with_placements(server: Serving, script: Script) -> None:
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


def test_play_without_place_raises_value_error(server: Serving, script: Script) -> None:
    async def scene() -> None:
        table, token, _ = await laid(server)
        async with await connect(server.address, table, token) as seat:
            with pytest.raises(ValueError, match="hand"):
                await play(seat, lambda state: state.legal_actions()[0])

    perform(scene())


def test_place_works_with_events_only(server: Serving, script: Script) -> None:
    async def scene() -> None:
        table, token, _ = await laid(server)
        way = straight((9.0, 0.0, 60.0), (4.0, 0.0, 20.0), seconds=0.1)
        async with await connect(server.address, table, token, updates="moves") as seat:
            events = await seat.place(Placement(GRIPS[1], 90.0, way))
            assert isinstance(events[0], wire.ChanceResolved)
            assert events[0].text.startswith("~stands 4.0,")
            assert seat.seq == events[-1].seq

    perform(scene())


def test_place_retries_after_a_failed_simulation(server: Serving, script: Script) -> None:
    async def scene() -> None:
        table, token, _ = await laid(server)
        script.faults = 2
        async with await connect(server.address, table, token) as seat:
            way = straight((9.0, 0.0, 60.0), (4.0, 0.0, 20.0), seconds=0.1)
            events = await seat.place(Placement(GRIPS[0], 0.0, way))
            assert isinstance(events[0], wire.ChanceResolved)
        assert len(script.opened) >= 3

    perform(scene())


def test_place_returns_events_of_other_players(server: Serving, script: Script) -> None:
    async def scene() -> None:
        table, token, _ = await laid(server)
        seat = await connect(server.address, table, token)
        other = await connect(server.address, table, token)
        way = straight((9.0, 0.0, 60.0), (4.0, 0.0, 20.0), seconds=0.4)
        placing = asyncio.create_task(seat.place(Placement(GRIPS[0], 0.0, way)))
        await hears(other, wire.PlacementFrame)
        await other.send(wire.Rename("Anna", 0))
        events = await placing
        assert [type(event) for event in events[:2]] == [wire.Renamed, wire.ChanceResolved]

        # The game may also continue differently.
        assert seat.state is not None
        text = next(move.text for move in seat.state.legal if move.text.startswith("lay"))
        await seat.act(text)
        placing = asyncio.create_task(seat.place(Placement(GRIPS[0], 0.0, way)))
        await told(other, wire.Moved)
        await hears(other, wire.PlacementFrame)
        await other.send(wire.Takeback())
        assert [type(event) for event in await placing] == [wire.TakenBack]
        await seat.act(text)
        await seat.close()
        await other.close()

    perform(scene())


def test_place_raises_if_no_hand_can_do_it(server: Serving, script: Script) -> None:
    async def scene() -> None:
        table, token, _ = await laid(server)
        async with await connect(server.address, table, token) as seat:
            way = straight((0.0, 0.0, 20.0), seconds=0.1)
            with pytest.raises(CommandError) as caught:
                await seat.place(Placement("by the ears", 0.0, way))
            assert caught.value.code == "bad_path"
        async with await connect(server.address, table) as watcher:
            with pytest.raises(CommandError) as caught:
                await watcher.place(Placement(GRIPS[0], 0.0, way))
            assert caught.value.code == "not_yours"

    perform(scene())
