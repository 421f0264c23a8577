"""Friends, blocks and challenges, since revision 8."""

from __future__ import annotations

from sqlalchemy import Table

from empile.server.store.schema.columns import (
    key,
    metadata,
    optional_text,
    optional_whole,
    reference,
    text,
    whole,
)

# Friends, and requests of `member` to `other`. None: the other has not answered.
friendships = Table(
    "friendships",
    metadata,
    key("member", "members"),
    key("other", "members"),
    whole("made"),
    optional_whole("accepted"),
)
# A member does not meet an account. `other` is the member of it that is shown.
blocks = Table(
    "blocks",
    metadata,
    key("member", "members"),
    key("account", "accounts"),
    reference("other", "members"),
    whole("made"),
)
# The audience of a member's presence, and the members that may challenge it.
contact_settings = Table(
    "contact_settings",
    metadata,
    key("member", "members"),
    text("presence"),
    text("challenges"),
)
# Tables with places that are kept for certain members.
invited_games = Table(
    "invited_games",
    metadata,
    key("number"),
    text("table_id", unique=True),
    reference("member", "members"),
    text("game"),
    whole("players"),
    # JSON
    text("options"),
    optional_text("clock"),
    whole("rated"),
    whole("friendly"),
    whole("made"),
    whole("expires"),
    # open, accepted, declined, withdrawn or expired
    text("state"),
    # When it was made, or last changed.
    whole("changed"),
)
invited_members = Table(
    "invited_members",
    metadata,
    key("number"),
    key("member", "members"),
    whole("place"),
    optional_whole("accepted"),
)
