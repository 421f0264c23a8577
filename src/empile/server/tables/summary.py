"""Summaries of tables from their logs, without the rules of games."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from empile.server.wire import events
from empile.server.wire.parts import Status


class Summary(Struct):
    """A table in a list for operators."""

    id: str
    game: str
    status: Status
    players: int
    games: int
    """Games begun."""
    moves: int
    events: int
    made: int
    """When it was created, in milliseconds since 1970."""
    last: int
    """When its last event was stored."""
    code: str | None
    """The short code, unless it is released."""


_PLAYED = (b'{"kind":"move"', b'{"kind":"chance"')
_KINDS = (b'{"kind":"started"', b'{"kind":"over"', b'{"kind":"frozen"', b'{"kind":"resumed"')


def summarize(
    table: str, code: str | None, made: int, rows: Iterable[tuple[int, int, bytes]]
) -> Summary:
    """Read ``rows`` of number, time and content. Raises ``msgspec.DecodeError``."""
    seen = Summary(table, "", "gathering", 0, 0, 0, 0, made, made, code)
    running: Status = "gathering"
    for seq, at, body in rows:
        seen.events += 1
        seen.last = at
        if body.startswith(_PLAYED):
            seen.moves += body.startswith(_PLAYED[0])
        elif seq == 1:
            created = events.decode(body, seq, at)
            if isinstance(created, events.Created):
                seen.game, seen.players = created.game, len(created.places)
        elif body.startswith(_KINDS[0]):
            seen.games += 1
            running = seen.status = "playing"
        elif body.startswith(_KINDS[1]):
            running = seen.status = "over"
        elif body.startswith(_KINDS[2]):
            seen.status = "frozen"
        elif body.startswith(_KINDS[3]):
            seen.status = running
    return seen
