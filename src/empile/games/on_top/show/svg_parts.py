"""SVG parts of On Top: cells, tiles, black triangles, pawns and towers.

Colour marks: blue a disc, yellow a triangle, red a square, white a lozenge.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, cos, degrees, hypot, pi, radians, sin, sqrt
from typing import NamedTuple

from empile.games.on_top.rules.components import Point, corners, tile_corners
from empile.games.on_top.text.notation import Lay

SIDE = 80
"""Side of a cell, in SVG units."""
RISE = SIDE * sqrt(3) / 2
REACH = 0.43 * SIDE
"""Radius of the circles on tiles."""

INK, SOFT, PAPER, CARD, EDGE = "#20262b", "#5c6468", "#f4efe4", "#fffdf8", "#d8cfbd"
GOLD, GOLD_DEEP = "#e6b422", "#8a6205"
BLACK = "#15130f"
_TILE, _TILE_EDGE = "#3d2d24", "#1c130d"
_LAST = "#ffd45e"


class _Look(NamedTuple):
    colour: str
    deep: str
    ink: str
    mark: str
    """SVG, upright, about 10 units wide."""


LOOKS = {
    "B": _Look("#1f66c9", "#123c7a", "#eaf3ff", "M-4.4 0a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0 -8.8 0Z"),
    "Y": _Look("#f4c22b", "#9a7305", "#4a3300", "M0 -5.4L5.2 4H-5.2Z"),
    "R": _Look("#dc4330", "#841c10", "#fff0ea", "M-4 -4H4V4H-4Z"),
    "W": _Look("#f7f3e8", "#8d8473", "#37332d", "M0 -6.2L3.8 0L0 6.2L-3.8 0Z"),
}  # fmt: skip

Place = tuple[float, float]


def place_of(point: Point) -> Place:
    """Return units right and down from (0, 0)."""
    return (point.x + point.y / 2) * SIDE, -point.y * RISE


def num(value: float) -> str:
    """Round to one decimal, without trailing zeros."""
    return f"{round(value, 1) + 0:g}"


def outline(places: Iterable[Place]) -> str:
    return f"M{'L'.join(f'{num(x)} {num(y)}' for x, y in places)}Z"


def cell_path(cell: str, share: float = 1.0) -> str:
    """Shrink the cell by ``share`` towards its centre."""
    return outline(_drawn_in([place_of(point) for point in corners(cell)], share))


def middle_of(cell: str) -> Place:
    return _middle([place_of(point) for point in corners(cell)])


def _middle(places: list[Place]) -> Place:
    return (
        sum(x for x, _ in places) / len(places),
        sum(y for _, y in places) / len(places),
    )


def _drawn_in(places: list[Place], share: float) -> list[Place]:
    x, y = _middle(places)
    return [(x + (a - x) * share, y + (b - y) * share) for a, b in places]


def mark(letter: str, x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    """Return a colour's mark, turned clockwise by ``turn`` degrees."""
    look = LOOKS[letter]
    turned = f" rotate({num(turn)})" if turn else ""
    size = f" scale({scale:g})" if scale != 1 else ""
    return (
        f'<path d="{look.mark}" transform="translate({num(x)} {num(y)}){turned}{size}"'
        f' fill="{look.ink}"/>'
    )


def black_triangle(cell: str) -> str:
    return (
        f'<path d="{cell_path(cell, 0.89)}" fill="{BLACK}" stroke="{BLACK}" stroke-width="2"'
        f' stroke-linejoin="round"/><path d="{cell_path(cell, 0.72)}" fill="none"'
        ' stroke="#5a5348" stroke-width="1.4" stroke-linejoin="round"/>'
    )


