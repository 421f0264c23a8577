"""Pictures as pixels, for those who record videos or learn from what they see."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray

from empile.envs.extras import missing

try:
    from PIL import Image
    from resvg_py import svg_to_bytes
except ImportError as error:
    raise missing("Pillow or resvg-py", "envs") from error

_BACKGROUND = "white"


def pixels(svg: str) -> NDArray[np.uint8]:
    """Return an SVG document as pixels: shape (height, width, 3), red, green and blue from 0 to 255.

    Its size is that of the document's view box. Words need a font: without any on the machine they
    are left out.
    """
    png = bytes(svg_to_bytes(svg_string=svg, background=_BACKGROUND))
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))
