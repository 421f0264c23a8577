"""Accounts with their members and rules, since revision 5.

Times are milliseconds since 1970, flags 0 or 1.
"""

from __future__ import annotations

from sqlalchemy import Column, LargeBinary, Table

from empile.server.store.schema.columns import (
    key,
    metadata,
    optional_text,
    optional_whole,
    reference,
    row_id,
    text,
    text_key,
    whole,
)

# What signs in. The row of a deleted account stays, without its texts.
accounts = Table(
    "accounts",
    metadata,
    row_id(),
    text("login"),
    # What no two accounts may share: see `empile.community.names`.
    optional_text("login_key", unique=True),
    # The hash by Argon2id.
    optional_text("password"),
    optional_text("email"),
    optional_text("email_key", unique=True),
    whole("email_confirmed"),
    # member, moderator or host
    text("role"),
    # active, banned or deleted
    text("state"),
    # None: for ever, if banned.
    optional_whole("banned_until"),
    text("ban_reason"),
    text("language"),
    whole("made"),
    # What new names may not look like, since revision 18.
    optional_text("login_look"),
    sqlite_autoincrement=True,
)
# People of an account. The row of a deleted member stays, without its name.
members = Table(
    "members",
    metadata,
    row_id(),
    # The random id in addresses.
    text("public", unique=True),
    reference("account", "accounts"),
    text("name"),
    # What no two public names may share; None if the profile is not public.
    optional_text("name_key", unique=True),
    # adult, child or bot
    text("kind"),
    # Whether strangers see the profile.
    whole("listed"),
    whole("made"),
    optional_whole("deleted"),
    # As for accounts; None if the profile is not public.
    optional_text("name_look"),
    sqlite_autoincrement=True,
)
sessions = Table(
    "sessions",
    metadata,
    row_id(),
    text("hash", unique=True),
    reference("account", "accounts"),
    whole("made"),
    whole("seen"),
    whole("expires"),
    # The browser and its system, such as "Firefox, Linux".
    text("agent"),
    # When the password or a passkey was last confirmed.
    optional_whole("confirmed"),
    optional_whole("member"),
    sqlite_autoincrement=True,
)
# The account that a browser has last signed in to, by the hash of its session's token; and that of
# the browser in which a guest took a place, by "place " and the hash of the place's token.
browsers = Table(
    "browsers",
    metadata,
    text_key("hash"),
    reference("account", "accounts"),
    whole("made"),
)
# From where an account signed in lately: a keyed hash of both, since revision 18.
known_addresses = Table(
    "known_addresses", metadata, key("account", "accounts"), text_key("hash"), whole("made")
)
passkeys = Table(
    "passkeys",
    metadata,
    row_id(),
    reference("account", "accounts"),
    # The id that the authenticator chose, as base64url.
    text("credential", unique=True),
    Column("public_key", LargeBinary, nullable=False),
    whole("counter"),
    text("name"),
    whole("made"),
    optional_whole("used"),
    sqlite_autoincrement=True,
)
# What an authenticator is asked to sign, once.
challenges = Table(
    "challenges",
    metadata,
    text_key("hash"),
    optional_whole("account"),
    text("purpose"),
    Column("body", LargeBinary, nullable=False),
    whole("expires"),
)
recovery_codes = Table(
    "recovery_codes",
    metadata,
    key("account", "accounts"),
    text_key("hash"),
    optional_whole("used"),
)
invitations = Table(
    "invitations",
    metadata,
    text_key("hash"),
    # An account; None: the host's command.
    optional_whole("made_by"),
    whole("made"),
    whole("expires"),
    optional_whole("used_by"),
)
# Secrets in links that were sent by mail.
mail_tokens = Table(
    "mail_tokens",
    metadata,
    text_key("hash"),
    reference("account", "accounts"),
    # recovery or address
    text("purpose"),
    text("body"),
    whole("expires"),
)
# Failed sign-ins by account and by address.
attempts = Table("attempts", metadata, text_key("key"), whole("count"), whole("since"))
api_tokens = Table(
    "api_tokens",
    metadata,
    row_id(),
    text("hash", unique=True),
    reference("member", "members"),
    text("name"),
    # Separated by spaces.
    text("scopes"),
    whole("made"),
    optional_whole("used"),
    optional_whole("expires"),
    sqlite_autoincrement=True,
)
# Single-use links that carry the games of a browser to another device.
transfers = Table(
    "transfers",
    metadata,
    text_key("hash"),
    Column("body", LargeBinary, nullable=False),
    whole("expires"),
    # The hash of the network that it came from, since revision 18.
    optional_text("network"),
)
# What a guardian allows a child.
member_rules = Table(
    "member_rules",
    metadata,
    key("member", "members"),
    # bots, household, approved or anyone
    text("meet"),
    whole("phrases_only"),
    # Minutes of the day in the time zone, both or neither.
    optional_whole("quiet_from"),
    optional_whole("quiet_to"),
    text("zone"),
    optional_whole("minutes_a_day"),
)
approvals = Table(
    "approvals", metadata, key("member", "members"), key("other", "members"), whole("made")
)
# Days since 1970 in the member's time zone.
play_time = Table("play_time", metadata, key("member", "members"), key("day"), whole("seconds"))
# A member owns a place of a table. Claims go with their table.
claims = Table(
    "claims",
    metadata,
    key("number"),
    key("place"),
    # The hash of the token that holds the place.
    text("key"),
    reference("member", "members"),
    whole("made"),
    # 0 while the last game of the table is over.
    whole("running"),
)
