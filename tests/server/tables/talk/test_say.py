"""Phrases at a table: who may say them, how often, and that they change nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import empile
from empile.client import CommandError, Rest, TableConnection, connect
from empile.server.store.interface import Append, Outcome, Row
from empile.server.tables.clocks.outages import now_ms
from empile.server.tables.commands import say
from empile.server.tables.table import Step
from empile.server.tables.talk.budget import AT_ONCE, EVERY_MS
from empile.server.wire import events
from empile.server.wire import messages as wire
from tests.server.serving import (
    ROOMY,
    Serving,
    hears,
    in_turn,
    join,
    legal,
    make,
    perform,
    serving,
    told,
    two_persons,
)
from tests.server.tables.test_updates import KEYS, Audience


async def refused(request: Any) -> str:
    with pytest.raises(CommandError) as error:
        await request
    return error.value.code


async def answer(seat: TableConnection, message: wire.ClientMessage) -> str:
    """Send a message; return the code of the refusal, or the phrase that was said."""
    await seat.send(message)
    while True:
        heard = await seat.receive()
        if isinstance(heard, wire.Error):
            return heard.code
        if isinstance(heard, wire.Update) and isinstance(heard.events[0], wire.Said):
            return heard.events[0].phrase


def test_everybody_hears_a_phrase_and_a_move_goes_on(server: Serving) -> None:
    async def scene() -> None:
        acting, other = await two_persons(server.address)
        async with acting, other, await connect(server.address, acting.table.id) as spectator:
            await other.say("play.long")
            for listener in (spectator, other):
                said = await told(listener, wire.Said)
                assert (said.place, said.phrase) == (other.places[0], "play.long")
            # The player to act has not read it, and moves all the same.
            heard = await acting.act(legal(acting))
            assert [type(event) for event in heard] == [wire.Said, wire.Moved]
            assert (await told(other, wire.Moved)).seq == said.seq + 1

    perform(scene())


def test_anything_else_makes_a_move_stale(server: Serving) -> None:
    async def scene() -> None:
        acting, other = await two_persons(server.address)
        async with acting, other:
            seq = acting.seq
            await other.say("play.nice")
            await told(acting, wire.Said)
            await other.send(wire.Rename("Zoë"))
            await told(acting, wire.Renamed)
            await acting.send(wire.Act(seq, legal(acting)))
            assert (await hears(acting, wire.Error)).code == "stale"

    perform(scene())


def test_a_place_is_limited_also_by_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = tmp_path / "tables.sqlite3"

    async def too_much(server: Serving) -> tuple[str, str]:
        made = await make(server.address, ["person", "open"])
        joined = await join(server.address, made.table)
        async with (
            await connect(server.address, made.table, made.token) as anne,
            await connect(server.address, made.table, joined.token) as bea,
        ):
            acting, other = in_turn(anne, bea)
            codes = [await answer(acting, wire.Say("play.nice")) for _ in range(5)]
            assert codes == [*["play.nice"] * AT_ONCE, *["rate_limited"] * 2]
            assert await answer(other, wire.Say("play.tight")) == "play.nice"
            # A refused phrase is no answer to a move.
            await acting.say("play.nice")
            assert await acting.act(legal(acting))
            return made.table, made.token if acting is anne else joined.token

    with serving(data) as server:
        table, token = perform(too_much(server))

    async def later(server: Serving) -> None:
        async with Rest(server.address) as rest:
            assert await refused(rest.say(table, "play.nice", token=token)) == "rate_limited"
            monkeypatch.setattr(say, "now_ms", lambda: now_ms() + EVERY_MS)
            await rest.say(table, "play.nice", token=token)

    with serving(data) as server:
        perform(later(server))


def test_who_may_say_what(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "person"])
        waiting = await make(server.address, ["person", "open"])
        table, token = made.table, made.token
        async with Rest(server.address) as rest:
            assert await refused(rest.say(table, "play.nice")) == "not_yours"
            assert await refused(rest.say(table, "play.nice", token=token)) == "bad_request"
            assert await refused(rest.say(table, "play.nice", 2, token)) == "not_yours"
            for unknown in ("play.trembles", "Hello!", ""):
                assert await refused(rest.say(table, unknown, 0, token)) == "bad_request"
            early = rest.say(waiting.table, "start.hello", token=waiting.token)
            assert await refused(early) == "not_now"
            reached = await rest.say(table, "start.hello", 1, token)
            room = server.registry.loaded(table)
            assert room is not None
            assert room.table.seq == reached.seq

    perform(scene())


def test_a_server_without_phrases_offers_none(tmp_path: Path) -> None:
    async def scene(server: Serving) -> None:
        made = await make(server.address, ["person", "person"])
        async with Rest(server.address) as rest:
            assert [game.phrases for game in await rest.games()] == [[]] * len(empile.game_names())
            assert await refused(rest.say(made.table, "play.nice", 0, made.token)) == "not_allowed"

    with serving(tmp_path / "tables.sqlite3", talk="off") as server:
        perform(scene(server))


def test_phrases_of_a_game_leave_room_for_others(tmp_path: Path) -> None:
    async def scene(server: Serving) -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token) as seat:
            answers = [await answer(seat, wire.Say("play.nice", place)) for place in (0, 1, 0)]
            assert answers == ["play.nice", "play.nice", "not_now"]
            await seat.send(wire.Rename("Zoë", 0))
            assert (await told(seat, wire.Renamed)).name == "Zoë"

    limits = replace(ROOMY, phrases_per_game=2, asides_per_game=1)
    with serving(tmp_path / "tables.sqlite3", limits=limits) as server:
        perform(scene(server))


@pytest.mark.parametrize("name", empile.game_names())
def test_a_phrase_says_the_same_to_every_viewer_of_every_position(name: str) -> None:
    """Neither hidden hands nor legal moves show in what a phrase sends, beyond what one knows."""
    audience = Audience(name)
    audience.start()
    sent: list[str] = []
    for choice in (0, 1):
        turn = audience.table.turn
        audience.take(Step(events.Said(place=0, phrase="play.nice")))
        assert audience.table.turn == turn
        audience.check()
        for key in KEYS:
            assert "table" not in audience.sent[key]
            assert audience.sent[key]["state"].keys() >= {"seq", "asks", "takeback"}
            assert "position" not in audience.sent[key]["state"]
            shown = [{**event, "seq": 0, "at": 0} for event in audience.sent[key]["events"]]
            sent.append(json.dumps(shown))
        audience.move(choice)
    assert len(set(sent)) == 1


def test_a_phrase_of_another_process_does_not_lose_a_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The append of a move fails because of a phrase, and the move runs again."""

    async def scene(server: Serving) -> None:
        acting, other = await two_persons(server.address)
        async with acting, other:
            room = server.registry.loaded(acting.table.id)
            assert room is not None
            store = server.registry._store
            append, others = store.append, [events.Said(place=other.places[0], phrase="play.nice")]

            def late(wanted: Append, done: Callable[[Outcome], None]) -> None:
                if others:
                    first = wanted.rows[0]
                    body = events.encode(others.pop())
                    append(Append(wanted.number, [Row(first.seq, first.at, body)]), lambda _: None)
                append(wanted, done)

            monkeypatch.setattr(store, "append", late)
            heard = await acting.act(legal(acting))
            assert [type(event) for event in heard] == [wire.Said, wire.Moved]

    with serving(tmp_path / "tables.sqlite3") as server:
        perform(scene(server))
