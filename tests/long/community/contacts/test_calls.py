"""Members are called to a table when their game begins: the page that they used last goes there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect

from empile.server.wire import messages as wire
from empile.server.wire.lobby import messages
from empile.server.wire.lobby.people import InboxChanged
from empile.server.wire.people.calls import (
    AwaitCalls,
    Called,
    CallsClientMessage,
    CallsServerMessage,
    Touched,
)
from tests.community.contacts.village import Villager, answer_of
from tests.community.lobby.visitors import BLOX, visiting
from tests.community.playing import take_place
from tests.server.conftest import killable_redis as killable_redis
from tests.server.serving import Serving, perform, two_addresses
from tests.support.patience import PATIENCE
from tests.support.redis_server import RedisServer


@pytest.fixture(params=[1, 2])
def servers(
    request: pytest.FixtureRequest, tmp_path: Path, killable_redis: RedisServer
) -> Iterator[list[Serving]]:
    """Two addresses, of one process or of two."""
    data = tmp_path / "tables.sqlite3"
    with two_addresses(
        request.param, data, killable_redis.url, accounts="open", lobby=True
    ) as running:
        yield running


class OpenPage:
    """A page that awaits calls."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def send(self, message: CallsClientMessage) -> None:
        await self._socket.send(msgspec.json.encode(message).decode())

    async def receive(self) -> CallsServerMessage:
        text = await asyncio.wait_for(self._socket.recv(), PATIENCE)
        message: CallsServerMessage = msgspec.json.decode(text, type=CallsServerMessage)
        return message

    async def hear(self, kind: type[Any]) -> Any:
        """Return the next message of a type."""
        while not isinstance(message := await self.receive(), kind):
            pass
        return message


@asynccontextmanager
async def page(server: Serving, villager: Villager, idle: int = 0) -> AsyncGenerator[OpenPage]:
    """Open a page that was used so many milliseconds ago, and wait until the server has it."""
    headers = {"cookie": villager.cookie, "origin": server.address}
    url = server.address.replace("http:", "ws:") + "/ws/calls"
    async with connect(url, additional_headers=headers) as socket:
        opened = OpenPage(socket)
        await opened.send(AwaitCalls(villager.member, idle))
        await opened.hear(InboxChanged)
        yield opened


async def heard(*pages: OpenPage) -> list[bool]:
    """Return which pages go to the table."""
    return [(await one.hear(Called)).go for one in pages]


async def challenged(anne: Villager, bea: Villager) -> str:
    sent = await asyncio.to_thread(anne.challenged, bea)
    table: str = sent["challenge"]["table"]
    return table


async def accepted(villager: Villager, table: str) -> None:
    answer_of(await asyncio.to_thread(villager.answer, table, "accept"))


def test_the_page_that_was_used_last_goes_to_the_table(servers: list[Serving]) -> None:
    here, there = servers
    anne, bea = Villager(here, "Anne"), Villager(there, "Bea")

    async def scene() -> None:
        async with page(here, anne, 500_000) as old, page(there, anne, 60_000) as used:
            table = await challenged(anne, bea)
            await accepted(bea, table)
            call: Called = await used.hear(Called)
            assert call == Called(table, "blox", ["Bea"], go=True)
            assert await old.hear(Called) == Called(table, "blox", ["Bea"], go=False)
            # Another page is used now.
            await old.send(Touched())
            table = await challenged(anne, bea)
            await accepted(bea, table)
            assert await heard(old, used) == [True, False]

    perform(scene())


def test_a_page_that_was_closed_goes_nowhere(servers: list[Serving]) -> None:
    here, there = servers
    anne, bea = Villager(here, "Anne"), Villager(there, "Bea")

    async def scene() -> None:
        async with page(here, anne, 500_000) as old:
            async with page(there, anne):
                pass
            goes = False
            while not goes:  # the server hears of the end a moment later
                table = await challenged(anne, bea)
                await accepted(bea, table)
                (goes,) = await heard(old)

    perform(scene())


def test_who_follows_the_link_of_the_table_accepts_too(servers: list[Serving]) -> None:
    here, there = servers
    anne, bea = Villager(here, "Anne"), Villager(there, "Bea")

    async def scene() -> None:
        async with page(here, anne) as waiting:
            table = await challenged(anne, bea)
            await asyncio.to_thread(take_place, bea, table, member=bea.member)
            assert (await waiting.hear(Called)).table == table

    perform(scene())


def test_nobody_is_called_before_all_have_accepted(servers: list[Serving]) -> None:
    here, there = servers
    anne, bea, carl = (
        Villager(of, name)
        for of, name in zip((here, there, here), ("Anne", "Bea", "Carl"), strict=True)
    )

    async def scene() -> None:
        async with page(here, anne) as of_anne, page(there, bea) as of_bea:
            sent = await asyncio.to_thread(anne.challenged, bea, carl, game="on-top")
            table = sent["challenge"]["table"]
            await accepted(bea, table)
            changed: InboxChanged = await of_anne.hear(InboxChanged)
            while not changed.inbox.challenges[0].players[1].accepted:
                message = await of_anne.receive()
                assert not isinstance(message, Called)
                if isinstance(message, InboxChanged):
                    changed = message
            await accepted(carl, table)
            assert (await of_anne.hear(Called)).names == ["Bea", "Carl"]
            assert (await of_bea.hear(Called)).names == ["Anne", "Carl"]

    perform(scene())


def test_a_seek_calls_the_pages_of_the_member(servers: list[Serving]) -> None:
    here, there = servers
    anne = Villager(here, "Anne")

    async def scene() -> None:
        async with (
            visiting(here.address, cookie=anne.cookie, member=anne.member) as lobby,
            visiting(here.address, "Guest") as guest,
            page(there, anne) as reading,
        ):
            await lobby.seek(BLOX)
            while not (await reading.hear(InboxChanged)).inbox.seeking:
                pass
            assert await asyncio.to_thread(lambda: anne.inbox()["seeking"])
            await guest.seek(BLOX)
            matched: messages.Matched = await lobby.hear(messages.Matched)
            call: Called = await reading.hear(Called)
            assert call == Called(matched.table, "blox", ["Guest"], go=True)
            while (await reading.hear(InboxChanged)).inbox.seeking:
                pass

    perform(scene())


def test_a_page_that_awaits_calls_is_not_shown_as_here(server: Serving) -> None:
    anne = Villager(server, "Anne")

    async def scene() -> None:
        async with page(server, anne):
            here = await asyncio.to_thread(anne.get, "/api/people/here")
            assert answer_of(here)["members"] == []

    perform(scene())


def test_only_the_own_account_awaits_calls(server: Serving) -> None:
    anne, bea = Villager(server, "Anne"), Villager(server, "Bea")

    async def scene() -> None:
        url = server.address.replace("http:", "ws:") + "/ws/calls"
        for cookie, text in (
            ("", f'{{"type":"hello","member":"{anne.member}","idle":0}}'),
            (bea.cookie, f'{{"type":"hello","member":"{anne.member}","idle":0}}'),
            (anne.cookie, '{"type":"touched"}'),
            (anne.cookie, "{"),
        ):
            headers = {"cookie": cookie, "origin": server.address}
            async with connect(url, additional_headers=headers) as socket:
                await socket.send(text)
                answer = await OpenPage(socket).receive()
                assert isinstance(answer, wire.Closing)
                assert answer.code == "refused"

    perform(scene())
