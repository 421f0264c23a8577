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
    Pose,
    Sample,
    SimulationError,
    Verdict,
)
from empile.server.metrics import Metrics
from empile.server.physics.client_input import PlacementInput
from empile.server.physics.commands.place import Pause, may_place, place_at_work, placed
from empile.server.physics.placement import OnError, PlacementCallbacks, PlacementSession
from empile.server.physics.playing_animation import PlayingAnimation
from empile.server.physics.relay import HandMessage, PlacementRelay
from empile.server.physics.threaded_simulation import Pools
from empile.server.tables.bonus import hand_skill_at, move_bonus
from empile.server.wire import messages as wire
from empile.server.wire.errors import CommandError
from empile.server.wire.frames import text_frame
from empile.server.wire.rate_limits import Limits

if TYPE_CHECKING:
    from empile.server.bus.interface import Topic
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
        self._relay = PlacementRelay(self._take)
        self._closing = False

    @property
    def running(self) -> int:
        return len(self._hands)

    # -- Start and stop ----------------------------------------------------------------------------

    def on_change(self, room: Room) -> None:
        hand = self._hands.get(room)
        if hand is not None and not (hand.is_for(room.table) and room.link.holds_lease):
            self.forget(room)
            hand = None
        animation = self._animations.get(room)
        if animation is not None and not animation.is_of(room.table.current):
            del self._animations[room]
        if hand is not None:
            hand.wake()
        elif self._is_due(room):
            if room.link.holds_lease:
                self._take_over(room)
            elif self._relay.is_lost(room):
                # The other process need not know that it was held.
                self._relay.forget(room)
                _send(_encoder.encode(_restarted(room)), room.connections)

    def _is_due(self, room: Room) -> bool:
        is_waiting = place_at_work(room.table) is not None
        return is_waiting and bool(room.connections) and not self._closing

    def _take_over(self, room: Room) -> None:
        """Begin a placement, possibly after another process that ended."""
        was_shown = self._relay.is_shown(room)
        self._relay.forget(room)
        self._begin(room, room.table.seq, 0)
        if was_shown:
            self._show_restart(room)

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
        skill = hand_skill_at(room.table, hand.place)
        if skill is None:
            log.error("bots of %s have no hand skill", room.table.game.name)
            room.freeze("a bot failed")
        else:
            hand.begin(skill)

    def is_deciding(self, room: Room) -> bool:
        hand = self._hands.get(room)
        return hand is not None and hand.released_at is not None

    def move_bonus(self, table: Table, place: int) -> MoveBonus | None:
        return move_bonus(table, place)

    # -- Placement by a person ---------------------------------------------------------------------

    def input_of(self, connection: Connection, limits: Limits) -> PlacementInput:
        return PlacementInput(self, connection, limits)

    def reach(self, room: Room, key: str | None, message: wire.Grasp, on_error: OnError) -> None:
        if self._is_elsewhere(room):
            self._relay.send_hand(room, key, message, on_error)
            return
        hand = self._hand(room, key, message.seq, on_error)
        if hand is not None:
            hand.reach(message.grip, message.yaw, on_error)

    def follow(
        self, room: Room, key: str | None, message: wire.HandPath, on_error: OnError
    ) -> None:
        hand = self._hands.get(room)
        elsewhere = self._is_elsewhere(room)
        if not elsewhere and (hand is None or message.seq < hand.since):
            return
        fault = _fault(message.samples)
        if fault is not None:
            on_error(CommandError("bad_message", fault))
        elif hand is None:
            self._relay.send_hand(room, key, message, on_error)
        elif self._hand(room, key, message.seq, on_error) is not None:
            hand.follow([Sample(*sample) for sample in message.samples], on_error)

    def let_go(self, room: Room, key: str | None, message: wire.Release, on_error: OnError) -> None:
        if self._is_elsewhere(room):
            self._relay.send_hand(room, key, message, on_error)
            return
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
            _send(_encoder.encode(_hand_message(room, hand, hand.poses)), ready & behind)
        body = _encoder.encode(_hand_message(room, hand, frame.poses))
        _send(body, ready - behind)
        behind -= ready
        _relay(room, body)
        self._metrics.frame_seconds.observe(max(0.0, self._loop.time() - due))

    def _decided(self, room: Room, hand: PlacementSession, verdict: Verdict) -> None:
        if not room.link.holds_lease:  # this process was paused, and another has taken over
            self.forget(room)
            return

        def show(seq: int) -> None:
            now = self._loop.time()
            assert room.table.current is not None
            animation = PlayingAnimation(verdict, room.table.current, seq, hand.place, now)
            self._animations[room] = animation
            room.paused_until = animation.until
            self._show(room, animation.message(now))

        def stored(error: CommandError | None) -> None:
            if error is None:
                self._metrics.placed.inc()
            elif self._hands.get(room) is hand and hand.is_for(room.table):
                # Another event came first, or the disk is full: retry.
                self._loop.call_later(_RETRY_SECONDS, again)

        def again() -> None:
            if self._hands.get(room) is hand:
                self._decided(room, hand, verdict)

        waited = 0.0 if hand.released_at is None else self._loop.time() - hand.released_at
        pause = Pause(round(1000 * waited), round(1000 * verdict.animation.seconds))
        room.submit(
            lambda table: placed(table, hand.state, verdict.text, pause), stored, on_committed=show
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
            self._show_restart(room)

    def _show_restart(self, room: Room) -> None:
        self._show(room, _restarted(room))

    def _show(self, room: Room, message: wire.PlacementFrame | wire.Animation) -> None:
        """Show a message to all clients, in all processes."""
        body = _encoder.encode(message)
        _send(body, room.connections)
        _relay(room, body)

    # -- Other processes ---------------------------------------------------------------------------

    def on_relayed(self, room: Room, topic: Topic, sender: str, body: bytes) -> None:
        self._relay.on_relayed(room, topic, sender, body, here=room in self._hands)

    def _take(self, room: Room, key: str | None, message: HandMessage, on_error: OnError) -> None:
        if isinstance(message, wire.Grasp):
            self.reach(room, key, message, on_error)
        elif isinstance(message, wire.HandPath):
            self.follow(room, key, message, on_error)
        else:
            self.let_go(room, key, message, on_error)

    def _is_elsewhere(self, room: Room) -> bool:
        return room not in self._hands and not room.link.holds_lease

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
        if hand is None:
            self._relay.enter(room, connection)

    def leave(self, room: Room, connection: Connection) -> None:
        self._relay.leave(room, connection)
        behind = self._behind.get(room)
        if behind is not None:
            behind.discard(connection)

    async def close(self) -> None:
        self._closing = True
        for room in list(self._hands):
            self.forget(room)
        for pool in self._pools:
            await asyncio.to_thread(pool.shutdown, wait=True)


def _send(body: bytes, connections: Iterable[Connection]) -> None:
    frame = text_frame(body)
    for connection in connections:
        if connection.full:
            connection.send(frame)


def _relay(room: Room, body: bytes) -> None:
    if room.link.is_shown_elsewhere:
        room.link.relay("frame", body)


def _fault(samples: Sequence[wire.Sample]) -> str | None:
    times = [sample[0] for sample in samples]
    if any(later < earlier for earlier, later in pairwise(times)):
        return "the samples of a trail must be in order of time"
    if times[-1] - times[0] > _MOST_SECONDS:
        return f"the samples of one message must span at most {_MOST_SECONDS} seconds"
    return None


def _restarted(room: Room) -> wire.PlacementFrame:
    place = place_at_work(room.table)
    assert place is not None
    return wire.PlacementFrame(room.table.seq, place, "", 0.0, {}, True)


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
