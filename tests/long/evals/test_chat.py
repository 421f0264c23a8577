"""Agents behind a chat endpoint, of every temper."""

from __future__ import annotations

import base64
import json
import threading
from email.utils import formatdate
from pathlib import Path
from typing import Any, Literal

import pytest

from empile.evals import (
    AgentError,
    ChatAgent,
    EvalSettings,
    Plan,
    Report,
    Section,
    Suite,
    evaluate,
    open_results,
    report_of,
    suite_of,
    write_report,
)
from empile.evals.chat import content_of, retry_seconds
from empile.evals.conversation import Conversation
from tests.long.evals.endpoint import (
    Answer,
    Script,
    completion,
    endpoint,
    first_move,
    good_move,
    turn_of,
)
from tests.support.patience import PATIENCE

KEY = "sk-very-secret-123"


def report_for(
    script: Script, suite: Suite, settings: EvalSettings | None = None, **options: Any
) -> Report:
    """Return the report of an endpoint with a script."""
    with endpoint(script) as served:
        agent = ChatAgent(served.url, "scripted", backoff=0.0, **options)
        with open_results(Plan(agent.about, suite, settings or EvalSettings())) as results:
            evaluate(agent, results)
            return report_of(results)


def test_good_moves_win(small: Suite) -> None:
    report = report_for(lambda _, body: completion(f"<move>{good_move(body)}</move>"), small)
    section = report.sections[0]
    assert section.games == section.planned == 4
    assert section.score.mean >= 0.75
    assert report.answers.answers == report.answers.turns > 12
    assert (report.answers.illegal, report.answers.unreadable, report.answers.faults) == (0, 0, {})
    assert report.cost.prompt_tokens == 100 * report.answers.answers
    assert report.cost.completion_tokens == 7 * report.answers.answers
    assert report.cost.retry_tokens == 0


def test_bad_moves_lose() -> None:
    section = Section("block-ness", {"players": 2}, "2 base", ["level:4"], starts=2)
    report = report_for(lambda _, body: completion(first_move(body)), Suite("strong", [section]))
    assert report.answers.illegal == report.answers.unreadable == 0
    assert report.sections[0].score.mean <= 0.25


def test_illegal_moves_are_counted_and_have_consequences(small: Suite) -> None:
    report = report_for(lambda _, body: completion("<move>a1-a1</move>"), small)
    answers = report.answers
    assert answers.answers == answers.illegal + answers.unreadable == 3 * answers.turns
    assert answers.consequences == answers.turns
    assert report.cost.retry_tokens == 107 * answers.answers
    resigned = report_for(
        lambda _, body: completion("?"), small, EvalSettings(tries=1, consequence="resign")
    )
    assert (resigned.answers.answers, resigned.sections[0].score.mean) == (4, 0.0)
    rating = resigned.sections[0].rating
    assert rating is not None
    assert (rating.elo, rating.low) == (None, None)
    assert rating.high is not None


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (completion(None, refusal="I cannot help with that."), "refusal"),
        (completion(None), "refusal"),
        (completion("No.", finish_reason="content_filter"), "refusal"),
        (Answer(400, b'{"error": {"code": "content_filter"}}'), "refusal"),
        (completion("I think that", finish_reason="length"), "truncated"),
        (Answer(body=b"{broken"), "broken"),
        (Answer(body=b"\xff\xfe"), "broken"),
        (Answer(body=b'{"choices": []}'), "broken"),
        (Answer(body=b'{"choices": [7]}'), "broken"),
        (Answer(body=b"[]"), "broken"),
    ],
)
def test_refusals_and_broken_replies_are_answers(answer: Answer, fault: str, small: Suite) -> None:
    report = report_for(
        lambda number, body: answer, small, EvalSettings(tries=1, consequence="resign")
    )
    assert report.games == 4
    assert report.answers.faults == {fault: 4}
    assert report.answers.unreadable == 4


@pytest.mark.parametrize(
    "failure",
    [
        Answer(429, b"slow down", (("Retry-After", "0"),)),
        Answer(500),
        Answer(503, b'{"error": {"message": "overloaded"}}'),
        Answer(drop=True),
    ],
    ids=["429", "500", "503", "dropped"],
)
def test_failed_requests_are_sent_again(failure: Answer, small: Suite) -> None:
    seen: set[str] = set()

    def script(_: int, body: dict[str, Any]) -> Answer:
        text = json.dumps(body)
        if text in seen:
            return completion(first_move(body))
        seen.add(text)
        return failure

    report = report_for(script, small)
    assert report.games == 4
    assert report.cost.failed_requests == len(seen) > 4
    assert report.answers.faults == {}


def test_retry_after_is_obeyed(small: Suite) -> None:
    def script(number: int, body: dict[str, Any]) -> Answer:
        return completion("?") if number else Answer(429, headers=(("Retry-After", "0.2"),))

    report = report_for(script, small, EvalSettings(tries=1, consequence="resign"))
    assert report.cost.failed_requests == 1
    assert report.cost.waited >= 0.15


def test_an_endpoint_that_stays_down_ends_the_evaluation(small: Suite) -> None:
    with pytest.raises(AgentError, match=r"after 3 attempts: status 503: come back"):
        report_for(
            lambda number, body: Answer(503, b'{"error": {"message": "come back"}}'),
            small,
            attempts=3,
        )
    with pytest.raises(AgentError, match="asks to come back in 7200 seconds"):
        report_for(lambda number, body: Answer(429, headers=(("Retry-After", "7200"),)), small)
    with pytest.raises(AgentError, match="refuses the request: 404 no such model"):
        report_for(
            lambda number, body: Answer(404, b'{"error": {"message": "no such model"}}'), small
        )
    closed = ChatAgent("http://127.0.0.1:9/v1", "none", backoff=0.0, attempts=2)
    with (
        open_results(Plan(closed.about, small)) as results,
        pytest.raises(AgentError, match="no connection"),
    ):
        evaluate(closed, results)


