"""SVG parts of Block Out!: blocks, cards and seats.

Colour marks: black a square between bars, brown a ring, yellow a triangle; a wildcard a star.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, radians, sin
from typing import NamedTuple

import numpy as np

from empile.games.block_out.physics.bodies import FACES
from empile.games.block_out.physics.quaternions import Vector
from empile.games.block_out.physics.stacking import Placed, placed
from empile.games.block_out.rules.components import ANY, PASS, REVERSE
from empile.games.block_out.text.poses import Pose

INK, SOFT, PAPER, CARD, EDGE = "#20262b", "#5c6468", "#f4efe4", "#fffdf8", "#d8cfbd"
GOLD = "#e6b422"


class _Look(NamedTuple):
    light: tuple[int, int, int]
    """RGB of a fully lit face."""
    dark: tuple[int, int, int]
    """RGB of a face turned away from the light."""
    ink: str
    mark: str
    """SVG, upright, about 10 units wide."""


LOOKS = {
    "k": _Look((74, 72, 78), (24, 23, 27), "#d9cdb4",
               "M-2.7 -2.7h5.4v5.4h-5.4zM-3.9 -4.3h7.8v.9h-7.8zM-3.9 3.4h7.8v.9h-7.8z"),
    "n": _Look((186, 122, 70), (106, 62, 31), "#fff2dc",
               "M-4.6 0a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0zM-3.2 0a3.2 3.2 0 1 1 6.4 0a3.2 3.2 0"
               " 1 1 -6.4 0z"),
    "y": _Look((252, 210, 74), (196, 142, 20), "#4a3300", "M0 -5.4L5.2 4H-5.2Z"),
}  # fmt: skip
STAR = "M0 -5.2L1.5 -1.7L5.1 -1.4L2.4 1L3.2 4.6L0 2.7L-3.2 4.6L-2.4 1L-5.1 -1.4L-1.5 -1.7Z"
SEATS = (
    ("blue", "#1f66c9"),
    ("red", "#c93a2b"),
    ("green", "#22803f"),
    ("violet", "#7b46b8"),
    ("orange", "#c2590a"),
    ("turquoise", "#0b7d84"),
)

_ROUND, _ABOVE = radians(30), radians(20)
_RIGHT = np.array([cos(_ROUND), sin(_ROUND), 0.0])
_TOWARDS = np.array(
    [sin(_ROUND) * cos(_ABOVE), -cos(_ROUND) * cos(_ABOVE), sin(_ABOVE)]
)  # towards the viewer
_UPWARDS = np.cross(_TOWARDS, _RIGHT)
_LIGHT = np.array([-0.45, -0.5, 0.74])


def num(value: float) -> str:
    """Round to one decimal, without trailing zeros."""
    return f"{round(value, 1) + 0:g}"


def seen_at(point: Vector) -> tuple[float, float]:
    """Project a point: right and down, in mm."""
    return float(point @ _RIGHT), -float(point @ _UPWARDS)


def path(places: Iterable[tuple[float, float]]) -> str:
    return f"M{'L'.join(f'{num(x)} {num(y)}' for x, y in places)}Z"


def block(lies: Placed) -> str:
    """Return a block, in mm around the table's centre."""
    parts = [
        _face(lies, face)
        for face in FACES
        if float(lies.normal(face) @ _TOWARDS) > 0.02  # skip back faces
    ]
    return f"<g>{''.join(parts)}</g>"


def blocks(poses: Iterable[Pose]) -> list[str]:
    """Return blocks in painter's order: back and bottom first."""
    lying = [placed(pose) for pose in poses]
    lying.sort(key=lambda one: round(float(one.at @ _TOWARDS), 3))
    return [block(one) for one in lying]


def bounds(poses: Iterable[Pose]) -> tuple[float, float, float, float]:
    """Return the projected bounding box: left, top, right, bottom."""
    places = [
        seen_at(corner)
        for pose in poses
        for face in ("z0", "z1")
        for corner in placed(pose).ring(face)
    ]
    return (
        min(x for x, _ in places),
        min(y for _, y in places),
        max(x for x, _ in places),
        max(y for _, y in places),
    )


def shadow(bottom: Pose) -> str:
    ring = placed(bottom).ring(placed(bottom).down).copy()
    middle = ring.mean(axis=0)
    places = [seen_at(middle + 1.12 * (corner - middle) + np.array([9, 5, 0])) for corner in ring]
    return (
        f'<path d="{path(places)}" fill="#120c05" fill-opacity=".28" stroke="#120c05"'
        ' stroke-opacity=".1" stroke-width="7" stroke-linejoin="round"/>'
    )


