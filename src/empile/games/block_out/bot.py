"""How strong the bots of Block Out! are at cards."""

from __future__ import annotations

from empile.engine.level import STANDARD_LEVELS

LEVELS = STANDARD_LEVELS
