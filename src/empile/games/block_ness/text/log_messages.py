"""Log messages of Block Ness."""

from __future__ import annotations

from empile.engine.errors import Reason
from empile.engine.game import Event
from empile.games.block_ness.rules.state import HEAD
from empile.games.block_ness.text.notation import ENDS, is_start, split_play


def event_message(event: Event) -> Reason:
    text = event.text
    if is_start(text):
        tail, _, head = text.partition("-")
        return Reason("log.start", {"tail": tail, "head": head})
    end, near, far, height = split_play(text)
    key = "log.head" if end == ENDS[HEAD] else "log.tail"
    return Reason(key, {"near": near, "far": far, "height": int(height)})
