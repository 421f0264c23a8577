"""Terminal text of On Top, 80 columns wide.

Empty cells show their name; tiles show a letter in each corner of their cells. Towers stand on
intersections, bottom to top, after a ``*`` if golden.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from textwrap import wrap
from typing import Any

from empile.engine.errors import Reason
from empile.games.on_top.rules.components import COLOURS
from empile.games.on_top.text.drawing import drawn

ANSI = {
    "B": "1;97;48;5;26",
    "Y": "1;38;5;16;48;5;220",
    "R": "1;97;48;5;160",
    "W": "1;38;5;16;48;5;255",
    "#": "38;5;250;48;5;236",
    "*": "1;38;5;178",
}
_WIDTH = 78


def to_text(
    view: Mapping[str, Any],
    setup: Mapping[str, Any],
    translate: Callable[[Reason], str],
    *,
    colour: bool,
) -> str:
    return "\n".join(_TerminalText(view, setup, translate, colour).lines())


class _TerminalText:
    def __init__(
        self,
        view: Mapping[str, Any],
        setup: Mapping[str, Any],
        translate: Callable[[Reason], str],
        colour: bool,
    ) -> None:
        self.view, self.setup, self.translate, self.colour = view, setup, translate, colour

    def lines(self) -> list[str]:
        return [
            *self._board(),
            "",
            self.translate(Reason("text.cells")),
            self.translate(Reason("text.crossings")),
            "",
            *self._hand(),
            "",
            *self._colours(),
        ]

    def _board(self) -> list[str]:
        plain = ["".join(row).rstrip() for row in drawn(self.view, self.setup)]
        if not self.colour:
            return plain
        return ["".join(self._letter(sign) for sign in line) for line in plain]

    def _hand(self) -> list[str]:
        bag: Mapping[str, int] = self.view["bag"]
        args = {"count": sum(bag.values()), "reserve": self.view["reserve"]}
        tile = self.view["tile"]
        hand_lines = [self.translate(Reason("text.tile", {"tile": tile}))] if tile else []
        hand_lines.append(self.translate(Reason("text.bag", args)))
        kinds = ", ".join(f"{name}\N{NO-BREAK SPACE}{count}" for name, count in bag.items())
        hand_lines += [line.replace("\N{NO-BREAK SPACE}", " ") for line in wrap(kinds, _WIDTH)]
        return hand_lines

    def _colours(self) -> list[str]:
        teams: bool = self.setup["teams"]
        rows = [["", *(self.translate(Reason(f"text.{part}")) for part in self._heads(teams))]]
        for number, colour in enumerate(self.setup["colours"]):
            seat: int | None = colour["seat"]
            neutral = self.translate(Reason("text.neutral"))
            row = [
                self.translate(Reason(f"seat.{number}")),
                neutral if seat is None else f"{self.view['scores'][seat]}",
                f"{self.view['pawns'][colour['letter']]}",
            ]
            rows.append([*row, f"{number % 2 + 1}"] if teams else row)
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        lines: list[str] = []
        for number, row in enumerate(rows):
            mark = "   "
            if number:
                acting = self.view["seat"] is not None and self.view["seat"] == number - 1
                mark = f"{'>' if acting else ' '} {self._letter(COLOURS[number - 1])}"
            cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
            lines.append(f"{mark} {'  '.join(cells)}".rstrip())
        return lines

    @staticmethod
    def _heads(teams: bool) -> tuple[str, ...]:
        return ("points", "pawns", "team") if teams else ("points", "pawns")

    def _letter(self, sign: str) -> str:
        look = ANSI.get(sign)
        return f"\x1b[{look}m{sign}\x1b[0m" if self.colour and look else sign


__all__ = ["to_text"]
