"""States of On Top from position objects."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import outlined
from empile.engine.compiled.json_reader import (
    NULL,
    ROOT,
    Words,
    after,
    bare,
    check_choice,
    check_counts,
    check_int,
    check_ints,
    check_keys,
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
    end_message,
    number,
    put_string,
)
from empile.engine.compiled.layout import StructRef
from empile.games.on_top.rules.circles import (
    pawns_of,
    pawns_placed,
    points_won,
    scored_by,
)
from empile.games.on_top.rules.components import (
    COLOUR_NAMES,
    COLOURS,
    MOST_OF_A_TILE,
    PAWNS,
    SEAT_PAWNS,
    TRIANGLES,
)
from empile.games.on_top.rules.json_view import TOWER_OF
from empile.games.on_top.rules.names import (
    CELL_LETTERS,
    DOWN,
    LETTER_OF,
    LETTERS,
    TEXTS,
    TILE_NAMES,
    TOWER_NAMES,
    UP,
    cell_of,
    cell_token,
    circle_of,
    place_of,
    point_token,
    reading_of,
    token_in,
)
from empile.games.on_top.rules.state import (
    BARE,
    BLACK,
    BOARD_FULL,
    END,
    KINDS,
    LAY,
    MAX_LAID,
    MAX_SEATS,
    PAWN_BITS,
    PLACES,
    SCORED,
    SEGMENTS,
    TILE,
    WORD,
    WORDS,
)

_NAMES = "laid", "black", "bare", "reserve", "towers", "scores", "pawns", "bag", "tile", "seat"
_KEYS = TEXTS.add(*_NAMES)
_LAID, _BLACK, _BARE, _RESERVE, _TOWERS, _SCORES, _PAWNS, _BAG, _TILE, _SEAT = range(
    _KEYS, _KEYS + len(_NAMES)
)
_COLOURS = TEXTS.add(*COLOUR_NAMES)

_NO_TILE = TEXTS.add("a game begins at a move: 'tile' must be the tile in hand, not null")
_MANY_LAID = TEXTS.add(f"'laid' must have at most {MAX_LAID} tiles, not {{}}")
_NO_LAY = TEXTS.add("'laid' cannot have {}: {}")
_NO_MOVE = TEXTS.add(
    "'{}' is not a move of On Top: write a tile like U22D12 BRWY: the cell pointing up, the cell"
    " pointing down, the colours counter-clockwise from the acute corner of the first"
)
_NO_CELL = TEXTS.add("there is no cell {} on this board")
_NO_PLACE = TEXTS.add("{} and {} do not share a side")
_NO_NAME = TEXTS.add("'bag' has {}, which is not the name of a tile")
_NO_COUNT = TEXTS.add(
    f"'bag' must have whole numbers from 1 to {MOST_OF_A_TILE}, not {{}} for {{}}"
)
_TILES_THERE = TEXTS.add("'laid', 'tile' and 'bag' have {} of the tile {} together, the box has {}")
_NOT_SORTED = TEXTS.add("'{}' must be sorted")
_TWICE = TEXTS.add("the cell {} is filled twice")
_NO_START = TEXTS.add("'black' must have {}, a triangle of the start")
_NOT_EMPTY = TEXTS.add("only holes become black or bare: {}, beside {}, must not be empty")
_HOLE = TEXTS.add("{} is a hole: it must be in 'black' or in 'bare'")
_TRIANGLES_THERE = TEXTS.add(
    f"'black' and 'reserve' have {{}} black triangles together, the box has {TRIANGLES}"
)
_BARE_EARLY = TEXTS.add("'bare' must be empty while there are black triangles in 'reserve'")
_NO_POINT = TEXTS.add("there is no intersection {} on this board")
_CELL_EMPTY = TEXTS.add("no tower can be on {}: a cell around it is empty")
_TIED = TEXTS.add("no tower can be on {}: no colour has most")
_OTHER_TOWER = TEXTS.add('the tower on {} must be "{}", not {}')
_NOTHING = TEXTS.add("nothing")
_OVER = TEXTS.add("the game is over: {} has no pawn left to place")
_PAWNS_THERE = TEXTS.add("'pawns' and 'towers' have {} {} pawns together, there are {} to place")
_OTHER_SCORE = TEXTS.add(
    "'scores' must have {} for {}, the points of the towers with {} on top, not {}"
)

_REASON_OVER, _COLOUR = TEXTS.add("fault.no_pawn"), TEXTS.add("colour")

_MOST_POINTS = SEAT_PAWNS * len(COLOURS) * 2
"""With a pawn on top of every highest tower, all golden."""


@outlined
def read_position(params: StructRef, s: StructRef, words: Words, out: Tokens) -> int:
    """Nothing starts fresh. On a full board the game is over."""
    seats = int(params.seats)
    s.stage = LAY
    fault = (
        check_keys(words, _KEYS, len(_NAMES), 0, out)
        or check_seat(words, _SEAT, seats, out)
        or _read_tile(s, words, out)
        or _read_lays(params, s, words, out)
        or _read_bag(params, s, words, out)
        or _read_cells(params, s, words, out)
        or _read_reserve(s, words, out)
        or _read_towers(params, s, words, out)
        or _read_pawns(params, s, words, out)
        or _check_scores(s, words, seats, out)
    )
    if fault:
        return fault
    s.seat = int_of(words, member(words, ROOT, _SEAT))
    if int(s.empty) == 0:
        _end(s, seats)
    return 0


@outlined
def _read_tile(s: StructRef, words: Words, out: Tokens) -> int:
    tile = member(words, ROOT, _TILE)
    if kind_of(words, tile) == NULL:
        return say(out, 0, _NO_TILE)
    fault = check_choice(words, _TILE, TILE_NAMES, KINDS, out)
    if not fault:
        s.tile = text_at(words, tile) - TILE_NAMES + 1
    return fault


@outlined
def _read_lays(params: StructRef, s: StructRef, words: Words, out: Tokens) -> int:
    fault = check_texts(words, _LAID, -1, out)
    if fault:
        return fault
    laid = member(words, ROOT, _LAID)
    if length_of(words, laid) > MAX_LAID:
        return say(out, 0, _MANY_LAID, number(length_of(words, laid)))
    s.laid = length_of(words, laid)
    for word in range(WORDS):
        s.near[word] = params.first_near[word]
    lay = first_of(laid)
    for k in range(int(s.laid)):
        up, down = token_in(words, lay, 0, UP), token_in(words, lay, CELL_LETTERS, DOWN)
        reading = reading_of(words, lay)
        if up < 0 or down < 0 or reading < 0:
            return say(out, 0, _NO_LAY, shown(lay), _NO_MOVE, bare(lay))
        first, second = cell_of(params, up), cell_of(params, down)
        if first < 0 or second < 0:
            return say(out, 0, _NO_LAY, shown(lay), _NO_CELL, up if first < 0 else down)
        place = place_of(params, first, second)
        if place < 0:
            return say(out, 0, _NO_LAY, shown(lay), _NO_PLACE, up, down)
        s.order[k] = (place * 2 + reading % 2) * KINDS + reading // 2
        for word in range(WORDS):
            s.near[word] |= params.made_near[place, word]
        lay = after(words, lay)
    return 0


@outlined
def _read_bag(params: StructRef, s: StructRef, words: Words, out: Tokens) -> int:
    fault = check_object(words, _BAG, out)
    if fault:
        return fault
    bag = member(words, ROOT, _BAG)
    name = first_of(bag)
    for _ in range(length_of(words, bag)):
        count = after(words, name)
        tile = text_at(words, name) - TILE_NAMES
        if not 0 <= tile < KINDS:
            return say(out, 0, _NO_NAME, shown(name))
        if not is_int(words, count, 1, MOST_OF_A_TILE):
            return say(out, 0, _NO_COUNT, shown(count), bare(name))
        s.bag[tile] = int_of(words, count)
        s.in_bag = int(s.in_bag) + int_of(words, count)
        name = after(words, count)
    for tile in range(KINDS):
        total = int(s.bag[tile]) + int(int(s.tile) == tile + 1)
        for k in range(int(s.laid)):
            total += int(s.order[k]) % KINDS == tile
        in_box = int(params.bag[tile])
        if total != in_box:
            return say(out, 0, _TILES_THERE, number(total), TILE_NAMES + tile, number(in_box))
    return 0


@outlined
def _read_cells(params: StructRef, s: StructRef, words: Words, out: Tokens) -> int:
    fault = (
        _check_sorted(words, _BLACK, out)
        or _check_sorted(words, _BARE, out)
        or _put_tiles(params, s, out)
        or _put_cells(params, s, words, _BLACK, BLACK, out)
        or _put_cells(params, s, words, _BARE, BARE, out)
    )
    if fault:
        return fault
    for k in range(TRIANGLES):
        cell = int(params.start[k])
        if int(s.cell[cell]) != BLACK:
            return say(out, 0, _NO_START, cell_token(params, cell))
    s.empty = count_empty(params, s.cell, s.open)
    fault = _check_filled(params, s, BLACK, out) or _check_filled(params, s, BARE, out)
    if fault:
        return fault
    for cell in range(int(params.cells)):
        if int(s.cell[cell]) == 0:
            return say(out, 0, _HOLE, cell_token(params, cell))
    _fill_circles(params, s)
    return 0


@outlined
def _check_sorted(words: Words, key: int, out: Tokens) -> int:
    fault = check_texts(words, key, -1, out)
    if fault:
        return fault
    texts = member(words, ROOT, key)
    text = first_of(texts)
    for _ in range(length_of(words, texts) - 1):
        if _is_before(words, after(words, text), text):
            return say(out, 0, _NOT_SORTED, key)
        text = after(words, text)
    return 0


@outlined
def _is_before(words: Words, text: int, other: int) -> bool:
    """Return whether a string is less than another by code points."""
    length = length_of(words, text)
    for k in range(length_of(words, other)):
        if k == length:
            return True
        if letter(words, text, k) != letter(words, other, k):
            return letter(words, text, k) < letter(words, other, k)
    return False


@outlined
def _put_tiles(params: StructRef, s: StructRef, out: Tokens) -> int:
    for k in range(int(s.laid)):
        for side in range(2):
            cell = int(params.cover[int(s.order[k]) // KINDS // 2, side])
            if int(s.cell[cell]):
                return say(out, 0, _TWICE, cell_token(params, cell))
            s.cell[cell] = TILE
    return 0


@outlined
def _put_cells(
    params: StructRef, s: StructRef, words: Words, key: int, content: int, out: Tokens
) -> int:
    cells = member(words, ROOT, key)
    name = first_of(cells)
    for _ in range(length_of(words, cells)):
        cell = cell_of(params, text_at(words, name))
        if cell < 0:
            return say(out, 0, _NO_CELL, shown(name))
        if int(s.cell[cell]):
            return say(out, 0, _TWICE, bare(name))
        s.cell[cell] = content
        name = after(words, name)
    return 0


@outlined
def count_empty(params: StructRef, cells: NDArray[np.int8], places: NDArray[np.int64]) -> int:
    """Return the number of empty cells, which are 0; fill in those beside each, and free places."""
    cover, empty = params.cover, 0
    for cell in range(int(params.cells)):
        empty += int(cells[cell]) == 0
    for place in range(PLACES):
        up, down = int(cover[place, 0]), int(cover[place, 1])
        if up != down and int(cells[up]) < TILE and int(cells[down]) < TILE:
            cells[up] += 1
            cells[down] += 1
            places[place // WORD] |= 1 << (place % WORD)
    return empty


@outlined
def _check_filled(params: StructRef, s: StructRef, content: int, out: Tokens) -> int:
    """Check that no cell with such a triangle is beside an empty one, except at the start."""
    cells, cover = s.cell, params.cover
    for cell in range(int(params.cells)):
        if int(cells[cell]) == content and not _is_start(params, cell):
            for place in range(PLACES):
                up, down = int(cover[place, 0]), int(cover[place, 1])
                beside = up + down - cell
                if up != down and cell in (up, down) and int(cells[beside]) < TILE:
                    return say(
                        out, 0, _NOT_EMPTY, cell_token(params, beside), cell_token(params, cell)
                    )
    return 0


@outlined
def _is_start(params: StructRef, cell: int) -> bool:
    count = 0
    for k in range(TRIANGLES):
        count += int(params.start[k]) == cell
    return count > 0


@outlined
def _fill_circles(params: StructRef, s: StructRef) -> None:
    circles, corner, added = s.circle, params.corner, params.added
    count_waiting(params, s.cell, circles)
    for k in range(int(s.laid)):
        move, tile = divmod(int(s.order[k]), KINDS)
        place, turn = divmod(move, 2)
        for number_ in range(4):
            segments = int(added[tile, turn, number_]) & (SEGMENTS - 1)
            circles[int(corner[place, number_])] += segments


@outlined
def count_waiting(params: StructRef, cells: NDArray[np.int8], circles: NDArray[np.int16]) -> None:
    """Fill in the empty cells around each circle, without its segments."""
    corners = params.corners
    for cell in range(int(params.cells)):
        if int(cells[cell]) < TILE:
            for k in range(3):
                circles[int(corners[cell, k])] += SEGMENTS
    for circle in range(int(params.circles)):
        if int(circles[circle]) == 0:
            circles[circle] = SCORED


@outlined
def _read_reserve(s: StructRef, words: Words, out: Tokens) -> int:
    fault = check_int(words, _RESERVE, 0, TRIANGLES, out)
    if fault:
        return fault
    s.reserve = int_of(words, member(words, ROOT, _RESERVE))
    count = length_of(words, member(words, ROOT, _BLACK)) + int(s.reserve)
    if count != TRIANGLES:
        return say(out, 0, _TRIANGLES_THERE, number(count))
    if int(s.reserve) and length_of(words, member(words, ROOT, _BARE)):
        return say(out, 0, _BARE_EARLY)
    return 0


@outlined
def _read_towers(params: StructRef, s: StructRef, words: Words, out: Tokens) -> int:
    fault = check_object(words, _TOWERS, out)
    if fault:
        return fault
    towers = member(words, ROOT, _TOWERS)
    name = first_of(towers)
    for _ in range(length_of(words, towers)):
        circle = circle_of(params, text_at(words, name))
        if circle < 0:
            return say(out, 0, _NO_POINT, shown(name))
        if not _tower_on(s, circle):
            is_scored = int(s.circle[circle]) >= SCORED
            return say(out, 0, _TIED if is_scored else _CELL_EMPTY, bare(name))
        name = after(words, after(words, name))
    for circle in range(int(params.circles)):
        due = _tower_on(s, circle)
        point = point_token(params, circle)
        tower = member(words, towers, point)
        if due and text_at(words, tower) != TOWER_NAMES[due]:
            tower_there = shown(tower) if tower != ROOT else _NOTHING
            return say(out, 0, _OTHER_TOWER, point, TOWER_NAMES[due], tower_there)
    return 0


@outlined
def _tower_on(s: StructRef, circle: int) -> int:
    """Return the index of the tower on a circle, or 0."""
    segments = int(s.circle[circle]) - SCORED
    return int(TOWER_OF[0, segments]) if segments >= 0 else 0


@outlined
def _read_pawns(params: StructRef, s: StructRef, words: Words, out: Tokens) -> int:
    """Read the pawns left, and add up the points of the towers."""
    seats = int(params.seats)
    placed = 0
    for circle in range(int(params.circles)):
        if _tower_on(s, circle):
            segments = int(s.circle[circle]) - SCORED
            outcome = scored_by(params, np.uint64(circle), np.uint64(segments))
            placed += pawns_placed(outcome)
            for colour in range(MAX_SEATS):
                s.points[colour] += points_won(outcome, colour)
    for colour in range(MAX_SEATS):
        if pawns_of(placed, colour) >= _own(seats, colour):
            at = put_string(_COLOUR, LETTER_OF[colour], out, begin_message(_REASON_OVER, out))
            return say(out, end_message(out, at), _OVER, _COLOURS + colour)
    fault = check_counts(words, _PAWNS, LETTERS, MAX_SEATS, PAWNS, out)
    if fault:
        return fault
    for colour in range(MAX_SEATS):
        left = int_of(words, member(words, member(words, ROOT, _PAWNS), LETTER_OF[colour]))
        count, own = left + pawns_of(placed, colour), _own(seats, colour)
        if count != own:
            return say(out, 0, _PAWNS_THERE, number(count), _COLOURS + colour, number(own))
        s.pawns = int(s.pawns) | left << (PAWN_BITS * colour)
    return 0


@outlined
def _own(seats: int, colour: int) -> int:
    """Return how many pawns of a colour there are to place."""
    return SEAT_PAWNS if colour < seats else PAWNS


@outlined
def _check_scores(s: StructRef, words: Words, seats: int, out: Tokens) -> int:
    fault = check_ints(words, _SCORES, seats, 0, _MOST_POINTS, out)
    if fault:
        return fault
    score = first_of(member(words, ROOT, _SCORES))
    for seat in range(seats):
        points, name = int(s.points[seat]), _COLOURS + seat
        if int_of(words, score) != points:
            return say(out, 0, _OTHER_SCORE, number(points), name, name, shown(score))
        score = after(words, score)
    return 0


@outlined
def _end(s: StructRef, seats: int) -> None:
    """End the game on a full board as before the draw: the tile is in the bag."""
    s.bag[int(s.tile) - 1] += 1
    s.in_bag = int(s.in_bag) + 1
    s.stage, s.reason, s.seat, s.tile = END, BOARD_FULL, 0, 0
    for seat in range(seats):
        s.points[seat] = int(s.points[seat]) - pawns_of(int(s.pawns), seat)
