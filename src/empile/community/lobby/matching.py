"""Which seekers play together: pure functions over all seeks, for one wave.

Two seats: maximum-weight matching (Galil 1986, by `rustworkx`) over pairs that suit each other. The
weight prefers close ratings, and long waits. More seats: groups around the seekers that have waited
longest, each filled by the closest ratings. Ranges are never ignored, however long a seeker waits.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, permutations
from typing import Final, NamedTuple

import rustworkx

_NEIGHBOURS: Final = 16
"""How many that suit a seeker are weighed, the closest ratings first."""
_LOOKED_AT: Final = 400
"""How many are looked at for them."""
AT_ONCE: Final = 50
"""New seekers of a wave; others wait for the next, a moment later."""
_BASE: Final = 20_000
"""Weight of any match: two matches beat a closer one."""
_SECOND: Final = 5
"""How many points of rating a second of waiting is worth."""
_MOST_SECONDS: Final = 600.0
_LIKED_LESS: Final = 40
"""How many points of rating it is worth that a kind of game is one place further down a list."""


class Kind(NamedTuple):
    """Seekers of the same kind of game can play together."""

    game: str
    players: int
    options: str
    """Canonical JSON of the options."""
    clock: str
    """Canonical JSON of the clock, or ``""``."""
    rated: bool


class Seeker(NamedTuple):
    """A seek, as matching needs it."""

    id: str
    since: float
    """Seconds, on any scale."""
    kinds: tuple[Kind, ...]
    """The kinds of game that suit, the best first."""
    ratings: tuple[int | None, ...] = ()
    """By kind, or empty; None for a guest."""
    below: int | None = None
    """How much lower the rating of others may be."""
    above: int | None = None
    account: int | None = None
    """Members of one account do not meet by chance."""
    avoids: frozenset[int] = frozenset()
    """Accounts that do not want to meet this one, or which this one does not want to meet."""

    def rating(self, kind: Kind) -> int | None:
        return self.ratings[self.kinds.index(kind)] if self.ratings else None


class Match(NamedTuple):
    """Seekers that get a table, in the order of places."""

    kind: Kind
    seekers: tuple[str, ...]


class Wave(NamedTuple):
    """The result of a wave."""

    matches: list[Match]
    done: frozenset[str]
    """The new seekers that are in a match, or without a suitable partner."""


def match(
    seekers: Iterable[Seeker],
    now: float,
    new: Container[str] | None = None,
    teams_of: Callable[[Kind], Sequence[int]] = lambda kind: range(kind.players),
) -> Wave:
    """Return the matches of a wave. Each seeker is in one at most.

    :param now: the time, on the scale of :attr:`Seeker.since`
    :param new: seekers since the last wave; others have been compared. Default: all
    :param teams_of: the team of each place of a kind of game

    >>> kind = Kind("blox", 2, "{}", "", False)
    >>> match([Seeker("a", 0.0, (kind,)), Seeker("b", 1.0, (kind,))], 2.0).matches[0].seekers
    ('a', 'b')
    """
    free = {seeker.id: seeker for seeker in sorted(seekers, key=lambda one: (one.since, one.id))}
    first = [seeker for seeker in free.values() if new is None or seeker.id in new][:AT_ONCE]
    index = Index(free.values(), dict.fromkeys(kind for one in first for kind in one.kinds))
    found: list[Match] = []
    for kind in sorted(index.kinds, key=lambda kind: -kind.players):
        if kind.players > 2:  # first: these are the hardest to fill
            for group in _groups(kind, first, free, index, now):
                found.append(Match(kind, _placed(kind, group, teams_of(kind))))
    pairs, wanted = _pairs(first, free, index, now)
    found.extend(pairs)
    left = wanted.difference(*(one.seekers for one in found))
    return Wave(found, frozenset(seeker.id for seeker in first) - left)


class Index:
    """The seekers of each kind of game, by rating."""

    def __init__(self, seekers: Iterable[Seeker], kinds: Iterable[Kind]) -> None:
        self.kinds: dict[Kind, list[tuple[int, str]]] = {kind: [] for kind in kinds}
        for seeker in seekers:
            for kind in seeker.kinds:
                if kind in self.kinds:
                    self.kinds[kind].append((seeker.rating(kind) or 0, seeker.id))
        for ordered in self.kinds.values():
            ordered.sort()

    def near(self, seeker: Seeker, kind: Kind, free: Mapping[str, Seeker]) -> Iterator[Seeker]:
        """Yield free seekers that suit one, the closest ratings first."""
        ordered, own = self.kinds[kind], seeker.rating(kind) or 0
        above = bisect_left(ordered, (own, seeker.id))
        below = above - 1
        for _ in range(_LOOKED_AT):
            if above < len(ordered) and (
                below < 0 or ordered[above][0] - own <= own - ordered[below][0]
            ):
                place, above = above, above + 1
            elif below >= 0:
                place, below = below, below - 1
            else:
                return
            other = free.get(ordered[place][1])
            if other is not None and other is not seeker and suit(seeker, other, kind):
                yield other


def suit(one: Seeker, other: Seeker, kind: Kind) -> bool:
    """Return whether two seekers may meet in a kind of game."""
    if one.account is not None and (one.account == other.account or other.account in one.avoids):
        return False
    if one.account in other.avoids:
        return False
    ours, theirs = one.rating(kind), other.rating(kind)
    return _is_in_range(one, ours, theirs) and _is_in_range(other, theirs, ours)


def _is_in_range(seeker: Seeker, own: int | None, other: int | None) -> bool:
    if seeker.below is None and seeker.above is None:
        return True
    if own is None or other is None:
        return False
    least = own - seeker.below if seeker.below is not None else other
    most = own + seeker.above if seeker.above is not None else other
    return least <= other <= most


def _waited(seeker: Seeker, now: float) -> float:
    return min(max(now - seeker.since, 0.0), _MOST_SECONDS)


def _gap(one: Seeker, other: Seeker, kind: Kind) -> int:
    ours, theirs = one.rating(kind), other.rating(kind)
    return 0 if ours is None or theirs is None else abs(ours - theirs)


# -- Two seats -------------------------------------------------------------------------------------


def _pairs(
    first: Iterable[Seeker], free: Mapping[str, Seeker], index: Index, now: float
) -> tuple[list[Match], set[str]]:
    """Return matches, and the seekers with a suitable partner."""
    best: dict[tuple[str, str], tuple[int, Kind]] = {}
    for one in first:
        if one.id not in free:
            continue
        for kind in one.kinds:
            if kind.players != 2:
                continue
            for other in islice(index.near(one, kind, free), _NEIGHBOURS):
                older, newer = sorted((one, other), key=lambda each: (each.since, each.id))
                pair, weight = (older.id, newer.id), _weight(one, other, kind, now)
                if pair not in best or weight > best[pair][0]:
                    best[pair] = (weight, kind)
    numbers = {name: number for number, name in enumerate(dict.fromkeys(chain(*best)))}
    pairs = {(numbers[a], numbers[b]): (a, b) for a, b in best}
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(range(len(numbers))))
    graph.add_edges_from([(*edge, best[pair][0]) for edge, pair in pairs.items()])
    chosen = rustworkx.max_weight_matching(graph, weight_fn=int)
    matched = [pairs.get((a, b)) or pairs[b, a] for a, b in chosen]
    return [Match(best[pair][1], pair) for pair in sorted(matched)], set(numbers)


def _weight(one: Seeker, other: Seeker, kind: Kind, now: float) -> int:
    waited = _waited(one, now) + _waited(other, now)
    places = one.kinds.index(kind) + other.kinds.index(kind)
    lost = _gap(one, other, kind) + _LIKED_LESS * places
    return max(1, _BASE + round(_SECOND * waited) - lost)


# -- More seats ------------------------------------------------------------------------------------


def _groups(
    kind: Kind, first: Iterable[Seeker], free: dict[str, Seeker], index: Index, now: float
) -> Iterator[list[Seeker]]:
    """Yield compatible groups, and remove them from the free seekers."""
    for one in first:
        if one.id in free and kind in one.kinds:
            group = _group_of(kind, one, free, index, now)
            if group is not None:
                for seeker in group:
                    del free[seeker.id]
                yield group


def _group_of(
    kind: Kind, first: Seeker, free: Mapping[str, Seeker], index: Index, now: float
) -> list[Seeker] | None:
    def cost(other: Seeker) -> float:
        return _gap(first, other, kind) - _SECOND * _waited(other, now)

    group = [first]
    for one in sorted(index.near(first, kind, free), key=cost):
        if all(suit(one, other, kind) for other in group):
            group.append(one)
            if len(group) == kind.players:
                return sorted(group, key=lambda each: (each.since, each.id))
    return None


def _placed(kind: Kind, group: Sequence[Seeker], teams: Sequence[int]) -> tuple[str, ...]:
    """Return the group in the order of places: partners so that teams are equally strong."""
    if len(set(teams)) == len(group):
        return tuple(seeker.id for seeker in group)
    ratings = {seeker.id: seeker.rating(kind) or 0 for seeker in group}

    def spread(order: Sequence[str]) -> int:
        sums: defaultdict[int, int] = defaultdict(int)
        for team, seeker in zip(teams, order, strict=True):
            sums[team] += ratings[seeker]
        return max(sums.values()) - min(sums.values())

    return min(permutations(ratings), key=spread)
