"""Games of records and positions, by their data; used in worker processes, too."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from empile.engine.discovery import game_class
from empile.engine.game import Game

_MOST_GAMES = 32


def loaded_game(name: str, rules_version: int, options: Mapping[str, Any]) -> Game:
    """Return a game; loading one takes milliseconds, so the last ones are cached."""
    return _loaded(name, rules_version, json.dumps(options, sort_keys=True))


@lru_cache(_MOST_GAMES)
def _loaded(name: str, rules_version: int, options: str) -> Game:
    return game_class(name, rules_version)(**json.loads(options))
