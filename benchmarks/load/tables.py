"""Players of an Empile server: two connections a table, random legal moves without a pause.

The state of each table is tracked from its events, so that the load generator does the same work for
all subscriptions. Hidden outcomes are taken from the connection that sees them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec import Struct

import empile
from empile.client import Rest
from empile.engine.contracts.referee import headless_options
from empile.engine.random import Stream, below, new_stream, split
from load.measuring import Counts, Figures, measure
from load.processes import resident_mb
from load.websocket import WebSocketClient

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

Detail = Literal["full", "moves"]

GAMES = ("block-ness", "blox", "on-top", "block-out")

SERVER = """
import sys
from pathlib import Path
from empile.server.wire.rate_limits import Limits
from empile.server.run import serve
from empile.server.settings import Settings
limits = Limits(messages_per_second=1e9, reads_per_second=1e9, requests_per_second=1e9,
                requests_at_once=1e9, asides_per_second=1e9, table_asides_per_second=1e9,
                asides_per_game=10**9)
serve("127.0.0.1", 0, settings=Settings(data=Path(sys.argv[1]), limits=limits, warm=False),
      announce=lambda address: print(address, flush=True))
"""


class _Event(Struct):
    kind: str
    seq: int
    seat: int = -1
    text: str = ""
    seats: list[int] = []


class _You(Struct):
    places: list[int]


class _Received(Struct):
    """The members of all messages that the load generator needs."""

    type: str
    events: list[_Event] = []
    you: _You | None = None
    code: str = ""
    message: str = ""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(_Received)


class PlayedTable:
    """A table with a connection per place, and the state of its game."""

    def __init__(self, game: empile.Game, stream: Stream, counts: Counts) -> None:
        self.counts = counts
        self.players: list[Player] = []
        self.seq: int | None = None
        """The last event that was applied; None before the first."""
        self.state = game.new_state()
        self._game = game
        self._stream = stream
        self._waiting: dict[int, _Event] = {}

    def take(self, events: Sequence[_Event]) -> None:
        """Apply the events that no connection has delivered yet, except hidden outcomes."""
        if self.seq is None:
            self.seq = events[0].seq - 1
        for event in events:
            if event.seq > self.seq and "?" not in event.text:
                self._waiting[event.seq] = event
        while (following := self._waiting.pop(self.seq + 1, None)) is not None:
            self._apply(following)
            self.seq = following.seq
        for player in self.players:
            player.move()

    def _apply(self, event: _Event) -> None:
        if event.kind == "started":
            self.state = self._game.new_state()
        elif event.kind in ("move", "chance"):
            self.state.apply_text(event.text)

    def choose(self) -> str:
        """Return a random legal move."""
        moves = self.state.legal_actions()
        return self.state.action_to_text(moves[below(self._stream, len(moves))])


class Player(WebSocketClient):
    """The connection of one place."""

    def __init__(
        self, address: str, played: PlayedTable, table: str, token: str, detail: Detail
    ) -> None:
        super().__init__(address)
        self._played = played
        self._hello = {"type": "hello", "table": table, "token": token, "updates": detail}
        self._hello["protocol"] = 2  # type: ignore[assignment]
        self._place = self._seat = -1
        self._seq = 0
        self._sent = 0.0
        self.welcomed = asyncio.get_running_loop().create_future()
        played.players.append(self)

    def opened(self) -> None:
        """Open the table."""
        self.send(_encoder.encode(self._hello))

    def received(self, payload: bytes) -> None:
        """Handle a message."""
        message = _decoder.decode(payload)
        if message.type in ("error", "bye"):
            self._played.counts.errors.append(f"{message.code}: {message.message}")
        if message.you is not None:
            self._place = message.you.places[0]
            self.welcomed.set_result(None)
        if message.events:
            self._take(message.events)

    def _take(self, events: list[_Event]) -> None:
        for event in events:
            if event.kind == "move" and event.seat == self._seat and self._sent:
                self._played.counts.add(self._sent)
                self._sent = 0.0
            elif event.kind == "started":
                self._seat = event.seats.index(self._place)
        last = events[-1]
        self._seq = last.seq
        self._played.take(events)
        # Seat 0 proposes a rematch, seat 1 agrees when it receives the proposal.
        kinds = ("over", "asked")
        if last.kind == kinds[self._seat] and not self._played.counts.stopping:
            self.send(b'{"type":"rematch"}')

    def move(self) -> None:
        """Move if the seat is to act and this connection has received all events."""
        played = self._played
        if self._sent or self._seq != played.seq or played.counts.stopping:
            return
        if played.state.current_player() == self._seat:
            action = {"type": "act", "seq": self._seq, "action": played.choose()}
            self._sent = time.perf_counter()
            self.send(_encoder.encode(action))


@asynccontextmanager
async def playing(
    address: str, game: str, tables: int, detail: Detail, counts: Counts
) -> AsyncGenerator[list[PlayedTable]]:
    """Create tables and play at all of them."""
    options = headless_options(empile.game_class(game))
    loaded = empile.load(game, **options)
    host, port = address.removeprefix("http://").rstrip("/").split(":")
    socket = f"ws://{host}:{port}/ws"
    loop = asyncio.get_running_loop()
    streams = new_stream(2026)
    made_tables: list[PlayedTable] = []
    async with Rest(address) as rest:
        for number in range(tables):
            made = await rest.make_table(game, ["person", "open"], options)
            joined = await rest.join(made.table, "B")
            played = PlayedTable(loaded, split(streams, number), counts)
            made_tables.append(played)
            for token in (made.token, joined.token):
                player = Player(socket, played, made.table, token, detail)
                await loop.create_connection(lambda player=player: player, host, int(port))  # type: ignore[misc]
                await player.welcomed
    try:
        yield made_tables
    finally:
        counts.stopping = True
        players = [player for table in made_tables for player in table.players]
        for player in players:
            player.close()
        await asyncio.gather(*(player.closed for player in players))


def start_server(folder: Path, command: Sequence[str]) -> tuple[Popen[str], str]:
    """Start a server without rate limits on a new data file; return it and its address."""
    script = folder / "server.py"
    script.write_text(SERVER)
    server = Popen([*command, str(script), str(folder / "tables.sqlite3")], stdout=PIPE, text=True)
    assert server.stdout is not None
    return server, server.stdout.readline().strip()


async def measure_tables(
    address: str,
    pid: int,
    *,
    game: str,
    tables: int,
    detail: Detail,
    seconds: float,
    warm_seconds: float = 1.0,
) -> Figures:
    """Play at ``tables`` tables of a server."""
    counts = Counts()
    async with playing(address, game, 1, detail, Counts()) as played:
        while (played[0].seq or 0) < 5:
            await asyncio.sleep(0.05)  # the game is loaded, and its code too
    before = resident_mb(pid)
    async with playing(address, game, tables, detail, counts):
        return await measure(
            counts,
            pid=pid,
            memory_before=before,
            server=f"Empile, {detail}",
            game=game,
            tables=tables,
            seconds=seconds,
            warm_seconds=warm_seconds,
        )
