"""Positions as PNG, and games as animated WebP, drawn from the SVG of a position."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PIL.Image import Image

BACKGROUND: Final = "#f3ead9"
FONT: Final = Path(__file__).parents[1] / "previews" / "figtree.ttf"
"""The Latin characters of the page's typeface, semibold: servers need no installed fonts."""
_FAMILY: Final = "Figtree"
_MARGIN: Final = 0.02
"""Of the larger side, on all sides."""
_QUALITY: Final = 82
_VIEW_BOX: Final = re.compile(r'viewBox="\s*[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)\s*"')


def png(svg: str, side: int) -> bytes:
    """Return a PNG of an SVG document, ``side`` pixels on its larger side.

    Text is set in Figtree, unless a font that the SVG names is installed. Raises ``ValueError`` if the
    document has no ``viewBox``.
    """
    found = _VIEW_BOX.search(svg)
    if found is None:
        raise ValueError("the SVG has no viewBox")
    wide, high = float(found[1]), float(found[2])
    scale = side / max(wide, high)
    margin = side * _MARGIN
    return framed_png(svg, round(wide * scale), round(high * scale), round(margin, 2), BACKGROUND)


def framed_png(svg: str, wide: int, high: int, margin: float, background: str) -> bytes:
    """Return a PNG of exactly ``wide`` x ``high`` pixels, with the SVG in its middle."""
    from resvg_py import svg_to_bytes

    place = (
        f'<svg x="{margin:g}" y="{margin:g}" width="{wide - 2 * margin:g}"'
        f' height="{high - 2 * margin:g}" '
    )
    framed = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}"'
        f' height="{high}">{svg.replace("<svg ", place, 1)}</svg>'
    )
    return bytes(
        svg_to_bytes(
            svg_string=framed,
            background=background,
            font_files=[str(FONT)],
            serif_family=_FAMILY,
            sans_serif_family=_FAMILY,
        )
    )


def webp(svgs: Sequence[str], side: int, pace: int, last: int) -> bytes:
    """Return an animated WebP that shows each document for ``pace`` milliseconds.

    The last one stays for ``last`` milliseconds; then it begins again.
    """
    from PIL import Image

    pictures = [Image.open(io.BytesIO(png(svg, side))).convert("RGB") for svg in svgs]
    size = max(picture.width for picture in pictures), max(picture.height for picture in pictures)
    frames = [_centred(picture, size) for picture in pictures]
    durations = [pace] * (len(frames) - 1) + [last]
    found = io.BytesIO()
    frames[0].save(
        found,
        "WEBP",
        save_all=True,
        append_images=frames[1:],
        duration=durations,
        loop=0,
        quality=_QUALITY,
        method=3,
        minimize_size=False,
    )
    return found.getvalue()


def _centred(picture: Image, size: tuple[int, int]) -> Image:
    """Return a picture of a size: a pile that grows changes the size of its document."""
    if picture.size == size:
        return picture
    from PIL import Image

    whole = Image.new("RGB", size, BACKGROUND)
    whole.paste(picture, ((size[0] - picture.width) // 2, (size[1] - picture.height) // 2))
    return whole
