"""Who may do something: checks that several verbs share."""

from __future__ import annotations

from empile.server.refused import RefusedError
from empile.server.table import Table

MOST_LETTERS = 40
"""In a name."""


def of_the_table(table: Table, key: str | None) -> list[int]:
    """Return the places that a token holds; refuses spectators."""
    places = table.places_of(key)
    if not places:
        raise RefusedError("not_yours", "spectators cannot do that")
    return places


def playing(table: Table, key: str | None) -> list[int]:
    """Return the places that a token's person plays now; refuses who plays none."""
    held = of_the_table(table, key)
    played = [place for place in held if table.places[place].kind == "person"]
    if not played:
        raise RefusedError("not_now", "a bot plays your place")
    return played


def one_of(places: list[int], wanted: int | None) -> int:
    """Return ``wanted``, or the only place; refuses where it is not clear or not held."""
    if wanted is None:
        if len(places) > 1:
            raise RefusedError("bad_message", "you hold several places: tell which one")
        return places[0]
    if wanted not in places:
        raise RefusedError("not_yours", f"place {wanted} is not yours")
    return wanted


def running(table: Table) -> None:
    """Refuse where no game runs."""
    if table.trouble is not None:
        raise RefusedError("frozen", table.trouble)
    if table.status == "gathering":
        raise RefusedError("not_now", "the game has not begun")
    if table.status != "playing":
        raise RefusedError("not_now", "the game is over")


def to_act(table: Table, key: str | None) -> int:
    """Return the place to act; refuses where a token's person does not play it, or nobody does."""
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
    """Return a name as it is kept; refuses what is too long or cannot be printed."""
    name = " ".join(text.split())
    if len(name) > MOST_LETTERS:
        raise RefusedError("bad_request", f"a name has at most {MOST_LETTERS} letters")
    if not name.isprintable():
        raise RefusedError("bad_request", "a name is made of printable letters")
    return name


def other_persons(table: Table, key: str | None) -> list[int]:
    """Return the places played by other persons than the one who holds ``key``."""
    return [
        number
        for number, place in enumerate(table.places)
        if place.kind == "person" and place.key != key
    ]
