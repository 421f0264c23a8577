"""What a page needs to draw the blocks: their solids, and where they lie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from empile.engine.game import Event, State
from empile.games.block_out.bodies import FACES, body
from empile.games.block_out.memory import STANDS, TOWER
from empile.games.block_out.notation import ANSWERS
from empile.games.block_out.pieces import BLOCKS, house
from empile.games.block_out.resting import Pose, read_poses
from empile.games.block_out.stacking import straight

_ANSWERS = tuple(ANSWERS.values())
_DIGITS = 4
"""Of millimetres: less than what one sees, and short to send."""


def board_setup() -> dict[str, Any]:
    """Return what never changes: the blocks as solids, how many cards, and how a hand places them.

    Lengths are millimetres, times seconds. A corner is relative to the block's centre of mass, along
    the axes of its own frame; a face lists its corners counter-clockwise seen from outside.
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
    """Return where the blocks of the tower lie, from the bottom up, without one still to be placed.

    Blocks whose poses no answer has told lie straight on those below.
    """
    return {
        "blocks": [
            {"block": pose.block, "at": list(pose.at), "turn": list(pose.turn)}
            for pose in standing(state, events)
        ]
    }


def standing(state: State, events: Sequence[Event]) -> list[Pose]:
    """Return the poses of the tower's blocks, from the bottom up, without one still to be placed."""
    placed: list[int] = state.field("tower")
    tower = [BLOCKS[block - 1] for block in placed if block]
    if state.field("due") == TOWER:
        tower = tower[:-1]
    return straight(tower, _told(events) if tower else ())


def _told(events: Sequence[Event]) -> list[Pose]:
    """Return the poses that answers tell of the tower as it stands, which may be its lower part.

    The last answer is a fall only where it ended the game: the tower is shown as it stood before.
    """
    answers = (event.text for event in reversed(events) if event.text.startswith(_ANSWERS))
    for number, text in enumerate(answers):
        name, _, told = text.partition(" ")
        if name == ANSWERS[STANDS]:
            if told:
                return read_poses(told)
        elif number:
            break
    return []