def test_slow_replies_are_cut(small: Suite) -> None:
    never = threading.Event()

    def script(number: int, body: dict[str, Any]) -> Answer:
        if number == 0:
            never.wait(PATIENCE)
        return completion("?")

    settings = EvalSettings(tries=1, consequence="resign")
    report = report_for(script, small, settings, timeout=0.5, attempts=30)
    never.set()
    assert report.games == 4
    assert report.cost.failed_requests >= 1


def test_conversations_are_bounded(small: Suite) -> None:
    for history, longest in ((0, 2), (2, 6)):
        with endpoint(lambda _, body: completion(first_move(body))) as served:
            agent = ChatAgent(served.url, "scripted")
            settings = EvalSettings(history=history)
            with open_results(Plan(agent.about, small, settings)) as results:
                evaluate(agent, results)
        sizes = {len(body["messages"]) for body in served.bodies}
        assert sizes == set(range(2, longest + 1, 2))
        roles = [message["role"] for message in served.bodies[-1]["messages"]]
        assert roles[0] == "system"
        assert roles[-1] == "user"


@pytest.mark.parametrize(("images", "begins"), [("svg", b"<svg"), ("png", b"\x89PNG\r\n\x1a\n")])
def test_pictures_are_sent_with_the_turn(
    images: Literal["svg", "png"], begins: bytes, small: Suite
) -> None:
    if images == "png":
        pytest.importorskip("resvg_py", reason="the extra envs is not installed")
    puzzles = suite_of("short", ["block-ness"], puzzles=2).puzzles
    suite = Suite("small", small.sections, puzzles=puzzles)
    settings = EvalSettings(history=2, images=images)
    with endpoint(lambda _, body: completion(first_move(body))) as served:
        agent = ChatAgent(served.url, "scripted")
        with open_results(Plan(agent.about, suite, settings)) as results:
            evaluate(agent, results)
            report = report_of(results)
    assert report.answers.illegal == report.answers.unreadable == 0
    seen: set[bytes] = set()
    for body in served.bodies:
        *earlier, turn = body["messages"]
        assert all(isinstance(message["content"], str) for message in earlier)
        text, picture = turn["content"]
        assert text["type"] == "text"
        assert "## Your legal moves" in text["text"]
        assert picture["type"] == "image_url"
        address = picture["image_url"]["url"]
        kind, _, data = address.partition(";base64,")
        assert kind == {"svg": "data:image/svg+xml", "png": "data:image/png"}[images]
        found = base64.b64decode(data, validate=True)
        assert found.startswith(begins)
        seen.add(found)
    assert len(seen) > len(served.bodies) / 2
    assert max(len(body["messages"]) for body in served.bodies) == 6
    assert any("## Your task" in turn_of(body) for body in served.bodies)


def test_pictures_do_not_count_as_context() -> None:
    talk = Conversation(history=2, context=100)
    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64," + "A" * 1000}}
    for text in ("one", "two"):
        talk.add({"role": "user", "content": [{"type": "text", "text": text}, picture]}, "fine")
    turn: dict[str, Any] = {"role": "user", "content": [{"type": "text", "text": "three"}, picture]}
    asked = talk.asked([{"role": "system", "content": "rules"}, turn])
    contents = [message["content"] for message in asked]
    assert contents == ["rules", "one", "fine", "two", "fine", turn["content"]]


def test_the_key_is_sent_and_never_written(small: Suite, tmp_path: Path) -> None:
    def script(number: int, body: dict[str, Any]) -> Answer:
        return completion(f"Your key is {KEY}. <move>{first_move(body)}</move>")

    with endpoint(script) as served:
        agent = ChatAgent(served.url, "scripted", KEY, body={"temperature": 0})
        with open_results(Plan(agent.about, small), tmp_path) as results:
            evaluate(agent, results)
            write_report(results, report_of(results), tmp_path)
    assert set(served.keys) == {f"Bearer {KEY}"}
    assert served.bodies[0]["temperature"] == 0
    written = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    assert {"plan.json", "games.jsonl", "report.json", "report.html"} <= set(written)
    assert [name for name, text in written.items() if KEY in text] == []
    assert "Your key is ***." in written["games.jsonl"]
    with (
        endpoint(lambda number, body: Answer(401, f"bad key {KEY}".encode())) as served,
        open_results(Plan({"kind": "chat"}, small)) as results,
        pytest.raises(AgentError, match="401 bad key \\*\\*\\*"),
    ):
        evaluate(ChatAgent(served.url, "scripted", KEY), results)


@pytest.mark.parametrize(
    "url",
    ["ftp://host/v1", "http://", "http://me:word@host/v1", "http://host/v1?key=1", "http://[/v1"],
)
def test_addresses_are_checked(url: str) -> None:
    with pytest.raises(AgentError, match="the address of an endpoint"):
        ChatAgent(url, "model")


def test_parts_and_dates_are_read() -> None:
    parts = [{"type": "text", "text": "d4"}, {"type": "text", "text": "-f4"}]
    assert content_of({"choices": [{"message": {"content": parts}}]}) == ("d4-f4", "")
    assert retry_seconds(formatdate(usegmt=True)) < 1.0
    assert retry_seconds("soon") == retry_seconds("-1") == retry_seconds(None) == 0.0
