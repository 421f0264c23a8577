"""Where the evidence of a game is: what its author writes so that its rules can be trusted.

It is in ``tests/games/<folder>`` of the project: the nearest folder above the game's with a
``pyproject.toml``. A game outside any project has it in its own folder.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from empile.checks.lack import Lack
from empile.engine.discovery import game_class, game_names, load
from empile.engine.errors import EmpileError
from empile.engine.game import Game
from empile.engine.strict_json import is_object

EVIDENCE = Path("tests", "games")
"""Below the folder of the project."""
VARIANTS = "variants.json"
"""Labels and options: the variants that all checks go through."""
CASES = "test_cases.py"
"""Worked cases, each citing a rule."""
PERFT = "perft.json"
"""Counts of move sequences."""
GOLDEN = "golden"
"""Whole games: as text, one of each variant, and records of rare endings."""
CORPUS = "corpus"
"""Records: ``good-*.json`` replay, ``bad-*.json`` are refused."""

_INSTALLED = ("site-packages", "dist-packages")
_given: dict[str, Path] = {}


def use_evidence(name: str, folder: Path) -> None:
    """Take the evidence of the game ``name`` from another folder, for this process."""
    _given[name] = folder.resolve()
    _variants_of.cache_clear()


def project_of(folder: Path) -> Path | None:
    """Return the project that a game's folder belongs to; None if it belongs to none."""
    for parent in folder.resolve().parents:
        if parent.name in _INSTALLED:
            return None
        if (parent / "pyproject.toml").is_file():
            return parent
    return None


def evidence_of(game: type[Game]) -> Path:
    """Return the folder of a game's evidence, which may not exist yet."""
    given = _given.get(game.name)
    if given is not None:
        return given
    project = project_of(game.folder)
    return game.folder if project is None else project / EVIDENCE / game.folder.name


def evidence_folder(name: str) -> Path:
    """Return the folder of the evidence of the game ``name``."""
    return evidence_of(game_class(name))


def shown(path: Path) -> str:
    """Return a path as messages show it: from the working folder on, if it is in there."""
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()


@dataclass(frozen=True)
class Variant:
    """A game with options to check it by."""

    name: str
    label: str

    def __str__(self) -> str:
        return f"{self.name} {self.label}".replace(" ", "-")

    @property
    def options(self) -> dict[str, Any]:
        """The options as in ``variants.json``."""
        return _variants_of(self.name)[self.label]

    def game(self) -> Game:
        """Return the game, the same object each time; raises :class:`Lack` for wrong options."""
        return _load(self)

    @property
    def file_name(self) -> str:
        """The label as in names of files."""
        return self.label.replace(" ", "-")


@cache
def _load(variant: Variant) -> Game:
    try:
        return load(variant.name, **variant.options)
    except EmpileError as error:
        path = evidence_folder(variant.name) / VARIANTS
        raise Lack(f"variant '{variant.label}': {error}", shown(path)) from None


@cache
def _variants_of(name: str) -> dict[str, dict[str, Any]]:
    game = game_class(name)
    path = evidence_of(game) / VARIANTS
    if not path.exists():
        raise Lack(
            "no variants are named: labels with options, which all checks go through",
            shown(path),
            json.dumps(example_variants(game)),
        )
    found: object = read_json_file(path)
    if not is_object(found) or not found or not all(map(is_object, found.values())):
        raise Lack(
            f"{shown(path)} is not an object of labels with options",
            shown(path),
            json.dumps(example_variants(game)),
        )
    return found


def example_variants(game: type[Game]) -> dict[str, dict[str, Any]]:
    """Return variants of a game, one for each number of seats."""
    return {str(seats): {"players": seats} for seats in seat_counts(game)}


def seat_counts(game: type[Game]) -> list[int]:
    """Return the numbers of seats that a game offers."""
    players = next(option for option in game.options_offered if option.name == "players")
    return list(players.values)


def read_json_file(path: Path) -> Any:
    """Return the data of a JSON file of the evidence; raises :class:`Lack` if it is none."""
    try:
        return json.loads(path.read_text("utf-8"))
    except ValueError as error:
        raise Lack(f"{shown(path)} is not JSON, {error}", shown(path)) from None


def variants_of(name: str) -> list[Variant]:
    """Return the variants of one game; raises :class:`Lack` if its file is missing or wrong."""
    return [Variant(name, label) for label in _variants_of(name)]


def variants(name: str | None = None) -> list[Variant]:
    """Return the variants of one game, or of all games that have readable ones.

    A half-built game has none here, and does not hinder the tests of others.
    """
    if name is not None:
        return variants_of(name)
    return [variant for game in game_names() for variant in _or_none(variants_of, game)]


def golden_records(name: str | None = None) -> list[Path]:
    """Return the records kept with the golden games of one game, or of all games."""
    folders = [
        evidence_folder(game) / GOLDEN for game in (game_names() if name is None else [name])
    ]
    return [path for folder in folders for path in sorted(folder.glob("*.json"))]


def _or_none(found: Callable[[str], list[Variant]], name: str) -> list[Variant]:
    try:
        return found(name)
    except Exception:  # of the game's own code too; its checks report it
        return []
