"""Searching for a good move by simulated games: the Python face of the compiled tree search.

The search itself is told in :mod:`empile.engine.drivers.uct`. It sees the whole state, so it is
fair only in games in which every seat sees the whole state too.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from empile.engine.game import State
from empile.engine.layout import RecordArray
from empile.engine.random import Stream

EXPLORATION = 0.5
URGENCY = 0.0
TRUST = 1.0
MAX_NODES = 1 << 20
"""A tree that has so many nodes grows no more; its values still get better."""
MAX_EDGES = 1 << 23
_LINE_VISITS = 8
"""A line ends where fewer simulations have gone."""
_CHUNK_SECONDS = 0.002
_CHUNK_SECONDS_UNTIMED = 0.02  # each chunk ends by waiting for Python's lock: seldom is cheaper
_FIRST_CHUNK = 16


@dataclass(frozen=True)
class MoveReport:
    """What the search found out about one move."""

    action: int
    visits: int
    """In how many simulations it was made."""
    values: tuple[float, ...]
    """The mean of the returns that followed, by seat, -1 to 1; zeros where it was never made."""
    solved: bool
    """Whether ``values`` is exact: what best play leads to, not an estimate."""


@dataclass(frozen=True)
class SearchResult:
    """What a search found out."""

    seat: int
    """The seat to act."""
    best: int
    """The action to choose."""
    moves: list[MoveReport]
    """All legal moves, the best first, then by visits."""
    simulations: int
    """How many were made: the sum of the moves' visits."""
    seconds: float
    line: list[int]
    """The best move and what is expected to follow, chance's outcomes included."""

    @property
    def value(self) -> float:
        """The return that the seat to act expects, -1 to 1."""
        return self.moves[0].values[self.seat]


def search(
    state: State,
    *,
    stream: Stream,
    simulations: int | None = None,
    seconds: float | None = None,
    exploration: float = EXPLORATION,
    urgency: float = URGENCY,
    trust: float = TRUST,
    horizon: int = 0,
    stop: Callable[[], bool] | None = None,
) -> SearchResult:
    """Search ``state``, in which a seat is to act, and report on every legal move.

    The search ends when ``simulations`` are made, when ``seconds`` are over or when ``stop()``
    (asked every few milliseconds) returns True, whichever comes first, and at once where best
    play is known. At least one of the first two is needed. Random numbers are drawn from
    ``stream``: the same stream and the same ``simulations`` without ``seconds`` give the same
    result. ``exploration`` weighs trying what looks worse; ``urgency`` is by how much an untried
    move counts as worse than the mean of the tried ones, ``trust`` how much it counts what the same
    action brought elsewhere in the search. Other Python threads run meanwhile;
    ``state`` is not changed. Raises :class:`ValueError` where no seat is to act or without budget.
    """
    seat = state.current_player()
    if seat < 0:
        raise ValueError("a search needs a state in which a seat is to act")
    if simulations is None and seconds is None:
        raise ValueError("a search needs a budget: simulations, seconds or both")
    if simulations is not None and simulations < 1:
        raise ValueError("a search needs at least one simulation")
    begun = time.perf_counter()
    deadline = None if seconds is None else begun + seconds
    compiled = state.game.compiled
    uct = compiled.uct
    boxes, root, work = state.game.boxes, state.array.copy(), state.array.copy()
    budget = MAX_NODES if simulations is None else simulations
    # Room that is never written to costs no memory: the system gives pages as they are touched.
    nodes = np.empty(min(budget + 1, MAX_NODES), uct.NODE)
    edges = np.empty(min((budget + 1) * compiled.max_legal, MAX_EDGES), uct.EDGE)
    used = np.zeros(2, np.int64)
    history = np.zeros(compiled.max_seats * compiled.actions, uct.HISTORY)
    uct.start(boxes, root, nodes, edges, used, stream)
    made, chunk = 0, _FIRST_CHUNK
    pause = _CHUNK_SECONDS_UNTIMED if seconds is None and stop is None else _CHUNK_SECONDS
    while simulations is None or made < simulations:
        chunk = chunk if simulations is None else min(chunk, simulations - made)
        chunk_begun = time.perf_counter()
        done = int(
            uct.simulate(
                boxes,
                root,
                work,
                nodes,
                edges,
                used,
                history,
                chunk,
                exploration,
                urgency,
                trust,
                horizon,
                stream,
            )
        )
        made += done
        now = time.perf_counter()
        if done < chunk or (deadline is not None and now >= deadline):
            break
        if stop is not None and stop():
            break
        pace = chunk / max(now - chunk_begun, 1e-7)
        chunk = max(1, min(int(pace * pause), 2 * chunk))
    moves = _reports(nodes, edges, 0, state.game.num_players)
    return SearchResult(
        seat=seat,
        best=moves[0].action,
        moves=moves,
        simulations=made,
        seconds=time.perf_counter() - begun,
        line=_line(nodes, edges, state.game.num_players),
    )


def _reports(nodes: RecordArray, edges: RecordArray, node: int, seats: int) -> list[MoveReport]:
    """Return what is known of a node's actions, the one to choose first, the others by visits."""
    first, count = int(nodes["first"][node]), int(nodes["count"][node])
    own = edges[first : first + count]
    reports = [
        MoveReport(action, visits, tuple(total / max(visits, 1) for total in sums[:seats]), solved)
        for action, visits, sums, solved in zip(
            own["action"].tolist(),
            own["visits"].tolist(),
            own["value"].tolist(),
            own["solved"].astype(bool).tolist(),
            strict=True,
        )
    ]
    reports.sort(key=lambda report: (-report.visits, report.action))
    best = _best(reports, int(nodes["seat"][node]))
    reports.remove(best)
    return [best, *reports]


def _best(reports: list[MoveReport], seat: int) -> MoveReport:
    """Return the most visited move, or one whose exact value is better than that one's mean."""
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


def _line(nodes: RecordArray, edges: RecordArray, seats: int) -> list[int]:
    line: list[int] = []
    node = 0
    while node >= 0:
        best = _reports(nodes, edges, node, seats)[0]
        if line and best.visits < _LINE_VISITS:
            break
        line.append(best.action)
        first, count = int(nodes["first"][node]), int(nodes["count"][node])
        edge = first + edges["action"][first : first + count].tolist().index(best.action)
        node = int(edges["child"][edge])
    return line
