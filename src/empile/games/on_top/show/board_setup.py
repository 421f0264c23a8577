"""Static board data of On Top for the client."""

from __future__ import annotations

from typing import Any

from empile.engine.game import Game
from empile.games.on_top.rules.components import (
    COLOUR_NAMES,
    COLOURS,
    TILES,
    TRIANGLES,
    Board,
    data_of,
)
from empile.games.on_top.rules.state import BLACK


def board_setup(game: Game, board: Board) -> dict[str, Any]:
    """Return the board; ``filled`` are the start and the holes that it makes."""
    data = data_of(game.options["board"])
    first = zip(board.cells, game.params_array[0]["first_cell"], strict=False)
    return {
        "cells": list(board.cells),
        "points": [str(point) for point in board.points],
        "golden": [str(point) for point in board.points if point in board.golden],
        "start": list(game.options["start"]),
        "filled": [cell for cell, content in first if content >= BLACK],
        "tiles": {name: data["tiles"].get(name, 0) for name in TILES},
        "triangles": TRIANGLES,
        "colours": [
            {"letter": letter, "name": name, "seat": seat if seat < game.num_players else None}
            for seat, (letter, name) in enumerate(zip(COLOURS, COLOUR_NAMES, strict=True))
        ],
        "teams": game.options["teams"],
    }
