"""Draw the icons of the installed page from ``web/public/favicon.svg``.

    python scripts/icons.py

Writes ``web/public/icons/*.png``. Maskable icons fill the whole square, and keep the sign inside the
circle that every shape of icon shows. Run it after changing the sign.
"""

from __future__ import annotations

import re
from pathlib import Path

from resvg_py import svg_to_bytes

ROOT = Path(__file__).parents[1]
SIGN = ROOT / "web" / "public" / "favicon.svg"
ICONS = ROOT / "web" / "public" / "icons"
SAFE = 0.8
"""Diameter of the circle that is always visible, in parts of the width."""


def rounded() -> str:
    """Return the sign with round corners and nothing behind them."""
    return SIGN.read_text("utf-8")


def full() -> str:
    """Return the sign on a whole square, small enough for every mask."""
    text = SIGN.read_text("utf-8")
    square = re.sub(r' rx="\d+"', "", text, count=1)
    middle = 16 * (1 - SAFE)
    return square.replace(
        "<g ", f'<g transform="translate({middle:g} {middle:g}) scale({SAFE})" ', 1
    )


def draw(svg: str, name: str, size: int) -> None:
    """Write an icon of ``size`` pixels."""
    ICONS.mkdir(exist_ok=True)
    picture = bytes(svg_to_bytes(svg_string=svg, width=size, height=size))
    (ICONS / f"{name}.png").write_bytes(picture)


def main() -> None:
    """Draw all icons."""
    for size in (192, 512):
        draw(rounded(), f"app-{size}", size)
        draw(full(), f"maskable-{size}", size)
    draw(full(), "apple-touch-icon", 180)


if __name__ == "__main__":
    main()
