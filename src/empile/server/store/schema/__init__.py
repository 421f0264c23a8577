"""The relational schema, for SQLAlchemy.

Each change is a revision in ``migrations/versions``; the same ones run on SQLite and PostgreSQL.
A revision must leave the code of the revision before it working, because that code runs on while
processes are replaced: first expand (new tables; new columns with a default), and contract in a
later revision what no running code uses any more.
"""

from __future__ import annotations

from empile.server.store.schema.account_tables import (
    accounts,
    api_tokens,
    approvals,
    attempts,
    browsers,
    challenges,
    claims,
    invitations,
    known_addresses,
    mail_tokens,
    member_rules,
    members,
    passkeys,
    play_time,
    recovery_codes,
    sessions,
    transfers,
)
from empile.server.store.schema.clock_tables import (
    absences,
    absent_tables,
    clocks,
    heartbeats,
    outages,
)
from empile.server.store.schema.columns import metadata
from empile.server.store.schema.contact_tables import (
    blocks,
    contact_settings,
    friendships,
    invited_games,
    invited_members,
)
from empile.server.store.schema.fair_play_tables import (
    fair_play_games,
    seat_addresses,
    server_keys,
)
from empile.server.store.schema.log_tables import analyses, deletions, log, tables
from empile.server.store.schema.message_tables import message_readers, messages
from empile.server.store.schema.moderation_tables import acts, appeals, moderation_log, reports
from empile.server.store.schema.notice_tables import (
    notice_digests,
    notice_settings,
    notices,
    push_devices,
)
from empile.server.store.schema.puzzle_tables import (
    puzzle_days,
    puzzle_players,
    puzzle_ratings,
    puzzle_results,
)
from empile.server.store.schema.record_tables import (
    game_players,
    games,
    head_to_head,
    member_statistics,
    progress,
    projected,
    rating_changes,
    rating_pools,
    ratings,
    result_deliveries,
)
from empile.server.store.schema.study_tables import studies

__all__ = [
    "absences",
    "absent_tables",
    "accounts",
    "acts",
    "analyses",
    "api_tokens",
    "appeals",
    "approvals",
    "attempts",
    "blocks",
    "browsers",
    "challenges",
    "claims",
    "clocks",
    "contact_settings",
    "deletions",
    "fair_play_games",
    "friendships",
    "game_players",
    "games",
    "head_to_head",
    "heartbeats",
    "invitations",
    "invited_games",
    "invited_members",
    "known_addresses",
    "log",
    "mail_tokens",
    "member_rules",
    "member_statistics",
    "members",
    "message_readers",
    "messages",
    "metadata",
    "moderation_log",
    "notice_digests",
    "notice_settings",
    "notices",
    "outages",
    "passkeys",
    "play_time",
    "progress",
    "projected",
    "push_devices",
    "puzzle_days",
    "puzzle_players",
    "puzzle_ratings",
    "puzzle_results",
    "rating_changes",
    "rating_pools",
    "ratings",
    "recovery_codes",
    "reports",
    "result_deliveries",
    "seat_addresses",
    "server_keys",
    "sessions",
    "studies",
    "tables",
    "transfers",
]
