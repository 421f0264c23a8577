"""The board of On Top as text, for a terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from empile.engine.errors import Reason


def text_picture(
    seen: dict[str, Any],
    setting: dict[str, Any],
    tell: Callable[[Reason], str],
    *,
    colour: bool,
) -> str:
    """Return the position as lines."""
    return ""
