"""Matches between levels: estimates, verdicts and the table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.long.benchmarks.conftest import Program


@pytest.fixture(scope="module")
def levels(program: Program) -> Any:
    return program("levels")


def results(means: list[float], games: int = 100) -> dict[str, Any]:
    """Return two-seat matches with the given mean scores."""
    return {
        "game": "block-out",
        "seed": 7,
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
                "weaker": f"l{number}",
                "stronger": f"l{number + 1}",
                "scores": {"1": round(games * each), "0": games - round(games * each)},
                "seconds": 1.0,
            }
            for number, each in enumerate(means, 1)
        ],
    }


def test_estimate_gives_the_error_and_wilson_interval_of_won_and_lost_games(levels: Any) -> None:
    found = levels.estimate({1.0: 80, 0.0: 20})
    assert (found.games, found.mean) == (100, 0.8)
    assert found.error == pytest.approx(0.0402, abs=1e-4)
    assert (found.low, found.high) == pytest.approx((0.711, 0.867), abs=1e-3)


def test_estimate_is_narrower_for_scores_that_vary_less(levels: Any) -> None:
    drawn = levels.estimate({1.0: 60, 0.5: 40})
    decided = levels.estimate({1.0: 80, 0.0: 20})
    assert drawn.mean == decided.mean
    assert drawn.high - drawn.low < decided.high - decided.low
    always = levels.estimate({1.0: 200})
    assert always.low == pytest.approx(0.981, abs=1e-3)
    assert always.high == 1.0


@pytest.mark.parametrize(
    ("mean", "verdict"), [(0.9, "above"), (0.77, "reached"), (0.75, "reached"), (0.74, "missed")]
)
def test_verdict_compares_the_interval_with_the_goal(
    levels: Any, mean: float, verdict: str
) -> None:
    [line] = [
        line for line in levels.table(results([mean])).splitlines() if line.startswith("| 2 | base")
    ]
    assert f"| {verdict} |" in line


def test_table_gives_only_steps_of_the_ladder_a_verdict(levels: Any) -> None:
    data = results([0.8, 0.8])
    data["matches"].append({**data["matches"][0], "stronger": "l3", "weaker": "l1"})
    shown = levels.table(data)
    assert (
        "| 2 | base | l3 against l1 | 100 | 0.800 ± 0.040 | 0.711 to 0.867 | +241 |  | 1 |" in shown
    )


def test_table_names_what_was_not_measured(levels: Any) -> None:
    data = results([0.8])
    assert "Not measured" not in levels.table(data)
    data["levels"].append({**data["levels"][0], "plays": ["3 base"]})
    assert "Not measured in this way: 3 base." in levels.table(data).splitlines()


def test_table_names_unfinished_matches(levels: Any) -> None:
    data = results([0.8, 0.7], games=200)
    assert "Unfinished" not in levels.table(data)
    data["matches"][1]["scores"] = {"1": 150, "0": 49}
    line = "Unfinished, with less than 200 games: 2 base, l3 against l2."
    assert line in levels.table(data).splitlines()


def test_table_shows_how_much_room_luck_leaves(levels: Any) -> None:
    data = results([0.6, 0.6])
    one = data["matches"][0]
    assert "room" not in levels.table(data)
    data["matches"] += [
        {**one, "stronger": "l3", "weaker": "l1", "scores": {"1": 70, "0": 30}},
        {**one, "stronger": "l3 x 10", "weaker": "l3", "scores": {"1": 52, "0": 48}},
        {**one, "stronger": "l3", "weaker": levels.RANDOM, "scores": {"1": 75, "0": 25}},
    ]
    assert "| 2 | base | 141 | +14 | 155 of 763 | 191 | 147 |" in levels.table(data).splitlines()


def test_pairings_are_neighbours_and_the_ends_of_the_ladder(levels: Any) -> None:
    game = levels.game_class("on-top")(players=2)
    found = [(a.name, b.name) for a, b in levels.pairings(game, luck=False)]
    assert found == [
        ("casual", "beginner"),
        ("regular", "casual"),
        ("expert", "regular"),
        ("master", "expert"),
        ("master", "beginner"),
    ]
    luck = levels.pairings(game, luck=True)[5:]
    assert [(a.name, b.name) for a, b in luck] == [
        ("master x 10", "master"),
        ("master", levels.RANDOM),
    ]
    assert luck[0][0].level.simulations == 10 * luck[0][1].level.simulations


def test_ladders_are_listed_for_the_seats_and_variants_that_have_them(levels: Any) -> None:
    rows = levels.ladders("on-top")
    assert [row["plays"] for row in rows] == 5 * [["2 base", "3 base", "4 base", "4 teams"]]
    own = levels.ladders("block-ness")
    assert {label for row in own for label in row["plays"]} == {
        f"{seats} {variant}" for seats in (2, 3, 4) for variant in ("base", "expert")
    }
    lines = levels.table(results([0.8, 0.8])).splitlines()
    assert "| all | 1 l1 | 1 | 0% | no move |" in lines
    assert "| all | 2 l2 | 1 | 0% | the end |" in lines
    assert "| all | 3 l3 | 1 | 0% | 1 move |" in lines


def test_play_match_plays_all_games_and_resumes(levels: Any, tmp_path: Path) -> None:
    path = tmp_path / "levels.json"
    game = levels.game_class("on-top")(players=2)
    # The strongest of On Top beats random moves so clearly that a sequential test would stop early.
    sides = (levels.player(levels.levels_of(game)[2]), levels.Player(levels.RANDOM, None))

    def played(games: int) -> dict[str, int]:
        kept = levels.Results(path, "on-top")
        entry = kept.match(game, "base", *sides)
        levels.play_match(game, sides, entry, kept, games, 1)
        scores: dict[str, int] = json.loads(path.read_text("utf-8"))["matches"][0]["scores"]
        return scores

    first = played(21)
    assert sum(first.values()) == 22, "whole rounds of seatings"
    whole = played(60)
    assert sum(whole.values()) == 60
    assert all(whole[score] >= count for score, count in first.items())
    assert "regular against random moves | 60 |" in path.with_suffix(".md").read_text("utf-8")


def test_results_of_other_levels_or_seeds_are_not_resumed(levels: Any, tmp_path: Path) -> None:
    path = tmp_path / "levels.json"
    kept = levels.Results(path, "on-top")
    kept.data["matches"].append({"seats": 2})
    path.write_text(json.dumps(kept.data), "utf-8")
    assert levels.Results(path, "on-top").data["matches"] == [{"seats": 2}]
    path.write_text(json.dumps({**kept.data, "seed": 1}), "utf-8")
    assert levels.Results(path, "on-top").data["matches"] == []
