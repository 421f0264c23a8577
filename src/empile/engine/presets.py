"""Option presets of a game; records contain the value, not the name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from empile.engine.strict_json import read_json

if TYPE_CHECKING:
    from empile.engine.game import Game


def option_presets(game: type[Game], option: str) -> dict[str, Any]:
    """Return the contents of ``data/<option>/*.json`` by name, sorted."""
    files = (game.folder / "data" / option).glob("*.json")
    return {file.stem: read_json(file.read_bytes()) for file in sorted(files)}
