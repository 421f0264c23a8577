"""Suites: fixed, balanced, on boards that nobody knows."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from empile.engine.discovery import game_class
from empile.engine.random import new_stream
from empile.evals import EvalError, suite_of
from empile.evals.boards import drawn_options
from empile.evals.ladder import ladder_of
from empile.evals.suites import GAMES, agent_seatings, chance_seed, load_section, start_of, tasks_of


@cache
def drawn_games() -> list[str]:
    return [game for game in GAMES if game_class(game).draw_board(new_stream(0))]


@pytest.mark.parametrize("name", ["short", "full"])
def test_seats_are_balanced_against_each_opponent(name: str) -> None:
    suite = suite_of(name)
    assert {section.game for section in suite.sections} == set(GAMES)
    tasks = list(tasks_of(suite))
    assert [task.number for task in tasks] == list(range(len(tasks)))
    for at, section in enumerate(suite.sections):
        for opponent in section.opponents:
            seats = Counter[int]()
            games = [task for task in tasks if (task.section, task.opponent) == (at, opponent)]
            for task in games:
                seats.update(seat for seat, is_agent in enumerate(task.seating) if is_agent)
            assert len(set(seats.values())) == 1
            assert len(seats) == load_section(section).num_players
            assert len(games) == section.starts * len(agent_seatings(load_section(section)))


def test_the_full_suite_has_all_seats_and_teams() -> None:
    ladders = {(section.game, section.ladder) for section in suite_of("full").sections}
    expected = {"block-ness": "234", "block-out": "23456", "blox": "234", "on-top": "234"}
    for game, seats in expected.items():
        assert {(game, f"{count} base") for count in seats} <= ladders
    assert ("on-top", "4 teams") in ladders
    teams = next(one for one in suite_of("full").sections if one.ladder == "4 teams")
    assert sorted(agent_seatings(load_section(teams))) == [
        (False, True, False, True),
        (True, False, True, False),
    ]


def test_every_section_has_ratings_of_its_opponents() -> None:
    for section in suite_of("full").sections:
        ladder = ladder_of(load_section(section), section.ladder)
        assert ladder is not None, section.label
        assert set(section.opponents) <= set(ladder.names)
        assert ladder.rating("level:1") == 0.0


def test_starts_follow_from_the_seed() -> None:
    for game in GAMES:
        short, full = suite_of("short", [game]), suite_of("full", [game])
        section = short.sections[0]
        starts = [start_of(short, section, at) for at in range(section.starts)]
        records = [start.record().to_json() for start in starts]
        again = [
            start_of(full, full.sections[0], at).record().to_json() for at in range(section.starts)
        ]
        assert records == again
        assert len(set(records)) == section.starts
        assert all(start.state.current_player() >= 0 for start in starts)
        if game in drawn_games():
            assert starts[0].game.options != starts[1].game.options
        other = suite_of("short", [game], seed=1)
        assert start_of(other, section, 0).record().to_json() != records[0]
        assert chance_seed(other, section, 0) != chance_seed(short, section, 0)


def test_drawn_boards_are_valid() -> None:
    for game in drawn_games():
        for players in game_class(game).options_offered[0].values:
            found = [drawn_options(game, players, new_stream(seed)) for seed in range(3)]
            assert found[0] != found[1] != found[2]
            for options in found:
                game_class(game)(players=players, **options)


def test_unknown_suites_are_refused() -> None:
    with pytest.raises(EvalError, match="there is no suite 'long': choose one of short, full"):
        suite_of("long")
    with pytest.raises(EvalError, match="no section of blox with 7 seats"):
        suite_of("full", ["blox"], players=7)
