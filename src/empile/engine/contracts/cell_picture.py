"""Positions of games on cells as SVG, with what a page needs to let users choose and to move pieces.

- A cell that a move can name has ``data-part`` (the names of the parts), ``data-value`` and its place
  ``data-x``, ``data-y``, ``data-r``.
- A piece has an ``id`` that begins with ``piece-``: the same thing has the same one in the next picture.
  ``data-at`` is its cell, ``data-seat`` its owner, ``data-kind`` what it is, ``data-level`` its height.
- ``<defs>`` have ``preview-<verb>-<seat>``: what a move puts on its last cell.
- ``data-page-box`` is the part without the seats, which a page shows itself; ``data-seat-colours`` and
  ``data-seat-marks`` are how they look.

Only attributes: a page may forbid styles in documents.
"""

from __future__ import annotations

from html import escape
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

if TYPE_CHECKING:
    from empile.engine.board.layout import Layout
    from empile.engine.contracts.cell_presenter import CellPresenter
    from empile.engine.state import State

UNIT = 100
"""Distance of neighbouring cells."""

_NO_CELLS = ((0.0, 0.0), (3.0, 1.0))
"""The corners of the space in which a game without cells draws."""

_MARGIN = 44
_STRIP = 76
_CARD, _POINTS = 140, 60
"""Least width of a seat below the board, and what points add to it."""
_RISE = 11
"""How much higher a piece is drawn for each level below it."""
_INK, _SOFT = "#3d3527", "#6d6048"
_PLATE, _RIM = "#d9c9a8", "#b49c70"


