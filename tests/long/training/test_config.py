"""Settings."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest

import empile
from empile.networks import CentredView, NetworkShape
from empile.training.config import TrainingConfig, config_for
from empile.training.errors import TrainingError

two_seats = cache(lambda: empile.load("block-ness", players=2))


def test_config_begins_with_the_choices_of_the_game() -> None:
    config = config_for(two_seats())
    assert config.shape == two_seats().bots.network_shape
    assert isinstance(config.shape.view, CentredView)
    for name, value in two_seats().bots.training_settings.items():
        assert getattr(config, name) == value


def test_config_changes_settings_and_the_shape_by_name() -> None:
    config = config_for(
        two_seats(), {"width": 32, "view": None, "simulations": 7, "learning_rate": 0.01}
    )
    assert config.shape == msgspec.structs.replace(
        two_seats().bots.network_shape, width=32, view=None
    )
    assert (config.simulations, config.learning_rate) == (7, 0.01)


@pytest.mark.parametrize("name", empile.game_names())
def test_every_game_has_valid_settings(name: str) -> None:
    for players in (2, 3, 4):
        config = config_for(empile.load(name, players=players))
        assert isinstance(config.shape, NetworkShape)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"widht": 32}, "widht"),
        ({"width": "wide"}, "int"),
        ({"width": 0}, "1 to 4096 units"),
        ({"games": 0}, "games must be at least 1"),
        ({"batch": 512, "buffer": 100}, "the buffer must hold a batch"),
        ({"passes": 0}, "passes and learning_rate must be above 0"),
        ({"learning_rate": -1.0}, "passes and learning_rate must be above 0"),
        ({"value_mix": 1.5}, "value_mix must be from 0 to 1"),
        ({"average": 1.0}, "average from 0 to below 1"),
        ({"random_opening": -1}, "must not be negative"),
        ({"considered": 0}, "considered must be at least 1"),
        ({"value_scale": -0.5}, "value_scale"),
        ({"seed": -1}, "seed"),
    ],
)
def test_wrong_settings_are_refused_with_the_names_of_all(
    changes: dict[str, Any], said: str
) -> None:
    with pytest.raises(TrainingError, match=said) as caught:
        config_for(two_seats(), changes)
    assert "the settings are average, batch, blocks, buffer" in str(caught.value)


def test_evaluations_search_without_noise() -> None:
    config = TrainingConfig(considered=5, value_scale=0.5)
    assert config.match_search.scale == 0.0
    assert config.self_play.scale > 0.0
    assert config.self_play.considered == 5
    assert config.self_play.value_scale == config.match_search.value_scale == 0.5
