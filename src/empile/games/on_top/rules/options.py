"""Parameters of On Top from its options, and the faults of own boards and starts, all at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import outlined
from empile.engine.compiled.json_reader import (
    LIST,
    OBJECT,
    ROOT,
    SAID,
    TRUE,
    Words,
    after,
    bare,
    first_of,
    int_of,
    is_int,
    kind_of,
    length_of,
    member,
    say,
    text_at,
)
from empile.engine.compiled.json_writer import (
    Tokens,
    begin_message,
    begin_string,
    end_message,
    end_string,
    put,
    put_number,
)
from empile.engine.compiled.layout import StructRef
from empile.engine.planes import offsets_among
from empile.games.on_top.rules import tables
from empile.games.on_top.rules.components import MOST_OF_A_TILE, SIDE, TRIANGLES
from empile.games.on_top.rules.evaluation_tables import expectations
from empile.games.on_top.rules.names import (
    ALL_CELLS,
    ALL_POINTS,
    CELL_NAMES,
    NO_NAMES,
    POINT_NAMES,
    TEXTS,
    TILE_NAMES,
    Names,
    cell_of,
    cell_token,
    circle_of,
    corner_of,
    has,
    names_of,
    neighbour_of,
    with_name,
)
from empile.games.on_top.rules.planes import INFORMATION_PLANES, information_planes
from empile.games.on_top.rules.position import count_empty, count_waiting
from empile.games.on_top.rules.state import (
    BARE,
    BLACK,
    KINDS,
    MAX_SEATS,
    PATTERNS,
    PLACES,
    PLANES,
    WORD,
    WORDS,
)

_CELLS, _GOLDEN, START, _TILES = (TEXTS.add(key) for key in ("cells", "golden", "start", "tiles"))
_PARTS = 4
_PLAYERS, BOARD, TEAMS, _NEUTRAL_OUT, _DEDUCT = (
    TEXTS.add(text) for text in ("players", "board", "teams", "neutral_out", "deduct")
)
_NO_BOARD = TEXTS.add("option 'board' is not a playable board: {}")
_NO_START = TEXTS.add("option 'start' is not valid: {}")

_FORM, _NO_CELLS, _APART = (TEXTS.add(f"fault.{name}") for name in ("form", "no_cells", "apart"))
_LISTS = TEXTS.add("fault.list.cells", "fault.list.golden", "fault.list.start")
_ODD_NAMES = TEXTS.add("fault.names.cells", "fault.names.golden", "fault.names.start")
_REPEATED = TEXTS.add("fault.repeated.cells", "fault.repeated.golden", "fault.repeated.start")
_GOLDEN_OUTSIDE = TEXTS.add("fault.golden.outside")
_NO_TILES, _TILE_NAMES, _TILE_COUNTS, _NO_TILE = (
    TEXTS.add(f"fault.tiles.{name}") for name in ("form", "names", "count", "none")
)
_START_COUNT, _START_OUTSIDE, _NO_ROOM = (
    TEXTS.add(f"fault.start.{name}") for name in ("count", "outside", "no_room")
)
_COUNT, _MOST = TEXTS.add("count"), TEXTS.add("most")
_COMMA, _SEMICOLON, _MORE = TEXTS.add(", "), TEXTS.add("; "), TEXTS.add("…")

_MOST_NAMED = 12
_OF_CELLS, _OF_GOLDEN, _OF_START = range(3)

_SEEN_AS = np.array(
    [[tables.seen_as(seat, seats) for seat in range(MAX_SEATS)] for seats in range(MAX_SEATS + 1)],
    np.int8,
)
_LEADS = np.stack([expectations(s).lead for s in ((0, 1), (0, 1, 2), (0, 1, 2, 3), (0, 1, 0, 1))])
_LEAD_OF_TEAMS = len(_LEADS) - 1


def _offsets(seats: int, rows: int, columns: int) -> NDArray[np.int32]:
    planes = information_planes(seats, (rows, columns))
    return np.array(offsets_among(planes, INFORMATION_PLANES), np.int32)


# Offsets are sums of multiples of what planes have for each seat, row, column and cell of a board.
_PER_BOARD = _offsets(0, 0, 0)
_PER_SEAT = _offsets(1, 0, 0) - _PER_BOARD
_PER_ROW, _PER_COLUMN = _offsets(0, 1, 0) - _PER_BOARD, _offsets(0, 0, 1) - _PER_BOARD
_PER_CELL = _offsets(0, 1, 1) - _PER_BOARD - _PER_ROW - _PER_COLUMN


def fill_constants(params: Any) -> None:
    """Fill the results of circles, and what they may become."""
    params.added = tables.added()
    params.top, params.tower, params.scoring = tables.outcomes()
    expected = expectations(tuple(range(MAX_SEATS)))
    params.pattern, params.value, params.placed = expected.pattern, expected.value, expected.placed


@outlined
def fill_params(params: StructRef, words: Words, out: Tokens) -> int:
    """Without the option ``neutral_out`` the rules are those of version 1."""
    seats = int_of(words, member(words, ROOT, _PLAYERS))
    teams = kind_of(words, member(words, ROOT, TEAMS)) == TRUE
    ending = member(words, ROOT, _NEUTRAL_OUT)
    params.seats = seats
    params.teams = teams
    for seat in range(MAX_SEATS):
        params.side[seat] = seat % 2 if teams else seat
        for tile in range(KINDS):
            params.seen_as[seat, tile] = _SEEN_AS[seats, seat, tile]
    params.seconds_first = ending != ROOT
    params.deducts = ending == ROOT or text_at(words, ending) == _DEDUCT
    board = member(words, ROOT, BOARD)
    tiles = member(words, board, _TILES)
    for tile in range(KINDS):
        count = member(words, tiles, TILE_NAMES + tile)
        params.bag[tile] = int_of(words, count) if count != ROOT else 0
    cells = names_of(words, member(words, board, _CELLS), CELL_NAMES)
    _fill_cells(params, cells)
    _fill_circles(params, cells, names_of(words, member(words, board, _GOLDEN), POINT_NAMES))
    _fill_places(params, cells)
    start = member(words, ROOT, START)
    _fill_start(params, words, start if start != ROOT else member(words, board, START))
    _fill_values(params, seats, teams)
    for plane in range(PLANES):
        rows, columns = int(params.rows), int(params.columns)
        offset = int(_PER_BOARD[plane]) + seats * int(_PER_SEAT[plane])
        offset += rows * int(_PER_ROW[plane]) + columns * int(_PER_COLUMN[plane])
        params.plane[plane] = offset + rows * columns * int(_PER_CELL[plane])
    return 0


@outlined
def _fill_cells(params: StructRef, cells: Names) -> None:
    rows = columns = count = 0
    for name in range(ALL_CELLS):
        if has(cells, name):
            rows, columns = max(rows, name % SIDE + 1), max(columns, name // SIDE % SIDE + 1)
    for name in range(ALL_CELLS):
        if has(cells, name):
            row = (1 - name // (SIDE * SIDE)) * rows + name % SIDE
            params.cell_at[count] = row * columns + name // SIDE % SIDE
            params.cell_name[count] = name
            count += 1
    params.rows = rows
    params.columns = columns
    params.cells = count


@outlined
def _fill_circles(params: StructRef, cells: Names, golden: Names) -> None:
    points = _corners(cells)
    columns, count = int(params.columns), 0
    for row in range(SIDE + 1):
        y = SIDE - row
        for x in range(SIDE + 1):
            point = x * (SIDE + 1) + y
            if has(points, point):
                params.circle_at[count] = y * (columns + 1) + x
                params.circle_name[count] = point
                params.golden[count] = has(golden, point)
                count += 1
    params.circles = count
    for cell in range(int(params.cells)):
        for k in range(3):
            params.corners[cell, k] = _circle_at(params, cell_token(params, cell) - CELL_NAMES, k)


@outlined
def _corners(cells: Names) -> Names:
    """Return the intersections of cells."""
    points = NO_NAMES
    for name in range(ALL_CELLS):
        if has(cells, name):
            for k in range(3):
                points = with_name(points, corner_of(name, k))
    return points


@outlined
def _circle_at(params: StructRef, name: int, k: int) -> int:
    return circle_of(params, POINT_NAMES + corner_of(name, k))


@outlined
def _fill_places(params: StructRef, cells: Names) -> None:
    places = 0
    for name in range(ALL_CELLS // 2, ALL_CELLS):
        for k in range(3):
            if has(cells, name) and has(cells, neighbour_of(name, k)):
                _fill_place(params, places, cells, name, k)
                places += 1
    params.words = (places + WORD - 1) // WORD
    cover, around, left_open = params.cover, params.around, params.left_open
    for place in range(places):
        up, down, beside = int(cover[place, 0]), int(cover[place, 1]), int(params.neighbours[place])
        for word in range(WORDS):
            left_open[place, word] = -1
        for other in range(places):
            first, second = int(cover[other, 0]), int(cover[other, 1])
            if first == up or second == down:
                left_open[place, other // WORD] &= ~(1 << (other % WORD))
            for k in range(beside):
                if around[place, k] in (first, second):
                    params.made_near[place, other // WORD] |= 1 << (other % WORD)


@outlined
def _fill_place(params: StructRef, place: int, cells: Names, up: int, side: int) -> None:
    """Fill the tables of a place: the cell with a name, and its neighbour on a side."""
    down = neighbour_of(up, side)
    first = (side + 1) % 3
    params.cover[place, 0] = cell_of(params, CELL_NAMES + up)
    params.cover[place, 1] = cell_of(params, CELL_NAMES + down)
    params.corner[place, 0] = _circle_at(params, up, first)
    params.corner[place, 1] = _circle_at(params, up, (first + 1) % 3)
    params.corner[place, 2] = _circle_at(params, down, (first + 1) % 3)
    params.corner[place, 3] = _circle_at(params, up, (first + 2) % 3)
    count = 0
    for k in range(6):
        beside = neighbour_of(up, k) if k < 3 else neighbour_of(down, 5 - k)
        if beside not in (up, down) and has(cells, beside):
            params.around[place, count] = cell_of(params, CELL_NAMES + beside)
            count += 1
    params.neighbours[place] = count
    for k in range(count, 4):
        params.around[place, k] = params.cover[place, 0]


@outlined
def _fill_start(params: StructRef, words: Words, start: int) -> None:
    """Fill the cells, circles and places of the set-up: triangles, and the holes that they make."""
    cells, black = params.first_cell, length_of(words, start)
    name = first_of(start)
    for k in range(TRIANGLES):
        if k < black:
            params.start[k] = cell_of(params, text_at(words, name))
            cells[int(params.start[k])] = BLACK
            name = after(words, name)
        else:
            params.start[k] = params.start[0]
    empty = count_empty(params, cells, params.first_open)
    for cell in range(int(params.cells)):
        if int(cells[cell]) == 0:
            cells[cell] = BLACK if black < TRIANGLES else BARE
            black += 1
            empty -= 1
    params.first_empty = empty
    params.first_reserve = max(0, TRIANGLES - black)
    count_waiting(params, cells, params.first_circle)
    _fill_near(params, names_of(words, start, CELL_NAMES))


@outlined
def _fill_near(params: StructRef, start: Names) -> None:
    """Fill the places beside the start."""
    for place in range(PLACES):
        up, down = int(params.cover[place, 0]), int(params.cover[place, 1])
        for cell in (up, down):
            name = cell_token(params, cell) - CELL_NAMES
            for k in range(3):
                if up != down and has(start, neighbour_of(name, k)):
                    params.first_near[place // WORD] |= 1 << (place % WORD)


@outlined
def _fill_values(params: StructRef, seats: int, teams: bool) -> None:
    value, lead = params.value, params.lead
    number = _LEAD_OF_TEAMS if teams else seats - 2
    for golden in range(2):
        for pattern in range(PATTERNS):
            for seat in range(MAX_SEATS):
                lead[golden, pattern, seat] = _LEADS[number, golden, pattern, seat]
            for colour in range(seats, MAX_SEATS):
                value[golden, pattern, colour] = 0


@outlined
def check_option(words: Words, out: Tokens) -> int:
    """Write all faults of an own board, or of a start."""
    board, start = member(words, ROOT, BOARD), member(words, ROOT, START)
    if start == ROOT:
        at = _write_board_faults(words, board, out)
        return say(out, at, _NO_BOARD, SAID) if at else 0
    cells = names_of(words, member(words, board, _CELLS), CELL_NAMES)
    at = _write_start_faults(words, start, cells, out, 0)
    return say(out, at, _NO_START, SAID) if at else 0


@outlined
def _write_board_faults(words: Words, board: int, out: Tokens) -> int:
    if not _has_parts(words, board):
        return end_message(out, begin_message(_FORM, out))
    cells, golden = member(words, board, _CELLS), member(words, board, _GOLDEN)
    start = member(words, board, START)
    at = _write_list_faults(words, cells, _OF_CELLS, out, 0)
    at = _write_list_faults(words, golden, _OF_GOLDEN, out, at)
    at = _write_tile_faults(words, member(words, board, _TILES), out, at)
    if at:
        return _write_list_faults(words, start, _OF_START, out, at)
    if not length_of(words, cells):
        return end_message(out, begin_message(_NO_CELLS, out))
    names = names_of(words, cells, CELL_NAMES)
    at = _name_others(
        words, golden, POINT_NAMES, _corners(names), _GOLDEN_OUTSIDE, _SEMICOLON, out, at
    )
    at = _write_apart(names, out, at)
    return _write_start_faults(words, start, names, out, at)


@outlined
def _has_parts(words: Words, board: int) -> bool:
    if kind_of(words, board) != OBJECT or length_of(words, board) != _PARTS:
        return False
    known = 0
    for part in (_CELLS, _GOLDEN, START, _TILES):
        known += member(words, board, part) != ROOT
    return known == _PARTS


@outlined
def _write_list_faults(words: Words, names: int, part: int, out: Tokens, at: int) -> int:
    if kind_of(words, names) != LIST:
        return end_message(out, begin_message(_LISTS + part, out, at))
    first, count, comma = CELL_NAMES, ALL_CELLS, _COMMA
    if part == _OF_GOLDEN:
        first, count, comma = POINT_NAMES, ALL_POINTS, _SEMICOLON
    odd, end = 0, begin_string(_CELLS, out, begin_message(_ODD_NAMES + part, out, at))
    name = first_of(names)
    for _ in range(length_of(words, names)):
        if not first <= text_at(words, name) < first + count:
            end = _put_one(bare(name), odd, comma, out, end)
            odd += 1
        name = after(words, name)
    if odd:
        return _end_named(odd, out, end)
    once, twice = NO_NAMES, NO_NAMES
    name = first_of(names)
    for _ in range(length_of(words, names)):
        number = text_at(words, name) - first
        if has(once, number):
            twice = with_name(twice, number)
        once = with_name(once, number)
        name = after(words, name)
    # Each is named where it is first.
    repeated, named = 0, NO_NAMES
    end = begin_string(_CELLS, out, begin_message(_REPEATED + part, out, at))
    name = first_of(names)
    for _ in range(length_of(words, names)):
        number = text_at(words, name) - first
        if has(twice, number) and not has(named, number):
            end = _put_one(bare(name), repeated, comma, out, end)
            named = with_name(named, number)
            repeated += 1
        name = after(words, name)
    return _end_named(repeated, out, end) if repeated else at


@outlined
def _put_one(token: int, named: int, comma: int, out: Tokens, at: int) -> int:
    """Append a name after others; those after the twelfth are only counted."""
    if 0 < named <= _MOST_NAMED:
        at = put(out, at, comma)
    if named > _MOST_NAMED:
        return at
    return put(out, at, _MORE if named == _MOST_NAMED else token)


@outlined
def _end_named(count: int, out: Tokens, at: int) -> int:
    return end_message(out, put_number(_COUNT, count, out, end_string(out, at)))


@outlined
def _name_others(
    words: Words,
    names: int,
    first: int,
    known: Names,
    key: int,
    comma: int,
    out: Tokens,
    at: int,
) -> int:
    """Write a message with the names of a list that are not known, unless there are none."""
    others, end = 0, begin_string(_CELLS, out, begin_message(key, out, at))
    name = first_of(names)
    for _ in range(length_of(words, names)):
        if not has(known, text_at(words, name) - first):
            end = _put_one(bare(name), others, comma, out, end)
            others += 1
        name = after(words, name)
    return _end_named(others, out, end) if others else at


@outlined
def _write_tile_faults(words: Words, tiles: int, out: Tokens, at: int) -> int:
    if kind_of(words, tiles) != OBJECT:
        return end_message(out, begin_message(_NO_TILES, out, at))
    odd, end = 0, begin_string(_CELLS, out, begin_message(_TILE_NAMES, out, at))
    name = first_of(tiles)
    for _ in range(length_of(words, tiles)):
        if not 0 <= text_at(words, name) - TILE_NAMES < KINDS:
            end = _put_one(bare(name), odd, _COMMA, out, end)
            odd += 1
        name = after(words, after(words, name))
    if odd:
        at = _end_named(odd, out, end)
    wrong = total = 0
    end = begin_string(_CELLS, out, begin_message(_TILE_COUNTS, out, at))
    for tile in range(KINDS):
        count = member(words, tiles, TILE_NAMES + tile)
        if count != ROOT and not is_int(words, count, 0, MOST_OF_A_TILE):
            end = _put_one(TILE_NAMES + tile, wrong, _COMMA, out, end)
            wrong += 1
        elif count != ROOT:
            total += int_of(words, count)
    if wrong:
        end = put_number(_COUNT, wrong, out, end_string(out, end))
        return end_message(out, put_number(_MOST, MOST_OF_A_TILE, out, end))
    if odd or total:
        return at
    return end_message(out, begin_message(_NO_TILE, out, at))


@outlined
def _write_start_faults(words: Words, start: int, cells: Names, out: Tokens, at: int) -> int:
    end = _write_list_faults(words, start, _OF_START, out, at)
    if end != at:
        return end
    count = length_of(words, start)
    if not 1 <= count <= TRIANGLES:
        end = put_number(_COUNT, count, out, begin_message(_START_COUNT, out, at))
        return end_message(out, put_number(_MOST, TRIANGLES, out, end))
    end = _name_others(words, start, CELL_NAMES, cells, _START_OUTSIDE, _COMMA, out, at)
    if end != at:
        return end
    filled = names_of(words, start, CELL_NAMES)
    for name in range(ALL_CELLS // 2, ALL_CELLS):
        if has(cells, name) and not has(filled, name):
            for k in range(3):
                beside = neighbour_of(name, k)
                if has(cells, beside) and not has(filled, beside):
                    return at
    return end_message(out, begin_message(_NO_ROOM, out, at))


@outlined
def _write_apart(cells: Names, out: Tokens, at: int) -> int:
    """Write the cells that do not hang together with the first by sides."""
    reached, before, count = NO_NAMES, -1, 0
    while count != before:
        before = count
        for name in range(ALL_CELLS):
            if has(cells, name) and not has(reached, name):
                joins = count == 0
                for k in range(3):
                    joins = joins or has(reached, neighbour_of(name, k))
                if joins:
                    reached = with_name(reached, name)
                    count += 1
    apart, end = 0, begin_string(_CELLS, out, begin_message(_APART, out, at))
    for name in range(ALL_CELLS):
        if has(cells, name) and not has(reached, name):
            end = _put_one(CELL_NAMES + name, apart, _COMMA, out, end)
            apart += 1
    return _end_named(apart, out, end) if apart else at
