"""Positions of On Top just before the end, built so that rare endings are near.

The reference builds them: a board is tiled but for some places, and its tiles are exchanged until the wanted
pawns are left. Both implementations play every tile on every place from there, and are compared.
"""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import empile
from tests.games.on_top.boards import random_start
from tests.games.on_top.reference import (
    COLOURS,
    Move,
    Point,
    Reference,
    corners,
    default_board,
    lies,
    tile_name,
    written,
)
from tests.games.on_top.test_reference import compare, compare_moves

SETTINGS: dict[str, dict[str, Any]] = {
    "2 seats": {"players": 2},
    "2 seats, deduct": {"players": 2, "neutral_out": "deduct"},
    "3 seats": {"players": 3},
    "3 seats, deduct": {"players": 3, "neutral_out": "deduct"},
    "4 seats": {"players": 4},
    "4 seats, teams": {"players": 4, "teams": True},
}

ALWAYS = {
    "a second's last pawn",
    "a top pawn's last",
    "a second's last pawn, the top's would be the last too",
    "an end before later circles",
    "an end on the last tile",
    "a full board",
}
SEVERAL = {"seconds' last pawns, one ahead", "seconds' last pawns, equal"}
NEUTRAL = {
    "a neutral second's last pawn",
    "a neutral top pawn's last",
    "a seat's and a neutral second's last pawns",
    "a neutral colour runs out: more points",
    "a neutral colour runs out: fewer pawns left",
    "a neutral colour runs out: equal",
}
KINDS = {
    "2 seats": ALWAYS | SEVERAL | NEUTRAL | {"two neutral seconds' last pawns"},
    "3 seats": ALWAYS | SEVERAL | NEUTRAL,
    "4 seats": ALWAYS | SEVERAL,
    "4 seats, teams": ALWAYS | SEVERAL | {"both partners' last pawns"},
}
"""The endings that there are."""
KINDS["2 seats, deduct"], KINDS["3 seats, deduct"] = KINDS["2 seats"], KINDS["3 seats"]

_TURNED = [order for name in default_board()["tiles"] for order in (name, name[2:] + name[:2])]
_MOST_OF_A_TILE = 20
_TRIES = 3_000


def kinds_of(before: Reference, after: Reference) -> set[str]:
    """What is remarkable about an ending."""
    if after.reason == "board-full":
        return {"a full board"}
    last = after.last[-1]
    seats = [c for c in after.out if COLOURS.index(c) < after.players]
    neutral = [c for c in after.out if c not in seats]
    cut = after.out[0] in last.tower and last.points == 0
    sides = {after.side(COLOURS.index(colour)) for colour in seats}
    result = after.result()
    assert result is not None
    found: set[str] = set()
    if not cut:
        found.add("a top pawn's last" if seats else "a neutral top pawn's last")
    elif seats and neutral:
        found.add("a seat's and a neutral second's last pawns")
    elif len(sides) > 1:
        ahead = len({after.side(seat) for seat in result["winners"]}) == 1
        found.add(f"seconds' last pawns, {'one ahead' if ahead else 'equal'}")
    elif len(seats) > 1:
        found.add("both partners' last pawns")
    elif seats:
        found.add("a second's last pawn")
    else:
        found.add("a neutral second's last pawn")
        if len(neutral) > 1:
            found.add("two neutral seconds' last pawns")
    if not seats:
        found.add(f"a neutral colour runs out: {_decided(after)}")
    if cut and seats and before_last(before, after)[top_of(after)] == 1:
        found.add("a second's last pawn, the top's would be the last too")
    if any(after.is_full(at) and at not in after.scored for at in after.points):
        found.add("an end before later circles")
    if all(map(after.is_filled, after.cells)):
        found.add("an end on the last tile")
    return found


def _decided(after: Reference) -> str:
    result = after.result()
    assert result is not None
    if len(result["winners"]) > 1:
        return "equal"
    best = max(result["scores"])
    return "more points" if result["scores"].count(best) == 1 else "fewer pawns left"


def top_of(after: Reference) -> str:
    """The colour with most at the last circle."""
    segments = after.segments(after.last[-1].at)
    return max(segments, key=lambda colour: segments[colour])


def before_last(before: Reference, after: Reference) -> Mapping[str, int]:
    """The pawns left before the last circle was scored."""
    placed = Counter("".join(circle.tower for circle in after.last[:-1]))
    return {colour: left - placed[colour] for colour, left in before.pawns.items()}


