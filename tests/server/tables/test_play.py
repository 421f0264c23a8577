"""Playing a game: moves, turns, bots and the end."""

from __future__ import annotations

import asyncio
import threading
from typing import Literal

import pytest

from empile.client import CommandError, Rest, TableConnection, connect, play
from empile.engine.record import Record
from empile.server.tables import game_redaction
from empile.server.wire import messages as wire
from empile.server.wire import schemas
from tests.server.serving import (
    Serving,
    hears,
    in_turn,
    is_playing,
    legal,
    make,
    perform,
    told,
    two_persons,
)
from tests.support.patience import PATIENCE

DETAILS: tuple[Literal["full", "moves"], ...] = ("full", "moves")


def test_two_people_play_a_whole_game(server: Serving) -> None:
    async def scene() -> None:
        acting, waiting = await two_persons(server.address)
        table = acting.table.id
        moves = 0
        while is_playing(acting):
            assert acting.state is not None
            assert acting.state.mine
            assert waiting.state is not None
            assert not waiting.state.mine
            assert waiting.state.legal == []
            events = await acting.act(legal(acting))
            moves += 1
            assert isinstance(events[0], wire.Moved)
            assert (await hears(waiting, wire.Update)).events == events
            assert acting.state.seq == acting.seq
            acting, waiting = in_turn(acting, waiting)
        assert acting.state is not None
        assert acting.state.to_act is None
        assert acting.state.result is not None
        async with Rest(server.address) as rest:
            record = await rest.record(table)
            replay = await rest.replay(table)
            assert await rest.check(record) == replay
        read = Record.from_dict(record)
        read.final_state()
        assert len(read.events) == moves
        assert len(replay.frames) == moves + 1
        assert record["result"]["scores"] == acting.state.result.scores
        await acting.close()
        await waiting.close()

    perform(scene())


def test_replay_is_a_snapshot_and_does_not_block(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()
    work_out = game_redaction.replay_seen

    def slowly(snapshot: game_redaction.GameSnapshot) -> schemas.Replay:
        begun.set()
        assert go_on.wait(PATIENCE)
        return work_out(snapshot)

    monkeypatch.setattr(game_redaction, "replay_seen", slowly)

    async def scene() -> None:
        acting, waiting = await two_persons(server.address)
        await acting.act(legal(acting))
        async with Rest(server.address) as rest:
            asked = asyncio.create_task(rest.replay(acting.table.id))
            assert await asyncio.to_thread(begun.wait, PATIENCE)
            while not (waiting.state and waiting.state.mine):
                await waiting.receive()
            await waiting.act(legal(waiting))
            go_on.set()
            assert len((await asked).frames) == 2
        await acting.close()
        await waiting.close()

    perform(scene())


def test_moves_have_messages_and_parts_only_in_full_detail(server: Serving) -> None:
    async def scene() -> None:
        acting, waiting = await two_persons(server.address)
        lean = await connect(server.address, acting.table.id, updates="moves")
        assert lean.state is None
        text = legal(acting)
        await acting.act(text)
        full = await told(waiting, wire.Moved)
        assert full.text == text
        assert full.message.key == "log.start"
        assert full.parts["near"] == text.partition("-")[0]
        message = await hears(lean, wire.Update)
        assert message.state is None
        assert message.events[0].text == text
        assert not message.events[0].message
        assert not message.events[0].parts
        for connection in (acting, waiting, lean):
            await connection.close()

    perform(scene())


def test_connections_get_the_detail_they_asked_for(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "person"])
        connections = [
            await connect(server.address, made.table, token, updates=detail)
            for token in (made.token, None)
            for detail in DETAILS
        ]
        seat = connections[0]
        # A move changes only the game, resigning the table as well.
        await seat.send(wire.Act(seat.seq, legal(seat)))
        await seat.send(wire.Resign(0))
        for connection in connections:
            for changes_table in (False, True):
                message = await hears(connection, wire.Update)
                assert (message.state is not None) == (connection.state is not None)
                assert (message.table is not None) == changes_table
                if message.table is not None:
                    assert message.table.places[0].mine == bool(connection.places)
            await connection.close()

    perform(scene())


