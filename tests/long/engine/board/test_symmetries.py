"""Symmetries that follow from cells, moves and random games."""

from __future__ import annotations

import numpy as np
import pytest

import empile
from empile.engine.game import Game
from empile.engine.symmetries.mirrored_games import first_difference
from tests.support.advance import Advance
from tests.support.cards import Cards
from tests.support.climb import Climb
from tests.support.dominoes import Dominoes
from tests.support.nim import Nim
from tests.support.race import Race

GAMES: list[tuple[type[Game], dict[str, int], int]] = [
    (Climb, {"players": 3}, 8),
    (Dominoes, {}, 12),
    (Advance, {}, 2),
    (Race, {}, 1),
    (Cards, {}, 1),
    (Nim, {}, 1),
]


@pytest.mark.parametrize(
    ("kind", "options", "count"), GAMES, ids=[kind.name for kind, _, _ in GAMES]
)
def test_games_have_the_symmetries_of_their_board(
    kind: type[Game], options: dict[str, int], count: int
) -> None:
    game = kind(**options)
    assert len(game.symmetries) == count
    for symmetry in game.symmetries:
        stream = empile.new_stream(100)
        assert first_difference(game, symmetry, stream) is None
        for part, size in (
            (symmetry.observation, game.observation_size),
            (symmetry.actions, game.possible_actions.size),
        ):
            assert sorted(part.tolist()) == [*range(size)]


def test_directions_of_seats_leave_the_reflection_of_columns() -> None:
    game = Advance()
    assert [symmetry.name for symmetry in game.symmetries] == ["identity", "reflect-90"]
    state = game.new_state()
    column = np.searchsorted(game.possible_actions, state.text_to_action("a1-b2"))
    image = np.argsort(game.symmetries[1].actions)[column]
    assert state.action_to_text(int(game.possible_actions[image])) == "c1-b2"


def test_pieces_move_with_their_cells() -> None:
    game = Climb()
    state = game.new_state()
    state.apply_text("b1")
    mirrored = game.new_state()
    mirrored.apply_text("e2")
    rotation = game.symmetries[1]
    assert rotation.name == "rotate-90"
    assert (state.observation(0)[rotation.observation] == mirrored.observation(0)).all()
