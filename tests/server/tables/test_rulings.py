"""Rulings by people: held, changed, confirmed and stored."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from empile import load
from empile.client import Rest, TableConnection, connect
from empile.engine.chance.rulings import possible_rulings
from empile.engine.contracts.referee import OutcomeSource, Referee
from empile.engine.discovery import game_class
from empile.engine.game import EXTERNAL, State
from empile.server.tables import redaction
from empile.server.wire import events, schemas
from empile.server.wire import messages as wire
from tests.server.processes import Nursery, free_port
from tests.server.serving import Serving, hears, in_turn, make, perform, serving, told, two_persons
from tests.server.tables.test_redaction import THEIRS, all_that_goes_out, table_of
from tests.support.games import random_match

TWO = ["person", "person"]
PEOPLE = {"referee": "people"}
STANDS, FALLS, LATER = "~stands", "~falls", "~falls-later"


@pytest.fixture
def judged_cairn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cairn with rulings by people; a standing cairn may still fall before the next turn."""

    class PeopleReferee(Referee):
        revisable_outcomes: ClassVar[Mapping[str, str]] = {STANDS: FALLS}

        def outcome_source(self, state: State) -> OutcomeSource:
            return "people"

        def placing_seat(self, state: State) -> int:
            seat: int = state.field("seat")
            return seat

    cairn = game_class("cairn")
    contracts = replace(cairn.contracts, referee=PeopleReferee)
    monkeypatch.setattr(cairn, "contracts", contracts)


async def one_device(server: Serving, game: str = "block-out", **options: Any) -> TableConnection:
    """Return the connection of two people at one device."""
    made = await make_for_one_device(server, game, **options)
    return await connect(server.address, made.table, made.token)


async def make_for_one_device(
    server: Serving, game: str = "block-out", **options: Any
) -> schemas.TableCreated:
    chosen = options if game != "block-out" else {**PEOPLE, **options}
    return await make(server.address, TWO, game=game, options=chosen)


def view(connection: TableConnection) -> wire.StateView:
    assert connection.state is not None
    return connection.state


def pending(connection: TableConnection) -> wire.PendingRuling:
    found = view(connection).pending_ruling
    assert found is not None
    return found


async def place_a_block(connection: TableConnection) -> str:
    """Play the first card for a block, after action cards if necessary."""
    while True:
        texts = [move.text for move in view(connection).legal]
        blocks = [text for text in texts if ">" in text or text.startswith(("+", "lay"))]
        text = (blocks or texts)[0]
        await connection.act(text)
        if view(connection).pending_ruling is not None:
            return text


async def say(connection: TableConnection, answer: str, *, sure: bool = False) -> None:
    """Make a ruling and wait for its event."""
    await connection.send(wire.ProposeRuling(connection.seq, answer, sure))
    await hears(connection, wire.Update)


async def go_on(connection: TableConnection) -> None:
    await connection.send(wire.ConfirmRuling(connection.seq))
    await hears(connection, wire.Update)


async def refused(connection: TableConnection, message: wire.ClientMessage) -> str:
    await connection.send(message)
    code: str = (await hears(connection, wire.Error)).code
    return code


async def events_of(server: Serving, connection: TableConnection) -> list[str]:
    async with Rest(server.address) as rest:
        record = await rest.record(connection.table.id)
    return [str(event) for event in record["events"]]


def test_ruling_is_awaited(server: Serving) -> None:
    async def scene() -> None:
        async with await one_device(server) as seat:
            actor = view(seat).to_act
            text = await place_a_block(seat)
            found = pending(seat)
            assert found.source == "people"
            assert found.seat == actor
            assert found.proposed is None
            assert [answer.text for answer in found.outcomes] == [STANDS, FALLS, LATER]
            assert [answer.may_become for answer in found.outcomes] == [LATER, None, None]
            assert not any(answer.ends_game for answer in found.outcomes)
            assert view(seat).to_act is None
            assert not view(seat).mine
            assert (await events_of(server, seat))[-1] == text

    perform(scene())


def test_ruling_is_held_until_the_next_turn(server: Serving) -> None:
    async def scene() -> None:
        async with await one_device(server) as seat:
            actor = view(seat).to_act
            text = await place_a_block(seat)
            await say(seat, STANDS)
            assert pending(seat).proposed == wire.ProposedOutcome(STANDS, 0)
            assert (await events_of(server, seat))[-1] == text
            await go_on(seat)
            assert view(seat).pending_ruling is None
            assert view(seat).to_act == 1 - (actor or 0)
            assert STANDS in await events_of(server, seat)

    perform(scene())


