"""Named data: values of an option that a game brings along, found by being there.

A file ``data/<option>/<name>.json`` in a game's folder is a value of the option (another board, a
ready-made start) that pages and the command line offer by its name. The name never goes further:
what a game is made with, and what its record keeps, is the value itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from empile.engine.plain import read_json

if TYPE_CHECKING:
    from empile.engine.game import Game


def named_data(game: type[Game], option: str) -> dict[str, Any]:
    """Return the values that ``game`` brings along for ``option``, by name, sorted; mostly none."""
    files = (game.folder / "data" / option).glob("*.json")
    return {file.stem: read_json(file.read_bytes()) for file in sorted(files)}
