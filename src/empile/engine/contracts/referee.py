"""Referees: outcomes at ``EXTERNAL`` nodes, from outside the rules.

Sources of outcomes:

``"odds"``
    The node's weights: for searches, training and games without hands.
``"people"``
    The players, with the real game on their table.
``"hand"``
    A ``PlacementSimulation``: physics with the hand of a seat. Only its outcome is recorded.

The clock of a simulation runs in ``PlacementSimulation.advance`` only. Units: millimetres,
degrees, seconds, unit quaternions w, x, y, z. The origin is the centre of the table, z points up.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from empile.engine.compiled.templates.rules import EXTERNAL
from empile.engine.contracts.json_views import encode
from empile.engine.random import Stream

if TYPE_CHECKING:
    from empile.engine.contracts.level import Level
    from empile.engine.game import Game
    from empile.engine.state import Event, State

OutcomeSource = Literal["odds", "people", "hand"]

Pose = tuple[float, float, float, float, float, float, float]
"""x, y, z of the centre of mass; quaternion w, x, y, z."""


class Sample(NamedTuple):
    """A target pose of a hand; x, y, z is the centre of mass."""

    at: float
    """Seconds since the last ``hold``, ascending; a late sample counts on arrival."""
    x: float
    y: float
    z: float
    turn: float
    """About the vertical, counter-clockwise from above."""


class BadPathError(ValueError):
    """Invalid input; the simulation is unchanged."""


class SimulationError(Exception):
    """The simulation diverged or took too long; the caller restarts it."""


@dataclass(frozen=True)
class HandSkill:
    """A bot's accuracy."""

    number: int
    """From 1, the least accurate."""
    key: str
    """E.g. ``"hand_skill.child"``."""
    sigma_mm: float
    """Standard deviation of the release position in x and in y."""


@dataclass(frozen=True)
class Animation:
    """Keyframes of what happened after the release."""

    names: Sequence[str]
    """In the order of the data."""
    rate: int
    """Frames per second."""
    frames: int
    seconds: float
    data: bytes
    """Shape (frames, bodies, 7) of little-endian ``int16``, each frame minus the previous one,
    deflated (zlib): x, y, z in 0.1 mm and w, x, y, z in 1/30,000.
    """
    marks: Mapping[str, float] = field(default_factory=dict[str, float])
    """Seconds of ``"countdown"`` (it is spoken) and, if there is one, ``"fall"``."""


@dataclass(frozen=True)
class Verdict:
    """The outcome of a placement."""

    text: str
    """The chance event with its attachment, e.g. ``"~stands kL@..."``."""
    animation: Animation


@dataclass(frozen=True)
class Frame:
    """Poses while the hand moves."""

    at: float
    """Seconds since the last ``hold``."""
    poses: Mapping[str, Pose]
    """Bodies that moved since the previous frame; at first all."""


class PlacementSimulation(ABC):
    """Simulation of placing one thing with a hand.

    If ``knocked_over``, only ``let_go`` is allowed, which takes up to a second; others take
    milliseconds. ``move`` may be called from another thread. ``hold``, ``advance`` and
    ``let_go`` raise ``SimulationError``.

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

        Displaced bodies stay displaced. Raises ``BadPathError`` for an unknown grip.
        """

    @abstractmethod
    def move(self, samples: Sequence[Sample]) -> None:
        """Append samples to the hand path; unreachable targets are clamped.

        Raises ``BadPathError`` for numbers that are not finite.
        """

    @abstractmethod
    def advance(self, seconds: float) -> Frame:
        """Advance the clock; return what moved."""

    @property
    @abstractmethod
    def knocked_over(self) -> bool:
        """Whether everything fell before the release, which stops the clock."""

    @abstractmethod
    def let_go(self) -> Verdict:
        """Release the thing at the end of its path, or at once if everything fell.

        Raises ``BadPathError`` if nothing is held.
        """

    @abstractmethod
    def plan(self, skill: HandSkill, stream: Stream) -> tuple[str, float, list[Sample]]:
        """Return a bot's grip, turn and whole path."""

    def place(self, skill: HandSkill, stream: Stream) -> Verdict:
        """Run a bot's placement from start to end."""
        grip, turn, path = self.plan(skill, stream)
        self.hold(grip, turn)
        self.move(path)
        self.advance(path[-1].at)
        return self.let_go()

    @abstractmethod
    def close(self) -> None:
        """Free the simulation."""


