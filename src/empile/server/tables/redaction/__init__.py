"""Per-viewer redaction of running tables. Records and replays are in ``game_redaction``.

All outgoing table data is built here and there; ``updates`` joins it to messages.

A viewer is a seat, or ``None`` for a spectator. Two states that differ only in what a viewer cannot
see give that viewer identical bytes. Legal moves are sent only to the seat to act, private fields
of events (:data:`empile.server.wire.events.PRIVATE`) never.
"""

from __future__ import annotations

from empile.server.tables.redaction.game import (
    advice,
    asks_of,
    last_move,
    legal_json,
    legal_moves,
    pending_ruling,
    poses_json,
    poses_of,
    position_json,
    result_of,
    setup_of,
    spectator_view,
    state_view,
)
from empile.server.tables.redaction.info import (
    clocks_of,
    table_info,
    teams_of,
)
from empile.server.tables.redaction.log import (
    LogSeen,
    event_seen,
    events_since,
    game_event_seen,
    log_seen,
    revealed_events,
    start_seen,
    visible_parts,
)
from empile.server.tables.redaction.viewers import (
    SPECTATOR,
    Viewers,
    hides_events,
    is_to_act,
    log_viewer_of,
    viewer_of,
    viewers_of,
)

__all__ = [
    "SPECTATOR",
    "LogSeen",
    "Viewers",
    "advice",
    "asks_of",
    "clocks_of",
    "event_seen",
    "events_since",
    "game_event_seen",
    "hides_events",
    "is_to_act",
    "last_move",
    "legal_json",
    "legal_moves",
    "log_seen",
    "log_viewer_of",
    "pending_ruling",
    "poses_json",
    "poses_of",
    "position_json",
    "result_of",
    "revealed_events",
    "setup_of",
    "spectator_view",
    "start_seen",
    "state_view",
    "table_info",
    "teams_of",
    "viewer_of",
    "viewers_of",
    "visible_parts",
]
