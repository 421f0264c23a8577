"""Static board data: the lake, the rings of each seat, and a solo start."""

from __future__ import annotations

from typing import Any

import empile

LAKE = {
    "columns": 13,
    "rows": 14,
    "zones": {"2": ["c3", "j10"], "3": ["b2", "k12"], "4": ["a1", "m14"]},
}


def setup_of(**options: Any) -> dict[str, Any]:
    return empile.load("block-ness", **options).presenter.board_setup()


def test_zone_in_use_is_that_of_the_seats() -> None:
    for seats in (2, 3, 4):
        setup = setup_of(players=seats, lake=LAKE)
        assert setup["deep"] == ["c3", "j10"]
        assert setup["zone"] == LAKE["zones"][str(seats)]  # type: ignore[index]
        assert {key: setup[key] for key in LAKE} == LAKE


def test_rings_are_those_of_the_colours() -> None:
    rings = [["2.1", "3.1"], ["2.2", "3.2"], ["2.3", "3.3"], ["2.4", "3.4"]]
    setup = setup_of(players=3, colours=[3, 0, 2], rings=rings)
    assert setup["colours"] == ["green", "orange", "violet"]
    assert setup["rings"] == [rings[3], rings[0], rings[2]]


def test_solo_has_the_zone_and_the_rings_of_its_start() -> None:
    """All rings, in the lake and in hand, once each and sorted as texts."""
    start = {
        "stage": "play",
        "seat": 0,
        "zone": ["b2", "l7"],
        "rings": [
            {"seat": None, "feet": ["b6", "l6"], "height": 2},
            {"seat": 0, "feet": ["e5", "e4"], "height": 1},
            {"seat": None, "feet": ["b5", "d5"], "height": 4},
        ],
        "heads": ["e5"],
        "tails": ["e4"],
        "reserves": [["3.3", "2.4", "11.1", "3.3", "1.3"]],
    }
    game = empile.load("block-ness", players=1, colours=[2], lake=LAKE)
    game.state_from_position(start)
    zone = start["zone"]
    assert game.presenter.start_setup(start) == {
        "columns": 13,
        "rows": 14,
        "deep": zone,
        "zone": zone,
        "zones": {"1": zone},
        "colours": ["violet"],
        "rings": [["1.1", "1.3", "10.2", "11.1", "2.4", "3.3"]],
    }


def test_solo_without_a_start_has_the_whole_lake() -> None:
    setup = setup_of(players=1, lake=LAKE)
    assert (setup["zone"], setup["deep"], setup["zones"]) == (
        ["a1", "m14"],
        ["c3", "j10"],
        LAKE["zones"],
    )
