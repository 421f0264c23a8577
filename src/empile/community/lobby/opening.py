"""Opens the lobby of a server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Final

import msgspec

from empile.community.lobby.hub import Lobby
from empile.community.lobby.matching import Kind
from empile.community.lobby.seating import LobbySeating
from empile.community.lobby.service import LobbyMembers
from empile.community.lobby.sockets import LobbySockets
from empile.community.watching.games import RunningGames
from empile.community.watching.hub import WatchedGames
from empile.engine.discovery import game_class
from empile.server.registry import TableRegistry
from empile.server.wire.rate_limits import Buckets

_SEEKS_PER_SECOND: Final = 0.5
_SEEKS_AT_ONCE: Final = 20.0
"""Of an address."""


class OpenLobby:
    """The lobby with its socket; created on the event loop."""

    def __init__(
        self,
        registry: TableRegistry,
        members: LobbyMembers | None,
        batch: Callable[[], AbstractContextManager[None]],
    ) -> None:
        self.lobby = Lobby(registry.bus, teams_of, batch)
        self._seating = LobbySeating(self.lobby, registry)
        self.lobby.seating = self._seating
        seeks = Buckets(_SEEKS_PER_SECOND, _SEEKS_AT_ONCE)
        seeks.share("seeks", registry.bus.spend)
        running = RunningGames(registry, members)
        self._games = WatchedGames(registry.bus, running.read, registry.fresh_room, batch)
        self.sockets = LobbySockets(self.lobby, registry, members, seeks, self._games)
        registry.metrics.gauge("empile_seeks", "Seeks in the lobby", lambda: self.lobby.seeks)
        registry.metrics.gauge(
            "empile_matches", "Matches that this process has made", lambda: self.lobby.matched
        )
        registry.metrics.gauge(
            "empile_watchers",
            "Connections that look at the games to watch",
            lambda: self._games.clients,
        )
        self._opening = asyncio.create_task(self.lobby.open())

    def stop(self) -> None:
        """Close all connections."""
        self.sockets.stop()

    async def close(self) -> None:
        await asyncio.gather(self._opening, return_exceptions=True)
        await self._games.close()
        await self._seating.close()
        await self.lobby.close()


def teams_of(kind: Kind) -> list[int]:
    """Return the team of each seat.

    >>> teams_of(Kind("on-top", 3, "{}", "", False))
    [0, 1, 2]
    """
    options: dict[str, Any] = msgspec.json.decode(kind.options)
    return game_class(kind.game)(**{**options, "players": kind.players}).teams
