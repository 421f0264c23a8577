"""Log messages of Block Ness."""

from __future__ import annotations

from empile.engine.errors import Reason
from empile.engine.game import Event, State
from empile.games.block_ness.rules.state import HEAD
from empile.games.block_ness.text.notation import Start, decode


def event_message(before: State, event: Event) -> Reason:
    move = decode(before, event.actions[0])
    if isinstance(move, Start):
        return Reason("log.start", {"tail": str(move.tail), "head": str(move.head)})
    args: dict[str, str | int] = {
        "near": str(move.near),
        "far": str(move.far),
        "height": move.ring.height,
    }
    return Reason("log.head" if move.end == HEAD else "log.tail", args)
