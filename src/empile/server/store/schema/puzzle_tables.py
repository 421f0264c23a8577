"""What members reached in puzzles, since revision 17."""

from __future__ import annotations

from sqlalchemy import Table

from empile.server.store.schema.columns import (
    key,
    metadata,
    optional_whole,
    real,
    text_key,
    whole,
)

# The first attempt of a member at a puzzle.
puzzle_results = Table(
    "puzzle_results",
    metadata,
    key("member", "members"),
    text_key("game"),
    text_key("puzzle"),
    whole("right"),
    whole("at"),
    # The member's rating after it. None if it is not rated.
    optional_whole("points"),
    # When a missed puzzle was solved later.
    optional_whole("again"),
)
# The rating of each member for puzzles of all games.
puzzle_players = Table(
    "puzzle_players",
    metadata,
    key("member", "members"),
    real("mu"),
    real("sigma"),
    whole("rated"),
)
# The ratings of puzzles that members tried; of others the rating is that in the game's file.
puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    text_key("game"),
    text_key("puzzle"),
    real("mu"),
    real("sigma"),
    whole("rated"),
)
# Days, in UTC and since 1970, whose puzzle a member solved.
puzzle_days = Table("puzzle_days", metadata, key("member", "members"), key("day"))
