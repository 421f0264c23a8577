"""What a game must implement to offer levels for one person."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from empile.engine.errors import Reason
from empile.engine.game import State


class SoloPosition(Protocol):
    """A position to be solved."""

    @property
    def id(self) -> str:
        """The grade and a number, e.g. ``"1-07"``."""
        ...

    @property
    def grade(self) -> int:
        """From 1, the easiest."""
        ...

    @property
    def variant(self) -> str:
        """The variant of the rules."""
        ...

    @property
    def position(self) -> dict[str, Any]:
        """The position object from which it begins."""
        ...

    @property
    def solutions(self) -> int:
        """Number of solutions."""
        ...

    @property
    def share(self) -> float:
        """Share of random plays that solve it."""
        ...

    def state(self) -> State:
        """Return the state at the start."""
        ...


class Verdict(NamedTuple):
    """What a solver found out about a position."""

    is_solvable: bool | None
    """None: unknown, the search was stopped."""
    solutions: int
    """Solutions found."""
    is_exact: bool
    """Whether there are no others."""
    share: float
    """Share of random plays that solve the position, or an estimate."""
    grade: int | None
    """The grade of levels that are as difficult; None unless it can be solved."""


class Clue(NamedTuple):
    """A step of a hint."""

    message: Reason
    parts: Mapping[str, str]
    """The parts of the move that this step reveals."""
    move: str | None
    """The move, at the last step."""
    is_solvable: bool | None
    take_back: int
    """Moves to take back until the position can be solved again; 0 if it can, or if unknown."""


class Solo(Protocol):
    """The solo levels of a game; the messages are those of its catalogue."""

    def levels(self) -> Sequence[SoloPosition]:
        """Return all levels, the easiest first."""
        ...

    def grade_name(self, grade: int) -> Reason:
        """Return the name of a grade."""
        ...

    def clue(self, state: State, before: Sequence[State], step: int) -> Clue:
        """Return a hint; ``step`` counts from 0, and each reveals more.

        ``before`` are the earlier states of the game.
        """
        ...

    def verdict(self, state: State) -> Verdict:
        """Return what a search of all plays finds, up to a limit."""
        ...

    def solution(self, state: State) -> list[str] | None:
        """Return the moves of a solution, or None if none is found."""
        ...
