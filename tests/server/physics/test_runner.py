"""Placements at tables: permissions, visibility, and storage before the broadcast."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from empile.bots import choose
from empile.client import Rest, TableConnection, connect
from empile.engine.contracts.referee import BadHandError, HandSkill, Referee
from empile.engine.discovery import game_class
from empile.engine.game import Event, State
from empile.server.background import bots
from empile.server.physics.commands.place import place_at_work
from empile.server.physics.runner import MOST_FAULTS
from empile.server.store.interface import Append, Done
from empile.server.wire import messages as wire
from empile.server.wire import schemas
from tests.server.processes import Nursery, free_port
from tests.server.scripted_placement import GRIPS, HAND_SKILLS, Script, cairn_by_hand
from tests.server.serving import (
    PATIENCE,
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

LAY = "lay"


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Script:
    """Add placements by hand to Cairn."""
    made = Script()
    cairn_by_hand(made, monkeypatch.setattr)
    return made


async def cairn(server: Serving, places: Sequence[Any], **more: Any) -> schemas.TableCreated:
    return await make(server.address, places, game="cairn", **more)


async def one_screen(server: Serving, **more: Any) -> TableConnection:
    """Return the connection of two people at one screen."""
    made = await cairn(server, ["person", "person"], **more)
    return await connect(server.address, made.table, made.token)


async def two_screens(server: Serving) -> tuple[TableConnection, TableConnection]:
    """Return the connections of two people, the one to act first."""
    made = await cairn(server, ["person", "open"])
    joined = await join(server.address, made.table)
    one = await connect(server.address, made.table, made.token)
    other = await connect(server.address, made.table, joined.token)
    return in_turn(one, other)


def view(seat: TableConnection) -> wire.StateView:
    assert seat.state is not None
    return seat.state


async def lay(seat: TableConnection) -> None:
    """Lay a stone, so that the game waits for a placement."""
    text = next(move.text for move in view(seat).legal if move.text.startswith(LAY))
    await seat.act(text)
    assert view(seat).judging is not None


def piece(*points: tuple[float, float, float]) -> list[wire.Sample]:
    """Return samples of a hand path from (at, x, z)."""
    return [(at, x, 0.0, z, 0.0) for at, x, z in points]


async def place(seat: TableConnection, x: float = 0.0, z: float = 20.0) -> None:
    """Place the stone without waiting for the outcome."""
    await seat.send(wire.Reach(seat.seq, GRIPS[0], 0.0))
    await seat.send(wire.Trail(seat.seq, piece((0.0, 50.0, 30.0), (0.05, x, z))))
    await seat.send(wire.LetGo(seat.seq))


async def refusal(seat: TableConnection, message: wire.ClientMessage) -> str:
    await seat.send(message)
    error = await hears(seat, wire.Error)
    assert isinstance(error, wire.Error)
    return error.code


async def heard_until(seat: TableConnection, kind: type[Any]) -> list[wire.ServerMessage]:
    """Return all messages up to the next one of a kind."""
    heard: list[wire.ServerMessage] = []
    while not heard or not isinstance(heard[-1], kind):
        heard.append(await seat.receive())
    return heard


# -- Visibility ------------------------------------------------------------------------------------


def test_placement_shows_hand_then_animation_then_outcome(server: Serving, script: Script) -> None:
    async def scene() -> None:
        seat = await one_screen(server)
        watcher = await connect(server.address, seat.table.id)
        lean = await connect(server.address, seat.table.id, detail="moves")
        await lay(seat)
        judging = view(seat).judging
        assert judging is not None
        assert (judging.by, judging.grips) == ("hand", list(GRIPS))
        assert judging.seat == 0
        assert view(seat).to_act is None
        assert (await hears(watcher, wire.Happened)).state.judging == judging
        await place(seat, x=3.0)
        for connection in (seat, watcher):
            heard = await heard_until(connection, wire.Happened)
            hands = [message for message in heard if isinstance(message, wire.Hand)]
            films = [message for message in heard if isinstance(message, wire.Film)]
            assert set(hands[0].poses) == {"stone", "cairn"}
            assert all(set(hand.poses) == {"stone"} for hand in hands[1:])
            assert hands[-1].poses["stone"][:3] == (3.0, 0.0, 20.0)
            assert {hand.place for hand in hands} == {view(seat).seats[0]}
            assert not any(hand.again for hand in hands)
            assert isinstance(heard[-2], wire.Film)
            assert len(films) == 1
            happened = heard[-1]
            assert isinstance(happened, wire.Happened)
            answer = happened.events[0]
            assert isinstance(answer, wire.ChanceResolved)
            assert answer.text.startswith("~stands 3.0,")
            assert films[0].seq == answer.seq
            assert (films[0].ago, films[0].names) == (0.0, ["stone"])
            assert view(connection).judging is None
            assert view(connection).resting == {"stones": answer.text.removeprefix("~stands ")}
        assert isinstance((await lean.next_events())[0], wire.Moved)
        # Clients without positions get only the outcome.
        assert isinstance((await heard_until(lean, wire.Happened))[-1], wire.Happened)
        async with Rest(server.address) as rest:
            frames = (await rest.replay(seat.table.id)).frames
            assert frames[-1].resting == view(seat).resting
        for connection in (seat, watcher, lean):
            await connection.close()

    perform(scene())
    assert not any("MainThread" in name for name in script.threads)
    assert all(name.startswith("referee") for name in script.threads)


def test_placement_is_stored_before_the_animation(tmp_path: Path, script: Script) -> None:
    file = tmp_path / "tables.sqlite3"

    def last_kept() -> int:
        with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as store:
            return int(store.execute("SELECT max(seq) FROM log").fetchone()[0])

    async def scene(server: Serving) -> None:
        seat = await one_screen(server)
        for _ in range(3):
            await lay(seat)
            await place(seat)
            film = await hears(seat, wire.Film)
            assert last_kept() >= film.seq
            await hears(seat, wire.Happened)
        await seat.close()

    with serving(file) as server:
        perform(scene(server))


def test_knocking_over_ends_the_placement(server: Serving, script: Script) -> None:
    async def scene() -> None:
        seat = await one_screen(server)
        await lay(seat)
        await seat.send(wire.Reach(seat.seq, GRIPS[0], 0.0))
        await seat.send(wire.Trail(seat.seq, piece((0.0, 0.0, 50.0), (0.05, 0.0, -1.0))))
        await hears(seat, wire.Film)
        assert (await told(seat, wire.ChanceResolved)).text == "~falls"
        # Outcomes are slow, so they run where they delay no frames.
        assert all(name.startswith("referee-slow") for name in script.answering)
        assert script.answering
        # Late samples are ignored, but a late release is an error.
        late = seat.seq - 2
        await seat.send(wire.Trail(late, piece((0.1, 0.0, 50.0))))
        assert await refusal(seat, wire.LetGo(late)) == "stale"
        await seat.close()

    perform(scene())


def test_simulation_runs_in_real_time_and_pauses(server: Serving, script: Script) -> None:
    async def scene() -> None:
        seat = await one_screen(server)
        await lay(seat)
        began = time.monotonic()
        await seat.send(wire.Reach(seat.seq, GRIPS[0], 0.0))
        await seat.send(wire.Trail(seat.seq, piece((7.0, 0.0, 50.0), (7.4, 9.0, 50.0))))
        hand = await hears(seat, wire.Hand)
        while hand.poses["stone"][0] != 9.0:
            hand = await hears(seat, wire.Hand)
        took = time.monotonic() - began
        assert 0.35 < took < 3.0
        # Times since the reach are those of the client's clock.
        assert 7.4 <= hand.at <= 7.5
        world = script.opened[-1]
        stood = world.now
        await asyncio.sleep(0.3)
        assert world.now - stood < 0.1, "nothing moves"
        await seat.close()

    perform(scene())


def test_reach_again_changes_the_grip(server: Serving, script: Script) -> None:
    async def scene() -> None:
        seat = await one_screen(server)
        await lay(seat)
        for grip in GRIPS:
            await seat.send(wire.Reach(seat.seq, grip, 90.0))
            hand = await hears(seat, wire.Hand)
            assert (hand.grip, set(hand.poses)) == (grip, {"stone", "cairn"})
        await seat.send(wire.Trail(seat.seq, piece((0.0, 0.0, 20.0))))
        await seat.send(wire.LetGo(seat.seq))
        await told(seat, wire.ChanceResolved)
        assert len(script.opened) == 1
        await seat.close()

    perform(scene())


# -- Permissions -----------------------------------------------------------------------------------


def test_place_is_limited_to_the_holder_of_the_place(server: Serving, script: Script) -> None:
    async def scene() -> None:
        acting, waiting = await two_screens(server)
        watcher = await connect(server.address, acting.table.id)
        reach = wire.Reach(acting.seq, GRIPS[0], 0.0)
        assert await refusal(acting, reach) == "not_now"
        await lay(acting)
        await hears(waiting, wire.Happened)
        for other in (waiting, watcher):
            seq = acting.seq
            assert await refusal(other, wire.Reach(seq, GRIPS[0], 0.0)) == "not_yours"
            assert await refusal(other, wire.Trail(seq, piece((0.0, 0.0, 1.0)))) == "not_yours"
            assert await refusal(other, wire.LetGo(seq)) == "not_yours"
        seq = acting.seq
        assert await refusal(acting, wire.Reach(seq - 1, GRIPS[0], 0.0)) == "stale"
        assert await refusal(acting, wire.Reach(seq + 1, GRIPS[0], 0.0)) == "stale"
        assert await refusal(acting, wire.LetGo(seq)) == "not_now"
        assert await refusal(acting, wire.Trail(seq, piece((0.0, 0.0, 1.0)))) == "not_now"
        assert await refusal(acting, wire.Reach(seq, "by the ears", 0.0)) == "bad_hand"
        backwards = piece((1.0, 0.0, 1.0), (0.5, 0.0, 1.0))
        assert await refusal(acting, wire.Trail(seq, backwards)) == "bad_message"
        long = piece((0.0, 0.0, 1.0), (60.0, 0.0, 1.0))
        assert await refusal(acting, wire.Trail(seq, long)) == "bad_message"
        many = piece(*[(0.01 * n, 0.0, 1.0) for n in range(wire.MOST_SAMPLES + 1)])
        assert await refusal(acting, wire.Trail(seq, many)) == "bad_message"
        assert await refusal(acting, wire.Trail(seq, [])) == "bad_message"
        for number in ("1e400", "NaN", "1e9", '"0"', "null"):
            await acting.send_text(
                f'{{"type": "trail", "seq": {seq}, "samples": [[0, {number}, 0, 0, 0]]}}'
            )
            assert (await hears(acting, wire.Error)).code == "bad_message"
        # None of these started a placement.
        await place(acting)
        assert isinstance((await hears(waiting, wire.Film)), wire.Film)
        for connection in (acting, waiting, watcher):
            await connection.close()

    perform(scene())


def test_placement_survives_events_of_other_players(server: Serving, script: Script) -> None:
    async def scene() -> None:
        acting, waiting = await two_screens(server)
        await lay(acting)
        seq = acting.seq
        await acting.send(wire.Reach(seq, GRIPS[0], 0.0))
        await hears(acting, wire.Hand)
        await waiting.send(wire.Rename("Beatrice"))
        await told(acting, wire.Renamed)
        # The client has not seen that event, and does not need to.
        await acting.send(wire.Trail(seq, piece((0.0, 0.0, 20.0))))
        await acting.send(wire.LetGo(seq))
        assert (await told(acting, wire.ChanceResolved)).text.startswith("~stands")
        assert len(script.opened) == 1
        await acting.close()
        await waiting.close()

    perform(scene())


def test_hand_path_over_the_limit_is_dropped_and_reported_once(
    server: Serving, script: Script
) -> None:
    async def scene() -> None:
        seat = await one_screen(server)
        await lay(seat)
        await seat.send(wire.Reach(seat.seq, GRIPS[0], 0.0))
        full = piece(*[(0.01 * n, 50.0, 50.0) for n in range(wire.MOST_SAMPLES)])
        for _ in range(40):
            await seat.send(wire.Trail(seat.seq, full))
        await seat.send(wire.Ping())
        heard = await heard_until(seat, wire.Pong)
        errors = [message for message in heard if isinstance(message, wire.Error)]
        assert [error.code for error in errors] == ["slow_down"]
        await seat.send(wire.LetGo(seat.seq))
        assert (await told(seat, wire.ChanceResolved)).text == "~falls"
        limits = server.application.settings.limits
        assert len(script.opened[0].moves) <= limits.samples_at_once + limits.samples_per_second
        await seat.close()

    perform(scene())


# -- Presence --------------------------------------------------------------------------------------


def test_enter_during_an_animation_sends_the_rest(server: Serving, script: Script) -> None:
    script.film_seconds = 1.0

    async def scene() -> None:
        seat = await one_screen(server)
        await lay(seat)
        await place(seat)
        film = await hears(seat, wire.Film)
        await asyncio.sleep(0.2)
        late = await connect(server.address, seat.table.id, since=seat.seq)
        rest = await late.receive()
        assert isinstance(rest, wire.Film)
        assert 0.2 <= rest.ago < 1.0
        assert (rest.seq, rest.data) == (film.seq, film.data)
        lean = await connect(server.address, seat.table.id, detail="moves")
        await lean.send(wire.Ping())
        assert not any(isinstance(m, wire.Film) for m in await heard_until(lean, wire.Pong))
        await asyncio.sleep(1.0)
        later = await connect(server.address, seat.table.id)
        await later.send(wire.Ping())
        assert not any(isinstance(m, wire.Film) for m in await heard_until(later, wire.Pong))
        for connection in (seat, late, lean, later):
            await connection.close()

    perform(scene())


def test_enter_during_a_placement_sends_all_poses(server: Serving, script: Script) -> None:
    async def scene() -> None:
        seat = await one_screen(server)
        await lay(seat)
        await seat.send(wire.Reach(seat.seq, GRIPS[1], 0.0))
        await seat.send(wire.Trail(seat.seq, piece((0.0, 42.0, 43.0))))
        while (await hears(seat, wire.Hand)).poses["stone"][0] != 42.0:
            pass
        # The placing client reconnects and continues.
        await seat.close()
        made = server.registry.rooms[0].table
        for _ in range(2):
            watcher = await connect(server.address, made.id)
            hand = await hears(watcher, wire.Hand)
            assert (hand.grip, set(hand.poses)) == (GRIPS[1], {"stone", "cairn"})
            assert hand.poses["stone"][0] == 42.0
            await watcher.close()
        assert len(script.opened) == 1

    perform(scene())


def test_slow_readers_skip_frames_but_get_all_poses(server: Serving, script: Script) -> None:
    async def scene() -> None:
        seat = await one_screen(server)
        watcher = await connect(server.address, seat.table.id)
        await lay(seat)
        await seat.send(wire.Reach(seat.seq, GRIPS[0], 0.0))
        await hears(watcher, wire.Hand)
        room = server.registry.rooms[0]
        behind = next(one for one in room.connections if one.key is None)
        loop = server.registry.placements._loop

        def fall_behind() -> None:
            behind._pump = loop.create_task(asyncio.sleep(PATIENCE))

        def catch_up() -> None:
            assert behind._pump is not None
            behind._pump.cancel()
            behind._pump = None

        loop.call_soon_threadsafe(fall_behind)
        await seat.send(wire.Trail(seat.seq, piece((0.0, 40.0, 40.0))))
        while (await hears(seat, wire.Hand)).poses["stone"][0] != 40.0:
            pass
        loop.call_soon_threadsafe(catch_up)
        await seat.send(wire.Trail(seat.seq, piece((1.0, 30.0, 30.0))))
        hand = await hears(watcher, wire.Hand)
        assert hand.poses["stone"][0] == 30.0
        assert set(hand.poses) == {"stone", "cairn"}
        await seat.close()
        await watcher.close()

    perform(scene())


# -- Bots ------------------------------------------------------------------------------------------


def test_bots_place_after_animations_end(server: Serving, script: Script) -> None:
    script.film_seconds = 0.4

    async def scene() -> None:
        made = await cairn(server, ["bot:1", "bot:1"])
        watcher = await connect(server.address, made.table)
        films: list[tuple[float, wire.Film]] = []
        hands: set[float] = set()
        while watcher.table.status == "playing":
            message = await watcher.receive()
            now = time.monotonic()
            if isinstance(message, wire.Film):
                films.append((now, message))
            elif isinstance(message, wire.Hand):
                assert not films or now - films[-1][0] >= 0.35 or message.grip == ""
                hands.add(message.poses["stone"][0])
            elif isinstance(message, wire.Happened):
                moved = any(isinstance(event, wire.Moved) for event in message.events)
                assert not moved or not films or now - films[-1][0] >= 0.35
        assert len(films) >= 2
        assert len(hands) > 3, "the bot's hand is seen on its way"
        await watcher.close()

    perform(scene())
    assert {world.moves[0].x for world in script.opened if world.moves} == {100.0}


def test_bots_choose_moves_by_placement_bonus(
    server: Serving, script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, int, bool]] = []

    def worth(
        _: Referee, state: State, events: Sequence[Event], skill: HandSkill, *, assist: bool = False
    ) -> dict[int, float]:
        asked.append((len(events), skill.number, assist))
        return {state.legal_actions()[-1]: 5.0}

    monkeypatch.setattr(game_class("cairn").contracts.referee, "placement_bonus", worth)
    monkeypatch.setattr(bots, "choose", choose)

    async def scene() -> None:
        bot = schemas.PlaceWanted("bot", level=3, dexterity=3)
        made = await cairn(server, [bot, "person"], assist=True)
        seat = await connect(server.address, made.table, made.token)
        while not asked:
            if view(seat).mine:
                await lay(seat)
                await place(seat)
            await seat.receive()
        table = server.registry.rooms[0].table
        game = table.current
        assert game is not None
        while len(game.events) == asked[0][0]:
            await seat.receive()
        events, hand_skill, assist = asked[0]
        assert (hand_skill, assist) == (3, True)
        before = list(table.states(game))[events]
        assert game.events[events].actions[0] == before.legal_actions()[-1]
        await seat.close()

    perform(scene())


def test_bots_pause_without_watchers(server: Serving, script: Script) -> None:
    script.plan_seconds = 1.0

    async def scene() -> None:
        made = await cairn(server, ["bot:1", "bot:1"])
        watcher = await connect(server.address, made.table)
        while (await hears(watcher, wire.Hand)).poses["stone"][0] > 80.0:
            pass
        await watcher.close()
        table = server.registry.rooms[0].table
        while server.registry.rooms[0].connections:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        stood, seq = script.opened[-1].now, table.seq
        await asyncio.sleep(0.5)
        assert (script.opened[-1].now, table.seq) == (stood, seq)
        count = len(script.opened)
        watcher = await connect(server.address, made.table)
        await hears(watcher, wire.Film)
        assert len(script.opened) == count, "it goes on where it was"
        await watcher.close()

    perform(scene())


def test_bots_have_the_hand_skill_of_their_place(server: Serving, script: Script) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            info = next(game for game in await rest.games() if game.name == "cairn")
            assert [d.number for d in info.dexterities] == [d.number for d in HAND_SKILLS]
            made = await rest.make_table(
                "cairn",
                [
                    schemas.PlaceWanted("bot", level=1, dexterity=3),
                    schemas.PlaceWanted("bot", level=1),
                    schemas.PlaceWanted("person"),
                    schemas.PlaceWanted("open"),
                ],
            )
            filled = await rest.fill(made.table, made.token, 1, hand_skill=1)
            assert [place.dexterity for place in filled.places] == [3, 2, None, 1]
            for wrong in (0, 4):
                with pytest.raises(Exception, match="choose one of 1, 2, 3"):
                    await rest.make_table(
                        "cairn", [schemas.PlaceWanted("bot", level=1, dexterity=wrong), "person"]
                    )
            with pytest.raises(Exception, match="nothing is placed by hand"):
                await rest.make_table(
                    "block-ness", [schemas.PlaceWanted("bot", level=1, dexterity=1), "person"]
                )
            plain = await rest.make_table("block-ness", ["bot:1", "person"])
            assert (await rest.table(plain.table)).places[0].dexterity is None
        async with await connect(server.address, made.table, made.token) as seat:
            assert [place.dexterity for place in seat.table.places] == [3, 2, None, 1]

    perform(scene())


# -- Failed simulations ----------------------------------------------------------------------------


def test_simulation_failure_restarts_the_placement(server: Serving, script: Script) -> None:
    async def scene() -> None:
        seat = await one_screen(server)
        await lay(seat)
        seq = seat.seq
        script.faults = 2
        for number in (1, 2):
            await seat.send(wire.Reach(seq, GRIPS[0], 0.0))
            await seat.send(wire.Trail(seq, piece((0.0, 0.0, 20.0))))
            hand = await hears(seat, wire.Hand)
            while not hand.again:
                hand = await hears(seat, wire.Hand)
            assert (hand.grip, hand.poses) == ("", {})
            await has_opened(script, number + 1)
            # Late samples are ignored.
            await seat.send(wire.Trail(seq, piece((0.1, 0.0, 20.0))))
        assert seat.seq == seq
        await place(seat)
        heard = await heard_until(seat, wire.Happened)
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
            if (judging := view(seat).judging) and view(seat).seats[judging.seat] in seat.places:
                await seat.send(wire.Reach(seat.seq, GRIPS[0], 0.0))
                await seat.send(wire.Trail(seat.seq, piece((0.0, 0.0, 20.0))))
                message = await seat.receive()
                while not (
                    isinstance(message, wire.Happened)
                    or (isinstance(message, wire.Hand) and message.again)
                ):
                    message = await seat.receive()
            else:
                await seat.receive()
        assert seat.table.trouble == f"the simulation failed {MOST_FAULTS} times in a row"
        assert await refusal(seat, wire.Reach(seat.seq, GRIPS[0], 0.0)) == "frozen"
        await until(lambda: is_closed(script))
        await seat.send(wire.Resume())
        await told(seat, wire.Resumed)
        while view(seat).judging is not None:
            judging = view(seat).judging
            assert judging is not None
            if view(seat).seats[judging.seat] in seat.places:
                await place(seat)
            await hears(seat, wire.Happened)
        await seat.close()

    perform(scene())


def test_simulation_errors_freeze_at_once_without_leaking(server: Serving, script: Script) -> None:
    async def scene() -> None:
        seat = await one_screen(server)
        await lay(seat)
        script.faults, script.error = 1, RuntimeError
        await seat.send(wire.Reach(seat.seq, GRIPS[0], 0.0))
        await seat.send(wire.Trail(seat.seq, piece((0.0, 0.0, 20.0))))
        frozen = await told(seat, wire.Frozen)
        assert "secret" not in frozen.message
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
        script.faults, script.error = 1, BadHandError
        await seat.send(wire.Reach(seat.seq, GRIPS[0], 0.0))
        assert await refusal(seat, wire.Trail(seat.seq, piece((0.0, 0.0, 20.0)))) == "bad_hand"
        await seat.send(wire.LetGo(seat.seq))
        await told(seat, wire.ChanceResolved)
        await seat.close()

    perform(scene())


# -- Interruptions ---------------------------------------------------------------------------------


def test_takeback_ends_the_placement(server: Serving, script: Script) -> None:
    async def scene() -> None:
        seat = await one_screen(server)
        await lay(seat)
        await seat.send(wire.Reach(seat.seq, GRIPS[0], 0.0))
        await hears(seat, wire.Hand)
        held = seat.seq
        await seat.send(wire.Takeback())
        await told(seat, wire.TakenBack)
        assert view(seat).judging is None
        await until(lambda: is_closed(script))
        assert await refusal(seat, wire.LetGo(held)) == "stale"
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
        await one.send(wire.Reach(one.seq, GRIPS[0], 0.0))
        await hears(one, wire.Hand)
        token = made.token if one.places == made.places else joined.token
        before = len(script.opened)
        await one.close()
        while (await hears(other, wire.Presence)).places != other.places:
            pass
        # A bot with the steadiest hand takes over the placement.
        await other.send(wire.Takeover(one.places[0], 1, 3))
        taken = await told(other, wire.TakenOver)
        assert taken.dexterity == 3
        hand = await hears(other, wire.Hand)
        assert (hand.place, len(script.opened)) == (one.places[0], before + 1)
        back = await connect(server.address, other.table.id, token)
        assert await refusal(back, wire.Reach(back.seq, GRIPS[0], 0.0)) == "not_yours"
        await back.send(wire.Retake())
        await told(back, wire.Retaken)
        assert view(back).judging is not None
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
        await acting.send(wire.Reach(acting.seq, GRIPS[0], 0.0))
        await hears(acting, wire.Hand)
        await acting.send(wire.Resign())
        await told(waiting, wire.Over)
        assert view(waiting).judging is None
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
            await seat.send(wire.Reach(seat.seq, GRIPS[0], 0.0))
            await hears(seat, wire.Hand)
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
                judging = view(seat).judging
                if number:
                    assert judging is not None, "the stone is still to be placed"
                    await place(seat)
                    kept += [*events[len(kept) :], *(await seat.next_events())]
                else:
                    kept += events
                text = next(m.text for m in view(seat).legal if m.text.startswith(LAY))
                kept += await seat.act(text)
                await seat.send(wire.Reach(seat.seq, GRIPS[0], 0.0))
                await hears(seat, wire.Hand)
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
        assert view(there).judging is not None
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
        assert [acting.table.calm, waiting.table.calm] == [False, False]
        await lay(acting)
        await acting.send(wire.SetAssist(True))
        ask = await told(waiting, wire.Asked)
        assert (ask.what, ask.calm) == ("calm", True)
        assert view(waiting).asks[0].calm
        assert await refusal(waiting, wire.SetAssist(True)) == "not_now"
        await waiting.send(wire.Answer(ask.seq, True))
        calmed = await told(acting, wire.AssistSet)
        assert calmed.on
        assert acting.table.calm
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
        assert waiting.table.calm
        fresh = await connect(server.address, acting.table.id)
        assert fresh.table.calm
        for connection in (acting, waiting, fresh):
            await connection.close()

    perform(scene())


def test_make_table_accepts_assist(server: Serving, script: Script) -> None:
    async def scene() -> None:
        seat = await one_screen(server, assist=True)
        assert seat.table.calm
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
        assert await refusal(seat, wire.Reach(seat.seq, GRIPS[0], 0.0)) == "not_now"
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
                assert not any(isinstance(m, wire.Film | wire.Happened) for m in heard)
                await asyncio.sleep(0.05)
        assert store.append == keep
        await hears(seat, wire.Film)
        assert (await told(seat, wire.ChanceResolved)).text.startswith("~stands 5.0,")
        assert len(script.opened) == 1
        await seat.close()

    perform(scene())
