"""Static board data of Block Ness for the client."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from empile.engine.game import Game
from empile.games.block_ness.rules.components import (
    COLOURS,
    Hole,
    Lake,
    Ring,
    Zone,
    house_rings,
    read_hole,
)
from empile.games.block_ness.text.notation import way_between


def board_setup(game: Game, lake: Lake) -> dict[str, Any]:
    colours: list[int] = game.options["colours"]
    rings = game.options["rings"]
    sets: list[list[str]] = house_rings() if rings == "house" else rings
    whole = Zone(Hole(0, 0), Hole(lake.columns - 1, lake.rows - 1))
    zone = lake.zones.get(game.num_players, whole)  # a solo start has its own
    return {
        "columns": lake.columns,
        "rows": lake.rows,
        "deep": [str(corner) for corner in lake.zones[2]],
        "zone": [str(corner) for corner in zone],
        "zones": {
            str(seats): [str(corner) for corner in zone] for seats, zone in lake.zones.items()
        },
        "colours": [COLOURS[colour] for colour in colours],
        "rings": [list(sets[colour]) for colour in colours],
    }


def start_setup(game: Game, lake: Lake, start: Mapping[str, Any]) -> dict[str, Any]:
    """Return the board data of a game from a start: solo, its zone and all its rings."""
    setup = board_setup(game, lake)
    if game.num_players > 1:
        return setup
    zone = list(start["zone"])
    rings = {*start["reserves"][0], *(_ring(one) for one in start["rings"])}
    return {**setup, "deep": zone, "zone": zone, "zones": {"1": zone}, "rings": [sorted(rings)]}


def _ring(laid: Mapping[str, Any]) -> str:
    near, far = map(read_hole, laid["feet"])
    assert near is not None
    assert far is not None
    way = way_between(near, far)
    assert way is not None
    return str(Ring(way[1], laid["height"]))
