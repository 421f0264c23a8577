"""The rules versions of On Top: both implementations agree in every ending, and older games go on."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import empile
from empile.engine.random import new_stream
from empile.engine.record import Record
from empile.puzzles.missed import missed
from empile.puzzles.puzzle import Puzzle
from empile.server.http.positions.answers import PositionRequest, encoded_position
from tests.games.on_top.endings import SETTINGS, meet
from tests.games.on_top.test_reference import play_both
from tests.support.lazy_modules import lazy_module

episode = lazy_module("empile.envs.episode")  # it loads Gymnasium

GOLDEN = Path(__file__).parent / "golden"
BY_NEW_RULES = sorted(GOLDEN.glob("*-rules-2.json"))
"""Whole games, each of which is also kept with version 1, where it ends otherwise."""


@pytest.mark.parametrize("setting", SETTINGS)
def test_both_implementations_end_games_alike(setting: str) -> None:
    """In short; ``benchmarks/on_top_endings.py`` meets each kind of ending fifty times."""
    assert meet(setting, random.Random(setting), 1, most=2).total() > 10


@pytest.mark.parametrize("path", BY_NEW_RULES, ids=lambda path: path.stem)
def test_the_same_game_ends_otherwise_by_each_version(path: Path) -> None:
    new = Record.from_json(path.read_bytes())
    old = Record.from_json((GOLDEN / path.name.replace("-rules-2", "")).read_bytes())
    assert (old.rules, new.rules) == (1, 2)
    assert old.events == new.events
    assert new.final_state().result() == new.result
    assert old.final_state().result() == old.result
    assert old.result != new.result


def test_positions_lines_and_puzzles_of_older_records_keep_their_rules() -> None:
    """What the study board, the engine's lines and own puzzles ask."""
    old = Record.from_json((GOLDEN / "2-seats-both-last-pawns.json").read_bytes())
    new = Record.from_json((GOLDEN / "2-seats-both-last-pawns-rules-2.json").read_bytes())
    for record in (old, new):
        wanted = PositionRequest(record.game, record.options, record.rules, moves=record.events)
        shown = json.loads(encoded_position(record.rules, record.options, wanted))
        assert record.result is not None
        assert shown["result"] == record.result._asdict()
    assert any(puzzle.rules == 1 for seat in (0, 1) for puzzle in missed(old, seat, new_stream(0)))
    assert all(puzzle.rules is None for puzzle in missed(new, 0, new_stream(0)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_version_1_matches_the_reference(players: int) -> None:
    game = empile.load("on-top", rules_version=1, players=players)
    for seed in range(3):
        play_both(game, random.Random(seed), wanted="pawns")


def test_version_1_has_its_own_options() -> None:
    with pytest.raises(empile.OptionError, match="on-top has no option 'neutral_out'"):
        empile.load("on-top", rules_version=1, neutral_out="points")
    with pytest.raises(empile.OptionError, match="'neutral_out' needs 'players' to be 2 or 3"):
        empile.load("on-top", players=4, neutral_out="deduct")
    assert empile.load("on-top", players=4, neutral_out="points").num_players == 4


def test_games_of_both_versions_are_the_same_but_for_the_end() -> None:
    """The bytes of a state, too: what was stored is read on."""
    old, new = empile.load("on-top", rules_version=1), empile.load("on-top")
    state = empile.Match(new)
    state.resolve_chance(new_stream(1))
    text = state.events[0].text
    before = old.new_state()
    before.apply_text(text)
    assert before.tobytes() == state.state.tobytes()


def test_puzzles_of_older_games_keep_their_rules() -> None:
    """Two puzzles from the same position by other rules are two puzzles."""
    start = empile.load("on-top").new_state().position()
    new = Puzzle("on-top", {"players": 2}, "points", start, ["x"], 1.0, 0.0)
    old = Puzzle("on-top", {"players": 2}, "points", start, ["x"], 1.0, 0.0, rules=1)
    assert (new.load_game().rules_version, old.load_game().rules_version) == (2, 1)
    assert new.id != old.id
    for puzzle in (old, new):
        read = Puzzle.from_json(puzzle.to_json())
        assert (read.rules, read.id) == (puzzle.rules, puzzle.id)


def test_a_start_with_more_tiles_than_a_byte_counts() -> None:
    """The bag of a board of one's own may have up to 240 tiles."""
    tiles = dict.fromkeys(empile.load("on-top").presenter.board_setup()["tiles"], 20)
    setup = empile.load("on-top").presenter.board_setup()
    board = {key: setting for key, setting in setup.items() if key in ("cells", "golden", "start")}
    match = empile.Match(empile.load("on-top", board={**board, "tiles": tiles}))
    match.resolve_chance(new_stream(1))
    read = match.game.state_from_position(match.state.position())
    assert read.field("in_bag") == 239
    assert read.tobytes() == match.state.tobytes()


def test_environments_take_the_version_as_an_option() -> None:
    assert episode.load_headless("on-top", {"rules_version": 1, "players": 3}).rules_version == 1
    assert episode.load_headless("on-top", {"players": 3}).rules_version == 2
