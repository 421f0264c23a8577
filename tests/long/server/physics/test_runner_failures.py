"""Placements that fail, are interrupted or assisted."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from empile.client import TableConnection, connect
from empile.engine.contracts.referee import BadPathError
from empile.server.physics.commands.place import place_at_work
from empile.server.physics.runner import MOST_FAULTS
from empile.server.store.interface import Append, Done
from empile.server.wire import messages as wire
from tests.server.physics.steps import (
    LAY,
    cairn,
    heard_until,
    lay,
    one_screen,
    piece,
    place,
    refusal,
    two_screens,
    view,
)
from tests.server.processes import Nursery, free_port
from tests.server.scripted_placement import GRIPS, Script
from tests.server.serving import (
    Serving,
    hears,
    in_turn,
    join,
    make,
    perform,
    serving,
    told,
    until,
)
from tests.support.patience import PATIENCE

# -- Failed simulations ----------------------------------------------------------------------------


def test_simulation_failure_restarts_the_placement(server: Serving, script: Script) -> None:
    async def scene() -> None:
        seat = await one_screen(server)
        await lay(seat)
        seq = seat.seq
        script.faults = 2
        for number in (1, 2):
            await seat.send(wire.Grasp(seq, GRIPS[0], 0.0))
            await seat.send(wire.HandPath(seq, piece((0.0, 0.0, 20.0))))
            hand = await hears(seat, wire.PlacementFrame)
            while not hand.restarted:
                hand = await hears(seat, wire.PlacementFrame)
            assert (hand.grip, hand.poses) == ("", {})
            await has_opened(script, number + 1)
            # Late samples are ignored.
            await seat.send(wire.HandPath(seq, piece((0.1, 0.0, 20.0))))
        assert seat.seq == seq
        await place(seat)
        heard = await heard_until(seat, wire.Update)
        assert not any(isinstance(message, wire.Error) for message in heard)
        await seat.close()

    perform(scene())


def test_simulation_failures_in_a_row_freeze_the_table(server: Serving, script: Script) -> None:
    async def scene() -> None:
        made = await cairn(server, ["bot:1", "bot:1", "person"])
        seat = await connect(server.address, made.table, made.token)
        script.faults = MOST_FAULTS
        while seat.table.status != "frozen":
            if view(seat).mine:
                await lay(seat)
            if (pending := view(seat).pending_ruling) and view(seat).seats[
                pending.seat
            ] in seat.places:
                await seat.send(wire.Grasp(seat.seq, GRIPS[0], 0.0))
                await seat.send(wire.HandPath(seat.seq, piece((0.0, 0.0, 20.0))))
                message = await seat.receive()
                while not (
                    isinstance(message, wire.Update)
                    or (isinstance(message, wire.PlacementFrame) and message.restarted)
                ):
                    message = await seat.receive()
            else:
                await seat.receive()
        assert seat.table.failure == f"the simulation failed {MOST_FAULTS} times in a row"
        assert await refusal(seat, wire.Grasp(seat.seq, GRIPS[0], 0.0)) == "frozen"
        await until(lambda: is_closed(script))
        await seat.send(wire.Resume())
        await told(seat, wire.Resumed)
        while view(seat).pending_ruling is not None:
            pending = view(seat).pending_ruling
            assert pending is not None
            if view(seat).seats[pending.seat] in seat.places:
                await place(seat)
            await hears(seat, wire.Update)
        await seat.close()

    perform(scene())


def test_simulation_errors_freeze_at_once_without_leaking(server: Serving, script: Script) -> None:
    async def scene() -> None:
        seat = await one_screen(server)
        await lay(seat)
        script.faults, script.error = 1, RuntimeError
        await seat.send(wire.Grasp(seat.seq, GRIPS[0], 0.0))
        await seat.send(wire.HandPath(seat.seq, piece((0.0, 0.0, 20.0))))
        frozen = await told(seat, wire.Frozen)
        assert "secret" not in frozen.detail
        await seat.send(wire.Resume())
        await told(seat, wire.Resumed)
        await place(seat)
        await told(seat, wire.ChanceResolved)
        await seat.close()

    perform(scene())


def test_impossible_movements_are_reported_to_their_sender(server: Serving, script: Script) -> None:
    async def scene() -> None:
        seat = await one_screen(server)
        await lay(seat)
        script.faults, script.error = 1, BadPathError
        await seat.send(wire.Grasp(seat.seq, GRIPS[0], 0.0))
        assert await refusal(seat, wire.HandPath(seat.seq, piece((0.0, 0.0, 20.0)))) == "bad_path"
        await seat.send(wire.Release(seat.seq))
        await told(seat, wire.ChanceResolved)
        await seat.close()

    perform(scene())


# -- Interruptions ---------------------------------------------------------------------------------


def test_takeback_ends_the_placement(server: Serving, script: Script) -> None:
    async def scene() -> None:
        seat = await one_screen(server)
        await lay(seat)
        await seat.send(wire.Grasp(seat.seq, GRIPS[0], 0.0))
        await hears(seat, wire.PlacementFrame)
        held = seat.seq
        await seat.send(wire.Takeback())
        await told(seat, wire.TakenBack)
        assert view(seat).pending_ruling is None
        await until(lambda: is_closed(script))
        assert await refusal(seat, wire.Release(held)) == "stale"
        await lay(seat)
        await place(seat)
        await told(seat, wire.ChanceResolved)
        await seat.close()

    perform(scene())


async def is_closed(script: Script) -> bool:
    return script.open == 0


async def has_opened(script: Script, count: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while len(script.opened) < count:
            await asyncio.sleep(0.01)
    assert len(script.opened) == count


def test_takeover_and_retake_restart_the_placement(server: Serving, script: Script) -> None:
    script.plan_seconds = 0.6

    async def scene() -> None:
        made = await cairn(server, ["person", "open", "bot:1"])
        joined = await join(server.address, made.table)
        one = await connect(server.address, made.table, made.token)
        other = await connect(server.address, made.table, joined.token)
        while not (view(one).mine or view(other).mine):
            await one.next_events()
        if not view(one).mine:
            while not view(other).mine:
                await other.next_events()
            one, other = other, one
        await lay(one)
        await one.send(wire.Grasp(one.seq, GRIPS[0], 0.0))
        await hears(one, wire.PlacementFrame)
        token = made.token if one.places == made.places else joined.token
        before = len(script.opened)
        await one.close()
        while (await hears(other, wire.Presence)).places != other.places:
            pass
        # A bot with the steadiest hand takes over the placement.
        await other.send(wire.Takeover(one.places[0], 1, 3))
        taken = await told(other, wire.TakenOver)
        assert taken.hand_skill == 3
        hand = await hears(other, wire.PlacementFrame)
        assert (hand.place, len(script.opened)) == (one.places[0], before + 1)
        back = await connect(server.address, other.table.id, token)
        assert await refusal(back, wire.Grasp(back.seq, GRIPS[0], 0.0)) == "not_yours"
        await back.send(wire.Retake())
        await told(back, wire.Retaken)
        assert view(back).pending_ruling is not None
        await place(back)
        assert (await told(back, wire.ChanceResolved)).text.startswith("~stands 0.0")
        assert len(script.opened) >= before + 2
        await back.close()
        await other.close()

    perform(scene())


def test_resign_ends_the_placement(server: Serving, script: Script) -> None:
    async def scene() -> None:
        acting, waiting = await two_screens(server)
        await lay(acting)
        await acting.send(wire.Grasp(acting.seq, GRIPS[0], 0.0))
        await hears(acting, wire.PlacementFrame)
        await acting.send(wire.Resign())
        await told(waiting, wire.Over)
        assert view(waiting).pending_ruling is None
        await until(lambda: is_closed(script))
        await acting.send(wire.Rematch())
        await told(waiting, wire.Asked)
        await waiting.send(wire.Rematch())
        await told(acting, wire.Started)
        await told(waiting, wire.Started)
        acting, waiting = in_turn(acting, waiting)
        await lay(acting)
        await place(acting)
        await told(waiting, wire.ChanceResolved)
        await acting.close()
        await waiting.close()

    perform(scene())


def test_simulations_are_closed_with_tables_and_servers(tmp_path: Path, script: Script) -> None:
    async def scene(server: Serving) -> None:
        for _ in range(5):
            seat = await one_screen(server)
            await lay(seat)
            await seat.send(wire.Grasp(seat.seq, GRIPS[0], 0.0))
            await hears(seat, wire.PlacementFrame)
            await seat.close()
        assert script.open == 5

    async def swept(server: Serving) -> None:
        async with asyncio.timeout(PATIENCE):
            while server.registry.rooms or script.open:
                await asyncio.sleep(0.05)

    with serving(tmp_path / "tables.sqlite3") as server:
        perform(scene(server))
    assert script.open == 0
    script.opened.clear()
    with serving(tmp_path / "more.sqlite3", idle_seconds=0.0) as server:
        perform(scene(server))
        perform(swept(server))


def test_kill_during_a_placement_loses_nothing(tmp_path: Path) -> None:
    async def scene() -> None:
        port, file = free_port(), tmp_path / "tables.sqlite3"
        address = f"http://127.0.0.1:{port}"
        with Nursery(by_hand=True) as nursery:
            pid = await asyncio.to_thread(nursery.serve, port, file)
            made = await make(address, ["person", "person"], game="cairn")
            kept: list[wire.LogEvent] = []
            for number in range(4):
                seat = await connect(address, made.table, made.token)
                events = seat.welcome.events
                assert events[: len(kept)] == kept
                assert [event.seq for event in events] == list(
                    range(events[0].seq, events[0].seq + len(events))
                )
                pending = view(seat).pending_ruling
                if number:
                    assert pending is not None, "the stone is still to be placed"
                    await place(seat)
                    kept += [*events[len(kept) :], *(await seat.next_events())]
                else:
                    kept += events
                text = next(m.text for m in view(seat).legal if m.text.startswith(LAY))
                kept += await seat.act(text)
                await seat.send(wire.Grasp(seat.seq, GRIPS[0], 0.0))
                await hears(seat, wire.PlacementFrame)
                await asyncio.to_thread(nursery.kill, pid)
                await seat.close()
                pid = await asyncio.to_thread(nursery.serve, port, file)
            await asyncio.to_thread(nursery.kill, pid)

    perform(scene())


def test_processes_agree_on_the_outcome(tmp_path: Path, script: Script) -> None:
    file = tmp_path / "tables.sqlite3"

    async def scene(one: Serving, other: Serving) -> None:
        made = await cairn(one, ["person", "person"])
        here = await connect(one.address, made.table, made.token)
        there = await connect(other.address, made.table)
        await lay(here)
        await told(there, wire.Moved)
        assert view(there).pending_ruling is not None
        await place(here)
        answer = await told(here, wire.ChanceResolved)
        assert await told(there, wire.ChanceResolved) == answer
        await until(lambda: is_closed(script))
        # Both processes have a connection of the same player, who places the same stone.
        again = await connect(other.address, made.table, made.token)
        await lay(here)
        await told(again, wire.Moved)
        await asyncio.gather(place(here, x=1.0), place(again, x=2.0))
        answers = [await told(here, wire.ChanceResolved), await told(again, wire.ChanceResolved)]
        assert answers[0] == answers[1]
        await until(lambda: is_closed(script))
        for connection in (here, there, again):
            await connection.close()

    with serving(file) as one, serving(file) as other:
        perform(scene(one, other))


def test_outcome_is_appended_after_a_conflicting_event(tmp_path: Path, script: Script) -> None:
    file = tmp_path / "tables.sqlite3"

    async def scene(one: Serving, other: Serving) -> None:
        made = await cairn(one, ["person", "person"])
        here = await connect(one.address, made.table, made.token)
        await lay(here)
        there = await connect(other.address, made.table, made.token)
        await there.send(wire.Rename("Anna", 0))
        await told(there, wire.Renamed)
        # The other process does not poll: its append conflicts.
        await place(here, x=2.0)
        await told(here, wire.Renamed)
        assert (await told(here, wire.ChanceResolved)).text.startswith("~stands 2.0")
        await here.close()
        await there.close()

    with serving(file, watch_seconds=1e6) as one, serving(file, watch_seconds=1e6) as other:
        perform(scene(one, other))


# -- Assist ----------------------------------------------------------------------------------------


def test_assist_takes_effect_from_the_next_placement(server: Serving, script: Script) -> None:
    async def scene() -> None:
        acting, waiting = await two_screens(server)
        assert [acting.table.assist, waiting.table.assist] == [False, False]
        await lay(acting)
        await acting.send(wire.SetAssist(True))
        ask = await told(waiting, wire.Asked)
        assert (ask.what, ask.assist) == ("assist", True)
        assert view(waiting).asks[0].assist
        assert await refusal(waiting, wire.SetAssist(True)) == "not_now"
        await waiting.send(wire.Answer(ask.seq, True))
        assist_set = await told(acting, wire.AssistSet)
        assert assist_set.on
        assert acting.table.assist
        assert await refusal(acting, wire.SetAssist(True)) == "not_now"
        await place(acting)
        await told(acting, wire.ChanceResolved)
        assert [world.assist for world in script.opened] == [False]
        while not view(waiting).mine:
            await waiting.receive()
        await lay(waiting)
        await place(waiting)
        await told(waiting, wire.ChanceResolved)
        assert [world.assist for world in script.opened] == [False, True]
        await waiting.send(wire.SetAssist(False))
        ask = await told(acting, wire.Asked)
        await acting.send(wire.Answer(ask.seq, False))
        await told(waiting, wire.Answered)
        assert waiting.table.assist
        fresh = await connect(server.address, acting.table.id)
        assert fresh.table.assist
        for connection in (acting, waiting, fresh):
            await connection.close()

    perform(scene())


def test_make_table_accepts_assist(server: Serving, script: Script) -> None:
    async def scene() -> None:
        seat = await one_screen(server, assist=True)
        assert seat.table.assist
        await lay(seat)
        await place(seat)
        await told(seat, wire.ChanceResolved)
        assert script.opened[-1].assist
        # At one screen there are no other people to vote.
        await seat.send(wire.SetAssist(False))
        assert not (await told(seat, wire.AssistSet)).on
        await seat.close()
        with pytest.raises(Exception, match="nothing is placed by hand"):
            await make(server.address, ["person", "person"], assist=True)
        other = await connect_to(server, ["person", "person"])
        assert await refusal(other, wire.SetAssist(True)) == "not_now"
        await other.close()

    perform(scene())


async def connect_to(server: Serving, places: Sequence[str]) -> TableConnection:
    made = await make(server.address, places)
    return await connect(server.address, made.table, made.token)


def test_games_without_placements_reject_placement_messages(
    server: Serving, script: Script
) -> None:
    async def scene() -> None:
        seat = await connect_to(server, ["person", "person"])
        assert await refusal(seat, wire.Grasp(seat.seq, GRIPS[0], 0.0)) == "not_now"
        assert place_at_work(server.registry.rooms[0].table) is None
        await seat.close()

    perform(scene())


def test_storage_failure_shows_nothing_and_retries(
    server: Serving, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []

    async def scene() -> None:
        seat = await one_screen(server)
        await lay(seat)
        store = server.registry._store
        keep = store.append

        def full(append: Append, done: Done) -> None:
            tried.append(len(append.rows))
            done("failed")

        with monkeypatch.context() as disk:
            disk.setattr(store, "append", full)
            await place(seat, x=5.0)
            while len(tried) < 2:
                await seat.send(wire.Ping())
                heard = await heard_until(seat, wire.Pong)
                assert not any(isinstance(m, wire.Animation | wire.Update) for m in heard)
                await asyncio.sleep(0.05)
        assert store.append == keep
        await hears(seat, wire.Animation)
        assert (await told(seat, wire.ChanceResolved)).text.startswith("~stands 5.0,")
        assert len(script.opened) == 1
        await seat.close()

    perform(scene())
