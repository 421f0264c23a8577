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
from empile.client import Rest, connect
from empile.engine.contracts.referee import HandSkill, Referee
from empile.engine.discovery import game_class
from empile.engine.game import Event, State
from empile.server.background import bots
from empile.server.wire import messages as wire
from empile.server.wire import schemas
from tests.server.physics.steps import (
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
from tests.server.scripted_placement import GRIPS, HAND_SKILLS, Script
from tests.server.serving import (
    Serving,
    hears,
    perform,
    serving,
    told,
)
from tests.support.patience import PATIENCE, slowness

# -- Visibility ------------------------------------------------------------------------------------


def test_placement_shows_hand_then_animation_then_outcome(server: Serving, script: Script) -> None:
    async def scene() -> None:
        seat = await one_screen(server)
        watcher = await connect(server.address, seat.table.id)
        lean = await connect(server.address, seat.table.id, updates="moves")
        await lay(seat)
        pending = view(seat).pending_ruling
        assert pending is not None
        assert (pending.source, pending.grips) == ("hand", list(GRIPS))
        assert pending.seat == 0
        assert view(seat).to_act is None
        assert (await hears(watcher, wire.Update)).state.pending_ruling == pending
        await place(seat, x=3.0)
        for connection in (seat, watcher):
            heard = await heard_until(connection, wire.Update)
            hands = [message for message in heard if isinstance(message, wire.PlacementFrame)]
            films = [message for message in heard if isinstance(message, wire.Animation)]
            assert set(hands[0].poses) == {"stone", "cairn"}
            assert all(set(hand.poses) == {"stone"} for hand in hands[1:])
            assert hands[-1].poses["stone"][:3] == (3.0, 0.0, 20.0)
            assert {hand.place for hand in hands} == {view(seat).seats[0]}
            assert not any(hand.restarted for hand in hands)
            assert isinstance(heard[-2], wire.Animation)
            assert len(films) == 1
            happened = heard[-1]
            assert isinstance(happened, wire.Update)
            answer = happened.events[0]
            assert isinstance(answer, wire.ChanceResolved)
            assert answer.text.startswith("~stands 3.0,")
            assert films[0].seq == answer.seq
            assert (films[0].elapsed, films[0].bodies) == (0.0, ["stone"])
            assert view(connection).pending_ruling is None
            assert view(connection).poses == {"stones": answer.text.removeprefix("~stands ")}
        assert isinstance((await lean.next_events())[0], wire.Moved)
        # Clients without positions get only the outcome.
        assert isinstance((await heard_until(lean, wire.Update))[-1], wire.Update)
        async with Rest(server.address) as rest:
            frames = (await rest.replay(seat.table.id)).frames
            assert frames[-1].poses == view(seat).poses
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
            film = await hears(seat, wire.Animation)
            assert last_kept() >= film.seq
            await hears(seat, wire.Update)
        await seat.close()

    with serving(file) as server:
        perform(scene(server))


def test_knocking_over_ends_the_placement(server: Serving, script: Script) -> None:
    async def scene() -> None:
        seat = await one_screen(server)
        await lay(seat)
        await seat.send(wire.Grasp(seat.seq, GRIPS[0], 0.0))
        await seat.send(wire.HandPath(seat.seq, piece((0.0, 0.0, 50.0), (0.05, 0.0, -1.0))))
        await hears(seat, wire.Animation)
        assert (await told(seat, wire.ChanceResolved)).text == "~falls"
        # Outcomes are slow, so they run where they delay no frames.
        assert all(name.startswith("referee-slow") for name in script.answering)
        assert script.answering
        # Late samples are ignored, but a late release is an error.
        late = seat.seq - 2
        await seat.send(wire.HandPath(late, piece((0.1, 0.0, 50.0))))
        assert await refusal(seat, wire.Release(late)) == "stale"
        await seat.close()

    perform(scene())


@pytest.mark.alone
def test_simulation_runs_in_real_time_and_pauses(server: Serving, script: Script) -> None:
    async def scene() -> None:
        seat = await one_screen(server)
        await lay(seat)
        began = time.monotonic()
        await seat.send(wire.Grasp(seat.seq, GRIPS[0], 0.0))
        await seat.send(wire.HandPath(seat.seq, piece((7.0, 0.0, 50.0), (7.4, 9.0, 50.0))))
        hand = await hears(seat, wire.PlacementFrame)
        while hand.poses["stone"][0] != 9.0:
            hand = await hears(seat, wire.PlacementFrame)
        took = time.monotonic() - began
        # Steps that come late are made up for.
        assert 0.15 < took < 3.0 * slowness()
        # Times since the reach are those of the client's clock.
        assert 7.4 <= hand.time <= 7.5
        world = script.opened[-1]
        stood = world.now
        await asyncio.sleep(1.0)
        # Each step is of a tenth of a second at most; the last one finds that nothing moves.
        assert world.now - stood < 0.25
        await seat.close()

    perform(scene())


def test_reach_again_changes_the_grip(server: Serving, script: Script) -> None:
    async def scene() -> None:
        seat = await one_screen(server)
        await lay(seat)
        for grip in GRIPS:
            await seat.send(wire.Grasp(seat.seq, grip, 90.0))
            hand = await hears(seat, wire.PlacementFrame)
            assert (hand.grip, set(hand.poses)) == (grip, {"stone", "cairn"})
        await seat.send(wire.HandPath(seat.seq, piece((0.0, 0.0, 20.0))))
        await seat.send(wire.Release(seat.seq))
        await told(seat, wire.ChanceResolved)
        assert len(script.opened) == 1
        await seat.close()

    perform(scene())


# -- Permissions -----------------------------------------------------------------------------------


def test_place_is_limited_to_the_holder_of_the_place(server: Serving, script: Script) -> None:
    async def scene() -> None:
        acting, waiting = await two_screens(server)
        watcher = await connect(server.address, acting.table.id)
        reach = wire.Grasp(acting.seq, GRIPS[0], 0.0)
        assert await refusal(acting, reach) == "not_now"
        await lay(acting)
        await hears(waiting, wire.Update)
        for other in (waiting, watcher):
            seq = acting.seq
            assert await refusal(other, wire.Grasp(seq, GRIPS[0], 0.0)) == "not_yours"
            assert await refusal(other, wire.HandPath(seq, piece((0.0, 0.0, 1.0)))) == "not_yours"
            assert await refusal(other, wire.Release(seq)) == "not_yours"
        seq = acting.seq
        assert await refusal(acting, wire.Grasp(seq - 1, GRIPS[0], 0.0)) == "stale"
        assert await refusal(acting, wire.Grasp(seq + 1, GRIPS[0], 0.0)) == "stale"
        assert await refusal(acting, wire.Release(seq)) == "not_now"
        assert await refusal(acting, wire.HandPath(seq, piece((0.0, 0.0, 1.0)))) == "not_now"
        assert await refusal(acting, wire.Grasp(seq, "by the ears", 0.0)) == "bad_path"
        backwards = piece((1.0, 0.0, 1.0), (0.5, 0.0, 1.0))
        assert await refusal(acting, wire.HandPath(seq, backwards)) == "bad_message"
        long = piece((0.0, 0.0, 1.0), (60.0, 0.0, 1.0))
        assert await refusal(acting, wire.HandPath(seq, long)) == "bad_message"
        many = piece(*[(0.01 * n, 0.0, 1.0) for n in range(wire.MOST_SAMPLES + 1)])
        assert await refusal(acting, wire.HandPath(seq, many)) == "bad_message"
        assert await refusal(acting, wire.HandPath(seq, [])) == "bad_message"
        for number in ("1e400", "NaN", "1e9", '"0"', "null"):
            await acting.send_text(
                f'{{"type": "hand_path", "seq": {seq}, "samples": [[0, {number}, 0, 0, 0]]}}'
            )
            assert (await hears(acting, wire.Error)).code == "bad_message"
        # None of these started a placement.
        await place(acting)
        assert isinstance((await hears(waiting, wire.Animation)), wire.Animation)
        for connection in (acting, waiting, watcher):
            await connection.close()

    perform(scene())


def test_placement_survives_events_of_other_players(server: Serving, script: Script) -> None:
    async def scene() -> None:
        acting, waiting = await two_screens(server)
        await lay(acting)
        seq = acting.seq
        await acting.send(wire.Grasp(seq, GRIPS[0], 0.0))
        await hears(acting, wire.PlacementFrame)
        await waiting.send(wire.Rename("Beatrice"))
        await told(acting, wire.Renamed)
        # The client has not seen that event, and does not need to.
        await acting.send(wire.HandPath(seq, piece((0.0, 0.0, 20.0))))
        await acting.send(wire.Release(seq))
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
        await seat.send(wire.Grasp(seat.seq, GRIPS[0], 0.0))
        full = piece(*[(0.01 * n, 50.0, 50.0) for n in range(wire.MOST_SAMPLES)])
        for _ in range(40):
            await seat.send(wire.HandPath(seat.seq, full))
        await seat.send(wire.Ping())
        heard = await heard_until(seat, wire.Pong)
        errors = [message for message in heard if isinstance(message, wire.Error)]
        assert [error.code for error in errors] == ["rate_limited"]
        await seat.send(wire.Release(seat.seq))
        assert (await told(seat, wire.ChanceResolved)).text == "~falls"
        limits = server.application.settings.limits
        assert len(script.opened[0].moves) <= limits.samples_at_once + limits.samples_per_second
        await seat.close()

    perform(scene())


# -- Presence --------------------------------------------------------------------------------------


def test_enter_during_an_animation_sends_the_rest(server: Serving, script: Script) -> None:
    script.film_seconds = 2.0 * slowness()

    async def scene() -> None:
        seat = await one_screen(server)
        await lay(seat)
        await place(seat)
        film = await hears(seat, wire.Animation)
        await asyncio.sleep(0.2)
        late = await connect(server.address, seat.table.id, since=seat.seq)
        rest = await late.receive()
        assert isinstance(rest, wire.Animation)
        assert 0.2 <= rest.elapsed < script.film_seconds
        assert (rest.seq, rest.data) == (film.seq, film.data)
        lean = await connect(server.address, seat.table.id, updates="moves")
        await lean.send(wire.Ping())
        assert not any(isinstance(m, wire.Animation) for m in await heard_until(lean, wire.Pong))
        await asyncio.sleep(script.film_seconds)
        later = await connect(server.address, seat.table.id)
        await later.send(wire.Ping())
        assert not any(isinstance(m, wire.Animation) for m in await heard_until(later, wire.Pong))
        for connection in (seat, late, lean, later):
            await connection.close()

    perform(scene())


def test_enter_during_a_placement_sends_all_poses(server: Serving, script: Script) -> None:
    async def scene() -> None:
        seat = await one_screen(server)
        await lay(seat)
        await seat.send(wire.Grasp(seat.seq, GRIPS[1], 0.0))
        await seat.send(wire.HandPath(seat.seq, piece((0.0, 42.0, 43.0))))
        while (await hears(seat, wire.PlacementFrame)).poses["stone"][0] != 42.0:
            pass
        # The placing client reconnects and continues.
        await seat.close()
        made = server.registry.rooms[0].table
        for _ in range(2):
            watcher = await connect(server.address, made.id)
            hand = await hears(watcher, wire.PlacementFrame)
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
        await seat.send(wire.Grasp(seat.seq, GRIPS[0], 0.0))
        await hears(watcher, wire.PlacementFrame)
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
        await seat.send(wire.HandPath(seat.seq, piece((0.0, 40.0, 40.0))))
        while (await hears(seat, wire.PlacementFrame)).poses["stone"][0] != 40.0:
            pass
        loop.call_soon_threadsafe(catch_up)
        await seat.send(wire.HandPath(seat.seq, piece((1.0, 30.0, 30.0))))
        hand = await hears(watcher, wire.PlacementFrame)
        assert hand.poses["stone"][0] == 30.0
        assert set(hand.poses) == {"stone", "cairn"}
        await seat.close()
        await watcher.close()

    perform(scene())


# -- Bots ------------------------------------------------------------------------------------------


def test_bots_place_after_animations_end(server: Serving, script: Script) -> None:
    script.film_seconds = 0.6 * slowness()
    shown = script.film_seconds / 2  # a client may hear late of the beginning

    async def scene() -> None:
        made = await cairn(server, ["bot:1", "bot:1"])
        watcher = await connect(server.address, made.table)
        films: list[tuple[float, wire.Animation]] = []
        hands: set[float] = set()
        while watcher.table.status == "playing":
            message = await watcher.receive()
            now = time.monotonic()
            if isinstance(message, wire.Animation):
                films.append((now, message))
            elif isinstance(message, wire.PlacementFrame):
                assert not films or now - films[-1][0] >= shown or message.grip == ""
                hands.add(message.poses["stone"][0])
            elif isinstance(message, wire.Update):
                moved = any(isinstance(event, wire.Moved) for event in message.events)
                assert not moved or not films or now - films[-1][0] >= shown
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
        _: Referee,
        state: State,
        events: Sequence[Event],
        skill: HandSkill,
        *,
        start: dict[str, Any] | None,
        assist: bool = False,
    ) -> dict[int, float]:
        asked.append((len(events), skill.number, assist))
        return {state.legal_actions()[-1]: 5.0}

    monkeypatch.setattr(game_class("cairn").contracts.referee, "placement_bonus", worth)
    monkeypatch.setattr(bots, "choose", choose)

    async def scene() -> None:
        bot = schemas.PlaceRequest("bot", level=3, hand_skill=3)
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
        while (await hears(watcher, wire.PlacementFrame)).poses["stone"][0] > 80.0:
            pass
        await watcher.close()
        table = server.registry.rooms[0].table
        while server.registry.rooms[0].connections:
            await asyncio.sleep(0.01)
        (hand,) = server.registry.placements._hands.values()
        while hand._work.is_under_way or hand._work.timer is not None:
            await asyncio.sleep(0.01)
        stood, seq = script.opened[-1].now, table.seq
        await asyncio.sleep(0.5)
        assert (script.opened[-1].now, table.seq) == (stood, seq)
        count = len(script.opened)
        watcher = await connect(server.address, made.table)
        await hears(watcher, wire.Animation)
        assert len(script.opened) == count, "it goes on where it was"
        await watcher.close()

    perform(scene())


