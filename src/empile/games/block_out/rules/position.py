"""States of Block Out! from position objects."""

from __future__ import annotations

from empile.engine.compiled.jit import outlined
from empile.engine.compiled.json_reader import (
    LIST,
    NULL,
    ROOT,
    TRUE,
    SetupTexts,
    Words,
    after,
    check_choice,
    check_counts,
    check_int,
    check_keys,
    check_list,
    check_seat,
    check_texts,
    first_of,
    int_of,
    is_int,
    item,
    kind_of,
    length_of,
    member,
    say,
    shown,
    text_at,
)
from empile.engine.compiled.json_writer import (
    Tokens,
    begin_message,
    end_message,
    number,
    put_number,
    put_string,
)
from empile.engine.compiled.layout import StructRef
from empile.games.block_out.rules.components import BLOCKS, CARDS, PENALTY
from empile.games.block_out.rules.state import (
    ALL_BLOCKS,
    BONUS,
    CHOOSING,
    KINDS,
    OVER_STAGE,
    PLAY,
    REBUILD,
    SIZE,
    STAGES,
    TURN_LIMIT,
)

TEXTS = SetupTexts()

_NAMES = (
    "stage",
    "seat",
    "direction",
    "turn",
    "tower",
    "hands",
    "drawn",
    "stock",
    "discard",
)
_KEYS = TEXTS.add(*_NAMES, "poses")
_STAGE, _SEAT, _DIRECTION, _TURN, _TOWER, _HANDS, _DRAWN = range(_KEYS, _KEYS + 7)
_STOCK, _DISCARD, _POSES = range(_KEYS + 7, _KEYS + len(_NAMES) + 1)
_STAGES = TEXTS.add(*STAGES)
_CARDS = TEXTS.add(*CARDS)
"""Blocks have the names of the first cards."""
_HIDDEN = TEXTS.add("?")

_OVER = TEXTS.add("the game is over: a game begins at a move")
_NO_DIRECTION = TEXTS.add("'direction' must be one of 1, -1, not {}")
_NO_BLOCK = TEXTS.add("'tower': there is no block {}")
_TWICE = TEXTS.add("'tower': there is only one block {}")
_ALL_PLACED = TEXTS.add("all nine blocks are in the tower: the game is over")
_NO_POSES = TEXTS.add(
    "with the physics referee 'poses' must tell where the blocks of the tower lie"
)
_UNCHECKED = TEXTS.add("'poses' are for a server: only that can tell if blocks rest like this")
_NO_HAND = TEXTS.add("'hands' must have a list of cards for seat {}, not {}")
_HIDDEN_CARDS = TEXTS.add(
    "the hand of seat {} has hidden cards: a game cannot begin from a seat's view"
)
_NO_CARD = TEXTS.add("the hand of seat {}: there is no card {}")
_DISORDER = TEXTS.add("the hand of seat {} must be in the order of the cards")
_CARDS_THERE = TEXTS.add("there are {} cards {}, but 'hands', 'stock' and 'discard' have {}")
_NO_BONUS = TEXTS.add("there are bonus blocks under the advanced rule only")
_BONUS_EARLY = TEXTS.add("a bonus block is due when the hand is empty: seat {} holds {} cards")
_NO_CARDS = TEXTS.add("seat {} has no cards, which ends the game or its turn")
_NO_DRAWN = TEXTS.add(f"""'drawn' must be one of "{'", "'.join(CARDS)}", null, not {{}}""")
_DRAWN_EARLY = TEXTS.add("'drawn' must be null in the stage {}")
_NOT_HELD = TEXTS.add("'drawn': seat {} does not hold the card {}")
_IDLE = TEXTS.add("'drawn': the card {} cannot be played, and drawing goes on")
_OTHER = TEXTS.add("'drawn': seat {} could play {} before it drew {}, and nobody draws by choice")
_TOWER_STANDS = TEXTS.add("in the stage rebuild a new tower begins: 'tower' must be empty")
_PENALTY_DUE = TEXTS.add(
    f"{PENALTY} cards are drawn before the stage rebuild: seat {{}} holds {{}}"
)
_DRAW_DUE = TEXTS.add(
    "seat {} has no card that can be played and must draw: a game begins at a move"
)

