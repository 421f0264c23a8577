"""Log messages of Blox."""

from __future__ import annotations

from empile.engine.errors import Reason
from empile.engine.game import Event, State
from empile.games.blox.rules.components import cell_name
from empile.games.blox.rules.state import HANDS, NEUTRAL, TOWERS
from empile.games.blox.text.notation import cards_text, decode


def event_message(before: State, event: Event, text: str) -> Reason:
    """Return a message; ``text`` is the event's text with hidden parts redacted."""
    if event.seat >= 0:
        return _move(before, event.actions[0])
    stage = before.field("stage")
    if stage == TOWERS:
        return Reason("log.towers")
    key = "log.hand" if stage == HANDS else "log.draw"
    cards = text.removeprefix("~").removeprefix("hand ")
    seat = before.field("seat")
    if "?" in cards:
        return Reason(f"{key}_hidden", {"seat": seat, "count": len(cards)})
    return Reason(key, {"seat": seat, "cards": cards, "count": len(cards)})


def _move(before: State, action: int) -> Reason:
    move = decode(before, action)
    args: dict[str, str | int] = {"cards": cards_text(move.cards), "count": sum(move.cards)}
    if move.start >= 0 and move.verb != "build":
        args["from"] = cell_name(move.start)
        args["to"] = cell_name(move.end)
    elif move.end >= 0:
        args["cell"] = cell_name(move.end)
    key = f"log.{move.verb}"
    if move.verb == "strike":
        figure = before.field("on")[move.end] >> 16
        if figure == NEUTRAL:
            key = "log.strike_neutral"
        else:
            args["whom"] = figure - 1
    turned = move.verb == "exchange" and _turns_joker_up(before, sum(move.cards))
    if move.joker >= 0 or turned:
        key += ".joker"
    return Reason(key, args)


def _turns_joker_up(before: State, cards: int) -> bool:
    all_five = sum(before.field("hand")[before.field("seat")])
    enough = not before.game.params["recharge_five"] or cards == all_five
    return enough and not before.field("joker")[before.field("seat")]
