"""Evidence on fair play, since revision 11."""

from __future__ import annotations

from sqlalchemy import Column, LargeBinary, Table

from empile.server.store.schema.columns import key, metadata, reference, text, text_key, whole

# The moves of a seat of a finished rated game, measured once.
fair_play_games = Table(
    "fair_play_games",
    metadata,
    key("number"),
    key("game"),
    key("seat"),
    # Another one is measured again.
    whole("format"),
    whole("made"),
    # JSON; empty if the game cannot be analysed.
    Column("body", LargeBinary, nullable=False),
)
# From which address a member took a place: a keyed hash that can be compared within its table only.
seat_addresses = Table(
    "seat_addresses",
    metadata,
    key("number"),
    key("place"),
    reference("member", "members"),
    text("hash"),
    whole("made"),
)
# Random keys that a server made for itself.
server_keys = Table(
    "server_keys", metadata, text_key("name"), Column("key", LargeBinary, nullable=False)
)