class Referee:
    """The source of outcomes of ``EXTERNAL`` nodes; by default the odds."""

    headless_options: ClassVar[Mapping[str, Any]] = {}
    """Options without hands, for searches and environments."""

    revisable_outcomes: ClassVar[Mapping[str, str]] = {}
    """Outcomes that may be revised until the next seat begins, with the revised one."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def outcome_source(self, state: State) -> OutcomeSource:
        """Return the source of the outcome of ``state``.

        Example: ``if referee.outcome_source(state) == "hand": ...``.
        """
        return "odds"

    def placing_seat(self, state: State) -> int:
        """Return the seat that places the thing. Example: ``seat = referee.placing_seat(state)``."""
        raise NotImplementedError(f"nothing is placed in {self.game.name}")

    def grips(self, state: State) -> Sequence[str]:
        """Return the grips of the thing.

        Example: ``simulation.hold(referee.grips(state)[0], 0.0)``.
        """
        return ()

    def simulation(
        self,
        state: State,
        events: Sequence[Event],
        stream: Stream,
        *,
        start: Mapping[str, Any] | None = None,
        assist: bool = False,
    ) -> PlacementSimulation:
        """Return a simulation for ``state``, whose outcome source is ``"hand"``.

        ``events`` led to ``state`` from the position object ``start`` (None: the initial state),
        both with the rest poses. ``stream`` draws the tremor of the hand; ``assist`` reduces it.

        Example: ``referee.simulation(match.state, match.events, stream, start=match.start)``.
        """
        raise NotImplementedError(f"no hand places anything in {self.game.name}")

    def film(self, animation: Animation, pace: int) -> Sequence[str]:
        """Return SVG documents of the most interesting part of an animation, ``pace`` for each second.

        The animation has data of the right size, but possibly nonsense. By default none are drawn.

        Example: ``referee.film(simulation.let_go().animation, 12)``.
        """
        return ()

    def hand_skills(self) -> Sequence[HandSkill]:
        """Return the hand skills of bots, least accurate first; default none.

        Example: ``skill = referee.hand_skills()[-1]``.
        """
        return ()

    def default_hand_skill(self, level: Level) -> HandSkill | None:
        """Return the hand skill of a bot of ``level``: the middle one, or None.

        Example: ``referee.default_hand_skill(game.bots.levels[0])``.
        """
        skills = self.hand_skills()
        return skills[len(skills) // 2] if skills else None

    def placement_bonus(
        self,
        state: State,
        events: Sequence[Event],
        skill: HandSkill,
        *,
        start: Mapping[str, Any] | None = None,
        assist: bool = False,
    ) -> Mapping[int, float]:
        """Return corrections of move values, by action, in units of returns.

        Searches ignore how hard a placement is. Takes milliseconds.

        Example: ``referee.placement_bonus(match.state, match.events, skill, start=match.start)``.
        """
        return {}

    def poses(
        self, state: State, events: Sequence[Event], *, start: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """Return the rest poses: public JSON data.

        Example: ``referee.poses(match.state, match.events, start=match.start)``.
        """
        return {}

    def poses_json(
        self, state: State, events: Sequence[Event], *, start: Mapping[str, Any] | None = None
    ) -> bytes:
        """Return ``poses`` as JSON, which servers send after every move.

        Example: ``json.loads(referee.poses_json(match.state, match.events))``.
        """
        return encode(self.poses(state, events, start=start))

    def position(
        self, state: State, events: Sequence[Event], *, start: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """Return the position object of ``state`` from which a game can begin, with rest poses.

        Rest poses are optional keys of the object and public.

        Example: ``referee.position(match.state, match.events, start=match.start)``.
        """
        return state.position()


def headless_options(game: Game | type[Game]) -> Mapping[str, Any]:
    """Return the options without hands.

    Example::

        >>> headless_options(empile.game_class("block-out"))
        {'referee': 'odds'}
    """
    referee = game.contracts.referee
    return {} if referee is None else referee.headless_options


def position_to_begin(
    state: State, events: Sequence[Event], *, start: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Return the position object of ``state``, with what a referee adds; see ``Referee.position``.

    Example: ``position_to_begin(match.state, match.events, start=match.start)``.
    """
    referee = state.game.referee
    return state.position() if referee is None else referee.position(state, events, start=start)


def referee_at(state: State) -> Referee | None:
    """Return the referee of an ``EXTERNAL`` node, None at others.

    Example: ``referee = referee_at(state)``.
    """
    return state.game.referee if state.current_player() == EXTERNAL else None