_REASON_FULL = TEXTS.add("fault.position.full")
_REASON_VIEW = TEXTS.add("fault.position.view")
_REASON_CARDS = TEXTS.add("fault.position.cards")
_REASON_BONUS = TEXTS.add("fault.position.bonus")
_REASON_NO_CARDS = TEXTS.add("fault.position.no_cards")
_REASON_IDLE = TEXTS.add("fault.position.drawn_idle")
_REASON_OTHER = TEXTS.add("fault.position.drawn_other")
_REASON_REBUILD = TEXTS.add("fault.position.rebuild")
_REASON_DRAW = TEXTS.add("fault.position.draw_due")
_CARD = TEXTS.add("card")

assert CARDS[:SIZE] == BLOCKS, "blocks have the names of cards"


@outlined
def read_position(params: StructRef, s: StructRef, words: Words, out: Tokens) -> int:
    """Read a block whose outcome is due as one that stands.

    If the seat can neither play nor draw, its turn passes. ``poses`` is true if a host has checked
    them: where blocks rest is no matter of these rules.
    """
    seats = int(params.seats)
    fault = (
        check_keys(words, _KEYS, len(_NAMES), 1, out)
        or _check_stage(words, out)
        or check_seat(words, _SEAT, seats, out)
        or _check_direction(words, out)
        or check_int(words, _TURN, 1, int(params.turn_limit), out)
        or _check_tower(words, out)
        or _check_poses(params, words, out)
        or _check_cards(params, words, out)
        or _check_empty_hands(params, words, out)
        or _check_due(params, words, out)
    )
    if not fault:
        _fill(params, s, words)
        if int(s.stage) == PLAY:
            _pass_turns(params, s)
    return fault


@outlined
def _check_stage(words: Words, out: Tokens) -> int:
    fault = check_choice(words, _STAGE, _STAGES, len(STAGES), out)
    if not fault and _stage(words) == OVER_STAGE:
        return say(out, 0, _OVER)
    return fault


@outlined
def _check_direction(words: Words, out: Tokens) -> int:
    direction = member(words, ROOT, _DIRECTION)
    if is_int(words, direction, -1, 1) and int_of(words, direction):
        return 0
    return say(out, 0, _NO_DIRECTION, shown(direction))


@outlined
def _check_tower(words: Words, out: Tokens) -> int:
    fault = check_texts(words, _TOWER, -1, out)
    if fault:
        return fault
    tower = member(words, ROOT, _TOWER)
    free = ALL_BLOCKS
    name = first_of(tower)
    for _ in range(length_of(words, tower)):
        block = text_at(words, name) - _CARDS
        if not 0 <= block < SIZE:
            return say(out, 0, _NO_BLOCK, shown(name))
        if not free >> block & 1:
            return say(out, 0, _TWICE, _CARDS + block)
        free &= ~(1 << block)
        name = after(words, name)
    if free:
        return 0
    return say(out, end_message(out, begin_message(_REASON_FULL, out)), _ALL_PLACED)


@outlined
def _check_poses(params: StructRef, words: Words, out: Tokens) -> int:
    poses = member(words, ROOT, _POSES)
    if poses == ROOT:
        is_due = int(params.physics) and length_of(words, member(words, ROOT, _TOWER))
        return say(out, 0, _NO_POSES) if is_due else 0
    return 0 if kind_of(words, poses) == TRUE else say(out, 0, _UNCHECKED)


@outlined
def _check_cards(params: StructRef, words: Words, out: Tokens) -> int:
    seats = int(params.seats)
    fault = check_list(words, _HANDS, seats, out)
    if fault:
        return fault
    for seat in range(seats):
        fault = _check_hand(words, seat, out)
        if fault:
            return fault
    most = 0
    for kind in range(KINDS):
        most = max(most, int(params.cards[kind]))
    fault = check_counts(words, _STOCK, _CARDS, KINDS, most, out) or check_counts(
        words, _DISCARD, _CARDS, KINDS, most, out
    )
    if fault:
        return fault
    for kind in range(KINDS):
        count = _in_pile(words, _STOCK, kind) + _in_pile(words, _DISCARD, kind)
        for seat in range(seats):
            count += _held(words, seat, kind)
        in_box = int(params.cards[kind])
        if count != in_box:
            at = put_string(_CARD, _CARDS + kind, out, begin_message(_REASON_CARDS, out))
            at = end_message(out, at)
            return say(out, at, _CARDS_THERE, number(in_box), _CARDS + kind, number(count))
    return 0


