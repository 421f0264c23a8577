"""Puzzles as they are sent."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from empile.server.wire import messages as wire
from empile.server.wire.schemas import Frame


class PuzzleInfo(Struct, frozen=True):
    """A puzzle in a list."""

    id: str
    """The name, which depends on the position only."""
    game: str
    """The game's name."""
    kind: str
    """The kind; ``puzzle.kind.<kind>`` is its message in the game's catalogue."""
    players: int
    """The number of seats."""
    variant: str | None
    """The variant of the rules, if the game has several."""
    themes: list[str]
    """What the solution does; ``puzzle.theme.<theme>`` are the messages."""
    moves: int
    """Moves of the solution."""
    rating: int
    """How difficult it is, on the scale of players' ratings. Servers with accounts rate it again after
    each first attempt of a member."""


class PuzzleList(Struct, frozen=True):
    """All puzzles of a game, the easiest first."""

    puzzles: list[PuzzleInfo]
    """The puzzles."""


class PuzzleOfDay(Struct, frozen=True):
    """The puzzle of a day, which is the same for everybody."""

    day: str
    """The day, such as ``"2026-11-26"``."""
    puzzle: PuzzleInfo
    """The puzzle."""


class PuzzleStep(Struct, frozen=True):
    """A position of the solver in the solution."""

    position: dict[str, Any]
    """The position, as an object of the game, with all cards open."""
    scores: list[int]
    """The score of each seat."""
    legal: list[wire.LegalMove]
    """All legal moves."""
    poses: dict[str, Any]
    """Rest poses in the game's own format."""
    right: str
    """The only right move."""
    why: list[wire.Message]
    """What the right move does, the most remarkable first."""
    frames: list[Frame]
    """The positions after the right move and after each reply, until the next step."""


class PuzzleBoard(Struct, frozen=True):
    """The position from which a puzzle begins, for a picture of it."""

    board_setup: dict[str, Any]
    """Static board data."""
    position: dict[str, Any]
    """The position, as an object of the game, with all cards open."""
    poses: dict[str, Any]
    """Rest poses in the game's own format."""
    to_act: int
    """The seat that solves it."""


class WholePuzzle(Struct, frozen=True):
    """A puzzle with its solution, so that the page can go on without the server."""

    info: PuzzleInfo
    """Its entry in a list."""
    options: dict[str, Any]
    """The options of the game."""
    rules: int
    """The version of the game's rules."""
    start: dict[str, Any]
    """The position object from which it begins."""
    board_setup: dict[str, Any]
    """Static board data."""
    seat: int
    """The seat that solves it."""
    goal: Literal["result", "points"]
    """``result``: the best result of the game. ``points``: most points by one move."""
    proof: Literal["exact", "search"]
    """``exact``: every continuation was searched. ``search``: ``best`` and ``next`` are bounds by
    searches ten times as long as those of the strongest level."""
    open_hands: bool
    """Whether the cards of all seats are part of the task."""
    every_block_stands: bool
    """Whether nothing that players build falls."""
    facts: list[wire.Message]
    """What the board does not show but the task needs, such as the cards of others."""
    best: float
    """What the first move reaches: a return from -1 to 1, or points."""
    next: float
    """What the next best move reaches at most."""
    steps: list[PuzzleStep]
    """The positions in which the solver moves."""


class PuzzleMoves(Struct, frozen=True, forbid_unknown_fields=True):
    """A move that is tried: the line so far, with replies and chance events, and then the move."""

    moves: list[str]
    """In the game's notation."""


class OwnPuzzleMoves(Struct, frozen=True, forbid_unknown_fields=True):
    """A move that is tried in a puzzle that the server does not keep, such as one from a game."""

    game: str
    """The game's name."""
    options: dict[str, Any]
    """The options of the game."""
    kind: str
    """The kind of the puzzle."""
    start: dict[str, Any]
    """The position object from which it begins."""
    line: Annotated[list[str], Meta(min_length=1, max_length=64)]
    """The solution, with replies and chance events; at most 64 events."""
    moves: Annotated[list[str], Meta(max_length=64)]
    """The beginning of the solution, and then the move."""
    rules: int | None = None
    """The version of the game's rules; default: the newest."""


class PuzzleTried(Struct, frozen=True):
    """What a move of a puzzle reaches."""

    is_right: bool
    """Whether it is the right move."""
    value: float | None
    """What it reaches against the best replies: a return from -1 to 1, or points. ``None`` if it is
    unknown, but less than the right move."""
    frames: list[Frame]
    """The positions after the move and after each best reply, until the solver acts again."""


class PuzzlesMissed(Struct, frozen=True):
    """Moments of a game in which a seat missed the only good move."""

    puzzles: list[WholePuzzle]
    """The clearest first; at most three."""
