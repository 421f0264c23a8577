"""Notices to members, since revision 10."""

from __future__ import annotations

from sqlalchemy import Table, UniqueConstraint

from empile.server.store.schema.columns import (
    key,
    metadata,
    optional_text,
    optional_whole,
    reference,
    row_id,
    text,
    whole,
)

# The kinds of notices that a member gets by each channel, separated by spaces.
notice_settings = Table(
    "notice_settings",
    metadata,
    key("member", "members"),
    text("page"),
    text("push"),
    text("mail"),
    # hourly or daily
    text("digest"),
    text("zone"),
    # Minutes of the day in the time zone, both or neither.
    optional_whole("quiet_from"),
    optional_whole("quiet_to"),
)
# Browsers to which notices are pushed.
push_devices = Table(
    "push_devices",
    metadata,
    row_id(),
    reference("member", "members"),
    text("endpoint"),
    text("p256dh"),
    text("auth"),
    # Without it, nothing is pushed.
    whole("session"),
    text("agent"),
    whole("made"),
    # When its push service knew it no more; since revision 15.
    optional_whole("failed"),
    # The public key of the server that it subscribed with; None: of before revision 15.
    optional_text("server_key"),
    UniqueConstraint("member", "endpoint"),
    sqlite_autoincrement=True,
)
# Notices to members, and the stage of the delivery of each.
notices = Table(
    "notices",
    metadata,
    row_id(),
    reference("member", "members"),
    text("kind"),
    # The ID of a table or member, or the number of an absence.
    text("subject"),
    # Another one makes the notice new again.
    whole("mark"),
    # A member that challenges, or asks to be a friend.
    optional_whole("other"),
    optional_text("game"),
    whole("made"),
    optional_whole("delivered"),
    optional_whole("read"),
    # page, push, pushed, mail or done
    text("stage"),
    # When the next step is due.
    optional_whole("due"),
    whole("tries"),
    # The hash of the secret by which a device confirms it.
    optional_text("ack"),
    UniqueConstraint("member", "kind", "subject"),
    sqlite_autoincrement=True,
)
# When an account gets its next mail with notices, and got the last one.
notice_digests = Table(
    "notice_digests", metadata, key("account", "accounts"), optional_whole("due"), whole("sent")
)
