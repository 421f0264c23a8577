"""The solo levels as puzzles."""

from __future__ import annotations

from collections.abc import Sequence

from empile.engine.contracts.solo import Clue, Verdict
from empile.engine.errors import Reason
from empile.engine.game import State
from empile.games.block_ness.solo.hints import hint
from empile.games.block_ness.solo.levels import Level, grade_of_share, load_levels
from empile.games.block_ness.solo.solver import NodeLimitError, solution, solve

_TOLD = ("end", "ring", "near", "far")
"""The parts of a move in the order in which hints reveal them."""


class BlockNessSolo:
    """Implements ``empile.engine.contracts.solo.Solo``."""

    def levels(self) -> Sequence[Level]:
        return load_levels()

    def grade_name(self, grade: int) -> Reason:
        return Reason(f"solo.grade.{grade}")

    def clue(self, state: State, before: Sequence[State], step: int) -> Clue:
        found = hint(state, before)
        parts: dict[str, str] = {}
        if found.move is not None:
            whole = state.game.presenter.move_parts(state, state.text_to_action(found.move))
            parts = {name: whole[name] for name in _TOLD[: step + 1]}
        move = found.move if step + 1 >= len(_TOLD) else None
        return Clue(found.message(step), parts, move, found.is_solvable, found.take_back)

    def verdict(self, state: State) -> Verdict:
        found = solve(state)
        grade = grade_of_share(found.share) if found.is_solvable else None
        return Verdict(found.is_solvable, found.solutions, found.is_exact, found.share, grade)

    def solution(self, state: State) -> list[str] | None:
        try:
            return solution(state)
        except NodeLimitError:
            return None
