"""Films of placements."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray

import empile
from empile.games.block_out.physics.animation import RATE, encode
from empile.games.block_out.show.fall_svg import film, moments


@pytest.mark.parametrize(
    ("frames", "fall", "first", "last"),
    [(120, None, 0, 119), (300, 1.0, 24, 270), (90, 0.1, 0, 89), (10, 5.0, 9, 9)],
)
def test_moments_are_around_the_fall(
    frames: int, fall: float | None, first: int, last: int
) -> None:
    found = moments(RATE, frames, fall, 12)
    assert (found[0], found[-1]) == (first, last)
    assert all(one < other for one, other in pairwise(found))


def scene(height: float) -> NDArray[np.float64]:
    """Return two blocks, the second at a height in mm, and something that is no block."""
    upright = (1.0, 0.0, 0.0, 0.0)
    return np.array([(0, 0, 25, *upright), (0, 0, height, *upright), (9, 9, 9, *upright)], float)


NAMES = ("kL", "yS", "hand")


def test_documents_have_one_size_and_show_blocks_only() -> None:
    found = film(NAMES, np.stack([scene(60), scene(300)]))
    boxes = {ElementTree.fromstring(text).get("viewBox") for text in found}
    assert len(boxes) == 1
    assert [text.count("<g>") for text in found] == [2, 2]
    assert found[0] != found[1]


def test_damaged_poses_are_drawn_as_they_are() -> None:
    (text,) = film(NAMES, np.zeros((1, 3, 7)))
    ElementTree.fromstring(text)


def test_referee_draws_an_animation() -> None:
    referee = empile.load("block-out", players=2).referee
    assert referee is not None
    frames = [scene(60 + 2 * height) for height in range(90)]
    found = referee.film(encode(NAMES, frames, 1.5, {"fall": 1.0}), 12)
    assert 10 <= len(found) <= 18
