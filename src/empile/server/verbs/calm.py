"""To agree on calm hands: no tremor, and help to find the middle."""

from __future__ import annotations

from empile.server import events
from empile.server.refused import RefusedError
from empile.server.table import Step, Table
from empile.server.verbs import who


def calm(table: Table, key: str | None, *, on: bool) -> list[Step]:
    """Return the question to the others, or, where there are none, how hands become calm.

    It counts from the next thing placed on.
    """
    place = who.playing(table, key)[0]
    if not table.game.dexterities():
        raise RefusedError("not_now", "no hand is at work in this game")
    if table.status not in ("playing", "over"):
        raise RefusedError("not_now", "the game has not begun")
    if table.calm == on:
        raise RefusedError("not_now", f"hands are {'calm' if on else 'not calm'} already")
    if any(ask.what == "calm" for ask in table.asks.values()):
        raise RefusedError("not_now", "that is being asked already")
    others = who.other_persons(table, key)
    if others:
        return [Step(events.Asked(what="calm", place=place, of=others, calm=on))]
    return [Step(events.AssistSet(place=place, on=on))]
