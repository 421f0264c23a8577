"""Rendering to pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from empile.envs.pixels import pixels
from tests.support.games import Variant, random_match
from tests.support.lazy_modules import lazy_module

if TYPE_CHECKING:
    from empile.envs import gymnasium as single
else:
    single = lazy_module("empile.envs.gymnasium")


GAMES = [Variant("block-ness", "2 base"), Variant("cairn", "2")]
_SQUARE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">'
    '<rect x="10" y="0" width="30" height="20" fill="#ff0000"/></svg>'
)


def test_pixels_shape() -> None:
    found = pixels(_SQUARE)
    assert found.shape == (20, 40, 3)
    assert found.dtype == np.uint8
    assert found[10, 20].tolist() == [255, 0, 0]
    assert found[10, 5].tolist() == [255, 255, 255]  # the background


@pytest.mark.parametrize("variant", GAMES, ids=str)
def test_pixels_differ_between_positions(variant: Variant) -> None:
    match = random_match(variant.game(), 2)
    first = pixels(match.state_before(1).to_svg(0))
    later = pixels(match.state.to_svg(0))
    again = pixels(match.state_before(1).to_svg(0))
    assert first.tobytes() == again.tobytes()
    assert first.tobytes() != later.tobytes()


def test_render_rgb_array_after_every_move() -> None:
    env = single.SeatEnv("block-ness", opponents=1, render_mode="rgb_array")
    seen, _ = env.reset(seed=1)
    before = env.render()
    assert isinstance(before, np.ndarray)
    env.step(int(np.flatnonzero(seen["action_mask"])[0]))
    after = env.render()
    assert isinstance(after, np.ndarray)
    assert before.shape == after.shape
    assert np.any(before != after)
