"""Terminal text of Block Ness.

``O3`` is a foot of an orange ring of height 3, ``o3`` its arch; a following ``H`` or ``T`` is a
head or a tail. ``X3`` and ``x3`` are an obstacle's.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from empile.engine.errors import Reason
from empile.engine.game import State
from empile.games.block_ness.rules.components import COLOURS, Hole, Lake
from empile.games.block_ness.rules.state import HEAD, NOBODY, TAIL
from empile.games.block_ness.text.notation import hole_at, in_start
from empile.games.block_ness.text.rings import laid_rings, reserve, zone_of

ANSI = {"orange": "38;5;208", "black": "38;5;16;48;5;250", "violet": "38;5;141", "green": "38;5;77"}
"""Black has a grey background for dark terminals."""
_DIM = "2"
_OBSTACLE = "x"


class _Ring(NamedTuple):
    seat: int
    feet: tuple[Hole, Hole]
    height: int
    holes: frozenset[Hole]
    """Feet and what the arch passes over."""


@lru_cache(maxsize=4096)
def _holes(near: Hole, far: Hole) -> frozenset[Hole]:
    columns = range(min(near.column, far.column), max(near.column, far.column) + 1)
    rows = range(min(near.row, far.row), max(near.row, far.row) + 1)
    return frozenset(Hole(column, row) for column in columns for row in rows)


def to_text(state: State, lake: Lake, *, colour: bool, language: str) -> str:
    return "\n".join(_TerminalText(state, lake, colour, language).lines())


class _TerminalText:
    def __init__(self, state: State, lake: Lake, colour: bool, language: str) -> None:
        self.state, self.lake, self.colour, self.language = state, lake, colour, language
        self.zone = zone_of(state, lake)
        self.monsters: list[str] = [COLOURS[number] for number in state.game.options["colours"]]
        self.rings: list[_Ring] = []
        for seat, (near, far, height) in zip(
            state.field("ring_seat"), laid_rings(state), strict=False
        ):
            feet = hole_at(state, near), hole_at(state, far)
            self.rings.append(_Ring(seat, feet, height, _holes(*feet)))
        # Later rings lie above earlier ones at every crossing.
        self.top = {hole: ring for ring in self.rings for hole in ring.holes}
        self.beside, self.below = self._joints(1, 0), self._joints(0, -1)
        self.ends: dict[Hole, str] = {}
        for head_and_tail in state.field("end")[: state.game.num_players]:
            for end, letter in ((TAIL, "T"), (HEAD, "H")):
                if head_and_tail[end]:
                    self.ends[hole_at(state, head_and_tail[end])] = letter

    def _joints(self, columns: int, rows: int) -> dict[Hole, _Ring]:
        """Return the rings that can be seen between a hole and the next one, by hole."""
        found: dict[Hole, _Ring] = {}
        for hole, ring in self.top.items():
            before = Hole(hole.column - columns, hole.row - rows)
            if before in ring.holes:
                found[before] = ring
        for hole, ring in self.top.items():
            if Hole(hole.column + columns, hole.row + rows) in ring.holes:
                found[hole] = ring
        return found

    def lines(self) -> list[str]:
        low, high = self.zone
        columns = range(low.column, high.column + 1)
        names = "".join(f"  {chr(ord('a') + column)}  " for column in columns).rstrip()
        lines: list[str] = []
        for row in range(high.row, low.row - 1, -1):
            holes = [Hole(column, row) for column in columns]
            lines.append(f"{row + 1:>3} {''.join(map(self._cell, holes))}".rstrip())
            if row > low.row:
                lines.append(f"    {''.join(map(self._joint_below, holes))}".rstrip())
        return [*lines, f"    {names}", "", *self._reserves()]

    def _joint_below(self, hole: Hole) -> str:
        ring = self.below.get(hole)
        return "     " if ring is None else f" {self._paint('│', ring.seat)}   "

    def _cell(self, hole: Hole) -> str:
        """Return five signs: the hole, and what lies between it and the next one."""
        beside = self.beside.get(hole)
        joint = "  " if beside is None else self._paint("──", beside.seat)
        ring = self.top.get(hole)
        if ring is None:
            deep = in_start(self.state) and hole in self.lake.zones[2]
            return f" {self._dim('◦' if deep else '·')} {joint}"
        letter = _OBSTACLE if ring.seat == NOBODY else self.monsters[ring.seat][0]
        end = self.ends.get(hole, " ")
        name = (letter.upper() if hole in ring.feet else letter) + str(ring.height)
        painted = self._paint(name + end.strip(), ring.seat)
        return painted + (" " if end == " " else "") + joint

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
