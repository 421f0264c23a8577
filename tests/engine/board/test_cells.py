"""Cells: names, neighbours and lines."""

from __future__ import annotations

import numpy as np
import pytest

from empile.engine.board import Cells


def test_grid_is_named_from_the_lower_left() -> None:
    cells = Cells.grid(columns=4, rows=3)
    assert cells.names[:5] == ("a1", "b1", "c1", "d1", "a2")
    assert cells.names[-1] == "d3"
    assert cells.index("c2") == 6
    assert cells.xy[6].tolist() == [2.0, 1.0]
    assert "d4" not in cells


def test_neighbours_of_a_grid_keep_their_directions() -> None:
    cells = Cells.grid(columns=3, rows=3)
    around = [cells.names[k] if k >= 0 else "" for k in cells.neighbours[cells.index("b1")]]
    assert around == ["c1", "c2", "b2", "a2", "a1", "", "", ""]
    assert sorted(cells.orthogonal[0].tolist()) == [-1, -1, 1, 3]
    assert sorted(cells.diagonal[0].tolist()) == [-1, -1, -1, 4]
    for direction in range(8):
        for cell in range(9):
            other = cells.neighbours[cell, direction]
            if other >= 0:
                assert cells.neighbours[other, (direction + 4) % 8] == cell


def test_lines_are_each_found_once() -> None:
    """A board for connect four has 69 lines of four."""
    lines = Cells.grid(columns=7, rows=6).lines(4)
    assert lines.shape == (69, 4)
    assert len({tuple(sorted(line)) for line in lines.tolist()}) == 69
    assert Cells.grid(columns=3, rows=3).lines(1).shape == (9, 1)
    assert Cells.grid(columns=2, rows=2).lines(3).shape == (0, 3)


def test_hexagon_is_named_as_in_abalone() -> None:
    cells = Cells.hexagon(4)
    assert len(cells) == 61
    assert (cells.names[0], cells.names[-1]) == ("a1", "i9")
    middle = cells.index("e5")
    assert sorted(cells.names[k] for k in cells.neighbours[middle]) == [
        "d4",
        "d5",
        "e4",
        "e6",
        "f5",
        "f6",
    ]
    distances = np.linalg.norm(cells.xy[cells.neighbours[middle]] - cells.xy[middle], axis=1)
    assert distances == pytest.approx(1.0)
    assert {len(line) for line in cells.lines(9)} == {9}
    assert len(cells.lines(9)) == 3


def test_named_cells_are_linked_in_pairs() -> None:
    cells = Cells.named(
        {"left": (0, 0), "middle": (1, 0), "right": (2, 0)},
        [("left", "middle"), ("right", "middle")],
    )
    assert cells.neighbours.tolist() == [[1, -1], [0, 2], [1, -1]]
    assert len(cells.lines(2)) == 0
    assert cells.where(lambda name: "t" in name).tolist() == [0, 2]


def test_arrays_are_constants() -> None:
    cells = Cells.grid(columns=2, rows=2)
    for array in (cells.xy, cells.neighbours, cells.lines(2)):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1


@pytest.mark.parametrize(("columns", "rows"), [(0, 3), (27, 1), (3, 0)])
def test_grid_has_1_to_26_columns(columns: int, rows: int) -> None:
    with pytest.raises(ValueError, match="1 to 26 columns"):
        Cells.grid(columns, rows)


@pytest.mark.parametrize("name", ["", "a b", "a\n"])
def test_names_must_be_printable(name: str) -> None:
    with pytest.raises(ValueError, match="printable"):
        Cells.named({name: (0, 0)})
