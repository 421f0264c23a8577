"""Ending a game because a player ran out of time."""

from __future__ import annotations

from empile.server.tables.table import Step, Table
from empile.server.wire import events
from empile.server.wire.bot_settings import default_bot
from empile.server.wire.errors import CommandError
from empile.server.wire.parts import Absence


def time_out(table: Table, now: int) -> list[Step]:
    """Flag the seat whose time is up. Aborts a game in which not everybody has moved."""
    clock = table.clock
    deadline = None if clock is None else clock.deadline()
    if clock is None or deadline is None or clock.running is None or deadline.at > now:
        raise CommandError("stale", "nobody's time is up")
    place = table.played[-1].seats[clock.running]
    if deadline.aborts:
        return [Step(events.Over(result=None, reason="aborted", place=place, late=True))]
    return give_up(table, place, "time")


def give_up(table: Table, place: int, reason: Absence) -> list[Step]:
    """End the game of a place that is lost: with two seats for both, else a bot plays on."""
    flagged = Step(events.Flagged(place=place, reason=reason))
    if len(table.places) == 2:
        return [flagged, Step(events.Over(result=None, reason=reason, place=place))]
    bot = default_bot(table.game)
    taken_over = events.TakenOver(place=place, level=bot.level, hand_skill=bot.hand_skill)
    return [flagged, Step(taken_over)]
