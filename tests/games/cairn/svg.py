"""SVG of a Cairn position."""

from __future__ import annotations

from typing import Any

WIDTHS = {"A": 90, "B": 66, "C": 42}


def to_svg(seen: dict[str, Any]) -> str:
    """Return a view (see ``view.py``) as an SVG document: the cairn, and the hands below it."""
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" role="img">',
        f"<title>Cairn {seen['cairn'] or 'not begun'}</title>",
        '<rect width="200" height="200" fill="#eef2ec"/>',
    ]
    for level, stone in enumerate(seen["cairn"]):
        width = WIDTHS[stone]
        parts.append(
            f'<rect x="{100 - width / 2:g}" y="{100 - 18 * level}" width="{width}" height="17"'
            f' rx="8" fill="#8a8f86"/>'
        )
    for seat, hand in enumerate(seen["hands"]):
        parts.append(f'<text x="12" y="{136 + 16 * seat}" font-size="12">{seat + 1}: {hand}</text>')
    return "".join([*parts, "</svg>"])
