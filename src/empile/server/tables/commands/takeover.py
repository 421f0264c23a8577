"""Handing an absent person's place to a bot, and reclaiming it."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from empile.server.tables import permissions
from empile.server.tables.table import Step, Table
from empile.server.wire import events
from empile.server.wire.bot_settings import BotSetting, check_bot
from empile.server.wire.errors import CommandError


def takeover(
    table: Table,
    key: str | None,
    place: int,
    wanted: BotSetting,
    present: AbstractSet[int],
) -> list[Step]:
    asker = permissions.require_human(table, key)[0]
    if table.status not in ("playing", "over"):
        raise CommandError("not_now", "the game has not started")
    if table.created.rated:
        raise CommandError("not_now", "the computer plays for nobody in rated games")
    if not 0 <= place < len(table.places):
        raise CommandError("no_place", f"there is no place {place}")
    if table.places[place].kind != "person" or place in present:
        raise CommandError("not_now", "only the place of an absent person can be taken over")
    if any(ask.what == "takeover" for ask in table.asks.values()):
        raise CommandError("not_now", "a vote on this is already open")
    bot = check_bot(table.game, *wanted)
    absent = table.places[place].key
    others = [
        other
        for other in permissions.other_persons(table, key)
        if other in present and table.places[other].key != absent
    ]
    if others:
        return [
            Step(
                events.Asked(
                    what="takeover",
                    place=asker,
                    of=others,
                    takeover_place=place,
                    level=bot.level,
                    hand_skill=bot.hand_skill,
                )
            )
        ]
    return [Step(events.TakenOver(place=place, level=bot.level, hand_skill=bot.hand_skill))]


def retake(table: Table, key: str | None) -> list[Step]:
    back = [
        place
        for place in permissions.require_seat(table, key)
        if table.places[place].stands_in and not table.places[place].resigned
    ]
    if not back:
        raise CommandError("not_now", "no bot plays for you")
    return [Step(events.Retaken(place=place)) for place in back]
