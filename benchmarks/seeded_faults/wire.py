"""Faults of sockets and REST: statuses, limits, origins, numbers and codes."""

from __future__ import annotations

from typing import Final

from .fault import Fault

_SERVER: Final = "src/empile/server"

FAULTS: Final = (
    Fault(
        name="no-retry-after-when-unavailable",
        area="wire",
        breaks="Answers with status 503 do not say when to send the request again.",
        file=f"{_SERVER}/http/errors.py",
        old="    if status_of(error.code) not in (429, 503):\n",
        new="    if status_of(error.code) != 429:\n",
    ),
    Fault(
        name="bucket-without-a-rim",
        area="wire",
        breaks="An idle client saves up for a burst of any size.",
        file=f"{_SERVER}/wire/rate_limits.py",
        old="(left if left < self.size else self.size) - tokens\n",
        new="left - tokens\n",
    ),
    Fault(
        name="origin-null-allowed",
        area="wire",
        breaks="Pages in sandboxed frames, whose origin is null, may use the server.",
        file=f"{_SERVER}/http/origin.py",
        old="    if origin is None or origin in allowed:\n",
        new='    if origin in (None, "null") or origin in allowed:\n',
    ),
    Fault(
        name="move-for-the-position-before",
        area="wire",
        breaks="A move is accepted that was chosen before the last event.",
        file=f"{_SERVER}/tables/permissions.py",
        old="    if not table.changed <= seq <= table.seq:\n",
        new="    if not table.changed - 1 <= seq <= table.seq:\n",
    ),
    Fault(
        name="code-in-small-letters",
        area="wire",
        breaks="A short code that is typed in small letters is not found.",
        file=f"{_SERVER}/tables/tokens.py",
        old="for letter in text.upper() if",
        new="for letter in text if",
    ),
    Fault(
        name="wrong-token-watches",
        area="wire",
        breaks="A socket with a wrong token becomes a spectator instead of being refused.",
        file=f"{_SERVER}/http/websocket.py",
        old="        elif key is None and hello.token:\n",
        new="        elif key is None and hello.token and not room.table.created.allow_spectators:\n",
    ),
    Fault(
        name="older-page-repeats-an-event",
        area="wire",
        breaks="A page of older events ends with the event that the client has already.",
        file=f"{_SERVER}/tables/pages.py",
        old="        last = min(before - 1, table.seq)\n",
        new="        last = min(before, table.seq)\n",
    ),
    Fault(
        name="guesses-of-a-network-unlimited",
        area="wire",
        breaks="Wrong codes of a network are unlimited as long as each address has guesses left.",
        file=f"{_SERVER}/tables/code_guesses.py",
        old="        if all(bucket.has_token for bucket in own):\n",
        new="        if any(bucket.has_token for bucket in own):\n",
    ),
)
