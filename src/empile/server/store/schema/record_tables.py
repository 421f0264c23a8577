"""What is derived from the logs of tables, and kept longer than they are; ratings since revision 6."""

from __future__ import annotations

from sqlalchemy import Table

from empile.server.store.schema.columns import (
    key,
    metadata,
    optional_real,
    optional_whole,
    real,
    text,
    text_key,
    whole,
)

games = Table(
    "games",
    metadata,
    key("number"),
    key("game"),
    text("table_id"),
    text("name"),
    whole("players"),
    whole("started"),
    whole("ended"),
    whole("events"),
    text("reason"),
    whole("spectators"),
)
game_players = Table(
    "game_players",
    metadata,
    key("number"),
    key("game"),
    key("seat"),
    whole("place"),
    # The seat itself, without teams.
    whole("team"),
    # None for guests, bots of the server and deleted members.
    optional_whole("member"),
    text("name"),
    # The name as it is searched for.
    text("name_key"),
    whole("program"),
    # Of the bot that played at the end.
    optional_whole("level"),
    optional_whole("hand_skill"),
    whole("rank"),
    # None if two played, and one resigned.
    optional_whole("score"),
    # won, shared or lost
    text("outcome"),
    # 0, or why it left the game: 1 resignation, 2 time, 3 absence
    whole("resigned"),
    text("name_of_game"),
    whole("players"),
    whole("ended"),
)
# Of each table, the last event that is part of them. Number 0: of the log of all tables, the last
# position, as a place in SQLite, and as a transaction in PostgreSQL.
projected = Table("projected", metadata, key("number"), whole("seq"))
member_statistics = Table(
    "member_statistics",
    metadata,
    key("member"),
    text_key("name_of_game"),
    key("players"),
    key("seat"),
    whole("played"),
    whole("won"),
    whole("shared"),
    whole("rank_sum"),
    # Games with a score.
    whole("scored"),
    whole("score_sum"),
)
# The pairs of all games but teammates, and for each pair the sum over all games under the name "".
head_to_head = Table(
    "head_to_head",
    metadata,
    key("member"),
    key("other"),
    text_key("name_of_game"),
    whole("played"),
    whole("won"),
    whole("lost"),
    whole("shared"),
)
# Games whose results wait for the webhook, since revision 13.
result_deliveries = Table(
    "result_deliveries",
    metadata,
    key("number"),
    key("game"),
    whole("made"),
    # When the next attempt is due.
    whole("due"),
    whole("tries"),
)
# Of lessons and solo levels.
progress = Table(
    "progress",
    metadata,
    key("member", "members"),
    text_key("kind"),
    text_key("game"),
    text_key("item"),
    whole("value"),
    whole("at"),
)


# What is rated together. Everything up to the key is rated.
rating_pools = Table(
    "rating_pools",
    metadata,
    # people, programs or the household of an account: h and its number
    text_key("list"),
    text_key("name_of_game"),
    # two or more
    text_key("size"),
    # fast or slow
    text_key("speed"),
    whole("ended"),
    whole("number"),
    whole("game"),
    # 1 while games wait to be rated.
    whole("waiting"),
)
# A seat of a rated game, and the rating after it. The number of a deleted member stays, without a
# name: the ratings of the others follow from it.
rating_changes = Table(
    "rating_changes",
    metadata,
    key("number"),
    key("game"),
    key("seat"),
    text("list"),
    text("name_of_game"),
    text("size"),
    text("speed"),
    whole("ended"),
    whole("member"),
    whole("account"),
    whole("players"),
    whole("team"),
    whole("rank"),
    whole("resigned"),
    # All that follows is None until the game is rated.
    optional_real("weight"),
    optional_real("mu_before"),
    optional_real("sigma_before"),
    optional_real("mu"),
    optional_real("sigma"),
    # Rated games with this one: of all time, and of the season.
    optional_whole("played"),
    optional_whole("season_played"),
)
# The newest rating of each member.
ratings = Table(
    "ratings",
    metadata,
    text_key("list"),
    text_key("name_of_game"),
    text_key("size"),
    text_key("speed"),
    # 0: all time; 20264: the last quarter of 2026.
    key("season"),
    key("member"),
    real("mu"),
    real("sigma"),
    whole("points"),
    # Whether it is not provisional.
    whole("settled"),
    whole("played"),
    whole("ended"),
)