def test_refused_actions_change_nothing(server: Serving) -> None:
    async def refusal(connection: TableConnection, message: wire.ClientMessage) -> wire.Error:
        await connection.send(message)
        error = await hears(connection, wire.Error)
        assert isinstance(error, wire.Error)
        return error

    async def scene() -> None:
        acting, waiting = await two_persons(server.address)
        watcher = await connect(server.address, acting.table.id)
        seq, text = acting.seq, legal(acting)
        error = await refusal(acting, wire.Act(seq - 1, text))
        assert (error.code, error.about, error.seq) == ("stale", "act", seq)
        error = await refusal(acting, wire.Act(seq, "Hd5-d8^4"))
        assert error.code == "illegal"
        assert error.reason is not None
        assert error.reason.key == "illegal.start_first"
        assert (await refusal(acting, wire.Act(seq, "one ring"))).code == "illegal"
        assert (await refusal(waiting, wire.Act(seq, text))).code == "not_yours"
        assert (await refusal(watcher, wire.Act(seq, text))).code == "not_yours"
        assert (await refusal(watcher, wire.Resign())).code == "not_yours"
        assert (await refusal(acting, wire.Rematch())).code == "not_now"
        assert (await refusal(acting, wire.Takeback())).code == "not_now"
        assert (await refusal(acting, wire.Answer(3, True))).code == "not_now"
        for _ in range(3):  # as after a bad connection
            await acting.send(wire.Act(seq, text))
        (moved,) = (await hears(acting, wire.Update)).events
        assert isinstance(moved, wire.Moved)
        assert moved.seq == seq + 1
        assert [(await hears(acting, wire.Error)).code for _ in range(2)] == ["stale", "stale"]
        assert acting.seq == seq + 1
        for connection in (acting, waiting, watcher):
            await connection.close()

    perform(scene())


def test_person_plays_bots_to_the_end(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["bot:1", "person", "bot:2"])
        async with await connect(server.address, made.table, made.token, updates="moves") as seat:
            follower = await play(seat, lambda state: state.legal_actions()[0])
        async with Rest(server.address) as rest:
            record = await rest.record(made.table)
        assert record["events"] == [event.text for event in follower.match.events]
        assert record["result"] is not None
        assert sorted(record["seats"]) == ["2", "bot 1", "bot 2"]

    perform(scene())


def test_bots_play_alone_while_watched(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["bot:1", "bot:1"])
        assert made.places == []
        async with await connect(server.address, made.table) as watcher:
            assert watcher.places == []
            over = await told(watcher, wire.Over)
            assert over.result is not None

    perform(scene())


def test_bot_moves_are_delayed(server: Serving) -> None:
    seconds = 0.3
    server.registry._bots._seconds = seconds

    async def scene() -> None:
        made = await make(server.address, ["person", "bot:1"])
        async with await connect(server.address, made.table, made.token) as seat:
            while seat.state is None or not seat.state.mine:
                await seat.next_events()  # a bot begins sooner
            before = (await seat.act(legal(seat)))[-1].at
            event = (await seat.next_events())[0]
            assert event.at - before >= seconds * 1000 - 50

    perform(scene())


def test_chance_is_resolved_by_the_table(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "bot:1"], game="cairn")
        async with await connect(server.address, made.table, made.token) as seat:
            kinds = [type(event) for event in seat.welcome.events]
            assert kinds[:2] == [wire.Started, wire.ChanceResolved]
            while is_playing(seat):
                assert seat.state is not None
                if seat.state.mine:
                    await seat.act(legal(seat))
                else:
                    await seat.next_events()
        async with Rest(server.address) as rest:
            record = await rest.record(made.table)
            assert (await rest.check(record)).record == record

    perform(scene())


def test_errors_have_codes(server: Serving) -> None:
    async def scene() -> None:
        acting, waiting = await two_persons(server.address)
        with pytest.raises(CommandError) as caught:
            await waiting.act(legal(acting))
        assert caught.value.code == "not_yours"
        await acting.close()
        await waiting.close()

    perform(scene())
