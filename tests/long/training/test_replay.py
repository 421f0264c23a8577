"""The replay buffer."""

from __future__ import annotations

import numpy as np
import pytest

import empile
from empile.training.replay import MOST_MOVES, Positions, ReplayBuffer, position_dtype

DTYPE = np.dtype([("number", np.int64)])


def numbered(first: int, end: int) -> Positions:
    found = np.zeros(end - first, DTYPE)
    found["number"] = np.arange(first, end)
    return found


def test_buffer_keeps_the_newest_positions() -> None:
    buffer, added = ReplayBuffer(DTYPE, 10), 0
    for count in (0, 3, 4, 6, 1, 25, 7, 10):
        buffer.add(numbered(added, added + count))
        added += count
        kept = sorted(buffer.contents()[0]["number"].tolist())
        assert kept == [*range(max(0, added - 10), added)]
        assert buffer.size == len(kept)


def test_samples_are_uniform() -> None:
    buffer = ReplayBuffer(DTYPE, 10)
    buffer.add(numbered(0, 5))
    found = buffer.sample(np.random.default_rng(1), 5000)["number"]
    counts = np.bincount(found)
    assert len(counts) == 5
    assert counts.min() > 800


def test_buffer_continues_from_its_contents() -> None:
    first, second = ReplayBuffer(DTYPE, 10), ReplayBuffer(DTYPE, 10)
    first.add(numbered(0, 13))
    second.restore(*first.contents())
    for buffer in (first, second):
        buffer.add(numbered(13, 17))
    assert (first.contents()[0] == second.contents()[0]).all()
    rngs = np.random.default_rng(2), np.random.default_rng(2)
    assert (first.sample(rngs[0], 20) == second.sample(rngs[1], 20)).all()


def test_buffer_refuses_positions_of_another_game() -> None:
    buffer = ReplayBuffer(DTYPE, 10)
    with pytest.raises(ValueError, match="do not fit the game and the buffer"):
        buffer.restore(np.zeros(3, np.dtype([("number", np.int32)])), 3)
    with pytest.raises(ValueError, match="do not fit the game and the buffer"):
        buffer.restore(numbered(0, 11), 1)


@pytest.mark.parametrize("name", empile.game_names())
def test_positions_have_room_for_all_columns(name: str) -> None:
    for players in (2, 3, 4):
        game = empile.load(name, players=players)
        dtype = position_dtype(game, 5)
        assert game.possible_actions.size <= np.iinfo(dtype["columns"].base).max
        assert dtype["columns"].shape == (min(MOST_MOVES, game.compiled.max_legal),)
        assert dtype["values"].shape == (players,)
