"""verifiers' own environments, interactions and scoring with a model behind an HTTP endpoint."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import verifiers.v1 as vf

import empile
from empile.engine.match import Match
from empile.envs.frameworks.play import BotGame
from empile.envs.frameworks.verifiers import BotState, play
from tests.long.envs.frameworks.cases.shared import GAMES, HIDING, Model, twins
from tests.support.games import Variant
from tests.support.patience import PATIENCE

MODULE = """
from empile.envs.frameworks.verifiers import *
from empile.envs.frameworks.verifiers import __all__
"""

SHORTER = {"blox": {"round_limit": 30}}
"""Games of other lengths than usual: a trace takes time that grows with its square."""


class Endpoint:
    """An endpoint as OpenAI's, of a model; keeps what it was sent."""

    def __init__(self) -> None:
        self.model = Model()
        self.sent: list[list[dict[str, Any]]] = []
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True
            wbufsize = -1

            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                answer = json.dumps(endpoint.answer(asked)).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(answer)))
                self.end_headers()
                self.wfile.write(answer)

            def log_message(self, format: str, *args: object) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        self.sent.append(asked["messages"])
        content = asked["messages"][-1]["content"]
        text = content if isinstance(content, str) else content[0]["text"]
        message = {"role": "assistant", "content": self.model(text)}
        return {
            "id": "1",
            "object": "chat.completion",
            "created": 1,
            "model": asked["model"],
            "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
        }


