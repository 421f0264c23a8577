"""Free text between members, since revision 14."""

from __future__ import annotations

from sqlalchemy import Table

from empile.server.store.schema.columns import (
    key,
    metadata,
    optional_whole,
    reference,
    row_id,
    text,
    whole,
)

# What members wrote at a table, or to a friend.
messages = Table(
    "messages",
    metadata,
    row_id(),
    # The table.
    optional_whole("number"),
    # Or the pair of members, the lower number first.
    optional_whole("one"),
    optional_whole("other"),
    reference("author", "members"),
    # Empty if it was erased.
    text("text"),
    whole("made"),
    optional_whole("erased"),
    # The number of the table's game, 0 before the first, and of the last event of its log.
    optional_whole("game"),
    optional_whole("seq"),
    sqlite_autoincrement=True,
)
# Members that may read a message, its author too, and when each read it.
message_readers = Table(
    "message_readers",
    metadata,
    key("member", "members"),
    key("message", "messages"),
    optional_whole("read"),
)
