"""Seeds of the chance events in a load test, known to the server and to the load generator."""

from __future__ import annotations

GAMES = 24
"""The prepared games of a kind. Game n of table t is the game (t + n) modulo this."""


def seed_of(game: int, event: int) -> int:
    """Return the seed of the event with index ``event`` of a prepared game."""
    return (game % GAMES) << 32 | event