@pytest.mark.parametrize("other", [FALLS, LATER])
def test_ruling_can_be_revised_until_the_next_turn(server: Serving, other: str) -> None:
    async def scene() -> None:
        async with await one_device(server) as seat:
            await place_a_block(seat)
            await say(seat, STANDS)
            await say(seat, other)
            assert view(seat).pending_ruling is None
            events = await events_of(server, seat)
            assert other in events
            assert STANDS not in events
            assert view(seat).position["tower"] == []

    perform(scene())


def test_ruling_of_a_fall_takes_effect_at_once(server: Serving) -> None:
    async def scene() -> None:
        async with await one_device(server) as seat:
            actor = view(seat).to_act
            await place_a_block(seat)
            await say(seat, FALLS)
            assert view(seat).to_act == actor
            assert view(seat).position["stage"] == "rebuild"
            assert sum(event.startswith("~draw") for event in await events_of(server, seat)) >= 3

    perform(scene())


def test_ruling_that_ends_the_game_must_be_confirmed(
    server: Serving,
) -> None:
    async def scene() -> None:
        async with await one_device(server, turn_limit=1) as seat:
            await place_a_block(seat)
            found = {answer.text: answer for answer in pending(seat).outcomes}
            assert found[STANDS] == wire.PossibleOutcome(STANDS, True, LATER)
            assert found[LATER].ends_game
            assert not found[FALLS].ends_game
            assert await refused(seat, wire.ProposeRuling(seat.seq, STANDS)) == "unconfirmed"
            assert pending(seat).proposed is None
            await say(seat, STANDS, sure=True)
            assert seat.table.status == "over"
            assert view(seat).pending_ruling is None
            assert view(seat).result is not None
            assert (await events_of(server, seat))[-1] == STANDS

    perform(scene())


def test_ruling_must_be_possible_and_due(server: Serving) -> None:
    async def scene() -> None:
        async with await one_device(server) as seat:
            assert await refused(seat, wire.ProposeRuling(seat.seq, STANDS)) == "not_now"
            assert await refused(seat, wire.ConfirmRuling(seat.seq)) == "not_now"
            await place_a_block(seat)
            for text in ("stands", "", "~draw kS", f"{STANDS} kS@0,0,15/1,0,0,0", "pass"):
                assert await refused(seat, wire.ProposeRuling(seat.seq, text)) == "illegal"
            assert await refused(seat, wire.ConfirmRuling(seat.seq)) == "not_now"
            assert await refused(seat, wire.Act(seat.seq, "pass")) == "not_now"
            assert pending(seat).proposed is None

    perform(scene())


def test_ruling_again_changes_nothing(server: Serving) -> None:
    async def scene() -> None:
        async with await one_device(server) as seat:
            await place_a_block(seat)
            seq = seat.seq
            await say(seat, STANDS)
            assert await refused(seat, wire.ProposeRuling(seq, STANDS)) == "stale"
            assert await refused(seat, wire.ProposeRuling(seat.seq, STANDS)) == "not_now"
            held = seat.seq
            await go_on(seat)
            after = view(seat)
            assert await refused(seat, wire.ConfirmRuling(held)) == "stale"
            assert await refused(seat, wire.ConfirmRuling(seat.seq)) == "not_now"
            assert view(seat) == after
            assert (await events_of(server, seat)).count(STANDS) == 1

    perform(scene())


def test_ruling_is_open_to_all_players_and_no_spectators(server: Serving) -> None:
    async def scene() -> None:
        one, other = await two_persons(server.address, game="block-out", options=PEOPLE)
        watcher = await connect(server.address, one.table.id)
        await place_a_block_in_turn(one, other)
        await told_of_ruling(watcher, other)
        assert await refused(watcher, wire.ProposeRuling(watcher.seq, STANDS)) == "not_yours"
        await other.send(wire.ProposeRuling(other.seq, STANDS))
        for connection in (one, other, watcher):
            said = await told(connection, wire.RulingProposed)
            assert said.outcome == STANDS
            assert [said.place] == other.places
            assert pending(connection).proposed == wire.ProposedOutcome(STANDS, said.place)
        assert await refused(watcher, wire.ConfirmRuling(watcher.seq)) == "not_yours"
        await one.send(wire.ConfirmRuling(one.seq))
        await told(other, wire.ChanceResolved)
        for connection in (one, other, watcher):
            await connection.close()

    async def told_of_ruling(*connections: TableConnection) -> None:
        for connection in connections:
            while view(connection).pending_ruling is None:
                await hears(connection, wire.Update)

    async def place_a_block_in_turn(one: TableConnection, other: TableConnection) -> None:
        while True:
            acting, waiting = in_turn(one, other)
            texts = [move.text for move in view(acting).legal]
            text = next((text for text in texts if ">" in text), texts[0])
            await acting.act(text)
            if view(acting).pending_ruling is not None:
                return
            await hears(waiting, wire.Update)

    perform(scene())


