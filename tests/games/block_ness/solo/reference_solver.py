"""Plain solver of solo positions on top of the reference rules, to test the compiled one."""

from __future__ import annotations

import copy
from collections.abc import Hashable
from fractions import Fraction
from typing import NamedTuple

from tests.games.block_ness.reference import Reference, name

Solution = frozenset[tuple[frozenset[str], int]]
"""Feet and height of each ring in the lake."""


class Answer(NamedTuple):
    """The distinct final sets of rings, by first move, and the share of random plays."""

    by_move: dict[str, set[Solution]]
    share: Fraction

    @property
    def solutions(self) -> set[Solution]:
        return set[Solution]().union(*self.by_move.values())


def solve(game: Reference, known: dict[Hashable, Answer] | None = None) -> Answer:
    """Search all plays; ``known`` are the answers so far, by rings and ends."""
    known = {} if known is None else known
    state = (_laid(game), game.heads[0], game.tails[0])
    if state not in known:
        known[state] = _search(game, known)
    return known[state]


def _search(game: Reference, known: dict[Hashable, Answer]) -> Answer:
    by_move: dict[str, set[Solution]] = {}
    total = Fraction(0)
    legal = game.legal_texts()
    for text in legal:
        after = copy.deepcopy(game)
        after.play(text)
        if after.seat is None:
            solved = not after.reserves[0]
            by_move[text] = {_laid(after)} if solved else set()
            total += int(solved)
        else:
            below = solve(after, known)
            by_move[text] = below.solutions
            total += below.share
    return Answer(by_move, total / max(len(legal), 1))


def _laid(game: Reference) -> Solution:
    return frozenset((frozenset(map(name, ring["feet"])), ring["height"]) for ring in game.rings)
