"""Static board data for the client, and poses of the current tower."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from empile.engine.game import Event, State
from empile.games.block_out.physics.bodies import FACES, body
from empile.games.block_out.physics.poses import Pose, read_poses
from empile.games.block_out.physics.stacking import straight
from empile.games.block_out.rules.components import BLOCKS, house
from empile.games.block_out.rules.state import STANDS, TOWER
from empile.games.block_out.text.notation import ANSWERS

_ANSWERS = tuple(ANSWERS.values())
_DIGITS = 4
"""Decimals of a millimetre."""


def board_setup() -> dict[str, Any]:
    """Return the blocks as solids, the numbers of cards, and the limits of a hand.

    In millimetres and seconds. Corners are relative to the block's centre of mass, in its own
    frame; faces list their corners counter-clockwise seen from outside.
    """
    data = house()
    return {
        "blocks": [_block(name) for name in BLOCKS],
        "cards": dict(data["cards"]),
        "chant": data["judging"]["chant_s"],
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
        "edge": house()["blocks"]["edge_mm"][name[1]],
        "corners": np.round(solid.corners, _DIGITS).tolist(),
        "faces": {face: list(solid.faces[face]) for face in FACES},
    }


def poses(state: State, events: Sequence[Event]) -> dict[str, Any]:
    """Return the poses of the tower's blocks, bottom up, without one still to be placed.

    Blocks without recorded poses lie straight on those below.
    """
    return {
        "blocks": [
            {"block": pose.block, "at": list(pose.at), "turn": list(pose.turn)}
            for pose in standing(state, events)
        ]
    }


def standing(state: State, events: Sequence[Event]) -> list[Pose]:
    """Return the poses of the tower's blocks, bottom up, without one still to be placed."""
    placed: list[int] = state.field("tower")
    tower = [BLOCKS[block - 1] for block in placed if block]
    if state.field("due") == TOWER:
        tower = tower[:-1]
    return straight(tower, _recorded_poses(events) if tower else ())


def _recorded_poses(events: Sequence[Event]) -> list[Pose]:
    """Return the recorded poses of the lower part, or all, of the current tower."""
    answers = (event.text for event in reversed(events) if event.text.startswith(_ANSWERS))
    for number, text in enumerate(answers):
        name, _, pose_text = text.partition(" ")
        if name == ANSWERS[STANDS]:
            if pose_text:
                return read_poses(pose_text)
        elif number:
            break
    return []
