"""Views and moves of Blox as tokens of JSON, equal to those of the presenter."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.json_writer import Texts, Tokens, number, put, text_rows
from empile.engine.compiled.layout import StructRef
from empile.games.blox.rules.components import COLOURS as LETTERS
from empile.games.blox.rules.components import cell_name
from empile.games.blox.rules.decoding import BUILDS, EXCHANGES, decode
from empile.games.blox.rules.state import (
    CELLS,
    COLOURS,
    END,
    FIGURES,
    HANDS,
    NEUTRAL,
    SIZE,
    TOWERS,
    total,
)

_SIGNS_OF_VERBS = (">", "-", "x", "!", "/ ", "= ")

_TEXTS = (
    '{"phase":',
    ',"last_round":',
    ',"round":',
    ',"seat":',
    ',"towers":{',
    '},"figures":{',
    '},"reserve":[',
    '],"hands":[',
    '],"jokers":[',
    '],"blocks":[',
    '],"points":[',
    '],"deck":',
    ',"discard":',
    "}",
    "null",
    "true",
    "false",
    '"neutral"',
    '"',
    '":',
    '":"',
    ",",
    "?",
    "*",
    '{"W":',
    ',"G":',
    ',"B":',
    ',"M":',
    '{"text":"',
    '","parts":{"figure":"',
    '","to":"',
    '","pay":"',
    '"}}',
    " ",
    "reserve",
    "hand",
    *LETTERS,
    *_SIGNS_OF_VERBS,
)
_PHASE, _LAST, _ROUND, _SEAT, _TOWERS, _FIGURES, _RESERVE, _HANDS, _JOKERS, _BLOCKS = range(10)
_POINTS, _DECK, _DISCARD, _CLOSE, _NULL, _TRUE, _FALSE, _NEUTRAL, _QUOTE, _COLON = range(10, 20)
_IS, _COMMA, _HIDDEN, _JOKER, _BY_COLOUR = range(20, 25)
_TEXT, _FIGURE, _TO, _PAY, _MOVE_END, _SPACE, _FROM_RESERVE, _FROM_HAND, _LETTERS = range(28, 37)
_SIGNS = _LETTERS + COLOURS
_CELL_NAMES = len(_TEXTS)

_NO_JOKER = -1


def texts() -> Texts:
    """Return the texts of the tokens."""
    return text_rows([*_TEXTS, *map(cell_name, range(CELLS))])


@inline
def write_view(params: StructRef, s: StructRef, seat: int, out: Tokens) -> int:
    seats = int(params.seats)
    stage = int(s.stage)
    at = put(out, put(out, 0, _PHASE), number(int(s.phase)))
    at = put(out, put(out, at, _LAST), _TRUE if int(s.last_round) else _FALSE)
    at = put(out, put(out, at, _ROUND), number(int(s.round_number)))
    at = put(out, at, _SEAT)
    if stage == END:
        at = put(out, at, _NULL)
    else:
        at = put(out, at, number(0 if stage in (TOWERS, HANDS) else int(s.seat)))
    at = _put_things(s, out, put(out, at, _TOWERS))
    at = put(out, at, _RESERVE)
    for other in range(seats):
        at = _put_number(FIGURES - int(s.placed[other]), other, out, at)
    at = put(out, at, _HANDS)
    for other in range(seats):
        at = _put_quote(other, out, at)
        if other == seat or stage == END:
            at = _put_pile(s.hand[other], out, at)
        else:
            for _ in range(total(s.hand[other])):
                at = put(out, at, _HIDDEN)
        at = put(out, at, _QUOTE)
    at = put(out, at, _JOKERS)
    for other in range(seats):
        if other:
            at = put(out, at, _COMMA)
        at = put(out, at, _TRUE if int(s.joker[other]) else _FALSE)
    at = put(out, at, _BLOCKS)
    for other in range(seats):
        at = _put_pile(s.blocks[other], out, _put_quote(other, out, at))
        at = put(out, at, _QUOTE)
    at = put(out, at, _POINTS)
    for other in range(seats):
        at = _put_number(int(s.points[other]), other, out, at)
    at = put(out, at, _DECK)
    over = stage == END
    at = _put_by_colour(s.deck, out, at) if over else put(out, at, number(total(s.deck)))
    at = _put_by_colour(s.discard, out, put(out, at, _DISCARD))
    return put(out, at, _CLOSE)


@inline
def write_move(params: StructRef, s: StructRef, action: int, out: Tokens) -> int:
    verb, start, _, end, cards, joker = decode(params, s, action)
    at = _put_text(verb, start, end, out, put(out, 0, _TEXT))
    at = _put_cards(cards, joker, out, at)
    at = put(out, at, _FIGURE)
    if verb == EXCHANGES:
        at = put(out, put(out, put(out, at, _FROM_HAND), _TO), _FROM_HAND)
    else:
        at = put(out, at, _FROM_RESERVE if start < 0 else _CELL_NAMES + start)
        at = put(out, put(out, at, _TO), _CELL_NAMES + end)
    at = _put_cards(cards, joker, out, put(out, at, _PAY))
    return put(out, at, _MOVE_END)


@inline
def _put_text(verb: int, start: int, end: int, out: Tokens, at: int) -> int:
    """Write a move's text up to its cards."""
    if start >= 0:
        at = put(out, at, _CELL_NAMES + start)
    at = put(out, at, _SIGNS + verb)
    if verb in (EXCHANGES, BUILDS):
        return at
    return put(out, put(out, at, _CELL_NAMES + end), _SPACE)


