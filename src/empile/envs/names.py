"""How a game is called in each field, made from the one name that it has here."""

from __future__ import annotations

VERSION = 0
"""Goes up when what an environment shows or takes changes, as those fields have it."""


def module_name(game: str) -> str:
    """Return ``some_game_v0`` for ``"some-game"``, as PettingZoo names modules."""
    return f"{game.replace('-', '_')}_v{VERSION}"


def environment_id(game: str) -> str:
    """Return ``empile/SomeGame-v0`` for ``"some-game"``, as Gymnasium names environments."""
    return f"empile/{_camel_case(game)}-v{VERSION}"


def spiel_name(game: str) -> str:
    """Return ``python_empile_some_game`` for ``"some-game"``, as OpenSpiel names Python games."""
    return f"python_empile_{game.replace('-', '_')}"


def title(game: str) -> str:
    """Return ``Some Game`` for ``"some-game"``."""
    return game.replace("-", " ").title()


def _camel_case(game: str) -> str:
    return "".join(part.capitalize() for part in game.split("-"))
