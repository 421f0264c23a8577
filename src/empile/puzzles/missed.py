"""Puzzles from the game of a user: moments at which it missed the right move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from empile.engine.contracts.puzzles import PuzzleKind
from empile.engine.errors import RecordError
from empile.engine.game import Event, State
from empile.engine.random import Stream
from empile.engine.record import Record
from empile.puzzles.mining import Found, found_in, puzzle_of
from empile.puzzles.puzzle import Puzzle

MOST: Final = 3
"""Puzzles of a game."""
_NODES: Final = 2_000_000
"""Of a proof: a user waits for it."""


class _Moment(NamedTuple):
    found: Found
    kind: PuzzleKind

    @property
    def worth(self) -> float:
        """How much better the right move is, in margins."""
        solved = self.found.solved
        assert solved.next is not None
        return (solved.best - solved.next) / self.kind.margin


def missed(record: Record, seat: int, stream: Stream) -> list[Puzzle]:
    """Return the moments of a game in which ``seat`` missed the only good move, the clearest first.

    Assumptions that do not hold in the game, such as that every block stands, are not made. Raises
    ``RecordError`` and, for an unknown seat, ``ValueError``.

    Example: ``missed(record, 0, empile.new_stream(1))``.
    """
    game = record.load_game()
    if not 0 <= seat < game.num_players:
        raise ValueError(f"the game has seats 0 to {game.num_players - 1}, not {seat}")
    moves = [(state, event) for state, event in _steps(record) if event.seat == seat]
    moments: list[_Moment] = []
    for kind in game.puzzles.kinds:
        # Proofs by search take too long while a user waits.
        if not kind.every_block_stands and kind.proof == "exact":
            bounded = replace(kind, nodes=min(kind.nodes, _NODES))
            moments += [
                _Moment(found, kind)
                for number, found in found_in([state for state, _ in moves], bounded)
                if found.line[0].text != moves[number][1].text
            ]
    clearest = sorted(moments, key=lambda moment: -moment.worth)
    puzzles = [puzzle_of(found, kind, stream) for found, kind in clearest[:MOST]]
    return list({puzzle.id: puzzle for puzzle in puzzles}.values())


def _steps(record: Record) -> Sequence[tuple[State, Event]]:
    if record.result is None and record.ended is None:
        raise RecordError("the game is not over")
    return list(record.replay())
