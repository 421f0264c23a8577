"""Inspect's own ``eval`` with its mock model."""

from __future__ import annotations

import asyncio
import base64
import json
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import Task, eval
from inspect_ai.log import EvalLog
from inspect_ai.model import (
    ChatMessage,
    ChatMessageUser,
    ContentImage,
    ModelName,
    ModelOutput,
    ModelUsage,
    get_model,
)
from inspect_ai.solver import TaskState

import empile
from empile.engine.match import Match
from empile.envs.frameworks import inspect_ai as adapter
from empile.envs.frameworks.inspect_ai import KEY, against_bots, play
from empile.envs.frameworks.play import BotGame
from tests.long.envs.frameworks.cases.shared import GAMES, HIDING, Model, run_examples, twins
from tests.support.games import Variant


class MockModel:
    """Outputs of Inspect's mock model by a model of ours; keeps what it was sent."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.sent: list[list[ChatMessage]] = []

    def __call__(self, messages: list[ChatMessage], *_: object) -> ModelOutput:
        self.sent.append(list(messages))
        output = ModelOutput.from_content("mockllm/model", self.model(messages[-1].text))
        output.usage = ModelUsage()  # else a tokenizer is downloaded to count
        return output


def evaluated(task: Task, model: MockModel, folder: Path, **limits: Any) -> EvalLog:
    """Run a task as a program does; return its log."""
    mock = get_model("mockllm/model", custom_outputs=model, memoize=False)
    (log,) = eval(task, model=mock, display="none", log_dir=str(folder), **limits)
    assert log.status == "success", log.error
    return log


def metrics(log: EvalLog) -> dict[str, float]:
    assert log.results is not None
    return {score.name: score.metrics["mean"].value for score in log.results.scores}


@pytest.mark.parametrize("game", GAMES)
def test_mock_model_plays_whole_games(game: str, tmp_path: Path) -> None:
    """Each seat once, with two bots of different strength."""
    task = against_bots(game, games=3, players=3, opponents=[1, "random"], history=1)
    log = evaluated(task, MockModel(Model(2)), tmp_path)
    found = metrics(log)
    assert found["bad_rate"] == found["illegal"] == found["unreadable"] == 0.0
    assert log.samples is not None
    for number, sample in enumerate(log.samples):
        told = sample.store[KEY]
        record = empile.Record.from_json(json.dumps(told["record"]))
        assert record.result is not None
        assert told["ranks"][number] == told["numbers"]["rank"]
        assert sample.scores is not None
        assert sample.scores["result"].value == told["numbers"]
    scores = [sample.store[KEY]["numbers"]["score"] for sample in log.samples]
    assert found["score"] == pytest.approx(sum(scores) / 3)


def test_bad_answers_are_asked_again_and_counted(tmp_path: Path) -> None:
    model = MockModel(Model(3, bad=0.6))
    task = against_bots("block-ness", games=2, opponents="random", retries=1)
    log = evaluated(task, model, tmp_path)
    found = metrics(log)
    assert log.samples is not None
    numbers = [sample.store[KEY]["numbers"] for sample in log.samples]
    bad = sum(one["illegal"] + one["unreadable"] for one in numbers)
    assert bad > 0
    assert sum(one["moves"] for one in numbers) + bad == model.model.asked
    assert 2 * found["retries"] == sum(one["retries"] for one in numbers) > 0
    assert 2 * found["consequences"] == sum(one["consequences"] for one in numbers) > 0
    refused = [sent for sent in model.sent if "You have 1 try left." in sent[-1].text]
    assert len(refused) == sum(one["retries"] for one in numbers)


def test_resignation_ends_a_game(tmp_path: Path) -> None:
    task = against_bots("blox", games=1, seat=1, retries=0, consequence="resign")
    log = evaluated(task, MockModel(Model(bad=1.0)), tmp_path)
    found = metrics(log)
    assert (found["won"], found["rank"], found["bad_rate"], found["moves"]) == (0.0, 2.0, 1.0, 0.0)


def test_a_game_that_a_limit_ended_is_lost(tmp_path: Path) -> None:
    task = against_bots("blox", games=1, seat=0, players=3, opponents="random")
    log = evaluated(task, MockModel(Model()), tmp_path, message_limit=8)
    found = metrics(log)
    assert (found["won"], found["score"], found["rank"]) == (0.0, 0.0, 3.0)
    assert found["moves"] == 3.0
    assert log.samples is not None
    assert log.samples[0].scores is not None
    assert "limit" in (log.samples[0].scores["result"].explanation or "")


@pytest.mark.parametrize(("history", "most"), [(0, 2), (2, 6), (None, 100)])
def test_history_limits_what_is_sent(history: int | None, most: int, tmp_path: Path) -> None:
    model = MockModel(Model())
    task = against_bots("block-ness", games=1, seat=0, opponents="random", history=history)
    evaluated(task, model, tmp_path)
    lengths = [len(sent) for sent in model.sent]
    assert lengths == [min(most, 2 + 2 * number) for number in range(len(lengths))]
    for sent in model.sent:
        assert [one.role for one in sent[:2]] == ["system", "user"]
        assert sent[-1].role == "user"


def test_pictures_are_sent(tmp_path: Path) -> None:
    model = MockModel(Model())
    evaluated(
        against_bots("block-ness", games=1, opponents="random", images="svg"), model, tmp_path
    )
    last = model.sent[0][-1].content
    assert isinstance(last, list)
    (picture,) = [part for part in last if isinstance(part, ContentImage)]
    kind, _, data = picture.image.partition(",")
    assert kind == "data:image/svg+xml;base64"
    assert base64.b64decode(data).startswith(b"<svg")


@pytest.mark.parametrize("variant", HIDING, ids=str)
def test_model_is_not_sent_what_is_hidden(variant: Variant) -> None:
    def sent(match: Match, seat: int) -> list[list[tuple[str, object]]]:
        """Return what is sent in the seat's turn, and after a bad answer."""
        found: list[list[tuple[str, object]]] = []

        async def generate(state: TaskState) -> TaskState:
            found.append([(message.role, message.content) for message in state.messages])
            if len(found) == 2:
                raise InterruptedError
            state.output = ModelOutput.from_content("mock", "no move")
            state.messages.append(state.output.message)
            return state

        game = BotGame(match, seat=seat, log="all", images="svg")
        state = TaskState(ModelName("mock/model"), 1, 1, "", [])
        with pytest.raises(InterruptedError):
            asyncio.run(play(game, state, generate))
        return [[(role, str(content)) for role, content in one] for one in found]

    compared = 0
    for match, twin, seat in twins(variant):
        assert sent(match, seat) == sent(twin, seat)
        compared += 1
    assert compared


