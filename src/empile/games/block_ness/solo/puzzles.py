"""The solo levels as puzzles."""

from __future__ import annotations

from collections.abc import Sequence

from empile.engine.errors import Reason
from empile.engine.game import State
from empile.games.block_ness.solo.hints import hint
from empile.games.block_ness.solo.levels import Level, load_levels
from empile.games.block_ness.solo.solver import NodeLimitError, solution


class SoloPuzzles:
    """Implements ``empile.engine.contracts.puzzles.Puzzles``."""

    def puzzles(self) -> Sequence[Level]:
        return load_levels()

    def grade_name(self, grade: int) -> Reason:
        return Reason(f"solo.grade.{grade}")

    def hint(self, state: State, before: Sequence[State], step: int) -> Reason:
        return hint(state, before).message(step)

    def solution(self, state: State) -> list[str] | None:
        try:
            return solution(state)
        except NodeLimitError:
            return None
