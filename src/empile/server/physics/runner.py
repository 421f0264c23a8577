"""Runs placements in simulations that all clients of a table watch.

Simulations use no CPU while nothing moves. The outcome is logged, then its animation is shown, then
the event is sent. Hand paths are not stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import msgspec

from empile.bots.priority import SEARCHES, lower_priority
from empile.engine.contracts.referee import (
    Frame,
    HandSkill,
    Pose,
    Sample,
    SimulationError,
    Verdict,
)
from empile.server.metrics import Metrics
from empile.server.physics.client_input import PlacementInput
from empile.server.physics.commands.place import may_place, place_at_work, placed
from empile.server.physics.placement import OnError, PlacementCallbacks, PlacementSession
from empile.server.physics.playing_animation import PlayingAnimation
from empile.server.physics.threaded_simulation import Pools
from empile.server.wire import messages as wire
from empile.server.wire.bot_settings import hand_skill_of, level_of
from empile.server.wire.errors import CommandError
from empile.server.wire.frames import text_frame
from empile.server.wire.rate_limits import Limits

if TYPE_CHECKING:
    from empile.server.tables.room import MoveBonus, Room
    from empile.server.tables.table import Table
    from empile.server.wire.connection import Connection

log = logging.getLogger("empile.placements")

MOST_FAULTS = 5
"""The table freezes after this many failed simulations in a row."""
_RETRY_SECONDS = 1.0
_MOST_SECONDS = 2.0
"""The longest time in one message of a hand path."""

_encoder = msgspec.json.Encoder()


class PlacementRunner:
    """Runs placements in ``threads`` threads, and as many for outcomes.

    Bots wait ``seconds`` after the previous event.
    """

    def __init__(self, threads: int, seconds: float, metrics: Metrics) -> None:
        self._pools = Pools(
            ThreadPoolExecutor(threads, thread_name_prefix="referee"),
            ThreadPoolExecutor(threads, "referee-slow", partial(lower_priority, SEARCHES)),
        )
        self._seconds = seconds
        self._metrics = metrics
        self._loop = asyncio.get_running_loop()
        self._hands: dict[Room, PlacementSession] = {}
        self._animations: WeakKeyDictionary[Room, PlayingAnimation] = WeakKeyDictionary()
        """Last animations, while their outcome is valid."""
        self._behind: dict[Room, set[Connection]] = {}
        """Connections that missed frames."""
        self._closing = False

    @property
    def running(self) -> int:
        return len(self._hands)

    # -- Start and stop ----------------------------------------------------------------------------

    def on_change(self, room: Room) -> None:
        hand = self._hands.get(room)
        if hand is not None and not hand.is_for(room.table):
            self.forget(room)
            hand = None
        animation = self._animations.get(room)
        if animation is not None and not animation.is_of(room.table.current):
            del self._animations[room]
        if hand is not None:
            hand.wake()
        elif room.connections and place_at_work(room.table) is not None and not self._closing:
            self._begin(room, room.table.seq, 0)

    def forget(self, room: Room) -> None:
        self._behind.pop(room, None)
        hand = self._hands.pop(room, None)
        if hand is not None:
            hand.close()

    def _begin(self, room: Room, since: int, faults: int) -> None:
        callbacks = PlacementCallbacks(
            moved=partial(self._moved, room),
            decided=partial(self._decided, room),
            failed=partial(self._failed, room),
            watched=lambda: bool(room.connections),
        )
        hand = self._hands[room] = PlacementSession(
            room.table, self._pools, callbacks, since, faults
        )
        if hand.is_bots:
            earliest = max(self._loop.time(), room.paused_until) + self._seconds
            self._loop.call_at(earliest, self._let_bot_place, room, hand)

    def _let_bot_place(self, room: Room, hand: PlacementSession) -> None:
        if self._hands.get(room) is not hand:
            return
        skill = _hand_skill_at(room.table, hand.place)
        if skill is None:
            log.error("bots of %s have no hand skill", room.table.game.name)
            room.freeze("a bot failed")
        else:
            hand.begin(skill)

    def move_bonus(self, table: Table, place: int) -> MoveBonus | None:
        skill, referee = _hand_skill_at(table, place), table.game.referee
        if skill is None or referee is None:
            return None
        assert table.current is not None
        return partial(
            referee.placement_bonus,
            events=tuple(table.current.events),
            skill=skill,
            start=table.created.start,
            assist=table.assist,
        )

    # -- Placement by a person ---------------------------------------------------------------------

    def input_of(self, connection: Connection, limits: Limits) -> PlacementInput:
        return PlacementInput(self, connection, limits)

    def reach(self, room: Room, key: str | None, message: wire.Grasp, on_error: OnError) -> None:
        hand = self._hand(room, key, message.seq, on_error)
        if hand is not None:
            hand.reach(message.grip, message.yaw, on_error)

    def follow(
        self, room: Room, key: str | None, message: wire.HandPath, on_error: OnError
    ) -> None:
        hand = self._hands.get(room)
        if hand is None or message.seq < hand.since:
            return
        fault = _fault(message.samples)
        if fault is not None:
            on_error(CommandError("bad_message", fault))
        elif self._hand(room, key, message.seq, on_error) is not None:
            hand.follow([Sample(*sample) for sample in message.samples], on_error)

    def let_go(self, room: Room, key: str | None, message: wire.Release, on_error: OnError) -> None:
        hand = self._hand(room, key, message.seq, on_error)
        if hand is not None:
            hand.let_go(on_error)

    def _hand(
        self, room: Room, key: str | None, seq: int, on_error: OnError
    ) -> PlacementSession | None:
        hand = self._hands.get(room)
        since = room.table.seq if hand is None else hand.since
        try:
            if not since <= seq <= room.table.seq:
                raise CommandError("stale", f"something happened since event {seq}")
            may_place(room.table, key)
        except CommandError as error:
            on_error(error)
            return None
        return hand

    # -- Callbacks ---------------------------------------------------------------------------------

    def _moved(self, room: Room, hand: PlacementSession, frame: Frame, due: float) -> None:
        # Connections with a backlog skip frames and later get all poses.
        behind = self._behind.setdefault(room, set())
        ready = {connection for connection in room.connections if not connection.is_behind}
        behind |= room.connections - ready
        if ready & behind:
            _show(_hand_message(room, hand, hand.poses), ready & behind)
        _show(_hand_message(room, hand, frame.poses), ready - behind)
        behind -= ready
        self._metrics.frame_seconds.observe(max(0.0, self._loop.time() - due))

    def _decided(self, room: Room, hand: PlacementSession, verdict: Verdict) -> None:
        def show(seq: int) -> None:
            now = self._loop.time()
            assert room.table.current is not None
            animation = PlayingAnimation(verdict, room.table.current, seq, hand.place, now)
            self._animations[room] = animation
            room.paused_until = animation.until
            _show(animation.message(now), room.connections)

        def stored(error: CommandError | None) -> None:
            if error is None:
                self._metrics.placed.inc()
            elif self._hands.get(room) is hand and hand.is_for(room.table):
                # Another event came first, or the disk is full: retry.
                self._loop.call_later(_RETRY_SECONDS, again)

        def again() -> None:
            if self._hands.get(room) is hand:
                self._decided(room, hand, verdict)

        room.submit(
            lambda table: placed(table, hand.state, verdict.text), stored, on_committed=show
        )

    def _failed(self, room: Room, hand: PlacementSession, error: Exception) -> None:
        if self._hands.get(room) is not hand:
            return
        self._metrics.faults.inc()
        faults = hand.faults + 1
        ids = {"table": room.table.id}
        if not isinstance(error, SimulationError):
            log.error("the simulation failed", exc_info=error, extra=ids)
            room.freeze("the simulation failed")
        elif faults >= MOST_FAULTS:
            log.error("the simulation failed repeatedly", exc_info=error, extra=ids)
            room.freeze(f"the simulation failed {faults} times in a row")
        else:
            log.warning("the simulation failed: %s", error, extra=ids)
            self.forget(room)
            self._begin(room, hand.since, faults)
            hand = self._hands[room]
            _show(
                wire.PlacementFrame(room.table.seq, hand.place, "", 0.0, {}, True), room.connections
            )

    # -- Presence ----------------------------------------------------------------------------------

    def enter(self, room: Room, connection: Connection) -> None:
        if not connection.full:
            return
        now = self._loop.time()
        animation = self._animations.get(room)
        if animation is not None and now < animation.until:
            connection.tell(animation.message(now))
        hand = self._hands.get(room)
        if hand is not None and hand.grip:
            connection.tell(_hand_message(room, hand, hand.poses))

    def leave(self, room: Room, connection: Connection) -> None:
        behind = self._behind.get(room)
        if behind is not None:
            behind.discard(connection)

    async def close(self) -> None:
        self._closing = True
        for room in list(self._hands):
            self.forget(room)
        for pool in self._pools:
            await asyncio.to_thread(pool.shutdown, wait=True)


def _hand_skill_at(table: Table, place: int) -> HandSkill | None:
    bot = table.places[place]
    return hand_skill_of(table.game, level_of(table.game, bot.level), bot.hand_skill)


def _show(message: wire.PlacementFrame | wire.Animation, connections: Iterable[Connection]) -> None:
    frame = text_frame(_encoder.encode(message))
    for connection in connections:
        if connection.full:
            connection.send(frame)


def _fault(samples: Sequence[wire.Sample]) -> str | None:
    times = [sample[0] for sample in samples]
    if any(later < earlier for earlier, later in pairwise(times)):
        return "the samples of a trail must be in order of time"
    if times[-1] - times[0] > _MOST_SECONDS:
        return f"the samples of one message must span at most {_MOST_SECONDS} seconds"
    return None


def _hand_message(
    room: Room, hand: PlacementSession, poses: Mapping[str, Pose]
) -> wire.PlacementFrame:
    return wire.PlacementFrame(
        seq=room.table.seq,
        place=hand.place,
        grip=hand.grip,
        time=round(hand.at, 3),
        poses={name: _short(pose) for name, pose in poses.items()},
        restarted=False,
    )


def _short(pose: Pose) -> Pose:
    x, y, z, w, i, j, k = pose
    return (
        round(x, 2), round(y, 2), round(z, 2),
        round(w, 5), round(i, 5), round(j, 5), round(k, 5),
    )  # fmt: skip
