"""Actions of Blox that layout and options allow."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

import empile
from empile.games.blox import GAME
from empile.games.blox.rules.components import CELLS, SIZE
from empile.games.blox.rules.state import BUILD, DEMOLISH, EXCHANGE, MOVE, SETS, STRIKE

WEST, SOUTH = 2, 3


def possible(**options: Any) -> set[int]:
    return set(empile.load("blox", **options).possible_actions.tolist())


def test_possible_actions_of_strikes_follow_cap() -> None:
    added = possible() - possible(strike_cap=5)
    assert len(added) == 2 * 4 * SIZE * (SIZE - 1)  # with and without the joker
    assert all((action - STRIKE) // 2 % 4 == 6 - 3 for action in added)
    assert possible(strike_cap=5) <= possible()


def test_possible_actions_stay_inside_the_city() -> None:
    a1 = 0
    for first, each in ((DEMOLISH, 5), (STRIKE, 8)):
        for way in (WEST, SOUTH):
            line = first + (a1 * 4 + way) * each
            assert possible().isdisjoint(range(line, line + each))


def test_possible_actions_exchange_what_a_hand_holds() -> None:
    """Sets of one to five cards in four colours."""
    exchanges = [action for action in possible() if EXCHANGE <= action < BUILD]
    assert len(exchanges) == 125


def test_possible_actions_build_with_a_joker_for_a_block_of_the_tower() -> None:
    builds = np.array([action for action in possible() if action >= BUILD]) - BUILD
    by_rank = np.bincount(builds // 5 % SETS, minlength=SETS) // CELLS
    only_mauve = 0
    assert by_rank[only_mauve] == 2
    assert by_rank.max() == 5


def test_possible_actions_move_to_colours_ahead() -> None:
    """One with, one without the joker for each cell, direction and colour that lies beyond."""
    text = json.loads((GAME.folder / "data" / "components.json").read_text("utf-8"))
    rows = list(reversed(text["colours"]))
    beyond = 0
    for row, column in np.ndindex(SIZE, SIZE):
        line = [rows[row][k] for k in range(SIZE)]
        file = [rows[k][column] for k in range(SIZE)]
        for part in (line[column + 1 :], line[:column], file[row + 1 :], file[:row]):
            beyond += len(set(part))
    moves = [action for action in possible() if MOVE <= action < DEMOLISH]
    assert len(moves) == 2 * beyond
