"""A hand at work at a table: a person's, who is followed as on the clock, or a bot's.

One of these lives from where the game waits for a hand until its answer is part of the game, or
until the table has gone another way. All that takes time happens in the trial's threads; here it is
only said what is to be done next.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from empile.engine.contracts.referee import (
    BadHandError,
    Frame,
    HandSkill,
    PlacementSimulation,
    Pose,
    Sample,
    Verdict,
)
from empile.engine.game import State
from empile.engine.random import new_stream
from empile.server.refused import RefusedError
from empile.server.table import Place, Table
from empile.server.trails import Trail
from empile.server.trials import Pools, TrialInThreads
from empile.server.verbs.hand import place_at_work

FRAME_SECONDS = 1 / 30
"""How long the world goes on between two frames."""
_MOST_SECONDS = 0.1
"""How much time passes in a frame at the most: where the server is too slow, so is the world."""
_REST_SECONDS = 5.0
"""So long after a hand was last heard of the world stands still."""

Refuse: TypeAlias = Callable[[RefusedError], None]
Moment: TypeAlias = "tuple[Frame, bool]"
"""A frame, and whether everything is knocked over."""


@dataclass(frozen=True)
class Ways:
    """Where a hand at work tells what comes of it."""

    moved: Callable[[HandAtWork, Frame, float], None]
    """Something moved: a frame, and the time (of the event loop) at which it was due."""
    decided: Callable[[HandAtWork, Verdict], None]
    """There is an answer; the hand has nothing to do any more."""
    failed: Callable[[HandAtWork, Exception], None]
    """The trial failed and is closed."""
    watched: Callable[[], bool]
    """Whether somebody is there to see it."""


class HandAtWork:
    """The hand that ``table`` waits for, from now on.

    ``since`` is the event from which on what it is told is meant for it; ``faults`` is how often
    before this the world failed.
    """

    def __init__(self, table: Table, pools: Pools, ways: Ways, since: int, faults: int = 0) -> None:
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
        """How the thing is held; empty where it is not."""
        self.at = 0.0
        """Seconds since the hand reached in, by its own clock: that of its trail."""
        self.poses: dict[str, Pose] = {}
        """Where all bodies are; empty before the hand reached in."""
        self._who = _who(table.places[place])
        self._ways = ways
        self._loop = asyncio.get_running_loop()
        self._trail = Trail()
        self._now = 0.0
        """The trial's time."""
        self._work = _Work()
        stream = new_stream(secrets.randbits(64))
        make = partial(
            # A copy: a state remembers its legal moves, and the trial works in another thread.
            referee.simulation, self.state.clone(), tuple(game.events), stream, calm=table.calm
        )  # fmt: skip
        self._trial = TrialInThreads(pools, make, self._failed)

    def is_for(self, table: Table) -> bool:
        """Return whether it is still this hand that the table waits for."""
        return (
            self.state is table.state
            and self.place == place_at_work(table)
            and self._who == _who(table.places[self.place])
        )

    @property
    def is_bots(self) -> bool:
        """Whether it is a bot's hand."""
        return self._who[0] == "bot"

    def close(self) -> None:
        """Stop everything."""
        self._work.is_done = True
        if self._work.timer is not None:
            self._work.timer.cancel()
        self._trial.close()

    # -- What a person does ----------------------------------------------------------------------

    def reach(self, grip: str, turn: float, refuse: Refuse) -> None:
        """Take the thing."""
        work = self._work
        if work.is_letting_go:
            refuse(RefusedError("not_now", "it has been let go"))
            return
        work.reaching += 1
        work.pieces.clear()

        def refused(error: BadHandError) -> None:
            work.reaching -= 1
            refuse(RefusedError("bad_hand", str(error)))
            if work.is_letting_go and not self.grip:
                work.is_letting_go = False
                refuse(RefusedError("not_now", "nothing is held: reach first"))
            self.wake()

        def held(moment: Moment) -> None:
            work.reaching -= 1
            self._held(grip, moment)

        self._trial.do(partial(_holding, grip=grip, turn=turn), held, refused)

    def follow(self, samples: Sequence[Sample], refuse: Refuse) -> None:
        """Go where a person's hand goes; passed over where it is too late for that."""
        work = self._work
        if work.is_letting_go:
            return
        if not self.grip and not work.reaching:
            if not self.faults:
                refuse(RefusedError("not_now", "nothing is held: reach first"))
            return
        work.refuse = refuse
        work.pieces.append(samples)
        work.heard = self._loop.time()
        self.wake()

    def let_go(self, refuse: Refuse) -> None:
        """Let go of what is held, at the end of the trail."""
        work = self._work
        if work.is_letting_go:
            refuse(RefusedError("not_now", "it has been let go"))
        elif not self.grip and not work.reaching:
            refuse(RefusedError("not_now", "nothing is held: reach first"))
        else:
            work.refuse = refuse
            work.is_letting_go = True
            self.wake()

    # -- What a bot does -------------------------------------------------------------------------

    def begin(self, dexterity: HandSkill) -> None:
        """Let a bot place the thing; it goes about it at once."""
        stream = new_stream(secrets.randbits(64))

        def planned(plan: tuple[str, float, list[Sample]]) -> None:
            grip, turn, samples = plan
            self._work.pieces.append(samples)
            self._work.is_letting_go = True
            self._trial.do(
                partial(_holding, grip=grip, turn=turn), partial(self._held, grip), self._failed
            )

        self._trial.do(
            lambda trial: trial.plan(dexterity, stream), planned, self._failed, slow=True
        )

    # -- Time ------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Let time go on where it stands still and there is reason for it to pass."""
        work = self._work
        if work.timer is None and not work.is_under_way and self._has_reason:
            work.went_on = self._loop.time()
            self._go_on_at(work.went_on)

    @property
    def _has_reason(self) -> bool:
        work = self._work
        if work.is_done or not self.grip or work.reaching or not self._ways.watched():
            return False
        if work.is_letting_go or work.pieces or self._trail.end is not None:
            return True
        return work.is_moving and self._loop.time() < work.heard + _REST_SECONDS

    def _held(self, grip: str, moment: Moment) -> None:
        frame, _ = moment
        self.grip = grip
        self.at = frame.at
        self.poses = dict(frame.poses)
        self._trail.clear()
        self._work.heard = self._work.went_on = self._loop.time()
        self._seen(self._loop.time(), moment)

    def _go_on_at(self, due: float) -> None:
        self._work.timer = self._loop.call_at(due, self._go_on, due)

    def _go_on(self, due: float) -> None:
        work = self._work
        work.timer = None
        if not self._has_reason:
            return
        for piece in work.pieces:
            self._trail.add(piece, self._now)
        work.pieces.clear()
        now = self._loop.time()
        seconds = min(max(now - work.went_on, FRAME_SECONDS), _MOST_SECONDS)
        work.went_on = now
        work.is_under_way = True
        end = self._trail.end
        if work.is_letting_go and end is None:
            self._let_go()
            return
        if work.is_letting_go and end is not None:
            # Not past its end, yet what it did last is to count.
            seconds = min(seconds, max(end - self._now, FRAME_SECONDS))
        samples = self._trail.until(self._now + seconds)
        self._trial.do(
            partial(_going_on, samples=samples, seconds=seconds),
            partial(self._seen, due),
            self._refused,
        )

    def _let_go(self) -> None:
        work = self._work
        work.is_under_way = work.is_letting_go = True
        self._trial.do(_letting_go, self._decide, self._refused, slow=True)

    def _seen(self, due: float, moment: Moment) -> None:
        frame, is_knocked_over = moment
        work = self._work
        work.is_under_way = False
        work.is_moving = bool(frame.poses)
        self._now = frame.at
        self.at = max(self.at, self._trail.by_the_hand(frame.at))
        self.poses.update(frame.poses)
        if frame.poses:
            self._ways.moved(self, frame, due)
        if is_knocked_over:
            self._let_go()
        elif self._has_reason and work.timer is None:
            self._go_on_at(max(due + FRAME_SECONDS, self._loop.time()))

    def _decide(self, verdict: Verdict) -> None:
        self.close()
        self._ways.decided(self, verdict)

    def _refused(self, error: BadHandError) -> None:
        work = self._work
        work.is_under_way = work.is_letting_go = False
        if self.is_bots:
            self._failed(error)
        elif work.refuse is not None:
            work.refuse(RefusedError("bad_hand", str(error)))

    def _failed(self, error: Exception) -> None:
        self.close()
        self._ways.failed(self, error)


