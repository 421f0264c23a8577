"""Referees: outcomes that come from outside the rules.

A state at an ``EXTERNAL`` node waits for an outcome that the rules cannot draw: a tower stands or
falls. :meth:`Referee.outcome_source` returns its source:

``"odds"``
    Chance, with the weights of the node. For searches, training and games without hands.
``"people"``
    The players, with the real game on their table, choose among the node's outcomes.
``"hand"``
    A :class:`PlacementSimulation`: physics with the hand of a seat. Only its outcome is recorded.

A simulation has its own clock, which runs in :meth:`PlacementSimulation.advance` only; the caller
keeps it in step with real time. What follows the release is computed at once and returned as an
:class:`Animation`. Units: millimetres, degrees, seconds; orientations are unit quaternions w, x, y,
z. The origin is the centre of the table, z points up.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from empile.engine.compiled.templates.rules import EXTERNAL
from empile.engine.random import Stream

if TYPE_CHECKING:
    from empile.engine.contracts.level import Level
    from empile.engine.game import Game
    from empile.engine.state import Event, State

OutcomeSource = Literal["odds", "people", "hand"]

Pose = tuple[float, float, float, float, float, float, float]
"""x, y, z of the centre of mass, then the quaternion w, x, y, z."""


class Sample(NamedTuple):
    """A target pose of a hand at one moment."""

    at: float
    """Seconds since the last ``hold``, ascending; a late sample counts when it arrives."""
    x: float
    y: float
    z: float
    """The centre of mass."""
    turn: float
    """Degrees about the vertical, counter-clockwise seen from above."""


class BadHandError(ValueError):
    """Invalid input of a hand; the simulation is unchanged."""


class SimulationError(Exception):
    """The simulation diverged or took too long; the caller restarts it."""


@dataclass(frozen=True)
class HandSkill:
    """How accurately a bot places things."""

    number: int
    """From 1, the least accurate."""
    key: str
    """Message key of its name, for example ``"dexterity.child"``."""
    sigma_mm: float
    """Standard deviation of the release position in x and in y, in millimetres."""


@dataclass(frozen=True)
class Animation:
    """Keyframes of what happened after the release."""

    names: Sequence[str]
    """The bodies, in the order of the data."""
    rate: int
    """Frames per second."""
    frames: int
    seconds: float
    """Playing time; nothing moves after the last frame."""
    data: bytes
    """Shape (frames, bodies, 7) of little-endian ``int16``, each frame minus the previous one,
    deflated (zlib): x, y, z in tenths of millimetres and w, x, y, z in 1/30,000.
    """
    marks: Mapping[str, float] = field(default_factory=dict[str, float])
    """Moments in seconds: ``"chant"`` (the words are spoken) and, if there is one, ``"fall"``."""


@dataclass(frozen=True)
class Verdict:
    """The outcome of a placement."""

    text: str
    """The chance event with its attachment, for example ``"~stands kL@..."``."""
    animation: Animation


@dataclass(frozen=True)
class Frame:
    """Poses at one moment while the hand moves."""

    at: float
    """Seconds since the last ``hold``."""
    poses: Mapping[str, Pose]
    """Bodies that moved since the previous frame; all of them in the first."""


class PlacementSimulation(ABC):
    """Simulation of placing one thing with a hand.

    Call :meth:`hold` first, and again to change the grip; then :meth:`move` and :meth:`advance`;
    :meth:`let_go` ends it. If everything fell before the release, :attr:`knocked_over` is True and only
    :meth:`let_go` is allowed. :meth:`let_go` takes up to a second, the others at most milliseconds.
    They release the GIL most of the time; :meth:`move` may be called from another thread.

    Example::

        simulation = game.referee.simulation(state, events, stream)
        grip, turn, path = simulation.plan(skill, stream)
        simulation.hold(grip, turn)
        simulation.move(path)
        simulation.advance(path[-1].at)
        match.play(simulation.let_go().text)
        simulation.close()
    """

    @abstractmethod
    def hold(self, grip: str, turn: float) -> Frame:
        """Hold the thing by ``grip``, turned by ``turn`` degrees; return all poses.

        Displaced bodies stay displaced. Raises :class:`BadHandError` for an unknown grip (see
        :meth:`Referee.grips`), :class:`SimulationError`.
        """

    @abstractmethod
    def move(self, samples: Sequence[Sample]) -> None:
        """Append samples to the hand path; unreachable targets are clamped.

        Raises :class:`BadHandError` if a number is not finite.

        Example::

            simulation.move([Sample(0.5, 0.0, 0.0, 60.0, 45.0)])
        """

    @abstractmethod
    def advance(self, seconds: float) -> Frame:
        """Advance the clock; return what moved. Raises :class:`SimulationError`."""

    @property
    @abstractmethod
    def knocked_over(self) -> bool:
        """Whether everything fell before the release; the clock has then stopped."""

    @abstractmethod
    def let_go(self) -> Verdict:
        """Release the thing at the end of its path, or at once if everything fell.

        Raises :class:`BadHandError` if nothing is held, :class:`SimulationError`.
        """

    @abstractmethod
    def plan(self, skill: HandSkill, stream: Stream) -> tuple[str, float, list[Sample]]:
        """Return a bot's placement: grip, turn and the whole path, to release at its end."""

    def place(self, skill: HandSkill, stream: Stream) -> Verdict:
        """Run a bot's placement from start to end at once. Raises :class:`SimulationError`.

        Example::

            verdict = simulation.place(skill, empile.new_stream(1))
        """
        grip, turn, path = self.plan(skill, stream)
        self.hold(grip, turn)
        self.move(path)
        self.advance(path[-1].at)
        return self.let_go()

    @abstractmethod
    def close(self) -> None:
        """Free the simulation; it must not be used afterwards."""


