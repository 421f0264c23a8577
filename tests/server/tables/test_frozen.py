"""Tables freeze if their code fails, report it, and can be resumed."""

from __future__ import annotations

import pytest

from empile.client import Rest, connect
from empile.engine.game import State
from empile.server.background import bots
from empile.server.tables import redaction
from empile.server.wire import messages as wire
from tests.server.conftest import any_move
from tests.server.serving import Serving, hears, legal, make, perform, told


def test_rules_failure_freezes_until_resumed(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "person"])
        seat = await connect(server.address, made.table, made.token)
        watcher = await connect(server.address, made.table)
        text = legal(seat)
        with monkeypatch.context() as broken:
            broken.setattr(State, "read_text", fails)
            await seat.send(wire.Act(seat.seq, text))
            assert (await hears(seat, wire.Error)).code == "failed"
            frozen = await told(watcher, wire.Frozen)
            assert "a secret" not in frozen.detail
            assert watcher.table.status == "frozen"
            assert watcher.table.failure == frozen.detail
        await hears(seat, wire.Update)
        await seat.send(wire.Act(seat.seq, text))
        assert (await hears(seat, wire.Error)).code == "frozen"
        await seat.send(wire.Takeback())
        assert (await hears(seat, wire.Error)).code == "frozen"
        await watcher.send(wire.Resume())
        assert (await hears(watcher, wire.Error)).code == "not_yours"
        async with Rest(server.address) as rest:
            assert (await rest.record(made.table))["events"] == []

        await seat.send(wire.Resume())
        await told(seat, wire.Resumed)
        assert seat.table.status == "playing"
        assert seat.table.failure is None
        await seat.act(text)
        await seat.close()
        await watcher.close()

    perform(scene())


def test_bot_failure_freezes_and_resume_retries(
    server: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    works = any_move

    async def scene() -> None:
        monkeypatch.setattr(bots, "choose", fails)
        made = await make(server.address, ["bot:1", "bot:1", "person"])
        async with await connect(server.address, made.table, made.token) as seat:
            if seat.state is not None and seat.state.mine:
                await seat.act(legal(seat))
            if seat.table.status != "frozen":
                await told(seat, wire.Frozen)
            monkeypatch.setattr(bots, "choose", works)
            await seat.send(wire.Resume())
            await told(seat, wire.Resumed)
            assert isinstance((await seat.next_events())[0], wire.Moved)

    perform(scene())


def test_position_failure_freezes(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        made = await make(server.address, ["person", "person"])
        seat = await connect(server.address, made.table, made.token, updates="moves")
        with monkeypatch.context() as broken:
            broken.setattr(redaction, "state_view", fails)
            watcher = await connect(server.address, made.table)
            assert watcher.welcome.state is None
            await told(seat, wire.Frozen)
        await seat.send(wire.Resume())
        await told(watcher, wire.Resumed)
        assert watcher.state is not None
        await seat.close()
        await watcher.close()

    perform(scene())


def fails(*_: object) -> None:
    raise RuntimeError("a secret of the house")