@outlined
def _check_hand(words: Words, seat: int, out: Tokens) -> int:
    hand = _hand(words, seat)
    if kind_of(words, hand) != LIST:
        return say(out, 0, _NO_HAND, number(seat), shown(hand))
    count = length_of(words, hand)
    card = first_of(hand)
    for _ in range(count):
        if text_at(words, card) == _HIDDEN:
            return _say_of_seat(_REASON_VIEW, _HIDDEN_CARDS, seat, out)
        card = after(words, card)
    card = first_of(hand)
    last, is_sorted = 0, True
    for _ in range(count):
        kind = text_at(words, card) - _CARDS
        if not 0 <= kind < KINDS:
            return say(out, 0, _NO_CARD, number(seat), shown(card))
        is_sorted = is_sorted and last <= kind
        last = kind
        card = after(words, card)
    return 0 if is_sorted else say(out, 0, _DISORDER, number(seat))


@outlined
def _check_empty_hands(params: StructRef, words: Words, out: Tokens) -> int:
    is_bonus = _stage(words) == BONUS
    if is_bonus and not int(params.advanced):
        return say(out, 0, _NO_BONUS)
    for seat in range(int(params.seats)):
        count = length_of(words, _hand(words, seat))
        if is_bonus and seat == _seat(words):
            if count:
                at = _say_of_seat(_REASON_BONUS, _BONUS_EARLY, seat, out)
                return say(out, at, number(count))
        elif not count:
            return _say_of_seat(_REASON_NO_CARDS, _NO_CARDS, seat, out)
    return 0


@outlined
def _check_due(params: StructRef, words: Words, out: Tokens) -> int:
    """Check that a move is due rather than a draw or an outcome."""
    seat, stage = _seat(words), _stage(words)
    drawn = member(words, ROOT, _DRAWN)
    has_drawn = kind_of(words, drawn) != NULL
    if has_drawn:
        fault = _check_drawn(params, words, drawn, out)
        if fault:
            return fault
    can_draw = False
    for kind in range(KINDS):
        can_draw = can_draw or _in_pile(words, _STOCK, kind) + _in_pile(words, _DISCARD, kind) > 0
    if stage == REBUILD:
        if length_of(words, member(words, ROOT, _TOWER)):
            return say(out, 0, _TOWER_STANDS)
        count = length_of(words, _hand(words, seat))
        if count < PENALTY and can_draw:
            at = _say_of_seat(_REASON_REBUILD, _PENALTY_DUE, seat, out)
            return say(out, at, number(count))
    elif stage == PLAY and not has_drawn and can_draw and not _playable(params, words):
        return _say_of_seat(_REASON_DRAW, _DRAW_DUE, seat, out)
    return 0


@outlined
def _check_drawn(params: StructRef, words: Words, drawn: int, out: Tokens) -> int:
    seat, card = _seat(words), text_at(words, drawn)
    if not _CARDS <= card < _CARDS + KINDS:
        return say(out, 0, _NO_DRAWN, shown(drawn))
    if _stage(words) != PLAY:
        return say(out, 0, _DRAWN_EARLY, _STAGES + _stage(words))
    if not _held(words, seat, card - _CARDS):
        return say(out, 0, _NOT_HELD, number(seat), card)
    playable = _playable(params, words)
    if not playable >> (card - _CARDS) & 1:
        at = put_string(_CARD, card, out, begin_message(_REASON_IDLE, out))
        return say(out, end_message(out, at), _IDLE, card)
    for kind in range(KINDS):
        if playable >> kind & 1 and _held(words, seat, kind) > (_CARDS + kind == card):
            other = _CARDS + kind
            at = put_number(_SEAT, seat, out, begin_message(_REASON_OTHER, out))
            at = put_string(_DRAWN, card, out, put_string(_CARD, other, out, at))
            return say(out, end_message(out, at), _OTHER, number(seat), other, card)
    return 0


