"""Random play of the variants under check. Seeds are fixed: a check finds the same each time."""

# pyright: reportPrivateUsage=false
# Matches are copied without replaying them.

from __future__ import annotations

import random
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple

from empile.checks.evidence import Variant
from empile.checks.lack import PLACE, Lack
from empile.engine.game import Event, Game, State
from empile.engine.match import Match
from empile.engine.random import below, new_stream, split

POOL_SIZE = 30
"""Random games of each variant that properties are held against."""
FEW = 4
"""The same in the fast part of the checks."""
LONGEST = 20_000
"""Events after which a random game counts as endless."""

_first_of_pool = 0
_in_pool = POOL_SIZE


def random_match(game: Game, seed: int, events: int | None = None, *, eager: float = 0.0) -> Match:
    """Return a match of uniformly random moves, whole or its first ``events`` events.

    ``eager`` is the probability of choosing among immediately scoring moves only, for games in
    which random play reaches little. Each call returns copies of its own. Raises ``Lack`` if the
    game does not end.

    Example: ``random_match(empile.load("blox"), seed=1, events=20)``.
    """
    PLACE.game, PLACE.events = f"the random game of seed {seed}", None
    played = _played(game, seed, eager)
    played.go_on(events)
    return played.first(events, game)


class _Played:
    """A random game, played as far as a check needed it."""

    def __init__(self, game: Game, seed: int, eager: float) -> None:
        self.match = Match(game)
        self.seed = seed
        self.eager = eager
        self.stream = new_stream(seed)
        self.mood = split(self.stream, 1)

    def go_on(self, events: int | None) -> None:
        """Play until there are so many ``events``, or to the end."""
        match = self.match
        while not match.state.is_terminal() and (events is None or len(match.events) < events):
            if len(match.events) >= LONGEST:
                raise Lack(
                    f"a random game has not ended after {LONGEST} events: let each game end, if need"
                    " be after a number of rounds",
                    "rules, function 'current'",
                )
            if match.state.is_chance_node():
                match.push_chance(self.stream)
                continue
            legal = match.state.legal_actions()
            if not legal:
                raise Lack(
                    f"seat {match.state.current_player()} is to act after {len(match.events)} events,"
                    " but has no legal move: let 'current' return TERMINAL, or 'legal' a move",
                    "rules",
                )
            if self.eager and below(self.mood, 1000) < 1000 * self.eager:
                legal = [action for action in legal if match.state.gain(action) > 0] or legal
            match.play_action(legal[below(self.stream, len(legal))])

    def first(self, events: int | None, game: Game) -> Match:
        """Return a copy of the first ``events`` events, as a match of ``game``, an equal one."""
        copied = Match(game)
        copied._events = list(self.match.events[:events])
        copied._states = [
            State.from_bytes(game, self.match.state_before(index).tobytes())
            for index in range(len(copied._events) + 1)
        ]
        return copied


# Enough for the pools of some variants; checks of a variant follow each other.
@lru_cache(maxsize=256)
def _played(game: Game, seed: int, eager: float) -> _Played:
    return _Played(game, seed, eager)


def pool(variant: Variant) -> Iterator[tuple[int, Match]]:
    """Yield the random games of a variant that all properties are held against, with their seeds.

    A third each is of uniform, half eager and wholly eager play.
    """
    for seed in range(_first_of_pool, _first_of_pool + _in_pool):
        PLACE.clear()
        yield seed, random_match(variant.game(), seed, eager=(0.0, 0.5, 1.0)[seed % 3])


def sample(count: int) -> range:
    """Return the first ``count`` seeds, in the fast part a share of them."""
    return range(max(1, count * _in_pool // POOL_SIZE))


def refill_pool(number: int) -> None:
    """Replace the games of all pools by others; ``number`` 0 is that of the checks."""
    global _first_of_pool
    _first_of_pool = number * POOL_SIZE
    _played.cache_clear()


@contextmanager
def few_games() -> Generator[None]:
    """Make pools small within the block: the fast part of the checks."""
    global _in_pool
    _in_pool = FEW
    try:
        yield
    finally:
        _in_pool = POOL_SIZE


def is_fast() -> bool:
    """Return whether pools are small now."""
    return _in_pool < POOL_SIZE


class Step(NamedTuple):
    """A state, and what is about to happen there."""

    state: State
    """A copy of its own."""
    event: Event | None
    """What comes next; ``None`` at the end."""
    left: int
    """How many actions of it are still to come."""


def single_steps(game: Game, seed: int, *, eager: float = 0.0) -> Iterator[Step]:
    """Yield every state of a random game, those in the middle of a chance event among them.

    ``eager`` as in :func:`random_match`.
    """
    match = random_match(game, seed, eager=eager)
    for index, event in enumerate(match.events):
        state = match.state_before(index).clone()
        for number, action in enumerate(event.actions):
            yield Step(state.clone(), event, len(event.actions) - number)
            state.apply_action(action)
    yield Step(match.state.clone(), None, 0)


def states_of(match: Match) -> list[State]:
    """Return the states of a match, before its first event and after each."""
    return [match.state_before(index) for index in range(len(match.events) + 1)]


def looked_through(match: Match) -> Iterator[State]:
    """Yield the states of a match; errors say which one was looked at."""
    for number, state in enumerate(states_of(match)):
        PLACE.events = number
        yield state


def one_of(match: Match, luck: random.Random, *, to_act: bool = False) -> State:
    """Return one of the states of a match, or of those in which a seat is to act."""
    numbers = [
        number
        for number, state in enumerate(states_of(match))
        if not to_act or state.current_player() >= 0
    ]
    PLACE.events = luck.choice(numbers)
    return match.state_before(PLACE.events)
