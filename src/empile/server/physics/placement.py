"""A placement session: one placement by a person in real time, or by a bot.

It lasts until its outcome is logged or the table moves on. Simulation runs in threads.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from empile.engine.contracts.referee import (
    BadPathError,
    Frame,
    HandSkill,
    PlacementSimulation,
    Pose,
    Sample,
    Verdict,
)
from empile.engine.game import State
from empile.engine.random import new_stream
from empile.server.physics.commands.place import place_at_work
from empile.server.physics.hand_path import HandPath
from empile.server.physics.threaded_simulation import Pools, ThreadedSimulation
from empile.server.tables.table import Place, Table
from empile.server.wire.errors import CommandError

FRAME_SECONDS = 1 / 30
_MOST_SECONDS = 0.1
"""The most simulated time per frame, if the server is too slow."""
_REST_SECONDS = 5.0
"""The simulation pauses this long after the last message."""

OnError: TypeAlias = Callable[[CommandError], None]
Moment: TypeAlias = "tuple[Frame, bool]"
"""A frame, and whether everything is knocked over."""


@dataclass(frozen=True)
class PlacementCallbacks:
    moved: Callable[[PlacementSession, Frame, float], None]
    """Called with a frame and the loop time at which it was due."""
    decided: Callable[[PlacementSession, Verdict], None]
    failed: Callable[[PlacementSession, Exception], None]
    watched: Callable[[], bool]


class PlacementSession:
    """The placement that ``table`` waits for.

    Messages about events before ``since`` are stale. ``faults`` counts failed simulations before
    this one.
    """

    def __init__(
        self, table: Table, pools: Pools, callbacks: PlacementCallbacks, since: int, faults: int = 0
    ) -> None:
        place, game = place_at_work(table), table.current
        assert table.state is not None
        assert place is not None
        assert game is not None
        referee = table.game.referee
        assert referee is not None
        self.state: State = table.state
        self.place = place
        self.since = since
        self.faults = faults
        self.grip = ""
        """How the piece is held; empty if it is not."""
        self.at = 0.0
        """Seconds since the reach, by the client's clock."""
        self.poses: dict[str, Pose] = {}
        self._player = _player_of(table.places[place])
        self._callbacks = callbacks
        self._loop = asyncio.get_running_loop()
        self._path = HandPath()
        self._now = 0.0
        self._work = _Work()
        self.released_at: float | None = None
        """The loop time at which the piece was released."""
        stream = new_stream(secrets.randbits(64))
        make = partial(
            # A copy: states cache legal moves, and the simulation runs in another thread.
            referee.simulation,
            self.state.clone(),
            tuple(game.events),
            stream,
            start=table.created.start,
            assist=table.assist,
        )
        self._simulation = ThreadedSimulation(pools, make, self._on_failure)

    def is_for(self, table: Table) -> bool:
        return (
            self.state is table.state
            and self.place == place_at_work(table)
            and self._player == _player_of(table.places[self.place])
        )

    @property
    def is_bots(self) -> bool:
        return self._player[0] == "bot"

    def close(self) -> None:
        self._work.is_done = True
        if self._work.timer is not None:
            self._work.timer.cancel()
        self._simulation.close()

    # -- Placement by a person ---------------------------------------------------------------------

    def reach(self, grip: str, turn: float, on_error: OnError) -> None:
        work = self._work
        if work.is_letting_go:
            on_error(CommandError("not_now", "it has been let go"))
            return
        work.reaching += 1
        work.pieces.clear()

        def on_bad_path(error: BadPathError) -> None:
            work.reaching -= 1
            on_error(CommandError("bad_path", str(error)))
            if work.is_letting_go and not self.grip:
                work.is_letting_go = False
                on_error(CommandError("not_now", "nothing is held: reach first"))
            self.wake()

        def held(moment: Moment) -> None:
            work.reaching -= 1
            self._on_hold(grip, moment)

        self._simulation.do(partial(_hold_in, grip=grip, turn=turn), held, on_bad_path)

    def follow(self, samples: Sequence[Sample], on_error: OnError) -> None:
        work = self._work
        if work.is_letting_go:
            return
        if not self.grip and not work.reaching:
            if not self.faults:
                on_error(CommandError("not_now", "nothing is held: reach first"))
            return
        work.on_error = on_error
        work.pieces.append(samples)
        work.heard = self._loop.time()
        self.wake()

    def let_go(self, on_error: OnError) -> None:
        """Release the piece at the end of the hand path."""
        work = self._work
        if work.is_letting_go:
            on_error(CommandError("not_now", "it has been let go"))
        elif not self.grip and not work.reaching:
            on_error(CommandError("not_now", "nothing is held: reach first"))
        else:
            work.on_error = on_error
            work.is_letting_go = True
            self.wake()

    # -- Placement by a bot ------------------------------------------------------------------------

    def begin(self, hand_skill: HandSkill) -> None:
        stream = new_stream(secrets.randbits(64))

        def planned(plan: tuple[str, float, list[Sample]]) -> None:
            grip, turn, samples = plan
            self._work.pieces.append(samples)
            self._work.is_letting_go = True
            self._simulation.do(
                partial(_hold_in, grip=grip, turn=turn),
                partial(self._on_hold, grip),
                self._on_failure,
            )

        self._simulation.do(
            lambda simulation: simulation.plan(hand_skill, stream),
            planned,
            self._on_failure,
            slow=True,
        )

    # -- Simulation steps --------------------------------------------------------------------------

    def wake(self) -> None:
        """Resume a paused simulation if it has something to do."""
        work = self._work
        if work.timer is None and not work.is_under_way and self._can_advance:
            work.went_on = self._loop.time()
            self._schedule(work.went_on)

    @property
    def _can_advance(self) -> bool:
        work = self._work
        if work.is_done or not self.grip or work.reaching or not self._callbacks.watched():
            return False
        if work.is_letting_go or work.pieces or self._path.end is not None:
            return True
        return work.is_moving and self._loop.time() < work.heard + _REST_SECONDS

    def _on_hold(self, grip: str, moment: Moment) -> None:
        frame, _ = moment
        self.grip = grip
        self.at = frame.at
        self.poses = dict(frame.poses)
        self._path.clear()
        self._work.heard = self._work.went_on = self._loop.time()
        self._on_frame(self._loop.time(), moment)

    def _schedule(self, due: float) -> None:
        self._work.timer = self._loop.call_at(due, self._advance, due)

    def _advance(self, due: float) -> None:
        work = self._work
        work.timer = None
        if not self._can_advance:
            return
        for piece in work.pieces:
            self._path.add(piece, self._now)
        work.pieces.clear()
        now = self._loop.time()
        seconds = min(max(now - work.went_on, FRAME_SECONDS), _MOST_SECONDS)
        work.went_on = now
        work.is_under_way = True
        end = self._path.end
        if work.is_letting_go and end is None:
            self._release()
            return
        if work.is_letting_go and end is not None:
            # Stop at the end of the path, but simulate its last sample.
            seconds = min(seconds, max(end - self._now, FRAME_SECONDS))
        samples = self._path.until(self._now + seconds)
        self._simulation.do(
            partial(_advance_in, samples=samples, seconds=seconds),
            partial(self._on_frame, due),
            self._on_bad_path,
        )

    def _release(self) -> None:
        work = self._work
        work.is_under_way = work.is_letting_go = True
        self.released_at = self._loop.time()
        self._simulation.do(_release_in, self._on_outcome, self._on_bad_path, slow=True)

    def _on_frame(self, due: float, moment: Moment) -> None:
        frame, is_knocked_over = moment
        work = self._work
        work.is_under_way = False
        work.is_moving = bool(frame.poses)
        self._now = frame.at
        self.at = max(self.at, self._path.client_time(frame.at))
        self.poses.update(frame.poses)
        if frame.poses:
            self._callbacks.moved(self, frame, due)
        if is_knocked_over:
            self._release()
        elif self._can_advance and work.timer is None:
            self._schedule(max(due + FRAME_SECONDS, self._loop.time()))

    def _on_outcome(self, verdict: Verdict) -> None:
        self.close()
        self._callbacks.decided(self, verdict)

    def _on_bad_path(self, error: BadPathError) -> None:
        work = self._work
        work.is_under_way = work.is_letting_go = False
        if self.is_bots:
            self._on_failure(error)
        elif work.on_error is not None:
            work.on_error(CommandError("bad_path", str(error)))

    def _on_failure(self, error: Exception) -> None:
        self.close()
        self._callbacks.failed(self, error)


@dataclass
class _Work:
    pieces: list[Sequence[Sample]] = field(default_factory=list["Sequence[Sample]"])
    """Samples not simulated yet."""
    on_error: OnError | None = None
    reaching: int = 0
    heard: float = 0.0
    went_on: float = 0.0
    is_moving: bool = False
    is_letting_go: bool = False
    """Whether to release at the end of the hand path."""
    is_under_way: bool = False
    is_done: bool = False
    timer: asyncio.TimerHandle | None = None


def _player_of(place: Place) -> tuple[str, str | None]:
    return place.kind, place.key


# -- Jobs in threads -------------------------------------------------------------------------------


def _hold_in(simulation: PlacementSimulation, grip: str, turn: float) -> Moment:
    frame = simulation.hold(grip, turn)
    return frame, simulation.knocked_over


def _advance_in(
    simulation: PlacementSimulation, samples: Sequence[Sample], seconds: float
) -> Moment:
    if samples:
        simulation.move(samples)
    frame = simulation.advance(seconds)
    return frame, simulation.knocked_over


def _release_in(simulation: PlacementSimulation) -> Verdict:
    return simulation.let_go()
