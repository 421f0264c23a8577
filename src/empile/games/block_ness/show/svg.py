"""SVG of a Block Ness position: the lake from above, reserves below.

Higher rings are drawn later, lighter and with a longer shadow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from html import escape
from typing import Any, NamedTuple

from empile.games.block_ness.rules.components import Hole, read_hole

CELL = 40
MARGIN = 30
ROW = 58
LEAST_WIDTH = 470

_WATER = ("#8ec7d6", "#4f9fbd", "#1f6690")
_BAND = 21


class _Coat(NamedTuple):
    dark: tuple[int, int, int]
    light: tuple[int, int, int]
    pattern: str


_COATS = {
    "orange": _Coat((196, 88, 12), (255, 190, 92), '<circle cx="5" cy="5" r="2.1"/>'),
    "black": _Coat((38, 40, 48), (142, 148, 162), '<path d="M-2 12L12 -2M4 16L16 4M-4 4L4 -4"/>'),
    "violet": _Coat((92, 44, 140), (204, 162, 240), '<path d="M0 3Q2.5 0 5 3T10 3M0 8Q2.5 5 5 8T10 8"/>'),
    "green": _Coat((24, 104, 52), (150, 214, 132), '<path d="M0 2L5 7L10 2M0 8L5 13L10 8M0 -4L5 1L10 -4"/>'),
    "stone": _Coat((92, 90, 86), (206, 202, 194), '<path d="M-2 3L3 -2M2 12L12 2M7 12L12 7"/>'),
}  # fmt: skip

_OBSTACLE = "stone"


def to_svg(
    position: Mapping[str, Any], setup: Mapping[str, Any], ranks: Sequence[int] | None
) -> str:
    """Return a position as an SVG document; ``ranks`` are the final ranks or None."""
    lake = _Lake(setup)
    seats = len(setup["colours"])
    height = lake.bottom + MARGIN + 6 + ROW * seats
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {lake.width} {height}"'
        ' role="img" aria-labelledby="bn-title bn-desc"'
        ' font-family="system-ui,Segoe UI,Helvetica,Arial,sans-serif">',
        f'<title id="bn-title">{escape(_title(position, setup, ranks), quote=False)}</title>',
        f'<desc id="bn-desc">{escape(_description(position, setup), quote=False)}</desc>',
        _definitions([*setup["colours"], *([_OBSTACLE] if seats == 1 else [])]),
        f'<rect width="{lake.width}" height="{height}" rx="14" fill="#f4efe4"/>',
        *_water(lake, position, setup),
    ]
    rings = position["rings"]
    order = sorted(range(len(rings)), key=lambda i: (rings[i]["height"], i))
    playing = position["stage"] != "start"
    for index in order:
        ring = rings[index]
        last = playing and index == len(rings) - 1
        over = [rings[other] for other in order if rings[other]["height"] > ring["height"]]
        ends = {end for end in (*position["heads"], *position["tails"]) if end is not None}
        at = _number_position(ring, over, ends)
        colour = _OBSTACLE if ring["seat"] is None else setup["colours"][ring["seat"]]
        parts += _ring(lake, ring, colour, at, last=last)
    for seat, colour in enumerate(setup["colours"]):
        for key, draw in (("tails", _tail), ("heads", _head)):
            end = position[key][seat]
            if end is not None:
                parts.append(draw(*lake.centre(end), _facing(rings, end), colour))
    for seat in range(seats):
        parts += _strip(lake, seat, position, setup, ranks)
    return "".join([*parts, "</svg>"])


class _Lake:
    def __init__(self, setup: Mapping[str, Any]) -> None:
        self.columns: int = setup["columns"]
        self.rows: int = setup["rows"]
        self.width = max(self.columns * CELL + 2 * MARGIN, LEAST_WIDTH)
        self.left = (self.width - self.columns * CELL) // 2
        self.top = MARGIN
        self.bottom = self.top + self.rows * CELL

    def centre(self, hole: str) -> tuple[int, int]:
        at = _hole(hole)
        return (
            self.left + at.column * CELL + CELL // 2,
            self.bottom - at.row * CELL - CELL // 2,
        )

    def params(self, corners: Sequence[str]) -> str:
        """Return a rectangle's attributes over the zone between two corners."""
        low, high = (_hole(corner) for corner in corners)
        x = self.left + low.column * CELL
        y = self.bottom - (high.row + 1) * CELL
        wide, tall = (high.column - low.column + 1) * CELL, (high.row - low.row + 1) * CELL
        return f'x="{x}" y="{y}" width="{wide}" height="{tall}"'


def _hole(text: str) -> Hole:
    found = read_hole(text)
    assert found is not None
    return found


