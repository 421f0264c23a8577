"""Games under test: every game with every number of seats."""

from __future__ import annotations

from empile.engine.discovery import game_class
from tests.support.games import Variant, variants


def by_seats() -> list[Variant]:
    """Return a variant for each game and number of seats."""
    found: dict[tuple[str, int], Variant] = {}
    for variant in variants():
        found.setdefault((variant.name, variant.options["players"]), variant)
    for name in {name for name, _ in found}:
        seats = game_class(name).options_offered[0].values
        lacking = set(seats) - {number for game, number in found if game == name}
        assert not lacking, f"variants.json of {name} names no game with {lacking} players"
    return list(found.values())


def by_game() -> list[Variant]:
    """Return the first variant of each game."""
    return list({variant.name: variant for variant in reversed(variants())}.values())