def tower_of(counts: Mapping[str, int]) -> str:
    most = max(counts.values())
    first = [colour for colour in COLOURS if counts[colour] == most]
    if most == 0 or len(first) > 1:
        return ""
    rest = max(counts[colour] for colour in COLOURS if colour != first[0])
    seconds = [c for c in COLOURS if rest and counts[c] == rest and c != first[0]]
    return "".join([*seconds, *first])


class Layout:
    """A tiled board with some places left, whose tiles can be exchanged."""

    def __init__(self, reference: Reference, luck: random.Random, places_left: int) -> None:
        self.reference = reference
        self.luck = luck
        self.tiles: list[Move] = []
        while not self.tiles or len(reference.places()) > places_left:
            move = Move(*luck.choice(reference.places()), luck.choice(_TURNED))
            reference.put(move)
            reference.fill_holes()
            self.tiles.append(move)
        full = {at for at in reference.points if reference.is_full(at)}
        self.scored = full - reference.scored
        """Without those that were full at set-up."""
        self.counts = {at: dict.fromkeys(COLOURS, 0) for at in reference.points}
        self.towers: dict[Point, str] = {}
        self.left = {
            colour: 20 if seat < reference.players else 21 for seat, colour in enumerate(COLOURS)
        }
        self.seconds = ""
        """Colours with a segment each at ``target``, where another one can get most."""
        self.target = luck.choice([at for at in reference.points if at not in full] or [None])
        for move in self.tiles:
            self._count(move, 1)

    def _count(self, move: Move, sign: int) -> None:
        for at, colour in lies(move.up, move.down, move.colours).items():
            cells = (at in corners(move.up)) + (at in corners(move.down))
            self.counts[at][colour] += sign * cells
            if at in self.scored:
                for placed in self.towers.pop(at, ""):
                    self.left[placed] += 1
                tower = tower_of(self.counts[at])
                if tower:
                    self.towers[at] = tower
                for placed in tower:
                    self.left[placed] -= 1

    def exchange_until(self, wanted: Mapping[str, int]) -> bool:
        """Exchange tiles until so many pawns of some colours are left, and some of all others."""
        distance = self._distance(wanted)
        for _ in range(_TRIES):
            if distance == 0:
                return True
            index = self.luck.randrange(len(self.tiles))
            old = self.tiles[index]
            new = Move(old.up, old.down, self.luck.choice(_TURNED))
            self._exchange(index, new)
            changed = self._distance(wanted)
            if changed <= distance or self.luck.random() < 0.01:
                distance = changed
            else:
                self._exchange(index, old)
        return False

    def _exchange(self, index: int, new: Move) -> None:
        self._count(self.tiles[index], -1)
        self.tiles[index] = new
        self._count(new, 1)

    def _distance(self, wanted: Mapping[str, int]) -> int:
        assert self.target is not None
        there = self.counts[self.target]
        others = [count for colour, count in there.items() if colour not in self.seconds]
        aim = sum(abs(there[colour] - 1) for colour in self.seconds) + (max(others) == 0)
        return (aim if self.seconds else 0) + sum(
            abs(left - wanted[colour]) if colour in wanted else max(0, 2 - left)
            for colour, left in self.left.items()
        )

    def begun(self) -> Reference:
        """The reference in this position, before a tile is drawn."""
        found = self.reference
        found.laid, found.shown = [], {}
        for move in self.tiles:
            found.put(move)
        used = Counter(tile_name(move.colours) for move in self.tiles)
        found.bag = {name: _MOST_OF_A_TILE - used[name] for name in found.bag}
        found.towers, found.pawns = dict(self.towers), dict(self.left)
        found.scored = {at for at in found.points if found.is_full(at)}
        found.seat = self.luck.randrange(found.players)
        found.raw_scores = points_of(found)
        return found


def points_of(reference: Reference) -> list[int]:
    """The points of the towers, by seat."""
    points = Counter[str]()
    for at, tower in reference.towers.items():
        points[tower[-1]] += len(tower) * (2 if at in reference.golden else 1)
    return [points[colour] for colour in COLOURS[: reference.players]]


