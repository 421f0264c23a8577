"""Solo levels, verdicts, hints and solutions over REST."""

from __future__ import annotations

from typing import Any

import httpx

import empile
from empile.engine.match import Match
from tests.server.serving import Serving
from tests.support.patience import PATIENCE

START: dict[str, Any] = {
    "stage": "play",
    "seat": 0,
    "zone": ["d4", "g7"],
    "rings": [
        {"seat": None, "feet": ["f5", "f7"], "height": 3},
        {"seat": 0, "feet": ["d4", "d6"], "height": 1},
    ],
    "heads": ["d6"],
    "tails": ["d4"],
    "reserves": [["2.2", "2.3", "2.4"]],
}
STUCK: dict[str, Any] = {**START, "reserves": [["2.2", "5.1"]]}
"""The second ring is longer than the zone."""


def get(server: Serving, path: str, **headers: str) -> httpx.Response:
    return httpx.get(f"{server.address}/api/solo/{path}", headers=headers, timeout=PATIENCE)


def ask(server: Serving, path: str, **wanted: Any) -> httpx.Response:
    body = {"variant": "base", "start": START, **wanted}
    return httpx.post(f"{server.address}/api/solo/{path}", json=body, timeout=PATIENCE)


def refusal(response: httpx.Response) -> tuple[int, str]:
    found: dict[str, Any] = response.json()
    assert "\n" not in found["detail"]
    return response.status_code, found["code"]


def match_of(start: dict[str, Any]) -> Match:
    return Match.from_position(empile.load("block-ness", players=1), start)


def test_levels_are_listed_by_grade_and_can_be_cached(server: Serving) -> None:
    answer = get(server, "levels")
    found = answer.json()
    assert found["game"] == "block-ness"
    ids = [level["id"] for level in found["levels"]]
    assert ids == sorted(set(ids))
    assert {level["grade"] for level in found["levels"]} == {1, 2, 3, 4, 5, 6}
    games = httpx.get(f"{server.address}/api/games", timeout=PATIENCE).json()
    assert {game["name"]: game["solo"] for game in games if game["solo"]} == {
        "block-ness": len(ids)
    }
    assert "max-age" in answer.headers["cache-control"]
    again = get(server, "levels", **{"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_level_has_a_start_that_begins_a_game(server: Serving) -> None:
    for listed in get(server, "levels").json()["levels"][::40]:
        level = get(server, f"levels/{listed['id']}").json()
        game = empile.load("block-ness", players=1, variant=level["variant"])
        state = game.state_from_position(level["start"])
        assert not state.is_terminal()
        assert len(level["start"]["reserves"][0]) == listed["rings"]
    assert refusal(get(server, "levels/9-99")) == (404, "no_table")


def test_check_counts_solutions(server: Serving) -> None:
    found = ask(server, "check").json()
    assert found["solvable"] is True
    assert found["more"] is False
    assert found["solutions"] >= 1
    assert 0 < found["share"] <= 1
    assert found["grade"] in range(1, 7)
    none = ask(server, "check", start=STUCK).json()
    assert none == {"solvable": False, "solutions": 0, "more": False, "share": 0.0, "grade": None}


def test_check_refuses_what_does_not_hold_together(server: Serving) -> None:
    nothing = ask(server, "check", start={**START, "heads": [None]})
    assert refusal(nothing) == (400, "bad_position")
    assert nothing.json()["reason"]["key"] == "fault.no_head"
    assert refusal(ask(server, "check", variant="odd")) == (400, "bad_options")
    assert refusal(ask(server, "check", start=7)) == (400, "bad_request")


def test_solution_solves_the_level(server: Serving) -> None:
    found = ask(server, "solution").json()
    match = match_of(START)
    for move, frame in zip(found["moves"], found["frames"], strict=True):
        match.play(move)
        assert frame["event"]["text"] == move
        assert frame["position"] == match.state.position()
    result = match.state.result()
    assert result is not None
    assert result.reason == "solved"
    rest = ask(server, "solution", moves=found["moves"][:1]).json()
    assert len(rest["moves"]) == 2
    assert ask(server, "solution", start=STUCK).json() == {"moves": None, "frames": []}


def test_hint_tells_one_part_more_at_each_step(server: Serving) -> None:
    steps = [ask(server, "hint", step=step).json() for step in (1, 2, 3, 4)]
    assert [list(step["parts"]) for step in steps] == [
        ["end"],
        ["end", "ring"],
        ["end", "ring", "near"],
        ["end", "ring", "near", "far"],
    ]
    assert [step["move"] for step in steps[:3]] == [None] * 3
    catalogue = empile.load("block-ness").presenter.catalogue.messages("fr")
    assert all(step["message"]["key"] in catalogue for step in steps)
    move = steps[3]["move"]
    match = match_of(START)
    match.play(move)
    assert ask(server, "solution", moves=[move]).json()["moves"] is not None
    parts = match.game.presenter.move_parts(match.state_before(0), match.events[0].actions[0])
    assert steps[3]["parts"] == parts


def test_hint_says_how_many_moves_to_take_back(server: Serving) -> None:
    match = match_of(START)
    wrong = next(
        move
        for move in match.state.legal_texts()
        if ask(server, "solution", moves=[move]).json()["moves"] is None and not ended(START, move)
    )
    found = ask(server, "hint", moves=[wrong]).json()
    assert (found["solvable"], found["take_back"], found["move"]) == (False, 1, None)
    assert found["message"]["key"] == "solo.hint.take_back"
    assert ask(server, "hint", start=STUCK).json()["take_back"] == 0


def ended(start: dict[str, Any], move: str) -> bool:
    match = match_of(start)
    match.play(move)
    return match.state.is_terminal()


def test_hint_refuses_the_end_and_illegal_moves(server: Serving) -> None:
    moves = ask(server, "solution").json()["moves"]
    assert refusal(ask(server, "hint", moves=moves)) == (409, "not_now")
    assert refusal(ask(server, "hint", moves=["Hd7-f7^2"])) == (400, "illegal")
    assert refusal(ask(server, "hint", step=5)) == (400, "bad_request")
