"""Tests of the options of On Top, and the messages of invalid ones.

Each docstring quotes its rule.
"""

from __future__ import annotations

from typing import Any

import pytest

import empile
from empile.engine.errors import OptionError
from tests.games.on_top.reference import default_board
from tests.games.on_top.situations import PLENTY


def refused_options(**options: Any) -> str:
    with pytest.raises(OptionError) as refused:
        empile.load("on-top", **options)
    return str(refused.value)


@pytest.mark.parametrize(
    ("start", "told"),
    [
        (["U13", "U13"], "U13"),
        (["U13", "U99"], "U99"),
        (["U13", "D33", "U00"], "U00"),
        ([], "1 to 10"),
        (default_board()["cells"][:11], "11"),
        (["u13"], "u13"),
        (["U13D12"], "U13D12"),
        ([13], "13"),
        ("U13", "list"),
        (None, "list"),
        ({"U13": 1}, "list"),
    ],
)
def test_check_start_rejects(start: Any, told: str) -> None:
    """Options: one to ten different cells of the board; a repeated or unknown one is an error."""
    assert told in refused_options(start=start)


def test_check_start_defaults_to_the_start_of_the_board() -> None:
    """Options: without ``start`` the board's own is laid."""
    board = {**PLENTY, "start": ["U40", "D14"]}
    assert empile.load("on-top", board=board).options["start"] == ["U40", "D14"]
    assert empile.load("on-top", board=board, start=["U33"]).options["start"] == ["U33"]
    assert empile.load("on-top").options["start"] == ["U13", "D52"]


SMALL = {"cells": ["U00", "D00", "U10"], "golden": [], "start": ["U00"], "tiles": {"BRWY": 1}}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"cells": ["U00", "D00", "U10", "U00"]}, "U00"),
        ({"cells": ["U00", "D00", "U1"]}, "U1"),
        ({"cells": ["U00", "D00", "X10"]}, "X10"),
        ({"cells": ["U00", "D00", "U55"]}, "U55"),
        ({"cells": []}, "cells"),
        ({"cells": "U00"}, "list"),
        ({"golden": ["5,5"]}, "5,5"),
        ({"golden": ["0,0", "0,0"]}, "0,0"),
        ({"golden": ["0, 0"]}, "0, 0"),
        ({"golden": [[0, 0]]}, "0"),
        ({"start": ["U22"]}, "U22"),
        ({"start": ["D00"]}, "no room for a tile"),
        ({"start": []}, "1 to 10"),
        ({"tiles": {}}, "at least one"),
        ({"tiles": {"BRWY": 0}}, "at least one"),
        ({"tiles": {"WYBR": 1}}, "WYBR"),
        ({"tiles": {"BBBB": 1}}, "BBBB"),
        ({"tiles": {"BRWY": -1}}, "BRWY"),
        ({"tiles": {"BRWY": 21}}, "BRWY"),
        ({"tiles": {"BRWY": True}}, "BRWY"),
        ({"tiles": {"BRWY": 1.0}}, "BRWY"),
        ({"tiles": ["BRWY"]}, "tiles"),
        ({"seats": 3}, "nothing else"),
    ],
)
def test_check_board_rejects(change: dict[str, Any], told: str) -> None:
    """Options: a board object has cells that hang together, golden spots, a start, tiles."""
    empile.load("on-top", board=SMALL)
    assert told in refused_options(board={**SMALL, **change})


@pytest.mark.parametrize("key", ["cells", "golden", "start", "tiles"])
def test_check_board_rejects_missing_keys(key: str) -> None:
    """Options: a board object says all four."""
    refused_options(board={name: value for name, value in SMALL.items() if name != key})


@pytest.mark.parametrize("players", [2, 3])
def test_teams_are_for_four(players: int) -> None:
    """Rule 12, options: an error with two or three seats."""
    assert "to be 4" in refused_options(players=players, teams=True)
    assert not empile.load("on-top", players=players).options["teams"]
    assert empile.load("on-top", players=4, teams=True).teams == [0, 1, 0, 1]
