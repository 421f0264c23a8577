"""OpenEnv's own server and client, in two processes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from openenv.core import SyncEnvClient

import empile
from empile.envs.frameworks import openenv as adapter
from empile.envs.frameworks.openenv import (
    GameAction,
    GameClient,
    GameEnvironment,
    GameObservation,
    GameState,
)
from empile.envs.frameworks.play import BotGame
from tests.long.envs.frameworks.cases.shared import GAMES, HIDING, Model, run_examples, twins
from tests.support.games import Variant
from tests.support.patience import PATIENCE

Client = SyncEnvClient[GameAction, GameObservation, GameState]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a server in another process."""
    target = "empile.envs.frameworks.openenv:application"
    command = [sys.executable, "-m", "uvicorn", "--factory", target, "--port", "0"]
    with subprocess.Popen(
        [*command, "--host", "127.0.0.1"], stderr=subprocess.PIPE, text=True, env=os.environ
    ) as process:
        assert process.stderr is not None
        found = None
        told: list[str] = []
        for line in process.stderr:
            told.append(line)
            found = re.search(r"running on (http://[^ ]+)", line)
            if found:
                break
        try:
            assert found is not None, told
            yield found[1]
        finally:
            process.terminate()
            process.stderr.read()


@pytest.fixture
def client(address: str) -> Iterator[Client]:
    """A connection."""
    with GameClient(base_url=address).sync() as connection:
        yield connection


def fetch(url: str, data: dict[str, Any] | None = None) -> Any:
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", [0, 2])
def test_client_plays_whole_games(game: str, seat: int, client: Client) -> None:
    """The same answers give the same game as without a server."""
    setup: dict[str, Any] = {"game": game, "seat": seat, "opponents": [1, "random"], "players": 3}
    result = client.reset(seed=5, **setup)
    alone = BotGame(**setup, seed=5)
    model = Model(4)
    while not result.done:
        seen = result.observation
        assert (seen.instructions, seen.turn) == (alone.instructions(), alone.turn())
        assert seen.messages == alone.messages()
        answer = model(seen.turn)
        result = client.step(GameAction(answer=answer))
        step = alone.answer(answer)
        seen = result.observation
        assert (seen.kind, seen.move, seen.reason) == (step.kind, step.move, step.reason)
    assert alone.done
    assert result.reward == result.observation.reward == alone.env.returns[seat]
    state = client.state()
    assert isinstance(state, GameState)
    assert state.numbers == alone.outcome().numbers
    assert state.ranks == alone.env.ranks
    assert state.step_count == model.asked
    assert state.record == alone.env.record().to_dict()


def test_bad_answers_are_asked_again_and_counted(client: Client) -> None:
    model = Model(3, bad=0.6)
    result = client.reset(opponents="random", retries=1, players=2, seed=1)
    retried = consequences = 0
    while not result.done:
        result = client.step(GameAction(answer=model(result.observation.turn)))
        seen = result.observation
        if seen.kind != "legal":
            assert seen.reason
            retried += seen.move is None
            consequences += seen.move is not None
            if seen.move is None:
                assert seen.tries_left == 1
                assert seen.reason in seen.turn
    numbers = client.state().numbers
    assert numbers["retries"] == retried > 0
    assert numbers["consequences"] == consequences > 0
    bad = numbers["illegal"] + numbers["unreadable"]
    assert numbers["moves"] + bad == model.asked
    assert numbers["bad_rate"] == pytest.approx(bad / model.asked)


def test_resignation_ends_a_game(client: Client) -> None:
    client.reset(game="blox", retries=0, consequence="resign", players=2, seed=1)
    result = client.step(GameAction(answer="I resign."))
    assert (result.done, result.reward) == (True, -1.0)
    with pytest.raises(RuntimeError, match="the game is over"):
        client.step(GameAction(answer="again"))
    assert not client.reset(game="blox", seed=1).done


def test_connections_have_games_of_their_own(address: str, client: Client) -> None:
    first = client.reset(game="block-ness", seed=1, seat=0)
    with GameClient(base_url=address).sync() as other:
        other.reset(game="blox", seed=1, seat=0)
        other.step(GameAction(answer="no move"))
        assert other.state().game == "blox"
    assert client.state().game == "block-ness"
    assert client.state().step_count == 0
    move = Model()(first.observation.turn)
    assert client.step(GameAction(answer=move)).observation.kind == "legal"


def test_seeds(client: Client) -> None:
    def begun(**setup: Any) -> str:
        return client.reset(game="blox", players=2, **setup).observation.turn

    assert begun(seed=1) == begun(seed=1)
    assert len({begun(seat=0) for _ in range(4)}) > 1
    seats = {client.reset(game="blox", players=4, seed=seed).observation.seat for seed in range(12)}
    assert seats == {0, 1, 2, 3}


def test_pictures_are_part_of_messages(client: Client) -> None:
    result = client.reset(images="svg", seed=1)
    text, picture = result.observation.messages[1]["content"]
    assert text["text"] == result.observation.turn
    assert picture["image_url"]["url"].startswith("data:image/svg+xml;base64,")


@pytest.mark.parametrize(
    ("setup", "error"),
    [
        ({"seat": 3, "players": 2}, "seats are 0 to 1, not 3"),
        ({"opponents": 99}, "levels of block-ness are"),
        ({"players": 9}, "'players' must be one of"),
        ({"game": "chess"}, "chess"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_errors_name_what_is_wrong(setup: dict[str, Any], error: str, client: Client) -> None:
    with pytest.raises(RuntimeError, match=error):
        client.reset(**setup)


def test_an_answer_needs_a_game(client: Client) -> None:
    with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
        client.step(GameAction(answer="d4-f4"))


def test_http_routes(address: str) -> None:
    assert fetch(f"{address}/health")["status"] == "healthy"
    schema = fetch(f"{address}/schema")
    assert set(schema["action"]["properties"]) == {"answer", "metadata"}
    assert {"turn", "instructions", "kind"} <= set(schema["observation"]["properties"])
    assert {"numbers", "ranks", "record"} <= set(schema["state"]["properties"])
    begun = fetch(f"{address}/reset", {"seed": 3, "game": "blox", "seat": 0, "players": 2})
    assert begun["observation"]["turn"] == BotGame("blox", seed=3, players=2).turn()
    assert fetch(f"{address}/metadata")["name"] == "empile"


@pytest.mark.parametrize("variant", HIDING, ids=str)
def test_client_does_not_get_what_is_hidden(variant: Variant) -> None:
    compared = 0
    for match, twin, seat in twins(variant):
        seen: list[list[str]] = []
        for one in (match, twin):
            env = GameEnvironment(one)
            told = [env.reset(seed=1, seat=seat, log="all", images="svg").model_dump_json()]
            told.append(env.step(GameAction(answer="no move")).model_dump_json())
            told.append(env.state.model_dump_json(exclude={"episode_id"}))
            seen.append(told)
        assert seen[0] == seen[1]
        compared += 1
    assert compared


def test_record_is_told_after_the_end_only() -> None:
    env = GameEnvironment("block-out", opponents="random")
    seen, model = env.reset(seed=1), Model()
    while not seen.done:
        assert env.state.record is None
        seen = env.step(GameAction(answer=model(seen.turn)))
    assert empile.Record.from_json(json.dumps(env.state.record)).result is not None


def test_examples_run() -> None:
    assert run_examples(adapter) == 3
