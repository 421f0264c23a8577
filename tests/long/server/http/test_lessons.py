"""Lessons over REST: positions and answers to moves."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

import empile
from empile.engine.lessons import lessons_of
from tests.server.serving import Serving
from tests.support.patience import PATIENCE

CAIRN = "/api/games/cairn/lessons"


def get(server: Serving, path: str) -> httpx.Response:
    return httpx.get(server.address + path, timeout=PATIENCE)


def answer(server: Serving, lesson: str, *moves: str) -> httpx.Response:
    return httpx.post(
        f"{server.address}{CAIRN}/{lesson}/moves", json={"moves": moves}, timeout=PATIENCE
    )


def refusal(response: httpx.Response) -> tuple[int, str]:
    found: dict[str, Any] = response.json()
    assert "\n" not in found["detail"]
    return response.status_code, found["code"]


def test_list_lessons_is_in_teaching_order(server: Serving) -> None:
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


def test_begin_returns_the_first_position(server: Serving) -> None:
    step = get(server, f"{CAIRN}/own-kind").json()
    assert (step["lesson"], step["step"], step["steps"]) == ("own-kind", 1, 2)
    assert (step["seat"], step["names"], step["scores"]) == (1, ["Anne", "Bea"], [1, 0])
    assert step["position"]["hands"] == ["???", "AAC"]
    assert {"text": "lay A", "parts": {"stone": "A", "verb": "lay"}} in step["legal"]
    assert step["last"] == {"seat": 0, "text": "lay A", "parts": {"stone": "A", "verb": "lay"}}
    assert step["task"]["key"] == "tutorial.own-kind.task"


def test_answer_explains_a_correct_move(server: Serving) -> None:
    told = answer(server, "own-kind", "lay A").json()
    assert told["right"] is True
    assert told["move_message"] == {"key": "log.lay", "args": {"stone": "A", "count": 1}}
    assert told["message"]["key"] == "tutorial.own-kind.why"
    events = [frame["event"]["text"] for frame in told["frames"]]
    assert events == ["lay A", "~stands", "~draw B", "lay B", "~stands", "~draw ?"]
    assert told["frames"][0]["event"]["seat"] == 1
    assert told["next"]["step"] == 2
    assert told["next"]["position"] == told["frames"][-1]["position"]
    assert told["next"]["task"]["key"] == "tutorial.own-kind.task.2"


def test_answer_gives_a_hint_for_another_legal_move(server: Serving) -> None:
    begun = get(server, f"{CAIRN}/own-kind").json()
    told = answer(server, "own-kind", "lay C").json()
    assert told["right"] is False
    assert told["message"]["key"] == "tutorial.own-kind.hint"
    assert told["move_message"]["key"] == "log.lay"
    assert (told["frames"], told["next"]) == ([], begun)


def test_answer_at_the_last_step_ends_the_lesson(server: Serving) -> None:
    told = answer(server, "own-kind", "lay A", "swap C").json()
    assert told["right"] is True
    assert told["message"]["key"] == "tutorial.own-kind.why.2"
    assert told["next"] is None
    assert [frame["event"]["text"][:6] for frame in told["frames"]] == ["swap C", "~draw "]


def test_answers_contain_no_hidden_information(server: Serving) -> None:
    """Other hands, draws and the deck stay hidden in all answers."""
    for response in (
        get(server, f"{CAIRN}/own-kind"),
        answer(server, "own-kind", "lay C"),
        answer(server, "own-kind", "lay A"),
        answer(server, "own-kind", "lay A", "swap C"),
    ):
        told = response.json()
        shown = [*told.get("frames", []), told, told.get("next") or {}]
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
        ("..%2Fwords", ["lay A"], 404, "not_found"),
    ],
)
def test_answer_rejects_moves_out_of_sequence(
    server: Serving, lesson: str, moves: list[str], status: int, code: str
) -> None:
    assert refusal(answer(server, lesson, *moves)) == (status, code)


def test_answer_rejects_an_illegal_move_with_a_reason(server: Serving) -> None:
    found = answer(server, "own-kind", "lay B").json()
    assert found["reason"]["key"] == "illegal.not_in_hand"


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"moves": "lay A"}', b'{"moves": [1]}', b'{"moves": [], "x": 1}']
)
def test_answer_rejects_invalid_bodies(server: Serving, body: bytes) -> None:
    response = httpx.post(
        f"{server.address}{CAIRN}/own-kind/moves",
        content=body,
        headers={"Content-Type": "application/json"},
        timeout=PATIENCE,
    )
    assert refusal(response) == (400, "bad_request")


def test_lessons_reject_unknown_games_and_names(server: Serving) -> None:
    assert refusal(get(server, "/api/games/chess/lessons")) == (404, "no_table")
    assert refusal(get(server, f"{CAIRN}/no-such-lesson")) == (404, "no_table")


def test_openapi_describes_lessons(server: Serving) -> None:
    told = get(server, "/api/schema/openapi.json").json()
    (answered,) = told["paths"]["/api/games/{game}/lessons/{lesson}/moves"].values()
    assert answered["responses"]["200"]["content"]["application/json"]["schema"]["$ref"].endswith(
        "LessonAnswer"
    )
    text = json.dumps(told["components"])
    assert all(name in text for name in ("LessonInfo", "LessonStep", "LessonMoves"))
