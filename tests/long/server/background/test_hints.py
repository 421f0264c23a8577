"""Hints: permissions, recipients and rate limits."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

import empile
from empile.bots.hints import Advice, advise
from empile.client import CommandError, Rest, TableConnection, connect
from empile.engine.game import State
from empile.engine.random import Stream, new_stream
from empile.server.background import hints
from empile.server.wire import messages as wire
from tests.server.serving import (
    ROOMY,
    Serving,
    hears,
    join,
    legal,
    make,
    perform,
    serving,
    told,
    two_persons,
    until,
)
from tests.support.patience import PATIENCE


def quickly(
    state: State, *, stream: Stream, stop: Callable[[], bool], seconds: float = 1.0
) -> Advice:
    """Search for less time than the strongest level."""
    assert 0.0 < seconds <= 1.0
    return advise(state, stream=stream, simulations=60, stop=stop)


@pytest.fixture(autouse=True)
def quick_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make hints fast."""
    monkeypatch.setattr(hints, "advise", quickly)


class Held:
    """Searches that wait for a release."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.go = threading.Event()
        self.stopped: list[bool] = []

    def __call__(
        self, state: State, *, stream: Stream, stop: Callable[[], bool], seconds: float
    ) -> Advice:
        """Wait, then search."""
        self.begun.release()
        while not self.go.wait(0.005) and not stop():
            pass
        self.stopped.append(stop())
        return quickly(state, stream=stream, stop=stop)

    async def begins(self) -> None:
        """Wait until a search has started."""
        assert await asyncio.to_thread(self.begun.acquire, timeout=PATIENCE)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Held:
    """Make searches wait."""
    found = Held()
    monkeypatch.setattr(hints, "advise", found)
    return found


async def refused(connection: TableConnection) -> str:
    """Return the error code of a refused hint."""
    with pytest.raises(CommandError) as caught:
        await connection.hint()
    return caught.value.code


def test_hint_returns_advice_for_the_seat_to_act(server: Serving) -> None:
    async def scene() -> None:
        one, other = await two_persons(server.address)
        found = await one.hint()
        assert one.state is not None
        moves = {move.text: move.parts for move in one.state.legal}
        assert found.seat == one.state.to_act
        assert found.seq == one.seq
        assert found.sides == 2
        assert 1 <= len(found.others) <= 3
        game = empile.load("block-ness")
        for move in (found.best, *found.others):
            assert move.parts == moves[move.text]
            assert move.message is not None
            assert -1.0 <= move.value <= 1.0
            assert isinstance(move.message, wire.Message)
            assert move.message.key in game.presenter.catalogue.messages("en")
        # The others see that a hint was given, but not which.
        assert (await told(other, wire.Hinted)).place == one.places[0]
        await one.act(found.best.text)
        heard = await other.next_events()
        assert isinstance(heard[0], wire.Moved)
        await one.close()
        await other.close()

    perform(scene())


@pytest.mark.parametrize("game", ["block-ness", "blox", "on-top"])
def test_hint_includes_points_if_searches_are_cut_short(game: str, server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "person", "person"], game=game)
        async with await connect(server.address, made.table, made.token) as seat:
            found = await seat.hint()
            assert found.best.scores is not None
            assert len(found.best.scores) == 3
            assert any(found.best.scores)
            assert all(move.scores is None for move in found.others)

    perform(scene())


def test_hint_does_not_change_the_game(server: Serving) -> None:
    async def scene() -> None:
        one, other = await two_persons(server.address)
        before = one.state
        await one.hint()
        after = one.state
        assert before is not None
        assert after is not None
        assert after.seq == before.seq + 1
        assert after.position == before.position
        assert after.legal == before.legal
        async with Rest(server.address) as rest:
            record = await rest.record(one.table.id)
            replay = await rest.replay(one.table.id)
        assert record["events"] == []
        assert len(replay.frames) == 1
        await one.close()
        await other.close()

    perform(scene())


def test_hint_is_logged_once_per_position(tmp_path: Path) -> None:
    async def scene(address: str) -> tuple[str, str]:
        made = await make(address, ["person", "person"])
        async with await connect(address, made.table, made.token) as seat:
            first = await seat.hint()
            assert await seat.hint() == replace_seq(first, seat.seq)
            await seat.act(legal(seat))
            await seat.hint()
            await seat.send(wire.Takeback())
            await told(seat, wire.TakenBack)
            await seat.hint()
        return made.table, made.token

    def replace_seq(found: wire.Advice, seq: int) -> wire.Advice:
        return wire.Advice(seq, found.seat, found.sides, found.best, found.others)

    async def after(address: str, table: str, token: str) -> None:
        async with await connect(address, table, token) as seat:
            kinds = [type(event) for event in seat.welcome.events]
            assert kinds.count(wire.Hinted) == 3
            assert kinds == [
                wire.Started,
                wire.Hinted,
                wire.Moved,
                wire.Hinted,
                wire.TakenBack,
                wire.Hinted,
            ]

    data = tmp_path / "tables.sqlite3"
    with serving(data) as server:
        table, token = perform(scene(server.address))
    with serving(data) as server:
        perform(after(server.address, table, token))


def test_hint_without_positions_has_no_words(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token, updates="moves") as seat:
            found = await seat.hint()
            game = empile.load("block-ness")
            assert found.best.text in game.new_state().legal_texts()
            assert not found.best.message
            assert not found.best.parts

    perform(scene())


def test_hint_at_a_shared_screen_is_for_the_seat_to_act(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "person", "bot:1"])
        async with await connect(server.address, made.table, made.token) as seat:
            seats: set[int] = set()
            while len(seats) < 2:
                if seat.state is None or not seat.state.mine:
                    await seat.next_events()
                    continue
                found = await seat.hint()
                seats.add(found.seat)
                await seat.act(found.best.text)

    perform(scene())


def test_hint_is_refused_out_of_turn(server: Serving) -> None:
    async def scene() -> None:
        one, other = await two_persons(server.address)
        async with await connect(server.address, one.table.id) as watcher:
            assert await refused(watcher) == "not_yours"
        assert await refused(other) == "not_yours"
        await one.send(wire.Resign())
        await told(one, wire.Over)
        assert await refused(one) == "not_now"
        await one.close()
        await other.close()

    perform(scene())


def test_hint_is_refused_before_the_game(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "open"])
        async with await connect(server.address, made.table, made.token) as seat:
            assert await refused(seat) == "not_now"

    perform(scene())


def test_hint_is_refused_if_a_bot_plays_the_place(server: Serving) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "open"])
        joined = await join(server.address, made.table)
        one = await connect(server.address, made.table, made.token)
        # Bots continue only while a client is connected.
        await one.send(wire.Takeover(1, 1))
        await told(one, wire.TakenOver)
        async with await connect(server.address, made.table, joined.token) as other:
            assert await refused(other) in ("not_yours", "not_now")
        await one.close()

    perform(scene())


def test_hint_is_refused_at_tables_without_hints(server: Serving) -> None:
    async def scene() -> None:
        one, other = await two_persons(server.address, hints=False)
        assert one.table.hints is False
        assert await refused(one) == "no_hints"
        assert await refused(other) == "no_hints"
        await one.act(legal(one))
        events = await other.next_events()
        assert [type(event) for event in events] == [wire.Moved]
        again = await connect(server.address, one.table.id, since=0)
        assert not any(isinstance(event, wire.Hinted) for event in again.welcome.events)
        for connection in (one, other, again):
            await connection.close()

    perform(scene())


def test_table_info_says_if_hints_are_allowed(server: Serving) -> None:
    async def scene() -> None:
        async with Rest(server.address) as rest:
            for wanted in (True, False):
                made = await make(server.address, ["person", "open"], hints=wanted)
                assert (await rest.table(made.table)).hints is wanted
                async with await connect(server.address, made.table, made.token) as seat:
                    created = seat.welcome.events[0]
                    assert isinstance(created, wire.Created)
                    assert created.hints is wanted

    perform(scene())


def test_hint_is_dropped_if_the_game_moves_on(server: Serving, held: Held) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token) as seat:
            await seat.send(wire.Hint())
            await told(seat, wire.Hinted)
            await held.begins()
            await seat.act(legal(seat))
            # The search stops without a release.
            late = await hears(seat, wire.Error)
            assert (late.code, late.about) == ("stale", "hint")
            assert held.stopped == [True]
            held.go.set()
            assert (await seat.hint()).seat == 1

    perform(scene())


def test_hint_search_is_shared_per_position(server: Serving, held: Held) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "person"])
        one = await connect(server.address, made.table, made.token)
        two = await connect(server.address, made.table, made.token)
        await one.send(wire.Hint())
        await held.begins()
        await two.send(wire.Hint())
        await two.send(wire.Ping())
        await hears(two, wire.Pong)
        held.go.set()
        assert await hears(one, wire.Advice) == await hears(two, wire.Advice)
        assert len(held.stopped) == 1
        await one.close()
        await two.close()

    perform(scene())


def test_hint_of_a_closed_connection_is_dropped(server: Serving, held: Held) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "person"])
        one = await connect(server.address, made.table, made.token)
        await one.send(wire.Hint())
        await held.begins()
        await one.close()
        async with await connect(server.address, made.table, made.token) as again:
            await again.send(wire.Hint())
            await again.send(wire.Ping())
            while not isinstance(message := await again.receive(), wire.Pong):
                assert not isinstance(message, wire.Advice)
            held.go.set()
            assert isinstance(await hears(again, wire.Advice), wire.Advice)
        assert len(held.stopped) == 1

    perform(scene())


def test_hint_requests_are_rate_limited(tmp_path: Path) -> None:
    limits = replace(ROOMY, hints_per_second=0.01, hints_at_once=3.0)

    async def scene(address: str) -> None:
        made = await make(address, ["person", "person"])
        async with await connect(address, made.table, made.token) as seat:
            for _ in range(3):
                await seat.hint()
            assert await refused(seat) == "rate_limited"
            await seat.act(legal(seat))
            assert await refused(seat) == "rate_limited"
        # The limit is per table, not per connection.
        async with await connect(address, made.table, made.token) as seat:
            assert await refused(seat) == "rate_limited"
        other = await make(address, ["person", "person"])
        async with await connect(address, other.table, other.token) as seat:
            await seat.hint()

    with serving(tmp_path / "tables.sqlite3", limits=limits) as server:
        perform(scene(server.address))


def test_hint_searches_are_limited_and_do_not_delay_bots(tmp_path: Path, held: Held) -> None:
    limits = replace(ROOMY, hints_waiting=2)

    async def scene(address: str) -> None:
        asking: list[TableConnection] = []
        for _ in range(2):
            made = await make(address, ["person", "person"])
            seat = await connect(address, made.table, made.token)
            await seat.send(wire.Hint())
            await told(seat, wire.Hinted)
            asking.append(seat)
        await held.begins()
        made = await make(address, ["person", "person"])
        async with await connect(address, made.table, made.token) as seat:
            assert await refused(seat) == "rate_limited"
            assert not any(isinstance(event, wire.Hinted) for event in seat.welcome.events)
            made = await make(address, ["bot:1", "bot:1"])
            async with await connect(address, made.table) as watcher:
                await told(watcher, wire.Over)
            held.go.set()
            for waiting in asking:
                await hears(waiting, wire.Advice)
                await waiting.close()
            await seat.hint()

    with serving(tmp_path / "tables.sqlite3", limits=limits, hint_threads=1) as server:
        perform(scene(server.address))


def test_hint_failure_does_not_freeze_the_table(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any, **__: Any) -> Advice:
        raise ZeroDivisionError

    async def scene() -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token) as seat:
            monkeypatch.setattr(hints, "advise", fails)
            assert await refused(seat) == "failed"
            monkeypatch.setattr(hints, "advise", quickly)
            found = await seat.hint()
            await seat.act(found.best.text)
            assert seat.table.status == "playing"

    perform(scene())


def test_close_during_a_hint_search(tmp_path: Path, held: Held) -> None:
    async def scene(address: str) -> None:
        made = await make(address, ["person", "person"])
        async with await connect(address, made.table, made.token) as seat:
            await seat.send(wire.Hint())
            await held.begins()

    with serving(tmp_path / "tables.sqlite3") as server:
        perform(scene(server.address))
    assert held.stopped == [True]


@pytest.mark.parametrize("game", ["blox", "cairn"])
def test_hint_uses_only_the_view_of_the_seat(
    game: str, server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A client finds the same advice from its view with the same random numbers."""

    def same_stream(seed: int) -> Stream:
        return new_stream(7)

    monkeypatch.setattr(hints, "new_stream", same_stream)

    async def scene() -> None:
        made = await make(server.address, ["person", "bot:1"], game=game)
        async with await connect(server.address, made.table, made.token) as seat:
            for _ in range(3):
                while seat.state is None or not seat.state.mine:
                    if seat.table.status != "playing":
                        return  # the cairn fell
                    await seat.next_events()
                found = await seat.hint()
                state = empile.load(game, players=2).presenter.state_from_view(seat.state.position)
                own = quickly(state, stream=new_stream(7), stop=lambda: False)
                assert found.best.text == own.best.move
                assert found.best.value == round(own.best.value, 3)
                assert own.best.scores is not None
                assert found.best.scores == [round(score, 1) for score in own.best.scores]
                await seat.act(found.best.text)

    perform(scene())


def test_hint_duration_is_measured(server: Serving) -> None:

    async def scene() -> None:
        made = await make(server.address, ["person", "person"])
        async with await connect(server.address, made.table, made.token) as seat:
            await seat.hint()

        async def counted() -> bool:
            text = httpx.get(server.address + "/metrics").text
            return "empile_hint_seconds_count 1.0" in text

        await until(counted)

    perform(scene())
