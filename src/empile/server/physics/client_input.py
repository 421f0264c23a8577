"""Placement messages of one connection, within its rate limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from empile.server.physics.commands.assist import set_assist
from empile.server.wire import messages as wire
from empile.server.wire.errors import CommandError
from empile.server.wire.rate_limits import Bucket, Limits

if TYPE_CHECKING:
    from empile.server.physics.runner import PlacementRunner
    from empile.server.tables.room import Done, Room
    from empile.server.wire.connection import Connection


class PlacementInput:
    def __init__(self, runner: PlacementRunner, connection: Connection, limits: Limits) -> None:
        self._runner = runner
        self._connection = connection
        self._paths = PathBucket(limits)
        self._reaches = Bucket(limits.reaches_per_second, limits.reaches_at_once)

    def take(self, room: Room, message: wire.PlacementMessage, done: Done) -> None:
        runner, key = self._runner, self._connection.key
        if isinstance(message, wire.SetAssist):
            on = message.on
            room.submit(lambda table: set_assist(table, key, on=on), done, by=key)
        elif isinstance(message, wire.HandPath):
            if self._paths.take(len(message.samples)):
                runner.follow(room, key, message, done)
            elif self._paths.is_news():
                done(CommandError("rate_limited", "too many hand samples; some were dropped"))
        elif self._reaches.take() > 0:
            self._reaches.give_back()
            done(CommandError("rate_limited", "too many attempts; wait a moment"))
        elif isinstance(message, wire.Grasp):
            runner.reach(room, key, message, done)
        else:
            runner.let_go(room, key, message, done)


class PathBucket:
    def __init__(self, limits: Limits) -> None:
        self._messages = Bucket(limits.trails_per_second, limits.trails_at_once)
        self._samples = Bucket(limits.samples_per_second, limits.samples_at_once)
        self._is_over = False

    def take(self, samples: int) -> bool:
        waits = self._messages.take(), self._samples.take(samples)
        if max(waits) > 0:
            self._messages.give_back()
            self._samples.give_back(samples)
            return False
        if self._messages.rested and self._samples.rested:
            self._is_over = False
        return True

    def is_news(self) -> bool:
        known, self._is_over = self._is_over, True
        return not known
