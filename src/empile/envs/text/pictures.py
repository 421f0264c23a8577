"""Pictures of positions as parts of chat messages."""

from __future__ import annotations

import base64
from importlib import import_module
from typing import Any, Literal, TypeAlias

from empile.engine.game import State

Images: TypeAlias = Literal["svg", "png"]
"""The format of pictures."""

MEDIA_TYPES: dict[Images, str] = {"svg": "image/svg+xml", "png": "image/png"}


def check_images(images: Images | None) -> None:
    """Raise ``ValueError`` for an unknown format, ``ImportError`` if it cannot be drawn."""
    if images is not None and images not in MEDIA_TYPES:
        raise ValueError(f"images must be None, 'svg' or 'png', not {images!r}")
    if images == "png":
        import_module("empile.envs.pixels")


def picture(state: State, seat: int, images: Images) -> bytes:
    """Return the position as ``seat`` sees it, as a file. Example: ``picture(state, 0, "svg")``.

    :raises ImportError: for ``"png"`` without the extra ``envs``
    """
    svg = state.to_svg(seat)
    if images == "svg":
        return svg.encode()
    from empile.envs.pixels import png

    return png(svg)


def picture_part(data: bytes, images: Images) -> dict[str, Any]:
    """Return a part of a message with a picture as a data URL.

    Example: ``picture_part(picture(state, 0, "png"), "png")["type"]`` is ``"image_url"``.
    """
    url = f"data:{MEDIA_TYPES[images]};base64,{base64.b64encode(data).decode('ascii')}"
    return {"type": "image_url", "image_url": {"url": url}}