class CellPicture:
    """Draws a view: the board, blocks and pieces on its cells, and a strip with the seats.

    All methods return SVG and may be overridden alone. Pieces are drawn around the origin, in units
    of which 100 are the distance of neighbouring cells; y points down.

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

    def __init__(self, presenter: CellPresenter, state: State, seat: int | None) -> None:
        self.presenter, self.state = presenter, state
        self.game, self.cells, self.board = presenter.game, presenter.cells, presenter.board
        self.view: dict[str, Any] = presenter.view(state, seat)
        self.result = state.result()
        extent = self.cells.xy if self.cells.n else np.array(_NO_CELLS)
        xs, ys = extent[:, 0] * UNIT, -extent[:, 1] * UNIT
        self.left, self.top = float(xs.min()) - UNIT / 2, float(ys.min()) - UNIT * 0.58
        self.width = float(xs.max()) + UNIT / 2 - self.left
        self.height = float(ys.max()) + UNIT * 0.58 - self.top
        self.centres = [
            (x * UNIT - self.left, -y * UNIT - self.top) for x, y in self.cells.xy.tolist()
        ]
        """By cell, from the upper left corner of the cells."""
        parts = [] if presenter.moves is None else list(presenter.moves.cell_parts)
        self.parts = " ".join(parts)
        """The parts of moves that a cell can be."""
        self.radius = 0.46 * UNIT if self.cells.shape != "disc" else _disc_radius(self.cells.xy)
        """Of the circle in which users point at a cell."""

    # -- Document --------------------------------------------------------------------------------

    def document(self) -> str:
        """Return the SVG document."""
        card = _CARD + _POINTS * self.presenter.shows_points
        width = max(self.width + 2 * _MARGIN, card * self.game.num_players + _MARGIN)
        height = self.height + 2 * _MARGIN + _STRIP
        across = (width - self.width) / 2
        self.centres = [(x + across, y + _MARGIN) for x, y in self.centres]
        name, seats = self.game.name, range(self.game.num_players)
        colours = [self.seat_fills[seat % len(self.seat_fills)][0] for seat in seats]
        marks = " ".join(self.seat_marks[seat % len(self.seat_marks)] for seat in seats)
        return "".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}"'
                f' data-page-box="10 10 {num(width - 20)} {num(height - _STRIP - 14)}"'
                f' data-seat-colours="{" ".join(colours)}" data-seat-marks="{marks}"'
                f' role="img" aria-labelledby="{name}-title {name}-desc"'
                ' font-family="system-ui,Segoe UI,Helvetica,Arial,sans-serif">',
                f'<title id="{name}-title">{escape(self.title(), quote=False)}</title>',
                f'<desc id="{name}-desc">{escape(self.description(), quote=False)}</desc>',
                f"<defs>{self.defs()}</defs>",
                self.background(width, height),
                *(self.cell(index) for index in range(self.cells.n)),
                *(self.contents(index) for index in self.from_back()),
                self.strip(width, height - _STRIP),
                "</svg>",
            ]
        )

    def title(self) -> str:
        """Return the name of the game and the seat to act or the winners, in English."""
        name = self.presenter.catalogue.messages("en").get("name", self.game.name)
        if self.result is None:
            seat = self.view.get("seat")
            return f"{name}: " + ("chance decides" if seat is None else f"seat {seat + 1} to move")
        winners = [str(seat + 1) for seat in self.result.winners]
        if len(winners) == 1:
            return f"{name}: seat {winners[0]} wins"
        return f"{name}: seats {' and '.join(winners)} share the win"

    def description(self) -> str:
        """Return what is where, in English."""
        sentences: list[str] = []
        for field, layout in self.board.layouts.items():
            data = self.view.get(field)
            if layout.per_cell and data is not None:
                things = ", ".join(f"{cell} {value}" for cell, value in data.items())
                sentences.append(f"{field}: {things or 'none'}.")
            elif data is not None:
                sentences.append(f"{field}: {data}.")
        return " ".join(sentences)

    def defs(self) -> str:
        """Return the previews of all verbs and seats."""
        moves = self.presenter.moves
        found: list[str] = []
        for verb in () if moves is None else moves.verbs:
            for seat in range(self.game.num_players):
                drawn = self.preview(verb, seat)
                if drawn:
                    found.append(f'<g id="preview-{verb}-{seat}">{drawn}</g>')
        return "".join(found)

    def preview(self, verb: str, seat: int) -> str:
        """Return what a move puts on its last cell around the origin; empty: a page chooses.

        By default the piece of the seat, if the verb names one cell only.
        """
        has_owners = any(layout.owner(1) is not None for layout in self.board.layouts.values())
        moves = self.presenter.moves
        if moves is None or not has_owners or len(moves.code(verb).sizes) != 1:
            return ""
        return self.token(seat)

    # -- Board -----------------------------------------------------------------------------------

    def background(self, width: float, height: float) -> str:
        """Return what is below the cells: the plate with the names of rows and columns."""
        return (
            f'<rect x="2" y="2" width="{num(width - 4)}" height="{num(height - 4)}" rx="22"'
            f' fill="{_PLATE}" stroke="{_RIM}" stroke-width="4"/>{self.labels()}'
        )

    def labels(self) -> str:
        """Return the names of columns and rows in the margin."""
        cells = self.cells
        if cells.shape == "disc":
            return ""
        found: list[str] = []
        begun: set[str] = set()
        for name, (column, row), (x, y) in zip(cells.names, cells.spots, self.centres, strict=True):
            across, down = (0, 32) if cells.shape == "square" else (34, 24)
            by_letter, by_number = name[0], name[1:]
            of_row, of_column = (
                (by_number, by_letter) if cells.shape == "square" else (by_letter, by_number)
            )
            if f"row {row}" not in begun:
                found.append(_label(x - UNIT / 2 - 20, y + 8, of_row))
            if f"column {column}" not in begun:
                found.append(_label(x + across, y + UNIT / 2 + down, of_column))
            begun |= {f"row {row}", f"column {column}"}
        return f'<g font-size="24" fill="{_SOFT}" text-anchor="middle">{"".join(found)}</g>'

    def cell(self, index: int) -> str:
        """Return a cell with what pages need to know of it."""
        x, y = self.centres[index]
        name = escape(self.cells.names[index])
        return (
            f'<g data-part="{self.parts}" data-value="{name}" data-x="{num(x)}" data-y="{num(y)}"'
            f' data-r="{num(self.radius)}" transform="translate({num(x)} {num(y)})">'
            f"{self.cell_shape(index)}</g>"
        )

    def cell_shape(self, index: int) -> str:
        """Return the shape of a cell around the origin."""
        column, row = self.cells.spots[index]
        look = f'stroke="{_RIM}" stroke-width="2"'
        if self.cells.shape == "square":
            fill = self.cell_fills[(column + row) % 2]
            return f'<rect x="-48" y="-48" width="96" height="96" rx="9" fill="{fill}" {look}/>'
        if self.cells.shape == "hexagon":
            fill = self.cell_fills[(column + row) % 3]
            return (
                f'<path d="{_polygon(6, 55, 0.5)}" fill="{fill}" stroke-linejoin="round" {look}/>'
            )
        return f'<circle r="{num(self.radius)}" fill="{self.cell_fills[0]}" {look}/>'

    # -- Pieces ----------------------------------------------------------------------------------

    def from_back(self) -> list[int]:
        """Return the cells from the back to the front, as what is high covers what is behind."""
        return sorted(range(self.cells.n), key=lambda index: (self.centres[index][1], index))

    def contents(self, index: int) -> str:
        """Return everything that is on a cell: the blocks of a height first, then the pieces."""
        name = self.cells.names[index]
        found: list[str] = []
        height, owner = 0, None
        for field, layout in self.board.layouts.items():
            data = self.view[field].get(name) if layout.per_cell and field in self.view else None
            if data is not None and type(data) is int and layout.owner(1) is None:
                found += [self._block(index, field, level) for level in range(1, data + 1)]
                height = max(height, data)
        for field, layout in self.board.layouts.items():
            data = self.view[field].get(name) if layout.per_cell and field in self.view else None
            if data is None or (type(data) is int and layout.owner(1) is None):
                continue
            value = layout.from_data(data, self.cells, self.game.num_players)
            seat = None if value is None else layout.owner(value)
            drawn = _letter("?", _INK) if value is None else self.piece(field, value, owner)
            kind = "" if seat is not None else f' data-kind="{escape(str(data))}"'
            owner = seat if seat is not None else owner
            facts = kind if owner is None else f' data-seat="{owner}"{kind}'
            identity = _identity(layout, field, data, name)
            found.append(self._placed(index, identity, height, drawn, facts))
        return "".join(found)

    def piece(self, field: str, value: int, owner: int | None) -> str:
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
            return self.neutral_token() + _letter(letter, _INK)
        return _letter(letter, "#fff", self.seat_fills[owner % len(self.seat_fills)][1])

    def token(self, seat: int) -> str:
        """Return the piece of a seat around the origin. Seats differ in shape, not only in colour."""
        fill, edge = self.seat_fills[seat % len(self.seat_fills)]
        shape = _SHAPES[seat % len(_SHAPES)]
        return (
            '<ellipse cy="27" rx="34" ry="9" fill="#000" opacity=".18"/>'
            f'<g fill="{edge}" stroke="{edge}" stroke-width="5" stroke-linejoin="round">'
            f'<g transform="translate(0 7)">{shape}</g></g>'
            f'<g fill="{fill}" stroke="{edge}" stroke-width="4" stroke-linejoin="round">{shape}</g>'
            f'<g transform="translate(0 -1) scale(.62)" fill="none" stroke="#fff" stroke-opacity=".55"'
            f' stroke-width="4" stroke-linejoin="round">{shape}</g>'
        )

    def neutral_token(self) -> str:
        """Return a piece without an owner around the origin."""
        return (
            '<ellipse cy="27" rx="34" ry="9" fill="#000" opacity=".18"/>'
            f'<circle cy="6" r="31" fill="{_SOFT}"/>'
            f'<circle r="31" fill="#f7f2e6" stroke="{_SOFT}" stroke-width="3"/>'
        )

    def block(self, level: int, field: str) -> str:
        """Return the block of a level, from 1, around the middle of its top."""
        top, side = self.level_fills[min(level, len(self.level_fills)) - 1]
        half = max(16, 45 - 5 * level)
        size, x = 2 * half, -half
        shape = f'x="{x}" width="{size}" height="{size}" rx="9"'
        return (
            f'<rect {shape} y="{x + _RISE}" fill="{side}"/>'
            f'<rect {shape} y="{x}" fill="{top}" stroke="{side}" stroke-width="2"/>'
            f'<text x="{half - 14}" y="{half - 11}" font-size="17" text-anchor="middle"'
            f' fill="{_INK if level < len(self.level_fills) else "#fff"}">{level}</text>'
        )

    def _block(self, index: int, field: str, level: int) -> str:
        identity = f"piece-{field}-{self.cells.names[index]}-{level}"
        return self._placed(index, identity, level, self.block(level, field))

    def _placed(self, index: int, identity: str, level: int, drawn: str, facts: str = "") -> str:
        x, y = self.centres[index]
        height = f' data-level="{level}"' if level else ""
        cell = escape(self.cells.names[index])
        scale = "" if self.radius > 40 else f" scale({num(self.radius / 46)})"
        return (
            f'<g id="{escape(identity)}" data-at="{cell}"{facts}{height}'
            f' transform="translate({num(x)} {num(y - _RISE * level)}){scale}">{drawn}</g>'
        )

    # -- Seats -----------------------------------------------------------------------------------

    def strip(self, width: float, top: float) -> str:
        """Return the seats below the board: who acts, points, ranks at the end."""
        seats = self.game.num_players
        each = (width - _MARGIN) / seats
        return "".join(
            f'<g transform="translate({num(_MARGIN / 2 + each * seat)} {num(top)})">'
            f"{self.seat_card(seat, each)}</g>"
            for seat in range(seats)
        )

    def seat_card(self, seat: int, width: float) -> str:
        """Return the mark of a seat with its number, framed if it acts."""
        acting = self.view.get("seat") == seat
        frame = f'fill="#fffaf0" stroke="{_INK}" stroke-width="3"' if acting else 'fill="none"'
        text = f"{seat + 1}"
        if self.presenter.shows_points:
            text += f": {self.state.scores()[seat]}"
        found = [
            f'<rect x="4" width="{num(width - 8)}" height="56" rx="12" {frame}/>',
            f'<g transform="translate(34 28) scale(.5)">{self.token(seat)}</g>',
            f'<text x="62" y="37" font-size="26" font-weight="600" fill="{_INK}">{text}</text>',
        ]
        if self.result is not None:
            found.append(
                f'<text x="{num(width - 16)}" y="37" font-size="26" font-weight="700"'
                f' text-anchor="end" fill="#8a4a0e">#{self.result.ranks[seat]}</text>'
            )
        return "".join(found)


def num(value: float) -> str:
    """Return a number with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if value else "0"


