"""Log messages of On Top."""

from __future__ import annotations

from collections.abc import Sequence

from empile.engine.errors import Reason
from empile.engine.game import Event, State
from empile.games.on_top.rules.components import COLOURS, TILES
from empile.games.on_top.text.closed_circles import Closed

MAX_LISTED = 3
"""Most towers listed individually."""


def draw_message(before: State, event: Event) -> Reason:
    return Reason("log.draw", {"seat": before.field("seat"), "tile": TILES[event.actions[0]]})


def lay_message(event: Event, circles: Sequence[Closed]) -> Reason:
    """Return the message for a move that closes ``circles``."""
    place, _, tile = event.text.partition(" ")
    args: dict[str, str | int] = {"place": place, "tile": tile}
    if circles and circles[-1].tower and not circles[-1].points:
        return Reason("log.lay.last", {**args, "at": circles[-1].at})
    built = [circle for circle in circles if circle.tower]
    if not built:
        return Reason("log.lay", args)
    args["count"] = len(built)
    if len(built) > MAX_LISTED:
        return Reason("log.lay.many", args)
    for number, circle in enumerate(built, 1):
        args[f"top{number}"] = COLOURS.index(circle.tower[-1])
        args[f"height{number}"] = len(circle.tower)
        args[f"points{number}"] = 0 if circle.seat is None else circle.points
    return Reason(f"log.lay.{len(built)}", args)
