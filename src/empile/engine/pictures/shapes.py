"""What default pictures consist of: numbers, letters and shapes as SVG."""

from __future__ import annotations

from html import escape
from math import cos, pi, sin
from typing import Any

UNIT = 100
"""Distance of neighbouring cells."""

INK, SOFT = "#3d3527", "#6d6048"
"""The colours of letters."""


def num(value: float) -> str:
    """Return a number with at most two decimals. Example: ``num(2.50)`` is ``"2.5"``."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value else "0"


def label(x: float, y: float, text: str) -> str:
    """Return a text at a place. Example: ``label(20, 30, "a")``."""
    return f'<text x="{num(x)}" y="{num(y)}">{escape(text)}</text>'


def glyph(text: str, fill: str, edge: str | None = None) -> str:
    """Return a large letter around the origin. Example: ``glyph("?", INK)``."""
    around = "" if edge is None else f' stroke="{edge}" stroke-width="7" paint-order="stroke"'
    return (
        f'<text y="13" font-size="36" font-weight="700" text-anchor="middle" fill="{fill}"{around}'
        f' stroke-linejoin="round">{escape(text)}</text>'
    )


def polygon(corners: int, radius: float, turn: float) -> str:
    """Return a path; ``turn`` 0.5 has a corner at the top for even numbers of corners.

    Example: ``polygon(6, 55, 0.5)``.
    """
    points = [
        (
            radius * sin(2 * pi * (k + turn - 0.5) / corners),
            -radius * cos(2 * pi * (k + turn - 0.5) / corners),
        )
        for k in range(corners)
    ]
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + "Z"


def star(points: int, outer: float, inner: float) -> str:
    """Return a path with the tips on a circle, and the corners between them on another.

    Example: ``star(5, 36, 17)``.
    """
    radii = (outer, inner) * points
    places = [
        (radius * sin(pi * k / points), -radius * cos(pi * k / points))
        for k, radius in enumerate(radii)
    ]
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in places) + "Z"


def disc_radius(xy: Any) -> float:
    """Return a radius with which discs at ``xy``, shape (discs, 2), do not touch.

    Example: ``disc_radius(cells.xy)``.
    """
    count = len(xy)
    distances = [
        float(((xy[one] - xy[other]) ** 2).sum()) ** 0.5
        for one in range(count)
        for other in range(one)
    ]
    return 0.42 * UNIT * float(min([1.0, *distances]))


SHAPES = (
    '<circle r="29"/>',
    '<rect x="-26" y="-26" width="52" height="52" rx="7"/>',
    f'<path d="{polygon(3, 36, 0.5)}"/>',
    '<path d="M0 -35L35 0L0 35L-35 0Z"/>',
    f'<path d="{star(5, 36, 17)}"/>',
    f'<path d="{polygon(6, 32, 0)}"/>',
)
"""Shapes of the pieces, by seat: disc, square, triangle, diamond, star, hexagon."""
