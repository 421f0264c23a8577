"""Referees: who says what happened where the rules cannot know.

A state at an ``OUTSIDE`` node waits for an answer that no shuffle gives: a tower stands, or it falls.
A game says by :meth:`empile.engine.game.Game.judge` who answers:

``"odds"``
    The odds that the rules tell. For searches, training and games without hands.
``"people"``
    The people at the table, who have the real thing before them. Which texts they may choose from
    are those of the node's outcomes; :attr:`empile.engine.game.Game.provisional` tells which of them
    stay open to another word until the next seat begins.
``"hand"``
    A simulated world with the hand of a seat in it: a :class:`Trial`. What the hand does is not part
    of the rules and of no record; what comes of it is an event like any other.

Time in a trial is the trial's own: it passes where :meth:`Trial.advance` says so. Whoever runs a trial
lets it pass as on the clock while a hand is at work; what follows is worked out at once when the hand
lets go and comes as a :class:`Film`, to be shown as long as it takes. Lengths are millimetres, angles
degrees, times seconds; turns are unit quaternions w, x, y, z. The table's centre is the origin, z up.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from empile.engine.random import Stream

Judge = Literal["odds", "people", "hand"]

Pose = tuple[float, float, float, float, float, float, float]
"""Where a body is: x, y, z of its centre of mass, then w, x, y, z of its turn."""


class Sample(NamedTuple):
    """Where a hand wants what it holds to be."""

    at: float
    """Seconds since the hand took the thing (the last ``hold``). Samples come in order; one that
    comes later counts from its moment on."""
    x: float
    y: float
    z: float
    """The centre of mass."""
    turn: float
    """About the vertical, counter-clockwise seen from above."""


class BadHandError(ValueError):
    """A hand asked for something that cannot be; its words say what. Nothing has changed."""


class TrialError(Exception):
    """The simulated world failed (no number came out, or too much time went by).

    Nobody's fault and no answer: the trial is over and another is begun in its place.
    """


@dataclass(frozen=True)
class Dexterity:
    """How steady a bot's hand is."""

    number: int
    """From 1, the least steady."""
    key: str
    """The message key of its name: ``"dexterity.child"``."""
    spread: float
    """Standard deviation of where it lets go from where it wanted to, in millimetres."""


@dataclass(frozen=True)
class Film:
    """What was seen after the hand let go."""

    names: Sequence[str]
    """The bodies in the order of the data."""
    rate: int
    """Frames a second."""
    frames: int
    seconds: float
    """How long it is to be watched; where ``frames`` end earlier nothing moves any more."""
    data: bytes
    """Deflated (zlib) differences from frame to frame of little-endian ``int16``: for each body x, y,
    z in tenths of millimetres and w, x, y, z in 1/30,000; the first frame is whole."""
    marks: Mapping[str, float] = field(default_factory=dict[str, float])
    """Moments in seconds: ``"chant"`` (the words are spoken), ``"fall"`` where there is one."""


@dataclass(frozen=True)
class Verdict:
    """The answer, and how it came about."""

    text: str
    """The chance event with its attachment: ``"~stands kL@..."``."""
    film: Film


@dataclass(frozen=True)
class Frame:
    """A moment while the hand is at work."""

    at: float
    """Seconds since the hand took the thing (the last ``hold``)."""
    poses: Mapping[str, Pose]
    """Bodies that moved since the frame before; at first all."""


class Trial(ABC):
    """What one ``OUTSIDE`` node asks of a hand: a world, what stands in it, and what is to be placed.

    ``hold`` begins, as often as the hand changes its mind about how to hold the thing; then samples
    come by ``move`` and time passes by ``advance``, and ``let_go`` ends it. Where everything fell
    while the thing was still held, ``knocked_over`` tells so, and there is nothing left to do but to
    let go. ``move`` and ``knocked_over`` take no time, ``let_go`` up to a second, all else some
    milliseconds; they release the interpreter lock for most of it, and ``move`` may be called from
    another thread meanwhile.
    """

    @abstractmethod
    def hold(self, grip: str, turn: float) -> Frame:
        """Take the thing by ``grip``, turned by ``turn``; return all poses.

        Which grips there are is told by :meth:`empile.engine.game.Game.grips`. What was knocked out
        of place by an earlier one stays as it is: time has passed. Raises :class:`BadHandError`
        where there is no such grip, :class:`TrialError`.
        """

    @abstractmethod
    def move(self, samples: Sequence[Sample]) -> None:
        """Let the hand follow ``samples``; what lies out of reach is drawn to its edge.

        Raises :class:`BadHandError` where one of them is no numbers.
        """

    @abstractmethod
    def advance(self, seconds: float) -> Frame:
        """Let time pass; return what moved. Raises :class:`TrialError`."""

    @property
    @abstractmethod
    def knocked_over(self) -> bool:
        """Whether everything fell before the hand let go: time does not pass any more."""

    @abstractmethod
    def let_go(self) -> Verdict:
        """Let the thing go at the end of the trail, or at once where all was knocked over.

        Return what came of it. Raises :class:`BadHandError` where nothing is held,
        :class:`TrialError`.
        """

    @abstractmethod
    def plan(self, dexterity: Dexterity, stream: Stream) -> tuple[str, float, list[Sample]]:
        """Return how a bot goes about it: grip, turn and the whole trail, to let go at its end."""

    def place(self, dexterity: Dexterity, stream: Stream) -> Verdict:
        """Let a bot go about it from beginning to end, where nobody looks on; return what came of it.

        Raises :class:`TrialError`.
        """
        grip, turn, trail = self.plan(dexterity, stream)
        self.hold(grip, turn)
        self.move(trail)
        self.advance(trail[-1].at)
        return self.let_go()

    @abstractmethod
    def close(self) -> None:
        """Give back what the simulated world takes; the trial is not used any more."""
