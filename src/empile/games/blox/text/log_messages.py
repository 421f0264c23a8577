"""Log messages of Blox."""

from __future__ import annotations

from empile.engine.errors import Reason
from empile.engine.game import Event, State
from empile.games.blox.rules.components import COLOURS, cell_name, cell_of
from empile.games.blox.rules.state import HANDS, NEUTRAL, TOWERS
from empile.games.blox.text.notation import cell_being_built, split_text


def event_message(before: State, event: Event, text: str) -> Reason:
    """Return a message; ``text`` is the event's text with hidden parts redacted."""
    if event.seat >= 0:
        return _move(before, event.text)
    stage = before.field("stage")
    if stage == TOWERS:
        return _towers(before, event)
    key = "log.hand" if stage == HANDS else "log.draw"
    cards = text.removeprefix("~").removeprefix("hand ")
    seat = before.field("seat")
    if "?" in cards:
        return Reason(f"{key}_hidden", {"seat": seat, "count": len(cards)})
    return Reason(key, {"seat": seat, "cards": cards, "count": len(cards)})


def _towers(before: State, event: Event) -> Reason:
    if len(event.actions) != 1:
        return Reason("log.towers")
    cell = cell_name(cell_being_built(before))
    return Reason("log.block", {"cell": cell, "blocks": COLOURS[event.actions[0]]})


def _move(before: State, text: str) -> Reason:
    move = split_text(text)
    cards = move.pay.replace("*", "")
    args: dict[str, str | int] = {"cards": cards, "count": len(cards)}
    if move.verb in ("enter", "build"):
        args["cell"] = move.end
    elif move.end:
        args["from"] = move.start
        args["to"] = move.end
    key = f"log.{move.verb}"
    if move.verb == "strike":
        figure = before.field("on")[cell_of(move.end)] >> 16
        if figure == NEUTRAL:
            key = "log.strike_neutral"
        else:
            args["whom"] = figure - 1
    turned = move.verb == "exchange" and _turns_joker_up(before, len(cards))
    if "*" in move.pay or turned:
        key += ".joker"
    return Reason(key, args)


def _turns_joker_up(before: State, cards: int) -> bool:
    all_five = sum(before.field("hand")[before.field("seat")])
    enough = not before.game.params["recharge_five"] or cards == all_five
    return enough and not before.field("joker")[before.field("seat")]
