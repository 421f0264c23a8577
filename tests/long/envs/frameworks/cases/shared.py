"""What the tests of all frameworks need."""

from __future__ import annotations

import doctest
import random
import re
from collections.abc import Iterator
from itertools import islice
from types import ModuleType

import empile
from empile.checks.twins import another_history, situations
from empile.engine.discovery import game_class
from empile.engine.match import Match
from empile.engine.random import new_stream
from tests.envs.games import by_seats
from tests.support.games import Variant

GAMES = empile.game_names()
BAD_ANSWERS = ("", "I do not know.", "<move>resign, please</move>")
"""No moves in any game."""
HIDING = [one for one in by_seats() if game_class(one.name).imperfect_information]
_MOVES = re.compile(r"^## Your legal moves \([0-9]+\)\n\n(.*?)(?=^$|\Z)", re.MULTILINE | re.DOTALL)


def run_examples(module: ModuleType) -> int:
    """Run the examples in a module's docstrings; return how many."""
    failed, tried = doctest.testmod(
        module,
        extraglobs={"empile": empile},
        optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE,
    )
    assert not failed
    return tried


class Model:
    """Answers as a language model does: with words and one of the moves that the text lists.

    An answer depends on the text alone, so that games that run side by side go on as they would alone.
    """

    def __init__(self, seed: int = 1, bad: float = 0.0) -> None:
        self._seed = seed
        self._bad = bad
        self.asked = 0

    def __call__(self, text: str) -> str:
        self.asked += 1
        stream = random.Random(f"{self._seed} {text}")
        if stream.random() < self._bad:
            return stream.choice(BAD_ANSWERS)
        return f"This one looks good: <move>{stream.choice(listed_moves(text))}</move>"


def listed_moves(text: str) -> list[str]:
    """Return the legal moves that the last turn of a text lists, or its examples of them."""
    part: str = _MOVES.findall(text)[-1].strip()
    kinds: list[str] = re.findall(r"^- (.*?)(?:, …)? \([0-9]+\)$", part, re.MULTILINE)
    part = ", ".join(kinds) or part
    return part.split(", ") if ", " in part else part.split()


def twins(variant: Variant, most: int = 3) -> Iterator[tuple[Match, Match, int]]:
    """Yield pairs of matches, differing in what a seat may not see, with that seat, which is to act."""

    def pairs() -> Iterator[tuple[Match, Match, int]]:
        for number, (match, seat) in enumerate(situations(variant, range(8), (4, 9, 17, 25, 40))):
            if match.state.current_player() == seat:
                twin = another_history(match, seat, new_stream(number))
                if twin is not None:
                    yield match, twin, seat

    return islice(pairs(), most)