def evened(reference: Reference, after: Reference, luck: random.Random) -> bool:
    """Change which intersections are golden so that the two best sides of an ending are equal."""
    sums = {after.side(seat): after.sum_of(after.side(seat)) for seat in range(after.players)}
    if after.reason == "last-pawn":
        out = {after.side(COLOURS.index(c)) for c in after.out if COLOURS.index(c) < after.players}
        sums = {side: sums[side] for side in out}
    if len(sums) < 2:
        return False
    behind, ahead = sorted(sums, key=lambda side: sums[side])[-2:]
    missing = sums[ahead] - sums[behind]
    towers = list(reference.towers.items())
    luck.shuffle(towers)
    for at, tower in towers:
        owner = COLOURS.index(tower[-1])
        side = reference.side(owner) if owner < reference.players else None
        wins = side == behind and at not in reference.golden
        loses = side == ahead and at in reference.golden
        if (wins or loses) and len(tower) <= missing:
            reference.golden ^= {at}
            missing -= len(tower)
    reference.options["board"]["golden"] = sorted(map(written, reference.golden))
    reference.raw_scores = points_of(reference)
    return missing == 0


def build(setting: str, luck: random.Random, kind: str) -> Reference | None:
    """Build a position near an ending; None if no exchange of tiles led to the wanted pawns."""
    board: dict[str, Any] = {
        **default_board(),
        "tiles": dict.fromkeys(default_board()["tiles"], _MOST_OF_A_TILE),
    }
    start = board["start"] if luck.random() < 0.6 else random_start(luck, board["cells"])
    options: dict[str, Any] = {"board": board, "start": start, **SETTINGS[setting]}
    plain = empile.load("on-top", **options).options
    layout = Layout(Reference(plain), luck, luck.choice((1, 2, 4, 8)))
    if layout.target is None:  # the last tile filled two places
        return None
    seats, neutral = COLOURS[: layout.reference.players], COLOURS[layout.reference.players :]
    few = luck.sample(COLOURS, luck.choice((1, 2, 2, 3)))
    wanted = {colour: luck.choice((1, 1, 1, 2)) for colour in few}
    if kind.startswith("seconds'"):
        layout.seconds = luck.choice(("BY", "YR", "RW", "BW") if len(seats) == 4 else (seats[:2],))
    elif kind.startswith("a seat's and"):
        layout.seconds = luck.choice(seats) + luck.choice(neutral)
    elif kind.startswith("two neutral"):
        layout.seconds = neutral
    elif kind.startswith("both partners'"):
        layout.seconds = luck.choice(("BR", "YW"))
    elif "runs out" in kind:  # with equal pawns, equal points are shared
        one, other = luck.sample(seats, 2)
        left = luck.randint(2, 5)
        wanted = {luck.choice(neutral): 1, one: left, other: left + ("fewer" in kind)}
    if layout.seconds:
        wanted = dict.fromkeys(layout.seconds, 1)
    return layout.begun() if layout.exchange_until(wanted) else None


def endings(reference: Reference) -> Iterator[tuple[Reference, str, Reference]]:
    """Each tile on each place that ends the game: before the move, the move, after it."""
    for name in sorted(reference.bag):
        drawn = reference.after(f"~{name}")
        for text in drawn.legal_texts():
            after = drawn.after(text)
            if after.reason is not None:
                yield drawn, text, after


def meet(setting: str, luck: random.Random, often: int, most: float = math.inf) -> Counter[str]:
    """Compare both implementations until each kind of ending was met so often; return how often.

    Stops earlier after ``most`` positions.

    Raises ``AssertionError`` where they differ, or for an ending that ``KINDS`` does not have.
    """
    met = Counter(dict.fromkeys(KINDS[setting], 0))
    built = 0
    while min(met.values()) < often and built < most:
        rarest = min(met, key=lambda kind: (met[kind], luck.random()))
        reference = build(setting, luck, rarest)
        if reference is None:
            continue
        built += 1
        ends = list(endings(reference))
        _count(met, setting, ends)
        rare = [one for one in ends if "last pawns" in rarest or "runs out" in rarest]
        if rare:
            chosen = min(rare, key=lambda end: min(met[kind] for kind in kinds_of(end[0], end[2])))
            if evened(reference, chosen[2], luck):
                _count(met, setting, list(endings(reference)))
    return met


def _count(met: Counter[str], setting: str, ends: list[tuple[Reference, str, Reference]]) -> None:
    game = empile.load("on-top", **ends[0][0].options) if ends else None
    for drawn, text, after in ends:
        assert game is not None
        kinds = kinds_of(drawn, after)
        assert kinds <= KINDS[setting], kinds
        state = game.state_from_position(drawn.position())
        compare_moves(state, drawn, [text])
        encoder = game.presenter.json
        action = state.read_text(text).actions[0]
        effects = json.loads(encoder.move(state, action)).get("effects", {})
        assert effects == after.move_effects()
        state.apply_text(text)
        compare(state, after)
        assert json.loads(encoder.view(state, None)) == after.position()
        met.update(kinds)