def bare_hole(cell: str) -> str:
    """Return a black outline with a cross."""
    x, y = middle_of(cell)
    return (
        f'<path d="{cell_path(cell, 0.9)}" fill="#4d463c" fill-opacity=".6" stroke="{BLACK}"'
        ' stroke-width="2" stroke-dasharray="5 4" stroke-linejoin="round"/>'
        f'<path d="M{num(x - 7)} {num(y - 7)}l14 14m0 -14l-14 14" stroke="{BLACK}"'
        ' stroke-width="3" stroke-linecap="round"/>'
    )


def tile(lay: Lay, *, last: bool = False) -> str:
    """Return a tile with its circle segments; ``last`` adds a bright edge."""
    return rhombus(
        [place_of(point) for point in tile_corners(lay.up, lay.down)], lay.colours, last=last
    )


def rhombus(places: list[Place], colours: str, *, last: bool = False) -> str:
    """``places`` are the corners: acute, obtuse, acute, obtuse."""
    inner = _drawn_in(places, 0.975)
    shape = outline(inner)
    parts = [
        f'<path d="{shape}" fill="{_TILE}" stroke="{_TILE_EDGE}" stroke-width="1.5"'
        ' stroke-linejoin="round"/>'
    ]
    for number, letter in enumerate(colours):
        here, before, after = (inner[(number + step) % 4] for step in (0, -1, 1))
        parts.append(_sector(here, after, before, letter, segments=1 + number % 2))
    if last:
        parts.append(
            f'<path d="{shape}" fill="none" stroke="{_LAST}" stroke-width="4.5"'
            ' stroke-linejoin="round"/>'
        )
    return f"<g>{''.join(parts)}</g>"


def _sector(at: Place, one: Place, other: Place, letter: str, segments: int) -> str:
    look = LOOKS[letter]
    x, y = at
    first, second = (atan2(b - y, a - x) for a, b in (one, other))
    span = (second - first + pi) % (2 * pi) - pi
    ends = [(x + REACH * cos(angle), y + REACH * sin(angle)) for angle in (first, first + span)]
    radius = num(REACH)
    parts = [
        f'<path d="M{num(x)} {num(y)}L{num(ends[0][0])} {num(ends[0][1])}A{radius} {radius} 0 0'
        f' {int(span > 0)} {num(ends[1][0])} {num(ends[1][1])}Z" fill="{look.colour}"'
        f' stroke="{_TILE_EDGE}" stroke-width=".8"/>'
    ]
    for segment in range(segments):
        angle = first + span * (segment + 0.5) / segments
        away = 0.68 * REACH
        parts.append(
            mark(letter, x + away * cos(angle), y + away * sin(angle), turn=degrees(angle) + 90)
        )
    return "".join(parts)


def standing_tile(x: float, y: float, colours: str, side: float) -> str:
    """Return a tile centred on (x, y), acute corners left and right."""
    long, short = side * cos(radians(30)), side / 2
    size = side / SIDE
    places = [(-long / size, 0.0), (0.0, short / size), (long / size, 0.0), (0.0, -short / size)]
    return f'<g transform="translate({num(x)} {num(y)}) scale({size:g})">{rhombus(places, colours)}</g>'


_DISC, _DEPTH, _STOREY = 15.5, 10.5, 7.5
"""Half width, half depth and height of a pawn."""


def pawn(letter: str, x: float, y: float, scale: float = 1.0) -> str:
    """Return a pawn; (x, y) is the centre of its upper face."""
    look = LOOKS[letter]
    return (
        f'<g transform="translate({num(x)} {num(y)}) scale({scale:g})">'
        f'<path d="M{-_DISC} 0v{_STOREY}a{_DISC} {_DEPTH} 0 0 0 {2 * _DISC} 0v{-_STOREY}z"'
        f' fill="{look.deep}" stroke="{INK}" stroke-width="1"/>'
        f'<ellipse rx="{_DISC}" ry="{_DEPTH}" fill="{look.colour}" stroke="{INK}"'
        f' stroke-width="1"/>{mark(letter, 0, 0, 1.25)}</g>'
    )


