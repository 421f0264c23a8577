"""The line of a puzzle: right moves, each the only one, with the best replies between."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from empile.engine.contracts.puzzles import PuzzleKind
from empile.engine.game import EXTERNAL, Event, State
from empile.engine.search.exhaustive import Budget, exact_value
from empile.puzzles.searching import best_reply
from empile.puzzles.solving import Solved, is_puzzle, solve

_REPLIES: Final = 6
"""Equally good replies that are tried."""
_CLOSE: Final = 1e-9


def line_of(state: State, found: Solved, kind: PuzzleKind, budget: Budget) -> list[Event]:
    """Return the events of the line that begins with the only good move of ``state``.

    A line ends with a move of the solver, after which there is no single right move, chance decides,
    or the game is over. Raises :class:`~empile.engine.search.exhaustive.TooLargeError`.
    """
    return _Line(state.current_player(), kind, budget).from_state(state, found, kind.longest)


def best_replies(state: State, solver: int, kind: PuzzleKind, budget: Budget) -> list[Event]:
    """Return the best replies of the others until ``solver`` acts, the game ends or chance decides.

    Raises :class:`~empile.engine.search.exhaustive.TooLargeError`.
    """
    replies, _ = next(_Line(solver, kind, budget).replies(state, 1))
    return replies


class _Line:
    def __init__(self, solver: int, kind: PuzzleKind, budget: Budget) -> None:
        self._solver, self._kind, self._budget = solver, kind, budget

    def from_state(self, state: State, found: Solved, left: int) -> list[Event]:
        """Return the line from a state of the solver, with at most ``left`` of its moves."""
        move = _event(state, found.good[0])
        if self._kind.goal == "points" or left == 1:
            return [move]
        after = state.clone()
        after.apply_event(move)
        for replies, then in self.replies(after, _REPLIES):
            if then is None:
                continue
            solved = solve(then, self._kind, self._budget)
            # The last moves of a lost or won game are no task.
            if is_puzzle(then, solved, self._kind) or self._is_only_move(then, left):
                rest = self.from_state(then, solved, left - 1)
                if not self._is_only_move(then, left) or len(rest) > 1:
                    return [move, *replies, *rest]
        return [move]

    def _is_only_move(self, state: State, left: int) -> bool:
        return left > 1 and len(state.legal_actions()) == 1

    def replies(self, state: State, most: int) -> Iterator[tuple[list[Event], State | None]]:
        """Yield the best replies until the solver acts, None if that does not happen."""
        if state.is_terminal():
            yield [], None
            return
        actor = state.current_player()
        if state.is_chance_node():
            if actor != EXTERNAL or not self._kind.every_block_stands:
                yield [], None
                return
            event = _event(state, state.chance_outcomes()[0][0])
            yield from self._after(state, event, most)
            return
        if actor == self._solver:
            yield [], state
            return
        for action in self._best_replies(state)[:most]:
            yield from self._after(state, _event(state, action), 1)

    def _after(
        self, state: State, event: Event, most: int
    ) -> Iterator[tuple[list[Event], State | None]]:
        after = state.clone()
        after.apply_event(event)
        for events, then in self.replies(after, most):
            yield [event, *events], then

    def _best_replies(self, state: State) -> Sequence[int]:
        """Return the replies that leave the solver least, those with most moves after them first.

        In a middlegame, the move that a search prefers.
        """
        if self._kind.proof == "search":
            return [best_reply(state)]
        values: dict[int, tuple[float, int]] = {}
        teams = state.game.teams
        sign = 1 if teams[state.current_player()] != teams[self._solver] else -1
        for action in state.legal_actions():
            after = state.clone()
            after.apply_action(action)
            value = exact_value(
                after,
                self._solver,
                one_outcome=self._kind.every_block_stands,
                budget=self._budget,
            )
            values[action] = (sign * value, -len(after.legal_actions()))
        least = min(value for value, _ in values.values())
        best = [action for action, (value, _) in values.items() if value <= least + _CLOSE]
        return sorted(best, key=lambda action: (values[action][1], action))


def _event(state: State, action: int) -> Event:
    if state.is_chance_node():
        text = state.game.notation.event_text(state, (action,))
    else:
        text = state.action_to_text(action)
    return Event(state.current_player(), (action,), text)
