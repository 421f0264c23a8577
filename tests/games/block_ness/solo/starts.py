"""Solo starts: a worked one, and random ones."""

from __future__ import annotations

import random
from typing import Any

from tests.games.block_ness.reference import Hole, name, straight

WORKED: dict[str, Any] = {
    "stage": "play",
    "seat": 0,
    "zone": ["c3", "j10"],
    "rings": [
        {"seat": None, "feet": ["f5", "f8"], "height": 3},
        {"seat": 0, "feet": ["d4", "d6"], "height": 1},
    ],
    "heads": ["d6"],
    "tails": ["d4"],
    "reserves": [["2.2", "2.3", "4.2"]],
}
"""The worked case of the rules, its hand sorted."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def random_start(
    luck: random.Random, columns: int, rows: int, *, most_rings: int = 6, most_in_hand: int = 4
) -> dict[str, Any]:
    """Return a start that holds together on a lake of this size."""
    while True:
        width, height = luck.randint(3, min(columns, 8)), luck.randint(3, min(rows, 8))
        low = luck.randint(0, columns - width), luck.randint(0, rows - height)
        zone = (low, (low[0] + width - 1, low[1] + height - 1))
        rings = _random_rings(luck, zone, luck.randint(1, most_rings))
        open_feet = [
            foot
            for index, ring in enumerate(rings)
            if ring["seat"] == 0
            for foot in ring["feet"]
            if not any(foot in straight(*over["feet"])[1:-1] for over in rings[index + 1 :])
        ]
        if len(open_feet) < 2:
            continue
        head, tail = luck.sample(open_feet, 2)
        hand = [_random_ring(luck, width, height) for _ in range(luck.randint(0, most_in_hand))]
        return {
            "stage": "play",
            "seat": 0,
            "zone": [name(corner) for corner in zone],
            "rings": [{**ring, "feet": [name(foot) for foot in ring["feet"]]} for ring in rings],
            "heads": [name(head)],
            "tails": [name(tail)],
            "reserves": [sorted(hand)],
        }


def _random_ring(luck: random.Random, width: int, height: int) -> str:
    return f"{luck.randint(1, min(11, max(width, height) - 1, 5))}.{luck.randint(1, 6)}"


def _random_rings(luck: random.Random, zone: tuple[Hole, Hole], count: int) -> list[dict[str, Any]]:
    """Lay up to ``count`` rings in order by rules 1 and 3."""
    (first_column, first_row), (last_column, last_row) = zone
    rings: list[dict[str, Any]] = []
    tops: dict[Hole, int] = {}
    for _ in range(200):
        near = luck.randint(first_column, last_column), luck.randint(first_row, last_row)
        east, north = luck.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
        distance, height = luck.randint(1, 5), luck.randint(1, 6)
        far = near[0] + east * distance, near[1] + north * distance
        inside = first_column <= far[0] <= last_column and first_row <= far[1] <= last_row
        if not inside or near in tops or far in tops:
            continue
        way = straight(near, far)
        if any(tops.get(hole, 0) >= height for hole in way):
            continue
        tops.update(dict.fromkeys(way, height))
        rings.append({"seat": luck.choice([0, 0, None]), "feet": (near, far), "height": height})
        if len(rings) == count:
            break
    return rings


def moved(position: dict[str, Any], number: int, columns: int, rows: int) -> dict[str, Any]:
    """Return a start under symmetry ``number`` (0 to 7) of a square lake."""
    assert columns == rows

    def turn(text: str) -> Hole:
        column, row = LETTERS.index(text[0]), int(text[1:]) - 1
        if number & 1:
            column = columns - 1 - column
        if number & 2:
            row = rows - 1 - row
        return (row, column) if number & 4 else (column, row)

    corners = [turn(corner) for corner in position["zone"]]
    low, high = (
        tuple(pick(corner[axis] for corner in corners) for axis in (0, 1)) for pick in (min, max)
    )
    return {
        **position,
        "zone": [name((low[0], low[1])), name((high[0], high[1]))],
        "rings": [
            {**ring, "feet": [name(turn(foot)) for foot in ring["feet"]]}
            for ring in position["rings"]
        ],
        "heads": [name(turn(position["heads"][0]))],
        "tails": [name(turn(position["tails"][0]))],
    }
