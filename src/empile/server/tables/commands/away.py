"""Absences of players at tables with days for each move: clocks stand still, a bot may stand in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from empile.server.tables.clocks.arithmetic import Period
from empile.server.tables.table import Place, Step, Table
from empile.server.wire import events
from empile.server.wire.bot_settings import BotSetting
from empile.server.wire.clocks.settings import DaysClock


class Absences(NamedTuple):
    """The absences of a person, as far as a table is concerned."""

    periods: Sequence[Period] = ()
    """Those that have begun, in order and without overlaps."""
    bot: BotSetting | None = None
    """The bot that may play in the current one."""


_NONE = Absences()


def has_days(table: Table) -> bool:
    """Return whether absences matter at a table."""
    return isinstance(table.created.clock, DaysClock)


def allows_stand_ins(table: Table) -> bool:
    """Return whether a bot may play for an absent person: not if the games are rated."""
    return has_days(table) and not table.created.rated


def note_absences(table: Table, absences: Mapping[int, Absences], now: int) -> list[Step]:
    """Return what is missing in the log of a table, given the absences of its players by place.

    Absences that the running clock does not depend on any more are left as they are. A place that
    its player took back during an absence is not handed to the bot again.
    """
    if not has_days(table):
        return []
    steps: list[Step] = []
    for number, place in enumerate(table.places):
        if place.key is None:
            continue
        periods, bot = absences.get(number, _NONE)
        needed = now
        if table.clock is not None:
            needed = table.clock.open_for(table.played[-1].seat_of(number), now)
        known = [one for one in table.away.get(number, ()) if one.until > needed]
        wanted = [one for one in periods if one.until > needed]
        if known != wanted:
            steps.append(
                Step(events.Away(place=number, periods=[(one.since, one.until) for one in wanted]))
            )
        current = next((one for one in wanted if one.since <= now < one.until), None)
        steps += _stand_in(table, number, place, None if current is None else current.until, bot)
    return steps


def _stand_in(
    table: Table, number: int, place: Place, until: int | None, bot: BotSetting | None
) -> list[Step]:
    """Let a bot play until a moment, or hand back."""
    if place.resigned:
        return []
    if place.stands_in:
        is_over = place.until is not None and (until is None or bot is None)
        return [Step(events.Retaken(place=number))] if is_over else []
    if table.status != "playing" or not allows_stand_ins(table):
        return []
    if until is None or bot is None or place.back_from == until:
        return []
    taken_over = events.TakenOver(
        place=number, level=bot.level, hand_skill=bot.hand_skill, until=until
    )
    return [Step(taken_over)]