def test_bots_have_the_hand_skill_of_their_place(server: Serving, script: Script) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            info = next(game for game in await rest.games() if game.name == "cairn")
            assert [d.number for d in info.hand_skills] == [d.number for d in HAND_SKILLS]
            made = await rest.make_table(
                "cairn",
                [
                    schemas.PlaceRequest("bot", level=1, hand_skill=3),
                    schemas.PlaceRequest("bot", level=1),
                    schemas.PlaceRequest("person"),
                    schemas.PlaceRequest("open"),
                ],
            )
            filled = await rest.fill(made.table, made.token, 1, hand_skill=1)
            assert [place.hand_skill for place in filled.places] == [3, 2, None, 1]
            for wrong in (0, 4):
                with pytest.raises(Exception, match="choose one of 1, 2, 3"):
                    await rest.make_table(
                        "cairn", [schemas.PlaceRequest("bot", level=1, hand_skill=wrong), "person"]
                    )
            with pytest.raises(Exception, match="nothing is placed by hand"):
                await rest.make_table(
                    "block-ness", [schemas.PlaceRequest("bot", level=1, hand_skill=1), "person"]
                )
            plain = await rest.make_table("block-ness", ["bot:1", "person"])
            assert (await rest.table(plain.table)).places[0].hand_skill is None
        async with await connect(server.address, made.table, made.token) as seat:
            assert [place.hand_skill for place in seat.table.places] == [3, 2, None, 1]

    perform(scene())
