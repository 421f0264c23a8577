"""Log messages of Block Out!, and reasons why a move is illegal."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline, outlined
from empile.engine.compiled.json_writer import (
    MessageTexts,
    Tokens,
    begin_message,
    begin_string,
    end_message,
    end_string,
    put,
    put_number,
    put_string,
    sees,
)
from empile.engine.compiled.layout import StructRef
from empile.games.block_out.rules.components import BLOCKS, CARDS
from empile.games.block_out.rules.state import (
    ANSWERS,
    BLOCK_KINDS,
    BONUS,
    CHOOSING,
    DEALING,
    FREE_MOVE,
    KINDS,
    PASS_KIND,
    PASS_MOVE,
    PENALTY_DRAW,
    SIZE,
    TOWER,
)

TEXTS = MessageTexts()

_OUTCOMES = TEXTS.add("log.stands", "log.falls", "log.falls_later")
_HAND = TEXTS.add("log.hand", "log.hand.hidden")
_DRAW_FOR_FALL = TEXTS.add("log.draw_for_fall", "log.draw_for_fall.hidden")
_DRAW = TEXTS.add("log.draw", "log.draw.hidden")
_FREE_BLOCK = TEXTS.add("log.free_block")
_ACTION_CARDS = TEXTS.add("log.pass", "log.reverse")
_PLACE = TEXTS.add("log.place")

_NOT_FREE_YET = TEXTS.add("illegal.not_free_yet")
_IN_TOWER = TEXTS.add("illegal.in_tower")
_NO_CARDS_LEFT = TEXTS.add("illegal.no_cards_left")
_NOT_IN_HAND = TEXTS.add("illegal.not_in_hand")
_MUST_PLAY_DRAWN = TEXTS.add("illegal.must_play_drawn")
_TOWER_FIRST = TEXTS.add("illegal.tower_first")
_OTHER_BLOCK = TEXTS.add("illegal.other_block")

_SEAT, _HEIGHT, _COUNT = TEXTS.add("seat"), TEXTS.add("height"), TEXTS.add("count")
_CARD, _CARDS, _BLOCK = TEXTS.add("card"), TEXTS.add("cards"), TEXTS.add("block")
_SPACE, _HIDDEN = TEXTS.add(" "), TEXTS.add("?")
_CHANCE, _CARDS_DEALT, _CARD_DRAWN = TEXTS.add("~"), TEXTS.add("~hand "), TEXTS.add("~draw ")
_ANSWERS = TEXTS.add(*ANSWERS)
_CARD_NAMES, _BLOCK_NAMES = TEXTS.add(*CARDS), TEXTS.add(*BLOCKS)


@inline
def write_event(
    params: StructRef, s: StructRef, seat: int, actions: NDArray[np.int32], out: Tokens
) -> int:
    due = int(s.due)
    if due == CHOOSING:
        return _write_move(int(actions[0]), out)
    key = _DRAW
    if due == TOWER:
        key = _OUTCOMES + int(actions[0])
    elif due == DEALING:
        key = _HAND
    elif due == PENALTY_DRAW:
        key = _DRAW_FOR_FALL
    is_hidden = due != TOWER and not sees(seat, int(s.seat))
    at = begin_message(key + is_hidden, out)
    at = put_number(_SEAT, int(s.seat), out, at)
    if due == TOWER:
        return end_message(out, put_number(_HEIGHT, int(s.height), out, at))
    if not is_hidden:
        at = _put_cards(actions, out, at)
    return end_message(out, put_number(_COUNT, len(actions), out, at))


@inline
def _put_cards(kinds: NDArray[np.int32], out: Tokens, at: int) -> int:
    return end_string(out, _put_sorted(kinds, False, out, begin_string(_CARDS, out, at)))


@outlined
def write_chance(
    params: StructRef, s: StructRef, viewer: int, actions: NDArray[np.int32], out: Tokens
) -> int:
    due = int(s.due)
    if due != TOWER:
        is_hidden = not sees(viewer, int(s.seat))
        at = put(out, 0, _CARDS_DEALT if due == DEALING else _CARD_DRAWN)
        return _put_sorted(actions, is_hidden, out, at)
    if not len(actions):
        return put(out, 0, _CHANCE)
    answer = int(actions[0])
    return put(out, 0, _ANSWERS + answer) if answer < len(ANSWERS) else 0


@outlined
def _put_sorted(kinds: NDArray[np.int32], is_hidden: bool, out: Tokens, at: int) -> int:
    """Append cards in card order, or how many there are."""
    count = 0
    for kind in range(KINDS):
        for k in range(len(kinds)):
            if int(kinds[k]) == kind:
                if count:
                    at = put(out, at, _SPACE)
                at = put(out, at, _HIDDEN if is_hidden else _CARD_NAMES + kind)
                count += 1
    return at


@inline
def _write_move(action: int, out: Tokens) -> int:
    if action >= FREE_MOVE:
        return _write_about(_FREE_BLOCK, -1, action - FREE_MOVE, out)
    if action >= PASS_MOVE:
        return _write_about(_ACTION_CARDS + action - PASS_MOVE, -1, -1, out)
    return _write_about(_PLACE, action // SIZE, action % SIZE, out)


@inline
def write_refusal(params: StructRef, s: StructRef, action: int, out: Tokens) -> int:
    in_bonus = int(s.stage) == BONUS
    if action >= FREE_MOVE:
        if not in_bonus:
            return _write_about(_NOT_FREE_YET, -1, -1, out)
        return _write_about(_IN_TOWER, -1, action - FREE_MOVE, out)
    if in_bonus:
        return _write_about(_NO_CARDS_LEFT, -1, -1, out)
    kind = action // SIZE if action < PASS_MOVE else PASS_KIND + action - PASS_MOVE
    block = action % SIZE
    drawn = int(s.drawn) - 1
    if not int(s.holds[int(s.seat)]) >> kind & 1:
        return _write_about(_NOT_IN_HAND, kind, -1, out)
    if drawn >= 0 and kind != drawn:
        return _write_about(_MUST_PLAY_DRAWN, drawn, -1, out)
    if kind >= BLOCK_KINDS:
        return _write_about(_TOWER_FIRST, -1, -1, out)
    if not int(params.matches[kind]) >> block & 1:
        return _write_about(_OTHER_BLOCK, kind, block, out)
    return _write_about(_IN_TOWER, -1, block, out)


@inline
def _write_about(key: int, kind: int, block: int, out: Tokens) -> int:
    """Write a message about a card, a block or both; -1 for neither."""
    at = begin_message(key, out)
    if kind >= 0:
        at = put_string(_CARD, _CARD_NAMES + kind, out, at)
    if block >= 0:
        at = put_string(_BLOCK, _BLOCK_NAMES + block, out, at)
    return end_message(out, at)
