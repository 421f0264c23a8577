"""What tools and resources share: the open tables, the threads and the server to join."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from empile.bots.policy import levels_of
from empile.engine.contracts.level import Level
from empile.engine.game import Game
from empile.engine.random import new_stream
from empile.envs.text import TextEnv
from empile.mcp.errors import RequestError
from empile.mcp.games import loaded
from empile.mcp.local import LocalTable
from empile.mcp.table import MOST_MOVES
from empile.mcp.tables import Limits, Tables
from empile.mcp.texts import moves_text
from empile.mcp.work import Workers

Other = int | Literal["self"]
"""Who plays a seat: a bot's level, or the client."""


class Service:
    """The state of a process.

    :param server: the address of the Empile server whose tables can be joined
    :param account: the API token of a program with an account there
    :param private: see :class:`Tables`
    """

    def __init__(self, server: str, account: str | None, limits: Limits, *, private: bool) -> None:
        self._server, self._account, self.limits = server, account, limits
        self.tables = Tables(limits, private=private)
        self._workers = Workers(limits.threads)

    async def open(
        self,
        game_name: str,
        players: int | None,
        seat: int,
        others: Other | Sequence[Other],
        options: Mapping[str, Any],
        seed: int | None = None,
    ) -> str:
        """Open a table here and return its name; seats count from 1.

        :raises RequestError: for a wrong value, or if there are too many tables
        """
        if players is None and not isinstance(others, int | str):
            players = len(others) + 1
        game = loaded(game_name, players, options)
        if not 1 <= seat <= game.num_players:
            raise RequestError(f"The seats are 1 to {game.num_players}, not {seat}.")
        levels = _levels(game, seat - 1, others)
        await self.tables.make_room()
        # The client must not be able to guess what chance will bring.
        stream = new_stream(secrets.randbits(63) if seed is None else seed)
        env = TextEnv(
            game,
            seed=secrets.randbits(63) if seed is None else seed,
            position="text",
            most_moves=MOST_MOVES,
        )
        return self.tables.add(LocalTable(env, levels, stream, self._workers))

    async def join(self, table: str, name: str) -> str:
        """Take a place at a table of the server and return its name here.

        :raises RequestError: the server refuses or does not answer, or there are too many tables
        """
        try:
            from empile.mcp.remote import join
        except ImportError as error:
            raise RequestError(f"Tables of servers need more packages: {error}.") from error
        await self.tables.make_room()
        return self.tables.add(await join(self._server, table, name, self._account, self._workers))

    def moves_text(self, moves: Sequence[str], prefix: str, limit: int) -> str:
        """Return legal moves as text."""
        return moves_text(moves, prefix, limit)

    def png(self, svg: str) -> bytes:
        """Return a picture as PNG; raises :class:`RequestError` without the packages."""
        try:
            from empile.envs.pixels import png
        except ImportError as error:
            raise RequestError(f"PNG needs more packages: {error}.") from error
        return png(svg)


def _levels(game: Game, seat: int, others: Other | Sequence[Other]) -> dict[int, Level]:
    """Return the bots by seat."""
    number = game.num_players - 1
    each = [others] * number if isinstance(others, int | str) else list(others)
    if len(each) != number:
        raise RequestError(f"There are {number} other seats, but others lists {len(each)}.")
    known = {level.number: level for level in levels_of(game)}
    for other in each:
        if other != "self" and other not in known:
            levels = ", ".join(map(str, known))
            raise RequestError(f'others must be a bot level ({levels}) or "self", not {other}.')
    rest = [one for one in range(game.num_players) if one != seat]
    return {
        one: known[other] for one, other in zip(rest, each, strict=True) if isinstance(other, int)
    }
