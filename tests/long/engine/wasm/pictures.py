"""Writes what is seen in random games, and how it is drawn: ``python -m tests.long.engine.wasm.pictures FILE``."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import empile
from empile.engine.pictures import facts_of
from empile.engine.wasm import bundle
from tests.support.advance import Advance
from tests.support.cards import Cards
from tests.support.climb import Climb
from tests.support.dominoes import Dominoes
from tests.support.games import random_match
from tests.support.race import Race

_HOUSE = {"block-ness", "block-out", "blox", "on-top"}
"""Games with boards of their own."""


def seen(game: empile.Game, seed: int) -> list[dict[str, Any]]:
    """Return the facts and the picture of each view of a random game."""
    match = random_match(game, seed)
    states = [match.state_before(number) for number in range(len(match.events))]
    return [
        {"facts": facts_of(state, state.view(seat)), "svg": state.to_svg(seat)}
        for state in (*states, match.state)
        for seat in (None, *range(game.num_players))
    ]


def main() -> None:
    """Write a line for each game and its most seats."""
    games: list[empile.Game] = [
        Climb(players=4),
        Cards(players=3),
        Race(players=3),
        Advance(),
        Dominoes(),
    ]
    for name in sorted(set(empile.game_names()) - _HOUSE):
        players: Any = empile.game_class(name).options_offered[0].values
        games.append(empile.load(name, players=players[-1]))
    with Path(sys.argv[1]).open("w", encoding="utf-8") as out:
        for number, game in enumerate(games):
            drawing = bundle(game).facts["picture"]
            line = {"game": game.name, "drawing": drawing, "seen": seen(game, number)}
            out.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
