"""Reports, acts of moderators and appeals, since revision 12."""

from __future__ import annotations

from sqlalchemy import Index, Table

from empile.server.store.schema.columns import (
    key,
    metadata,
    optional_reference,
    optional_text,
    optional_whole,
    reference,
    row_id,
    text,
    whole,
)

# Warnings, mutes and bans. They hold for all members of an account.
acts = Table(
    "acts",
    metadata,
    row_id(),
    reference("account", "accounts"),
    # The member whose behaviour was the reason.
    whole("member"),
    # warn, mute or ban
    text("kind"),
    text("category"),
    text("words"),
    whole("began"),
    # None: until it is lifted.
    optional_whole("ended"),
    # The moderator's account; None: the host, at the command line.
    optional_whole("by"),
    optional_whole("report"),
    optional_whole("lifted"),
    # When the account confirmed that it had read it.
    optional_whole("read"),
    Index("acts_account", "account"),
    sqlite_autoincrement=True,
)
# One for each act.
appeals = Table(
    "appeals",
    metadata,
    key("act", "acts"),
    text("words"),
    whole("made"),
    optional_whole("answered"),
    optional_whole("by"),
    # kept or lifted
    optional_text("outcome"),
    optional_text("reply"),
)
# What members reported, with the evidence of that moment.
reports = Table(
    "reports",
    metadata,
    row_id(),
    # The account and the member that reported.
    whole("by"),
    whole("reporter"),
    # None for a guest, with the member 0.
    optional_reference("account", "accounts"),
    whole("member"),
    # message, name, behaviour or cheating
    text("about"),
    text("words"),
    # JSON
    text("evidence"),
    whole("made"),
    optional_whole("closed"),
    optional_whole("decided_by"),
    # The act that it led to, if any.
    optional_whole("act"),
    # While it is open: the account of the reporter and the subject, so that it is reported once.
    optional_text("open_key", unique=True),
    Index("reports_account", "account"),
    Index("reports_by", "by"),
    Index("reports_closed", "closed"),
    sqlite_autoincrement=True,
)
# What moderators did. Rows are only added, and deleted when they are too old.
moderation_log = Table(
    "moderation_log",
    metadata,
    row_id(),
    whole("at"),
    # The moderator's account; None: the host, at the command line.
    optional_whole("by"),
    # warn, mute, ban, lift, close or keep
    text("what"),
    whole("account"),
    whole("member"),
    optional_whole("act"),
    optional_whole("report"),
    text("words"),
    Index("moderation_log_account", "account"),
    Index("moderation_log_at", "at"),
    sqlite_autoincrement=True,
)
