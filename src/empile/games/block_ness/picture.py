"""The lake of Block Ness as SVG."""

from __future__ import annotations

from empile.engine.game import State


def picture(state: State) -> str:
    """Return the position as an SVG document."""
    raise NotImplementedError
