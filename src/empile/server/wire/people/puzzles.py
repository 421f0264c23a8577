"""Bodies of what members reached in puzzles."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class PuzzleAttempt(Struct, frozen=True):
    """An attempt at a puzzle, possibly made without a connection and sent later."""

    game: Annotated[str, Meta(max_length=40)]
    """The game's name."""
    puzzle: Annotated[str, Meta(max_length=40)]
    """The puzzle's ID."""
    at: Annotated[int, Meta(ge=0, le=2**53)]
    """When it was made, in milliseconds since 1970."""
    moves: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=64)] | None = None
    """The events until the first wrong move, or the whole solution. The server compares them with the
    solution. ``None`` if they are not known any more: ``right`` is then believed, and not rated."""
    right: bool = False
    """Whether the puzzle was solved; read if ``moves`` is ``None``."""
    day: Annotated[str, Meta(max_length=10)] | None = None
    """The day, such as ``"2026-11-26"``, if it was solved as the puzzle of this day."""


class PuzzleAttempts(Struct, frozen=True):
    """Attempts at puzzles."""

    attempts: Annotated[list[PuzzleAttempt], Meta(max_length=200)]
    """At most 200. The first one at each puzzle counts, in the order of time."""


class PuzzleResult(Struct, frozen=True):
    """The first attempt at a puzzle."""

    game: str
    """The game's name."""
    puzzle: str
    """The puzzle's ID."""
    right: bool
    """Whether it was solved."""
    at: int
    """When it was made, in milliseconds since 1970."""
    points: int | None
    """The rating after it. ``None`` if it was not rated."""
    again: int | None
    """When it was solved after a miss, in milliseconds since 1970."""


class PuzzleHistory(Struct, frozen=True):
    """What a member reached in puzzles."""

    points: int
    """The rating for puzzles of all games, on the scale of players' ratings."""
    uncertainty: int
    """Its standard deviation in points."""
    rated: int
    """How many attempts were rated."""
    day: str
    """The last day whose puzzle was solved, such as ``"2026-11-26"``; empty if there is none."""
    days: int
    """How many days in a row until then."""
    results: list[PuzzleResult]
    """The first attempt at each puzzle, the oldest first."""
