"""Isometries of sets of points."""

from __future__ import annotations

import numpy as np
import pytest

from empile.engine.board import Cells
from empile.engine.symmetries.isometries import isometries

CROSS = ((1, 0), (0, 1), (-1, 0), (0, -1))


@pytest.mark.parametrize(
    ("cells", "count"),
    [
        (Cells.grid(columns=3, rows=3), 8),
        (Cells.grid(columns=4, rows=3), 4),
        (Cells.grid(columns=4, rows=1), 2),
        (Cells.grid(columns=1, rows=1), 1),
        (Cells.hexagon(2), 12),
        (Cells.named({}), 1),
        (Cells.named({"a": (0, 0), "b": (1, 0), "c": (0, 2)}), 1),
        (Cells.named({"a": (0, 0), "b": (1, 0), "c": (0, 1)}), 2),
    ],
    ids=["square", "rectangle", "row", "cell", "hexagon", "nothing", "scalene", "isosceles"],
)
def test_boards_have_the_symmetries_of_their_outline(cells: Cells, count: int) -> None:
    found = isometries(cells.xy)
    assert len(found) == count
    assert found[0].name == "identity"
    assert len({one.name for one in found}) == count
    for one in found:
        assert sorted(one.image.tolist()) == [*range(cells.n)]
        middle = cells.xy - cells.xy.mean(axis=0) if cells.n else cells.xy
        np.testing.assert_allclose(middle @ one.matrix.T, middle[one.image], atol=1e-9)


def test_names_are_angles() -> None:
    names = [one.name for one in isometries(Cells.grid(columns=2, rows=2).xy)]
    assert names == [
        "identity",
        *("rotate-90", "rotate-180", "rotate-270"),
        *("reflect-0", "reflect-45", "reflect-90", "reflect-135"),
    ]
    hexagon = [one.name for one in isometries(Cells.hexagon(1).xy)]
    assert hexagon[1] == "rotate-60"
    assert hexagon[6:8] == ["reflect-0", "reflect-30"]


def test_rotations_are_counter_clockwise_and_axes_rise_from_the_rows() -> None:
    cells = Cells.grid(columns=3, rows=3)
    by_name = {one.name: one for one in isometries(cells.xy)}

    def moved(name: str, cell: str) -> str:
        return cells.names[int(by_name[name].image[cells.index(cell)])]

    assert moved("rotate-90", "c1") == "c3"
    assert moved("reflect-0", "c1") == "c3"
    assert moved("reflect-45", "c1") == "a3"
    assert moved("reflect-90", "c1") == "a1"
    assert moved("reflect-135", "c3") == "a1"


def test_directions_turn_with_the_points() -> None:
    by_name = {one.name: one for one in isometries(Cells.grid(columns=3, rows=3).xy)}
    assert by_name["rotate-90"].turned(CROSS).tolist() == [1, 2, 3, 0]
    assert by_name["reflect-90"].turned(CROSS).tolist() == [2, 1, 0, 3]
    with pytest.raises(ValueError, match="rotate-90 does not map the directions"):
        by_name["rotate-90"].turned(CROSS[:2])
