"""Reasons why a move of Block Out! is illegal."""

from __future__ import annotations

from empile.engine.errors import Reason
from empile.engine.game import State
from empile.games.block_out.rules.components import CARDS, matches
from empile.games.block_out.rules.state import BLOCK_CARDS, BLOCK_KINDS, BONUS, REBUILD
from empile.games.block_out.text.notation import block_of, card_of, tower_of


def explain_illegal(state: State, action: int) -> Reason:
    card, block = card_of(action), block_of(action)
    in_tower = tower_of(state)
    stage = state.field("stage")
    if card is None:
        if stage != BONUS:
            return Reason("illegal.not_free_yet")
        return Reason("illegal.in_tower", {"block": str(block)})
    if stage == BONUS:
        return Reason("illegal.no_cards_left")
    held = state.field("holds")[state.field("seat")]
    kind = CARDS.index(card)
    drawn: int = state.field("drawn")
    if not held >> kind & 1:
        return Reason("illegal.not_in_hand", {"card": card})
    if drawn and kind != drawn - 1:
        return Reason("illegal.must_play_drawn", {"card": CARDS[drawn - 1]})
    if block is None:
        assert stage == REBUILD
        assert held & BLOCK_CARDS
        assert kind >= BLOCK_KINDS
        return Reason("illegal.tower_first")
    if not matches(card, block):
        return Reason("illegal.other_block", {"card": card, "block": block})
    assert block in in_tower
    return Reason("illegal.in_tower", {"block": block})
