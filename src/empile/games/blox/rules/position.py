"""States of Blox from position objects."""

from __future__ import annotations

from empile.engine.compiled.jit import outlined
from empile.engine.compiled.json_reader import (
    FALSE,
    ROOT,
    STRING,
    TRUE,
    SetupTexts,
    Words,
    after,
    check_counts,
    check_flag,
    check_int,
    check_ints,
    check_keys,
    check_list,
    check_object,
    check_seat,
    check_texts,
    first_of,
    int_of,
    is_int,
    kind_of,
    length_of,
    letter,
    member,
    say,
    shown,
    text_at,
)
from empile.engine.compiled.json_writer import (
    Tokens,
    begin_message,
    begin_string,
    end_message,
    end_string,
    number,
    put_number,
    put_string,
)
from empile.engine.compiled.json_writer import put as put_token
from empile.engine.compiled.layout import StructRef
from empile.games.blox.rules.components import (
    BLOCKS_OF_A_COLOUR,
    CARDS_OF_A_COLOUR,
    COLOUR_NAMES,
    cell_name,
)
from empile.games.blox.rules.components import COLOURS as ALL_LETTERS
from empile.games.blox.rules.state import (
    BLOCKS_LEFT_OF_TWO,
    CELLS,
    COLOURS,
    FIGURES,
    HAND,
    LAST_PHASE,
    NEUTRAL,
    PLAY,
    TALLEST,
    put,
)

TEXTS = SetupTexts()

_NAMES = (
    "phase",
    "last_round",
    "round",
    "seat",
    "towers",
    "figures",
    "reserve",
    "hands",
    "jokers",
    "blocks",
    "points",
    "deck",
    "discard",
)
_KEYS = TEXTS.add(*_NAMES)
_PHASE, _LAST_ROUND, _ROUND, _SEAT, _TOWERS, _FIGURES, _RESERVE = range(_KEYS, _KEYS + 7)
_HANDS, _JOKERS, _BLOCKS, _POINTS, _DECK, _DISCARD = range(_KEYS + 7, _KEYS + len(_NAMES))
CELL_NAMES = TEXTS.add(*map(cell_name, range(CELLS)))
LETTERS = TEXTS.add(*ALL_LETTERS)
_COLOURS = TEXTS.add(*COLOUR_NAMES)
_OWNER = TEXTS.add("neutral")

_NO_JOKER = TEXTS.add("'jokers' must be true (face up) or false for each seat, not {} for seat {}")
_NO_CELL = TEXTS.add("'{}': the board has no space {}, only a1 to i9")
_NO_LETTERS = TEXTS.add("{} must be letters W, G, B and M in this order, not {}")
_TOWER_ON = TEXTS.add("the tower on {}")
_BLOCKS_OF = TEXTS.add("'blocks' of seat {}")
_HAND_OF = TEXTS.add("the hand of seat {}")
_TOO_HIGH = TEXTS.add(f"a tower has 1 to {TALLEST} blocks, that on {{}} has {{}}")
_EARLY = TEXTS.add(
    f"the last round belongs to phase {LAST_PHASE}: 'last_round' cannot be true in phase {{}}"
)
_STANDING = TEXTS.add(
    f"the last round begins when one tower of {LAST_PHASE} is left: 'last_round' cannot be true"
    " with {} of them"
)
_NO_OWNER = TEXTS.add('the figure on {} must be of a seat from 0 to {} or "neutral", not {}')
_BOTH = TEXTS.add("there is a tower and a figure on {}")
_NEUTRALS = TEXTS.add("a game of {} has {} neutral figures, {} are on the board")
_OWN_FIGURES = TEXTS.add(
    f"seat {{}} has {FIGURES} figures, but {{}} on the board and {{}} in reserve"
)
_BLOCKS_THERE = TEXTS.add("a game of {} has {} {} blocks, but 'towers' and 'blocks' have {}")
_HIDDEN = TEXTS.add("the hand of seat {} has hidden cards: a game cannot begin from a seat's view")
_HAND_SIZE = TEXTS.add(f"a hand has {HAND} cards, that of seat {{}} has {{}}")
_CARDS_THERE = TEXTS.add(
    f"there are {CARDS_OF_A_COLOUR} {{}} cards, but 'hands', 'deck' and 'discard' have {{}}"
)

