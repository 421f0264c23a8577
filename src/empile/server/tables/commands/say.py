"""Saying phrases."""

from __future__ import annotations

from empile.server.tables import permissions
from empile.server.tables.clocks.outages import now_ms
from empile.server.tables.table import Step, Table
from empile.server.tables.talk.phrases import phrases_of
from empile.server.wire import events
from empile.server.wire.errors import CommandError
from empile.server.wire.parts import Talk


def say(table: Table, key: str | None, phrase: str, place: int | None, talk: Talk) -> list[Step]:
    """Say a phrase of the game, from a place that the caller holds."""
    speaker = permissions.resolve_place(permissions.require_seat(table, key), place)
    if talk == "off":
        raise CommandError("not_allowed", "this server has no phrases")
    if table.status == "gathering":
        raise CommandError("not_now", "the game has not started")
    if phrase not in phrases_of(table.game.folder):
        raise CommandError("bad_request", "no such phrase: GET /api/games lists those of a game")
    if not table.talk.allows(speaker, now_ms()):
        raise CommandError("rate_limited", "too many phrases; wait a few seconds")
    return [Step(events.Said(place=speaker, phrase=phrase))]
