"""Actions as planes: at the place that notation names."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np
import pytest

import empile
from empile.engine.planes import stack_boards
from empile.engine.planes.actions import ActionPlanes
from tests.support.games import random_match


def numbered(planes: ActionPlanes) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Return a policy whose values are their own indices."""
    return np.arange(float(np.prod(planes.shape))).reshape(planes.shape)


def hole(text: str) -> tuple[int, int]:
    """Return row and column of the hole or cell that a move begins with, e.g. ``c5``."""
    match = re.match(r">?([a-z])([0-9]+)", text)
    assert match is not None, text
    return int(match[2]) - 1, ord(match[1]) - ord("a")


def up_cell(text: str) -> tuple[int, int]:
    match = re.search(r"U([0-9])([0-9])", text)
    assert match is not None, text
    return int(match[2]), int(match[1])


@pytest.mark.parametrize(("name", "place"), [("blox", hole), ("on-top", up_cell)])
def test_places_are_those_of_notation(name: str, place: Callable[[str], tuple[int, int]]) -> None:
    game = empile.load(name)
    planes = game.action_planes
    assert planes is not None
    index = {action: n for n, action in enumerate(game.possible_actions.tolist())}
    seen = 0
    for state in random_match(game, 1, 60)._states:
        for action in state.legal_actions() if state.current_player() >= 0 else ():
            text = state.action_to_text(action)
            at = planes.place[index[action]]
            if text.startswith("/"):
                assert at == -1  # an exchange
                continue
            assert divmod(int(at), planes.shape[2]) == place(text), text
            seen += 1
    assert seen > 50


def test_places_of_block_ness() -> None:
    game = empile.load("block-ness", players=2)
    planes = game.action_planes
    assert planes is not None
    index = {action: n for n, action in enumerate(game.possible_actions.tolist())}
    low, _ = game._zone  # type: ignore[attr-defined]
    policy, size = numbered(planes), planes.shape[1] * planes.shape[2]
    for state in random_match(game, 2, 10)._states[:-1]:
        seat = state.current_player()
        boards, _ = stack_boards(game.observation_planes, state.observation(seat))
        found = planes.gather(policy, boards)
        position = state.position()
        for action in state.legal_actions():
            at = int(found[index[action]]) % size
            row, column = divmod(at, planes.shape[2])
            name = f"{'abcdefghijklmnop'[column + low.column]}{row + low.row + 1}"
            text = state.action_to_text(action)
            if position["stage"] == "start":
                assert name in text.split("-")
            else:
                assert name == position["heads" if text[0] == "H" else "tails"][seat]
