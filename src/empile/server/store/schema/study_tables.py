"""Studies of members, since revision 16."""

from __future__ import annotations

from sqlalchemy import Table

from empile.server.store.schema.columns import key, metadata, text, text_key, whole

studies = Table(
    "studies",
    metadata,
    key("member", "members"),
    # The ID that the browser gave it.
    text_key("study"),
    text("name"),
    text("folder"),
    # Names of games, separated by spaces.
    text("games"),
    whole("chapters"),
    # Larger after each change, and never used again for a study that was removed.
    whole("version"),
    # What the browser called this content.
    text("edit"),
    whole("changed"),
    # Of the body.
    whole("bytes"),
    # The study as JSON.
    text("body"),
)
