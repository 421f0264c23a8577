"""Puzzles over REST: lists, the puzzle of a day, solutions and answers to moves."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import httpx
import pytest

import empile
from empile.engine.match import Match
from empile.puzzles.library import file_of, load_puzzles
from empile.puzzles.puzzle import kind_of
from tests.server.serving import Serving
from tests.support.patience import PATIENCE

GAMES = [name for name in empile.game_names() if file_of(name).exists()]


def get(server: Serving, path: str, **headers: str) -> httpx.Response:
    return httpx.get(f"{server.address}/api/puzzles/{path}", headers=headers, timeout=PATIENCE)


def attempt(server: Serving, puzzle: dict[str, Any], moves: list[str]) -> httpx.Response:
    info = puzzle["info"]
    path = f"{server.address}/api/puzzles/{info['game']}/{info['id']}/try"
    return httpx.post(path, json={"moves": moves}, timeout=PATIENCE)


def samples(server: Serving, game: str) -> list[dict[str, Any]]:
    """Return some puzzles of each kind, and one with a long solution."""
    listed = get(server, game).json()["puzzles"]
    kinds = {info["kind"]: info for info in listed}
    longest = max(listed, key=lambda info: info["moves"])
    chosen = {info["id"]: info for info in [*kinds.values(), longest, listed[0]]}
    return [get(server, f"{game}/{name}").json() for name in chosen]


def test_there_are_puzzles() -> None:
    assert len(GAMES) == 4


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_are_listed_by_rating_and_can_be_cached(server: Serving, game: str) -> None:
    answer = get(server, game)
    found = answer.json()["puzzles"]
    assert [one["rating"] for one in found] == sorted(one["rating"] for one in found)
    assert len({one["id"] for one in found}) == len(found) == len(load_puzzles(game))
    assert "max-age" in answer.headers["cache-control"]
    again = get(server, game, **{"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_carries_its_positions_legal_moves_and_solution(
    server: Serving, game: str
) -> None:
    for puzzle in samples(server, game):
        match = Match.from_position(empile.load(game, **puzzle["options"]), puzzle["start"])
        assert len(puzzle["steps"]) == puzzle["info"]["moves"]
        for step in puzzle["steps"]:
            assert match.state.current_player() == puzzle["seat"]
            assert step["position"] == match.state.position()
            assert [move["text"] for move in step["legal"]] == match.state.legal_texts()
            assert step["frames"][0]["event"]["text"] == step["right"]
            for frame in step["frames"]:
                match.play(frame["event"]["text"])
                assert frame["position"] == match.state.position()


@pytest.mark.parametrize("game", GAMES)
def test_the_board_of_a_puzzle_is_the_position_of_its_first_step(
    server: Serving, game: str
) -> None:
    for puzzle in samples(server, game):
        answer = get(server, f"{game}/{puzzle['info']['id']}/board")
        first = puzzle["steps"][0]
        assert answer.json() == {
            "board_setup": puzzle["board_setup"],
            "position": first["position"],
            "poses": first["poses"],
            "to_act": puzzle["seat"],
        }
        assert "max-age" in answer.headers["cache-control"]


@pytest.mark.parametrize("game", GAMES)
def test_right_moves_are_right_and_wrong_ones_are_refuted(server: Serving, game: str) -> None:
    for puzzle in samples(server, game):
        step = puzzle["steps"][0]
        right = attempt(server, puzzle, [step["right"]]).json()
        assert right["is_right"]
        close = 1e-3 if puzzle["proof"] == "exact" else 0.1  # a search per move
        assert right["value"] == pytest.approx(puzzle["best"], abs=close)
        for move in step["legal"][:3]:
            if move["text"] == step["right"]:
                continue
            wrong = attempt(server, puzzle, [move["text"]]).json()
            assert not wrong["is_right"]
            assert wrong["value"] is None or wrong["value"] <= puzzle["next"] + close
            assert wrong["frames"][0]["event"]["text"] == move["text"]


@pytest.mark.parametrize("game", GAMES)
def test_middlegames_say_how_often_their_moves_win(server: Serving, game: str) -> None:
    for puzzle in samples(server, game):
        *themes, last = puzzle["steps"][0]["why"]
        if puzzle["proof"] == "search":
            key = "chances" if puzzle["info"]["players"] == 2 else "places"
            assert last["key"] == f"puzzle.why.{key}"
            assert last["args"]["best"] > last["args"]["next"]
            assert themes
        else:
            assert last["key"] not in ("puzzle.why.chances", "puzzle.why.places")


@pytest.mark.parametrize("game", GAMES)
def test_the_last_move_of_a_line_can_be_tried(server: Serving, game: str) -> None:
    puzzle = max(samples(server, game), key=lambda one: one["info"]["moves"])
    *before, last = puzzle["steps"]
    played = [frame["event"]["text"] for step in before for frame in step["frames"]]
    assert attempt(server, puzzle, [*played, last["right"]]).json()["is_right"]
    other = next(move["text"] for move in last["legal"] if move["text"] != last["right"])
    assert not attempt(server, puzzle, [*played, other]).json()["is_right"]


def attempt_own(server: Serving, puzzle: dict[str, Any], **changed: Any) -> httpx.Response:
    """Try a move as if the server did not keep the puzzle."""
    info = puzzle["info"]
    line = [frame["event"]["text"] for step in puzzle["steps"] for frame in step["frames"]]
    body = {"game": info["game"], "options": puzzle["options"], "kind": info["kind"]}
    body |= {"start": puzzle["start"], "line": line, **changed}
    return httpx.post(f"{server.address}/api/puzzles/try", json=body, timeout=PATIENCE)


@pytest.mark.parametrize("game", GAMES)
def test_moves_of_a_puzzle_in_the_body_are_answered_as_those_of_a_shipped_one(
    server: Serving, game: str
) -> None:
    for puzzle in samples(server, game):
        for move in [puzzle["steps"][0]["right"], puzzle["steps"][0]["legal"][0]["text"]]:
            shipped = attempt(server, puzzle, [move])
            own = attempt_own(server, puzzle, moves=[move])
            assert (own.status_code, own.json()["is_right"]) == (200, shipped.json()["is_right"])
            if own.json()["value"] is not None:
                assert own.json() == shipped.json()


def test_a_puzzle_in_the_body_is_bounded(server: Serving) -> None:
    puzzle = samples(server, GAMES[0])[0]
    right = puzzle["steps"][0]["right"]
    too_many = [right] * 65
    bodies: list[dict[str, Any]] = [{"line": too_many}, {"line": []}, {"moves": too_many}]
    for changed in bodies:
        assert attempt_own(server, puzzle, **{"moves": [right], **changed}).status_code == 400


def test_other_moves_are_refused(server: Serving) -> None:
    puzzle = samples(server, GAMES[0])[0]
    right = puzzle["steps"][0]["right"]
    refused = attempt(server, puzzle, ["nonsense"])
    assert (refused.status_code, refused.json()["code"]) == (400, "illegal")
    for moves in ([], ["nonsense", right]):
        refused = attempt(server, puzzle, moves)
        assert (refused.status_code, refused.json()["code"]) == (400, "bad_request")


def test_the_puzzle_of_a_day_is_the_same_for_everybody(server: Serving) -> None:
    days = [get(server, f"daily?day=2026-11-{day:02}").json() for day in range(1, 29)]
    again = [get(server, f"daily?day=2026-11-{day:02}").json() for day in range(1, 29)]
    assert days == again
    ids = [day["puzzle"]["id"] for day in days]
    assert all(one != following for one, following in pairwise(ids))
    assert {day["puzzle"]["game"] for day in days} == {*GAMES}
    assert get(server, "daily").json()["puzzle"]["id"]
    assert get(server, "daily?day=tomorrow").status_code == 400


def test_unknown_games_and_puzzles_are_refused(server: Serving) -> None:
    assert get(server, "chess").status_code == 404
    assert get(server, f"{GAMES[0]}/0000000000").status_code == 404
    assert get(server, "chess/0000000000").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_shipped_puzzles_are_of_known_kinds(game: str) -> None:
    assert all(kind_of(puzzle).name == puzzle.kind for puzzle in load_puzzles(game))


@pytest.mark.parametrize("game", GAMES)
def test_open_hands_are_told(server: Serving, game: str) -> None:
    for puzzle in samples(server, game):
        if not puzzle["open_hands"]:
            assert puzzle["facts"] == []
            continue
        state = empile.load(game, **puzzle["options"]).state_from_position(puzzle["start"])
        told = [fact["args"] for fact in puzzle["facts"] if fact["key"] == "puzzle.fact.hand"]
        hands = state.position()["hands"]
        assert [args["seat"] for args in told] == [
            seat for seat in range(len(hands)) if seat != puzzle["seat"]
        ]
        for args in told:
            hand = hands[args["seat"]]
            assert args["cards"] == (hand if isinstance(hand, str) else " ".join(hand))
