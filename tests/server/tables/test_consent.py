"""Votes on takebacks, rematches and takeovers; resignation."""

from __future__ import annotations

from empile.client import Rest, TableConnection, connect
from empile.server.wire import messages as wire
from tests.server.serving import (
    Serving,
    hears,
    in_turn,
    is_playing,
    join,
    legal,
    make,
    perform,
    told,
    two_persons,
)


async def asked(connection: TableConnection) -> wire.Asked:
    """Return the next vote."""
    found = await told(connection, wire.Asked)
    assert isinstance(found, wire.Asked)
    return found


def test_takeback_needs_agreement(server: Serving) -> None:
    async def scene() -> None:
        one, other = await two_persons(server.address)
        text = legal(one)
        await one.act(text)
        await hears(other, wire.Update)
        assert one.state is not None
        assert one.state.takeback
        await one.send(wire.Takeback())
        ask = await asked(other)
        assert ask.what == "takeback"
        assert other.state is not None
        assert other.state.asks[0].waiting == other.places
        await one.send(wire.Answer(ask.seq, True))
        assert (await hears(one, wire.Error)).code == "not_yours"
        await other.send(wire.Answer(ask.seq, True))
        back = await told(other, wire.TakenBack)
        assert back.to == 0
        assert other.state.asks == []
        await told(one, wire.TakenBack)
        assert one.state.mine
        assert text in [move.text for move in one.state.legal]
        assert one.state.last is None
        await one.act(text)
        await one.close()
        await other.close()

    perform(scene())


def test_takeback_vote_ends_with_a_no_or_a_move(server: Serving) -> None:
    async def scene() -> None:
        one, other = await two_persons(server.address)
        await one.act(legal(one))
        await one.send(wire.Takeback())
        ask = await asked(other)
        await one.send(wire.Takeback())
        assert (await hears(one, wire.Error)).code == "not_now"
        await other.send(wire.Answer(ask.seq, False))
        await told(one, wire.Answered)
        assert one.state is not None
        assert one.state.asks == []
        assert one.state.to_act == 1

        await told(other, wire.Answered)
        await one.send(wire.Takeback())
        ask = await asked(other)
        await other.act(legal(other))
        await other.send(wire.Answer(ask.seq, True))
        assert (await hears(other, wire.Error)).code == "not_now"
        assert other.state is not None
        assert len(other.state.position["rings"]) == 2
        await one.close()
        await other.close()

    perform(scene())


def test_takeback_returns_to_the_askers_own_move(server: Serving) -> None:
    async def scene() -> None:
        one, other = await two_persons(server.address)
        await one.act(legal(one))
        await hears(other, wire.Update)
        await other.act(legal(other))
        await hears(one, wire.Update)
        await one.send(wire.Takeback())
        await other.send(wire.Answer((await asked(other)).seq, True))
        assert (await told(one, wire.TakenBack)).to == 0
        assert one.state is not None
        assert one.state.mine
        async with Rest(server.address) as rest:
            assert (await rest.record(one.table.id))["events"] == []
        again = await connect(server.address, one.table.id, since=0)
        assert [type(event) for event in again.welcome.events][-1] is wire.TakenBack
        for connection in (one, other, again):
            await connection.close()

    perform(scene())


def test_takeback_against_bots_is_immediate(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "bot:1"])
        async with await connect(server.address, made.table, made.token) as seat:
            while seat.state is not None and not seat.state.mine:
                await seat.next_events()
            await seat.act(legal(seat))
            await seat.send(wire.Takeback())
            await told(seat, wire.TakenBack)
            assert seat.state is not None
            assert seat.state.mine
            await seat.act(legal(seat, 1))
            assert isinstance((await seat.next_events())[0], wire.Moved)

    perform(scene())


def test_takeback_stops_at_revealed_chance(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "person"], game="cairn")
        async with await connect(server.address, made.table, made.token) as seat:
            events = await seat.act(legal(seat))
            assert any(isinstance(event, wire.ChanceResolved) for event in events)
            assert seat.state is not None
            assert not seat.state.takeback
            await seat.send(wire.Takeback())
            assert (await hears(seat, wire.Error)).code == "not_now"

    perform(scene())


