"""Clients of the lobby."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from empile.server.wire.lobby import messages
from empile.server.wire.lobby.messages import Seek, Wish
from tests.support.patience import PATIENCE

BLOX = Wish("blox", 2)

_decoder: msgspec.json.Decoder[messages.LobbyServerMessage] = msgspec.json.Decoder(
    messages.LobbyServerMessage
)


class Visitor:
    """A client that keeps the list of seeks."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seeks: dict[str, Seek] = {}
        self.people = 0

    async def send(self, message: messages.LobbyClientMessage) -> None:
        """Send a message."""
        await self.socket.send(msgspec.json.encode(message).decode())

    async def receive(self) -> messages.LobbyServerMessage:
        """Return the next message, after it was noted."""
        message = _decoder.decode(await asyncio.wait_for(self.socket.recv(), PATIENCE))
        match message:
            case messages.LobbyWelcome():
                self.seeks = {seek.id: seek for seek in message.seeks}
                self.people = message.people
            case messages.LobbyChanges():
                for seek in message.removed:
                    del self.seeks[seek]
                for added in message.added:
                    assert added.id not in self.seeks
                    self.seeks[added.id] = added
                self.people = message.people
            case _:
                pass
        return message

    async def hear(self, kind: type[Any]) -> Any:
        """Return the next message of a type."""
        while not isinstance(message := await self.receive(), kind):
            pass
        return message

    async def sees(self, count: int) -> list[Seek]:
        """Wait until there are so many seeks."""
        while len(self.seeks) != count:
            await self.receive()
        return list(self.seeks.values())

    async def seek(self, *wishes: Wish, **more: Any) -> messages.Seeking:
        """Post a seek."""
        await self.send(messages.PostSeek(list(wishes or [BLOX]), **more))
        found: messages.Seeking = await self.hear(messages.Seeking)
        return found

    async def error(self) -> str:
        """Return the code of the next error."""
        found: messages.LobbyError = await self.hear(messages.LobbyError)
        return found.code


@asynccontextmanager
async def visiting(
    address: str, name: str = "", cookie: str = "", **more: Any
) -> AsyncGenerator[Visitor]:
    """Enter the lobby of a server until the block ends."""
    url = address.replace("http:", "ws:") + "/ws/lobby"
    headers = {"cookie": cookie, "origin": address} if cookie else {}
    async with connect(url, additional_headers=headers) as socket:
        visitor = Visitor(socket)
        await visitor.send(messages.EnterLobby(name, **more))
        await visitor.hear(messages.LobbyWelcome)
        yield visitor
