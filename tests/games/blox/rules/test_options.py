"""Own boards of Blox: every fault at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import empile
from empile.engine.errors import OptionError
from empile.engine.i18n import Catalog
from empile.games.blox.rules.components import load_components

ROW = "." * 9


def changed(part: str, row: int, text: str) -> dict[str, list[str]]:
    """Return the house board with one row (1 to 9) of a part replaced."""
    rows = {name: list(load_components()[name]) for name in ("colours", "squares")}
    rows[part][9 - row] = text
    return rows


def faults(value: Any) -> dict[str, Mapping[str, str | int]]:
    """Return the faults of a board by their keys."""
    with pytest.raises(OptionError) as refused:
        empile.load("blox", layout=value)
    words = Catalog(empile.load("blox").folder / "locales")
    for reason in refused.value.reasons:
        assert all(words.format(language, reason) != reason.key for language in words.languages)
    return {reason.key: reason.args for reason in refused.value.reasons}


def test_default_and_own_layouts_are_accepted() -> None:
    assert empile.load("blox", layout=load_components()).options["layout"] == load_components()
    turned = {
        part: [row[::-1] for row in load_components()[part]] for part in ("colours", "squares")
    }
    game = empile.load("blox", layout=turned)
    assert game.options["layout"] == turned
    assert game.presenter.board_setup()["colours"] == turned["colours"]


@pytest.mark.parametrize("value", [None, 7, "mine", [], {}, {**load_components(), "more": 1}])
def test_layout_rejects_other_values(value: Any) -> None:
    assert set(faults(value)) == {"fault.form"}


def test_layout_names_malformed_rows() -> None:
    assert set(faults({**load_components(), "colours": load_components()["colours"][:8]})) == {
        "fault.rows.colours"
    }
    assert set(faults({**load_components(), "squares": 7})) == {"fault.rows.squares"}
    assert faults(changed("colours", 5, "MBW")) == {"fault.row.colours": {"row": 5}}
    assert faults({**load_components(), "squares": [*load_components()["squares"][:8], None]}) == {
        "fault.row.squares": {"row": 1}
    }


def test_layout_names_invalid_signs() -> None:
    assert faults(changed("colours", 5, "MBWGXGWBm")) == {
        "fault.sign.colours": {"cells": "e5, i5", "count": 2}
    }
    assert faults(changed("squares", 5, "1...5...1")) == {
        "fault.sign.squares": {"cells": "e5", "count": 1}
    }


def test_layout_of_unfinished_board() -> None:
    told = faults(changed("colours", 9, "BWMG.MGWB"))
    assert told == {"fault.uncoloured": {"cells": "e9", "count": 1}}
    empty = faults({"colours": [ROW] * 9, "squares": [ROW] * 9})
    assert set(empty) == {"fault.uncoloured", "fault.squares", "fault.singles"}
    assert empty["fault.uncoloured"]["count"] == 81
    assert empty["fault.squares"] == {"count": 0, "wanted": 40}


def test_layout_counts_squares() -> None:
    assert faults(changed("squares", 6, ".2..3.3..")) == {
        "fault.squares": {"count": 39, "wanted": 40}
    }
    told = faults(changed("squares", 5, "2........"))
    assert told == {"fault.singles": {"count": 10, "wanted": 12}}


def test_layout_colours_of_single_squares() -> None:
    # e9 and h9 carry one square; the house has them black and white.
    colours = load_components()["colours"][0]
    assert (colours[4], load_components()["squares"][0][4]) == ("B", "1")
    told = faults(changed("colours", 9, colours[:4] + "G" + colours[5:]))
    assert told["fault.singles.G"]["count"] == 3
    assert "e9" in str(told["fault.singles.G"]["cells"])
    white = next(
        cell
        for cell in range(9)
        if colours[cell] == "W" and load_components()["squares"][0][cell] == "1"
    )
    told = faults(changed("colours", 9, colours[:white] + "M" + colours[white + 1 :]))
    assert told["fault.singles.W.few"] == {"count": 1, "wanted": 2}


def test_layout_names_unreachable_tower() -> None:
    # a1 is a corner: with towers on a2 and b1 it is shut in. The moved squares keep all counts.
    squares = [list(row) for row in load_components()["squares"]]
    ones = [(r, c) for r in range(9) for c in range(9) if squares[r][c] == "1"]
    twos = [(r, c) for r in range(9) for c in range(9) if squares[r][c] == "2"]
    assert squares[8][1] == "1"
    for (row, column), (to_row, to_column) in zip(twos[:2], ((8, 0), (7, 0)), strict=True):
        squares[row][column], squares[to_row][to_column] = ".", "2"
    assert len(ones) == 12
    told = faults({**load_components(), "squares": ["".join(row) for row in squares]})
    assert told == {"fault.closed": {"cells": "a1", "count": 1}}


def test_layout_names_missing_colour() -> None:
    colours = [row.replace("M", "B") for row in load_components()["colours"]]
    told = faults({**load_components(), "colours": colours})
    assert told["fault.lacking"] == {"colours": "M"}


def test_layout_reports_all_faults() -> None:
    rows = changed("colours", 9, "BWMG.MGWX")
    rows["squares"][3] = ".2..3.3.."
    with pytest.raises(OptionError, match="e9") as refused:
        empile.load("blox", layout=rows)
    assert len(refused.value.reasons) == 3
    assert "39 squares" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_layout_is_kept_in_the_order_of_its_parts() -> None:
    """Records of equal boards are equal texts."""
    turned = dict(reversed(load_components().items()))
    assert list(turned) == ["squares", "colours"]
    assert list(empile.load("blox", layout=turned).options["layout"]) == ["colours", "squares"]


@pytest.mark.parametrize("limit", [2**30, 2**31, 2**53 - 1])
def test_limits_of_rounds_that_no_game_reaches(limit: int) -> None:
    game = empile.load("blox", round_limit=limit)
    assert game.options["round_limit"] == limit
    assert game.params["round_limit"] == 2**30 - 1
