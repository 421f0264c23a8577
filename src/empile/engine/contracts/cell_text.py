"""Positions of games on cells as text for terminals."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any, ClassVar

from empile.engine.errors import Reason

if TYPE_CHECKING:
    from empile.engine.contracts.cell_presenter import CellPresenter
    from empile.engine.state import State

_ANSI = ("1;38;5;33", "1;38;5;208", "1;38;5;40", "1;38;5;141", "1;38;5;199", "1;38;5;44")
_RESET = "\x1b[0m"


class CellText:
    """Writes the cells as a grid, row 1 at the bottom, then the seats and the other fields.

    A cell shows one sign for each field: the height, the mark of the seat, the kind's first letter.

    Example::

        class ChessText(CellText):
            def sign(self, field, value):
                return PIECES[value]
    """

    marks: ClassVar[str] = "XOAVHZ"
    """The sign of each seat."""

    def __init__(
        self,
        presenter: CellPresenter,
        state: State,
        seat: int | None,
        *,
        colour: bool,
        language: str,
    ) -> None:
        self.presenter, self.state, self.colour, self.language = presenter, state, colour, language
        self.view: dict[str, Any] = presenter.view(state, seat)
        self.cells = presenter.cells

    def text(self) -> str:
        """Return the whole text."""
        return "\n".join([*self.board(), "", *self.seats(), *self.others()]).strip("\n").rstrip()

    def sign(self, field: str, value: int) -> str:
        """Return the sign of a value of a field, of the same length for all values."""
        layout = self.presenter.board.layouts[field]
        owner = layout.owner(value) if value else None
        if owner is not None:
            return self._coloured(self.marks[owner % len(self.marks)], owner)
        if not value:
            return "."
        data = layout.to_data(value, self.cells)
        return str(data)[0] if type(data) is str else str(value)

    def cell(self, name: str) -> str:
        """Return the signs of a cell."""
        signs = ""
        for field, layout in self.presenter.board.layouts.items():
            if layout.per_cell and field in self.view:
                data = self.view[field].get(name)
                seats = self.presenter.game.num_players
                value = 0 if data is None else layout.from_data(data, self.cells, seats)
                signs += "?" if value is None else self.sign(field, value)
        return signs or "."

    def board(self) -> list[str]:
        """Return the lines of the cells."""
        cells = self.cells
        if not cells.has_rows:
            return [f"{name}: {self.cell(name)}" for name in cells.names]
        fields = [one for one in self.presenter.board.layouts.values() if one.per_cell]
        width = max(1, len(fields))
        step = 2 * ceil((width + 1) / 2)
        left = min(x for x, _ in cells.xy.tolist())
        label_width = len(str(cells.rows))
        lines: list[str] = []
        for row in reversed(range(cells.rows)):
            names = [
                name for name, spot in zip(cells.names, cells.spots, strict=True) if spot[1] == row
            ]
            start = (cells.xy[cells.index(names[0]), 0] - left) * step
            label = names[0][1:] if cells.shape == "square" else names[0][0]
            signs = "".join(self.cell(name) + " " * (step - width) for name in names)
            lines.append(f"{label:>{label_width}} {' ' * round(start)}{signs}".rstrip())
        if cells.shape == "square":
            letters = "".join(f"{name[0]:<{step}}" for name in cells.names[: cells.columns])
            lines.append(f"{'':>{label_width}} {letters}".rstrip())
        return lines

    def seats(self) -> list[str]:
        """Return a line for each seat: whether it acts, its mark, its points, its rank at the end."""
        result = self.state.result()
        lines: list[str] = []
        for seat in range(self.presenter.game.num_players):
            acting = ">" if self.view.get("seat") == seat else " "
            mark = self._coloured(self.marks[seat % len(self.marks)], seat)
            name = self.translate(Reason("text.seat", {"number": seat + 1}))
            points = f"  {self.state.scores()[seat]}" if self.presenter.shows_points else ""
            rank = "" if result is None else f"  #{result.ranks[seat]}"
            lines.append(f"{acting} {mark} {name}{points}{rank}")
        return lines

    def others(self) -> list[str]:
        """Return a line for each field that is not on the cells."""
        layouts = self.presenter.board.layouts
        lines: list[str] = []
        for field, value in self.view.items():
            layout = layouts.get(field)
            if field != "seat" and (layout is None or not layout.per_cell):
                lines.append(
                    f"{self.translate(Reason(f'text.{field}')).removeprefix('text.')}: {value}"
                )
        return lines

    def translate(self, reason: Reason) -> str:
        """Return a message in the language of the text."""
        return self.presenter.catalogue.format(self.language, reason)

    def _coloured(self, sign: str, seat: int) -> str:
        return f"\x1b[{_ANSI[seat % len(_ANSI)]}m{sign}{_RESET}" if self.colour else sign
