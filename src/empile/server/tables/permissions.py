"""Permission checks shared by commands."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from empile.engine.text.look_alikes import JOINERS, is_visible, look_of_name
from empile.server.tables.table import Table
from empile.server.wire.errors import CommandError

MOST_LETTERS = 40


def require_seat(table: Table, key: str | None) -> list[int]:
    """Return the token's places. Raises ``CommandError`` for spectators."""
    places = table.places_of(key)
    if not places:
        raise CommandError("not_yours", "spectators cannot do that")
    return places


def require_human(table: Table, key: str | None) -> list[int]:
    """Return the token's places that no bot plays. Raises ``CommandError`` if none."""
    held = require_seat(table, key)
    played = [place for place in held if table.places[place].kind == "person"]
    if not played:
        raise CommandError("not_now", "a bot plays your place")
    return played


def resolve_place(places: list[int], wanted: int | None) -> int:
    """Return ``wanted``, or the only place. Raises ``CommandError``."""
    if wanted is None:
        if len(places) > 1:
            raise CommandError("bad_message", "you hold several places: say which one")
        return places[0]
    if wanted not in places:
        raise CommandError("not_yours", f"place {wanted} is not yours")
    return wanted


def require_current(table: Table, seq: int) -> None:
    """Raise ``CommandError`` if anything but phrases happened since the event ``seq``."""
    if not table.changed <= seq <= table.seq:
        raise CommandError("stale", f"something happened since event {seq}")


def require_running(table: Table) -> None:
    if table.failure is not None:
        raise CommandError("frozen", table.failure)
    if table.status == "gathering":
        raise CommandError("not_now", "the game has not started")
    if table.status != "playing":
        raise CommandError("not_now", "the game is over")


def require_turn(table: Table, key: str | None) -> int:
    """Return the place to act. Raises ``CommandError`` unless it is the caller's."""
    require_running(table)
    place = table.place_to_act
    if place is None:
        raise CommandError("not_now", "no seat is to act")
    if key is None or table.places[place].key != key:
        raise CommandError("not_yours", "it is not your turn")
    if table.places[place].kind != "person":
        raise CommandError("not_yours", "a bot plays your place")
    return place


def clean_name(text: str) -> str:
    """Return a name with normalized spaces. Raises ``CommandError``."""
    name = " ".join(text.split())
    if len(name) > MOST_LETTERS:
        raise CommandError("bad_request", f"a name may have at most {MOST_LETTERS} characters")
    shown = name.translate(dict.fromkeys(map(ord, JOINERS)))
    if not shown.isprintable() or (name and not is_visible(name)):
        raise CommandError("bad_request", "a name may only have printable characters")
    return name


def name_beside(text: str, others: Iterable[str]) -> str:
    """Return a clean name that looks like none of the ``others`` at a table.

    A number tells it apart, as in "Mila 2". Raises ``CommandError``.

    >>> name_beside("mila", ["Mila", ""]), name_beside("", [""])
    ('mila 2', '')
    """
    name = clean_name(text)
    looks = {look_of_name(other) for other in others if other}
    if not name:
        return name
    ends = ("" if number == 1 else f" {number}" for number in count(1))
    told_apart = (name[: MOST_LETTERS - len(end)].rstrip(f" {JOINERS}") + end for end in ends)
    return next(one for one in told_apart if look_of_name(one) not in looks)


def other_persons(table: Table, key: str | None) -> list[int]:
    return [
        number
        for number, place in enumerate(table.places)
        if place.kind == "person" and place.key != key
    ]
