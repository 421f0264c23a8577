"""Runs bots in threads and plays their moves.

Bots think while a client is connected to the table: first at tables at which people play, in turn for
each group of addresses. At tables with days for each move, whose players are rarely connected at
the same time, they also think while no client is connected.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING

from empile.bots import Level, choose
from empile.engine.game import Game, State
from empile.engine.random import new_stream
from empile.server.background.queue.orders import MOVE_SECONDS, Share
from empile.server.background.search_pool import Search, SearchPool
from empile.server.metrics import Metrics
from empile.server.tables.commands.act import bot_acts
from empile.server.wire.bot_settings import level_of
from empile.server.wire.clocks.settings import DaysClock
from empile.server.wire.errors import CommandError

if TYPE_CHECKING:
    from empile.server.background.queue.redis import RedisQueue
    from empile.server.tables.room import MoveBonus, Room

log = logging.getLogger("empile.bots")

_RETRY_SECONDS = 1.0
_HELD_SECONDS = 0.2
_CHECK_SECONDS = 1.0
_NOBODY = "nobody"
"""The group of tables without connections."""
_FIRST_SHARE = 0.5
"""A game's first move follows nothing that people have to see first: its pause is shorter."""


class BotRunner:
    """Plays bots' moves, each ``seconds`` or more after the previous event or animation.

    The first move of a game comes after half of it.
    """

    def __init__(
        self,
        threads: int,
        seconds: float,
        metrics: Metrics,
        can_search: Callable[[Game], bool] = lambda _: True,
        workers: RedisQueue | None = None,
    ) -> None:
        self._workers = workers
        self._pool = SearchPool("bot", threads, spare=1)
        self._closing = threading.Event()
        self._seconds = seconds
        self._metrics = metrics
        self._can_search = can_search
        self._held: set[Room] = set()
        self._loop = asyncio.get_running_loop()

    def on_change(self, room: Room) -> None:
        table = room.table
        place = table.place_to_act
        if place is None or not waits_for_bot(room) or room.bot_turn == table.turn:
            return
        if not room.link.holds_lease:
            return
        turn = room.bot_turn = table.turn
        is_first = all(event.seat < 0 for event in table.played[-1].events)
        pause = self._seconds * (_FIRST_SHARE if is_first else 1.0)
        earliest = max(self._loop.time(), room.paused_until) + pause
        seated = [one.group for one in room.connections if one.key is not None]
        groups = seated or _groups(room)
        # The least loaded group, so that the load of the others does not delay this table.
        group = min(groups, key=lambda group: (self._pool.load(group), group))
        level = level_of(table.game, table.places[place].level)
        not_before = int((time.time() + earliest - self._loop.time()) * 1000)
        share = Share(group, level.simulations, table.number)
        workers = self._workers
        if workers is not None and workers.push_move(table.number, turn, not_before, share):
            deadline = earliest + MOVE_SECONDS
            self._loop.call_at(earliest + _CHECK_SECONDS, self._check, room, turn, deadline)
        else:
            self._search(room, turn, earliest, group, is_urgent=bool(seated))

    def _check(self, room: Room, turn: int, deadline: float) -> None:
        """Search here if the workers are gone, or did not make a move in time."""
        if room.table.turn != turn or room.bot_turn != turn or not _is_wanted(room):
            return
        now = self._loop.time()
        if self._workers is not None and self._workers.is_open and now < deadline:
            self._loop.call_at(now + _CHECK_SECONDS, self._check, room, turn, deadline)
        else:
            log.warning("no worker made the move of a bot", extra={"table": room.table.id})
            group = min(_groups(room))
            self._search(room, turn, self._loop.time(), group, is_urgent=True)

    def _search(
        self, room: Room, turn: int, earliest: float, group: str, *, is_urgent: bool
    ) -> None:
        table = room.table
        place = table.place_to_act
        assert place is not None
        if not self._can_search(table.game):  # compiling here would hold up other tables
            room.bot_turn = -1
            if room not in self._held:
                self._held.add(room)
                self._loop.call_later(_HELD_SECONDS, self._look_again, room)
            return
        assert table.state is not None
        level = level_of(table.game, table.places[place].level)
        bonus = None if room.placements is None else room.placements.move_bonus(table, place)
        # A copy: a state caches its legal moves, and the bot runs in another thread.
        think = partial(self._think, table.state.clone(), level, bonus, self._stop_of(room, turn))
        self._pool.submit(
            Search(
                group,
                level.simulations,
                think,
                partial(self._thought, room, turn, earliest),
                is_wanted=lambda: room.table.turn == turn and _is_wanted(room),
                is_urgent=is_urgent,
            )
        )

    def _stop_of(self, room: Room, turn: int) -> Callable[[], bool]:
        return lambda: room.table.turn != turn or self._closing.is_set()

    def _look_again(self, room: Room) -> None:
        self._held.discard(room)
        self.on_change(room)

    def _think(
        self, state: State, level: Level, bonus: MoveBonus | None, stop: Callable[[], bool]
    ) -> int:
        began = time.perf_counter()
        corrections = None if bonus is None else bonus(state)
        action = choose(state, level, new_stream(secrets.randbits(64)), corrections, stop)
        self._metrics.bot_seconds.observe(time.perf_counter() - began)
        return action

    def _thought(self, room: Room, turn: int, earliest: float, done: Future[int]) -> None:
        if room.table.turn != turn or self._closing.is_set():
            return
        if done.cancelled():  # no client was connected; the next connection starts it again
            room.bot_turn = -1
            return
        error = done.exception()
        if error is not None:
            log.error("a bot failed", exc_info=error, extra={"table": room.table.id})
            room.freeze("a bot failed")
            return
        self._loop.call_at(earliest, self._play, room, turn, done.result())

    def _play(self, room: Room, turn: int, action: int) -> None:
        def played(error: CommandError | None) -> None:
            if error is not None and error.code == "failed":
                room.bot_turn = -1
                self._loop.call_later(_RETRY_SECONDS, self.on_change, room)

        if room.table.turn != turn:
            return
        if room.link.holds_lease:
            room.submit(lambda table: bot_acts(table, turn, action), played)
        else:  # this process was paused, and another has taken over
            room.bot_turn = -1

    @property
    def waiting(self) -> int:
        return self._pool.waiting

    async def close(self) -> None:
        self._closing.set()
        await self._pool.close()


def waits_for_bot(room: Room) -> bool:
    """Return whether it is a bot's turn, and a client or an absent player waits for its move."""
    place = room.table.place_to_act
    return (
        place is not None
        and room.table.status == "playing"
        and room.table.places[place].kind == "bot"
        and _is_wanted(room)
    )


def _is_wanted(room: Room) -> bool:
    """Return whether someone waits for a bot, perhaps not connected now."""
    if room.connections:
        return True
    table = room.table
    # Bots do not play on if all people have resigned.
    return isinstance(table.created.clock, DaysClock) and any(
        place.key is not None and not place.resigned for place in table.places
    )


def _groups(room: Room) -> list[str]:
    return [one.group for one in room.connections] or [_NOBODY]
