"""Training the policy networks of Block Ness, with small samples."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import empile
from empile.games.block_ness.rules import policy_network
from empile.games.block_ness.rules.state import FEATURES
from tests.long.benchmarks.conftest import Program, check_gradient
from tests.long.engine.compiled.test_prior import choices, shares


@pytest.fixture(scope="module")
def training(program: Program) -> Any:
    return program("train_block_ness_prior")


@pytest.fixture(scope="module")
def lessons(training: Any) -> list[Any]:
    found: list[Any] = training.play(empile.load("block-ness", players=2), 400, 250, 1)
    return found


def kept(training: Any, stage: int) -> Any:
    """Return the game's network."""
    return training.Network(*(np.array(part[stage]) for part in policy_network.load_weights()))


def test_trained_network_matches_the_game(training: Any) -> None:
    for state in choices("block-ness"):
        moves = np.array(state.legal_actions(), np.int32)
        features = np.zeros((len(moves), FEATURES))
        training._write_features(state.game.params_array, state.array, moves, features)
        stage = int(int(state.array["laid"][0]) >= state.game.num_players)
        found = training.predict(kept(training, stage), features, np.zeros(1, np.int64))
        assert found == pytest.approx(shares(state), abs=1e-12)


def test_the_gradient_is_that_of_the_cross_entropy(training: Any, lessons: list[Any]) -> None:
    network = kept(training, 1)
    some = [lesson for lesson in lessons if lesson.stage == 1][:5]

    def entropy() -> float:
        start = np.zeros(1, np.int64)
        return -float(
            np.mean(
                [
                    lesson.shares @ np.log(training.predict(network, lesson.features, start))
                    for lesson in some
                ]
            )
        )

    check_gradient(network, training.gradient(network, some), entropy)


def test_lessons_share_out_what_the_teacher_did(lessons: list[Any]) -> None:
    assert {lesson.stage for lesson in lessons} == {0, 1}
    for lesson in lessons:
        assert lesson.features.shape == (len(lesson.shares), FEATURES)
        assert lesson.shares.sum() == pytest.approx(1.0)
        assert lesson.shares.max() >= 0.2


def test_a_few_games_teach_something_and_the_same_again(
    training: Any, lessons: list[Any], tmp_path: Path
) -> None:
    plays = [lesson for lesson in lessons if lesson.stage == 1]
    load_weights, back = training.shared_out(plays)
    assert back
    assert not {lesson.game for lesson in load_weights} & {lesson.game for lesson in back}
    network = training.teach(load_weights, 20, 1)
    assert training.evaluate(network, back).nats > 0.1
    training.write([network, network], tmp_path / "one.json")
    again = training.teach(load_weights, 20, 1)
    training.write([again, again], tmp_path / "two.json")
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


def test_what_the_game_knows_holds_for_new_games(training: Any) -> None:
    new = training.play(empile.load("block-ness", players=3), 300, 600, 99)
    plays = [lesson for lesson in new if lesson.stage == 1]
    found = training.evaluate(kept(training, 1), plays)
    assert 0.2 < found.nats < found.possible
    assert found.among_five > 0.5
