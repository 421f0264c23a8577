"""The puzzles that are shipped: a sample is proven again, and none resemble each other.

``empile puzzles prove GAME`` proves them all.
"""

from __future__ import annotations

import zlib
from collections import Counter
from itertools import combinations

import pytest

import empile
from empile.engine.contracts.puzzles import PuzzleKind
from empile.engine.i18n import SHARED
from empile.puzzles.library import NEAR, facts_of, file_of, load_puzzles
from empile.puzzles.proving import prove
from empile.puzzles.puzzle import kind_of

GAMES = [name for name in empile.game_names() if file_of(name).exists()]
MOST_BYTES = 250_000
"""Of a game's file in the wheel: a quarter of a megabyte."""
MOST_OF_A_THEME = 125
SAMPLE = 4


@pytest.mark.parametrize("game", GAMES)
def test_a_sample_is_proven(game: str) -> None:
    puzzles = load_puzzles(game)
    for puzzle in puzzles[:: max(1, len(puzzles) // SAMPLE)]:  # middlegames by short searches
        prove(puzzle, deepest=1)


@pytest.mark.parametrize("game", GAMES)
def test_no_two_puzzles_resemble_each_other(game: str) -> None:
    known = [(puzzle, facts_of(puzzle)) for puzzle in load_puzzles(game)]
    assert [
        (one.id, other.id)
        for (one, first), (other, second) in combinations(known, 2)
        if (one.kind, one.options) == (other.kind, other.options)
        and len(first & second) >= NEAR * len(first | second)
    ] == []
    assert len({puzzle.id for puzzle, _ in known}) == len(known)


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_is_explained_and_has_its_margin(game: str) -> None:
    kinds: dict[str, PuzzleKind] = {}
    for puzzle in load_puzzles(game):
        assert puzzle.themes
        seats = f"{puzzle.kind} {puzzle.options['players']}"
        kind = kinds.setdefault(seats, kind_of(puzzle))
        assert puzzle.best - puzzle.next >= kind.margin - 1e-3
        assert puzzle.best >= kind.least_best


@pytest.mark.parametrize("game", GAMES)
def test_no_theme_is_too_frequent(game: str) -> None:
    themes = Counter(puzzle.themes[0] for puzzle in load_puzzles(game))
    assert max(themes.values()) <= MOST_OF_A_THEME


@pytest.mark.parametrize("game", GAMES)
def test_the_file_is_small(game: str) -> None:
    assert len(zlib.compress(file_of(game).read_bytes(), 6)) <= MOST_BYTES


@pytest.mark.parametrize("game", GAMES)
def test_each_theme_has_a_name_in_four_languages(game: str) -> None:
    catalogue = empile.load(game).presenter.catalogue
    themes = {theme for puzzle in load_puzzles(game) for theme in puzzle.themes}
    for language in ("en", "fr", "de", "es"):
        messages = SHARED.messages(language) | catalogue.messages(language)
        assert {theme for theme in themes if f"puzzle.theme.{theme}" not in messages} == set()
        assert {one.kind for one in load_puzzles(game)} <= {
            key.removeprefix("puzzle.kind.") for key in messages if key.startswith("puzzle.kind.")
        }
