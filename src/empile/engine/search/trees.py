"""UCT and ISMCTS trees with a common interface."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from empile.engine.compiled.layout import StructArray
from empile.engine.contracts.level import SearchParams
from empile.engine.errors import ArgumentError
from empile.engine.random import Stream
from empile.engine.search.forest import MAX_BYTES
from empile.engine.state import State

MAX_NODES = 1 << 20
"""Simulations continue in a full tree."""
MAX_EDGES = 1 << 23
SHARE_OF_NODES = 4
"""Nodes take at most ``max_bytes`` divided by this; edges have the rest."""
BYTES_OF_SLOTS = 16
"""Of the table of edges, for each edge, at most."""
_PV_VISITS = 8
"""Minimum in the principal variation."""


@dataclass(frozen=True)
class MoveStats:
    """What a search found about a move."""

    action: int
    visits: int
    """The number of simulations that began with the move."""
    values: tuple[float, ...]
    """Mean returns by seat; zeros if unvisited."""
    scores: tuple[float, ...] | None
    """Mean final points by seat; None if unvisited, a rollout was cut, or the game has no points."""
    solved: bool
    """Whether ``values`` are exact: the result of best play."""


class Tree(Protocol):
    chunk: int | None
    """Simulations of each call of ``grow``, at most if timed; None: results do not depend on it."""

    calls_evaluator: bool
    """Whether ``grow`` returns after a call of the evaluator; one has been made for the root."""

    def grow(self, simulations: int) -> int:
        """Run at most so many simulations; return their number, 0 if the root is solved."""
        ...

    def move_stats(self) -> list[MoveStats]:
        """Return the moves, the best first, the others by visits."""
        ...

    def principal_variation(self) -> list[int]: ...

    def expected(self) -> tuple[float, ...]:
        """Return the mean of all returns by seat; exact if the root is solved."""
        ...


def make_tree(
    state: State,
    params: SearchParams,
    budget: int | None,
    stream: Stream,
    *,
    first: int | None = None,
    observer: int | None = None,
    max_bytes: int = MAX_BYTES,
) -> Tree:
    """Return the search tree for ``state``, with room for ``budget`` simulations in ``max_bytes``.

    They begin with ``first``, if given. ``observer`` is by default the seat to act. A page divides
    memory in the same way, so that its results are equal. Raises ``ArgumentError`` if not even the
    root fits, ``ValueError`` for a prior with imperfect information.
    """
    if params.prior_weight and state.game.imperfect_information:
        raise ValueError("a prior needs a game of perfect information: set prior=0")
    room = MAX_NODES if budget is None else budget
    if not state.game.imperfect_information:
        return UctTree(state, params, room, stream, first, max_bytes)
    seat = state.current_player() if observer is None else observer
    return IsmctsTree(state, params, room, stream, first, seat, max_bytes)


class UctTree:
    chunk: int | None = None
    calls_evaluator = False

    def __init__(
        self,
        state: State,
        params: SearchParams,
        budget: int,
        stream: Stream,
        first: int | None,
        max_bytes: int,
    ) -> None:
        compiled = state.game.compiled
        self._driver = compiled.uct
        self._params_array = state.game.params_array
        self._seats, self._has_points = state.game.num_players, state.game.has_points
        self._root, self._work = state.array.copy(), state.array.copy()
        self._params, self._stream = params, stream
        node, edge = self._driver.NODE, self._driver.EDGE
        most = max_bytes // SHARE_OF_NODES // node.itemsize
        nodes = min(budget + 1, MAX_NODES, most)
        most = (max_bytes - nodes * node.itemsize) // edge.itemsize
        # Untouched pages cost no memory: the system allocates them at the first write.
        self._nodes: StructArray = np.empty(nodes, node)
        edges = min((budget + 1) * compiled.max_legal, MAX_EDGES, most)
        self._edges: StructArray = np.empty(edges, edge)
        self._used = np.zeros(2, np.int64)
        self._history, self._ends = _history(state), _ends(state)
        start = self._driver.start
        if not start(self._params_array, self._root, self._nodes, self._edges, self._used, stream):
            raise ArgumentError(f"the root of the tree does not fit in {max_bytes} bytes")
        if first is not None:
            count = int(self._nodes["count"][0])
            self._edges["action"][:count] = first
            self._nodes["count"][0] = self._nodes["tried"][0] = 1

    def grow(self, simulations: int) -> int:
        return int(
            self._driver.simulate(
                self._params_array,
                self._root,
                self._work,
                self._nodes,
                self._edges,
                self._used,
                self._history,
                self._ends,
                simulations,
                self._params.exploration,
                self._params.fpu_reduction,
                self._params.amaf_weight,
                self._params.progressive_widening,
                self._params.rollout_depth,
                self._params.solver,
                self._params.prior_weight,
                self._stream,
            )
        )

    def move_stats(self) -> list[MoveStats]:
        return self._reports(0)

    def principal_variation(self) -> list[int]:
        line: list[int] = []
        node = 0
        while node >= 0:
            best = self._reports(node)[0]
            if line and best.visits < _PV_VISITS:
                break
            line.append(best.action)
            first, count = int(self._nodes["first"][node]), int(self._nodes["count"][node])
            actions: list[int] = self._edges["action"][first : first + count].tolist()
            node = int(self._edges["child"][first + actions.index(best.action)])
        return line

    def expected(self) -> tuple[float, ...]:
        if self._nodes["solved"][0]:
            return self._reports(0)[0].values
        count = int(self._nodes["count"][0])
        own = self._edges[:count]
        sums: list[float] = own["value"].sum(axis=0).tolist()
        return _means(sums, int(own["visits"].sum()), self._seats)

    def _reports(self, node: int) -> list[MoveStats]:
        first, count = int(self._nodes["first"][node]), int(self._nodes["count"][node])
        own = self._edges[first : first + count]
        ends = self._ends if node == 0 and self._has_points else None
        reports = [
            MoveStats(
                action,
                visits,
                _means(sums, visits, self._seats),
                _scores(ends, action, visits, self._seats),
                solved,
            )
            for action, visits, sums, solved in zip(
                own["action"].tolist(),
                own["visits"].tolist(),
                own["value"].tolist(),
                own["solved"].astype(bool).tolist(),
                strict=True,
            )
        ]
        return _best_first(reports, int(self._nodes["seat"][node]))


class IsmctsTree:
    """Tree of one observing seat."""

    chunk: int | None = None
    calls_evaluator = False

    def __init__(
        self,
        state: State,
        params: SearchParams,
        budget: int,
        stream: Stream,
        first: int | None,
        observer: int,
        max_bytes: int,
    ) -> None:
        self._driver = state.game.compiled.ismcts
        self._params_array = state.game.params_array
        self._seats, self._has_points = state.game.num_players, state.game.has_points
        self._seat = state.current_player()
        self._observer = observer
        self._first = -1 if first is None else first
        self._moves = np.array(state.legal_actions() if first is None else [first], np.int32)
        self._root, self._work = state.array.copy(), state.array.copy()
        self._params, self._stream = params, stream
        edge = self._driver.EDGE
        room = min(budget, MAX_NODES, max_bytes // (edge.itemsize + BYTES_OF_SLOTS))
        if room == 0:
            raise ArgumentError(f"the root of the tree does not fit in {max_bytes} bytes")
        self._edges: StructArray = np.empty(room, edge)
        self._table = np.full(1 << (2 * room).bit_length(), -1, np.int32)
        self._used = np.zeros(2, np.int64)
        self._history, self._ends = _history(state), _ends(state)
        self._sums = np.zeros(state.game.compiled.max_seats, np.float64)

    def grow(self, simulations: int) -> int:
        return int(
            self._driver.simulate(
                self._params_array,
                self._root,
                self._work,
                self._edges,
                self._table,
                self._used,
                self._history,
                self._ends,
                self._sums,
                self._observer,
                self._first,
                simulations,
                self._params.exploration,
                self._params.fpu_reduction,
                self._params.amaf_weight,
                self._params.progressive_widening,
                self._params.rollout_depth,
                self._stream,
            )
        )

    def move_stats(self) -> list[MoveStats]:
        numbers = np.empty(len(self._moves), np.int32)
        self._driver.report(
            self._params_array, self._root, self._edges, self._table, self._moves, numbers
        )
        ends = self._ends if self._has_points else None
        reports: list[MoveStats] = []
        for action, number in zip(self._moves.tolist(), numbers.tolist(), strict=True):
            visits, sums = 0, [0.0] * self._seats
            if number >= 0:
                visits = int(self._edges["visits"][number])
                sums = self._edges["value"][number].tolist()
            means = _means(sums, visits, self._seats)
            scores = _scores(ends, action, visits, self._seats)
            reports.append(MoveStats(action, visits, means, scores, False))
        return _best_first(reports, self._seat)

    def principal_variation(self) -> list[int]:
        """Return the best move only: replies depend on hidden information."""
        return [self.move_stats()[0].action]

    def expected(self) -> tuple[float, ...]:
        return _means(self._sums.tolist(), int(self._used[1]), self._seats)


def _history(state: State) -> StructArray:
    compiled = state.game.compiled
    return np.zeros(compiled.max_seats * compiled.actions, compiled.simulation.HISTORY)


def _ends(state: State) -> StructArray:
    compiled = state.game.compiled
    return np.zeros(compiled.actions, compiled.simulation.ENDS)


def _scores(
    ends: StructArray | None, action: int, visits: int, seats: int
) -> tuple[float, ...] | None:
    if ends is None or visits == 0 or int(ends["games"][action]) != visits:
        return None
    return _means(ends["points"][action].tolist(), visits, seats)


def _means(sums: list[float], visits: int, seats: int) -> tuple[float, ...]:
    return tuple(total / max(visits, 1) for total in sums[:seats])


def _best_first(reports: list[MoveStats], seat: int) -> list[MoveStats]:
    reports.sort(key=lambda report: (-report.visits, report.action))
    best = _best(reports, seat)
    reports.remove(best)
    return [best, *reports]


def _best(reports: list[MoveStats], seat: int) -> MoveStats:
    """Return the most visited move, or a solved move with a better value."""
    if seat < 0:
        return reports[0]
    known = [report for report in reports if report.solved]
    guessed = [report for report in reports if not report.solved]
    if not known or (guessed and all(report.values[seat] == -1.0 for report in known)):
        return guessed[0]
    best_known = max(known, key=lambda report: report.values[seat])
    if guessed and guessed[0].values[seat] > best_known.values[seat]:
        return guessed[0]
    return best_known
