"""What a game may implement so that puzzles are found in it.

A puzzle is a position in which one move, or one short line of moves, is better than all others by a
clear margin. The defaults suit a game that ends by its rules and hides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from empile.engine.errors import PositionError, Reason

if TYPE_CHECKING:
    from empile.engine.game import Event, Game, State

GoalKind: TypeAlias = Literal["result", "points"]
"""``result``: the best result of the game. ``points``: most points by the next move."""

ProofKind: TypeAlias = Literal["exact", "search"]
"""``exact``: the whole tree. ``search``: searches of the strongest level, ten times as long."""

_LEAST_CHANCE: Final = -0.5
"""Return of a middlegame that is worth fighting for."""
_MOST_NODES: Final = 3_000_000


@dataclass(frozen=True)
class PuzzleKind:
    """Which positions become puzzles, and how they are proven."""

    name: str
    """As in files; ``puzzle.kind.<name>`` is its message."""
    goal: GoalKind
    margin: float
    """How much better the best move is than the next: in returns (-1 to 1), or in points."""
    proof: ProofKind = "exact"
    least_moves: int = 5
    """Legal moves of the position, so that guessing does not pay."""
    least_best: float = 0.0
    """Return or points that the best move must reach: a lost game is no task."""
    least_next: int = 0
    """Of the next best move: it must tempt."""
    nodes: int = _MOST_NODES
    """States that a proof may visit."""
    longest: int = 5
    """Moves of the solver in a line, at most."""
    open_hands: bool = False
    """Whether everybody plays with open cards: hidden cards are part of the task."""
    every_block_stands: bool = False
    """Whether the referee's first outcome is taken for certain."""


def middlegame(margin: float, *, least_moves: int = 8) -> PuzzleKind:
    """Return the kind of positions that are too large to be solved, and proven by search.

    Example: ``middlegame(0.2)``.
    """
    return PuzzleKind(
        "middlegame",
        "result",
        margin,
        proof="search",
        least_moves=least_moves,
        least_best=_LEAST_CHANCE,
        longest=1,
    )


class Theme(NamedTuple):
    """Something that a move does, found by rules.

    ``puzzle.theme.<name>`` is its name in the game's catalogue, and ``puzzle.why.<name>`` explains the
    move in one or two sentences.
    """

    name: str
    args: Mapping[str, str | int]
    """Arguments of the explanation."""


def clear_margin(seats: int) -> float:
    """Return the smallest difference of returns that is one place, or a draw instead of a loss.

    Example: ``clear_margin(4)`` is two thirds.
    """
    return 1.0 if seats == 2 else 2.0 / (seats - 1)


class PuzzleProfile:
    """The kinds of puzzles of a game, and the themes of a line.

    Example::

        class CairnPuzzles(PuzzleProfile):
            def themes(self, before, event, after):
                return [Theme("last-stone", {})] if after.is_terminal() else []
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def kinds(self) -> Sequence[PuzzleKind]:
        """The kinds of puzzles that are looked for; by default endings that are solved exactly."""
        return (PuzzleKind("ending", "result", clear_margin(self.game.num_players)),)

    def starts(self, state: State, kind: PuzzleKind) -> Iterator[State]:
        """Yield the positions that a position of a game may become a puzzle as.

        By default the position itself, if a game can begin from it. A game may yield others that are
        easier to solve, such as one that ends soon.
        """
        with suppress(PositionError):  # not of the kind that a record may begin from
            yield self.game.state_from_position(state.position())

    def facts(self, state: State, kind: PuzzleKind) -> Sequence[Reason]:
        """Return what the board does not show but the task needs, such as the cards of others."""
        return ()

    def themes(self, before: State, event: Event, after: State) -> Sequence[Theme]:
        """Return what a right move does, the most remarkable first.

        ``after`` is the state after the move, before any chance event.
        """
        return ()
