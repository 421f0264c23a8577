"""Permission checks shared by commands."""

from __future__ import annotations

from empile.server.refused import RefusedError
from empile.server.table import Table

MOST_LETTERS = 40
"""The longest name in characters."""


def of_the_table(table: Table, key: str | None) -> list[int]:
    """Return the token's places. Raises ``RefusedError`` for spectators."""
    places = table.places_of(key)
    if not places:
        raise RefusedError("not_yours", "spectators cannot do that")
    return places


def playing(table: Table, key: str | None) -> list[int]:
    """Return the places that the token's player plays. Raises ``RefusedError`` if none."""
    held = of_the_table(table, key)
    played = [place for place in held if table.places[place].kind == "person"]
    if not played:
        raise RefusedError("not_now", "a bot plays your place")
    return played


def one_of(places: list[int], wanted: int | None) -> int:
    """Return ``wanted``, or the only place. Raises ``RefusedError``."""
    if wanted is None:
        if len(places) > 1:
            raise RefusedError("bad_message", "you hold several places: say which one")
        return places[0]
    if wanted not in places:
        raise RefusedError("not_yours", f"place {wanted} is not yours")
    return wanted


def running(table: Table) -> None:
    """Raise ``RefusedError`` unless a game is running."""
    if table.trouble is not None:
        raise RefusedError("frozen", table.trouble)
    if table.status == "gathering":
        raise RefusedError("not_now", "the game has not started")
    if table.status != "playing":
        raise RefusedError("not_now", "the game is over")


def to_act(table: Table, key: str | None) -> int:
    """Return the place to act. Raises ``RefusedError`` unless it is the caller's."""
    running(table)
    place = table.place_to_act
    if place is None:
        raise RefusedError("not_now", "no seat is to act")
    if key is None or table.places[place].key != key:
        raise RefusedError("not_yours", "it is not your turn")
    if table.places[place].kind != "person":
        raise RefusedError("not_yours", "a bot plays your place")
    return place


def a_name(text: str) -> str:
    """Return a name with normalized spaces. Raises ``RefusedError``."""
    name = " ".join(text.split())
    if len(name) > MOST_LETTERS:
        raise RefusedError("bad_request", f"a name may have at most {MOST_LETTERS} characters")
    if not name.isprintable():
        raise RefusedError("bad_request", "a name may only have printable characters")
    return name


def other_persons(table: Table, key: str | None) -> list[int]:
    """Return the places of all people but the holder of ``key``."""
    return [
        number
        for number, place in enumerate(table.places)
        if place.kind == "person" and place.key != key
    ]
