"""Terminal text of Block Ness.

``O3`` is a foot of an orange ring of height 3, ``o3`` its arch; a following ``H`` or ``T`` is a
head or a tail. ``X3`` and ``x3`` are an obstacle's.
"""

from __future__ import annotations

from typing import NamedTuple

from empile.engine.errors import Reason
from empile.engine.game import State
from empile.games.block_ness.rules.components import COLOURS, Hole, Lake
from empile.games.block_ness.rules.state import HEAD, NOBODY, TAIL
from empile.games.block_ness.text.illegal import laid_rings, reserve, zone_of
from empile.games.block_ness.text.notation import hole_at, in_start

ANSI = {"orange": "38;5;208", "black": "38;5;16;48;5;250", "violet": "38;5;141", "green": "38;5;77"}
"""Black has a grey background for dark terminals."""
_DIM = "2"
_OBSTACLE = "x"


class _Ring(NamedTuple):
    seat: int
    feet: tuple[Hole, Hole]
    height: int

    @property
    def holes(self) -> list[Hole]:
        near, far = self.feet
        columns = range(min(near.column, far.column), max(near.column, far.column) + 1)
        rows = range(min(near.row, far.row), max(near.row, far.row) + 1)
        return [Hole(column, row) for column in columns for row in rows]


def to_text(state: State, lake: Lake, *, colour: bool, language: str) -> str:
    return "\n".join(_TerminalText(state, lake, colour, language).lines())


class _TerminalText:
    def __init__(self, state: State, lake: Lake, colour: bool, language: str) -> None:
        self.state, self.lake, self.colour, self.language = state, lake, colour, language
        self.zone = zone_of(state, lake)
        self.monsters: list[str] = [COLOURS[number] for number in state.game.options["colours"]]
        self.rings = [
            _Ring(seat, (hole_at(state, near), hole_at(state, far)), height)
            for seat, (near, far, height) in zip(
                state.field("ring_seat"), laid_rings(state), strict=False
            )
        ]
        # Later rings lie above earlier ones at every crossing.
        self.top = {hole: ring for ring in self.rings for hole in ring.holes}
        self.ends: dict[Hole, str] = {}
        for head_and_tail in state.field("end")[: state.game.num_players]:
            for end, letter in ((TAIL, "T"), (HEAD, "H")):
                if head_and_tail[end]:
                    self.ends[hole_at(state, head_and_tail[end])] = letter

    def lines(self) -> list[str]:
        low, high = self.zone
        columns = range(low.column, high.column + 1)
        names = "".join(f"  {chr(ord('a') + column)}  " for column in columns).rstrip()
        lines: list[str] = []
        for row in range(high.row, low.row - 1, -1):
            holes = [Hole(column, row) for column in columns]
            lines.append(f"{row + 1:>3} {self._row(holes)}".rstrip())
            if row > low.row:
                lines.append(f"    {self._joints_below(holes)}".rstrip())
        return [*lines, f"    {names}", "", *self._reserves()]

    def _row(self, holes: list[Hole]) -> str:
        cells: list[str] = []
        for hole in holes:
            beside = Hole(hole.column + 1, hole.row)
            ring = self._ring_over(hole, beside)
            joint = "  " if ring is None else self._paint("──", ring.seat)
            cells.append(self._cell(hole) + joint)
        return "".join(cells)

    def _joints_below(self, holes: list[Hole]) -> str:
        cells: list[str] = []
        for hole in holes:
            ring = self._ring_over(hole, Hole(hole.column, hole.row - 1))
            joint = " " if ring is None else self._paint("│", ring.seat)
            cells.append(f" {joint}   ")
        return "".join(cells)

    def _cell(self, hole: Hole) -> str:
        ring = self.top.get(hole)
        if ring is None:
            deep = in_start(self.state) and hole in self.lake.zones[2]
            return f" {self._dim('◦' if deep else '·')} "
        letter = _OBSTACLE if ring.seat == NOBODY else self.monsters[ring.seat][0]
        end = self.ends.get(hole, " ")
        name = (letter.upper() if hole in ring.feet else letter) + str(ring.height)
        return self._paint(name + end.strip(), ring.seat) + (" " if end == " " else "")

    def _ring_over(self, hole: Hole, beside: Hole) -> _Ring | None:
        for one, other in ((hole, beside), (beside, hole)):
            ring = self.top.get(one)
            if ring is not None and other in ring.holes:
                return ring
        return None

    def _reserves(self) -> list[str]:
        words = self.state.game.presenter.catalogue
        names = [
            words.format(self.language, Reason(f"colour.{monster}")) for monster in self.monsters
        ]
        width = max(map(len, names))
        acting = self.state.field("seat")
        lines: list[str] = []
        for seat, (monster, name_text) in enumerate(zip(self.monsters, names, strict=True)):
            rings = reserve(self.state, seat)
            name = self._paint(monster[0].upper(), seat) + f" {name_text:<{width}}"
            held = " ".join(str(ring) for ring in rings) or words.format(
                self.language, Reason("text.none")
            )
            lines.append(f"{'>' if seat == acting else ' '} {seat + 1} {name}  {held}")
        return lines

    def _paint(self, text: str, seat: int) -> str:
        if seat == NOBODY:
            return self._dim(text)
        return f"\x1b[{ANSI[self.monsters[seat]]}m{text}\x1b[0m" if self.colour else text

    def _dim(self, text: str) -> str:
        return f"\x1b[{_DIM}m{text}\x1b[0m" if self.colour else text
