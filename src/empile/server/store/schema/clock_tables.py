"""Clocks, since revision 7, and absences of members, since revision 9."""

from __future__ import annotations

from sqlalchemy import Table

from empile.server.store.schema.columns import key, metadata, reference, row_id, text_key, whole

# When each process that is up was last heard of.
heartbeats = Table("heartbeats", metadata, text_key("process"), whole("at"))
# When a process, or the whole server, could not be reached.
outages = Table(
    "outages", metadata, row_id(), whole("began"), whole("ended"), sqlite_autoincrement=True
)
# Tables with a running game that has a clock, and when a process should look at it.
clocks = Table("clocks", metadata, key("number"), whole("due"))
absences = Table(
    "absences",
    metadata,
    row_id(),
    reference("member", "members"),
    whole("began"),
    whole("ended"),
    # Whether a bot plays during the absence.
    whole("stand_in"),
    sqlite_autoincrement=True,
)

# Tables of members that are or will be absent, and when a process should note it in the log.
absent_tables = Table("absent_tables", metadata, key("number"), whole("due"))
