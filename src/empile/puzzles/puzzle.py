"""A puzzle as data."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from typing import Any, Final

import empile
from empile.engine.contracts.puzzles import PuzzleKind
from empile.engine.errors import EmpileError
from empile.engine.game import Game, State
from empile.engine.strict_json import is_object

_LETTERS: Final = 10
_MOST_GAMES: Final = 32
"""Games that are cached: loading one takes milliseconds."""
_KEYS: Final = ("game", "options", "kind", "start", "line", "best", "next", "themes", "rating")
_OLDER: Final = "rules"
"""The key of a puzzle with older rules."""


class PuzzleError(EmpileError):
    """A puzzle that cannot be read, or whose proof fails."""


@dataclass(frozen=True)
class Puzzle:
    """A position, the best line and how much better it is.

    Example: ``Puzzle.from_json(line).state().legal_texts()``.
    """

    game: str
    options: Mapping[str, Any]
    """Those that differ from the defaults."""
    kind: str
    """The name of a :class:`~empile.engine.contracts.puzzles.PuzzleKind` of the game."""
    start: Mapping[str, Any]
    """The position object; its seat to act solves the puzzle."""
    line: Sequence[str]
    """Moves in turn: the solver's first and last, with the best replies between."""
    best: float
    """What the first move reaches: a return from -1 to 1, or points."""
    next: float
    """What the next best move reaches at most."""
    themes: Sequence[str] = ()
    """What the line does, the most remarkable first."""
    rating: int = 1500
    """How difficult the puzzle is, on the scale of players' ratings."""
    rules: int | None = None
    """The rules version; None: the newest."""

    @cached_property
    def id(self) -> str:
        """A name made from the position: the same puzzle always has the same one."""
        about = [self.game, self.options, self.kind, self.start]
        older = [] if self.rules is None else [self.rules]
        text = json.dumps([*about, *older], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:_LETTERS]

    def load_game(self) -> Game:
        """Return the game with the puzzle's options; the last ones are cached."""
        return _loaded(self.game, self.rules, json.dumps(self.options, sort_keys=True))

    def state(self) -> State:
        """Return the position as a state."""
        return self.load_game().state_from_position(dict(self.start))

    @cached_property
    def own_moves(self) -> Sequence[int]:
        """The indices of the solver's moves in the line."""
        state = self.state()
        solver = state.current_player()
        return [
            number for number, text in enumerate(self.line) if state.apply_text(text).seat == solver
        ]

    def to_json(self) -> str:
        """Return the puzzle as one line of JSON."""
        values = asdict(self)
        keys = _KEYS if self.rules is None else (*_KEYS, _OLDER)
        return json.dumps({key: values[key] for key in keys}, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Puzzle:
        """Return a puzzle from JSON. Raises ``PuzzleError``."""
        try:
            values = json.loads(text)
        except ValueError as error:
            raise PuzzleError(f"this is no JSON: {error}") from error
        if not is_object(values) or sorted(values.keys() - {_OLDER}) != sorted(_KEYS):
            raise PuzzleError(f"a puzzle is an object with the keys {', '.join(_KEYS)}")
        return cls(**values)


@lru_cache(_MOST_GAMES)
def _loaded(game: str, rules: int | None, options: str) -> Game:
    return empile.load(game, rules_version=rules, **json.loads(options))


def kind_of(puzzle: Puzzle) -> PuzzleKind:
    """Return the kind of a puzzle. Raises ``PuzzleError`` for an unknown one."""
    for kind in puzzle.load_game().puzzles.kinds:
        if kind.name == puzzle.kind:
            return kind
    raise PuzzleError(f"{puzzle.game} has no puzzles of the kind {puzzle.kind!r}")


def older_rules(game: Game) -> int | None:
    """Return the rules version of a game, or None if it is the newest."""
    newest = empile.game_class(game.name).rules_version
    return None if game.rules_version == newest else game.rules_version


def short_options(game: Game) -> dict[str, Any]:
    """Return the options of a game that differ from the defaults."""
    seats = game.options["players"]
    plain = type(game)(players=seats).options
    found = {key: value for key, value in game.options.items() if value != plain[key]}
    return {"players": seats, **found}
