"""Template: the paths of simulations through trees (see ``.search``)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructArray, StructRef, struct_dtype
from empile.engine.compiled.templates import rules

LONGEST = 250
"""Moves of a simulation; below, leaves are evaluated, but not kept."""

LEAF = struct_dtype(
    [
        ("tree", "i4"),
        ("node", "i4"),
        ("depth", "i4"),
        ("seat", "i4"),
        ("view_row", "i4"),  # the row of the searching seat's view, or -1
        ("observer", "i4"),  # the searching seat
        ("rollout", "f8", (rules.MAX_SEATS,)),  # returns of a rollout
        ("path", "i4", (2 * LONGEST,)),  # nodes and numbers of their moves
    ]
)


@inline
def undo(leaf: StructRef, settings: StructRef, nodes: StructArray, stats: StructArray) -> None:
    """Take back the visits of a simulation that was given up."""
    for d in range(int(leaf.depth)):
        node = nodes[int(leaf.path[2 * d])]
        node.visits -= 1
        stat = stats[int(node.stats) + int(leaf.path[2 * d + 1])]
        stat.visits -= 1
        stat.value[int(node.seat)] += settings.virtual_loss


@inline
def add_returns(
    leaf: StructRef,
    tree: StructRef,
    settings: StructRef,
    nodes: StructArray,
    stats: StructArray,
    returns: NDArray[np.float64],
    seats: int,
) -> None:
    """Add the returns of a simulation to its path."""
    tree.total += 1
    for seat in range(seats):
        tree.sums[seat] += returns[seat]
    for d in range(int(leaf.depth)):
        node = nodes[int(leaf.path[2 * d])]
        stat = stats[int(node.stats) + int(leaf.path[2 * d + 1])]
        for seat in range(seats):
            stat.value[seat] += returns[seat]
        stat.value[int(node.seat)] += settings.virtual_loss
