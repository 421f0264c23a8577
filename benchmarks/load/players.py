"""Players of prepared games: they send bytes, and search what comes back for the next turn.

The load generator must cost less than any server. So it decodes no message: the first event of a
turn has a known number, and a message with this number shows that the turn was played.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import NamedTuple

from load.websocket import WebSocketClient

_NEVER = 1 << 62


class Turn(NamedTuple):
    """A turn of a table, for one of its players."""

    frame: bytes
    """What the player sends; empty if it is another's turn."""
    sign: bytes
    """What the message contains that shows the turn to every player."""
    is_move: bool
    """Whether it counts."""


class Load:
    """The players of all tables. It begins at rest."""

    def __init__(self) -> None:
        self.latencies: list[float] = []
        """Seconds from sending a move until its mover has received it."""
        self.counting = False
        self.errors: list[str] = []
        self.players: list[Player] = []
        self._held: list[Player] = []
        """Players who would be to act. At rest one per table."""
        self._paused = False

    def may_act(self, player: Player) -> bool:
        """Return whether a player may act now; later it will be called."""
        if not self._paused and player.turns < player.hold_at:
            return True
        self._held.append(player)
        return False

    def pause(self) -> None:
        """Let the tables come to rest."""
        self._paused = True

    def resume(self, hold_at: int = _NEVER) -> None:
        """Let all tables play on, until ``hold_at`` turns were played."""
        held, self._held, self._paused = self._held, [], False
        for player in self.players:
            player.hold_at = hold_at
        for player in held:
            player.act()

    async def rest(self, tables: int) -> None:
        """Wait until ``tables`` tables are at rest. Raises ``SystemExit`` after errors."""
        while len(self._held) < tables:
            if self.errors:
                raise SystemExit(f"the server refused: {self.errors[0]}")
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        """Close all connections."""
        for player in self.players:
            player.close()
        await asyncio.gather(*(player.closed for player in self.players))


class Player(WebSocketClient):
    """The connection of a player.

    :param turns: all turns of the table, from the first.
    :param hold_at: the number of turns after which the player waits for ``Load.resume``.
    """

    def __init__(self, address: str, load: Load, turns: Iterator[Turn], hold_at: int) -> None:
        super().__init__(address)
        self.welcomed = asyncio.get_running_loop().create_future()
        self.turns = 0
        """The number of turns played."""
        self.hold_at = hold_at
        self._load = load
        self._turns = turns
        self._turn: Turn = next(turns)
        self._sent = 0.0
        load.players.append(self)

    def other(self, payload: bytes) -> None:
        """Handle a message that shows no turn."""

    def received(self, payload: bytes) -> None:
        """Look for the next turn."""
        if self._turn.sign not in payload:
            self.other(payload)
            return
        if self._sent:
            if self._load.counting and self._turn.is_move:
                self._load.latencies.append(time.perf_counter() - self._sent)
            self._sent = 0.0
        self._turn = next(self._turns)
        self.turns += 1
        self.act()

    def act(self) -> None:
        """Send the turn if it is this player's."""
        frame = self._turn.frame
        if frame and self._load.may_act(self):
            self._sent = time.perf_counter()
            self.write(frame)
