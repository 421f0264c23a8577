"""Ratings of agents."""

from __future__ import annotations

import math

import pytest

from empile.evals import BotAgent, Plan, Report, Section, Suite, evaluate, open_results, report_of
from empile.evals.ladder import Ladder, ladders
from empile.evals.rating import rate, share

LADDER = Ladder(["random", "level:1"], [-200.0, 0.0], [[0.0, 0.0], [0.0, 0.0]], 100, "")


def report_for(name: str, suite: Suite) -> Report:
    agent = BotAgent(name)
    with open_results(Plan(agent.about, suite)) as results:
        evaluate(agent, results)
        return report_of(results)


@pytest.mark.parametrize("name", ["random", "level:1", "level:3"])
def test_bots_are_rated_as_on_the_ladder(name: str) -> None:
    """A level against its like and others, on generated boards it was not measured on."""
    opponents = ["random", "level:1", "level:2"]
    section = Section("block-ness", {"players": 2}, "2 base", opponents, starts=10)
    report = report_for(name, Suite("known", [section]))
    rating = report.sections[0].rating
    known = ladders()["block-ness"]["2 base"].rating(name)
    assert rating is not None
    assert known is not None
    assert rating.low is not None
    assert rating.high is not None
    assert rating.low <= known <= rating.high
    assert rating.high - rating.low < 500
    assert report.answers.illegal == report.answers.unreadable == 0


def test_the_estimate_and_interval_are_those_of_the_model() -> None:
    rating = rate([("level:1", 1.0)] * 75 + [("level:1", 0.0)] * 25, LADDER)
    assert rating is not None
    assert rating.elo == pytest.approx(400 * math.log10(3), abs=0.1)
    found = share([1.0] * 75 + [0.0] * 25)
    bounds = [400 * math.log10(p / (1 - p)) for p in (found.low, found.high)]
    assert [rating.low, rating.high] == pytest.approx(bounds, abs=0.5)


def test_games_that_are_all_won_or_lost_give_one_bound() -> None:
    lost, won = rate([("random", 0.0)] * 20, LADDER), rate([("level:1", 1.0)] * 20, LADDER)
    assert lost is not None
    assert won is not None
    assert (lost.elo, lost.low, won.elo, won.high) == (None, None, None, None)
    assert lost.high is not None
    assert won.low is not None
    assert -700 < lost.high < -400
    assert 200 < won.low < 500
    assert rate([("level:9", 1.0)], LADDER) is None


def test_uncertain_ladders_widen_intervals() -> None:
    scores = [("random", 1.0), ("random", 0.0)] * 50
    unsure = Ladder(LADDER.names, LADDER.elo, [[2500.0, 0.0], [0.0, 0.0]], 100, "")
    narrow, wide = rate(scores, LADDER), rate(scores, unsure)
    assert narrow is not None
    assert wide is not None
    assert narrow.elo == wide.elo == -200.0
    assert wide.high is not None
    assert narrow.high is not None
    half = math.hypot(narrow.high + 200.0, 1.96 * 50.0)
    assert wide.high + 200.0 == pytest.approx(half, abs=0.2)
