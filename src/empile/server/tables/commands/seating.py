"""Taking open places, for people and bots, and renaming."""

from __future__ import annotations

from msgspec.structs import replace

from empile.server.tables import permissions
from empile.server.tables.commands.start import first_game
from empile.server.tables.owners import Taker
from empile.server.tables.table import Step, Table
from empile.server.wire import events
from empile.server.wire.bot_settings import BotSetting, check_bot
from empile.server.wire.errors import CommandError


def join(
    table: Table, key: str, name: str, place: int | None, taker: Taker | None = None
) -> list[Step]:
    taken = _open_place(table, place)
    name = permissions.name_beside(
        name if taker is None else taker.name_at_table(name), [one.name for one in table.places]
    )
    joined = events.Joined(place=taken, name=name, key=key)
    if taker is not None:
        joined = replace(joined, member=taker.member, program=taker.program)
    return [Step(joined), *_begin_if_full(table)]


def fill(table: Table, key: str | None, wanted: BotSetting, place: int | None) -> list[Step]:
    permissions.require_seat(table, key)
    if table.created.rated:
        raise CommandError("not_allowed", "games with bots of the server are not rated")
    taken = _open_place(table, place)
    bot = check_bot(table.game, *wanted)
    return [
        Step(events.Filled(place=taken, level=bot.level, hand_skill=bot.hand_skill)),
        *_begin_if_full(table),
    ]


def rename(table: Table, key: str | None, name: str, place: int | None) -> list[Step]:
    renamed = permissions.resolve_place(permissions.require_seat(table, key), place)
    others = [one.name for number, one in enumerate(table.places) if number != renamed]
    cleaned = permissions.name_beside(name, others)
    if table.places[renamed].name == cleaned:
        raise CommandError("not_now", "this is the name already")
    return [Step(events.Renamed(place=renamed, name=cleaned))]


def _open_place(table: Table, wanted: int | None) -> int:
    still_open = [n for n, place in enumerate(table.places) if place.kind == "open"]
    if not still_open:
        raise CommandError("no_place", "all places at this table are taken")
    if wanted is None:
        return still_open[0]
    if wanted not in still_open:
        raise CommandError("no_place", f"place {wanted} is not open")
    return wanted


def _begin_if_full(table: Table) -> list[Step]:
    """Start the first game if the place being taken is the last open one."""
    left = sum(place.kind == "open" for place in table.places)
    return first_game(table) if left == 1 else []
