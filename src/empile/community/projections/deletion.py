"""What is kept of a table that is about to be deleted: the games of members."""

from __future__ import annotations

import time

import msgspec
from sqlalchemy import Connection, delete, exists

from empile.community.projections import apply
from empile.server.store.schema import fair_play_games, game_players, games


def keep_games(connection: Connection, number: int) -> None:
    """Add the finished games of a table to the histories, and drop those without members.

    Call it in the transaction that deletes the table and its claims.
    """
    try:
        derived = apply.read_results(connection, number)
    except (msgspec.DecodeError, ValueError, IndexError):
        derived = None  # a damaged log has no games
    if derived is not None:
        apply.apply(connection, derived, time.time_ns() // 1_000_000)
    one = game_players.alias()
    of_members = exists().where(
        one.c.number == games.c.number, one.c.game == games.c.game, one.c.member.is_not(None)
    )
    connection.execute(delete(games).where(games.c.number == number, ~of_members))
    known = exists().where(
        games.c.number == game_players.c.number, games.c.game == game_players.c.game
    )
    connection.execute(delete(game_players).where(game_players.c.number == number, ~known))
    measured = exists().where(
        games.c.number == fair_play_games.c.number, games.c.game == fair_play_games.c.game
    )
    connection.execute(delete(fair_play_games).where(fair_play_games.c.number == number, ~measured))