def test_rulings_at_the_same_time_can_be_corrected(
    server: Serving,
) -> None:
    async def scene() -> None:
        made = await make_for_one_device(server)
        async with await connect(server.address, made.table, made.token) as one:
            await place_a_block(one)
            other = await connect(server.address, made.table, made.token)
            seq = one.seq
            await asyncio.gather(
                one.send(wire.ProposeRuling(seq, STANDS)),
                other.send(wire.ProposeRuling(seq, LATER)),
            )
            messages = [await first_answer(connection) for connection in (one, other)]
            stale = [message for message in messages if isinstance(message, wire.Error)]
            assert [error.code for error in stale] == ["stale"]
            assert sum(event in (STANDS, LATER) for event in await events_of(server, one)) <= 1
            if ruling_pending(one) or ruling_pending(other):
                late = other if isinstance(messages[1], wire.Error) else one
                await say(late, LATER)
            assert LATER in await events_of(server, one)
            await other.close()

    async def first_answer(connection: TableConnection) -> Any:
        """Return the error of the ruling that came second, if any."""
        found: list[Any] = []
        while not any(isinstance(message, wire.Update) for message in found):
            found.append(await connection.receive())
        if not any(isinstance(message, wire.Error) for message in found):
            await connection.send(wire.Ping())
            while not isinstance(found[-1], wire.Pong):
                found.append(await connection.receive())
        return next((one for one in found if isinstance(one, wire.Error)), found[0])

    def ruling_pending(connection: TableConnection) -> bool:
        return view(connection).pending_ruling is not None

    perform(scene())


def test_takeback_of_a_card_before_the_ruling(server: Serving) -> None:
    async def scene() -> None:
        async with await one_device(server) as seat:
            text = await place_a_block(seat)
            for saying in (False, True):
                if saying:
                    await say(seat, STANDS)
                assert view(seat).takeback
                await seat.send(wire.Takeback())
                await told(seat, wire.TakenBack)
                assert view(seat).pending_ruling is None
                assert text in [move.text for move in view(seat).legal]
                await seat.act(text)
                assert pending(seat).proposed is None
            await say(seat, FALLS)
            assert not view(seat).takeback

    perform(scene())


def test_resign_and_rematch_clear_the_held_ruling(server: Serving) -> None:
    async def scene() -> None:
        async with await one_device(server) as seat:
            await place_a_block(seat)
            await say(seat, STANDS)
            await seat.send(wire.Resign(0))
            await told(seat, wire.Over)
            assert view(seat).pending_ruling is None
            assert await refused(seat, wire.ConfirmRuling(seat.seq)) == "not_now"
            await seat.send(wire.Rematch())
            await told(seat, wire.Started)
            await place_a_block(seat)
            assert pending(seat).proposed is None

    perform(scene())


def test_rulings_by_people_cover_bots_moves(
    server: Serving,
) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "bot:1"], game="block-out", options=PEOPLE)
        async with await connect(server.address, made.table, made.token) as seat:
            judged: set[int] = set()
            while len(judged) < 2:
                state = view(seat)
                if state.pending_ruling is not None:
                    judged.add(state.pending_ruling.seat)
                    if state.pending_ruling.proposed is None:
                        sure = any(answer.ends_game for answer in state.pending_ruling.outcomes)
                        await say(seat, STANDS, sure=sure)
                    else:
                        await go_on(seat)
                elif state.mine:
                    await place_a_block(seat)
                else:
                    await hears(seat, wire.Update)
            assert judged == {0, 1}

    perform(scene())


def test_table_without_people_uses_probabilities(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["bot:1", "bot:1"], game="block-out", options=PEOPLE)
        async with await connect(server.address, made.table) as watcher:
            for _ in range(6):
                await hears(watcher, wire.Update)
            assert view(watcher).pending_ruling is None
            assert any(event in (STANDS, FALLS, LATER) for event in await record(made))

    async def record(made: schemas.TableCreated) -> list[str]:
        async with Rest(server.address) as rest:
            return [str(event) for event in (await rest.record(made.table))["events"]]

    perform(scene())


def test_ruling_is_possible_while_a_bot_plays_the_place(server: Serving) -> None:
    async def scene() -> None:
        made = await make(
            server.address, ["person", "person", "person"], game="block-out", options=PEOPLE
        )
        async with await connect(server.address, made.table, made.token) as seat:
            for place in range(3):
                await seat.send(wire.Resign(place))
                await told(seat, wire.TakenOver)
            while view(seat).pending_ruling is None:
                await hears(seat, wire.Update)
            await say(seat, STANDS)
            assert pending(seat).proposed is not None

    perform(scene())


