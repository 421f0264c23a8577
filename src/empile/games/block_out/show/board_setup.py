"""Static board data of Block Out! for the client."""

from __future__ import annotations

from typing import Any

import numpy as np

from empile.games.block_out.physics.bodies import FACES, body
from empile.games.block_out.rules.components import BLOCKS, load_components

_DIGITS = 4


def board_setup() -> dict[str, Any]:
    """Return the blocks as solids, the card counts, and the hand's limits, in mm and s.

    Corners are relative to the centre of mass; faces list them counter-clockwise from outside.
    """
    data = load_components()
    return {
        "blocks": [_block(name) for name in BLOCKS],
        "cards": dict(data["cards"]),
        "countdown": data["judging"]["chant_s"],
        "watch": data["judging"]["watch_s"],
        "reach": {
            "radius": data["hand"]["reach_radius_mm"],
            "height": data["hand"]["reach_height_mm"],
        },
        "grips": list(FACES),
    }


def _block(name: str) -> dict[str, Any]:
    solid = body(name)
    return {
        "name": name,
        "colour": name[0],
        "size": name[1],
        "edge": load_components()["blocks"]["edge_mm"][name[1]],
        "corners": np.round(solid.corners, _DIGITS).tolist(),
        "faces": {face: list(solid.faces[face]) for face in FACES},
    }
