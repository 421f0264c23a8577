"""Hints for solo games: a ladder from the end to lengthen to the whole move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from empile.engine.errors import Reason
from empile.engine.game import State
from empile.games.block_ness.solo.solver import NODES, NodeLimitError, solution
from empile.games.block_ness.text.notation import ENDS, Play, decode

STEPS = ("end", "ring", "near", "move")
"""What the steps of a hint reveal, one after the other."""


class Hint(NamedTuple):
    """The next move of a solution, or how far to go back."""

    is_solvable: bool | None
    """None: unknown within the node limit."""
    take_back: int = 0
    """Moves to take back until the position can be solved again; 0 if it can, or if unknown."""
    end: str | None = None
    """``H`` or ``T``."""
    ring: str | None = None
    """As ``d.h``."""
    near: str | None = None
    """The hole of the near foot."""
    move: str | None = None

    def message(self, step: int) -> Reason:
        """Return what to say at a step of the ladder, from 0; the last repeats.

        The keys are those of the game's message catalogue.
        """
        if self.is_solvable is None:
            return Reason("solo.hint.unknown")
        if not self.is_solvable:
            if not self.take_back:
                return Reason("solo.hint.unsolvable")
            return Reason("solo.hint.take_back", {"count": self.take_back})
        if self.move is None:
            return Reason("solo.hint.solved")
        assert self.end is not None
        assert self.ring is not None
        assert self.near is not None
        told = STEPS[min(max(step, 0), len(STEPS) - 1)]
        if told == "end":
            return Reason(f"solo.hint.end.{self.end}")
        if told == "ring":
            distance, height = self.ring.split(".")
            return Reason("solo.hint.ring", {"distance": int(distance), "height": int(height)})
        if told == "near":
            return Reason("solo.hint.near", {"near": self.near})
        return Reason("solo.hint.move", {"move": self.move})


def hint(state: State, before: Sequence[State] = (), *, nodes: int = NODES) -> Hint:
    """Return a hint for a solo position.

    ``before`` are the earlier states of the game, from its start; needed to count the moves to
    take back. Each search stops after ``nodes`` states.
    """
    try:
        moves = solution(state, nodes=nodes)
    except NodeLimitError:
        return Hint(None)
    if moves is None:
        return Hint(False, _moves_to_take_back(before, nodes))
    if not moves:
        return Hint(True)
    play = decode(state, state.text_to_action(moves[0]))
    assert isinstance(play, Play)
    return Hint(True, 0, ENDS[play.end], str(play.ring), str(play.near), moves[0])


def _moves_to_take_back(before: Sequence[State], nodes: int) -> int:
    """Return the moves back to the latest position that can be solved; 0 if none is known."""
    for count, state in enumerate(reversed(before), 1):
        try:
            if solution(state, nodes=nodes) is not None:
                return count
        except NodeLimitError:
            return 0
    return 0