def test_shared_device_shows_no_hand_during_a_ruling(server: Serving) -> None:
    async def scene() -> None:
        async with await one_device(server) as seat:
            await place_a_block(seat)
            for _ in range(2):
                hands = view(seat).position["hands"]
                assert {card for hand in hands for card in hand} == {"?"}
                if pending(seat).proposed is None:
                    await say(seat, STANDS)

    perform(scene())


@pytest.mark.parametrize("blind", [0, None])
def test_ruling_reveals_no_hidden_cards(blind: int | None) -> None:
    """Two games that a seat and spectators cannot distinguish, during a ruling."""
    game = load("block-out", referee="people", advanced=True)
    hands = ("~hand nS nM nL yS yM yL reverse", "~hand kS kM kL ** ** ** pass")
    sent: list[list[bytes]] = []
    for hidden in hands:
        texts = ["~hand kS kM nS nM y* ** pass", hidden, "**>kL"]
        table = table_of(game, texts)
        said = events.RulingProposed(seq=table.seq + 1, at=2000, place=1, outcome=STANDS)
        seen: list[bytes] = []
        for held in (False, True):
            if held:
                table.take(said)
            key = THEIRS if blind == 0 else None
            assert redaction.viewer_of(table, key) == blind
            found = redaction.state_view(table, key)
            assert found is not None
            assert found.pending_ruling is not None
            assert (found.pending_ruling.proposed is not None) == held
            seen.append(all_that_goes_out(table, key))
        sent.append(seen)
    assert sent[0] == sent[1]


@pytest.mark.usefixtures("judged_cairn")
def test_rulings_match_the_outcomes_of_any_game(server: Serving) -> None:
    async def scene() -> None:
        async with await one_device(server, "cairn", goal=5) as seat:
            await place_a_block(seat)
            assert [
                (answer.text, answer.ends_game, answer.may_become)
                for answer in pending(seat).outcomes
            ] == [(STANDS, False, FALLS), (FALLS, False, None)]
            await say(seat, STANDS)
            await say(seat, FALLS)
            assert view(seat).position["cairn"] == ""
            await place_a_block(seat)
            await say(seat, STANDS)
            await go_on(seat)
            assert len(view(seat).position["cairn"]) == 1

    perform(scene())


def test_rulings_offered_are_possible_and_marked_if_they_end_the_game() -> None:
    met = 0
    for advanced in (False, True):
        game = load("block-out", players=3, referee="people", advanced=advanced, turn_limit=40)
        for seed in range(4):
            match = random_match(game, seed)
            state: State = game.new_state()
            for event in match.events:
                if state.current_player() == EXTERNAL:
                    for answer in possible_rulings(state):
                        met += 1
                        trial = state.clone()
                        trial.apply_text(answer.event.text)
                        assert trial.is_terminal() == answer.ends
                        assert answer.later == (LATER if answer.event.text == STANDS else None)
                state.apply_event(event)
    assert met > 100


def test_held_ruling_survives_a_kill(tmp_path: Path) -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    file = tmp_path / "tables.sqlite3"

    async def before() -> tuple[str, str, int]:
        made = await make(address, TWO, game="block-out", options=PEOPLE)
        async with await connect(address, made.table, made.token) as seat:
            await place_a_block(seat)
            await say(seat, STANDS)
            return made.table, made.token, seat.seq

    async def again(table: str, token: str, seq: int) -> None:
        async with await connect(address, table, token) as seat:
            assert seat.seq == seq
            assert pending(seat).proposed == wire.ProposedOutcome(STANDS, 0)
            await say(seat, LATER)
            assert view(seat).position["tower"] == []

    with Nursery() as nursery:
        pid = nursery.serve(port, file)
        kept = perform(before())
        nursery.kill(pid)
        pid = nursery.serve(port, file)
        perform(again(*kept))
        nursery.kill(pid)


def test_held_ruling_is_shared_between_processes(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"

    async def scene(one: Serving, other: Serving) -> None:
        made = await make_for_one_device(one)
        async with await connect(one.address, made.table, made.token) as here:
            await place_a_block(here)
            async with await connect(other.address, made.table, made.token) as there:
                seq = here.seq
                await say(here, STANDS)
                assert (await told(there, wire.RulingProposed)).outcome == STANDS
                assert await refused(there, wire.ProposeRuling(seq, LATER)) == "stale"
                await go_on(there)
                await told(here, wire.ChanceResolved)
                assert view(here).pending_ruling is None

    with serving(file) as one, serving(file) as other:
        perform(scene(one, other))
