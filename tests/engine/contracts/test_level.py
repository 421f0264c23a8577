"""Tests of bot levels and search parameters."""

from __future__ import annotations

from typing import Any

import pytest

from empile.engine.contracts.level import Level


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": 0},
        {"simulations": 0},
        {"random_move_probability": 1.5},
        {"random_move_probability": -0.1},
        {"exploration": -1.0},
        {"rollout_depth": -2},
        {"progressive_widening": -0.5},
        {"prior_weight": -1.0},
    ],
    ids=str,
)
def test_level_rejects_invalid_values(wrong: dict[str, Any]) -> None:
    chosen: dict[str, Any] = {"number": 1, "key": "level.test", "simulations": 1, **wrong}
    with pytest.raises(ValueError, match="level"):
        Level(**chosen)
