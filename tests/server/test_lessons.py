"""Lessons over REST: positions and answers to moves."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

import empile
from empile.engine.lessons import lessons_of
from tests.server.serving import PATIENCE, Serving

CAIRN = "/api/games/cairn/lessons"


def get(server: Serving, path: str) -> httpx.Response:
    return httpx.get(server.address + path, timeout=PATIENCE)


def answer(server: Serving, lesson: str, *moves: str) -> httpx.Response:
    return httpx.post(
        f"{server.address}{CAIRN}/{lesson}/moves", json={"moves": moves}, timeout=PATIENCE
    )


def refusal(response: httpx.Response) -> tuple[int, str]:
    found: dict[str, Any] = response.json()
    assert "\n" not in found["message"]
    return response.status_code, found["code"]


def test_the_lessons_of_every_game_are_listed_in_order(server: Serving) -> None:
    counted = {game["name"]: game["lessons"] for game in get(server, "/api/games").json()}
    for name in empile.game_names():
        listed = get(server, f"/api/games/{name}/lessons").json()
        lessons = lessons_of(empile.load(name))
        assert [(one["name"], one["steps"]) for one in listed] == [
            (lesson.name, len(lesson.steps)) for lesson in lessons
        ]
        assert counted[name] == len(listed)
        for one in listed:
            assert one["title"]["key"] == f"tutorial.{one['name']}.title"


def test_a_lesson_begins_with_what_a_table_would_show(server: Serving) -> None:
    step = get(server, f"{CAIRN}/own-kind").json()
    assert (step["lesson"], step["step"], step["steps"]) == ("own-kind", 1, 2)
    assert (step["seat"], step["names"], step["scores"]) == (1, ["Anne", "Bea"], [1, 0])
    assert step["position"]["hands"] == ["???", "AAC"]
    assert {"text": "lay A", "parts": {"stone": "A", "verb": "lay"}} in step["legal"]
    assert step["last"] == {"seat": 0, "text": "lay A", "parts": {"stone": "A", "verb": "lay"}}
    assert step["task"]["key"] == "tutorial.own-kind.task"


def test_a_right_move_is_told_why_and_what_follows(server: Serving) -> None:
    told = answer(server, "own-kind", "lay A").json()
    assert told["right"] is True
    assert told["told"] == {"key": "log.lay", "args": {"stone": "A", "count": 1}}
    assert told["said"]["key"] == "tutorial.own-kind.why"
    events = [frame["event"]["text"] for frame in told["happened"]]
    assert events == ["lay A", "~stands", "~draw B", "lay B", "~stands", "~draw ?"]
    assert told["happened"][0]["event"]["seat"] == 1
    assert told["next"]["step"] == 2
    assert told["next"]["position"] == told["happened"][-1]["position"]
    assert told["next"]["task"]["key"] == "tutorial.own-kind.task.2"


def test_another_legal_move_gets_the_hint_and_the_same_position(server: Serving) -> None:
    begun = get(server, f"{CAIRN}/own-kind").json()
    told = answer(server, "own-kind", "lay C").json()
    assert told["right"] is False
    assert told["said"]["key"] == "tutorial.own-kind.hint"
    assert told["told"]["key"] == "log.lay"
    assert (told["happened"], told["next"]) == ([], begun)


def test_the_last_step_ends_the_lesson(server: Serving) -> None:
    told = answer(server, "own-kind", "lay A", "swap C").json()
    assert told["right"] is True
    assert told["said"]["key"] == "tutorial.own-kind.why.2"
    assert told["next"] is None
    assert [frame["event"]["text"][:6] for frame in told["happened"]] == ["swap C", "~draw "]


def test_nothing_is_told_that_the_learner_does_not_see(server: Serving) -> None:
    """Other hands, draws and the deck stay hidden in all answers."""
    for response in (
        get(server, f"{CAIRN}/own-kind"),
        answer(server, "own-kind", "lay C"),
        answer(server, "own-kind", "lay A"),
        answer(server, "own-kind", "lay A", "swap C"),
    ):
        told = response.json()
        shown = [*told.get("happened", []), told, told.get("next") or {}]
        positions = [one["position"] for one in shown if "position" in one]
        assert positions
        for position in positions:
            assert set(position["hands"][0]) == {"?"}
            assert type(position["deck"]) is int


@pytest.mark.parametrize(
    ("lesson", "moves", "status", "code"),
    [
        ("own-kind", ["lay B"], 400, "illegal"),
        ("own-kind", ["hello"], 400, "illegal"),
        ("own-kind", [], 400, "bad_request"),
        ("own-kind", ["lay C", "lay A"], 400, "bad_request"),
        ("own-kind", ["lay A", "swap C", "lay A"], 409, "not_now"),
        ("own-kind", ["lay A"] * 500, 400, "bad_request"),
        ("no-such-lesson", ["lay A"], 404, "no_table"),
        ("..%2Fwords", ["lay A"], 404, "no_table"),
    ],
)
def test_moves_that_cannot_be_answered(
    server: Serving, lesson: str, moves: list[str], status: int, code: str
) -> None:
    assert refusal(answer(server, lesson, *moves)) == (status, code)


def test_an_illegal_move_is_refused_with_the_games_reason(server: Serving) -> None:
    found = answer(server, "own-kind", "lay B").json()
    assert found["reason"]["key"] == "illegal.not_in_hand"


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"moves": "lay A"}', b'{"moves": [1]}', b'{"moves": [], "x": 1}']
)
def test_bodies_that_are_none(server: Serving, body: bytes) -> None:
    response = httpx.post(
        f"{server.address}{CAIRN}/own-kind/moves",
        content=body,
        headers={"Content-Type": "application/json"},
        timeout=PATIENCE,
    )
    assert refusal(response) == (400, "bad_request")


def test_games_and_lessons_that_there_are_not(server: Serving) -> None:
    assert refusal(get(server, "/api/games/chess/lessons")) == (404, "no_table")
    assert refusal(get(server, f"{CAIRN}/no-such-lesson")) == (404, "no_table")


def test_the_interface_is_told(server: Serving) -> None:
    told = get(server, "/api/schema/openapi.json").json()
    (answered,) = told["paths"]["/api/games/{game}/lessons/{lesson}/moves"].values()
    assert answered["responses"]["200"]["content"]["application/json"]["schema"]["$ref"].endswith(
        "LessonAnswer"
    )
    text = json.dumps(told["components"])
    assert all(name in text for name in ("LessonInfo", "LessonStep", "LessonMoves"))
