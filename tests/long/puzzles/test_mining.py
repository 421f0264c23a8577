"""Puzzles that are found in games: one right move each, and the same ones again."""

from __future__ import annotations

import pytest

import empile
from empile.bots import choose, levels_of
from empile.engine.random import new_stream
from empile.puzzles.library import near
from empile.puzzles.mining import mine, mine_record, themes_of
from empile.puzzles.puzzle import Puzzle
from tests.puzzles.examples import mined

KINDS = [
    ("block-ness", "ending", 1, 16, 2),
    ("on-top", "points", 2, 0, 3),
    ("blox", "points", 1, 0, 3),
    ("block-out", "cards", 2, 0, 3),
]
"""Game, kind, games, seed and number of players."""


@pytest.mark.parametrize(("name", "kind", "games", "seed", "players"), KINDS)
def test_mine_finds_puzzles_with_a_clear_margin(
    name: str, kind: str, games: int, seed: int, players: int
) -> None:
    found = mined(name, kind, games, seed, players)
    assert 1 <= len(found) <= games
    for puzzle in found:
        wanted = next(one for one in puzzle.load_game().puzzles.kinds if one.name == kind)
        assert puzzle.best - puzzle.next >= wanted.margin - 1e-3
        assert len(puzzle.state().legal_actions()) >= wanted.least_moves
        assert puzzle.line[0] in puzzle.state().legal_texts()


def test_the_same_stream_finds_the_same_puzzles() -> None:
    game = empile.load("block-ness", players=2)
    again = [*mine(game, game.puzzles.kinds[0], 1, new_stream(16))]
    assert again == [*mined("block-ness", "ending", 1, 16)]


def test_a_line_takes_turns_and_ends_with_the_solver() -> None:
    lines = 0
    for puzzle in mined("block-ness", "ending", 1, 16):
        state = puzzle.state()
        solver = state.current_player()
        movers: list[int] = []
        for text in puzzle.line:
            movers.append(state.apply_text(text).seat)
        assert movers[0] == movers[-1] == solver
        lines += len(movers) > 1
    assert lines > 0, "one of them is a line of several moves"


def test_progress_counts_the_games() -> None:
    game, told = empile.load("on-top", players=3), list[int]()
    kind = game.puzzles.kinds[1]
    assert kind.goal == "points"
    for _ in mine(game, kind, 2, new_stream(0), told.append):
        pass
    assert told == [0, 1]


def test_mine_record_finds_what_was_missed_in_a_game() -> None:
    game, stream = empile.load("block-ness", players=2), new_stream(1)
    kind, level, found = game.puzzles.kinds[0], levels_of(game)[2], list[Puzzle]()
    for _ in range(2):
        match = empile.Match(game)
        while not match.state.is_terminal():
            match.play_action(choose(match.state, level, stream))
        found += mine_record(match.record(), kind, stream)
    assert found
    assert all(puzzle.game == "block-ness" for puzzle in found)


def test_puzzles_of_several_games_are_no_near_duplicates() -> None:
    found = [*mined("on-top", "points", 2, players=3), *mined("block-out", "cards", 2, players=3)]
    assert all(not near(one, other) for one in found for other in found if one is not other)


@pytest.mark.parametrize(("name", "kind", "games", "seed", "players"), KINDS)
def test_themes_are_explained_in_four_languages(
    name: str, kind: str, games: int, seed: int, players: int
) -> None:
    for puzzle in mined(name, kind, games, seed, players):
        state = puzzle.state()
        assert themes_of(state, puzzle.line) == [*puzzle.themes]
        before = state.clone()
        event = state.apply_text(puzzle.line[0])
        profile, catalogue = state.game.puzzles, state.game.presenter.catalogue
        for theme in profile.themes(before, event, state):
            for language in catalogue.languages:
                text = catalogue.format(
                    language, empile.Reason(f"puzzle.why.{theme.name}", theme.args)
                )
                assert "puzzle." not in text
                assert "{" not in text


def test_positions_from_which_no_game_can_begin_are_left_out() -> None:
    game = empile.load("block-ness", players=2)
    state = game.new_state()  # start rings are still to be laid
    assert [*game.puzzles.starts(state, game.puzzles.kinds[0])] == []