def _mixed(coat: _Coat, height: int) -> str:
    share = (min(max(height, 1), 9) - 1) / 8
    share = share**0.75  # most rings are low: spread those most
    mixed = (round(d + (b - d) * share) for d, b in zip(coat.dark, coat.light, strict=True))
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def _definitions(colours: Sequence[str]) -> str:
    patterns = "".join(
        f'<pattern id="bn-{colour}" width="10" height="10" patternUnits="userSpaceOnUse">'
        f'<g fill="{"#fff" if colour == "orange" else "none"}" stroke="#fff"'
        f' stroke-width="{0 if colour == "orange" else 1.6}">{_COATS[colour].pattern}</g></pattern>'
        for colour in colours
    )
    return (
        "<defs>"
        f"{patterns}"
        '<radialGradient id="bn-light" cx=".38" cy=".3" r=".95"><stop offset="0"'
        ' stop-color="#fff" stop-opacity=".22"/><stop offset="1" stop-color="#01283f"'
        ' stop-opacity=".28"/></radialGradient>'
        '<pattern id="bn-waves" width="80" height="40" patternUnits="userSpaceOnUse">'
        '<path d="M0 12q10-7 20 0t20 0t20 0t20 0M-20 32q10-7 20 0t20 0t20 0t20 0t20 0" fill="none"'
        ' stroke="#fff" stroke-opacity=".13" stroke-width="1.5"/></pattern>'
        "</defs>"
    )


def _water(lake: _Lake, position: Mapping[str, Any], setup: Mapping[str, Any]) -> list[str]:
    whole = lake.params(["a1", str(Hole(lake.columns - 1, lake.rows - 1))])
    zone, deep = lake.params(position["zone"]), lake.params(setup["deep"])
    parts = [f'<rect {whole} rx="12" fill="{_WATER[0]}"/>']
    if zone not in (whole, deep):
        parts.append(f'<rect {zone} rx="9" fill="{_WATER[1]}"/>')
    parts.append(f'<rect {deep} rx="7" fill="{_WATER[2]}"/>')
    parts += [
        f'<rect {whole} rx="12" fill="url(#bn-waves)"/>',
        f'<rect {whole} rx="12" fill="url(#bn-light)"/>',
    ]
    if zone != whole:
        parts.append(
            f'<rect {zone} rx="8" fill="none" stroke="#fff" stroke-opacity=".85"'
            ' stroke-width="2" stroke-dasharray="7 5"/>'
        )
    low, high = (_hole(corner) for corner in position["zone"])
    used: list[str] = []
    unused: list[str] = []
    for row in range(lake.rows):
        for column in range(lake.columns):
            inside = low.column <= column <= high.column and low.row <= row <= high.row
            x, y = lake.centre(str(Hole(column, row)))
            (used if inside else unused).append(f"M{x - 4} {y}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0")
    parts.append(f'<path d="{"".join(used)}" fill="#06263a" fill-opacity=".62"/>')
    if unused:
        parts.append(f'<path d="{"".join(unused)}" fill="#06263a" fill-opacity=".2"/>')
    parts.append('<g font-size="13" fill="#4a5a60" text-anchor="middle">')
    for column in range(lake.columns):
        x = lake.left + column * CELL + CELL // 2
        letter = chr(ord("a") + column)
        parts.append(f'<text x="{x}" y="{lake.bottom + 19}">{letter}</text>')
    for row in range(lake.rows):
        y = lake.bottom - row * CELL - CELL // 2 + 5
        parts.append(f'<text x="{lake.left - 15}" y="{y}">{row + 1}</text>')
    parts.append("</g>")
    return parts


def _number_position(
    ring: Mapping[str, Any], over: Sequence[Mapping[str, Any]], ends: Set[str]
) -> float:
    """Return the position (0 to 1) of a ring's number."""
    way = [str(hole) for hole in _way(ring)]
    distance = len(way) - 1
    covering = {str(hole) for other in over for hole in _way(other)}
    crossed = [k for k in range(1, distance) if way[k] in covering]
    ended = [k for k in (0, distance) if way[k] in ends]
    quarters = sorted(
        (k / 4 for k in range(4 * distance + 1)), key=lambda at: (abs(at - distance / 2), at)
    )
    for at in quarters:
        if all(abs(at - k) >= 0.75 for k in crossed) and all(abs(at - k) >= 0.75 for k in ended):
            return at / distance
    return 0.5


def _way(ring: Mapping[str, Any]) -> list[Hole]:
    near, far = (_hole(foot) for foot in ring["feet"])
    distance = abs(far.column - near.column) + abs(far.row - near.row)
    column, row = (far.column - near.column) // distance, (far.row - near.row) // distance
    return [Hole(near.column + k * column, near.row + k * row) for k in range(distance + 1)]


