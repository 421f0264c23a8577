"""To go back to before one's own last move."""

from __future__ import annotations

from empile.server import events
from empile.server.refused import RefusedError
from empile.server.table import Step, Table
from empile.server.verbs import who


def takeback(table: Table, key: str | None) -> list[Step]:
    """Return the question to the others, or, where there are none, the way back."""
    who.running(table)
    place = who.playing(table, key)[0]
    target = target_of(table, key)
    if target is None:
        raise RefusedError("not_now", "you have no move to take back")
    if any(ask.what == "takeback" for ask in table.asks.values()):
        raise RefusedError("not_now", "that is being asked already")
    others = who.other_persons(table, key)
    if others:
        return [Step(events.Asked(what="takeback", place=place, of=others))]
    return [Step(events.TakenBack(to=target, place=place))]


def granted(table: Table, asker: int) -> list[Step]:
    """Return the way back that all have agreed to."""
    target = target_of(table, table.places[asker].key)
    if target is None:
        raise RefusedError("not_now", "there is no move to take back any more")
    return [Step(events.TakenBack(to=target, place=asker))]


def target_of(table: Table, key: str | None) -> int | None:
    """Return how many events of the game are left when the last move of a person is taken back.

    ``None`` where there is no such move, or where chance has revealed something since.
    """
    game = table.current
    if game is None or table.status != "playing" or key is None:
        return None
    seats = {
        seat
        for seat, place in enumerate(game.seats)
        if table.places[place].key == key and table.places[place].kind == "person"
    }
    for index in range(len(game.events) - 1, -1, -1):
        if game.events[index].seat in seats:
            return index
        if game.events[index].seat < 0:
            return None
    return None
