"""Rings in reserve and in the lake, and the zone in use."""

from __future__ import annotations

from empile.engine.game import State
from empile.games.block_ness.rules.components import Hole, Lake, Ring, Zone
from empile.games.block_ness.rules.state import HEAD, SHORE
from empile.games.block_ness.text.notation import index_of, ring_of


def reserve(state: State, seat: int) -> list[Ring]:
    """Return the rings that ``seat`` has not laid, ascending, an unlaid start ring first."""
    params = state.game.params
    rings: list[Ring] = []
    if state.field("end")[seat][HEAD] == 0:
        rings.append(Ring(params["start_distance"][seat], params["start_height"][seat]))
    left = state.field("left")[seat]
    kinds = state.field("kind")[seat][: state.field("kinds")[seat]]
    for kind, count in zip(kinds, left, strict=False):
        rings += [ring_of(kind)] * count
    return rings


def zone_of(state: State, lake: Lake) -> Zone:
    """Return the zone in use; a solo start has its own."""
    if state.game.num_players > 1:
        return lake.zones[state.game.num_players]
    water = [
        Hole(column, row)
        for row in range(lake.rows)
        for column in range(lake.columns)
        if state.array["top"][0, index_of(state, Hole(column, row))] != SHORE
    ]
    return Zone(water[0], water[-1])


def laid_rings(state: State) -> list[tuple[int, int, int]]:
    """Return near foot, far foot and height of every ring, in the order laid."""
    rings = zip(
        state.field("ring_near"), state.field("ring_far"), state.field("ring_height"), strict=True
    )
    return list(rings)[: state.field("laid")]