def _ring(lake: _Lake, ring: Mapping[str, Any], colour: str, at: float, *, last: bool) -> list[str]:
    (x1, y1), (x2, y2) = (lake.centre(foot) for foot in ring["feet"])
    height: int = ring["height"]
    coat = _COATS[colour]
    left, top = min(x1, x2) - _BAND / 2, min(y1, y2) - _BAND / 2
    wide, tall = abs(x2 - x1) + _BAND, abs(y2 - y1) + _BAND
    band = f'x="{left:g}" y="{top:g}" width="{wide:g}" height="{tall:g}" rx="{_BAND / 2:g}"'
    shadow = (
        f'<rect x="{left + 1 + 0.9 * height:g}" y="{top + 2 + 1.3 * height:g}" width="{wide:g}"'
        f' height="{tall:g}" rx="{_BAND / 2:g}" fill="#00141f" fill-opacity=".3"/>'
    )
    edge, thick = ("#fff", 2.4) if last else ("#0b1a22", 1.2)
    along_x = y1 == y2
    back = (
        f"M{left + 10:g} {top + 5:g}h{wide - 20:g}"
        if along_x
        else f"M{left + 5:g} {top + 10:g}v{tall - 20:g}"
    )
    feet = "".join(
        f'<circle cx="{x}" cy="{y}" r="5.2" fill="{_mixed(coat, 1)}" stroke="#0b1a22"'
        ' stroke-opacity=".55"/>'
        for x, y in ((x1, y1), (x2, y2))
    )
    number_x, number_y = x1 + at * (x2 - x1), y1 + at * (y2 - y1)
    return [
        "<g>",
        shadow,
        f'<rect {band} fill="{_mixed(coat, height)}"/>',
        f'<rect {band} fill="url(#bn-{colour})" fill-opacity=".34" stroke="{edge}"'
        f' stroke-width="{thick}"/>',
        f'<path d="{back}" stroke="#fff" stroke-opacity=".45" stroke-width="2.2"'
        ' stroke-linecap="round"/>',
        feet,
        f'<circle cx="{number_x:g}" cy="{number_y:g}" r="8.6" fill="#fffdf5" stroke="#0b1a22"'
        ' stroke-width=".8"/>',
        f'<text x="{number_x:g}" y="{number_y + 4.6:g}" font-size="13" font-weight="700"'
        f' text-anchor="middle" fill="#111c22">{height}</text>',
        "</g>",
    ]


def _facing(rings: Sequence[Mapping[str, Any]], end: str) -> int:
    """Return the direction of an end in degrees clockwise from the right."""
    ring = next(ring for ring in rings if end in ring["feet"])
    here = _hole(end)
    there = _hole(next(foot for foot in ring["feet"] if foot != end))
    if here.row == there.row:
        return 0 if here.column > there.column else 180
    return 270 if here.row > there.row else 90


def _head(x: float, y: float, facing: int, colour: str) -> str:
    coat = _COATS[colour]
    return (
        f'<g transform="translate({x:g} {y:g}) rotate({facing})">'
        '<ellipse cx="3.5" cy="4.5" rx="16" ry="13.5" fill="#00141f" fill-opacity=".3"/>'
        f'<path d="M-13 -9L-19 -15L-8 -12M-13 9L-19 15L-8 12" fill="{_mixed(coat, 6)}"'
        ' stroke="#0b1a22" stroke-width="1.2"/>'
        f'<ellipse cx="0" cy="0" rx="16" ry="13.5" fill="{_mixed(coat, 3)}"/>'
        f'<ellipse cx="0" cy="0" rx="16" ry="13.5" fill="url(#bn-{colour})" fill-opacity=".3"'
        ' stroke="#fff" stroke-width="2"/>'
        '<g fill="#fff" stroke="#0b1a22"><circle cx="5" cy="-7" r="4.6"/>'
        '<circle cx="5" cy="7" r="4.6"/></g>'
        '<circle cx="6.6" cy="-7" r="2.1" fill="#0b1a22"/>'
        '<circle cx="6.6" cy="7" r="2.1" fill="#0b1a22"/>'
        '<path d="M13 -3.4v1.4M13 2v1.4" stroke="#0b1a22" stroke-width="1.6"'
        ' stroke-linecap="round"/></g>'
    )


def _tail(x: float, y: float, facing: int, colour: str) -> str:
    coat = _COATS[colour]
    fin = "M-13 0Q-4 -9 4 -5Q8 -13 17 -13Q12 -5 12 0Q12 5 17 13Q8 13 4 5Q-4 9 -13 0Z"
    return (
        f'<g transform="translate({x:g} {y:g}) rotate({facing})">'
        f'<path d="{fin}" transform="translate(3 4)" fill="#00141f" fill-opacity=".3"/>'
        f'<path d="{fin}" fill="{_mixed(coat, 3)}"/>'
        f'<path d="{fin}" fill="url(#bn-{colour})" fill-opacity=".3" stroke="#fff"'
        ' stroke-width="2" stroke-linejoin="round"/></g>'
    )


