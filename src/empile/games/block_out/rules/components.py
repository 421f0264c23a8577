"""Components of Block Out!: cards and blocks.

No source gives the number of each card, the block measures or the odds of a fall: these are chosen
in ``data/components.json``.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

COLOURS = "kny"
"""Black, brown (``n`` for French *noisette*, since ``b`` suggests black), yellow."""
COLOUR_NAMES = ("black", "brown", "yellow")
SIZES = "SML"
SIZE_NAMES = ("small", "medium", "large")
ANY = "*"

BLOCKS = tuple(colour + size for colour in COLOURS for size in SIZES)
"""Blocks by number: ``kS kM kL nS ... yL``."""
PASS, REVERSE = "pass", "reverse"
CARDS = (
    *BLOCKS,
    *(colour + ANY for colour in COLOURS),
    *(ANY + size for size in SIZES),
    ANY + ANY,
    PASS,
    REVERSE,
)
"""Kinds of cards in display order."""
HAND = 7
PENALTY = 3


@lru_cache(maxsize=1)
def load_components() -> dict[str, Any]:
    """Return the default components: ``cards``, ``odds`` (‰), ``blocks``, ``judging``, ``hand``."""
    path = Path(__file__).parents[1] / "data" / "components.json"
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def matches(card: str, block: str) -> bool:
    """Return whether a block card allows ``block``; False for action cards."""
    return len(card) == len(block) and all(
        mark in (ANY, own) for mark, own in zip(card, block, strict=True)
    )
