"""The board of On Top as SVG."""

from __future__ import annotations

from typing import Any


def picture(seen: dict[str, Any], setting: dict[str, Any], ranks: list[int] | None) -> str:
    """Return the position as an SVG document."""
    return "<svg xmlns='http://www.w3.org/2000/svg'></svg>"
