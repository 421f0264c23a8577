"""Images of positions under symmetries."""

from __future__ import annotations

from functools import cache

import msgspec
import numpy as np
import pytest

import empile
from empile.engine.random import below, new_stream
from empile.training.augmentation import Augmentation
from tests.support.training import SMALL, positions_of

two_seats = cache(lambda: empile.load("block-ness", players=2))


@pytest.mark.parametrize("symmetry", range(8))
def test_images_are_what_is_seen_in_the_mirrored_game(symmetry: int) -> None:
    augmentation = Augmentation(two_seats(), SMALL)
    image = np.argsort(two_seats().symmetries[symmetry].actions)
    state, mirrored, stream = two_seats().new_state(), two_seats().new_state(), new_stream(4)
    for _ in range(8):
        legal = np.searchsorted(two_seats().possible_actions, sorted(state.legal_actions()))
        seat = state.current_player()
        seen = state.observation(seat)[None, :].astype(np.float32)
        inputs, columns = augmentation.image(seen, legal[None, :].astype(np.int64), symmetry)
        assert inputs[0] == pytest.approx(mirrored.observation(seat))
        moves = two_seats().possible_actions[columns[0]]
        assert sorted(moves.tolist()) == sorted(mirrored.legal_actions())
        chosen = below(stream, len(legal))
        state.apply_action(int(two_seats().possible_actions[legal[chosen]]))
        # The target of a move goes with its image.
        assert columns[0, chosen] == image[legal[chosen]]
        mirrored.apply_action(int(moves[chosen]))


def test_the_identity_changes_nothing() -> None:
    inputs, _ = positions_of(two_seats(), 3)
    columns = np.arange(6).reshape(3, 2)
    found = Augmentation(two_seats(), SMALL).image(inputs, columns, 0)
    assert found[0] is inputs
    assert found[1] is columns


def test_networks_with_memory_learn_no_images() -> None:
    assert len(Augmentation(two_seats(), SMALL)) == len(two_seats().symmetries) > 1
    assert len(Augmentation(two_seats(), msgspec.structs.replace(SMALL, memory=True))) == 1
    assert len(Augmentation(empile.load("cairn"), SMALL)) == 1