@outlined
def _say_of_seat(reason: int, sentence: int, seat: int, out: Tokens) -> int:
    """Write a reason and a sentence about a seat."""
    at = put_number(_SEAT, seat, out, begin_message(reason, out))
    return say(out, end_message(out, at), sentence, number(seat))


@outlined
def _fill(params: StructRef, s: StructRef, words: Words) -> None:
    s.due = CHOOSING
    s.stage = _stage(words)
    s.seat = _seat(words)
    s.direction = int_of(words, member(words, ROOT, _DIRECTION))
    s.turn = int_of(words, member(words, ROOT, _TURN))
    s.drawn = max(0, text_at(words, member(words, ROOT, _DRAWN)) - _CARDS + 1)
    s.free = _free(words)
    tower = member(words, ROOT, _TOWER)
    s.height = length_of(words, tower)
    for level in range(length_of(words, tower)):
        s.tower[level] = text_at(words, item(words, tower, level)) - _CARDS + 1
    for seat in range(int(params.seats)):
        s.in_hand[seat] = length_of(words, _hand(words, seat))
        for kind in range(KINDS):
            count = _held(words, seat, kind)
            s.hand[seat, kind] = count
            s.holds[seat] |= (count > 0) << kind
    for kind in range(KINDS):
        s.stock[kind] = _in_pile(words, _STOCK, kind)
        s.discard[kind] = _in_pile(words, _DISCARD, kind)
        s.in_stock = int(s.in_stock) + int(s.stock[kind])
        s.in_discard = int(s.in_discard) + int(s.discard[kind])


@outlined
def _pass_turns(params: StructRef, s: StructRef) -> None:
    """Pass the turn until a seat has a playable card: some hand has the action cards."""
    playable = int(params.playable[int(s.free)])
    while not int(s.holds[int(s.seat)]) & playable:
        if int(s.turn) == int(params.turn_limit):
            s.stage, s.reason = OVER_STAGE, TURN_LIMIT
            return
        s.turn = int(s.turn) + 1
        s.seat = (int(s.seat) + int(s.direction)) % int(params.seats)


@outlined
def _stage(words: Words) -> int:
    return text_at(words, member(words, ROOT, _STAGE)) - _STAGES


@outlined
def _seat(words: Words) -> int:
    return int_of(words, member(words, ROOT, _SEAT))


@outlined
def _hand(words: Words, seat: int) -> int:
    """Return the node of a seat's hand."""
    return item(words, member(words, ROOT, _HANDS), seat)


@outlined
def _held(words: Words, seat: int, kind: int) -> int:
    """Return how many cards of a kind a seat holds."""
    hand = _hand(words, seat)
    count = 0
    card = first_of(hand)
    for _ in range(length_of(words, hand)):
        count += text_at(words, card) == _CARDS + kind
        card = after(words, card)
    return count


@outlined
def _in_pile(words: Words, pile: int, kind: int) -> int:
    return int_of(words, member(words, member(words, ROOT, pile), _CARDS + kind))


@outlined
def _free(words: Words) -> int:
    """Return the blocks outside the tower, as bits."""
    tower = member(words, ROOT, _TOWER)
    free = ALL_BLOCKS
    name = first_of(tower)
    for _ in range(length_of(words, tower)):
        free &= ~(1 << (text_at(words, name) - _CARDS))
        name = after(words, name)
    return free


@outlined
def _playable(params: StructRef, words: Words) -> int:
    """Return the kinds of cards that the seat to act can play, as bits."""
    hand = _hand(words, _seat(words))
    held = 0
    card = first_of(hand)
    for _ in range(length_of(words, hand)):
        held |= 1 << (text_at(words, card) - _CARDS)
        card = after(words, card)
    return held & int(params.playable[_free(words)])
