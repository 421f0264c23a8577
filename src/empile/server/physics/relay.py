"""Placements that another process simulates: its frames, and the hands of clients that are here.

The process with the table's lease runs the simulation. The others pass what their clients do with
the hand on to it, and show the frames that it relays, which are those that its own clients see. A
hand is relayed with the number of its place; whether the client may place is checked before.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from empile.engine.contracts.referee import Pose
from empile.server.physics.commands.place import may_place, place_at_work
from empile.server.wire import messages as wire
from empile.server.wire.errors import CommandError
from empile.server.wire.frames import text_frame

if TYPE_CHECKING:
    from empile.server.bus.interface import Topic
    from empile.server.physics.placement import OnError
    from empile.server.tables.room import Room
    from empile.server.tables.table import GamePlayed, Table
    from empile.server.wire.connection import Connection

HandMessage = wire.Grasp | wire.HandPath | wire.Release
Take = Callable[["Room", str | None, HandMessage, "OnError"], None]

_MOST_REPLIES: Final = 4096
_MOST_DELAYED: Final = 200
"""Messages of a hand that wait until an event is read."""


class _Hand(Struct, frozen=True):
    """A client's message to the simulation, and the number by which an error is answered."""

    reply: int
    place: int
    message: HandMessage


class _Answer(Struct, frozen=True):
    to: str
    """The id of a process."""
    reply: int
    code: wire.ErrorCode
    text: str


_encoder = msgspec.json.Encoder()
_frames = msgspec.json.Decoder(wire.PlacementFrame | wire.Animation)
_hands = msgspec.json.Decoder(_Hand)
_answers = msgspec.json.Decoder(_Answer)


@dataclass
class _Shown:
    """What the other process shows of one placement."""

    frame: wire.PlacementFrame
    poses: dict[str, Pose] = field(default_factory=dict[str, Pose])
    behind: set[Connection] = field(default_factory=set["Connection"])
    """Connections that missed frames."""


@dataclass
class _ShownAnimation:
    message: wire.Animation
    began: float
    """Loop time."""
    game: GamePlayed | None
    index: int
    """Of the outcome among the events of the game."""

    def is_of(self, table: Table) -> bool:
        """Return whether its outcome is still to come, or has not been taken back."""
        if table.current is None or table.current is not self.game:
            return False
        return table.seq < self.message.seq or len(table.current.events) > self.index


