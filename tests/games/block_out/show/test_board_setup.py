"""Tests of static board data."""

from __future__ import annotations

import numpy as np
import pytest

import empile
from empile.games.block_out.physics.bodies import body
from empile.games.block_out.rules.components import BLOCKS


def test_board_setup_solids() -> None:
    setup = empile.load("block-out").presenter.board_setup()
    assert [block["name"] for block in setup["blocks"]] == list(BLOCKS)
    for block in setup["blocks"]:
        solid = body(block["name"])
        assert block["corners"] == pytest.approx(solid.corners, abs=1e-3)
        assert (block["colour"], block["size"]) == tuple(block["name"])
        for grip in setup["grips"]:
            a, b, c, _ = (np.array(block["corners"][corner]) for corner in block["faces"][grip])
            assert np.cross(b - a, c - b) @ solid.normals[grip] > 0