def _identity(layout: Layout, field: str, data: Any, cell: str) -> str:
    """Return the id of a piece: by its number, or else by its cell and what it is."""
    if layout.numbered:
        return f"piece-{field}-{str(data).replace('.', '-')}"
    return f"piece-{field}-{cell}-{data}"


def _label(x: float, y: float, text: str) -> str:
    return f'<text x="{num(x)}" y="{num(y)}">{escape(text)}</text>'


def _letter(text: str, fill: str, edge: str | None = None) -> str:
    around = "" if edge is None else f' stroke="{edge}" stroke-width="7" paint-order="stroke"'
    return (
        f'<text y="13" font-size="36" font-weight="700" text-anchor="middle" fill="{fill}"{around}'
        f' stroke-linejoin="round">{escape(text)}</text>'
    )


def _polygon(corners: int, radius: float, turn: float) -> str:
    """Return a path; ``turn`` 0.5 has a corner at the top for even numbers of corners."""
    points = [
        (
            radius * sin(2 * pi * (k + turn - 0.5) / corners),
            -radius * cos(2 * pi * (k + turn - 0.5) / corners),
        )
        for k in range(corners)
    ]
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + "Z"


def _star(points: int, outer: float, inner: float) -> str:
    radii = (outer, inner) * points
    places = [
        (radius * sin(pi * k / points), -radius * cos(pi * k / points))
        for k, radius in enumerate(radii)
    ]
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in places) + "Z"


def _disc_radius(xy: Any) -> float:
    """Return a radius with which discs at ``xy`` do not touch."""
    count = len(xy)
    distances = [
        float(((xy[one] - xy[other]) ** 2).sum()) ** 0.5
        for one in range(count)
        for other in range(one)
    ]
    return 0.42 * UNIT * float(min([1.0, *distances]))


_SHAPES = (
    '<circle r="29"/>',
    '<rect x="-26" y="-26" width="52" height="52" rx="7"/>',
    f'<path d="{_polygon(3, 36, 0.5)}"/>',
    '<path d="M0 -35L35 0L0 35L-35 0Z"/>',
    f'<path d="{_star(5, 36, 17)}"/>',
    f'<path d="{_polygon(6, 32, 0)}"/>',
)
"""Shapes of the pieces, by seat: disc, square, triangle, diamond, star, hexagon."""
