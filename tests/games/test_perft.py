"""Perft tables of all games (``perft.json`` in each game's test folder)."""

from __future__ import annotations

import json
from typing import Any

import pytest

import empile
from empile.engine.discovery import game_class
from empile.engine.perft import perft
from tests.support.games import Variant, random_match, variants, witness_folder


def _rows() -> list[Any]:
    rows: list[Any] = []
    for name in empile.game_names():
        path = witness_folder(name) / "perft.json"
        for row in json.loads(path.read_text("utf-8")) if path.exists() else []:
            options = row.get("options")
            label = row["variant"] if options is None else "-".join(map(str, options.values()))
            rows.append(pytest.param(name, row, id=f"{name}-{label}-depth-{row['depth']}"))
    return rows


@pytest.mark.parametrize(("name", "row"), _rows())
def test_perft_matches_table(name: str, row: dict[str, Any]) -> None:
    """A row has a ``variant``, or ``options`` and the position object ``start``."""
    if "start" in row:
        game = empile.load(name, **row["options"])
        start = game.state_from_position(row["start"])
    else:
        game, start = Variant(name, row["variant"]).game(), None
    assert perft(game, row["depth"], row.get("seed", 0), start=start) == row["leaves"]


WITH_PERFT = [v for v in variants() if game_class(v.name).contracts.referee is None]


@pytest.mark.parametrize("variant", WITH_PERFT, ids=str)
def test_perft_depth_1_counts_legal_moves(variant: Variant) -> None:
    """The compiled count agrees with the moves that the state offers."""
    game = variant.game()
    assert perft(game, 0) == 1
    state = game.new_state()
    if not state.is_chance_node():
        assert perft(game, 1) == len(state.legal_actions())


def test_perft_ignores_lines_that_end_early() -> None:
    game = Variant("block-ness", "pond").game()
    longest = 2 * len(game.presenter.board_setup()["rings"][0])
    assert perft(game, 5) > 0
    # No line is longer than all rings together, and the count of such lines is reached by walking.
    match = random_match(game, 1)
    assert len(match.events) <= longest


def test_perft_rejects_negative_depth() -> None:
    with pytest.raises(ValueError, match="0 or more"):
        perft(Variant("block-ness", "pond").game(), -1)