@inline
def _put_cards(cards: int, joker: int, out: Tokens, at: int) -> int:
    for colour in range(COLOURS):
        for _ in range(cards >> (4 * colour) & 15):
            at = put(out, at, _LETTERS + colour)
        if colour == joker:
            at = put(out, at, _JOKER)
    return at


@inline
def _put_things(s: StructRef, out: Tokens, at: int) -> int:
    """Write towers and figures in reading order."""
    found = 0
    for row in range(SIZE):
        for column in range(SIZE):
            cell = (SIZE - 1 - row) * SIZE + column
            tower = int(np.int64(s.on[cell])) & 0xFFFF
            if tower:
                at = put(out, _put_quote(found, out, at), _CELL_NAMES + cell)
                at = _put_cards(tower, _NO_JOKER, out, put(out, at, _IS))
                at = put(out, at, _QUOTE)
                found += 1
    at = put(out, at, _FIGURES)
    found = 0
    for row in range(SIZE):
        for column in range(SIZE):
            cell = (SIZE - 1 - row) * SIZE + column
            owner = int(np.int64(s.on[cell])) >> 16
            if owner:
                at = put(out, _put_quote(found, out, at), _CELL_NAMES + cell)
                at = put(out, at, _COLON)
                at = put(out, at, _NEUTRAL if owner == NEUTRAL else number(owner - 1))
                found += 1
    return at


@inline
def _put_quote(index: int, out: Tokens, at: int) -> int:
    """Open a string, after a comma if it is not the first."""
    if index:
        at = put(out, at, _COMMA)
    return put(out, at, _QUOTE)


@inline
def _put_number(value: int, index: int, out: Tokens, at: int) -> int:
    if index:
        at = put(out, at, _COMMA)
    return put(out, at, number(value))


@inline
def _put_pile(pile: NDArray[np.uint8], out: Tokens, at: int) -> int:
    for colour in range(COLOURS):
        for _ in range(int(pile[colour])):
            at = put(out, at, _LETTERS + colour)
    return at


@inline
def _put_by_colour(pile: NDArray[np.uint8], out: Tokens, at: int) -> int:
    for colour in range(COLOURS):
        at = put(out, put(out, at, _BY_COLOUR + colour), number(int(pile[colour])))
    return put(out, at, _CLOSE)