@dataclass
class _Work:
    """How far a hand has come."""

    pieces: list[Sequence[Sample]] = field(default_factory=list["Sequence[Sample]"])
    """Of its trail, that the world has not heard of."""
    refuse: Refuse | None = None
    """Whoever sent the last of them hears of what no hand can do."""
    reaching: int = 0
    """How often the hand reaches in just now."""
    heard: float = 0.0
    """When it was last heard of, by the event loop's clock."""
    went_on: float = 0.0
    """When the world last went on."""
    is_moving: bool = False
    """Whether something moved in the last frame."""
    is_letting_go: bool = False
    """Whether it lets go at the end of its trail."""
    is_under_way: bool = False
    """Whether the next frame is being worked out."""
    is_done: bool = False
    timer: asyncio.TimerHandle | None = None
    """When the world goes on next."""


def _who(place: Place) -> tuple[str, str | None]:
    return place.kind, place.key


# -- What is done in threads -----------------------------------------------------------------------


def _holding(trial: PlacementSimulation, grip: str, turn: float) -> Moment:
    frame = trial.hold(grip, turn)
    return frame, trial.knocked_over


def _going_on(trial: PlacementSimulation, samples: Sequence[Sample], seconds: float) -> Moment:
    if samples:
        trial.move(samples)
    frame = trial.advance(seconds)
    return frame, trial.knocked_over


def _letting_go(trial: PlacementSimulation) -> Verdict:
    return trial.let_go()
