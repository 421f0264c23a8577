"""Components of Block Out!: cards and blocks.

No source gives card counts, block measures or odds: ``data/components.json`` chooses them.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

COLOURS = "kny"
"""Black, brown (``n`` for French *noisette*), yellow."""
COLOUR_NAMES = ("black", "brown", "yellow")
SIZES = "SML"
SIZE_NAMES = ("small", "medium", "large")
ANY = "*"

BLOCKS = tuple(colour + size for colour in COLOURS for size in SIZES)
"""By number: ``kS kM kL nS ... yL``."""
PASS, REVERSE = "pass", "reverse"
CARDS = (
    *BLOCKS,
    *(colour + ANY for colour in COLOURS),
    *(ANY + size for size in SIZES),
    ANY + ANY,
    PASS,
    REVERSE,
)
"""In display order."""
HAND = 7
PENALTY = 3


@lru_cache(maxsize=1)
def load_components() -> dict[str, Any]:
    """Return ``cards``, ``odds`` (‰), ``blocks``, ``judging`` and ``hand``."""
    path = Path(__file__).parents[1] / "data" / "components.json"
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def matches(card: str, block: str) -> bool:
    """Return whether a card allows ``block``; False for action cards."""
    return len(card) == len(block) and all(
        mark in (ANY, own) for mark, own in zip(card, block, strict=True)
    )
