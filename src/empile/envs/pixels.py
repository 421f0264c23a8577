"""SVG rendering to pixels."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray

from empile.engine.optional_import import missing_extra

try:
    from PIL import Image
    from resvg_py import svg_to_bytes
except ImportError as error:
    raise missing_extra("Pillow or resvg-py", "envs") from error

_BACKGROUND = "white"


def png(svg: str) -> bytes:
    """Render SVG to a PNG file; text needs installed fonts.

    Example::

        >>> png(empile.load("block-ness", players=2).new_state().to_svg())[1:4]
        b'PNG'
    """
    return bytes(svg_to_bytes(svg_string=svg, background=_BACKGROUND))


def pixels(svg: str) -> NDArray[np.uint8]:
    """Render SVG to an RGB array (height, width, 3), 0 to 255; text needs installed fonts.

    Example::

        >>> pixels(empile.load("block-ness", players=2).new_state().to_svg()).shape[2]
        3
    """
    with Image.open(io.BytesIO(png(svg))) as image:
        return np.asarray(image.convert("RGB"))