_REASON_HEIGHT = TEXTS.add("fault.position.height")
_REASON_LAST_ROUND = TEXTS.add("fault.position.last_round")
_REASON_BOTH = TEXTS.add("fault.position.both")
_REASON_NEUTRAL = TEXTS.add("fault.position.neutral")
_REASON_EXTRA = TEXTS.add("fault.position.blocks_extra")
_REASON_MISSING = TEXTS.add("fault.position.blocks_missing")
_REASON_VIEW = TEXTS.add("fault.position.view")
_REASON_HAND = TEXTS.add("fault.position.hand")
_REASON_CARDS = TEXTS.add("fault.position.cards")
_CELL, _HEIGHT, _COUNT, _CARDS = (TEXTS.add(name) for name in ("cell", "height", "count", "cards"))

_MOST_POINTS = 30_000
"""Leaves room below the 32767 of the state's field for the rest of a game."""
_QUESTION = ord("?")
_WHITE, _GREY, _BLACK, _MAUVE = map(ord, ALL_LETTERS)


@outlined
def read_position(params: StructRef, s: StructRef, words: Words, out: Tokens) -> int:
    """Knowledge of other hands from earlier play starts fresh."""
    seats = int(params.seats)
    fault = (
        check_keys(words, _KEYS, len(_NAMES), 0, out)
        or check_int(words, _PHASE, 1, LAST_PHASE, out)
        or check_int(words, _ROUND, 1, int(params.round_limit), out)
        or check_seat(words, _SEAT, seats, out)
        or check_ints(words, _POINTS, seats, 0, _MOST_POINTS, out)
        or _check_jokers(words, seats, out)
        or _check_towers(words, out)
        or _check_last_round(words, out)
        or _check_figures(params, words, out)
        or _check_blocks(words, seats, out)
        or _check_cards(words, seats, out)
    )
    if not fault:
        _fill(s, words, seats)
    return fault


@outlined
def _check_jokers(words: Words, seats: int, out: Tokens) -> int:
    fault = check_list(words, _JOKERS, seats, out)
    if fault:
        return fault
    joker = first_of(member(words, ROOT, _JOKERS))
    for seat in range(seats):
        if kind_of(words, joker) not in (FALSE, TRUE):
            return say(out, 0, _NO_JOKER, shown(joker), number(seat))
        joker = after(words, joker)
    return 0


@outlined
def _check_towers(words: Words, out: Tokens) -> int:
    fault = check_object(words, _TOWERS, out)
    if fault:
        return fault
    towers = member(words, ROOT, _TOWERS)
    name = first_of(towers)
    for _ in range(length_of(words, towers)):
        tower = after(words, name)
        cell = text_at(words, name)
        if not _is_cell(cell):
            return say(out, 0, _NO_CELL, _TOWERS, shown(name))
        if not _has_letters(words, tower):
            return say(out, 0, _NO_LETTERS, _TOWER_ON, cell, shown(tower))
        height = length_of(words, tower)
        if not 1 <= height <= TALLEST:
            at = put_string(_CELL, cell, out, begin_message(_REASON_HEIGHT, out))
            at = end_message(out, put_number(_HEIGHT, height, out, at))
            return say(out, at, _TOO_HIGH, cell, number(height))
        name = after(words, tower)
    return 0


@outlined
def _check_last_round(words: Words, out: Tokens) -> int:
    fault = check_flag(words, _LAST_ROUND, out)
    if fault or kind_of(words, member(words, ROOT, _LAST_ROUND)) == FALSE:
        return fault
    phase = int_of(words, member(words, ROOT, _PHASE))
    if phase != LAST_PHASE:
        return say(out, 0, _EARLY, number(phase))
    towers = member(words, ROOT, _TOWERS)
    standing = 0
    name = first_of(towers)
    for _ in range(length_of(words, towers)):
        tower = after(words, name)
        standing += length_of(words, tower) == LAST_PHASE
        name = after(words, tower)
    if standing <= 1:
        return 0
    at = put_number(_COUNT, standing, out, begin_message(_REASON_LAST_ROUND, out))
    return say(out, end_message(out, at), _STANDING, number(standing))


