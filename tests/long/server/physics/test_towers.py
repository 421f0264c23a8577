"""Placements in the real simulation, in every game that has placements."""

from __future__ import annotations

import asyncio
import base64
import zlib
from dataclasses import dataclass, field

import numpy as np
import pytest

import empile
from empile.client import GameTracker, Placement, Rest, connect, play, straight
from empile.engine.contracts.referee import Frame, Verdict
from empile.engine.discovery import game_class
from empile.engine.game import CHANCE, EXTERNAL
from empile.engine.match import Match
from empile.engine.random import new_stream
from empile.server.wire import messages as wire
from empile.server.wire import schemas
from tests.server.serving import Serving, make, perform
from tests.server.tables.test_hidden_information import twins
from tests.support.games import referee_of
from tests.support.patience import PATIENCE

BY_HAND = ("block-out",)
"""The games that have placements."""


@dataclass
class Heard:
    """Messages about placements received by a client."""

    hands: list[wire.PlacementFrame] = field(default_factory=list[wire.PlacementFrame])
    films: list[wire.Animation] = field(default_factory=list[wire.Animation])
    answers: list[str] = field(default_factory=list[str])


def frames_of(film: wire.Animation) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """Return the frames of an animation, (frames, bodies, 7), decoded as documented."""
    raw = np.frombuffer(zlib.decompress(base64.b64decode(film.data)), "<i2").astype(np.int64)
    return np.cumsum(raw.reshape(film.frames, len(film.bodies), 7), axis=0)


def test_game_waits_for_placements() -> None:
    referees = {name: empile.load(name).referee for name in empile.game_names()}
    by_hand = [name for name, referee in referees.items() if referee and referee.hand_skills()]
    assert by_hand == [*BY_HAND]


@pytest.mark.parametrize("name", BY_HAND)
def test_bots_and_a_client_place_at_one_table(name: str, server: Serving) -> None:
    def put(follower: GameTracker) -> Placement:
        assert follower.seen is not None
        assert follower.seen.pending_ruling is not None
        # From the edge of the reach to above the middle; any outcome will do.
        way = straight((60.0, 0.0, 200.0), (0.0, 0.0, 120.0), seconds=0.3)
        return Placement(follower.seen.pending_ruling.grips[-1], 30.0, way)

    async def look_on(table: str) -> Heard:
        heard = Heard()
        async with await connect(server.address, table) as watcher:
            async for message in watcher:
                if isinstance(message, wire.PlacementFrame):
                    heard.hands.append(message)
                elif isinstance(message, wire.Animation):
                    heard.films.append(message)
                elif isinstance(message, wire.Update):
                    heard.answers += [
                        event.text
                        for event in message.events
                        if isinstance(event, wire.ChanceResolved) and event.seq == last(heard.films)
                    ]
                    if watcher.table.status == "over":
                        break
        return heard

    async def scene() -> None:
        made = await make(server.address, ["person", "bot:1"], game=name, options={"turn_limit": 3})
        watching = asyncio.create_task(look_on(made.table))
        async with await connect(server.address, made.table, made.token) as seat:
            assert seat.table.places[1].hand_skill is not None
            await play(seat, lambda state: state.legal_actions()[0], put)
        heard = await watching
        assert len(heard.films) == len(heard.answers) >= 2
        assert {film.place for film in heard.films} <= {0, 1}
        for film in heard.films:
            frames = frames_of(film)
            assert film.duration >= film.marks["countdown"] > 0 or "fall" in film.marks
            turns = np.linalg.norm(frames[:, :, 3:] / 30_000, axis=2)
            assert np.abs(turns - 1).max() < 1e-3
        # An animation starts with the last frame of the hand.
        seen = [hand for hand in heard.hands if hand.poses]
        assert {hand.place for hand in seen} == {film.place for film in heard.films}
        for hand in seen:
            assert set(hand.poses) <= {name for film in heard.films for name in film.bodies}

    perform(scene(), PATIENCE)


def last(films: list[wire.Animation]) -> int | None:
    return films[-1].seq if films else None


@pytest.mark.parametrize("name", BY_HAND)
def test_bots_have_the_hand_skill_of_their_level(name: str, server: Serving) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            info = next(game for game in await rest.games() if game.name == name)
            own = {level.level: level.hand_skill for level in info.levels}
            # A better level has no less steady a hand, and the levels differ.
            assert sorted(own.values(), key=lambda number: number or 0) == list(own.values())
            assert len(set(own.values())) > 1
            weakest, *_, strongest = own
            places = [
                schemas.PlaceRequest("bot", level=strongest),
                schemas.PlaceRequest("bot", level=strongest, hand_skill=own[weakest]),
                schemas.PlaceRequest("person"),
                schemas.PlaceRequest("open"),
            ]
            made = await rest.make_table(name, places)
            filled = await rest.fill(made.table, made.token, weakest)
            hands = [place.hand_skill for place in filled.places]
            assert hands == [own[strongest], own[weakest], None, own[weakest]]
            made = await rest.make_table(
                name, [f"bot:{strongest}", "person"], options={"referee": "odds"}
            )
            assert (await rest.table(made.table)).places[0].hand_skill is None

    perform(scene())


@pytest.mark.parametrize(
    "name", [name for name in BY_HAND if game_class(name).imperfect_information]
)
@pytest.mark.parametrize("blind", [0, 1])
def test_hidden_differences_do_not_affect_placements(name: str, blind: int) -> None:
    """Histories that a viewer cannot distinguish give equal frames and animations."""
    game = empile.load(name, players=2)
    compared = 0
    for one, other in [twins(game, blind, seed) for seed in (1, 2)]:
        for index in range(len(one.events)):
            states = one.state_before(index), other.state_before(index)
            if states[0].current_player() != EXTERNAL:
                continue
            assert one.events[index].seat == other.events[index].seat != CHANCE
            assert placed_by_a_bot(one, index) == placed_by_a_bot(other, index)
            poses = referee_of(game).poses
            lying = poses(states[0], one.events[:index])
            assert lying == poses(states[1], other.events[:index])
            compared += 1
    assert compared > 2


def placed_by_a_bot(match: Match, index: int) -> tuple[list[Frame], Verdict]:
    """Return all frames of a bot's placement before event ``index``, and the outcome."""
    game = match.game
    referee = referee_of(game)
    trial = referee.simulation(match.state_before(index), match.events[:index], new_stream(7))
    try:
        grip, turn, samples = trial.plan(referee.hand_skills()[0], new_stream(8))
        frames = [trial.hold(grip, turn)]
        trial.move(samples)
        while frames[-1].at < samples[-1].at and not trial.knocked_over:
            frames.append(trial.advance(1 / 30))
        return frames, trial.let_go()
    finally:
        trial.close()
