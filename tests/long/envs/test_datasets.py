"""Data sets: what other libraries read is what was played."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import empile
from empile.engine.contracts.referee import headless_options
from empile.engine.planes import stack_boards
from empile.engine.record import Record
from empile.envs.opponents import play_at_random
from tests.envs.games import by_game
from tests.support.games import Variant, random_match
from tests.support.lazy_modules import lazy_module

if TYPE_CHECKING:
    from empile.envs import datasets
    from empile.envs import gymnasium as single
else:
    datasets = lazy_module("empile.envs.datasets")
    single = lazy_module("empile.envs.gymnasium")

minari = lazy_module("minari")
parquet = lazy_module("pyarrow.parquet")

ABOUT: dict[str, Any] = {
    "author": "a test",
    "author_email": "nobody@example.org",
    "code_permalink": "https://example.org",
    "algorithm_name": "random play",
}


@pytest.fixture(autouse=True)
def _datasets_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))


def played(variant: Variant, games: int = 3) -> list[Record]:
    game = empile.game_class(variant.name)
    options = {**headless_options(game), **variant.options}
    return list(datasets.self_play(game(**options), games, seed=1, by=play_at_random))


def moves_of(record: Record) -> list[tuple[empile.State, empile.Event]]:
    return [(state, event) for state, event in record.replay() if event.seat >= 0]


@pytest.mark.parametrize("memory", [False, True])
@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_parquet_has_a_row_for_each_move(variant: Variant, memory: bool, tmp_path: Path) -> None:
    records = played(variant)
    path = tmp_path / "games.parquet"
    count = datasets.write_parquet(records, path, memory=memory)
    table = parquet.read_table(path)
    rows = table.to_pylist()
    assert len(rows) == count == sum(len(moves_of(record)) for record in records)
    see = empile.State.information_state if memory else empile.State.observation
    remaining = iter(rows)
    for number, record in enumerate(records):
        returns = record.final_state().returns()
        for place, (state, event) in enumerate(moves_of(record)):
            row = next(remaining)
            assert (row["game"], row["move"], row["seat"]) == (number, place, event.seat)
            assert (row["action"], row["text"]) == (event.actions[0], event.text)
            assert row["legal"] == state.legal_actions()
            assert row["return"] == np.float32(returns[event.seat])
            assert np.array_equal(row["observation"], see(state, event.seat))
    about = json.loads(table.schema.metadata[b"empile"])
    game = records[0].load_game()
    assert empile.load(about["game"], **about["options"]) == game
    assert about["rules_version"] == game.rules_version
    planes = game.information_planes if memory else game.observation_planes
    assert about["planes"] == [[plane.name, list(plane.shape)] for plane in planes]


def test_parquet_writes_many_games_in_groups(tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    records = datasets.self_play(empile.load("block-ness"), 130, seed=2, by=play_at_random)
    count = datasets.write_parquet(records, path)
    file = parquet.ParquetFile(path)
    assert file.metadata.num_row_groups == 2
    assert file.metadata.num_rows == count
    assert set(file.read(["game"])["game"].to_pylist()) == set(range(130))


@pytest.mark.parametrize("variant", by_game(), ids=str)
def test_minari_has_the_episodes_of_seat_env(variant: Variant) -> None:
    records = played(variant, 2)
    datasets.write_minari(records, f"{variant.name}/test-v0", **ABOUT)
    dataset = minari.load_dataset(f"{variant.name}/test-v0")
    game = records[0].load_game()
    assert dataset.total_episodes == 2 * game.num_players
    environment: Any = dataset.recover_environment().unwrapped
    assert isinstance(environment, single.SeatEnv)
    assert environment.game == game
    for number in range(dataset.total_episodes):
        episode: Any = dataset[number]
        record, seat = records[number // game.num_players], number % game.num_players
        own = [(state, event) for state, event in moves_of(record) if event.seat == seat]
        assert game.possible_actions[episode.actions].tolist() == [e.actions[0] for _, e in own]
        seen = episode.observations
        for i, (state, _) in enumerate(own):
            assert np.array_equal(seen["observation"][i], state.observation(seat))
            legal = game.possible_actions[seen["action_mask"][i] == 1].tolist()
            assert legal == state.legal_actions()
        assert np.array_equal(seen["observation"][-1], record.final_state().observation(seat))
        assert not seen["action_mask"][-1].any()
        assert episode.rewards.tolist()[-1] == record.final_state().returns()[seat]
        assert not episode.rewards[:-1].any()
        assert episode.terminations.tolist() == [False] * (len(own) - 1) + [True]
        assert not episode.truncations.any()


def test_minari_takes_planes_and_seats() -> None:
    records = played(next(v for v in by_game() if v.name == "block-ness"), 2)
    dataset = datasets.write_minari(
        records, "block-ness/planes-v0", seats=[1], planes="stacked", memory=True, **ABOUT
    )
    assert dataset.total_episodes == 2
    game = records[0].load_game()
    first = next(state for state, event in moves_of(records[1]) if event.seat == 1)
    boards, numbers = stack_boards(game.information_planes, first.information_state(1))
    seen: Any = dataset[1].observations["observation"]
    assert np.array_equal(seen["boards"][0], boards)
    assert np.array_equal(seen["numbers"][0], numbers)
    with pytest.raises(ValueError, match="there is a data set 'block-ness/planes-v0' already"):
        datasets.write_minari(records, "block-ness/planes-v0", **ABOUT)


def test_self_play_is_reproducible_and_takes_levels() -> None:
    game = empile.load("block-ness", players=3)

    def texts(seed: int, by: Any) -> list[str]:
        return [record.to_json() for record in datasets.self_play(game, 2, seed=seed, by=by)]

    assert texts(1, play_at_random) == texts(1, play_at_random) != texts(2, play_at_random)
    assert len(set(texts(1, [1, play_at_random, play_at_random]))) == 2
    with pytest.raises(ValueError, match="one for all or 3, one for each seat, not 2"):
        next(datasets.self_play(game, 1, seed=1, by=[1, 1]))
    with pytest.raises(ValueError, match="levels of block-ness are"):
        next(datasets.self_play(game, 1, seed=1, by=99))


def test_games_must_be_finished_and_alike(tmp_path: Path) -> None:
    two, three = (empile.load("block-ness", players=players) for players in (2, 3))
    running = random_match(two, 1, 3).record()
    whole, other = (next(datasets.self_play(g, 1, seed=1, by=play_at_random)) for g in (two, three))
    for write, name in (
        (datasets.write_parquet, str(tmp_path / "games.parquet")),
        (datasets.write_minari, "x-v0"),
    ):
        with pytest.raises(ValueError, match="game 0 is not finished"):
            write([running], name)
        with pytest.raises(ValueError, match="game 1 has other options than the games before"):
            write([whole, other], name)
        with pytest.raises(ValueError, match="there are no games"):
            write([], name)