class PlacementRelay:
    """Exchanges hands, frames and errors with other processes; ``take`` takes a hand's message."""

    def __init__(self, take: Take) -> None:
        self._take = take
        self._loop = asyncio.get_running_loop()
        self._shown: WeakKeyDictionary[Room, _Shown] = WeakKeyDictionary()
        self._animations: WeakKeyDictionary[Room, _ShownAnimation] = WeakKeyDictionary()
        self._grasps: WeakKeyDictionary[Room, int] = WeakKeyDictionary()
        """The placements, by their turns, for which a client here grasped a piece."""
        self._holders: WeakKeyDictionary[Room, str] = WeakKeyDictionary()
        """The processes with the simulation of what was shown or grasped."""
        self._replies: OrderedDict[int, OnError] = OrderedDict()
        self._numbers = itertools.count(1)
        self._delayed: dict[Room, deque[Callable[[], None]]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # -- In a process without the simulation -------------------------------------------------------

    def send_hand(
        self, room: Room, key: str | None, message: HandMessage, on_error: OnError
    ) -> None:
        """Pass a message of a client on to the simulation."""
        try:
            may_place(room.table, key)
        except CommandError as error:
            on_error(error)
            return
        place = place_at_work(room.table)
        assert place is not None
        reply = next(self._numbers)
        self._replies[reply] = on_error
        if len(self._replies) > _MOST_REPLIES:
            self._replies.popitem(last=False)
        if isinstance(message, wire.Grasp):
            if not self.is_shown(room):
                self._holders[room] = room.link.holder
            self._grasps[room] = room.table.turn
        room.link.relay("hand", _encoder.encode(_Hand(reply, place, message)))

    def is_shown(self, room: Room) -> bool:
        """Return whether another process showed a hand of the present placement, or should have."""
        shown = self._shown.get(room)
        if shown is not None and shown.frame.grip and shown.frame.seq == room.table.seq:
            return True
        return self._grasps.get(room) == room.table.turn

    def is_lost(self, room: Room) -> bool:
        """Return whether a hand is of a simulation that another process has replaced by its own."""
        holder = room.link.holder
        if not holder or not self.is_shown(room):
            return False
        known = self._holders.get(room)
        self._holders[room] = holder
        return bool(known) and known != holder

    def forget(self, room: Room) -> None:
        self._shown.pop(room, None)
        self._grasps.pop(room, None)
        self._holders.pop(room, None)

    def leave(self, room: Room, connection: Connection) -> None:
        shown = self._shown.get(room)
        if shown is not None:
            shown.behind.discard(connection)

    def enter(self, room: Room, connection: Connection) -> None:
        """Show a new connection what another process is showing."""
        animation = self._animations.get(room)
        now = self._loop.time()
        if (
            animation is not None
            and now < animation.began + animation.message.duration
            and animation.is_of(room.table)
        ):
            elapsed = round(now - animation.began, 3)
            connection.tell(replace(animation.message, elapsed=elapsed))
        shown = self._shown.get(room)
        if shown is not None and shown.frame.grip and shown.frame.seq == room.table.seq:
            connection.tell(replace(shown.frame, poses=shown.poses))

    def _show(self, room: Room, sender: str, body: bytes) -> None:
        message = _frames.decode(body)
        if isinstance(message, wire.Animation):
            self._show_animation(room, message, body)
            return
        self._holders[room] = sender
        shown = self._shown.get(room)
        if shown is None or (shown.frame.seq, shown.frame.place) != (message.seq, message.place):
            shown = self._shown[room] = _Shown(message)
        if message.restarted:
            shown.poses.clear()
            self._grasps.pop(room, None)
        shown.frame = message
        shown.poses.update(message.poses)
        full = {connection for connection in room.connections if connection.full}
        if message.seq > room.table.seq and not message.restarted:
            shown.behind |= full  # they get all poses once the event before is read
            return
        ready = {connection for connection in full if not connection.is_behind}
        late = ready & shown.behind
        whole = text_frame(_encoder.encode(replace(message, poses=shown.poses))) if late else b""
        frame = text_frame(body)
        for connection in ready:
            connection.send(whole if connection in late else frame)
        shown.behind = full - ready

    def _show_animation(self, room: Room, message: wire.Animation, body: bytes) -> None:
        if message.seq <= room.table.seq:
            return  # its outcome is known here
        began = self._loop.time() - message.elapsed
        game = room.table.current
        index = 0 if game is None else len(game.events)
        self._animations[room] = _ShownAnimation(message, began, game, index)
        room.paused_until = began + message.duration
        frame = text_frame(body)
        for connection in room.connections:
            if connection.full:
                connection.send(frame)

    # -- In the process with the simulation --------------------------------------------------------

    def _take_hand(self, room: Room, sender: str, body: bytes) -> None:
        hand = _hands.decode(body)

        def on_error(error: CommandError) -> None:
            answer = _Answer(sender, hand.reply, error.code, str(error))
            room.link.relay("answer", _encoder.encode(answer))

        def take() -> None:
            places = room.table.places
            if hand.place < len(places):
                self._take(room, places[hand.place].key, hand.message, on_error)

        delayed = self._delayed.get(room)
        if delayed is not None:
            if len(delayed) < _MOST_DELAYED:
                delayed.append(take)
        elif hand.message.seq > room.table.seq:
            self._delayed[room] = deque([take])
            task = self._loop.create_task(self._take_later(room, hand.message.seq))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        else:
            take()

    async def _take_later(self, room: Room, seq: int) -> None:
        try:
            await room.link.follow(seq)
        finally:
            for take in self._delayed.pop(room):
                take()

    # -- Both --------------------------------------------------------------------------------------

    def on_relayed(self, room: Room, topic: Topic, sender: str, body: bytes, *, here: bool) -> None:
        """Take a message of another process; ``here``: the simulation runs in this one."""
        if topic == "answer":
            answer = _answers.decode(body)
            on_error = self._replies.get(answer.reply)
            if answer.to == room.link.process and on_error is not None:
                on_error(CommandError(answer.code, answer.text))
        elif topic == "hand":
            if here:
                self._take_hand(room, sender, body)
        elif not here:
            self._show(room, sender, body)