class Referee:
    """The source of outcomes of ``EXTERNAL`` nodes.

    The defaults suit a game in which only the odds decide. A game without ``EXTERNAL`` nodes has no
    referee. Class attributes hold under all options.
    """

    headless_options: ClassVar[Mapping[str, Any]] = {}
    """Options without hands, for searches, random games and environments."""

    revisable_outcomes: ClassVar[Mapping[str, str]] = {}
    """Outcomes that players may still revise until the next seat begins, with the revised one."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def outcome_source(self, state: State) -> OutcomeSource:
        """Return the source of the outcome of ``state``, an ``EXTERNAL`` node.

        Example::

            >>> game = empile.load("block-out", referee="people")
            >>> game.referee.outcome_source(game.new_state())
            'people'
        """
        return "odds"

    def placing_seat(self, state: State) -> int:
        """Return the seat that places or placed the thing in ``state``, an ``EXTERNAL`` node.

        Example::

            seat = game.referee.placing_seat(state)
        """
        raise NotImplementedError(f"nothing is placed in {self.game.name}")

    def grips(self, state: State) -> Sequence[str]:
        """Return the names of the grips for the thing to be placed in ``state``.

        Example::

            simulation.hold(game.referee.grips(state)[0], 0.0)
        """
        return ()

    def simulation(
        self, state: State, events: Sequence[Event], stream: Stream, *, assist: bool = False
    ) -> PlacementSimulation:
        """Return a simulation for ``state``, whose outcome source is ``"hand"``.

        ``events`` led to ``state``: their attachments hold the rest poses. ``stream`` draws the
        tremor of the hand; ``assist`` reduces it.

        Example::

            simulation = game.referee.simulation(match.state, match.events, stream)
        """
        raise NotImplementedError(f"no hand places anything in {self.game.name}")

    def hand_skills(self) -> Sequence[HandSkill]:
        """Return the hand skills that bots can have, least accurate first; empty without hands.

        Example::

            >>> [skill.number for skill in empile.load("block-out").referee.hand_skills()]
            [1, 2, 3, 4, 5]
        """
        return ()

    def default_hand_skill(self, level: Level) -> HandSkill | None:
        """Return the default hand skill of a bot of ``level``; None without hands.

        Default: the middle one.

        Example::

            >>> game = empile.load("block-out")
            >>> game.referee.default_hand_skill(game.bots.levels[0]).number
            1
        """
        skills = self.hand_skills()
        return skills[len(skills) // 2] if skills else None

    def placement_bonus(
        self, state: State, events: Sequence[Event], skill: HandSkill, *, assist: bool = False
    ) -> Mapping[int, float]:
        """Return corrections of move values for a hand, by action; empty if there are none.

        The odds that a search uses ignore how hard a placement is for a hand. In units of returns
        (-1 to 1). ``events`` and ``assist`` as in :meth:`simulation`. Takes milliseconds.

        Example::

            bonus = game.referee.placement_bonus(match.state, match.events, skill)
            action = empile.choose(match.state, level, stream, bonus)
        """
        return {}

    def poses(self, state: State, events: Sequence[Event]) -> dict[str, Any]:
        """Return the rest poses in ``state``, to which ``events`` led.

        Public JSON data of the game's own. Default: none.

        Example::

            poses = game.referee.poses(match.state, match.events)
        """
        return {}


def headless_options(game: Game | type[Game]) -> Mapping[str, Any]:
    """Return the options of ``game`` without hands.

    Example::

        >>> headless_options(empile.game_class("block-out"))
        {'referee': 'odds'}
    """
    referee = game.contracts.referee
    return {} if referee is None else referee.headless_options


def referee_at(state: State) -> Referee | None:
    """Return the referee of ``state``, an ``EXTERNAL`` node; None at other nodes.

    Example::

        referee = referee_at(state)
        if referee is not None and referee.outcome_source(state) == "hand":
            seat = referee.placing_seat(state)
    """
    return state.game.referee if state.current_player() == EXTERNAL else None
