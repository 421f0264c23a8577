"""Moves found by lines of eight bytes are those of the general generator, in the same order."""

from __future__ import annotations

from typing import Any

import pytest

import empile
from empile.engine.playouts import random_games
from empile.engine.random import new_stream
from tests.games.block_ness.rules.test_value_network import DEFAULTS, values
from tests.support.games import random_match

RINGS = [[f"{2 + k}.{6 + k % 3}", "2.7", "5.7", "3.1", "3.1", "4.2"] for k in range(4)]
"""Of the greatest and least heights and distances, and twice the same; start rings are higher."""
LAKE: dict[str, Any] = {
    "columns": 8,
    "rows": 16,
    "zones": {"2": ["a3", "g10"], "3": ["a1", "h16"], "4": ["a1", "h16"]},
}
WIDE: dict[str, Any] = {
    "columns": 10,
    "rows": 10,
    "zones": {"2": ["a1", "i8"], "3": ["a1", "i8"], "4": ["a1", "i8"]},
}
OPTIONS: list[dict[str, Any]] = [
    *(variant.options for variant in DEFAULTS),
    {"players": 2, "rings": RINGS, "lake": LAKE},
    {"players": 3, "rings": RINGS, "variant": "expert"},
    {"players": 4, "rings": RINGS, "lake": LAKE, "variant": "expert"},
]


def general_game(options: dict[str, Any]) -> empile.Game:
    """Return the same game without lines."""
    game = empile.load("block-ness", **options)
    game.params_array = game.params_array.copy()
    for name in ("lines", "line_code", "turned", "turned_step"):
        game.params_array[name] = 0
    return game


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_legal_plays_match_general_generator(number: int) -> None:
    game = empile.load("block-ness", **OPTIONS[number])
    assert game.params["lines"]
    general = empile.Match(general_game(OPTIONS[number]))
    match = random_match(game, number)
    for index, event in enumerate(match.events):
        state = match.state_before(index)
        assert state.legal_actions() == general.state.legal_actions()
        assert values(state).tolist() == values(general.state).tolist()
        general.play(event.text)
    assert match.state.result() == general.state.result()


@pytest.mark.parametrize("number", range(len(OPTIONS)))
@pytest.mark.parametrize("by_lists", [False, True])
def test_random_games_match_general_generator(number: int, by_lists: bool) -> None:
    game = empile.load("block-ness", **OPTIONS[number])
    general = general_game(OPTIONS[number])
    found = random_games(game, 30, stream=new_stream(number), by_lists=by_lists)
    wanted = random_games(general, 30, stream=new_stream(number))
    assert (found.actions, found.wins) == (wanted.actions, wanted.wins)


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_state_of_position_equals_played_state(number: int) -> None:
    """The boards of lines, too, are those of the state: equal positions are equal bytes."""
    game = empile.load("block-ness", **OPTIONS[number])
    match = random_match(game, number)
    begun = next(k for k in range(len(match.events)) if "H" in match.events[k].text)
    for index in range(begun, len(match.events)):
        state = match.state_before(index)
        read = game.state_from_position(state.position())
        for field in ("across", "along", "reserve", "top"):
            assert read.array[field].tolist() == state.array[field].tolist()


@pytest.mark.parametrize(
    "changed",
    [
        {"rings": [["2.9", "2.2"]] * 4},
        {"rings": [["8.1", "2.2"]] * 4, "lake": WIDE},
        {"rings": [["2.1", "6.2"]] * 4},
        {"rings": [["2.1", "1.2"]] * 4},
        {"rings": [["2.1", "2.8"]] * 4},
        {"lake": WIDE},
        {"lake": {"columns": 26, "rows": 18, "zones": LAKE["zones"]}},
    ],
)
def test_lines_need_rings_and_lakes_of_a_size(changed: dict[str, Any]) -> None:
    assert empile.load("block-ness").params["lines"]
    assert not empile.load("block-ness", **changed).params["lines"]
