"""Readers of the Block Out! position object, for drawing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from empile.games.block_out.rules.components import BLOCKS

HIDDEN = "?"
"""A card hidden from the viewer."""


def free_blocks(view: Mapping[str, Any]) -> list[str]:
    return [name for name in BLOCKS if name not in view["tower"]]


def counted(pile: Mapping[str, int]) -> list[str]:
    """Return non-zero counts, e.g. ``"kS 2"``."""
    return [f"{name} {count}" for name, count in pile.items() if count]