def _face(lies: Placed, face: str) -> str:
    colour = lies.solid.name[0]
    look = LOOKS[colour]
    ring = lies.ring(face)
    light = max(0.0, float(lies.normal(face) @ _LIGHT))
    fill = "#" + "".join(
        f"{round(dark + (bright - dark) * light):02x}"
        for bright, dark in zip(look.light, look.dark, strict=True)
    )
    # Slightly uneven wood grain.
    grain = "".join(
        f"M{_spot(ring, share)}L{_spot(ring, share + 0.02, far=True)}"
        for share in (0.2, 0.47, 0.79)
    )
    outline = path(seen_at(corner) for corner in ring)
    return (
        f'<path d="{outline}" fill="{fill}" stroke="{INK}" stroke-width="1" stroke-linejoin="round"/>'
        f'<path d="{grain}" stroke="{look.ink}" stroke-opacity=".22" stroke-width=".8"/>'
        f"{_mark_on(ring, colour)}"
    )


def _spot(ring: Vector, share: float, *, far: bool = False) -> str:
    start, end = (ring[1], ring[2]) if far else (ring[0], ring[3])
    x, y = seen_at(start + share * (end - start))
    return f"{num(x)} {num(y)}"


def _mark_on(ring: Vector, colour: str) -> str:
    first, second = (
        (ring[1] - ring[0] + ring[2] - ring[3]) / 2,
        (ring[2] - ring[1] + ring[3] - ring[0]) / 2,
    )
    ways = [(first, second), (second, -first), (-first, -second), (-second, first)]
    across, up = max(ways, key=lambda way: float(way[1] @ _UPWARDS))
    (a, b), (c, d) = seen_at(across * 0.06), seen_at(-up * 0.06)
    x, y = seen_at(ring.mean(axis=0))
    look = LOOKS[colour]
    matrix = " ".join(f"{value:.3f}" for value in (a, b, c, d))
    return (
        f'<path d="{look.mark}" transform="matrix({matrix} {num(x)} {num(y)})" fill="{look.ink}"/>'
    )


CARD_WIDTH, CARD_HEIGHT = 36, 50
_SIDES = {"S": 13, "M": 18, "L": 23}
"""Side of a block on a card, by size."""
_PASS = "M-9 -8L-1 0L-9 8M1 -8L9 0L1 8"
_REVERSE = "M-9 -5H7M2 -10L7 -5L2 0M9 5H-7M-2 0L-7 5L-2 10"


def card(name: str, x: float, y: float, scale: float = 1.0) -> str:
    """Return a card face up; (x, y) is its upper left corner."""
    drawn = [
        f'<rect width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="5" fill="{CARD}" stroke="{INK}"/>'
    ]
    middle = CARD_WIDTH / 2
    if name in (PASS, REVERSE):
        drawn.append(
            f'<path d="{_PASS if name == PASS else _REVERSE}" transform="translate({num(middle)} 25)"'
            f' fill="none" stroke="#20567a" stroke-width="3" stroke-linecap="round"'
            ' stroke-linejoin="round"/>'
        )
    else:
        drawn += [
            f'<g transform="translate({num(middle)} 18)">{_block_on_card(name)}</g>',
            f'<text x="{num(middle)}" y="45" font-size="13" font-weight="700" text-anchor="middle"'
            f' fill="{INK}">{name}</text>',
        ]
    return f'<g transform="translate({num(x)} {num(y)}) scale({scale:g})">{"".join(drawn)}</g>'


def _block_on_card(name: str) -> str:
    colour, size = name[0], name[1]
    sides = list(_SIDES.values())[::-1] if size == ANY else [_SIDES[size]]
    if colour == ANY:
        fill, ink, mark = CARD, "#a06a12", STAR
    else:
        look = LOOKS[colour]
        fill, ink, mark = "#{:02x}{:02x}{:02x}".format(*look.light), look.ink, look.mark
    dashed = ' stroke-dasharray="3 2"' if colour == ANY else ""
    drawn = [
        f'<rect x="{num(-side / 2)}" y="{num(12 - side)}" width="{side}" height="{side}" rx="2"'
        f' fill="{fill}" stroke="{INK}"{dashed}/>'
        for side in sides
    ]
    drawn.append(
        f'<path d="{mark}" transform="translate(0 {num(12 - sides[-1] / 2)}) scale({sides[-1] / 15:.2f})"'
        f' fill="{ink}"/>'
    )
    return "".join(drawn)


def back(x: float, y: float, scale: float = 1.0) -> str:
    return (
        f'<g transform="translate({num(x)} {num(y)}) scale({scale:g})"><rect width="{CARD_WIDTH}"'
        f' height="{CARD_HEIGHT}" rx="5" fill="#7a4b2a" stroke="{INK}"/><rect x="4" y="4"'
        f' width="{CARD_WIDTH - 8}" height="{CARD_HEIGHT - 8}" rx="3" fill="none" stroke="#e9dcc0"/>'
        f'<path d="M12 32h12v-9h-12zM14 23h8v-7h-8z" fill="none" stroke="#e9dcc0"'
        ' stroke-linejoin="round"/></g>'
    )


def seat_mark(seat: int, x: float, y: float, radius: float = 13) -> str:
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" fill="{SEATS[seat][1]}"/>'
        f'<text x="{num(x)}" y="{num(y + radius * 0.38)}" font-size="{num(radius * 1.15)}"'
        f' font-weight="700" text-anchor="middle" fill="#fff">{seat + 1}</text>'
    )
