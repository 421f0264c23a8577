"""Runs placements in simulations that all clients of a table watch.

Simulations run in threads, in real time, and use no CPU while nothing moves. The outcome is logged,
then its animation is shown, then the event is sent. Hand paths are not stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from empile.engine.contracts.referee import Frame, Pose, Sample, SimulationError, Verdict
from empile.server.metrics import Metrics
from empile.server.physics.hand_skills import dexterity_of
from empile.server.physics.placement import PlacementCallbacks, PlacementSession, Refuse
from empile.server.physics.playing_animation import PlayingAnimation
from empile.server.physics.threaded_simulation import Pools
from empile.server.tables.commands.hand import may_place, place_at_work, placed
from empile.server.tables.levels import level_of
from empile.server.wire import messages as wire
from empile.server.wire.errors import CommandError
from empile.server.wire.fast_websocket import text_frame

if TYPE_CHECKING:
    from empile.server.tables.room import Room
    from empile.server.wire.connection import Connection

log = logging.getLogger("empile.hands")

MOST_FAULTS = 5
"""The table freezes after this many failed simulations in a row."""
_RETRY_SECONDS = 1.0
_MOST_SECONDS = 2.0
"""The longest time in one message of a hand path."""

_encoder = msgspec.json.Encoder()


class PlacementRunner:
    """Runs placements in ``threads`` threads, and as many for outcomes.

    Bots wait ``seconds`` after the previous event, so that people can follow.
    """

    def __init__(self, threads: int, seconds: float, metrics: Metrics) -> None:
        self._pools = Pools(
            ThreadPoolExecutor(threads, thread_name_prefix="referee"),
            ThreadPoolExecutor(threads, thread_name_prefix="referee-slow"),
        )
        self._seconds = seconds
        self._metrics = metrics
        self._loop = asyncio.get_running_loop()
        self._hands: dict[Room, PlacementSession] = {}
        self._behind: dict[Room, set[Connection]] = {}
        """Connections that missed frames."""
        self._closing = False
        metrics.gauge("empile_hands", "Tables with a placement under way", lambda: len(self._hands))

    # -- Start and stop ----------------------------------------------------------------------------

    def on_change(self, room: Room) -> None:
        """Start or stop a placement as the table requires."""
        hand = self._hands.get(room)
        if hand is not None and not hand.is_for(room.table):
            self.forget(room)
            hand = None
        if room.film is not None and not room.film.is_of(room.table.current):
            room.film = None
        if hand is not None:
            hand.wake()
        elif room.connections and place_at_work(room.table) is not None and not self._closing:
            self._begin(room, room.table.seq, 0)

    def forget(self, room: Room) -> None:
        """Stop the placement at a table."""
        self._behind.pop(room, None)
        hand = self._hands.pop(room, None)
        if hand is not None:
            hand.close()

    def _begin(self, room: Room, since: int, faults: int) -> None:
        ways = PlacementCallbacks(
            moved=partial(self._moved, room),
            decided=partial(self._decided, room),
            failed=partial(self._failed, room),
            watched=lambda: bool(room.connections),
        )
        hand = self._hands[room] = PlacementSession(room.table, self._pools, ways, since, faults)
        if hand.is_bots:
            earliest = max(self._loop.time(), room.film_until) + self._seconds
            self._loop.call_at(earliest, self._let_bot_place, room, hand)

    def _let_bot_place(self, room: Room, hand: PlacementSession) -> None:
        if self._hands.get(room) is not hand:
            return
        game = room.table.game
        bot = room.table.places[hand.place]
        dexterity = dexterity_of(game, level_of(game, bot.level), bot.dexterity)
        if dexterity is None:
            log.error("bots of %s have no hand skill", game.name)
            room.freeze("a bot failed")
        else:
            hand.begin(dexterity)

    # -- Placement by a person ---------------------------------------------------------------------

    def reach(self, room: Room, key: str | None, message: wire.Reach, refuse: Refuse) -> None:
        """Hold the piece with a grip."""
        hand = self._hand(room, key, message.seq, refuse)
        if hand is not None:
            hand.reach(message.grip, message.turn, refuse)

    def follow(self, room: Room, key: str | None, message: wire.Trail, refuse: Refuse) -> None:
        """Follow a hand path; late samples are ignored."""
        hand = self._hands.get(room)
        if hand is None or message.seq < hand.since:
            return
        fault = _fault(message.samples)
        if fault is not None:
            refuse(CommandError("bad_message", fault))
        elif self._hand(room, key, message.seq, refuse) is not None:
            hand.follow([Sample(*sample) for sample in message.samples], refuse)

    def let_go(self, room: Room, key: str | None, message: wire.LetGo, refuse: Refuse) -> None:
        """Release the piece."""
        hand = self._hand(room, key, message.seq, refuse)
        if hand is not None:
            hand.let_go(refuse)

    def _hand(
        self, room: Room, key: str | None, seq: int, refuse: Refuse
    ) -> PlacementSession | None:
        """Return the placement of ``key``'s holder, or None after refusing."""
        hand = self._hands.get(room)
        since = room.table.seq if hand is None else hand.since
        try:
            if not since <= seq <= room.table.seq:
                raise CommandError("stale", f"something happened since event {seq}")
            may_place(room.table, key)
        except CommandError as refusal:
            refuse(refusal)
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
            film = room.film = PlayingAnimation(verdict, room.table.current, seq, hand.place, now)
            room.film_until = film.until
            _show(film.message(now), room.connections)

        def kept(refusal: CommandError | None) -> None:
            if refusal is None:
                self._metrics.placed.inc()
            elif self._hands.get(room) is hand and hand.is_for(room.table):
                # Another event came first, or the disk is full: retry.
                self._loop.call_later(_RETRY_SECONDS, again)

        def again() -> None:
            if self._hands.get(room) is hand:
                self._decided(room, hand, verdict)

        room.submit(lambda table: placed(table, hand.state, verdict.text), kept, on_committed=show)

    def _failed(self, room: Room, hand: PlacementSession, error: Exception) -> None:
        if self._hands.get(room) is not hand:
            return
        self._metrics.faults.inc()
        faults = hand.faults + 1
        if not isinstance(error, SimulationError):
            log.error("the simulation failed at table %s", room.table.id, exc_info=error)
            room.freeze("the simulation failed")
        elif faults >= MOST_FAULTS:
            log.error("the simulation failed repeatedly at table %s", room.table.id, exc_info=error)
            room.freeze(f"the simulation failed {faults} times in a row")
        else:
            log.warning("the simulation failed at table %s: %s", room.table.id, error)
            self.forget(room)
            self._begin(room, hand.since, faults)
            hand = self._hands[room]
            _show(wire.Hand(room.table.seq, hand.place, "", 0.0, {}, True), room.connections)

    # -- Presence ----------------------------------------------------------------------------------

    def enter(self, room: Room, connection: Connection) -> None:
        """Send a new connection the current animation and placement."""
        if not connection.full:
            return
        now = self._loop.time()
        if room.film is not None and now < room.film.until:
            connection.tell(room.film.message(now))
        hand = self._hands.get(room)
        if hand is not None and hand.grip:
            connection.tell(_hand_message(room, hand, hand.poses))

    def leave(self, room: Room, connection: Connection) -> None:
        """Forget a connection."""
        behind = self._behind.get(room)
        if behind is not None:
            behind.discard(connection)

    async def close(self) -> None:
        """Stop all placements and wait until every simulation is closed."""
        self._closing = True
        for room in list(self._hands):
            self.forget(room)
        for pool in self._pools:
            await asyncio.to_thread(pool.shutdown, wait=True)


