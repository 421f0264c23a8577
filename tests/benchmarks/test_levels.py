"""Verdicts of matches between levels, and the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.conftest import Program


@pytest.fixture(scope="module")
def levels(program: Program) -> Any:
    return program("levels")


def results(means: list[float], even: list[int]) -> dict[str, Any]:
    """Return two-seat matches of 100 games with the given mean scores."""
    return {
        "game": "block-out",
        "goal": 0.75,
        "error": 0.05,
        "even": even,
        "levels": [
            {
                "plays": ["2 base"],
                "number": number,
                "key": f"level.l{number}",
                "simulations": 1,
                "random_move_probability": 0.0,
                "rollout_depth": number - 2,
            }
            for number in range(1, len(means) + 2)
        ],
        "matches": [
            {
                "seats": 2,
                "variant": "base",
                "weaker": number,
                "stronger": number + 1,
                "scores": [1.0] * round(100 * each) + [0.0] * round(100 * (1 - each)),
                "seconds": 1.0,
            }
            for number, each in enumerate(means, 1)
        ],
    }


def words(levels: Any, data: dict[str, Any]) -> list[str]:
    return [levels.verdict_of(data, match) for match in data["matches"]]


def test_a_match_is_proved_held_missed_or_refuted(levels: Any) -> None:
    data = results([0.95, 0.77, 0.73, 0.4], even=[])
    assert words(levels, data) == ["proved", "held", "missed", "refuted"]


def test_where_luck_forbids_the_goal_steps_are_held_against_the_mean_step(levels: Any) -> None:
    # Steps of 0.10, 0.06, 0.05 and 0.03: the mean is 0.06.
    data = results([0.6, 0.56, 0.55, 0.53], even=[2])
    assert words(levels, data) == ["even", "even", "even", "uneven"]
    assert words(levels, results([0.51, 0.49], even=[2])) == ["even", "uneven"]
    assert words(levels, results([0.95, 0.77], even=[2])) == ["proved", "held"]


def test_matches_of_other_seats_and_variants_are_no_measure(levels: Any) -> None:
    data = results([0.6, 0.58], even=[2])
    for match in results([0.9, 0.9], even=[])["matches"]:
        data["matches"].append({**match, "seats": 3})
        data["matches"].append({**match, "variant": "other"})
    assert words(levels, data)[:2] == ["even", "even"]


def test_only_where_luck_decides_a_score_has_an_error(levels: Any) -> None:
    assert "| 0.600 ± 0.049 | even |" in levels.table(results([0.6], even=[2]))
    told = levels.table(results([0.6], even=[]))
    assert "| 0.600 | refuted |" in told
    assert "±" not in told


def test_levels_are_listed_for_the_seats_and_variants_that_have_them(levels: Any) -> None:
    rows = levels.ladders("on-top")
    assert [row["plays"] for row in rows] == 5 * [["2 base", "3 base", "4 base", "4 teams"]]
    own = levels.ladders("block-ness")
    assert {label for row in own for label in row["plays"]} == {
        f"{seats} {variant}" for seats in (2, 3, 4) for variant in ("base", "expert")
    }
    assert [row["number"] for row in own[:5]] == [1, 2, 3, 4, 5]
    told = results([0.8], even=[])
    told["levels"].append({**told["levels"][0], "plays": ["3 base"]})
    assert "| 3 base | 1 l1 | 1 | 0% | no move |" in levels.table(told).splitlines()
    lines = levels.table(results([0.8, 0.8], even=[])).splitlines()
    assert "| all | 1 l1 | 1 | 0% | no move |" in lines
    assert "| all | 2 l2 | 1 | 0% | the end |" in lines
    assert "| all | 3 l3 | 1 | 0% | 1 move |" in lines


def test_a_file_of_before_there_were_several_ladders_is_gone_on_with(
    levels: Any, tmp_path: Path
) -> None:
    path = tmp_path / "levels.json"
    kept = levels.Results(path, "on-top")
    for row in kept.data["levels"]:
        del row["plays"]
    kept.data["matches"].append({"seats": 2, "scores": [1.0]})
    path.write_text(json.dumps(kept.data), "utf-8")
    assert levels.Results(path, "on-top").data["matches"] == [{"seats": 2, "scores": [1.0]}]


def test_a_match_that_luck_decides_is_played_whole(levels: Any, tmp_path: Path) -> None:
    path = tmp_path / "levels.json"
    # The strongest of On Top beats the beginner so clearly that few games are enough.
    game = levels.game_class("on-top")(players=2)
    kept = levels.Results(path, "on-top", [2])
    weaker, stronger = levels.levels_of(game)[0], levels.levels_of(game)[2]
    entry = kept.match(game, "base", weaker, stronger)
    shown: list[int] = []

    def tell(completed: int, score: str) -> None:
        shown.append(completed)

    test = levels.meet(game, weaker, stronger, entry, kept, 60, 1, 1, tell)
    assert shown == list(range(1, 61))
    assert len(test.scores) == 60
    assert levels.Sequential(0.75, 0.05, test.scores).verdict == "proved"
    kept.save(now=True)
    assert json.loads(path.read_text("utf-8"))["even"] == [2]
    assert "proved" in path.with_suffix(".md").read_text("utf-8")
