"""Views and moves of Block Out! as tokens of JSON, equal to those of the presenter."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.json_writer import Texts, Tokens, number, put, text_rows
from empile.engine.compiled.layout import StructRef
from empile.games.block_out.rules.components import BLOCKS, CARDS
from empile.games.block_out.rules.state import (
    FREE_MOVE,
    KINDS,
    OVER_STAGE,
    PASS_KIND,
    PASS_MOVE,
    PLAY,
    SIZE,
)

_TEXTS = (
    '{"stage":"play","seat":',
    '{"stage":"rebuild","seat":',
    '{"stage":"bonus","seat":',
    '{"stage":"over","seat":',
    ',"direction":',
    ',"turn":',
    ',"tower":[',
    '],"hands":[',
    '],"drawn":',
    ',"stock":',
    ',"discard":',
    "}",
    "null",
    '"',
    ",",
    "?",
    "[",
    "]",
    "{",
    '":',
    '{"text":"',
    ">",
    "+",
    '","parts":{"card":"',
    '","parts":{"block":"',
    '","block":"',
    '"}}',
)
_DIRECTION, _TURN, _TOWER, _HANDS, _DRAWN, _STOCK, _DISCARD, _CLOSE, _NULL, _QUOTE = range(4, 14)
_COMMA, _HIDDEN, _OPEN_ARRAY, _END_ARRAY, _OPEN, _COLON, _TEXT, _ON, _FREE = range(14, 23)
_CARD, _BLOCK_ONLY, _BLOCK, _MOVE_END = range(23, 27)
_CARD_NAMES = len(_TEXTS)
_BLOCK_NAMES = _CARD_NAMES + KINDS


def texts() -> Texts:
    """Return the texts of the tokens."""
    return text_rows([*_TEXTS, *CARDS, *BLOCKS])


@inline
def write_view(params: StructRef, s: StructRef, seat: int, out: Tokens) -> int:
    stage = int(s.stage)
    over = stage == OVER_STAGE
    dealing = int(s.to_draw) > 0 and stage == PLAY
    acting = 0 if dealing else int(s.seat)
    at = put(out, put(out, 0, stage), _NULL if over else number(acting))
    at = put(out, put(out, at, _DIRECTION), number(int(s.direction)))
    at = put(out, put(out, at, _TURN), number(int(s.turn)))
    at = put(out, at, _TOWER)
    for k in range(SIZE):
        if int(s.tower[k]):
            at = _put_name(_BLOCK_NAMES + int(s.tower[k]) - 1, k, out, at)
    at = put(out, at, _HANDS)
    for other in range(int(params.seats)):
        if other:
            at = put(out, at, _COMMA)
        at = _put_hand(s, other, other == seat or over, out, put(out, at, _OPEN_ARRAY))
        at = put(out, at, _END_ARRAY)
    at = put(out, at, _DRAWN)
    if int(s.drawn) == 0:
        at = put(out, at, _NULL)
    elif over or int(s.seat) == seat:
        at = _put_name(_CARD_NAMES + int(s.drawn) - 1, 0, out, at)
    else:
        at = _put_name(_HIDDEN, 0, out, at)
    at = put(out, at, _STOCK)
    at = _put_by_kind(s.stock, out, at) if over else put(out, at, number(int(s.in_stock)))
    at = _put_by_kind(s.discard, out, put(out, at, _DISCARD))
    return put(out, at, _CLOSE)


@inline
def write_move(params: StructRef, s: StructRef, action: int, out: Tokens) -> int:
    at = put(out, 0, _TEXT)
    if action >= FREE_MOVE:
        block = _BLOCK_NAMES + action - FREE_MOVE
        at = put(out, put(out, put(out, at, _FREE), block), _BLOCK_ONLY)
        at = put(out, at, block)
    elif action >= PASS_MOVE:
        card = _CARD_NAMES + PASS_KIND + action - PASS_MOVE
        at = put(out, put(out, put(out, at, card), _CARD), card)
    else:
        card = _CARD_NAMES + action // SIZE
        block = _BLOCK_NAMES + action % SIZE
        at = put(out, put(out, put(out, at, card), _ON), block)
        at = put(out, put(out, put(out, put(out, at, _CARD), card), _BLOCK), block)
    return put(out, at, _MOVE_END)


@inline
def _put_name(name: int, index: int, out: Tokens, at: int) -> int:
    if index:
        at = put(out, at, _COMMA)
    return put(out, put(out, put(out, at, _QUOTE), name), _QUOTE)


@inline
def _put_hand(s: StructRef, seat: int, shown: bool, out: Tokens, at: int) -> int:
    count = 0
    for kind in range(KINDS):
        for _ in range(int(s.hand[seat, kind])):
            at = _put_name(_CARD_NAMES + kind if shown else _HIDDEN, count, out, at)
            count += 1
    return at


@inline
def _put_by_kind(pile: NDArray[np.int8], out: Tokens, at: int) -> int:
    at = put(out, at, _OPEN)
    for kind in range(KINDS):
        at = put(out, _put_name_of_kind(kind, out, at), number(int(pile[kind])))
    return put(out, at, _CLOSE)


@inline
def _put_name_of_kind(kind: int, out: Tokens, at: int) -> int:
    if kind:
        at = put(out, at, _COMMA)
    return put(out, put(out, put(out, at, _QUOTE), _CARD_NAMES + kind), _COLON)
