"""Terminal text of Blox, 80 columns wide.

A square starts with its colour in lower case, followed by a tower's blocks in capitals (``mWGG``)
or a figure: ``@`` and its player's number, ``@N`` if neutral.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from empile.engine.errors import Reason
from empile.games.blox.rules.components import COLOURS, MAX_BLOCKS_IN_HAND, SIZE

ANSI = {
    "W": "38;5;16;48;5;230",
    "G": "38;5;16;48;5;110",
    "B": "38;5;255;48;5;238",
    "M": "38;5;231;48;5;132",
}
"""With backgrounds for dark and light terminals."""
SEAT_ANSI = ("1;97;48;5;26", "1;97;48;5;94", "1;97;48;5;28", "1;97;48;5;160")
_NEUTRAL_ANSI = "1;30;48;5;247"
_COLUMNS = ("points", "hand", "joker", "reserve", "blocks")
_WIDTH = 6
"""Width of a square: its letter and up to five blocks."""


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
        names = "".join(f"{chr(ord('a') + column):<{_WIDTH + 1}}" for column in range(SIZE))
        return [
            *(self._row(SIZE - index, row) for index, row in enumerate(self.setup["colours"])),
            f"   {names}".rstrip(),
            "",
            self.translate(Reason("text.legend")),
            self._phase(),
            self._piles(),
            "",
            *self._players(),
        ]

    def _row(self, number: int, colours: str) -> str:
        cells = (
            self._cell(f"{chr(ord('a') + column)}{number}", letter)
            for column, letter in enumerate(colours)
        )
        return f"{number:>2} {' '.join(cells)}"

    def _cell(self, name: str, square: str) -> str:
        tower: str = self.view["towers"].get(name, "")
        owner: int | str | None = self.view["figures"].get(name)
        ground = self._paint(square.lower(), ANSI[square])
        if tower:
            return ground + self._letters(tower) + self._ground(square, len(tower))
        if owner is None:
            return ground + self._ground(square, 0)
        if isinstance(owner, int):
            figure, look = f"@{owner + 1}", SEAT_ANSI[owner]
        else:
            figure, look = "@N", _NEUTRAL_ANSI
        return ground + self._paint(figure, look) + self._ground(square, len(figure))

    def _ground(self, square: str, used: int) -> str:
        return self._paint(" " * (_WIDTH - 1 - used), ANSI[square])

    def _letters(self, letters: str) -> str:
        return "".join(
            self._paint(letter, ANSI[letter]) if letter in ANSI else letter for letter in letters
        )

    def _phase(self) -> str:
        phase = self.setup["phases"][self.view["phase"] - 1]
        heights: Sequence[int] = phase["fall"]
        fall = f"{heights[0]}" if len(heights) == 1 else f"{heights[0]}-{heights[-1]}"
        key = "text.phase.last" if self.view["last_round"] else "text.phase"
        args = {"phase": self.view["phase"], "fall": fall, "build": phase["build"]}
        return self.translate(Reason(key, {**args, "round": self.view["round"]}))

    def _piles(self) -> str:
        deck = self.view["deck"]
        left = f"{deck}" if isinstance(deck, int) else self._counts(deck)
        discard = self._counts(self.view["discard"])
        return self.translate(Reason("text.piles", {"deck": left, "discard": discard}))

    def _counts(self, pile: Mapping[str, int]) -> str:
        return " ".join(f"{self._letters(letter)}{pile[letter]}" for letter in COLOURS)

    def _players(self) -> list[str]:
        heads = ["", *(self.translate(Reason(f"text.{part}")) for part in _COLUMNS)]
        seats = [self._seat(seat) for seat in range(len(self.view["points"]))]
        rows = [[("", head) for head in heads], *seats]
        widths = [max(len(row[column][1]) for row in rows) for column in range(len(heads))]
        lines: list[str] = []
        for number, row in enumerate(rows):
            acting = number > 0 and self.view["seat"] == number - 1
            mark = f"{'>' if acting else ' '} "
            mark += self._paint(f"@{number}", SEAT_ANSI[number - 1]) if number else "  "
            cells = [
                (self._letters(text) if look == "letters" else text) + " " * (width - len(text))
                for (look, text), width in zip(row, widths, strict=True)
            ]
            lines.append(f"{mark} {'  '.join(cells)}".rstrip())
        return lines

    def _seat(self, seat: int) -> list[tuple[str, str]]:
        view = self.view
        joker = "text.joker.up" if view["jokers"][seat] else "text.joker.down"
        blocks: str = view["blocks"][seat]
        full = f" ({len(blocks)})" if len(blocks) >= MAX_BLOCKS_IN_HAND else ""
        return [
            ("", self.translate(Reason(f"seat.{seat}"))),
            ("", f"{view['points'][seat]}"),
            ("letters", view["hands"][seat]),
            ("", self.translate(Reason(joker))),
            ("", f"{view['reserve'][seat]}"),
            ("letters", f"{blocks or '-'}{full}"),
        ]

    def _paint(self, text: str, look: str) -> str:
        return f"\x1b[{look}m{text}\x1b[0m" if self.colour and text else text


__all__ = ["to_text"]