def test_resign_ends_a_two_player_game_and_rematch_moves_seat_0(server: Serving) -> None:
    async def scene() -> None:
        one, other = await two_persons(server.address)
        first_seats = one.state.seats if one.state else []
        await one.act(legal(one))
        await hears(other, wire.Update)
        await other.send(wire.Resign())
        resigned = await told(one, wire.Resigned)
        assert [resigned.place] == other.places
        assert one.table.status == "over"
        assert one.table.places[resigned.place].resigned
        assert one.state is not None
        assert one.state.to_act is None
        assert one.state.result is None
        async with Rest(server.address) as rest:
            record = await rest.record(one.table.id)
            assert record["result"] is None
            assert "view" not in record
        await other.send(wire.Act(one.seq, "c3-e3"))
        assert (await hears(other, wire.Error)).code == "not_now"

        await one.send(wire.Rematch())
        assert (await asked(other)).what == "rematch"
        assert one.table.game_number == 1
        await other.send(wire.Rematch())
        started = await told(one, wire.Started)
        assert started.game_number == 2
        assert started.seats == first_seats[1:] + first_seats[:1]
        assert not any(place.resigned for place in one.table.places)
        await told(other, wire.Started)
        one, other = in_turn(one, other)
        await one.act(legal(one))
        async with Rest(server.address) as rest:
            assert len((await rest.record(one.table.id))["events"]) == 1
            assert await rest.record(one.table.id, game=1) == record
        await one.close()
        await other.close()

    perform(scene())


def test_rematch_can_be_refused(server: Serving) -> None:
    async def scene() -> None:
        one, other = await two_persons(server.address)
        await one.send(wire.Resign())
        await one.send(wire.Rematch())
        await other.send(wire.Answer((await asked(other)).seq, False))
        await told(one, wire.Answered)
        assert one.table.game_number == 1
        assert one.state is not None
        assert one.state.asks == []
        await one.close()
        await other.close()

    perform(scene())


def test_rematch_is_accepted_by_bots(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "bot:1"])
        async with await connect(server.address, made.table, made.token) as seat:
            await seat.send(wire.Resign())
            await told(seat, wire.Over)
            await seat.send(wire.Rematch())
            assert (await told(seat, wire.Started)).game_number == 2

    perform(scene())


def test_resign_with_three_seats_continues_with_a_bot(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "open", "bot:1"])
        joined = await join(server.address, made.table)
        one = await connect(server.address, made.table, made.token)
        other = await connect(server.address, made.table, joined.token)
        await other.send(wire.Resign())
        taken = await told(one, wire.TakenOver)
        assert taken.place == 1
        assert one.table.status == "playing"
        place = one.table.places[1]
        assert (place.kind, place.stands_in, place.resigned) == ("bot", True, True)
        await other.send(wire.Retake())
        assert (await hears(other, wire.Error)).code == "not_now"
        while is_playing(one):
            assert one.state is not None
            if one.state.mine:
                await one.act(legal(one))
            else:
                await one.next_events()
        assert one.state is not None
        assert one.state.result is not None
        # Players who resigned vote on the rematch and play in it.
        await one.send(wire.Rematch())
        assert (await asked(other)).what == "rematch"
        await other.send(wire.Rematch())
        await told(one, wire.Started)
        assert one.table.places[1].kind == "person"
        await one.close()
        await other.close()

    perform(scene())


def test_takeover_by_a_bot_and_return(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "open", "open"])
        tokens = [(await join(server.address, made.table)).token for _ in range(2)]
        one = await connect(server.address, made.table, made.token)
        two = await connect(server.address, made.table, tokens[0])
        three = await connect(server.address, made.table, tokens[1])

        await one.send(wire.Takeover(2, 1))
        assert (await hears(one, wire.Error)).code == "not_now"
        await three.close()
        while (await hears(one, wire.Presence)).places != [0, 1]:
            pass
        await one.send(wire.Takeover(2, 77))
        assert (await hears(one, wire.Error)).code == "bad_request"
        await one.send(wire.Takeover(2, 1))
        ask = await asked(two)
        assert (ask.takeover_place, ask.level, ask.place) == (2, 1, 0)
        await two.send(wire.Answer(ask.seq, True))
        await told(one, wire.TakenOver)
        place = one.table.places[2]
        assert (place.kind, place.level, place.stands_in) == ("bot", 1, True)

        three = await connect(server.address, made.table, tokens[1])
        assert three.places == [2]
        await three.send(wire.Retake())
        assert (await told(three, wire.Retaken)).place == 2
        assert three.table.places[2].kind == "person"
        await three.send(wire.Retake())
        assert (await hears(three, wire.Error)).code == "not_now"
        for connection in (one, two, three):
            await connection.close()

    perform(scene())


def test_takeover_without_other_people_needs_no_vote(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "open"])
        await join(server.address, made.table)
        async with await connect(server.address, made.table, made.token) as seat:
            await seat.send(wire.Takeover(1, 1))
            await told(seat, wire.TakenOver)
            while is_playing(seat):
                assert seat.state is not None
                if seat.state.mine:
                    await seat.act(legal(seat))
                else:
                    await seat.next_events()

    perform(scene())
