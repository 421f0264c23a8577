"""Players of an Empile server: two connections a table, prepared games without a pause."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any, Literal

import msgspec

import empile
from empile.engine.contracts.referee import headless_options
from load.http import Http
from load.players import Load, Player, Turn
from load.prepared import PreparedGame, prepare_games
from load.processes import first_line
from load.websocket import client_frame

Detail = Literal["full", "moves"]

_REMATCH = client_frame(b'{"type":"rematch"}')
_BEFORE_START = 3
"""The number of the first event that starts a game, after ``created`` and ``joined``."""


def start_server(
    folder: Path,
    command: Sequence[str] = (sys.executable,),
    module: str = "load.seeded_server",
    store: str | None = None,
    bus: Sequence[str] = (),
    variation: str = "",
) -> Popen[str]:
    """Start a server on ``store``, by default a new data file; ``bus`` is an address, if any.

    ``variation`` is one of :mod:`load.varied_server`.
    """
    if variation:
        module = "load.varied_server"
    return Popen(
        [*command, "-m", module, store or str(folder / "tables.sqlite3"), *bus],
        stdout=PIPE,
        text=True,
        env={
            **os.environ,
            "PYTHONPATH": str(Path(__file__).parent.parent),
            "EMPILE_VARIATION": variation,
        },
    )


def table_turns(games: Sequence[PreparedGame], first: int, place: int) -> Iterator[Turn]:
    """Yield the turns of a table whose first game is ``first``, for the player at ``place``.

    Place 0 proposes each rematch, place 1 agrees.
    """
    seq = _BEFORE_START
    for number in count():
        game = games[(first + number) % len(games)]
        seq += game.opening
        for move in game.moves:
            frame = b""
            if (number + move.seat) % 2 == place:
                action = b'{"type":"act","seq":%d,"action":"%s"}'
                frame = client_frame(action % (seq, move.text.encode()))
            yield Turn(frame, _sign(seq + 1), is_move=True)
            seq += 1 + move.chance_events
        over = seq + 1
        yield Turn(_REMATCH if place == 0 else b"", _sign(over + 1), is_move=False)
        yield Turn(_REMATCH if place == 1 else b"", _sign(over + 2), is_move=False)
        seq = over + 3  # asked, answered, started


def _sign(seq: int) -> bytes:
    return b'"seq":%d,' % seq


class TablePlayer(Player):
    """A player of our server."""

    hello: bytes

    def opened(self) -> None:
        """Open the table."""
        self.write(client_frame(self.hello))

    def other(self, payload: bytes) -> None:
        """Notice the welcome and errors."""
        if payload.startswith(b'{"type":"welcome"'):
            self.welcomed.set_result(None)
        elif payload.startswith((b'{"type":"error"', b'{"type":"bye"')):
            self._load.errors.append(payload.decode())


class Tables:
    """Tables of our server."""

    def __init__(
        self,
        server: Popen[str],
        game: str,
        detail: Detail,
        load: Load,
        address: str | None = None,
    ) -> None:
        self.name = f"Empile, {detail}"
        self.pid = server.pid
        self._http = Http(address or first_line(server, "http"))
        self._game = game
        self._options = headless_options(empile.game_class(game))
        self._detail = detail
        self._load = load
        self._games = prepare_games(game)

    async def add(self, number: int, hold_at: int) -> None:
        """Begin to play at a table."""
        places = [{"kind": "person", "name": str(number)}, {"kind": "open"}]
        request = {"game": self._game, "places": places, "options": self._options}
        made = self._http.post("/api/tables", request)
        joined = self._http.post(f"/api/tables/{made['table']}/join", {"name": "B"})
        players: list[Player] = []
        for place, token in enumerate((made["token"], joined["token"])):
            turns = table_turns(self._games, number, place)
            player = TablePlayer(
                f"ws://{self._http.host}:{self._http.port}/ws", self._load, turns, hold_at
            )
            player.hello = self._hello(made["table"], token)
            players.append(player)
        await enter(players, self._http.port)

    async def close(self) -> None:
        """Close all connections."""
        self._http.close()
        await self._load.close()

    def _hello(self, table: str, token: str) -> bytes:
        hello: dict[str, Any] = {"type": "hello", "table": table, "token": token, "protocol": 2}
        return msgspec.json.encode({**hello, "since": 0, "updates": self._detail})


async def enter(players: Sequence[Player], port: int) -> None:
    """Connect the players of a table, and let them begin."""
    loop = asyncio.get_running_loop()
    for player in players:
        await loop.create_connection(lambda player=player: player, "127.0.0.1", port)  # type: ignore[misc]
    for player in players:
        await player.welcomed
    for player in players:
        player.act()
