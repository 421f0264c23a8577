"""Replays of games that are the same in every run, by their addresses."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

import empile
from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class
from tests.support.games import random_match

SHORT: dict[str, dict[str, Any]] = {"blox": {"round_limit": 8}}
"""Options by game, for games of some dozen moves."""


def random_record(game: str, seed: int = 1) -> dict[str, Any]:
    """Return the record of a random game between two, without hands."""
    options = {"players": 2, **headless_options(game_class(game)), **SHORT.get(game, {})}
    record = random_match(empile.load(game, **options), seed).record(["Anne", "Béa"])
    plain: dict[str, Any] = json.loads(record.to_json())
    return plain


def replay_address(record: dict[str, Any]) -> str:
    """Return the address of the replay of a record, which is in the fragment."""
    packing = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packing.compress(json.dumps(record).encode()) + packing.flush()
    return f"/r#g={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"
