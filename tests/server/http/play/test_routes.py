"""Aborting and claiming games over REST."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import pytest

from empile.client import CommandError, Rest
from empile.server.tables.table import Table
from tests.server.serving import Serving, join, make, perform


async def code_of(request: Coroutine[None, None, Any]) -> str:
    with pytest.raises(CommandError) as refused:
        await request
    return refused.value.code


async def table_of_two(server: Serving) -> tuple[Table, str, str]:
    """Return a table, the token of the player to act and the other one's."""
    made = await make(server.address, ["person", "open"], patience=30)
    joined = await join(server.address, made.table)
    room = server.registry.loaded(made.table)
    assert room is not None
    acting, other = made.token, joined.token
    if room.table.place_to_act != 0:
        acting, other = other, acting
    return room.table, acting, other


def test_abort_ends_a_game_that_has_not_begun(server: Serving) -> None:
    async def scene() -> None:
        table, acting, other = await table_of_two(server)
        async with Rest(server.address) as rest:
            assert table.state is not None
            action = table.state.action_to_text(table.state.legal_actions()[0])
            await rest.move(table.id, table.seq, action, acting)
            reached = await rest.abort(table.id, other)
            assert reached.seq == table.seq
            assert table.status == "over"
            record = await rest.table(table.id)
            assert not any(place.resigned for place in record.places)
            assert await code_of(rest.abort(table.id, other)) == "not_now"

    perform(scene())


def test_claim_ends_the_game_of_an_absent_player(server: Serving) -> None:
    async def scene() -> None:
        table, acting, other = await table_of_two(server)
        async with Rest(server.address) as rest:
            assert await code_of(rest.ask_presence(table.id, other)) == "not_now"
            table.turn_at -= 31_000
            assert await code_of(rest.ask_presence(table.id, acting)) == "not_now"
            asked = (await rest.ask_presence(table.id, other)).seq
            assert await code_of(rest.claim(table.id, other)) == "not_now"
            await rest.answer(table.id, asked, yes=True, token=acting)
            table.turn_at -= 31_000
            asked = (await rest.ask_presence(table.id, other)).seq
            table.asks[asked].at -= 31_000
            assert await code_of(rest.claim(table.id, acting)) == "not_now"
            await rest.claim(table.id, other)
            assert table.status == "over"
            assert [place.resigned for place in table.places].count(True) == 1

    perform(scene())
