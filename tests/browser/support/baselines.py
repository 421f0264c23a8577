"""Pictures that are kept in the repository, and how far a page may differ from them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

WIDTH = 240
"""Pixels of kept pictures: details of fonts do not matter in them."""
DIFFERENT = 56
"""A difference of a colour, of 255, that is seen."""
TOLERANCE = 0.012
"""The share of pixels that may differ: fonts of another system, other rounding."""


def shrunk(screenshot: bytes) -> Image.Image:
    """Return a screenshot in the size of kept pictures."""
    picture = Image.open(BytesIO(screenshot)).convert("RGB")
    height = round(picture.height * WIDTH / picture.width)
    return picture.resize((WIDTH, height), Image.Resampling.BOX)


def difference(one: Image.Image, other: Image.Image) -> float:
    """Return the share of pixels that differ; 1 for pictures of other shapes."""
    if abs(one.height - other.height) > 2:
        return 1.0
    other = other.resize(one.size)
    blurred = (picture.filter(ImageFilter.BoxBlur(1)) for picture in (one, other))
    red, green, blue = ImageChops.difference(*blurred).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return sum(most.histogram()[DIFFERENT:]) / (one.width * one.height)


def compare(screenshot: bytes, kept: Path, seen: Path, *, write: bool) -> str:
    """Compare a screenshot with a kept picture, or keep it; return what is wrong, or nothing.

    A picture that differs is written to ``seen``.
    """
    picture = shrunk(screenshot)
    if write:
        kept.parent.mkdir(parents=True, exist_ok=True)
        picture.save(kept, quality=80, method=6)
        return ""
    if not kept.exists():
        return f"there is no {kept}; write it with --write-plans"
    share = difference(Image.open(kept).convert("RGB"), picture)
    if share <= TOLERANCE:
        return ""
    seen.parent.mkdir(parents=True, exist_ok=True)
    picture.save(seen)
    return f"{kept.name}: {share:.1%} of the pixels differ, see {seen}"
