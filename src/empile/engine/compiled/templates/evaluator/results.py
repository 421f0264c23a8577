"""Template: what searches found (see ``.search``)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled
from empile.engine.compiled.layout import StructArray
from empile.engine.compiled.templates.evaluator.gumbel import best_at_root, write_improved
from empile.engine.compiled.templates.evaluator.noise import uniform
from empile.engine.compiled.templates.evaluator.tree import most_visits
from empile.engine.maths import power


@compiled
def report(
    settings_array: StructArray,
    trees: StructArray,
    nodes: StructArray,
    actions: NDArray[np.int32],
    priors: NDArray[np.float32],
    stats: StructArray,
    scores: NDArray[np.float64],
    columns: NDArray[np.int32],
    scratch_array: StructArray,
    seats: int,
    visits: NDArray[np.int32],
    policy: NDArray[np.float32],
    values: NDArray[np.float32],
    best: NDArray[np.int32],
) -> None:
    """Write each root's visits and policy target by column, values by seat, and best move.

    All are zero before, ``best`` -1.
    """
    settings = settings_array[0]
    scratch = scratch_array[0].shares
    for t in range(len(trees)):
        tree = trees[t]
        if tree.observer < 0 or tree.root < 0:
            continue
        node = nodes[int(tree.root)]
        most = -1
        total = 0
        for k in range(int(node.tried)):
            stat = stats[int(node.stats) + k]
            count = int(stat.visits)
            visits[t, int(columns[stat.action])] = count
            total += count
            if count > most:
                most = count
                best[t] = stat.action
        for seat in range(seats):
            values[t, seat] = tree.sums[seat] / max(1, int(tree.total))
        if settings.considered > 0:
            k = best_at_root(node, settings, stats, scores[t])
            best[t] = stats[int(node.stats) + k].action
            write_improved(node, settings, priors, stats, scratch)
        for i in range(int(node.count)):
            at = int(node.first) + i
            share = scratch[i]
            if settings.considered == 0:
                share = float(priors[at])
                if total > 0:
                    share = 0.0
                    if i < int(node.tried):
                        share = float(stats[int(node.stats) + i].visits) / total
            policy[t, int(columns[actions[at]])] = share
        if best[t] < 0:  # no simulation: the move with the highest prior
            highest = np.float32(-1.0)
            for i in range(int(node.first), int(node.first) + int(node.count)):
                if priors[i] > highest:
                    highest = priors[i]
                    best[t] = actions[i]


@compiled
def sample(
    trees: StructArray,
    nodes: StructArray,
    stats: StructArray,
    temperature: float,
    streams: NDArray[np.uint64],
    out: NDArray[np.int32],
) -> None:
    """Draw a root move of each tree by its visits to the power of ``1 / temperature``.

    ``out`` has the moves of trees without visits before.
    """
    for t in range(len(trees)):
        tree = trees[t]
        if tree.observer < 0 or tree.root < 0:
            continue
        node = nodes[int(tree.root)]
        most = most_visits(node, stats)
        if most == 0:
            continue
        total = 0.0
        for k in range(int(node.tried)):
            total += power(int(stats[int(node.stats) + k].visits) / most, 1.0 / temperature)
        left = uniform(streams[t : t + 1]) * total
        for k in range(int(node.tried)):
            stat = stats[int(node.stats) + k]
            if stat.visits > 0:
                out[t] = stat.action
                left -= power(int(stat.visits) / most, 1.0 / temperature)
                if left < 0.0:
                    break