@outlined
def _check_figures(params: StructRef, words: Words, out: Tokens) -> int:
    seats = int(params.seats)
    fault = check_object(words, _FIGURES, out)
    if fault:
        return fault
    figures, towers = member(words, ROOT, _FIGURES), member(words, ROOT, _TOWERS)
    name = first_of(figures)
    for _ in range(length_of(words, figures)):
        owner = after(words, name)
        cell = text_at(words, name)
        if not _is_cell(cell):
            return say(out, 0, _NO_CELL, _FIGURES, shown(name))
        if not is_int(words, owner, 0, seats - 1) and text_at(words, owner) != _OWNER:
            return say(out, 0, _NO_OWNER, cell, number(seats - 1), shown(owner))
        if member(words, towers, cell) != ROOT:
            at = put_string(_CELL, cell, out, begin_message(_REASON_BOTH, out))
            return say(out, end_message(out, at), _BOTH, cell)
        name = after(words, owner)
    neutral = 0
    for cell in range(CELLS):
        neutral += int(params.neutral[cell])
    placed = _count_figures(words, NEUTRAL)
    if placed > neutral:
        at = put_number(_COUNT, placed, out, begin_message(_REASON_NEUTRAL, out))
        at = end_message(out, at)
        return say(out, at, _NEUTRALS, number(seats), number(neutral), number(placed))
    fault = check_ints(words, _RESERVE, seats, 0, FIGURES, out)
    if fault:
        return fault
    reserve = first_of(member(words, ROOT, _RESERVE))
    for seat in range(seats):
        placed = _count_figures(words, seat + 1)
        left = int_of(words, reserve)
        if placed + left != FIGURES:
            return say(out, 0, _OWN_FIGURES, number(seat), number(placed), number(left))
        reserve = after(words, reserve)
    return 0


@outlined
def _count_figures(words: Words, figure: int) -> int:
    """Return how many figures of an owner are on the board."""
    figures = member(words, ROOT, _FIGURES)
    count = 0
    name = first_of(figures)
    for _ in range(length_of(words, figures)):
        owner = after(words, name)
        count += _figure(words, owner) == figure
        name = after(words, owner)
    return count


@outlined
def _figure(words: Words, owner: int) -> int:
    """Return the code of an owner."""
    return NEUTRAL if kind_of(words, owner) == STRING else int_of(words, owner) + 1


@outlined
def _check_blocks(words: Words, seats: int, out: Tokens) -> int:
    fault = check_texts(words, _BLOCKS, seats, out)
    if fault:
        return fault
    blocks = first_of(member(words, ROOT, _BLOCKS))
    for seat in range(seats):
        if not _has_letters(words, blocks):
            return say(out, 0, _NO_LETTERS, _BLOCKS_OF, number(seat), shown(blocks))
        blocks = after(words, blocks)
    each = BLOCKS_OF_A_COLOUR if seats > 2 else BLOCKS_LEFT_OF_TWO
    for colour in range(COLOURS):
        count = _count_blocks(words, colour)
        if count != each:
            at = _write_blocks_reason(words, each, out)
            at = say(out, at, _BLOCKS_THERE, number(seats), number(each), _COLOURS + colour)
            return put_token(out, at, number(count))
    return 0


@outlined
def _write_blocks_reason(words: Words, each: int, out: Tokens) -> int:
    """Write the letters of all blocks too many, or without any of those that are missing."""
    extra = False
    for colour in range(COLOURS):
        extra = extra or _count_blocks(words, colour) > each
    at = begin_string(_BLOCKS, out, begin_message(_REASON_EXTRA if extra else _REASON_MISSING, out))
    for colour in range(COLOURS):
        more = _count_blocks(words, colour) - each
        for _ in range(more if extra else -more):
            at = put_token(out, at, LETTERS + colour)
    return end_message(out, end_string(out, at))


@outlined
def _count_blocks(words: Words, colour: int) -> int:
    """Return how many blocks of a colour there are in towers and in front of seats."""
    towers = member(words, ROOT, _TOWERS)
    count = 0
    name = first_of(towers)
    for _ in range(length_of(words, towers)):
        tower = after(words, name)
        count += _count_letters(words, tower, colour)
        name = after(words, tower)
    return count + _count_in_list(words, _BLOCKS, colour)


