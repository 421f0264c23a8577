"""Positions that the editor on the page builds: the engine reads them, or says what is missing.

``web/position/tower-positions.test.ts`` writes them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import empile

EXAMPLES: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("built_positions.json").read_text("utf-8")
)


@pytest.mark.parametrize("number", [n for n, one in enumerate(EXAMPLES) if one["fault"] is None])
def test_built_positions_begin_games(number: int) -> None:
    position = EXAMPLES[number]["position"]
    state = empile.load("block-out", **EXAMPLES[number]["options"]).state_from_position(position)
    assert state.position() == {name: position[name] for name in position if name != "poses"}
    assert state.legal_actions()


@pytest.mark.parametrize("number", [n for n, one in enumerate(EXAMPLES) if one["fault"]])
def test_unfinished_positions_are_refused_with_a_reason(number: int) -> None:
    game = empile.load("block-out", **EXAMPLES[number]["options"])
    with pytest.raises(empile.PositionError) as refused:
        game.state_from_position(EXAMPLES[number]["position"])
    reason = refused.value.reason
    assert reason is not None
    assert reason.key == EXAMPLES[number]["fault"]
    for language in game.presenter.catalogue.languages:
        assert reason.key not in game.presenter.catalogue.format(language, reason)