def test_seats_change_before_seeds() -> None:
    task = against_bots("on-top", games=5, seed=7, players=2)
    setups = [sample.metadata[KEY] for sample in task.dataset]
    assert [(one["seat"], one["seed"]) for one in setups] == [
        (0, 7),
        (1, 7),
        (0, 8),
        (1, 8),
        (0, 9),
    ]
    task = against_bots("on-top", games=2, seed=7, seat=1)
    assert [sample.metadata[KEY]["seat"] for sample in task.dataset] == [1, 1]


def test_errors_name_what_is_wrong() -> None:
    with pytest.raises(ValueError, match="seats are 0 to 1, not 3"):
        against_bots("blox", seat=3)
    with pytest.raises(ValueError, match="levels of blox are"):
        against_bots("blox", opponents=99)
    with pytest.raises(empile.OptionError, match="players"):
        against_bots("blox", players=9)


def test_the_end_is_told() -> None:
    """The conversation ends with the result, which is not sent to the model."""
    game = BotGame("block-ness", opponents="random")
    model = Model()

    async def generate(state: TaskState) -> TaskState:
        state.output = ModelOutput.from_content("mock", model(state.messages[-1].text))
        state.messages.append(state.output.message)
        return state

    state = TaskState(ModelName("mock/model"), 1, 1, "", [])
    state = asyncio.run(play(game, state, generate))
    assert isinstance(state.messages[-1], ChatMessageUser)
    assert state.messages[-1].text == game.turn()
    assert state.completed


def test_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run_examples(adapter) > 5
