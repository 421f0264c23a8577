"""Taking open places, for people and bots, and renaming."""

from __future__ import annotations

from empile.server import events
from empile.server.dexterities import dexterity_number
from empile.server.levels import level_of
from empile.server.refused import RefusedError
from empile.server.table import Step, Table
from empile.server.verbs import who
from empile.server.verbs.start import first_game


def join(table: Table, key: str, name: str, place: int | None) -> list[Step]:
    """Return the steps of taking an open place."""
    taken = _open_place(table, place)
    return [
        Step(events.Joined(place=taken, name=who.a_name(name), key=key)),
        *_begin_if_full(table),
    ]


def fill(
    table: Table, key: str | None, level: int, dexterity: int | None, place: int | None
) -> list[Step]:
    """Return the steps that seat a bot."""
    who.of_the_table(table, key)
    taken = _open_place(table, place)
    steadiness = dexterity_number(table.game, level_of(table.game, level), dexterity)
    return [
        Step(events.Filled(place=taken, level=level, dexterity=steadiness)),
        *_begin_if_full(table),
    ]


def rename(table: Table, key: str | None, name: str, place: int | None) -> list[Step]:
    """Return the step that renames a person."""
    renamed = who.one_of(who.of_the_table(table, key), place)
    return [Step(events.Renamed(place=renamed, name=who.a_name(name)))]


def _open_place(table: Table, wanted: int | None) -> int:
    still_open = [n for n, place in enumerate(table.places) if place.kind == "open"]
    if not still_open:
        raise RefusedError("no_place", "all places at this table are taken")
    if wanted is None:
        return still_open[0]
    if wanted not in still_open:
        raise RefusedError("no_place", f"place {wanted} is not open")
    return wanted


def _begin_if_full(table: Table) -> list[Step]:
    """Return the first game's start if only one place is still open."""
    left = sum(place.kind == "open" for place in table.places)
    return first_game(table) if left == 1 else []
