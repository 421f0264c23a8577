"""What a game must implement to offer puzzles for one person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from empile.engine.errors import Reason
from empile.engine.game import State


class Puzzle(Protocol):
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

    def state(self) -> State:
        """Return the state at the start."""
        ...


class Puzzles(Protocol):
    """The puzzles of a game; the messages are those of its catalogue."""

    def puzzles(self) -> Sequence[Puzzle]:
        """Return all puzzles, the easiest first."""
        ...

    def grade_name(self, grade: int) -> Reason:
        """Return the name of a grade."""
        ...

    def hint(self, state: State, before: Sequence[State], step: int) -> Reason:
        """Return a hint; ``step`` counts from 0, and each tells more.

        ``before`` are the earlier states of the game.
        """
        ...

    def solution(self, state: State) -> list[str] | None:
        """Return the moves of a solution, or None if none is found."""
        ...