def _strip(
    lake: _Lake,
    seat: int,
    position: Mapping[str, Any],
    setup: Mapping[str, Any],
    ranks: Sequence[int] | None,
) -> list[str]:
    colour = setup["colours"][seat]
    top = lake.bottom + MARGIN + ROW * seat
    to_act = position["seat"] == seat
    won = ranks is not None and ranks[seat] == 1
    frame = 'stroke="#c8862a" stroke-width="2.5"' if to_act or won else 'stroke="#d8cfbd"'
    parts = [
        f'<rect x="12" y="{top + 3}" width="{lake.width - 24}" height="{ROW - 6}" rx="10"'
        f' fill="#fffdf8" {frame}/>',
        _head(42, top + ROW / 2, 0, colour),
    ]
    under = _under_head(position, seat)
    if under is not None:
        parts.append(
            f'<text x="66" y="{top + ROW / 2 + 6:g}" font-size="17" font-weight="700"'
            f' fill="#22313a">{under}</text>'
        )
    if ranks is not None:
        parts.append(
            f'<text x="{lake.width - 26}" y="{top + ROW / 2 + 8:g}" font-size="22"'
            f' font-weight="700" text-anchor="end" fill="#c8862a">#{ranks[seat]}</text>'
        )
    return [*parts, *_reserve(lake, top, position["reserves"][seat], colour)]


def _under_head(position: Mapping[str, Any], seat: int) -> int | None:
    head = position["heads"][seat]
    if head is None:
        return None
    found: int = next(ring["height"] for ring in position["rings"] if head in ring["feet"])
    return found


def _reserve(lake: _Lake, top: int, reserve: Sequence[str], colour: str) -> list[str]:
    rings = sorted(
        (tuple(map(int, text.split("."))) for text in reserve), key=lambda r: (r[1], r[0])
    )
    wide = sum(10 + 5 * distance + 8 for distance, _ in rings)
    room = lake.width - 24 - 80 - 56
    scale = min(1.0, room / wide) if wide else 1.0
    parts = [f'<g transform="translate(92 {top + ROW - 14}) scale({scale:g})">']
    x = 0
    for distance, height in rings:
        span, rise = 10 + 5 * distance, 8 + 3 * height
        arch = f"M{x} 0V{-rise + 7}q0 -7 7 -7h{span - 14}q7 0 7 7V0h-5V{-rise + 8}q0 -3 -3 -3"
        arch += f"h{-(span - 16)}q-3 0 -3 3V0z"
        parts.append(
            f'<path d="{arch}" fill="{_mixed(_COATS[colour], height)}" stroke="#0b1a22"'
            ' stroke-width=".8"/>'
            f'<text x="{x + span / 2:g}" y="9" font-size="9" text-anchor="middle"'
            f' fill="#4a5a60">{height}</text>'
        )
        x += span + 8
    parts.append("</g>")
    return parts


def _title(
    position: Mapping[str, Any], setup: Mapping[str, Any], ranks: Sequence[int] | None
) -> str:
    colours: Sequence[str] = setup["colours"]
    if ranks == [2]:
        return f"Block Ness: {colours[0]} is stuck"
    if ranks is not None:
        winners = [colour for colour, rank in zip(colours, ranks, strict=True) if rank == 1]
        return f"Block Ness: {' and '.join(winners)} {'wins' if len(winners) == 1 else 'share'}"
    return f"Block Ness: {colours[position['seat']]} to move"


def _description(position: Mapping[str, Any], setup: Mapping[str, Any]) -> str:
    lines: list[str] = []
    obstacles = _laid_by(position, None)
    if obstacles:
        lines.append(f"obstacles: {obstacles}.")
    for seat, colour in enumerate(setup["colours"]):
        left = len(position["reserves"][seat])
        if position["heads"][seat] is None:
            lines.append(f"{colour}: not on the lake yet, {left} rings in reserve.")
            continue
        laid = _laid_by(position, seat)
        lines.append(
            f"{colour}: head on {position['heads'][seat]} at height"
            f" {_under_head(position, seat)}, tail on {position['tails'][seat]},"
            f" {left} {'ring' if left == 1 else 'rings'} in reserve; rings {laid}."
        )
    return " ".join(lines)


def _laid_by(position: Mapping[str, Any], seat: int | None) -> str:
    return ", ".join(
        f"{ring['feet'][0]} to {ring['feet'][1]} height {ring['height']}"
        for ring in position["rings"]
        if ring["seat"] == seat
    )
