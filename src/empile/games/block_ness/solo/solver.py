"""Exhaustive solver of solo positions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from empile.engine.errors import EmpileError
from empile.engine.game import Game, State
from empile.engine.random import new_stream
from empile.games.block_ness.rules.components import MAX_HEIGHT
from empile.games.block_ness.rules.state import KINDS
from empile.games.block_ness.solo.search.explore import (
    DONE,
    FULL,
    count_solved,
    count_through,
    explore,
)
from empile.games.block_ness.solo.search.layout import LONGEST, SEARCH, SLOTS, hash_codes

NODES = 2_000_000
"""Default limit of states; a search of that many takes seconds and 64 MB."""
_FIRST_NODES = 1 << 12
_GROWTH = 8
_PLAYS = 10_000
"""Random plays that estimate the share of an incomplete search."""


class NodeLimitError(EmpileError):
    """The node limit was reached before the answer was known."""


@dataclass(frozen=True)
class Solved:
    """What is known of a solo position.

    Two solutions differ if their sets of rings differ in shape, place or height, not in order.
    """

    solutions: int
    """Solutions found."""
    is_exact: bool
    """Whether there are no others."""
    is_complete: bool
    """Whether all states were searched; else it may be unknown whether there is a solution."""
    by_move: dict[int, int]
    """Solutions through each legal move, at most one more than the bound; empty unless complete."""
    share: float
    """Share of uniformly random plays that solve the position."""
    share_is_exact: bool
    """False if ``share`` is an estimate from random plays."""
    nodes: int
    """States searched."""

    @property
    def is_solvable(self) -> bool | None:
        """Whether the position can be solved; None if unknown."""
        if self.solutions:
            return True
        return False if self.is_complete else None

    @property
    def narrowest_move(self) -> int | None:
        """The legal move with the fewest solutions, but at least one; None without one."""
        solving = [(count, move) for move, count in self.by_move.items() if count]
        return min(solving)[1] if solving else None


def solve(state: State, *, most_solutions: int = 1000, nodes: int = NODES) -> Solved:
    """Search all plays of a solo position.

    If there are more than ``most_solutions``, ``solutions`` is that bound and not exact. After
    ``nodes`` states, the search stops and is not complete.

    Example: ``solve(state).is_solvable``.
    """
    if state.is_terminal():
        solutions = int(not _hand_of(state))
        return Solved(solutions, True, True, {}, float(solutions), True, 1)
    status, search = _explored(state, most_solutions + 1, nodes, stops=False)
    found = int(search.work["solutions"])
    solutions, is_exact = min(found, most_solutions), found <= most_solutions
    if status == FULL:
        share = _estimate(search, _PLAYS)
        return Solved(solutions, False, False, {}, share, False, int(search.work["nodes"]))
    share, nodes_used = float(search.shares[search.root]), int(search.work["nodes"])
    by_move = _solutions_by_move(search, most_solutions + 1)
    return Solved(solutions, is_exact, True, by_move, share, True, nodes_used)


def share_estimate(state: State, plays: int) -> float:
    """Return the share of ``plays`` random plays that solve a position; always the same.

    Example: ``share_estimate(state, 1000)``.
    """
    return _estimate(_new_search(state, 1), plays)


def _estimate(search: _Search, plays: int) -> float:
    return count_solved(search.array, new_stream(0), plays) / plays


def solution(state: State, *, nodes: int = NODES) -> list[str] | None:
    """Return the moves of a solution as text, or None if there is none.

    Raises ``NodeLimitError`` if that is unknown after ``nodes`` states.
    """
    if state.is_terminal():
        return None if _hand_of(state) else []
    status, search = _explored(state, 1, nodes, stops=True)
    if status == FULL:
        raise NodeLimitError(f"no solution is known after a search of {nodes} states")
    if status == DONE:
        return None
    after, texts = state.clone(), list[str]()
    for action in search.path():
        texts.append(after.action_to_text(action))
        after.apply_action(action)
    return texts


class _Search(NamedTuple):
    """The arrays of a search."""

    array: NDArray[Any]
    kinds: list[int]
    keys: NDArray[np.int64]
    shares: NDArray[np.float64]

    @property
    def work(self) -> Any:
        return self.array[0]

    @property
    def root(self) -> int:
        return int(self.work["entry"][0])

    def action(self, depth: int, index: int) -> int:
        """Return a move at ``depth`` as an action of the game."""
        ways, slot = divmod(int(self.work["moves"][depth, index]), SLOTS)
        return ways * KINDS + self.kinds[slot]

    def path(self) -> Iterator[int]:
        """Yield the actions of the path at which the search stopped."""
        for depth in range(int(self.work["hand"])):
            yield self.action(depth, int(self.work["at"][depth]))


def _explored(state: State, most: int, nodes: int, *, stops: bool) -> tuple[int, _Search]:
    """Search with tables of growing size, since most positions need a small one."""
    rings, ends = hash_codes()
    limit = min(_FIRST_NODES, nodes)
    while True:
        search = _new_search(state, limit)
        found = _solution_set(most)
        tables = (search.array, rings, ends, search.keys, search.shares, found)
        status = explore(*tables, most, limit, stops)
        if status != FULL or limit == nodes:
            return status, search
        limit = min(limit * _GROWTH, nodes)


def _new_search(state: State, nodes: int) -> _Search:
    array = np.zeros(1, SEARCH)
    work, s, params = array[0], state.array[0], state.game.params
    work["reach"], work["step"] = params["reach"], params["step"]
    work["end"], work["top"] = s["end"][0], s["top"]
    work["free"] = np.count_nonzero(work["top"] == 0)
    hand = _hand_of(state)
    work["hand"] = sum(left for _, left in hand)
    for slot, (kind, left) in enumerate(hand):
        distance, height = kind // MAX_HEIGHT + 1, kind % MAX_HEIGHT + 1
        work["distance"][slot], work["height"][slot], work["left"][slot] = distance, height, left
        work["longest"] = distance
    distances = work["distance"][: len(hand)]
    work["first"] = np.searchsorted(distances, np.arange(LONGEST + 2))
    size = 1 << (2 * nodes - 1).bit_length()
    kinds = [kind for kind, _ in hand]
    return _Search(array, kinds, np.zeros(size, np.int64), np.zeros(size, np.float64))


def _hand_of(state: State) -> list[tuple[int, int]]:
    """Return the kinds of ring in hand with their numbers, ascending."""
    s = state.array[0]
    count = int(s["kinds"][0])
    kinds, left = s["kind"][0][:count].tolist(), s["left"][0][:count].tolist()
    return [(kind, number) for kind, number in zip(kinds, left, strict=True) if number]


def _solution_set(most: int) -> NDArray[np.int64]:
    return np.zeros(1 << (2 * most).bit_length(), np.int64)


def _solutions_by_move(search: _Search, most: int) -> dict[int, int]:
    rings, ends = hash_codes()
    marks = np.zeros(len(search.keys), np.int32)
    found = _solution_set(most)
    by_move: dict[int, int] = {}
    for first in range(int(search.work["count"][0])):
        found[:] = 0
        by_move[search.action(0, first)] = count_through(
            search.array, rings, ends, search.keys, search.shares, marks, found, most, first
        )
    return by_move


def warm(game: Game) -> None:
    """Compile or load the solver; ``game`` is of any options."""
    state = type(game)(players=1).state_from_position(_SMALL)
    solve(state)
    solve(state, nodes=1)
    solution(state)


_SMALL = {
    "stage": "play",
    "seat": 0,
    "zone": ["a1", "f1"],
    "rings": [{"seat": 0, "feet": ["a1", "b1"], "height": 1}],
    "heads": ["b1"],
    "tails": ["a1"],
    "reserves": [["1.1", "1.1"]],
}
"""A start with one solution."""
