"""Players of a boardgame.io server: two connections a match, scripted moves without a pause.

The moves come from random games of Empile. The server keeps their positions, so it neither checks
moves nor draws chance events.
"""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import asynccontextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
from msgspec import Raw, Struct

import empile
from empile.engine.contracts.referee import headless_options
from empile.engine.random import Stream, below, new_stream, split
from load.measuring import Counts, Figures, measure
from load.processes import resident_mb
from load.websocket import WebSocketClient

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

FOLDER = Path(__file__).parent / "boardgame_io"
MOST_POSITIONS = 2_000

Scripted = list[dict[str, Any]]
"""The positions of one game at which a seat is to act, with that seat."""


def random_game(game: empile.Game, stream: Stream) -> Scripted:
    """Return the positions of a random game."""
    match = empile.Match(game)
    match.resolve_chance(stream, also_external=True)
    positions: Scripted = []
    text = ""
    while not match.state.is_terminal():
        positions.append(
            {
                "seat": match.state.current_player(),
                "text": text,
                "position": match.position_before(len(match.events)),
            }
        )
        moves = match.state.legal_actions()
        text = match.play_action(moves[below(stream, len(moves))]).text
        match.resolve_chance(stream, also_external=True)
    return positions


def script(name: str, positions: int = MOST_POSITIONS) -> dict[str, Any]:
    """Return random games with at least ``positions`` positions, as ``server.mjs`` reads them."""
    game = empile.load(name, **headless_options(empile.game_class(name)))
    streams = new_stream(2026)
    games: list[Scripted] = []
    while sum(map(len, games)) < positions:
        games.append(random_game(game, split(streams, len(games))))
    return {"game": name, "hidden": game.imperfect_information, "games": games}


class _Context(Struct):
    currentPlayer: str  # noqa: N815 (a name of the protocol)


class _State(Struct):
    number: int = msgspec.field(name="_stateID")
    ctx: _Context


class _Sync(Struct):
    state: _State


_encoder = msgspec.json.Encoder()
_arguments = msgspec.json.Decoder(list[Raw])
_string = msgspec.json.Decoder(str)
_state = msgspec.json.Decoder(_State)
_sync = msgspec.json.Decoder(_Sync)


class MatchPlayer(WebSocketClient):
    """The connection of one player, by the protocols of Engine.IO 4 and Socket.IO 5."""

    def __init__(
        self, address: str, game: str, match: str, seat: int, credentials: str, counts: Counts
    ) -> None:
        super().__init__(f"{address}/socket.io/?EIO=4&transport=websocket")
        self._namespace = f"/{game},".encode()
        self._match = match
        self._player = str(seat)
        self._credentials = credentials
        self._counts = counts
        self._sent = 0.0
        self._state_sent = -1
        self.seq = 0
        """The number of the last state."""
        self.welcomed = asyncio.get_running_loop().create_future()

    def received(self, payload: bytes) -> None:
        """Handle a packet."""
        if payload == b"2":
            self.send(b"3")
        elif payload[:1] == b"0":
            self.send(b"40" + self._namespace)
        elif payload[:2] == b"40":
            self._emit("sync", self._match, self._player, self._credentials, 2)
        elif payload[:2] == b"42":
            self._take(_arguments.decode(payload[2 + len(self._namespace) :]))
        else:
            self._counts.errors.append(payload.decode())

    def _emit(self, *arguments: Any) -> None:
        self.send(b"42" + self._namespace + _encoder.encode(arguments))

    def _take(self, arguments: list[Raw]) -> None:
        kind = _string.decode(arguments[0])
        if kind == "sync":
            state = _sync.decode(arguments[2]).state
            if not self.welcomed.done():
                self.welcomed.set_result(None)
        elif kind == "update":
            state = _state.decode(arguments[2])
        else:
            return
        self.seq = state.number
        if self._sent and state.number > self._state_sent:
            self._counts.add(self._sent)
            self._sent = 0.0
        if state.ctx.currentPlayer == self._player and not self._sent:
            self._move(state.number)

    def _move(self, state_id: int) -> None:
        if self._counts.stopping:
            return
        payload = {
            "type": "play",
            "args": ["d4-f4"],
            "playerID": self._player,
            "credentials": self._credentials,
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        self._sent, self._state_sent = time.perf_counter(), state_id
        self._emit("update", action, state_id, self._match, self._player)


@asynccontextmanager
async def playing(
    address: str, game: str, matches: int, counts: Counts
) -> AsyncGenerator[list[MatchPlayer]]:
    """Create matches and play at all of them."""
    lobby, port = address.split()
    host = "127.0.0.1"
    loop = asyncio.get_running_loop()
    players: list[MatchPlayer] = []
    async with httpx.AsyncClient(base_url=f"{lobby}/games/{game}", timeout=60) as http:
        for _ in range(matches):
            made = await http.post("/create", json={"numPlayers": 2})
            match = made.raise_for_status().json()["matchID"]
            for seat in range(2):
                body = {"playerID": str(seat), "playerName": "AB"[seat]}
                joined = await http.post(f"/{match}/join", json=body)
                credentials = joined.raise_for_status().json()["playerCredentials"]
                player = MatchPlayer(f"ws://{host}:{port}", game, match, seat, credentials, counts)
                await loop.create_connection(lambda player=player: player, host, int(port))  # type: ignore[misc]
                await player.welcomed
                players.append(player)
    try:
        yield players
    finally:
        counts.stopping = True
        for player in players:
            player.close()
        await asyncio.gather(*(player.closed for player in players))


def start_server(folder: Path, scripted: dict[str, Any], node: str) -> tuple[Popen[str], str]:
    """Start a boardgame.io server; return it, and its lobby's address with the port of the sockets."""
    games = folder / "games.json"
    games.write_text(json.dumps(scripted), "utf-8")
    server = Popen(
        [node, str(FOLDER / "server.mjs"), str(games)],
        stdout=PIPE,
        text=True,
        env={"NODE_ENV": "production"},
    )
    assert server.stdout is not None
    while not (line := server.stdout.readline()).startswith("http"):
        if not line:
            raise SystemExit("the boardgame.io server did not start")
    return server, line.strip()


async def measure_matches(
    address: str,
    pid: int,
    *,
    game: str,
    matches: int,
    seconds: float,
    warm_seconds: float = 1.0,
) -> Figures:
    """Play ``matches`` matches of a server."""
    async with playing(address, game, 1, Counts()) as first:
        while first[0].seq < 5:
            await asyncio.sleep(0.05)
    counts, before = Counts(), resident_mb(pid)
    async with playing(address, game, matches, counts):
        return await measure(
            counts,
            pid=pid,
            memory_before=before,
            server="boardgame.io",
            game=game,
            tables=matches,
            seconds=seconds,
            warm_seconds=warm_seconds,
        )