def _show(message: wire.Hand | wire.Film, connections: Iterable[Connection]) -> None:
    """Send a message to the connections that receive positions."""
    payload = _encoder.encode(message)
    framed = text_frame(payload)
    for connection in connections:
        if connection.full:
            connection.send(payload, framed)


def _fault(samples: Sequence[wire.Sample]) -> str | None:
    """Return what is wrong with samples, or None."""
    times = [sample[0] for sample in samples]
    if any(later < earlier for earlier, later in pairwise(times)):
        return "the samples of a trail must be in order of time"
    if times[-1] - times[0] > _MOST_SECONDS:
        return f"the samples of one message must span at most {_MOST_SECONDS} seconds"
    return None


def _hand_message(room: Room, hand: PlacementSession, poses: Mapping[str, Pose]) -> wire.Hand:
    return wire.Hand(
        seq=room.table.seq,
        place=hand.place,
        grip=hand.grip,
        at=round(hand.at, 3),
        poses={name: _short(pose) for name, pose in poses.items()},
        again=False,
    )


def _short(pose: Pose) -> Pose:
    """Return a pose rounded to what is visible."""
    x, y, z, w, i, j, k = pose
    return (
        round(x, 2), round(y, 2), round(z, 2),
        round(w, 5), round(i, 5), round(j, 5), round(k, 5),
    )  # fmt: skip
