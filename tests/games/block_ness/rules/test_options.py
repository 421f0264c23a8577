"""Tests of lakes, rings and options, with the messages of invalid ones."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

import empile
from tests.games.block_ness.reference import DEFAULT_LAKE, DEFAULT_RINGS, Reference


def refused(**options: Any) -> str:
    with pytest.raises(empile.OptionError) as error:
        empile.load("block-ness", **options)
    return str(error.value)


def lake(**changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(DEFAULT_LAKE), **changes}


def zones(**changes: Any) -> dict[str, Any]:
    return {"2": ["c3", "j10"], "3": ["b2", "k11"], "4": ["a1", "l12"], **changes}


def test_options_defaults() -> None:
    assert empile.load("block-ness").options == {
        "players": 2,
        "variant": "base",
        "colours": [0, 1],
        "lake": "house",
        "rings": "house",
    }
    assert empile.load("block-ness", players=4).options["colours"] == [0, 1, 2, 3]


@pytest.mark.parametrize("players", [5, 0, "2", 2.0, True, None, [2]])
def test_options_reject_player_counts(players: object) -> None:
    assert refused(players=players).startswith("option 'players' must be one of 2, 3, 4, not ")


def test_options_reject_unknown() -> None:
    assert refused(player=2) == (
        "block-ness has no option 'player'; it has colours, lake, players, rings, variant"
    )
    assert refused(variant="Expert") == (
        'option \'variant\' must be one of "base", "expert", not "Expert"'
    )


@pytest.mark.parametrize(
    "colours",
    [[0], [0, 0], [0, 4], [-1, 0], [0, 1, 2], [True, 0], ["0", "1"], "01", None, {}, [0.0, 1]],
)
def test_colours_are_refused_in_words(colours: object) -> None:
    assert refused(colours=colours) == (
        "'colours' must be 2 different numbers from 0 to 3, one for each seat"
    )


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("pond", "a lake must have exactly the keys 'columns', 'rows' and 'zones'"),
        (lake(depth=3), "a lake must have exactly the keys 'columns', 'rows' and 'zones'"),
        (
            {"columns": 12, "rows": 12},
            "a lake must have exactly the keys 'columns', 'rows' and 'zones'",
        ),
        (lake(columns=27), "the lake's 'columns' must be a whole number from 2 to 26"),
        (lake(columns=True), "the lake's 'columns' must be a whole number from 2 to 26"),
        (lake(rows=12.0), "the lake's 'rows' must be a whole number from 2 to 26"),
        (lake(rows="12"), "the lake's 'rows' must be a whole number from 2 to 26"),
        (lake(zones=[]), 'the lake\'s \'zones\' must be given for "2", "3" and "4" seats'),
        (
            lake(zones=zones(**{"5": ["a1", "l12"]})),
            'the lake\'s \'zones\' must be given for "2", "3" and "4" seats',
        ),
        (
            lake(zones=zones(**{"2": "c3-j10"})),
            'the zone for 2 seats must be two corners, such as ["c3", "j10"]',
        ),
        (
            lake(zones=zones(**{"4": ["a1", "m12"]})),
            'the zone for 4 seats names "m12", which is not a hole of this lake',
        ),
        (
            lake(zones=zones(**{"4": ["a0", "l12"]})),
            'the zone for 4 seats names "a0", which is not a hole of this lake',
        ),
        (
            lake(zones=zones(**{"4": [1, "l12"]})),
            "the zone for 4 seats names 1, which is not a hole of this lake",
        ),
        (
            lake(zones=zones(**{"2": ["j10", "c3"]})),
            "the zone for 2 seats must name its lower left corner first",
        ),
        (
            lake(zones=zones(**{"3": ["d2", "k11"]})),
            "the zone for 3 seats must contain the zone for fewer seats",
        ),
    ],
)
def test_own_lakes_are_refused_in_words(value: object, message: str) -> None:
    assert refused(lake=value) == message


def test_an_own_lake_is_kept() -> None:
    given = lake()
    assert empile.load("block-ness", lake=given).options["lake"] == DEFAULT_LAKE
    given["zones"]["2"].append("a1")
    assert given != DEFAULT_LAKE
    assert empile.load("block-ness", lake=lake()).options["lake"] == DEFAULT_LAKE


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("rings", "'rings' must be 4 lists of rings, one for each monster"),
        (DEFAULT_RINGS[:3], "'rings' must be 4 lists of rings, one for each monster"),
        (
            [[], *DEFAULT_RINGS[1:]],
            "the rings of monster 0 (orange) must be a list of 1 to 20 rings",
        ),
        (
            [*DEFAULT_RINGS[:3], DEFAULT_RINGS[3][:9]],
            "the rings of monster 3 (green) are 9, but monster 0 has 10: every set must have the"
            " same number of rings",
        ),
        *(
            (
                [*DEFAULT_RINGS[:1], [ring, *DEFAULT_RINGS[1][1:]], *DEFAULT_RINGS[2:]],
                f"the rings of monster 1 (black) contain {json.dumps(ring)}; write a ring as d.h with the"
                " distance d from 1 to 11 and the height h from 1 to 9",
            )
            for ring in ("12.1", "0.1", "3.0", "3.10", "03.1", "3", "3.1 ", 3.1, None, True, "3,1")
        ),
    ],
)
def test_own_rings_are_refused_in_words(value: object, message: str) -> None:
    assert refused(rings=value) == message


def test_a_seat_that_might_find_no_room_is_named() -> None:
    small = {"columns": 4, "rows": 3, "zones": {n: ["a1", "d3"] for n in "234"}}
    assert refused(lake=small, players=4) == (
        "seat 2 may find no room in the deep water for its start ring 3.1:"
        " enlarge zone 2 or shorten the start rings"
    )
    assert empile.load("block-ness", players=4).num_players == 4


def brute_force_finds_no_room(reference: Reference) -> bool:
    if not reference.starting():
        return False
    moves = reference.legal_texts()
    for text in moves:
        after = copy.deepcopy(reference)
        after.play(text)
        if brute_force_finds_no_room(after):
            return True
    return not moves


def test_room_is_searched_exactly() -> None:
    """Compared with trying every way to lay the start rings."""
    luck = random.Random(8)
    found = {True: 0, False: 0}
    while min(found.values()) < 10:
        columns, rows = luck.randint(2, 4), luck.randint(2, 3)
        corners = ["a1", f"{'abcd'[columns - 1]}{rows}"]
        pond = {"columns": columns, "rows": rows, "zones": dict.fromkeys("234", corners)}
        rings = [[f"{luck.randint(1, 3)}.{luck.randint(1, 2)}", "2.2"] for _ in range(4)]
        players = luck.choice((2, 2, 2, 3))
        reference = Reference(players, "base", list(range(players)), pond, rings)
        stuck = brute_force_finds_no_room(reference)
        found[stuck] += 1
        if stuck:
            assert "no room" in refused(players=players, lake=pond, rings=rings)
        else:
            assert empile.load("block-ness", players=players, lake=pond, rings=rings)


def test_the_standard_lake_has_room_for_any_colours() -> None:
    for order in ([0, 1, 2, 3], [3, 2, 1, 0], [2, 3, 0, 1]):
        assert empile.load("block-ness", players=4, colours=order).options["colours"] == order


def test_an_own_lake_is_kept_in_the_order_of_its_parts() -> None:
    """Records of equal lakes are equal texts."""
    turned = {key: lake()[key] for key in ("zones", "rows", "columns")}
    turned["zones"] = dict(reversed(turned["zones"].items()))
    kept = empile.load("block-ness", lake=turned).options["lake"]
    assert list(kept) == ["columns", "rows", "zones"]
    assert list(kept["zones"]) == ["2", "3", "4"]
