"""Static board data of Blox for the client."""

from __future__ import annotations

from typing import Any

from empile.engine.game import Game
from empile.games.blox.rules.components import cell_name, layout_of, load_components
from empile.games.blox.rules.state import LAST_PHASE


def board_setup(game: Game) -> dict[str, Any]:
    options = game.options
    board = load_components() if options["layout"] == "house" else options["layout"]
    exact = options["demolish"] == "exact"
    neutrals = layout_of(options["layout"]).neutrals() if game.num_players == 2 else []
    return {
        "colours": board["colours"],
        "squares": board["squares"],
        "phases": [
            {"fall": [n] if exact else list(range(1, n + 1)), "build": n + 1}
            for n in range(1, LAST_PHASE + 1)
        ],
        "neutral": [cell_name(cell) for cell in neutrals],
        **{name: options[name] for name in ("strike_cap", "access", "recharge", "round_limit")},
    }