def tower(letters: str, x: float, y: float) -> str:
    """Return a tower of pawns, bottom to top, with its height."""
    y -= 4  # centre the lowest pawn, not its upper face, on the intersection
    parts = [
        "<g>",
        f'<ellipse cx="{num(x + 3)}" cy="{num(y + 8)}" rx="19" ry="13" fill="#120c05"'
        ' fill-opacity=".45"/>',
    ]
    for storey, letter in enumerate(letters):
        look = LOOKS[letter]
        top = y - _STOREY * storey
        if storey + 1 < len(letters):  # only the side shows
            parts.append(
                f'<path d="M{num(x - _DISC)} {num(top)}v{_STOREY}a{_DISC} {_DEPTH} 0 0 0'
                f' {2 * _DISC} 0v{-_STOREY}z" fill="{look.colour}" stroke="{INK}"'
                ' stroke-width="1"/>'
            )
            parts.append(mark(letter, x, top + _DEPTH + _STOREY / 2 - 0.4, 0.62))
        else:
            parts.append(pawn(letter, x, top))
    parts += [_height(len(letters), x + _DISC + 1, y - _STOREY * (len(letters) - 1) - 5), "</g>"]
    return "".join(parts)


def _height(height: int, x: float, y: float) -> str:
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="8.5" fill="#fffdf5" stroke="{INK}"'
        f' stroke-width="1"/><text x="{num(x)}" y="{num(y + 4.9)}" font-size="14"'
        f' font-weight="700" text-anchor="middle" fill="{INK}">{height}</text>'
    )


def no_tower(x: float, y: float) -> str:
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="8.5" fill="#cfc8ba" stroke="{INK}"'
        f' stroke-width="1"/><text x="{num(x)}" y="{num(y + 4.9)}" font-size="14"'
        f' font-weight="700" text-anchor="middle" fill="{INK}">0</text>'
    )


def golden_spot(point: Point, inwards: Place) -> str:
    """``inwards`` is the centre of the surrounding cells."""
    x, y = place_of(point)
    parts = [
        f'<circle cx="{num(x)}" cy="{num(y)}" r="28" fill="{GOLD}" stroke="{GOLD_DEEP}"'
        ' stroke-width="2"/>'
    ]
    away_x, away_y = x - inwards[0], y - inwards[1]
    far = hypot(away_x, away_y)
    if far > 1:
        parts.append(
            f'<text x="{num(x + 19 * away_x / far)}" y="{num(y + 19 * away_y / far + 4.5)}"'
            f' font-size="13" font-weight="700" text-anchor="middle" fill="{INK}">×2</text>'
        )
    return "".join(parts)


def golden_ring(x: float, y: float) -> str:
    return (
        f'<circle cx="{num(x)}" cy="{num(y)}" r="7" fill="{GOLD}" stroke="{INK}"'
        ' stroke-width="1.2"/>'
    )


def field(cells: Iterable[str], golden: Iterable[Point]) -> list[str]:
    cells = list(cells)
    whole = "".join(cell_path(cell) for cell in cells)
    around: dict[Point, list[Place]] = {}
    for cell in cells:
        for point in corners(cell):
            around.setdefault(point, []).append(middle_of(cell))
    lines = "".join(cell_path(cell, 0.97) for cell in cells)
    return [
        f'<path d="{whole}" transform="translate(3 5)" fill="#120c05" fill-opacity=".3"'
        ' stroke="#120c05" stroke-opacity=".3" stroke-width="64" stroke-linejoin="round"/>',
        f'<path d="{whole}" fill="#6f4a2c" stroke="#6f4a2c" stroke-width="64"'
        ' stroke-linejoin="round"/>',
        f'<path d="{whole}" fill="#8a6234" stroke="#8a6234" stroke-width="6"'
        ' stroke-linejoin="round"/>',
        *(golden_spot(point, _middle(around[point])) for point in golden),
        f'<path d="{lines}" fill="#e2c390" stroke="#e2c390" stroke-width="1"/>',
    ]
