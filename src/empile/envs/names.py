"""Names of the environments."""

from __future__ import annotations

VERSION = 1
"""Increases when an environment's observations or actions change."""

TEXTARENA_VERSION = 0
"""Increases when texts or answers in TextArena change."""


def module_name(game: str) -> str:
    """Return e.g. ``some_game_v1``."""
    return f"{game.replace('-', '_')}_v{VERSION}"


def environment_id(game: str) -> str:
    """Return e.g. ``empile/SomeGame-v1``."""
    return f"empile/{_camel_case(game)}-v{VERSION}"


def textarena_id(game: str) -> str:
    """Return e.g. ``Empile-SomeGame-v0``."""
    return f"Empile-{_camel_case(game)}-v{TEXTARENA_VERSION}"


def spiel_name(game: str) -> str:
    """Return e.g. ``python_empile_some_game``."""
    return f"python_empile_{game.replace('-', '_')}"


def title(game: str) -> str:
    """Return e.g. ``Some Game``."""
    return game.replace("-", " ").title()


def _camel_case(game: str) -> str:
    return "".join(part.capitalize() for part in game.split("-"))
