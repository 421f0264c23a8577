"""Positions of games on cells as SVG, with what a page needs to let users choose and to move pieces.

- A cell that a move can name has ``data-part`` (the names of the parts), ``data-value`` and its place
  ``data-x``, ``data-y``, ``data-r``.
- A piece has an ``id`` that begins with ``piece-``: the same thing has the same one in the next picture.
  ``data-at`` is its cell, ``data-seat`` its owner, ``data-kind`` what it is, ``data-level`` its height.
- ``<defs>`` have ``preview-<verb>-<seat>``: what a move puts on its last cell.
- ``data-page-box`` is the part without the seats, which a page shows itself; ``data-seat-colours`` and
  ``data-seat-marks`` are how they look.

Only attributes: a page may forbid styles in documents.

The picture of all views of a game is one drawing, see ``empile.engine.pictures``: pages without a server
have it as data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from empile.engine.pictures import Drawing, Later, argument, chosen, counted, each, shown
from empile.engine.pictures.shapes import (
    INK,
    SHAPES,
    SOFT,
    UNIT,
    disc_radius,
    glyph,
    label,
    num,
    polygon,
)

if TYPE_CHECKING:
    from empile.engine.board.layout import Layout
    from empile.engine.contracts.cell_presenter import CellPresenter
    from empile.engine.state import Result, State

_NO_CELLS = ((0.0, 0.0), (3.0, 1.0))
"""The corners of the space in which a game without cells draws."""

_MARGIN = 44
_STRIP = 76
_CARD, _POINTS = 140, 60
"""Least width of a seat below the board, and what points add to it."""
_RISE = 11
"""How much higher a piece is drawn for each level below it."""
_PLATE, _RIM = "#d9c9a8", "#b49c70"

_CELL, _NAME, _X, _Y = range(4)
"""Arguments of what is on a cell: its name, the same as SVG, x, and y by height from 0."""


class PositionReadError(Exception):
    """A picture that is drawn for all positions has read one."""


class CellPicture:
    """Draws views: the board, blocks and pieces on its cells, and a strip with the seats.

    All methods may be overridden alone. They return SVG, or a drawing if it depends on the view. Pieces are drawn
    around the origin, in units of which 100 are the distance of neighbouring cells; y points down.

    A method may also read ``view``, ``state`` and ``result``. Then the picture is drawn anew for each state,
    which pages cannot do without a server.

    Example::

        class IcePicture(CellPicture):
            cell_fills = ("#dff1fa", "#cbe6f5")
    """

    seat_fills: ClassVar[tuple[tuple[str, str], ...]] = (
        ("#2f74c0", "#1b4677"),
        ("#e0842a", "#8a4a0e"),
        ("#3f9b62", "#1f5a36"),
        ("#8c5bc0", "#4f2d77"),
        ("#c8437a", "#7a1f45"),
        ("#2a9d9b", "#125c5b"),
    )
    """Colours of each seat: of its pieces, and of their edges."""

    seat_marks: ClassVar[str] = "●■▲◆★⬢"
    """The shape of each seat's pieces as a letter."""

    cell_fills: ClassVar[tuple[str, ...]] = ("#f5edda", "#eadfc5", "#e0d2b2")
    """Colours of the cells; neighbours have different ones."""

    level_fills: ClassVar[tuple[tuple[str, str], ...]] = (
        ("#dfe5e9", "#8d9ba6"),
        ("#c3ced6", "#75858f"),
        ("#a5b5c0", "#5d6f7c"),
        ("#5f7180", "#35424d"),
    )
    """Colours of a block: its top and its side. Higher blocks have the last."""

    def __init__(
        self, presenter: CellPresenter, state: State | None = None, seat: int | None = None
    ) -> None:
        self.presenter = presenter
        self.game, self.cells, self.board = presenter.game, presenter.cells, presenter.board
        self._state, self._seat = state, seat
        extent = self.cells.xy if self.cells.n else np.array(_NO_CELLS)
        xs, ys = extent[:, 0] * UNIT, -extent[:, 1] * UNIT
        left, top = float(xs.min()) - UNIT / 2, float(ys.min()) - UNIT * 0.58
        across, down = float(xs.max()) + UNIT / 2 - left, float(ys.max()) + UNIT * 0.58 - top
        card = _CARD + _POINTS * presenter.shows_points
        self.width = max(across + 2 * _MARGIN, card * self.game.num_players + _MARGIN)
        self.height = down + 2 * _MARGIN + _STRIP
        margin = (self.width - across) / 2
        self.centres = [
            (x * UNIT - left + margin, -y * UNIT - top + _MARGIN) for x, y in self.cells.xy.tolist()
        ]
        """By cell."""
        parts = [] if presenter.moves is None else list(presenter.moves.cell_parts)
        self.parts = " ".join(parts)
        """The parts of moves that a cell can be."""
        self.radius = 0.46 * UNIT if self.cells.shape != "disc" else disc_radius(self.cells.xy)
        """Of the circle in which users point at a cell."""

    @property
    def state(self) -> State:
        """The state, if the picture is of one."""
        if self._state is None:
            raise PositionReadError
        return self._state

    @cached_property
    def view(self) -> dict[str, Any]:
        """The view, if the picture is of one."""
        return self.presenter.view(self.state, self._seat)

    @property
    def result(self) -> Result | None:
        """The result, if the picture is of a state."""
        return self.state.result()

    # -- Document --------------------------------------------------------------------------------

    def document(self) -> Drawing:
        """Return the SVG document."""
        width, height = self.width, self.height
        name, seats = self.game.name, range(self.game.num_players)
        colours = [self.seat_fills[seat % len(self.seat_fills)][0] for seat in seats]
        marks = " ".join(self.seat_marks[seat % len(self.seat_marks)] for seat in seats)
        return [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}"'
            f' data-page-box="10 10 {num(width - 20)} {num(height - _STRIP - 14)}"'
            f' data-seat-colours="{" ".join(colours)}" data-seat-marks="{marks}"'
            f' role="img" aria-labelledby="{name}-title {name}-desc"'
            ' font-family="system-ui,Segoe UI,Helvetica,Arial,sans-serif">'
            f'<title id="{name}-title">',
            self.title(),
            f'</title><desc id="{name}-desc">',
            self.description(),
            "</desc><defs>",
            self.defs(),
            "</defs>",
            self.background(width, height),
            *(self.cell(index) for index in range(self.cells.n)),
            self.contents(),
            self.strip(width, height - _STRIP),
            "</svg>",
        ]

    def title(self) -> Drawing:
        """Return the name of the game and the seat to act or the winners, in English."""
        name = self.presenter.catalogue.messages("en").get("name", self.game.name)
        movers = {seat: f"seat {seat + 1} to move" for seat in range(self.game.num_players)}
        end = chosen(
            *("winners", 1),
            of={None: ["seat ", shown("winners"), " wins"]},
            otherwise=["seats ", shown("winners", between=" and "), " share the win"],
        )
        playing = chosen("view", "seat", of=movers, otherwise="chance decides")
        return [f"{escape(str(name))}: ", chosen("winners", of={None: playing}, otherwise=end)]

    def description(self) -> Drawing:
        """Return what is where, in English."""
        return [self._sentence(field, layout) for field, layout in self.board.layouts.items()]

    def _sentence(self, field: str, layout: Layout) -> Drawing:
        things = shown("view", field)
        if layout.per_cell:
            at = ("view", field, argument(_CELL))
            rows = [(name, escape(name)) for name in self.cells.names]
            thing = chosen(*at, of={None: ""}, otherwise=[argument(_NAME), " ", shown(*at)])
            things = each(rows, thing, between=", ", empty="none")
        return chosen("view", field, of={None: ""}, otherwise=[f"{field}: ", things, ". "])

    def defs(self) -> Drawing:
        """Return the previews of all verbs and seats."""
        moves = self.presenter.moves
        previews: list[Drawing] = []
        for verb in () if moves is None else moves.verbs:
            for seat in range(self.game.num_players):
                preview = self.preview(verb, seat)
                if preview:
                    previews.append([f'<g id="preview-{verb}-{seat}">', preview, "</g>"])
        return previews

    def preview(self, verb: str, seat: int) -> Drawing:
        """Return what a move puts on its last cell around the origin; empty: a page chooses.

        By default the piece of the seat, if the verb names one cell only.
        """
        has_owners = any(layout.owner(1) is not None for layout in self.board.layouts.values())
        moves = self.presenter.moves
        if moves is None or not has_owners or len(moves.code(verb).sizes) != 1:
            return ""
        return self.token(seat)

    # -- Board -----------------------------------------------------------------------------------

    def background(self, width: float, height: float) -> Drawing:
        """Return what is below the cells: the plate with the names of rows and columns."""
        return [
            f'<rect x="2" y="2" width="{num(width - 4)}" height="{num(height - 4)}" rx="22"'
            f' fill="{_PLATE}" stroke="{_RIM}" stroke-width="4"/>',
            self.labels(),
        ]

    def labels(self) -> Drawing:
        """Return the names of columns and rows in the margin."""
        cells = self.cells
        if cells.shape == "disc":
            return ""
        labels: list[str] = []
        begun: set[str] = set()
        for name, (column, row), (x, y) in zip(cells.names, cells.spots, self.centres, strict=True):
            across, down = (0, 32) if cells.shape == "square" else (34, 24)
            by_letter, by_number = name[0], name[1:]
            of_row, of_column = (
                (by_number, by_letter) if cells.shape == "square" else (by_letter, by_number)
            )
            if f"row {row}" not in begun:
                labels.append(label(x - UNIT / 2 - 20, y + 8, of_row))
            if f"column {column}" not in begun:
                labels.append(label(x + across, y + UNIT / 2 + down, of_column))
            begun |= {f"row {row}", f"column {column}"}
        return f'<g font-size="24" fill="{SOFT}" text-anchor="middle">{"".join(labels)}</g>'

    def cell(self, index: int) -> Drawing:
        """Return a cell with what pages need to know of it."""
        x, y = self.centres[index]
        name = escape(self.cells.names[index])
        return [
            f'<g data-part="{self.parts}" data-value="{name}" data-x="{num(x)}" data-y="{num(y)}"'
            f' data-r="{num(self.radius)}" transform="translate({num(x)} {num(y)})">',
            self.cell_shape(index),
            "</g>",
        ]

    def cell_shape(self, index: int) -> Drawing:
        """Return the shape of a cell around the origin."""
        column, row = self.cells.spots[index]
        look = f'stroke="{_RIM}" stroke-width="2"'
        if self.cells.shape == "square":
            fill = self.cell_fills[(column + row) % 2]
            return f'<rect x="-48" y="-48" width="96" height="96" rx="9" fill="{fill}" {look}/>'
        if self.cells.shape == "hexagon":
            fill = self.cell_fills[(column + row) % 3]
            return f'<path d="{polygon(6, 55, 0.5)}" fill="{fill}" stroke-linejoin="round" {look}/>'
        return f'<circle r="{num(self.radius)}" fill="{self.cell_fills[0]}" {look}/>'

    # -- Pieces ----------------------------------------------------------------------------------

    def from_back(self) -> list[int]:
        """Return the cells from the back to the front, as what is high covers what is behind."""
        return sorted(range(self.cells.n), key=lambda index: (self.centres[index][1], index))

    def contents(self) -> Drawing:
        """Return everything that is on the cells: the blocks of a height first, then the pieces."""
        heights = self._heights()
        highest = max(heights.values(), default=0)
        rows: list[Sequence[str]] = []
        for index in self.from_back():
            name, (x, y) = self.cells.names[index], self.centres[index]
            by_height = (num(y - _RISE * height) for height in range(highest + 1))
            rows.append((name, escape(name), num(x), *by_height))
        fields = [field for field, layout in self.board.layouts.items() if layout.per_cell]
        return each(
            rows,
            [
                *(self._blocks(field, most) for field, most in heights.items()),
                *(self._pieces(fields[: k + 1], heights) for k in range(len(fields))),
            ],
        )

    def _data(self, field: str) -> dict[int, Any]:
        """Return the data of each value of a field that these seats can have on a cell."""
        layout, cells, seats = self.board.layouts[field], self.cells, self.game.num_players
        every = {value: layout.to_data(value, cells) for value in range(1, layout.values)}
        return {
            value: data
            for value, data in every.items()
            if layout.from_data(data, cells, seats) == value
        }

    def _heights(self) -> dict[str, int]:
        """Return the most blocks of each field that has heights."""
        heights: dict[str, int] = {}
        for field, layout in self.board.layouts.items():
            if layout.per_cell and layout.owner(1) is None:
                numbers = [data for data in self._data(field).values() if type(data) is int]
                heights |= {field: max(numbers)} if numbers else {}
        return heights

    def _blocks(self, field: str, most: int) -> Drawing:
        """Return the blocks of a cell."""
        blocks: list[Drawing] = []
        for level in range(1, most + 1):
            identity: Drawing = [f"piece-{field}-", argument(_NAME), f"-{level}"]
            block = Later(partial(self.block, level, field))
            blocks.append(self._placed(identity, self._place(level), block))
        return counted("view", field, argument(_CELL), of=blocks)

    def _pieces(self, fields: Sequence[str], heights: Mapping[str, int]) -> Drawing:
        """Return what the last of ``fields`` has on a cell, but for blocks."""
        *before, field = fields
        layout = self.board.layouts[field]
        place = self._on_blocks(tuple(heights.items()))
        pieces: dict[Any, Drawing] = {None: ""}
        for value, data in self._data(field).items():
            owner = layout.owner(value)
            if owner is None and type(data) is int:
                pieces[data] = ""
                continue
            identity: Drawing = [f"piece-{field}-", argument(_NAME), f"-{escape(str(data))}"]
            if layout.numbered:
                identity = escape(f"piece-{field}-{data}".replace(".", "-"))
            kind = "" if owner is not None else f' data-kind="{escape(str(data))}"'
            draw = partial(self._piece, field, value, identity, place, kind)
            pieces[data] = draw(owner) if owner is not None else self._owned(before, draw)
        unknown = shown("view", field, argument(_CELL))
        return chosen(
            *("view", field, argument(_CELL)),
            of=pieces,
            otherwise=self._owned(
                before,
                lambda owner: self._placed(
                    [f"piece-{field}-", argument(_NAME), "-", unknown],
                    place,
                    glyph("?", INK),
                    [_of_seat(owner), ' data-kind="', unknown, '"'],
                ),
            ),
        )

    def _piece(
        self,
        field: str,
        value: int,
        identity: Drawing,
        place: Drawing,
        kind: str,
        owner: int | None,
    ) -> Drawing:
        piece = Later(partial(self.piece, field, value, owner))
        return self._placed(identity, place, piece, _of_seat(owner) + kind)

    def _owned(self, before: Sequence[str], draw: Callable[[int | None], Drawing]) -> Drawing:
        """Return what is drawn for the owner of the uppermost piece of fields ``before``, None: nobody."""
        if not before:
            return draw(None)
        *earlier, field = before
        owner = self.board.layouts[field].owner
        owners = {data: owner(value) for value, data in self._data(field).items()}
        of = {data: draw(seat) for data, seat in owners.items() if seat is not None}
        otherwise = self._owned(earlier, draw)
        return (
            chosen("view", field, argument(_CELL), of=of, otherwise=otherwise) if of else otherwise
        )

    def piece(self, field: str, value: int, owner: int | None) -> Drawing:
        """Return a piece of a field around the origin; ``owner`` is the seat of one below it.

        By default the token of the seat, or the first letter of the kind: on the token of its owner, if
        a field before it has one.
        """
        layout = self.board.layouts[field]
        seat = layout.owner(value)
        if seat is not None:
            return self.token(seat)
        letter = str(layout.to_data(value, self.cells))[0].upper()
        if owner is None:
            return [self.neutral_token(), glyph(letter, INK)]
        return glyph(letter, "#fff", self.seat_fills[owner % len(self.seat_fills)][1])

    def token(self, seat: int) -> Drawing:
        """Return the piece of a seat around the origin. Seats differ in shape, not only in colour."""
        fill, edge = self.seat_fills[seat % len(self.seat_fills)]
        shape = SHAPES[seat % len(SHAPES)]
        return (
            '<ellipse cy="27" rx="34" ry="9" fill="#000" opacity=".18"/>'
            f'<g fill="{edge}" stroke="{edge}" stroke-width="5" stroke-linejoin="round">'
            f'<g transform="translate(0 7)">{shape}</g></g>'
            f'<g fill="{fill}" stroke="{edge}" stroke-width="4" stroke-linejoin="round">{shape}</g>'
            f'<g transform="translate(0 -1) scale(.62)" fill="none" stroke="#fff" stroke-opacity=".55"'
            f' stroke-width="4" stroke-linejoin="round">{shape}</g>'
        )

    def neutral_token(self) -> Drawing:
        """Return a piece without an owner around the origin."""
        return (
            '<ellipse cy="27" rx="34" ry="9" fill="#000" opacity=".18"/>'
            f'<circle cy="6" r="31" fill="{SOFT}"/>'
            f'<circle r="31" fill="#f7f2e6" stroke="{SOFT}" stroke-width="3"/>'
        )

    def block(self, level: int, field: str) -> Drawing:
        """Return the block of a level, from 1, around the middle of its top."""
        top, side = self.level_fills[min(level, len(self.level_fills)) - 1]
        half = max(16, 45 - 5 * level)
        size, x = 2 * half, -half
        shape = f'x="{x}" width="{size}" height="{size}" rx="9"'
        return (
            f'<rect {shape} y="{x + _RISE}" fill="{side}"/>'
            f'<rect {shape} y="{x}" fill="{top}" stroke="{side}" stroke-width="2"/>'
            f'<text x="{half - 14}" y="{half - 11}" font-size="17" text-anchor="middle"'
            f' fill="{INK if level < len(self.level_fills) else "#fff"}">{level}</text>'
        )

    def _placed(
        self, identity: Drawing, place: Drawing, thing: Drawing, facts: Drawing = ""
    ) -> Drawing:
        """Return a thing on a cell."""
        at = argument(_NAME)
        return ['<g id="', identity, '" data-at="', at, '"', facts, place, ">", thing, "</g>"]

    def _place(self, height: int) -> Drawing:
        """Return the attributes of a place on a cell."""
        level = f' data-level="{height}"' if height else ""
        scale = "" if self.radius > 40 else f" scale({num(self.radius / 46)})"
        y = argument(_Y + height)
        return [f'{level} transform="translate(', argument(_X), " ", y, f'){scale}"']

    def _on_blocks(self, heights: Sequence[tuple[str, int]], least: int = 0) -> Drawing:
        """Return the attributes of the place above the blocks of all fields."""
        if not heights:
            return self._place(least)
        (field, most), *others = heights
        by_height = {
            height: self._on_blocks(others, max(least, height)) for height in range(1, most + 1)
        }
        otherwise = self._on_blocks(others, least)
        return chosen("view", field, argument(_CELL), of=by_height, otherwise=otherwise)

    # -- Seats -----------------------------------------------------------------------------------

    def strip(self, width: float, top: float) -> Drawing:
        """Return the seats below the board: who acts, points, ranks at the end."""
        seats = self.game.num_players
        card = (width - _MARGIN) / seats
        return [
            [
                f'<g transform="translate({num(_MARGIN / 2 + card * seat)} {num(top)})">',
                self.seat_card(seat, card),
                "</g>",
            ]
            for seat in range(seats)
        ]

    def seat_card(self, seat: int, width: float) -> Drawing:
        """Return the mark of a seat with its number, framed if it acts."""
        frame = f'fill="#fffaf0" stroke="{INK}" stroke-width="3"'
        points = [": ", shown("points", seat)] if self.presenter.shows_points else ""
        rank = [
            f'<text x="{num(width - 16)}" y="37" font-size="26" font-weight="700"'
            ' text-anchor="end" fill="#8a4a0e">#',
            shown("ranks", seat),
            "</text>",
        ]
        return [
            f'<rect x="4" width="{num(width - 8)}" height="56" rx="12" ',
            chosen("view", "seat", of={seat: frame}, otherwise='fill="none"'),
            '/><g transform="translate(34 28) scale(.5)">',
            self.token(seat),
            f'</g><text x="62" y="37" font-size="26" font-weight="600" fill="{INK}">{seat + 1}',
            points,
            "</text>",
            chosen("ranks", of={None: ""}, otherwise=rank),
        ]


def _of_seat(owner: int | None) -> str:
    return "" if owner is None else f' data-seat="{owner}"'
