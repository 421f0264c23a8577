"""Position object and per-seat view of Blox."""

from __future__ import annotations

from typing import Any

from empile.engine.game import Event, State
from empile.games.blox.rules.components import COLOURS, FIGURES, cell_name, reading_order
from empile.games.blox.rules.state import END, HANDS, NEUTRAL, TOWERS
from empile.games.blox.text.notation import cards_text, decode, split_text, tower_text


def position(state: State) -> dict[str, Any]:
    hands = [cards_text(hand) for hand in state.field("hand")[: state.game.num_players]]
    return _position(state, hands, _by_colour(state.field("deck")))


def view(state: State, seat: int | None) -> dict[str, Any]:
    if state.is_terminal():
        return position(state)
    hands = [
        cards_text(hand) if other == seat else "?" * sum(hand)
        for other, hand in enumerate(state.field("hand")[: state.game.num_players])
    ]
    return _position(state, hands, sum(state.field("deck")))


def _position(state: State, hands: list[str], deck: Any) -> dict[str, Any]:
    seats = range(state.game.num_players)
    on = state.field("on")
    stage = state.field("stage")
    things = [(cell_name(cell), on[cell]) for cell in reading_order() if on[cell]]
    # During dealing the state's seat is the one dealt to; seat 0 moves first.
    acting = 0 if stage in (TOWERS, HANDS) else state.field("seat")
    return {
        "phase": state.field("phase"),
        "last_round": bool(state.field("last_round")),
        "round": state.field("round_number"),
        "seat": None if stage == END else acting,
        "towers": {name: tower_text(thing) for name, thing in things if thing & 0xFFFF},
        "figures": {name: _owner(thing >> 16) for name, thing in things if thing >> 16},
        "reserve": [FIGURES - state.field("placed")[seat] for seat in seats],
        "hands": hands,
        "jokers": [bool(state.field("joker")[seat]) for seat in seats],
        "blocks": [cards_text(state.field("blocks")[seat]) for seat in seats],
        "points": [state.field("points")[seat] for seat in seats],
        "deck": deck,
        "discard": _by_colour(state.field("discard")),
    }


def _owner(figure: int) -> int | str:
    return "neutral" if figure == NEUTRAL else figure - 1


def _by_colour(counts: list[int]) -> dict[str, int]:
    return dict(zip(COLOURS, counts, strict=True))


def move_parts(state: State, action: int) -> dict[str, str]:
    """Return the choices that make a move.

    ``figure``: the cell of an own figure, ``reserve`` to enter one, ``hand`` for an exchange.
    ``to``: the cell to go to, take, strike or build on; ``hand`` for an exchange. ``pay``: the
    cards in notation.
    """
    move = decode(state, action)
    if move.verb == "exchange":
        return {"figure": "hand", "to": "hand", "pay": move.pay()}
    figure = "reserve" if move.verb == "enter" else cell_name(move.start)
    return {"figure": figure, "to": cell_name(move.end), "pay": move.pay()}


def event_parts(event: Event) -> dict[str, str]:
    """Return ``move_parts`` of a move that was played."""
    move = split_text(event.text)
    if move.verb == "exchange":
        return {"figure": "hand", "to": "hand", "pay": move.pay}
    return {"figure": move.start or "reserve", "to": move.end, "pay": move.pay}
