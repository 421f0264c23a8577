"""Players of a boardgame.io server: two connections a match, prepared games without a pause.

The server keeps the positions of the games: it neither checks moves nor draws chance events.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import msgspec

from load.http import Http
from load.players import Load, Player, Turn
from load.prepared import PreparedGame, load_game, prepare_games
from load.processes import first_line
from load.tables import enter
from load.websocket import client_frame

FOLDER = Path(__file__).parent / "boardgame_io"


def script(name: str) -> dict[str, Any]:
    """Return the prepared games as ``server.mjs`` reads them."""
    games = [
        [
            {"seat": move.seat, "text": before.text if before else "", "position": move.position}
            for before, move in zip([None, *game.moves], game.moves, strict=False)
        ]
        for game in prepare_games(name)
    ]
    return {"game": name, "hidden": load_game(name).imperfect_information, "games": games}


def start_server(folder: Path, game: str, node: str) -> Popen[str]:
    """Start a boardgame.io server."""
    games = folder / "games.json"
    games.write_text(json.dumps(script(game)), "utf-8")
    return Popen(
        [node, str(FOLDER / "server.mjs"), str(games)],
        stdout=PIPE,
        text=True,
        env={"NODE_ENV": "production"},
    )


def match_turns(
    games: Sequence[PreparedGame], first: int, seat: int, start: bytes, end: bytes
) -> Iterator[Turn]:
    """Yield the turns of a match whose first game is ``first``, for the player of ``seat``.

    :param start: of the packet of a move, before the number of the state.
    :param end: after it.
    """
    state, number = 0, first
    while True:
        for move in games[number % len(games)].moves:
            frame = b"" if move.seat != seat else client_frame(start + b"%d" % state + end)
            state += 1
            # The log within the message numbers states too, but not as the last member.
            yield Turn(frame, b'"_stateID":%d}' % state, is_move=True)
        number += 1


class MatchPlayer(Player):
    """A player by the protocols of Engine.IO 4 and Socket.IO 5."""

    sync: bytes
    namespace: bytes

    def other(self, payload: bytes) -> None:
        """Connect, answer pings, notice errors."""
        if payload == b"2":
            self.write(client_frame(b"3"))
        elif payload[:1] == b"0":
            self.write(client_frame(b"40" + self.namespace))
        elif payload[:2] == b"40":
            self.write(client_frame(self.sync))
        elif payload[:2] != b"42":
            self._load.errors.append(payload.decode())
        elif b'["sync"' in payload and not self.welcomed.done():
            self.welcomed.set_result(None)


class Matches:
    """Matches of a boardgame.io server."""

    name = "boardgame.io"

    def __init__(self, server: Popen[str], game: str, load: Load) -> None:
        self.pid = server.pid
        lobby, port = first_line(server, "http").split()
        self._http = Http(lobby)
        self._port = int(port)
        self._game = game
        self._load = load
        self._games = prepare_games(game)

    async def add(self, number: int, hold_at: int) -> None:
        """Begin to play a match. The server counts them too: begin with 0."""
        lobby = f"/games/{self._game}"
        match = self._http.post(f"{lobby}/create", {"numPlayers": 2})["matchID"]
        players: list[Player] = []
        for seat in range(2):
            body = {"playerID": str(seat), "playerName": "AB"[seat]}
            joined = self._http.post(f"{lobby}/{match}/join", body)
            players.append(self._player(number, match, seat, joined["playerCredentials"], hold_at))
        await enter(players, self._port)

    async def close(self) -> None:
        """Close all connections."""
        self._http.close()
        await self._load.close()

    def _player(
        self, number: int, match: str, seat: int, credentials: str, hold_at: int
    ) -> MatchPlayer:
        player_id = str(seat)
        namespace = f"/{self._game},".encode()
        payload = {
            "type": "play",
            "args": ["d4-f4"],
            "playerID": player_id,
            "credentials": credentials,
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        start = b"42" + namespace + b'["update",' + msgspec.json.encode(action) + b","
        end = b"," + msgspec.json.encode([match, player_id])[1:]
        player = MatchPlayer(
            f"ws://127.0.0.1:{self._port}/socket.io/?EIO=4&transport=websocket",
            self._load,
            match_turns(self._games, number, seat, start, end),
            hold_at,
        )
        player.namespace = namespace
        sync = msgspec.json.encode(["sync", match, player_id, credentials, 2])
        player.sync = b"42" + namespace + sync
        return player
