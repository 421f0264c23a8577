"""Log messages of On Top."""

from __future__ import annotations

from empile.engine.errors import Reason
from empile.engine.game import Event, State
from empile.games.on_top.rules.components import COLOURS, TILES, Board
from empile.games.on_top.text.closed_circles import closed
from empile.games.on_top.text.notation import lay_of

MAX_LISTED = 3
"""Most towers listed individually."""


def event_message(before: State, event: Event, board: Board) -> Reason:
    if event.seat < 0:
        return Reason("log.draw", {"seat": before.field("seat"), "tile": TILES[event.actions[0]]})
    lay = lay_of(board, event.actions[0], before.field("tile") - 1)
    assert lay is not None, "a legal move is on the board"
    after = before.clone()
    after.apply_event(event)
    built = [circle for circle in closed(before, after, board) if circle.tower]
    args: dict[str, str | int] = {"place": lay.place, "tile": lay.colours}
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