@outlined
def _check_cards(words: Words, seats: int, out: Tokens) -> int:
    fault = check_texts(words, _HANDS, seats, out)
    if fault:
        return fault
    hand = first_of(member(words, ROOT, _HANDS))
    for seat in range(seats):
        for k in range(length_of(words, hand)):
            if letter(words, hand, k) == _QUESTION:
                at = put_number(_SEAT, seat, out, begin_message(_REASON_VIEW, out))
                return say(out, end_message(out, at), _HIDDEN, number(seat))
        if not _has_letters(words, hand):
            return say(out, 0, _NO_LETTERS, _HAND_OF, number(seat), shown(hand))
        count = length_of(words, hand)
        if count != HAND:
            at = put_number(_SEAT, seat, out, begin_message(_REASON_HAND, out))
            at = end_message(out, put_number(_COUNT, count, out, at))
            return say(out, at, _HAND_SIZE, number(seat), number(count))
        hand = after(words, hand)
    fault = check_counts(words, _DECK, LETTERS, COLOURS, CARDS_OF_A_COLOUR, out) or check_counts(
        words, _DISCARD, LETTERS, COLOURS, CARDS_OF_A_COLOUR, out
    )
    if fault:
        return fault
    for colour in range(COLOURS):
        count = _count_in_list(words, _HANDS, colour)
        count += _in_pile(words, _DECK, colour) + _in_pile(words, _DISCARD, colour)
        if count != CARDS_OF_A_COLOUR:
            at = begin_string(_CARDS, out, begin_message(_REASON_CARDS, out))
            for _ in range(count):
                at = put_token(out, at, LETTERS + colour)
            at = end_message(out, end_string(out, at))
            return say(out, at, _CARDS_THERE, _COLOURS + colour, number(count))
    return 0


@outlined
def _fill(s: StructRef, words: Words, seats: int) -> None:
    s.stage = PLAY
    s.seat = int_of(words, member(words, ROOT, _SEAT))
    s.phase = int_of(words, member(words, ROOT, _PHASE))
    s.round_number = int_of(words, member(words, ROOT, _ROUND))
    s.last_round = kind_of(words, member(words, ROOT, _LAST_ROUND)) == TRUE
    towers, figures = member(words, ROOT, _TOWERS), member(words, ROOT, _FIGURES)
    for cell in range(CELLS):
        tower, owner = (
            member(words, towers, CELL_NAMES + cell),
            member(words, figures, CELL_NAMES + cell),
        )
        if tower != ROOT:
            thing = 0
            for colour in range(COLOURS):
                thing |= _count_letters(words, tower, colour) << 4 * colour
            put(s, cell, thing)
            s.standing[length_of(words, tower)] += 1
        elif owner != ROOT:
            figure = _figure(words, owner)
            put(s, cell, figure << 16)
            if figure != NEUTRAL:
                seat = figure - 1
                s.place[seat, int(s.placed[seat])] = cell + 1
                s.placed[seat] += 1
    joker, points = first_of(member(words, ROOT, _JOKERS)), first_of(member(words, ROOT, _POINTS))
    hand, blocks = first_of(member(words, ROOT, _HANDS)), first_of(member(words, ROOT, _BLOCKS))
    for seat in range(seats):
        s.joker[seat] = kind_of(words, joker) == TRUE
        s.points[seat] = int_of(words, points)
        for colour in range(COLOURS):
            s.hand[seat, colour] = _count_letters(words, hand, colour)
            s.blocks[seat, colour] = _count_letters(words, blocks, colour)
        joker, points = after(words, joker), after(words, points)
        hand, blocks = after(words, hand), after(words, blocks)
    for colour in range(COLOURS):
        s.deck[colour] = _in_pile(words, _DECK, colour)
        s.discard[colour] = _in_pile(words, _DISCARD, colour)


@outlined
def _is_cell(text: int) -> bool:
    return CELL_NAMES <= text < CELL_NAMES + CELLS


@outlined
def _in_pile(words: Words, pile: int, colour: int) -> int:
    return int_of(words, member(words, member(words, ROOT, pile), LETTERS + colour))


@outlined
def _has_letters(words: Words, node: int) -> bool:
    """Return whether a node is a string of letters of colours, in their order."""
    if kind_of(words, node) != STRING:
        return False
    last = 0
    for k in range(length_of(words, node)):
        colour = colour_of(letter(words, node, k))
        if colour < last:
            return False
        last = colour
    return True


@outlined
def colour_of(code_point: int) -> int:
    """Return the colour of a letter, or -1."""
    if code_point == _WHITE:
        return 0
    if code_point == _GREY:
        return 1
    if code_point == _BLACK:
        return 2
    return 3 if code_point == _MAUVE else -1


@outlined
def _count_letters(words: Words, node: int, colour: int) -> int:
    count = 0
    for k in range(length_of(words, node)):
        count += colour_of(letter(words, node, k)) == colour
    return count


@outlined
def _count_in_list(words: Words, key: int, colour: int) -> int:
    """Return how often the letter of a colour is in the strings of a list."""
    value = member(words, ROOT, key)
    count = 0
    text = first_of(value)
    for _ in range(length_of(words, value)):
        count += _count_letters(words, text, colour)
        text = after(words, text)
    return count
