"""Suites: fixed sets of games from fixed starts against fixed opponents, and of puzzles.

A section is a game with its options, a list of opponents and a number of starts. From each start,
each opponent is played once in every seating, with the same chance. Starts follow from the suite's
seed only: everybody plays the same ones.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from empile.bots.policy import levels_of
from empile.bots.sprt import seatings
from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class
from empile.engine.game import Game
from empile.engine.match import Match
from empile.engine.random import Stream, below, new_stream, split
from empile.evals.boards import drawn_options
from empile.evals.errors import EvalError
from empile.evals.puzzles.items import PuzzleSection, from_file, shipped

RANDOM: Final = "random"
VERSION: Final = 1
"""Of the starts; changes if any suite has other ones."""
_MOST_TRIES: Final = 50
_BOARD, _LENGTH, _OPENING, _CHANCE = range(4)


class Section(msgspec.Struct, frozen=True):
    """A game, its opponents and its starts.

    Example: ``Section("blox", {"players": 3}, "3 base", ["random", "level:1"], starts=2)``.
    """

    game: str
    options: dict[str, Any]
    ladder: str
    """The matches of levels that set the scale of ratings: seats and variant, as ``"2 base"``."""
    opponents: list[str]
    """``"random"`` or ``"level:N"``; an opponent has all seats that the agent does not have."""
    starts: int
    opening: tuple[int, int] = (2, 6)
    """The least and the greatest number of random moves at the beginning."""
    boards: bool = True
    """Whether boards are drawn, if the game can draw them."""

    @property
    def label(self) -> str:
        """The game with its seats and variant. Example: ``"blox, 3 base"``."""
        return f"{self.game}, {self.ladder}"


class Suite(msgspec.Struct, frozen=True):
    """Named lists of sections of games and of puzzles.

    Example::

        >>> suite = suite_of("short", ["block-ness"])
        >>> len(list(tasks_of(suite)))
        24
    """

    name: str
    sections: list[Section]
    seed: int = 0
    version: int = VERSION
    puzzles: list[PuzzleSection] = msgspec.field(default_factory=list[PuzzleSection])


class Task(NamedTuple):
    """One game of a suite."""

    number: int
    section: int
    opponent: str
    start: int
    seating: tuple[bool, ...]
    """By seat: whether the agent has it."""


def load_section(section: Section, options: dict[str, Any] | None = None) -> Game:
    """Return the game of a section without hands; raises :class:`empile.EmpileError`.

    Example: ``load_section(suite.sections[0]).num_players``.
    """
    cls = game_class(section.game)
    return cls(**{**headless_options(cls), **section.options, **(options or {})})


def agent_seatings(game: Game) -> list[tuple[bool, ...]]:
    """Return the seatings in which the agent has one seat, or with teams one team.

    Every seat occurs equally often. Example: ``len(agent_seatings(empile.load("blox")))``.
    """
    ways = seatings(game)
    fewest = min(sum(way) for way in ways)
    return [way for way in ways if sum(way) == fewest]


def tasks_of(suite: Suite) -> Iterator[Task]:
    """Yield all games, so that a prefix is nearly balanced over opponents, seats and starts.

    Example: ``first = next(tasks_of(suite))``.
    """
    number = 0
    for at, section in enumerate(suite.sections):
        ways = agent_seatings(load_section(section))
        for start in range(section.starts):
            for opponent in section.opponents:
                for way in ways:
                    yield Task(number, at, opponent, start, way)
                    number += 1


def start_of(suite: Suite, section: Section, start: int) -> Match:
    """Return a match on a generated board after a random opening, with a seat to act.

    Example: ``start_of(suite, suite.sections[0], 0).events``.
    """
    stream = start_stream(suite, section, start)
    players: int = section.options.get("players", 2)
    boards = section.boards
    options = drawn_options(section.game, players, split(stream, _BOARD)) if boards else {}
    game = load_section(section, options)
    least, most = section.opening
    length = least + below(split(stream, _LENGTH), most - least + 1)
    for attempt in range(_MOST_TRIES):
        match = _opening(game, length, split(split(stream, _OPENING), attempt))
        if not match.state.is_terminal():
            return match
    raise EvalError(f"{section.label}: the opening of {length} random moves ends the game")


def chance_seed(suite: Suite, section: Section, start: int) -> int:
    """Return the seed of all chance after an opening: the same in every seating.

    Example: ``chance_seed(suite, suite.sections[0], 0)``.
    """
    return int(split(start_stream(suite, section, start), _CHANCE)[0])


def start_stream(suite: Suite, section: Section, start: int) -> Stream:
    """Return the stream of a start. Example: ``start_stream(suite, suite.sections[0], 0)``."""
    # Not the suite's name: a short suite has the first starts of the full one.
    text = f"{suite.version}/{suite.seed}/{section.game}/{section.ladder}/{start}"
    return new_stream(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]))


def _opening(game: Game, length: int, stream: Stream) -> Match:
    match = Match(game)
    chance, moves = split(stream, 0), split(stream, 1)
    match.resolve_chance(chance, also_external=True)
    for _ in range(length):
        if match.state.is_terminal():
            break
        legal = match.state.legal_actions()
        match.play_action(legal[below(moves, len(legal))])
        match.resolve_chance(chance, also_external=True)
    return match


# -- Named suites ----------------------------------------------------------------------------------

_OPENINGS: Final[dict[str, tuple[int, int]]] = {
    "block-ness": (2, 4),
    "block-out": (2, 5),
    "blox": (4, 12),
    "on-top": (2, 6),
}
_VARIANTS: Final[dict[str, list[tuple[str, dict[str, Any]]]]] = {
    "block-ness": [("expert", {"players": 2, "variant": "expert"})],
    "on-top": [("teams", {"players": 4, "teams": True})],
}
GAMES: Final = tuple(_OPENINGS)
"""The games of the suites, in the order of reports."""
PUZZLES: Final = {"short": 20, "full": 100}
"""Puzzles of each game in a suite."""
NAMES: Final = tuple(PUZZLES)
"""The names of suites."""


def suite_of(
    name: str,
    games: Sequence[str] = GAMES,
    *,
    seed: int = 0,
    players: int | None = None,
    puzzles: int | None = None,
    puzzle_file: Path | None = None,
) -> Suite:
    """Return a named suite.

    ``"short"``: two seats, four starts, ``random`` and levels 1 and 2, and 20 puzzles of each game.
    ``"full"``: all numbers of seats, variants and teams, ten starts with two seats and five with
    more, all levels, and 100 puzzles. The first starts and puzzles of the full suite are those of
    the short one. Puzzles are of all numbers of seats.

    :param seed: 0 gives the published starts, another one fresh starts
    :param players: only games and puzzles with so many seats
    :param puzzles: of each game, at most; 0: none
    :param puzzle_file: take the puzzles from a file of ``empile puzzles mine``, by default all
    :raises EvalError: for an unknown suite, one without sections, or a file without puzzles
    :raises UnknownGameError: for an unknown game

    Example: ``suite_of("short", ["blox"], seed=7)``.
    """
    if name not in NAMES:
        raise EvalError(f"there is no suite '{name}': choose one of {', '.join(NAMES)}")
    sections: list[Section] = []
    for game in games:
        sections += _short(game) if name == "short" else _full(game)
    kept = [one for one in sections if players in (None, one.options["players"])]
    if not kept:
        raise EvalError(f"suite {name} has no section of {', '.join(games)} with {players} seats")
    found: list[PuzzleSection] = []
    if puzzle_file is not None:
        most = sys.maxsize if puzzles is None else puzzles
        found = from_file(puzzle_file, games, most, players=players)
    else:
        count = PUZZLES[name] if puzzles is None else puzzles
        for game in games:
            found += shipped(game, count, seed=seed, players=players)
    return Suite(name, kept, seed, puzzles=found)


def _short(game: str) -> list[Section]:
    opponents = [RANDOM, *(f"level:{number}" for number in (1, 2))]
    return [_section(game, "base", {"players": 2}, opponents, 4)]


def _full(game: str) -> list[Section]:
    offered = {option.name: option for option in game_class(game).options_offered}
    settings = [("base", {"players": count}) for count in offered["players"].values]
    found: list[Section] = []
    for variant, options in [*settings, *_VARIANTS.get(game, [])]:
        loaded = load_section(Section(game, options, "", [], 0))
        opponents = [RANDOM, *(f"level:{level.number}" for level in levels_of(loaded))]
        found.append(
            _section(game, variant, options, opponents, 10 if loaded.num_players == 2 else 5)
        )
    return found


def _section(
    game: str, variant: str, options: dict[str, Any], opponents: list[str], starts: int
) -> Section:
    game_class(game)  # raises for an unknown game
    ladder = f"{options['players']} {variant}"
    return Section(game, options, ladder, opponents, starts, _OPENINGS.get(game, (2, 6)))
