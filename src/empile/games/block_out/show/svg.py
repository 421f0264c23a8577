"""SVG of a Block Out! position or of a seat's view of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from empile.games.block_out.physics.stacking import placed, straight
from empile.games.block_out.rules.components import COLOUR_NAMES, COLOURS
from empile.games.block_out.show.svg_parts import (
    CARD,
    CARD_WIDTH,
    EDGE,
    GOLD,
    INK,
    PAPER,
    SEATS,
    SOFT,
    back,
    blocks,
    bounds,
    card,
    num,
    seat_mark,
    seen_at,
    shadow,
)
from empile.games.block_out.text.position_reader import HIDDEN, counted, free_blocks

WIDTH, HEIGHT = 900, 640
_MIDDLE, _TABLE = 236.0, 470.0
_SHELF = 612.0
_FREE = 0.72
_PANEL, _PANEL_WIDTH = 486, 398
_SEAT_TOP, _SEAT_HEIGHT = 106, 86


def to_svg(view: Mapping[str, Any], ranks: Sequence[int] | None) -> str:
    """Return a position object or a seat's view as an SVG document.

    Equal arguments give equal bytes.
    """
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        ' role="img" aria-labelledby="bo-title bo-desc"'
        ' font-family="system-ui,Segoe UI,Helvetica,Arial,sans-serif">',
        f'<title id="bo-title">{escape(_title(view, ranks), quote=False)}</title>',
        f'<desc id="bo-desc">{escape(_description(view), quote=False)}</desc>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="14" fill="{PAPER}"/>',
        *_tower(view["tower"]),
        *_free(free_blocks(view)),
        *_piles(view),
    ]
    for seat in range(len(view["hands"])):
        parts += _seat(view, seat, ranks)
    return "".join([*parts, "</svg>"])


def _tower(tower: Sequence[str]) -> list[str]:
    parts = [
        f'<g transform="translate({num(_MIDDLE)} {num(_TABLE)})">',
        '<ellipse cy="6" rx="205" ry="58" fill="#6f4a2c"/>',
        '<ellipse rx="205" ry="58" fill="#c79a62"/>',
        '<ellipse rx="70" ry="23" fill="none" stroke="#8a6234" stroke-width="2"'
        ' stroke-dasharray="6 6"/>',
    ]
    poses = straight(tower)
    if poses:
        parts += [shadow(poses[0]), *blocks(poses)]
        parts.append(f'<g font-size="15" font-weight="700" fill="{INK}">')
        for pose in poses:
            _, y = seen_at(placed(pose).at)
            right = bounds([pose])[2]
            parts.append(f'<text x="{num(right + 10)}" y="{num(y + 5)}">{pose.block}</text>')
        parts.append("</g>")
        top = bounds(poses)[1]
        parts.append(
            f'<text x="-150" y="{num(max(top + 60, -380))}" font-size="44" font-weight="700"'
            f' text-anchor="middle" fill="{SOFT}">{len(poses)}</text>'
        )
    return [*parts, "</g>"]


def _free(names: Sequence[str]) -> list[str]:
    parts = [
        f'<rect x="16" y="{num(_SHELF - 84)}" width="452" height="104" rx="12" fill="#e6dcc6"/>'
    ]
    x = 26.0
    for name in names:
        lying = straight([name])
        left, _, right, bottom = bounds(lying)
        middle = x - left * _FREE
        parts += [
            f'<g transform="translate({num(middle)} {num(_SHELF - 6 - bottom * _FREE)}) scale({_FREE:g})">',
            *blocks(lying),
            "</g>",
            f'<text x="{num(x + (right - left) * _FREE / 2)}" y="{num(_SHELF + 13)}" font-size="13"'
            f' text-anchor="middle" fill="{INK}">{name}</text>',
        ]
        x += (right - left) * _FREE + 7.5
    return parts


def _size(pile: int | Mapping[str, int]) -> int:
    return pile if isinstance(pile, int) else sum(pile.values())


def _piles(view: Mapping[str, Any]) -> list[str]:
    x, y = _PANEL, 18
    clockwise = view["direction"] > 0
    arrow = "M-13 6A14 14 0 1 1 6 13M6 13l-2 -9M6 13l9 -2"
    flip = "" if clockwise else " scale(-1 1)"
    return [
        back(x, y),
        _number(x + 46, y + 34, _size(view["stock"])),
        f'<rect x="{x + 116}" y="{y}" width="{CARD_WIDTH}" height="50" rx="5" fill="{CARD}"'
        f' stroke="{SOFT}" stroke-dasharray="4 3"/>',
        _number(x + 162, y + 34, _size(view["discard"])),
        f'<path d="{arrow}" transform="translate({x + 250} {y + 25}){flip}" fill="none"'
        f' stroke="{INK}" stroke-width="3.5" stroke-linecap="round"/>',
        f'<text x="{_PANEL + _PANEL_WIDTH}" y="{y + 34}" font-size="17" text-anchor="end"'
        f' fill="{SOFT}">turn {view["turn"]}</text>',
        f'<g font-size="12" fill="{SOFT}"><text x="{x}" y="{y + 68}">stock</text>'
        f'<text x="{x + 116}" y="{y + 68}">discarded</text><text x="{x + 250}" y="{y + 68}"'
        f' text-anchor="middle">{_direction(view)}</text></g>',
    ]


def _number(x: float, y: float, number: int) -> str:
    return f'<text x="{num(x)}" y="{num(y)}" font-size="26" font-weight="700" fill="{INK}">{number}</text>'


def _seat(view: Mapping[str, Any], seat: int, ranks: Sequence[int] | None) -> list[str]:
    y = _SEAT_TOP + seat * (_SEAT_HEIGHT + 3)
    hand: Sequence[str] = view["hands"][seat]
    won = ranks is not None and ranks[seat] == 1
    edge = (
        f'stroke="{GOLD}" stroke-width="3.5"' if won or view["seat"] == seat else f'stroke="{EDGE}"'
    )
    parts = [
        f'<g><rect x="{_PANEL}" y="{y}" width="{_PANEL_WIDTH}" height="{_SEAT_HEIGHT - 4}" rx="10"'
        f' fill="{CARD}" {edge}/>',
        seat_mark(seat, _PANEL + 26, y + 26),
        f'<text x="{_PANEL + 26}" y="{y + 70}" font-size="24" font-weight="700" text-anchor="middle"'
        f' fill="{INK}">{len(hand)}</text>',
    ]
    if ranks is not None:
        parts.append(
            f'<text x="{_PANEL + 44}" y="{y + 33}" font-size="18" font-weight="700"'
            f' fill="#a06a12">#{ranks[seat]}</text>'
        )
    room = _PANEL_WIDTH - 80 - 12 - CARD_WIDTH
    step = min(CARD_WIDTH + 4.0, room / max(1, len(hand) - 1))
    drawn = view["drawn"] if view["seat"] == seat else None
    raised = len(hand) - 1 - hand[::-1].index(drawn) if drawn else None
    for number, name in enumerate(hand):
        x = _PANEL + 80 + number * step
        top = y + (7.0 if number == raised else 20.0)
        parts.append(back(x, top) if name == HIDDEN else card(name, x, top))
    return [*parts, "</g>"]


def _title(view: Mapping[str, Any], ranks: Sequence[int] | None) -> str:
    names = [name for name, _ in SEATS]
    if ranks is not None:
        winners = [names[seat] for seat, rank in enumerate(ranks) if rank == 1]
        return f"Block Out!: {' and '.join(winners)} {'wins' if len(winners) == 1 else 'share'}"
    to_do = {"play": "to play", "rebuild": "to begin a new tower", "bonus": "to place a free block"}
    return f"Block Out!: {names[view['seat']]} {to_do[view['stage']]}"


def _direction(view: Mapping[str, Any]) -> str:
    return "clockwise" if view["direction"] > 0 else "counter-clockwise"


def _description(view: Mapping[str, Any]) -> str:
    sentences = [
        f"Tower from bottom to top: {_listed(view['tower'])}.",
        f"Free blocks: {_listed(free_blocks(view))}.",
    ]
    for seat, hand in enumerate(view["hands"]):
        cards = f"{len(hand)} hidden" if HIDDEN in hand else f"{len(hand)}: {_listed(hand)}"
        sentences.append(f"Cards of {SEATS[seat][0]}, {cards}.")
    if view["drawn"]:
        sentences.append(f"Drawn, and to be played: {view['drawn']}.")
    stock = view["stock"]
    sentences.append(f"Stock: {stock if isinstance(stock, int) else _listed(counted(stock))}.")
    sentences.append(f"Discarded: {_listed(counted(view['discard']))}.")
    sentences.append(f"Play goes {_direction(view)}, turn {view['turn']}.")
    names = (f"{letter} {name}" for letter, name in zip(COLOURS, COLOUR_NAMES, strict=True))
    return " ".join([*sentences, f"Letters: {_listed(names)}; S small, M medium, L large; * any."])


def _listed(things: Iterable[str]) -> str:
    return ", ".join(things) or "none"
