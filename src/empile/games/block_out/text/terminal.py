"""Terminal text of Block Out!, 80 columns wide.

A block is a line as wide as its size: ``=`` black, ``o`` brown, ``^`` yellow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import Any

from empile.engine.errors import Reason
from empile.games.block_out.text.position_reader import HIDDEN, counted, free_blocks

SIGNS = {"k": "=", "n": "o", "y": "^"}
_SIDES = {"S": 2, "M": 4, "L": 6}
"""Signs on each side of a block's name."""
_HALF = max(_SIDES.values()) + 1
ANSI = {"k": "1;97;48;5;238", "n": "1;97;48;5;94", "y": "1;38;5;16;48;5;220"}
SEAT_ANSI = (
    "1;97;48;5;26", "1;97;48;5;160", "1;97;48;5;28", "1;97;48;5;91", "1;97;48;5;166", "1;97;48;5;30",
)  # fmt: skip
_WIDTH = 78


def to_text(view: Mapping[str, Any], translate: Callable[[Reason], str], *, colour: bool) -> str:
    """Render the position object or a seat's view; ``translate`` formats a message."""
    return "\n".join(_TerminalText(view, translate, colour).lines())


class _TerminalText:
    def __init__(
        self, view: Mapping[str, Any], translate: Callable[[Reason], str], colour: bool
    ) -> None:
        self.view, self.translate, self.colour = view, translate, colour

    def lines(self) -> list[str]:
        free = ", ".join(free_blocks(self.view)) or "-"
        discard: Mapping[str, int] = self.view["discard"]
        stock: int | Mapping[str, int] = self.view["stock"]
        args = {
            "stock": stock if isinstance(stock, int) else sum(stock.values()),
            "count": sum(discard.values()),
        }
        return [
            *(self._block(name) for name in reversed(self.view["tower"])),
            f"  {'-' * (2 * _HALF + 4)}  {len(self.view['tower'])}",
            self.translate(Reason("text.free", {"blocks": free})),
            "",
            self.translate(Reason("text.legend")),
            self.translate(Reason("text.piles", args)),
            *self._counted(discard),
            self.translate(
                Reason("text.turn", {"turn": self.view["turn"], "order": self._order()})
            ),
            *self._notes(),
            "",
            *(line for seat in range(len(self.view["hands"])) for line in self._hand(seat)),
        ]

    def _block(self, name: str) -> str:
        side = SIGNS[name[0]] * _SIDES[name[1]]
        drawn = self._paint(f"{side} {name} {side}", ANSI[name[0]])
        return " " * (3 + _HALF - len(side)) + drawn

    @staticmethod
    def _counted(pile: Mapping[str, int]) -> list[str]:
        kinds = ", ".join(kind.replace(" ", "\N{NO-BREAK SPACE}") for kind in counted(pile))
        lines = wrap(kinds, _WIDTH, initial_indent="  ", subsequent_indent="  ")
        return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]

    def _order(self) -> str:
        seats = len(self.view["hands"])
        first = self.view["seat"] or 0
        return " ".join(
            f"{(first + self.view['direction'] * step) % seats + 1}" for step in range(seats)
        )

    def _notes(self) -> list[str]:
        notes: list[str] = []
        if self.view["stage"] in ("rebuild", "bonus"):
            notes.append(self.translate(Reason(f"text.{self.view['stage']}")))
        if self.view["drawn"] not in (None, HIDDEN):
            notes.append(self.translate(Reason("text.drawn", {"card": self.view["drawn"]})))
        return notes

    def _hand(self, seat: int) -> list[str]:
        hand: Sequence[str] = self.view["hands"][seat]
        acting = self.view["seat"] == seat
        name = self.translate(Reason(f"seat.{seat}"))
        number = self._paint(f" {seat + 1} ", SEAT_ANSI[seat])
        count = self.translate(Reason("text.cards", {"count": len(hand)}))
        first, *more = wrap(" ".join(hand), _WIDTH - 30) or [""]
        head = f"{'>' if acting else ' '} {number} {name:<10} {count:>9} "
        return [f"{head} {first}".rstrip(), *(" " * 27 + line for line in more)]

    def _paint(self, text: str, look: str) -> str:
        return f"\x1b[{look}m{text}\x1b[0m" if self.colour else text


__all__ = ["to_text"]
