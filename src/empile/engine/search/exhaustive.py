"""Exact values of positions near the end of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from empile.engine.compiled.layout import StructArray
from empile.engine.game import State

MOST_NODES: Final = 1_000_000
"""States that are visited unless the caller says otherwise: about a second."""
DEPTH: Final = 256
"""States on a path, at most."""
_LOW: Final = -1.0
_HIGH: Final = 1.0


class TooLargeError(Exception):
    """A tree has more states than a search may visit."""


class Budget:
    """The states that searches may still visit together.

    Example: ``Budget(100_000).left``.
    """

    def __init__(self, nodes: int = MOST_NODES) -> None:
        self.left = nodes


class ExactMove(NamedTuple):
    """A move and what it is worth."""

    action: int
    value: float
    """The return that the seat is sure of after it, from -1 to 1."""
    is_exact: bool
    """False: the move is worth at most this."""


def exact_value(
    state: State,
    seat: int | None = None,
    *,
    low: float = _LOW,
    high: float = _HIGH,
    one_outcome: bool = False,
    budget: Budget | None = None,
) -> float:
    """Return the return that ``seat`` is sure of, whatever all opponents do, from -1 to 1.

    Expectiminimax over the whole tree, with everything in ``state`` known to all. With two sides it
    is the value of the game; with more, opponents play against ``seat`` together. Values outside
    ``low`` to ``high`` are bounds. Outcomes of a referee have the odds of the rules.

    :param seat: by default the seat to act.
    :param one_outcome: a referee always answers with its first outcome: every block stands.
    :raises TooLargeError: the tree is larger than ``budget``, or deeper than 255 actions.
    :raises ValueError: no seat acts, and none is given.

    Example::

        >>> from empile.research import TinyBlockNess
        >>> exact_value(TinyBlockNess().new_state())
        1.0
    """
    return _Solver(state, seat, one_outcome, budget).value(state, low, high)


def exact_moves(
    state: State,
    *,
    margin: float = 0.0,
    one_outcome: bool = False,
    budget: Budget | None = None,
) -> Sequence[ExactMove]:
    """Return the legal moves of the seat to act, the best first.

    The values of all moves within ``margin`` of the best are exact, and that of the next one. Raises
    as :func:`exact_value`.

    Example::

        >>> from empile.research import TinyBlockNess
        >>> best, *others = exact_moves(TinyBlockNess().new_state())
        >>> best.value, best.is_exact
        (1.0, True)
    """
    solver = _Solver(state, None, one_outcome, budget)
    found: list[ExactMove] = []
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        low = solver.bound([move.value for move in found if move.is_exact], margin)
        value = solver.value(after, low, _HIGH)
        found.append(ExactMove(action, value, value > low or low == _LOW))
    return sorted(found, key=lambda move: (-move.value, not move.is_exact, move.action))


class _Solver:
    def __init__(
        self, state: State, seat: int | None, one_outcome: bool, budget: Budget | None
    ) -> None:
        actor = state.current_player()
        if seat is None and actor < 0:
            raise ValueError("name a seat: none is to act")
        self._seat = actor if seat is None else seat
        self._one_outcome = one_outcome
        self._budget = Budget() if budget is None else budget
        self._driver = state.game.compiled.exhaustive
        compiled = state.game.compiled
        self._states: StructArray = np.empty(DEPTH, compiled.state_dtype)
        self._levels: StructArray = np.empty(DEPTH, self._driver.LEVEL)
        # Untouched pages cost no memory.
        self._actions = np.empty((DEPTH, max(compiled.max_legal, compiled.max_outcomes)), np.int32)
        self._weights = np.empty((DEPTH, compiled.max_outcomes), np.int64)
        self._nodes = np.zeros(1, np.int64)

    def bound(self, exact: list[float], margin: float) -> float:
        return float(self._driver.bound(np.array(exact, np.float64), margin))

    def value(self, state: State, low: float, high: float) -> float:
        self._states[0] = state.array[0]
        found = float(
            self._driver.value(
                state.game.params_array,
                self._states,
                self._levels,
                self._actions,
                self._weights,
                self._seat,
                self._one_outcome,
                low,
                high,
                self._budget.left,
                self._nodes,
            )
        )
        visited = int(self._nodes[0])
        if visited < 0:
            self._budget.left = 0
            raise TooLargeError("the tree is too large to be searched to its end")
        self._budget.left -= visited
        return found
