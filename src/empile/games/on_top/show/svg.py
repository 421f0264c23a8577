"""SVG of an On Top position: the board above a panel with tile, bag and colours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from empile.games.on_top.rules.components import point_of
from empile.games.on_top.show.svg_parts import (
    BLACK,
    CARD,
    EDGE,
    GOLD,
    INK,
    PAPER,
    SOFT,
    bare_hole,
    black_triangle,
    cell_path,
    field,
    golden_ring,
    middle_of,
    no_tower,
    num,
    pawn,
    place_of,
    standing_tile,
    tile,
    tower,
)
from empile.games.on_top.text.position_reader import lays_of, without_tower

MARGIN = 56
LEAST_WIDTH = 640
_HAND = 108
_CARD, _GAP = 84, 12


def to_svg(view: Mapping[str, Any], setup: Mapping[str, Any], ranks: Sequence[int] | None) -> str:
    """Return a position as an SVG document; equal arguments give equal bytes."""
    places = [place_of(point_of(text)) for text in setup["points"]]
    left, right = (find(x for x, _ in places) for find in (min, max))
    top, bottom = (find(y for _, y in places) for find in (min, max))
    width = max(right - left + 2 * MARGIN, LEAST_WIDTH)
    below = bottom - top + 2 * MARGIN
    height = below + _HAND + 2 * (_CARD + _GAP) + 4
    panel = _Panel(view, setup, ranks, width, below)
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}"'
            ' role="img" aria-labelledby="ot-title ot-desc"'
            ' font-family="system-ui,Segoe UI,Helvetica,Arial,sans-serif">',
            f'<title id="ot-title">{escape(_title(view, setup, ranks), quote=False)}</title>',
            f'<desc id="ot-desc">{escape(_description(view, setup), quote=False)}</desc>',
            f'<rect width="{num(width)}" height="{num(height)}" rx="14" fill="{PAPER}"/>',
            f'<g transform="translate({num((width - left - right) / 2)} {num(MARGIN - top)})">',
            *_board(view, setup),
            "</g>",
            *panel.parts(),
            "</svg>",
        ]
    )


def _board(view: Mapping[str, Any], setup: Mapping[str, Any]) -> list[str]:
    lays = lays_of(view)
    golden = [point_of(text) for text in setup["golden"]]
    parts = field(setup["cells"], golden)
    red = "".join(cell_path(cell) for cell in setup["start"])
    parts.append(f'<path d="{red}" fill="#c8412e" stroke="#c8412e" stroke-width="3"/>')
    filled = {*view["black"], *view["bare"]}
    filled.update(cell for lay in lays for cell in (lay.up, lay.down))
    parts.append('<g font-size="15" fill="#8a6234" text-anchor="middle">')
    for cell in setup["cells"]:
        if cell not in filled:
            x, y = middle_of(cell)
            parts.append(f'<text x="{num(x)}" y="{num(y + 5)}">{cell}</text>')
    parts.append("</g>")
    parts += [black_triangle(cell) for cell in view["black"]]
    parts += [bare_hole(cell) for cell in view["bare"]]
    parts += [tile(lay, last=lay is lays[-1]) for lay in lays]
    nobody = set(without_tower(view, setup))
    for text in setup["points"]:  # back to front
        x, y = place_of(point_of(text))
        if text in nobody:
            parts.append(no_tower(x, y))
        elif text in view["towers"]:
            parts.append(tower(view["towers"][text], x, y))
        elif text in setup["golden"]:
            parts.append(golden_ring(x, y))
    return parts


class _Panel:
    def __init__(
        self,
        view: Mapping[str, Any],
        setup: Mapping[str, Any],
        ranks: Sequence[int] | None,
        width: float,
        top: float,
    ) -> None:
        self.view, self.setup, self.ranks = view, setup, ranks
        self.width, self.top = width, top

    def parts(self) -> list[str]:
        parts = self._hand()
        cards_top = self.top + _HAND
        wide = (self.width - 2 * 16 - _GAP) / 2
        if self.setup["teams"]:  # partners' cards are in one column
            for column in (0, 1):
                x = 16 + column * (wide + _GAP) - 5
                parts.append(
                    f'<rect x="{num(x)}" y="{num(cards_top - 5)}" width="{num(wide + 10)}"'
                    f' height="{2 * _CARD + _GAP + 10}" rx="15" fill="#e6dcc6"/>'
                )
        for number, colour in enumerate(self.setup["colours"]):
            x = 16 + number % 2 * (wide + _GAP)
            y = cards_top + number // 2 * (_CARD + _GAP)
            parts += self._card(x, y, wide, colour)
        return parts

    def _hand(self) -> list[str]:
        middle = self.top + _HAND / 2 - 8
        parts: list[str] = []
        if self.view["tile"] is not None:
            parts += [
                f'<rect x="16" y="{num(middle - 46)}" width="172" height="92" rx="12"'
                f' fill="{CARD}" stroke="{GOLD}" stroke-width="3.5"/>',
                standing_tile(102, middle, self.view["tile"], 84),
            ]
        x = 226.0
        parts += [
            _bag(x, middle),
            _number(x + 34, middle, sum(self.view["bag"].values())),
            f'<path d="M{num(x + 128)} {num(middle + 18)}l22 -38l22 38z" fill="{BLACK}"/>',
            _number(x + 182, middle, self.view["reserve"]),
        ]
        return parts

    def _card(self, x: float, y: float, wide: float, colour: Mapping[str, Any]) -> list[str]:
        seat: int | None = colour["seat"]
        letter: str = colour["letter"]
        won = self.ranks is not None and seat is not None and self.ranks[seat] == 1
        acting = seat is not None and self.view["seat"] == seat
        if won or acting:
            edge = f'stroke="{GOLD}" stroke-width="4"'
        elif seat is None:
            edge = f'stroke="{EDGE}" stroke-width="2" stroke-dasharray="7 5"'
        else:
            edge = f'stroke="{EDGE}" stroke-width="2"'
        parts = [
            f'<g><rect x="{num(x)}" y="{num(y)}" width="{num(wide)}" height="{_CARD}" rx="12"'
            f' fill="{CARD if seat is not None else PAPER}" {edge}/>',
            pawn(letter, x + 34, y + 36, 1.35),
        ]
        if seat is not None:
            parts.append(
                f'<text x="{num(x + 68)}" y="{num(y + 56)}" font-size="40" font-weight="700"'
                f' fill="{INK}">{_signed(self.view["scores"][seat])}</text>'
            )
        if self.ranks is not None and seat is not None:
            parts.append(
                f'<text x="{num(x + wide - 108)}" y="{num(y + 36)}" font-size="28"'
                f' font-weight="700" text-anchor="end" fill="#a06a12">#{self.ranks[seat]}</text>'
            )
        left: int = self.view["pawns"][letter]
        parts += self._reserve(x + wide - 94, y, letter, left)
        return [*parts, "</g>"]

    def _reserve(self, x: float, y: float, letter: str, left: int) -> list[str]:
        parts: list[str] = []
        for number in range(left):
            pile, storey = divmod(number, 5)
            parts.append(pawn(letter, x + pile * 19, y + 62 - storey * 8, 0.56))
        # Number first: its place does not change.
        parts.append(
            f'<text x="{num(x - 14)}" y="{num(y + 70)}" font-size="22" text-anchor="end"'
            f' fill="{SOFT}">{left}</text>'
        )
        return parts


def _signed(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)


def _bag(x: float, y: float) -> str:
    return (
        f'<g transform="translate({num(x)} {num(y)})"><path d="M-10 -18C-26 -4 -30 24 -20 28H20'
        'C30 24 26 -4 10 -18Z" fill="#8a6234" stroke="#20262b" stroke-width="1.4"/>'
        '<path d="M-14 -27Q0 -20 14 -27L10 -18H-10Z" fill="#a67c48" stroke="#20262b"'
        ' stroke-width="1.4" stroke-linejoin="round"/><path d="M-12 -18H12" stroke="#f4efe4"'
        ' stroke-width="3.5" stroke-linecap="round"/><path d="M0 -6L9 8L0 22L-9 8Z"'
        ' fill="none" stroke="#f4efe4" stroke-opacity=".7" stroke-width="2"/></g>'
    )


def _number(x: float, y: float, number: int) -> str:
    return (
        f'<text x="{num(x)}" y="{num(y + 11)}" font-size="30" font-weight="700"'
        f' fill="{INK}">{number}</text>'
    )


def _title(view: Mapping[str, Any], setup: Mapping[str, Any], ranks: Sequence[int] | None) -> str:
    names = [colour["name"] for colour in setup["colours"]]
    if ranks is not None:
        winners = [names[seat] for seat, rank in enumerate(ranks) if rank == 1]
        alone = len(winners) == 1 or (setup["teams"] and len(winners) == len(ranks) // 2)
        verb = "wins" if len(winners) == 1 else "win" if alone else "share"
        return f"On Top: {' and '.join(winners)} {verb}"
    to_do = "to lay a tile" if view["tile"] else "to draw a tile"
    return f"On Top: {names[view['seat']]} {to_do}"


def _description(view: Mapping[str, Any], setup: Mapping[str, Any]) -> str:
    names = {colour["letter"]: colour["name"] for colour in setup["colours"]}
    sentences = [f"Tile in hand: {view['tile']}."] if view["tile"] else []
    sentences += [
        f"Tiles: {_listed(view['laid'])}.",
        f"Black: {_listed(view['black'])}; bare: {_listed(view['bare'])};"
        f" {view['reserve']} black triangles aside.",
        f"Towers from bottom to top: {_listed(f'{at} {up}' for at, up in view['towers'].items())}.",
        f"Without a tower: {_listed(without_tower(view, setup), '; ')}.",
        f"In the bag: {_listed(f'{name} {count}' for name, count in view['bag'].items())}.",
    ]
    for colour in setup["colours"]:
        seat, left = colour["seat"], view["pawns"][colour["letter"]]
        points = "neutral" if seat is None else f"points {view['scores'][seat]}"
        sentences.append(f"{colour['name']}: {points}, pawns to place {left}.")
    letters = _listed(f"{letter} {name}" for letter, name in names.items())
    return " ".join([*sentences, f"Letters: {letters}."])


def _listed(things: Iterable[str], comma: str = ", ") -> str:
    return comma.join(things) or "none"


__all__ = ["to_svg"]
