"""The box of Block Out!: cards and blocks, with where each number comes from.

Nine blocks, three colours in three sizes, and 55 cards, 43 of them for blocks, are printed on the
box. How many cards there are of each kind, the measures of the blocks and the odds of a tower are
in no source: they lie in ``data/house.json``.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

COLOURS = "kny"
"""Black, brown (French *noisette*, and ``b`` would be mistaken for black), yellow."""
COLOUR_NAMES = ("black", "brown", "yellow")
SIZES = "SML"
SIZE_NAMES = ("small", "medium", "large")
ANY = "*"

BLOCKS = tuple(colour + size for colour in COLOURS for size in SIZES)
"""The blocks by number: ``kS kM kL nS ... yL``."""
PASS, REVERSE = "pass", "reverse"
CARDS = (
    *BLOCKS,
    *(colour + ANY for colour in COLOURS),
    *(ANY + size for size in SIZES),
    ANY + ANY,
    PASS,
    REVERSE,
)
"""The kinds of cards by number, in the order in which they are listed everywhere."""
HAND = 7
"""Cards dealt to each seat."""
PENALTY = 3
"""Cards drawn when the tower falls."""


@lru_cache(maxsize=1)
def house() -> dict[str, Any]:
    """Return the house's data: ``cards``, ``odds`` (in thousandths), ``blocks``, ``judging``, ``hand``."""
    path = Path(__file__).parent / "data" / "house.json"
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def matches(card: str, block: str) -> bool:
    """Return whether a block card lets ``block`` be placed; an action card lets none."""
    return len(card) == len(block) and all(
        mark in (ANY, own) for mark, own in zip(card, block, strict=True)
    )
