"""Installed games, their variants under test, and random play.

``variants.json`` in ``tests/games/<folder>`` lists the options of generic tests.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import empile
from empile.engine.contracts import Referee
from empile.engine.discovery import game_class
from empile.engine.random import below, new_stream, split

GAME_TESTS = Path(__file__).parents[1] / "games"


def witness_folder(name: str) -> Path:
    """Return the folder of a game's tests and witnesses."""
    return GAME_TESTS / game_class(name).folder.name


@dataclass(frozen=True)
class Variant:
    """A game with options to test it by."""

    name: str
    label: str

    def __str__(self) -> str:
        return f"{self.name} {self.label}".replace(" ", "-")

    @property
    def options(self) -> dict[str, Any]:
        found: dict[str, Any] = _variants_of(self.name)[self.label]
        return found

    def game(self) -> empile.Game:
        return _load(self)


@cache
def _load(variant: Variant) -> empile.Game:
    return empile.load(variant.name, **variant.options)


@cache
def _variants_of(name: str) -> dict[str, dict[str, Any]]:
    path = witness_folder(name) / "variants.json"
    assert path.exists(), (
        f"{name} lacks {path.relative_to(GAME_TESTS.parent.parent)}: an object from labels to"
        " options, for the tests that every game goes through"
    )
    found: dict[str, dict[str, Any]] = json.loads(path.read_text("utf-8"))
    return found


def variants(name: str | None = None) -> list[Variant]:
    """Return every variant under test of one game, or of all that are found."""
    names = empile.game_names() if name is None else [name]
    return [Variant(game, label) for game in names for label in _variants_of(game)]


def golden_records(name: str | None = None) -> list[Path]:
    """Return the records kept with the golden games of one game, or of all that are found."""
    names = empile.game_names() if name is None else [name]
    folders = [witness_folder(game) / "golden" for game in names]
    return [path for folder in folders for path in sorted(folder.glob("*.json"))]


def random_match(
    game: empile.Game, seed: int, events: int | None = None, *, eager: float = 0.0
) -> empile.Match:
    """Return a match of uniformly random moves, whole or its first ``events`` events.

    ``eager`` is the probability of choosing among immediately scoring moves only, for games in
    which random play reaches little. Each call returns copies of its own.
    """
    played = _played(game, seed, eager)
    played.go_on(events)
    return played.first(events, game)


class _Played:
    """A random game, played as far as a test needed it."""

    def __init__(self, game: empile.Game, seed: int, eager: float) -> None:
        self.match = empile.Match(game)
        self.eager = eager
        self.stream = new_stream(seed)
        self.mood = split(self.stream, 1)

    def go_on(self, events: int | None) -> None:
        """Play until there are so many ``events``, or to the end."""
        match = self.match
        while not match.state.is_terminal() and (events is None or len(match.events) < events):
            if match.state.is_chance_node():
                match.push_chance(self.stream)
                continue
            legal = match.state.legal_actions()
            if self.eager and below(self.mood, 1000) < 1000 * self.eager:
                legal = [action for action in legal if match.state.gain(action) > 0] or legal
            match.play_action(legal[below(self.stream, len(legal))])

    def first(self, events: int | None, game: empile.Game) -> empile.Match:
        """Return a copy of the first ``events`` events, as a match of ``game``, an equal one."""
        copied = empile.Match(game)
        copied._events = list(self.match.events[:events])
        copied._states = [
            empile.State.from_bytes(game, self.match.state_before(index).tobytes())
            for index in range(len(copied._events) + 1)
        ]
        return copied


# Enough for the pools of some variants; tests of a variant follow each other.
@lru_cache(maxsize=256)
def _played(game: empile.Game, seed: int, eager: float) -> _Played:
    return _Played(game, seed, eager)


POOL_SIZE = 30
_first_of_pool = 0


def pool(variant: Variant) -> Iterator[tuple[int, empile.Match]]:
    """Yield the random games of a variant that all properties are held against, with their seeds.

    A third each is of uniform, half eager and wholly eager play.
    """
    for seed in range(_first_of_pool, _first_of_pool + POOL_SIZE):
        yield seed, random_match(variant.game(), seed, eager=(0.0, 0.5, 1.0)[seed % 3])


def refill_pool(number: int) -> None:
    """Replace the games of all pools by others; ``number`` 0 is that of the tests."""
    global _first_of_pool
    _first_of_pool = number * POOL_SIZE
    _played.cache_clear()


class Step(NamedTuple):
    """A state, and what is about to happen there."""

    state: empile.State
    """A copy of its own."""
    event: empile.Event | None
    """What comes next; ``None`` at the end."""
    left: int
    """How many actions of it are still to come."""


def single_steps(game: empile.Game, seed: int, *, eager: float = 0.0) -> Iterator[Step]:
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


def referee_of(game: empile.Game) -> Referee:
    """Return the referee of a game that has one."""
    assert game.referee is not None
    return game.referee


def begun_match(name: str, *, events: int, seed: int, **options: Any) -> empile.Match:
    """Return a match after some random events, at a seat's turn."""
    match, stream = empile.Match(empile.load(name, **options)), new_stream(seed)
    while len(match.events) < events or match.state.is_chance_node():
        match.resolve_chance(stream, also_external=True)
        legal = match.state.legal_actions()
        match.play_action(legal[below(stream, len(legal))])
        match.resolve_chance(stream, also_external=True)
    return match
