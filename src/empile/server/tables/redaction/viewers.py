"""Viewers of a table: a seat, or ``None`` for a spectator."""

from __future__ import annotations

from typing import Final

from empile.engine.game import Game
from empile.server.tables.table import GamePlayed, Table

Viewers = tuple[int | None, int | None]
"""The viewer of positions and the viewer of the log."""
SPECTATOR: Final[Viewers] = (None, None)


def viewer_of(table: Table, key: str | None, game: GamePlayed | None = None) -> int | None:
    """Return the viewer of positions for the holder of ``key``.

    A holder of several seats views as the seat to act if it is theirs, else as a spectator: players
    at one screen must not see each other's hands.
    """
    held = table.places_of(key)
    if len(held) > 1 and is_to_act(table, key) and game in (None, table.current):
        return table.seat_to_act
    return log_viewer_of(table, key, game)


def log_viewer_of(table: Table, key: str | None, game: GamePlayed | None = None) -> int | None:
    """Return the viewer of the log, which stays on screen: None if ``key`` has several seats."""
    game = game or table.current
    held = table.places_of(key)
    return game.seat_of(held[0]) if game is not None and len(held) == 1 else None


def viewers_of(table: Table, key: str | None) -> Viewers:
    """Return :func:`viewer_of`, None with perfect information, and :func:`log_viewer_of`."""
    found = table.viewers.get(key)
    if found is None:
        viewer = log_viewer = log_viewer_of(table, key)
        if not table.game.imperfect_information:
            viewer = None
        elif len(table.places_of(key)) > 1:  # changes with the turn
            return viewer_of(table, key), log_viewer
        found = table.viewers[key] = (viewer, log_viewer)
    return found


def hides_events(game: Game) -> bool:
    """Return whether viewers may see different texts of an event."""
    return game.imperfect_information or game.notation.redacts_text


def is_to_act(table: Table, key: str | None) -> bool:
    return key is not None and key == table.key_to_act
