"""Reconstruction of a Block Out! state from a seat's view."""

from __future__ import annotations

from typing import Any

from empile.engine.game import Game, State
from empile.games.block_out.rules.components import CARDS
from empile.games.block_out.text.notation import cards
from empile.games.block_out.text.position_reader import HIDDEN


def state_from_view(game: Game, view: dict[str, Any]) -> State:
    left = [
        count - view["discard"][card] - sum(hand.count(card) for hand in view["hands"])
        for card, count in zip(CARDS, game.params["cards"], strict=True)
    ]
    unseen = cards(left)
    hands: list[list[str]] = []
    for hand in view["hands"]:
        hidden = hand.count(HIDDEN)
        hands.append([card for card in hand if card != HIDDEN] + unseen[:hidden])
        del unseen[:hidden]
    stock = {card: unseen.count(card) for card in CARDS}
    whole = {**view, "hands": hands, "stock": stock, "poses": True}
    return game.setup.state_from_position(whole)
