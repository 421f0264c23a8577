"""Log messages of Block Out!."""

from __future__ import annotations

from functools import cache, lru_cache

from empile.engine.errors import Reason
from empile.engine.game import Event, State
from empile.games.block_out.rules.state import DEALING, FALLS, PENALTY_DRAW, STANDS, TOWER
from empile.games.block_out.text.notation import block_of, card_of

_OUTCOMES = {STANDS: "log.stands", FALLS: "log.falls"}
_DRAWS = {DEALING: "log.hand", PENALTY_DRAW: "log.draw_for_fall"}


def chance_message(before: State, event: Event, viewer: int | None) -> Reason:
    seat: int = before.field("seat")
    due = before.field("due")
    if due == TOWER:
        answer = event.actions[0]
        key = _OUTCOMES.get(answer, "log.falls_later")
        return Reason(key, {"seat": seat, "height": before.field("height")})
    return _drawn_message(_DRAWS.get(due, "log.draw"), seat, event.text, viewer != seat)


@lru_cache(maxsize=1024)
def _drawn_message(key: str, seat: int, text: str, is_hidden: bool) -> Reason:
    drawn = text.split(" ")[1:]
    if is_hidden:
        return Reason(f"{key}.hidden", {"seat": seat, "count": len(drawn)})
    return Reason(key, {"seat": seat, "cards": " ".join(drawn), "count": len(drawn)})


@cache
def move_message(action: int) -> Reason:
    card, block = card_of(action), block_of(action)
    if card is None:
        return Reason("log.free_block", {"block": str(block)})
    if block is None:
        return Reason(f"log.{card}")
    return Reason("log.place", {"card": card, "block": block})