@pytest.fixture
def endpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Endpoint]:
    """A running endpoint, and a module of the environment in the working folder."""
    (tmp_path / "empile_games.py").write_text(MODULE, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    found = Endpoint()
    thread = threading.Thread(target=found.server.serve_forever)
    thread.start()
    yield found
    found.server.shutdown()
    thread.join()
    found.server.server_close()


def traces(endpoint: Endpoint, taskset: dict[str, Any], **more: Any) -> list[vf.Trace]:
    """Play all games of a taskset as `vf-eval` does, three at a time."""
    config = {"taskset": {"id": "empile_games", "opponents": "random", **taskset}, **more}
    env = vf.load_environment(vf.resolve_env_config(config))
    client = vf.EvalClientConfig(base_url=endpoint.url, api_key_var="NO_KEY")
    context = vf.ModelContext(model="mock", client=client)

    async def run() -> list[vf.Episode]:
        async with env.serving():
            return await asyncio.gather(
                *(env.run_slot(env.slots(task)[0], context) for task in env.taskset)
            )

    episodes = asyncio.run(run())
    for episode in episodes:
        assert episode.ok, (episode.errors, [trace.errors for trace in episode.traces])
    return [episode.traces[0] for episode in episodes]


@pytest.mark.parametrize("game", GAMES)
def test_model_plays_whole_games(game: str, endpoint: Endpoint) -> None:
    """Each of three seats once, with two bots of different strength."""
    taskset = {
        "game": game,
        "games": 3,
        "settings": {"players": 3, **SHORTER.get(game, {})},
        "opponents": [1, "random"],
    }
    harness = {"harness": {"id": "empile_games", "history": 0}}
    for number, trace in enumerate(traces(endpoint, taskset, player=harness)):
        record = empile.Record.from_json(json.dumps(trace.info["record"]))
        assert record.result is not None
        assert trace.metrics["rank"] == record.result.ranks[number]
        assert trace.num_turns == trace.metrics["moves"]
        assert trace.reward == trace.rewards["game_score"].score
        assert trace.rewards["won"].score == (trace.reward == 1.0)
        assert trace.rewards["bad_rate"].score == 0.0


def test_bad_answers_are_asked_again_and_counted(endpoint: Endpoint) -> None:
    endpoint.model = Model(3, bad=0.6)
    taskset = {"games": 2, "settings": {"retries": 1}}
    found = traces(endpoint, taskset)
    bad = sum(trace.metrics["illegal"] + trace.metrics["unreadable"] for trace in found)
    assert bad > 0
    assert sum(trace.metrics["moves"] for trace in found) + bad == endpoint.model.asked
    retries = sum(trace.metrics["retries"] for trace in found)
    assert retries > 0
    assert sum(trace.metrics["consequences"] for trace in found) > 0
    assert retries == sum("You have 1 try left." in sent[-1]["content"] for sent in endpoint.sent)
    for trace in found:
        wrong = trace.metrics["illegal"] + trace.metrics["unreadable"]
        assert trace.rewards["bad_rate"].score == wrong / trace.num_turns


def test_weights_are_settings(endpoint: Endpoint) -> None:
    endpoint.model = Model(bad=1.0)
    taskset = {
        "games": 1,
        "settings": {"retries": 0, "consequence": "resign"},
        "task": {"rewards": {"bad_rate": {"weight": -0.5}}},
    }
    (trace,) = traces(endpoint, taskset)
    assert trace.reward == -0.5
    assert trace.metrics["rank"] == 2.0


def test_a_game_that_a_limit_ended_is_lost(endpoint: Endpoint) -> None:
    taskset = {"game": "blox", "games": 1, "settings": {"players": 4}}
    (trace,) = traces(endpoint, taskset, player={"max_turns": 5})
    assert trace.num_turns == trace.metrics["moves"] == 5
    assert (trace.reward, trace.rewards["won"].score, trace.metrics["rank"]) == (0.0, 0.0, 4.0)
    assert "record" not in trace.info


@pytest.mark.parametrize(("history", "most"), [(0, 2), (2, 6), (None, 100)])
def test_history_limits_what_is_sent(history: int | None, most: int, endpoint: Endpoint) -> None:
    harness = {"harness": {"id": "empile_games", "history": history}}
    (trace,) = traces(endpoint, {"games": 1}, player=harness)
    lengths = [len(sent) for sent in endpoint.sent]
    assert lengths == [min(most, 2 + 2 * number) for number in range(trace.num_turns)]
    for sent in endpoint.sent:
        assert [one["role"] for one in sent[:2]] == ["system", "user"]
        assert sent[0]["content"] == endpoint.sent[0][0]["content"]
    if history is None:
        assert len(trace.branches) == 1


def test_pictures_are_sent(endpoint: Endpoint) -> None:
    traces(endpoint, {"games": 1, "settings": {"images": "svg"}})
    text, picture = endpoint.sent[0][-1]["content"]
    assert text["type"] == "text"
    assert picture["image_url"]["url"].startswith("data:image/svg+xml;base64,")


@pytest.mark.parametrize("variant", HIDING, ids=str)
def test_model_is_not_sent_what_is_hidden(variant: Variant) -> None:
    def sent(match: Match, seat: int) -> list[object]:
        """Return what is sent in the seat's turn, and after a bad answer."""

        class Talk:
            trace: Any = SimpleNamespace(state=BotState())

            def __init__(self) -> None:
                self.asked: list[object] = []

            async def turn(self, message: list[dict[str, Any]]) -> vf.Segment:
                self.asked.append(message)
                ends = len(self.asked) == 2
                return vf.Segment(messages=[], root_reply="no move", terminated=ends)

        game, talk = BotGame(match, seat=seat, log="all", images="svg"), Talk()
        asyncio.run(play(game, talk))
        assert len(talk.asked) == 2
        return [game.instructions(), *talk.asked]

    compared = 0
    for match, twin, seat in twins(variant):
        assert sent(match, seat) == sent(twin, seat)
        compared += 1
    assert compared


def test_seats_change_before_seeds(endpoint: Endpoint) -> None:
    config = {"id": "empile_games", "game": "on-top", "games": 5, "seed": 7}
    tasks = list(vf.load_environment(vf.resolve_env_config({"taskset": config})).taskset)
    setups = [task.data.setup for task in tasks]
    assert [(one["seat"], one["seed"]) for one in setups] == [
        (0, 7),
        (1, 7),
        (0, 8),
        (1, 8),
        (0, 9),
    ]
    for task in tasks:
        game = BotGame(**task.data.setup)
        assert task.data.system_prompt == game.instructions()


@pytest.mark.parametrize(
    ("taskset", "error"),
    [
        ({"seat": 3}, "seats are 0 to 1, not 3"),
        ({"opponents": 99}, "levels of block-ness are"),
        ({"settings": {"players": 9}}, "'players' must be one of"),
    ],
)
def test_errors_name_what_is_wrong(taskset: dict[str, Any], error: str, endpoint: Endpoint) -> None:
    config = vf.resolve_env_config({"taskset": {"id": "empile_games", **taskset}})
    env = vf.load_environment(config)
    with pytest.raises((ValueError, empile.EmpileError), match=error):
        list(env.taskset)


def test_command_line(endpoint: Endpoint, tmp_path: Path) -> None:
    program = Path(sys.executable).parent / "vf-eval"
    done = subprocess.run(
        [
            *(program, "empile_games", "--env.taskset.games", "2", "-m", "mock", "--no-push"),
            *("--env.taskset.opponents", "random", "--client.base-url", endpoint.url),
            *("--client.api-key-var", "NO_KEY", "--no-rich", "--output-dir", tmp_path / "runs"),
        ],
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{os.environ['PYTHONPATH']}"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = (tmp_path / "runs").rglob("traces.jsonl")
    assert len(found.read_text("utf-8").splitlines()) == 2
