"""The fit of the ladders: known strengths, known errors, and the file that is shipped."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import empile
from empile.evals.ladder import fingerprint
from tests.long.benchmarks.conftest import Program

NAMES = ["random", "level:1", "level:2", "level:3"]
ELO = 400.0 / math.log(10.0)


@pytest.fixture(scope="module")
def fits(program: Program) -> Any:
    return program("eval_ladders")


def expected(difference: float) -> float:
    return 1.0 / (1.0 + math.exp(-difference / ELO))


def test_known_strengths_are_found(fits: Any) -> None:
    known, games = [-250.0, 0.0, 180.0, 420.0], 100_000
    matches = [
        fits.Met(one, other, {1.0: round(games * chance), 0.0: round(games * (1.0 - chance))})
        for one, other in ((1, 0), (2, 1), (3, 2), (3, 1))
        for chance in [expected(known[one] - known[other])]
    ]
    ladder = fits.fit(NAMES, matches, "print")
    assert ladder.elo == pytest.approx(known, abs=0.2)
    assert (ladder.names, ladder.games, ladder.levels) == (NAMES, 4 * games, "print")
    assert ladder.covariance[1] == [0.0] * 4


def test_the_error_of_two_players_is_that_of_the_binomial(fits: Any) -> None:
    ladder = fits.fit(NAMES[:2], [fits.Met(1, 0, {1.0: 750, 0.0: 250})], "")
    chance = 750.5 / 1001.0  # half a win more on each side
    assert ladder.elo[0] == pytest.approx(-400.0 * math.log10(chance / (1.0 - chance)), abs=0.1)
    error = ELO / math.sqrt(1001.0 * chance * (1.0 - chance))
    assert math.sqrt(ladder.covariance[0][0]) == pytest.approx(error, rel=0.01)


def test_drawish_scores_have_a_smaller_error(fits: Any) -> None:
    decided = fits.fit(NAMES[:2], [fits.Met(1, 0, {1.0: 500, 0.0: 500})], "")
    even = fits.fit(NAMES[:2], [fits.Met(1, 0, {1.0: 100, 0.5: 800, 0.0: 100})], "")
    assert decided.elo == even.elo == [0.0, 0.0]
    ratio = even.covariance[0][0] / decided.covariance[0][0]
    assert ratio == pytest.approx(0.2, abs=0.01)


def test_errors_are_those_of_repeated_matches(fits: Any) -> None:
    """The covariance agrees with the spread of ladders from simulated matches."""
    known, games = [-200.0, 0.0, 250.0], 200
    draws = np.random.default_rng(1)
    found: list[list[float]] = []
    told: list[float] = []
    for _ in range(200):
        matches: list[Any] = []
        for one, other in ((1, 0), (2, 1)):
            won = int(draws.binomial(games, expected(known[one] - known[other])))
            matches.append(fits.Met(one, other, {1.0: won, 0.0: games - won}))
        ladder = fits.fit(NAMES[:3], matches, "")
        found.append(ladder.elo)
        told.append(math.sqrt(ladder.covariance[2][2]))
    spread = np.std(np.array(found), axis=0)
    assert spread[2] == pytest.approx(np.mean(told), rel=0.2)
    assert np.mean(found, axis=0) == pytest.approx(known, abs=8.0)


def test_random_moves_are_played_once(
    fits: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    played = tmp_path / "random.json"
    monkeypatch.setattr(fits, "PLAYED", played)
    monkeypatch.setattr(fits, "GAMES", ("block-ness",))
    assert fits.play_random(0) == {"block-ness": {}}
    found = fits.play_random(2)
    assert json.loads(played.read_text("utf-8")) == found
    for label, scores in found["block-ness"].items():
        seats = int(label.split()[0])
        assert sum(scores.values()) == 2**seats - 2  # each mixture of the two players once
        assert all(0.0 <= float(score) <= 1.0 for score in scores)
    assert {"2 base", "3 base", "4 base", "2 expert"} <= set(found["block-ness"])

    def never(*_: object) -> None:
        raise AssertionError("played again")

    monkeypatch.setattr(fits, "play_game", never)
    assert fits.play_random(5) == found


def test_a_ladder_without_matches_against_random_moves_is_left_out(fits: Any) -> None:
    assert list(fits.ladders_of("block-ness", {})) == []
    scores = {"0": 30, "1": 70}
    [(label, ladder)] = fits.ladders_of("block-ness", {"2 base": scores})
    assert label == "2 base"
    assert ladder.names[:2] == ["random", "level:1"]
    assert ladder.elo == sorted(ladder.elo)
    assert ladder.levels == fingerprint(empile.load("block-ness"))


def test_the_shipped_ladders_are_those_of_the_published_matches(fits: Any) -> None:
    """Linear algebra may round otherwise on other processors, so figures are close, not equal."""
    random = json.loads(fits.PLAYED.read_text("utf-8"))
    fitted, shipped = json.loads(fits.ladders(random)), json.loads(fits.WRITTEN.read_bytes())
    assert {game: set(found) for game, found in fitted.items()} == {
        game: set(found) for game, found in shipped.items()
    }
    for game, found in shipped.items():
        for label, ladder in found.items():
            again = fitted[game][label]
            assert again["names"] == ladder["names"]
            assert (again["games"], again["levels"]) == (ladder["games"], ladder["levels"])
            assert again["elo"] == pytest.approx(ladder["elo"], abs=0.2)
