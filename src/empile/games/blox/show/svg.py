"""SVG of a Blox position or of a seat's view of it.

Colours are also patterns; cards and blocks have letters, figures have marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from empile.games.blox.rules.components import (
    COLOUR_NAMES,
    COLOURS,
    FIGURES,
    MAX_BLOCKS_IN_HAND,
    SEAT_COLOURS,
    SIZE,
    cell_of,
)

CELL = 64
LEFT, TOP = 34, 20
_BOARD = CELL * SIZE
_PANEL = LEFT + _BOARD + 22
_PANEL_WIDTH = 316
WIDTH = _PANEL + _PANEL_WIDTH + 16
HEIGHT = TOP + _BOARD + 34

_INK, _SOFT, _PAPER, _GOLD = "#20262b", "#5c6468", "#f4efe4", "#f2c14e"


class _Look(NamedTuple):
    square: str
    roof: str
    wall: str
    ink: str
    pattern: str
    """Path in an 8 by 8 tile."""


_LOOKS = {
    "W": _Look("#efe6cf", "#fdf7e8", "#e5d8b8", "#b08d4f", "M2 2h.01M6 6h.01"),
    "G": _Look("#9fb1c2", "#93aac3", "#7089a5", "#e9f1f8", "M-2 6L6 -2M2 10L10 2"),
    "B": _Look("#484a52", "#363841", "#202228", "#e0c987", "M2 .6v2.8M.6 2h2.8M6 4.6v2.8M4.6 6h2.8"),
    "M": _Look("#b5608c", "#b8276d", "#8c1750", "#ffbcd8", "M0 3q2-3 4 0t4 0M0 7q2-3 4 0t4 0"),
}  # fmt: skip

_FIGURES: dict[int | str, tuple[str, str]] = {
    0: ("#2468e0", '<circle r="4.3"/>'),
    1: ("#8a5428", '<path d="M0 -4.6L4.8 3.8H-4.8Z"/>'),
    2: ("#2a9a4c", '<path d="M0 -5.4L4.4 0L0 5.4L-4.4 0Z"/>'),
    3: ("#de3d2a", '<path d="M-3.9 -3.9h7.8v7.8h-7.8z"/>'),
    "neutral": ("#8f8b82", '<path d="M-3.8 -3.8L3.8 3.8M3.8 -3.8L-3.8 3.8" stroke="#fff"'
                ' stroke-width="2.4"/>'),
}  # fmt: skip


def to_svg(view: Mapping[str, Any], setup: Mapping[str, Any], ranks: Sequence[int] | None) -> str:
    """Return a position object or a seat's view as an SVG document.

    Equal arguments give equal bytes.
    """
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        ' role="img" aria-labelledby="bx-title bx-desc"'
        ' font-family="system-ui,Segoe UI,Helvetica,Arial,sans-serif">',
        f'<title id="bx-title">{escape(_title(view, ranks), quote=False)}</title>',
        f'<desc id="bx-desc">{escape(_description(view, setup), quote=False)}</desc>',
        _definitions(),
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="14" fill="{_PAPER}"/>',
        *_board(setup["colours"]),
    ]
    for cell, blocks in view["towers"].items():
        parts.append(_tower(*_place(cell), blocks))
    for cell, owner in view["figures"].items():
        x, y = _place(cell)
        parts.append(_figure(x + CELL / 2, y + CELL / 2, owner))
    parts += _phase_table(view, setup)
    parts += _piles(view)
    for seat in range(len(view["points"])):
        parts += _seat(view, seat, ranks)
    return "".join([*parts, "</svg>"])


def _place(cell: str) -> tuple[int, int]:
    row, column = divmod(cell_of(cell), SIZE)
    return LEFT + column * CELL, TOP + (SIZE - 1 - row) * CELL


def _definitions() -> str:
    patterns: list[str] = []
    for letter, look in _LOOKS.items():
        width = 2.4 if letter == "W" else 1.1
        lines = (
            f'<path d="{look.pattern}" fill="none" stroke="{look.ink}" stroke-width="{width}"'
            ' stroke-linecap="round"/>'
        )
        for use, scale in (("block", 1), ("square", 2)):
            patterns.append(
                f'<pattern id="bx-{use}-{letter}" width="8" height="8"'
                f' patternUnits="userSpaceOnUse" patternTransform="scale({scale})">{lines}</pattern>'
            )
    back = (
        '<pattern id="bx-back" width="6" height="6" patternUnits="userSpaceOnUse">'
        '<path d="M0 3L3 0L6 3L3 6Z" fill="none" stroke="#e9dcc0" stroke-width=".8"/></pattern>'
    )
    return f"<defs>{''.join(patterns)}{back}</defs>"


def _board(colours: Sequence[str]) -> list[str]:
    parts = [
        f'<rect x="{LEFT - 6}" y="{TOP - 6}" width="{_BOARD + 12}" height="{_BOARD + 12}" rx="9"'
        ' fill="#6b5a45"/>'
    ]
    for row, letters in enumerate(colours):
        for column, letter in enumerate(letters):
            square = (
                f'x="{LEFT + column * CELL + 1}" y="{TOP + row * CELL + 1}" width="{CELL - 2}"'
                f' height="{CELL - 2}" rx="4"'
            )
            parts += [
                f'<rect {square} fill="{_LOOKS[letter].square}"/>',
                f'<rect {square} fill="url(#bx-square-{letter})" fill-opacity=".4"/>',
            ]
    parts.append(f'<g font-size="14" fill="{_SOFT}" text-anchor="middle">')
    for number in range(SIZE):
        middle = CELL // 2 + number * CELL
        parts.append(f'<text x="{LEFT - 18}" y="{TOP + middle + 5}">{SIZE - number}</text>')
        letter = chr(ord("a") + number)
        parts.append(f'<text x="{LEFT + middle}" y="{TOP + _BOARD + 24}">{letter}</text>')
    parts.append("</g>")
    return parts


_STOREY, _ROOF, _WALL = 8, 18, 46
"""Height of a block, depth of the roof and width of a tower."""


def _tower(x: float, y: float, blocks: str) -> str:
    left = x + (CELL - _WALL) / 2
    bottom = y + CELL - 4
    tall = len(blocks) * _STOREY + _ROOF
    parts = [
        "<g>",
        f'<path d="M{left:g} {bottom:g}h{_WALL}v{-tall + 6}l7 8v{tall - 12}l-7 2h{-_WALL}z"'
        ' fill="#120c05" fill-opacity=".35"/>',
        f'<rect x="{left - 2:g}" y="{bottom - tall - 2:g}" width="{_WALL + 4}" height="{tall + 4}"'
        ' rx="4" fill="#fffdf6"/>',
    ]
    for storey, letter in enumerate(blocks):
        parts += _slab(left, bottom - (storey + 1) * _STOREY, _WALL, _STOREY, letter, roof=False)
    top = bottom - tall
    parts += _slab(left, top, _WALL, _ROOF, blocks[-1], roof=True)
    middle_x, middle_y = left + _WALL / 2, top + _ROOF / 2
    height = len(blocks)
    # A tower of 5 cannot be demolished and has no chip.
    plate = (
        f'<ellipse cx="{middle_x:g}" cy="{middle_y:g}" rx="12" ry="8.2" fill="{_GOLD}"'
        ' stroke="#5b4206" stroke-width="1"/>'
        if height <= 4
        else f'<rect x="{middle_x - 9:g}" y="{middle_y - 7.5:g}" width="18" height="15" rx="2"'
        f' fill="#fffdf6" stroke="{_INK}" stroke-width="1"/>'
    )
    parts += [
        plate,
        f'<text x="{middle_x:g}" y="{middle_y + 4.8:g}" font-size="14" font-weight="700"'
        f' text-anchor="middle" fill="{_INK}">{height}</text>',
        "</g>",
    ]
    return "".join(parts)


def _slab(
    x: float, y: float, width: float, height: float, letter: str, *, roof: bool, corner: float = 1.5
) -> list[str]:
    look = _LOOKS[letter]
    shape = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{corner:g}"'
    return [
        f'<rect {shape} fill="{look.roof if roof else look.wall}"/>',
        f'<rect {shape} fill="url(#bx-block-{letter})" fill-opacity="{0.55 if roof else 0.8}"'
        f' stroke="{_INK}" stroke-width=".9"/>',
    ]


def _figure(x: float, y: float, owner: int | str, scale: float = 1.0) -> str:
    colour, mark = _FIGURES[owner]
    body = (
        "M0 -24a9 9 0 0 1 6.2 15.5C12 -4 13.5 6 14.5 14Q16 22 13 22H-13Q-16 22 -14.5 14"
        "C-13.5 6 -12 -4 -6.2 -8.5A9 9 0 0 1 0 -24Z"
    )
    return (
        f'<g transform="translate({x:g} {y:g}) scale({scale:g})">'
        '<ellipse cx="3" cy="21" rx="17" ry="6" fill="#120c05" fill-opacity=".35"/>'
        f'<path d="{body}" fill="{colour}" stroke="#fffdf6" stroke-width="5"'
        ' stroke-linejoin="round"/>'
        f'<path d="{body}" fill="{colour}" stroke="{_INK}" stroke-width="1.4"'
        ' stroke-linejoin="round"/>'
        '<circle cx="-3" cy="-18" r="2.4" fill="#fff" fill-opacity=".55"/>'
        f'<g transform="translate(0 8) scale(1.5)" fill="#fff">{mark}</g></g>'
    )


def _phase_table(view: Mapping[str, Any], setup: Mapping[str, Any]) -> list[str]:
    phase_line = f"Round {view['round']}" + (" · last round" if view["last_round"] else "")
    parts = [
        f'<text x="{_PANEL}" y="{TOP + 14}" font-size="18" font-weight="700" fill="{_INK}">'
        f"Phase {view['phase']}</text>",
        f'<text x="{_PANEL + _PANEL_WIDTH}" y="{TOP + 14}" font-size="14" text-anchor="end"'
        f' fill="{_SOFT}">{phase_line}</text>',
    ]
    gap = 8
    wide = (_PANEL_WIDTH - 3 * gap) / 4
    for index, phase in enumerate(setup["phases"]):
        x, y = _PANEL + index * (wide + gap), TOP + 24
        now = index + 1 == view["phase"]
        fill, edge = ("#fff3cf", f'stroke="{_GOLD}" stroke-width="3"') if now else (
            "#fffdf8", 'stroke="#d8cfbd"'
        )  # fmt: skip
        fall = _span(phase["fall"])
        strong = "700" if now else "400"
        parts += [
            f'<rect x="{x:g}" y="{y}" width="{wide:g}" height="56" rx="8" fill="{fill}" {edge}/>',
            f'<text x="{x + wide / 2:g}" y="{y + 16}" font-size="12" text-anchor="middle"'
            f' fill="{_SOFT}">{index + 1}</text>',
            f'<g font-size="14" font-weight="{strong}" fill="{_INK}" text-anchor="end">'
            f'<text x="{x + wide - 10:g}" y="{y + 32}">{fall}</text>'
            f'<text x="{x + wide - 10:g}" y="{y + 50}">{phase["build"]}</text></g>'
            f'<g font-size="11" fill="{_SOFT}"><text x="{x + 10:g}" y="{y + 32}">fall</text>'
            f'<text x="{x + 10:g}" y="{y + 50}">build</text></g>',
        ]
    return parts


def _span(heights: Sequence[int]) -> str:
    return str(heights[0]) if len(heights) == 1 else f"{heights[0]}–{heights[-1]}"


def _piles(view: Mapping[str, Any]) -> list[str]:
    y = TOP + 90
    deck = view["deck"]
    count = deck if isinstance(deck, int) else sum(deck.values())
    parts = [
        *_back(_PANEL, y, 28, 38),
        f'<text x="{_PANEL + 36}" y="{y + 25}" font-size="17" font-weight="700" fill="{_INK}">'
        f"{count}</text>",
        f'<g font-size="11" fill="{_SOFT}"><text x="{_PANEL}" y="{y + 52}">to draw</text>'
        f'<text x="{_PANEL + 92}" y="{y + 52}">discarded</text></g>',
    ]
    if not isinstance(deck, int):
        counts = " ".join(f"{letter} {number}" for letter, number in deck.items())
        parts.append(
            f'<text x="{_PANEL + _PANEL_WIDTH}" y="{y + 52}" font-size="11" text-anchor="end"'
            f' fill="{_SOFT}">to draw: {counts}</text>'
        )
    for index, letter in enumerate(COLOURS):
        x = _PANEL + 92 + index * 58
        parts += _card(x, y, letter, 28, 38)
        parts.append(
            f'<text x="{x + 33}" y="{y + 25}" font-size="14" fill="{_INK}">'
            f"{view['discard'][letter]}</text>"
        )
    return parts


def _back(x: float, y: float, width: float, height: float) -> list[str]:
    shape = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4"'
    return [
        f'<rect {shape} fill="#7a6a4f"/>',
        f'<rect {shape} fill="url(#bx-back)" stroke="{_INK}" stroke-width="1"/>',
    ]


def _card(x: float, y: float, letter: str, width: float, height: float) -> list[str]:
    middle = x + width / 2
    return [
        *_slab(x, y, width, height, letter, roof=True, corner=4),
        f'<circle cx="{middle:g}" cy="{y + height / 2:g}" r="8.5" fill="#fffdf6"/>',
        f'<text x="{middle:g}" y="{y + height / 2 + 4.8:g}" font-size="13" font-weight="700"'
        f' text-anchor="middle" fill="{_INK}">{letter}</text>',
    ]


_SEAT_TOP = TOP + 152
_SEAT_HEIGHT = 108


def _seat(view: Mapping[str, Any], seat: int, ranks: Sequence[int] | None) -> list[str]:
    y = _SEAT_TOP + seat * (_SEAT_HEIGHT + 5)
    won = ranks is not None and ranks[seat] == 1
    edge = f'stroke="{_GOLD}" stroke-width="3.5"' if won or view["seat"] == seat else (
        'stroke="#d8cfbd"'
    )  # fmt: skip
    points: int = view["points"][seat]
    parts = [
        f'<g><rect x="{_PANEL}" y="{y}" width="{_PANEL_WIDTH}" height="{_SEAT_HEIGHT}" rx="10"'
        f' fill="#fffdf8" {edge}/>',
        _figure(_PANEL + 26, y + 32, seat, 0.85),
        f'<text x="{_PANEL + 52}" y="{y + 40}" font-size="{24 if points < 100 else 19}" font-weight="700" fill="{_INK}">'
        f"{points}</text>",
        f'<text x="{_PANEL + 14}" y="{y + 66}" font-size="11" fill="{_SOFT}">'
        f"{SEAT_COLOURS[seat]}</text>",
    ]
    if ranks is not None:
        parts.append(
            f'<text x="{_PANEL + 14}" y="{y + 98}" font-size="22" font-weight="700"'
            f' fill="#a06a12">#{ranks[seat]}</text>'
        )
    for number in range(FIGURES):
        at = _PANEL + 18 + number * 17
        if number < view["reserve"][seat] and ranks is None:
            parts.append(_figure(at, y + 88, seat, 0.42))
    for number, letter in enumerate(view["hands"][seat]):
        x = _PANEL + 94 + number * 33
        parts += _back(x, y + 10, 29, 40) if letter == "?" else _card(x, y + 10, letter, 29, 40)
    parts += _joker(_PANEL + 272, y + 10, up=view["jokers"][seat])
    parts += _blocks(_PANEL + 94, y + 60, view["blocks"][seat])
    return [*parts, "</g>"]


def _joker(x: float, y: float, *, up: bool) -> list[str]:
    if not up:
        return [
            *_back(x, y, 29, 40),
            f'<path d="M{x + 4} {y + 36}L{x + 25} {y + 4}" stroke="#fffdf6" stroke-width="2.5"/>',
        ]
    star = "M0 -10L2.9 -3.3L9.8 -2.8L4.6 1.9L6.2 8.8L0 5.1L-6.2 8.8L-4.6 1.9L-9.8 -2.8L-2.9 -3.3Z"
    return [
        f'<rect x="{x}" y="{y}" width="29" height="40" rx="4" fill="#fffdf6" stroke="{_INK}"/>',
        f'<path d="{star}" transform="translate({x + 14.5} {y + 20})" fill="{_GOLD}"'
        ' stroke="#5b4206" stroke-linejoin="round"/>',
    ]


def _blocks(x: float, y: float, blocks: str) -> list[str]:
    if not blocks:
        return []
    parts: list[str] = []
    if len(blocks) >= MAX_BLOCKS_IN_HAND:
        # At the limit no tower can be demolished.
        parts.append(
            f'<text x="{x + 213:g}" y="{y + 22:g}" font-size="13" font-weight="700"'
            f' text-anchor="end" fill="#b3261e">≥ {MAX_BLOCKS_IN_HAND}</text>'
        )
    step = min(21.0, 182 / len(blocks))
    for number, letter in enumerate(blocks):
        left = x + number * step
        parts += _slab(left, y + 5, 19, 26, letter, roof=False, corner=2)
        parts += _slab(left, y, 19, 11, letter, roof=True, corner=2)
        parts.append(
            f'<text x="{left + 9.5:g}" y="{y + 42:g}" font-size="10" text-anchor="middle"'
            f' fill="{_SOFT}">{letter}</text>'
        )
    return parts


def _title(view: Mapping[str, Any], ranks: Sequence[int] | None) -> str:
    if ranks is not None:
        winners = [SEAT_COLOURS[seat] for seat, rank in enumerate(ranks) if rank == 1]
        return f"Blox: {' and '.join(winners)} {'wins' if len(winners) == 1 else 'share'}"
    return f"Blox: {SEAT_COLOURS[view['seat']]} to move"


def _description(view: Mapping[str, Any], setup: Mapping[str, Any]) -> str:
    phase = setup["phases"][view["phase"] - 1]
    sentences = [
        f"Phase {view['phase']}{', last round' if view['last_round'] else ''}: towers of"
        f" {_span(phase['fall'])} may fall, towers of {phase['build']} may be built.",
        f"Towers: {_listed(f'{cell} {blocks}' for cell, blocks in view['towers'].items())}.",
    ]
    if "neutral" in view["figures"].values():
        sentences.append(f"Neutral figures: {_listed(_of(view['figures'], 'neutral'))}.")
    for seat, points in enumerate(view["points"]):
        hand = view["hands"][seat]
        cards = f"{len(hand)} hidden cards" if "?" in hand else f"cards {hand or 'none'}"
        sentences.append(
            f"{SEAT_COLOURS[seat]}: {points} {'point' if points == 1 else 'points'}, figures on"
            f" {_listed(_of(view['figures'], seat))}, {view['reserve'][seat]} in reserve, {cards},"
            f" joker face {'up' if view['jokers'][seat] else 'down'},"
            f" blocks {view['blocks'][seat] or 'none'}."
        )
    names = (f"{letter} {name}" for letter, name in zip(COLOURS, COLOUR_NAMES, strict=True))
    return " ".join([*sentences, f"Letters: {_listed(names)}."])


def _of(figures: Mapping[str, int | str], owner: int | str) -> list[str]:
    return [cell for cell, other in figures.items() if other == owner]


def _listed(things: Iterable[str]) -> str:
    return ", ".join(things) or "none"
