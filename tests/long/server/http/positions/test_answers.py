"""Positions over REST: a start, the events since, and what a page needs to play on."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

import empile
from empile.engine.contracts.json_views import without_picture
from empile.engine.match import Match
from empile.engine.random import below, new_stream
from tests.games.block_ness.solo.starts import WORKED
from tests.server.serving import Serving
from tests.support.patience import PATIENCE

ALONE = {"players": 1}


def ask(server: Serving, game: str = "block-ness", **wanted: Any) -> httpx.Response:
    return httpx.post(
        f"{server.address}/api/positions", json={"game": game, **wanted}, timeout=PATIENCE
    )


def refusal(response: httpx.Response) -> tuple[int, str]:
    found: dict[str, Any] = response.json()
    assert "\n" not in found["detail"]
    return response.status_code, found["code"]


@pytest.mark.parametrize("name", empile.game_names())
def test_position_is_that_of_a_match(server: Serving, name: str) -> None:
    stream = new_stream(7)
    match = Match(empile.load(name))
    for _ in range(6):
        match.resolve_chance(stream, also_external=True)
        legal = match.state.legal_texts()
        match.play(legal[below(stream, len(legal))])
    match.resolve_chance(stream, also_external=True)
    moves = [event.text for event in match.events]
    found = ask(server, name, moves=moves, since=0).json()
    state = match.state
    assert without_picture(found["position"]) == match.position_before(len(moves))
    assert [move["text"] for move in found["legal"]] == sorted(state.legal_texts())
    assert found["scores"] == state.scores()
    assert [frame["event"]["text"] for frame in found["frames"]] == moves
    assert found["frames"][-1]["position"] == found["position"]
    assert found["last"]["text"] == [one.text for one in match.events if one.seat >= 0][-1]
    assert len(ask(server, name, moves=moves).json()["frames"]) == 1


def test_position_of_a_solo_start_and_its_end(server: Serving) -> None:
    begun = ask(server, options=ALONE, start=WORKED).json()
    assert begun["position"] == WORKED
    assert (begun["seat"], begun["last"], begun["result"], begun["frames"]) == (0, None, None, [])
    assert (begun["board_setup"]["zone"], begun["board_setup"]["columns"]) == (["c3", "j10"], 12)
    assert {
        "text": "Hd7-d9^2",
        "parts": {"near": "d7", "ring": "2.2", "far": "d9", "end": "H"},
    } in (begun["legal"])
    one = ask(server, options=ALONE, start={**WORKED, "reserves": [["2.2"]]}, moves=["Hd7-d9^2"])
    over = one.json()
    assert (over["seat"], over["legal"], over["scores"]) == (None, [], [1])
    assert over["result"]["reason"] == "solved"
    assert over["last"]["text"] == "Hd7-d9^2"
    assert over["frames"][0]["event"]["message"]["key"] == "log.head"


def test_position_without_a_table_stores_nothing(server: Serving) -> None:
    ask(server, options=ALONE, start=WORKED, moves=["Hd7-d9^2"]).raise_for_status()
    assert httpx.get(f"{server.address}/health", timeout=PATIENCE).json()["tables"] == 0


def test_position_refuses_what_does_not_hold_together(server: Serving) -> None:
    assert refusal(ask(server, "chess")) == (404, "no_table")
    assert refusal(ask(server, options={"players": 9})) == (400, "bad_options")
    assert refusal(ask(server, options=ALONE)) == (400, "bad_options")
    assert refusal(ask(server, options=ALONE, start={})) == (400, "bad_position")
    assert refusal(ask(server, moves=["nonsense"])) == (400, "illegal")
    assert refusal(ask(server, moves=["c3-e3"] * 2001)) == (400, "bad_request")


def test_position_gives_reasons_as_messages(server: Serving) -> None:
    crossed = {
        **WORKED,
        "rings": [*WORKED["rings"], {"seat": None, "feet": ["e6", "g6"], "height": 3}],
    }
    told = ask(server, options=ALONE, start=crossed).json()
    assert told["reason"] == {
        "key": "fault.passes",
        "args": {"near": "e6", "far": "g6", "height": 3, "other": 3, "hole": "f6", "cells": "f6"},
    }
    under = ask(server, options=ALONE, start=WORKED, moves=["Hd7-f7^2"]).json()
    assert under["reason"]["key"] == "illegal.under_arch"


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (
            {"rings": [*WORKED["rings"], {"seat": 0, "feet": ["d6", "f6"], "height": 4}]},
            "foot_taken",
        ),
        ({"heads": ["f5"]}, "no_head"),
        ({"tails": [None]}, "no_tail"),
        ({"tails": ["d6"]}, "same_end"),
        (
            {"rings": [*WORKED["rings"], {"seat": None, "feet": ["c6", "e6"], "height": 2}]},
            "end_under",
        ),
        ({"reserves": [["2.2"] * 13]}, "hand_size"),
    ],
)
def test_every_fault_of_an_editor_has_a_message(
    server: Serving, change: dict[str, Any], key: str
) -> None:
    told = ask(server, options=ALONE, start={**WORKED, **change}).json()
    assert told["reason"]["key"] == f"fault.{key}"
    catalogue = empile.load("block-ness").presenter.catalogue.messages("fr")
    assert told["reason"]["key"] in catalogue


def drawn(server: Serving, game: str, seed: int, **wanted: Any) -> dict[str, Any]:
    found: dict[str, Any] = ask(server, game, draw=seed, **wanted).json()
    return found


@pytest.mark.parametrize("name", ["blox", "on-top", "block-out"])
def test_position_draws_chance_events_by_seed(server: Serving, name: str) -> None:
    begun = ask(server, name).json()
    assert begun["is_chance"]
    one = drawn(server, name, 1)
    assert drawn(server, name, 1) == one
    assert any(drawn(server, name, seed) != one for seed in range(2, 6))
    assert not one["is_chance"]
    events = [frame["event"]["text"] for frame in one["frames"]]
    assert ask(server, name, moves=events).json()["legal"] == one["legal"]


def test_position_draws_nothing_if_a_seat_acts(server: Serving) -> None:
    assert drawn(server, "block-ness", 1)["frames"] == []


@pytest.mark.parametrize("name", ["blox", "block-out", "cairn"])
def test_position_covers_hands(server: Serving, name: str) -> None:
    options = {"players": 3}
    events = [frame["event"]["text"] for frame in drawn(server, name, 3, options=options)["frames"]]
    match = Match(empile.load(name, **options))
    for text in events:
        match.play(text)
    acting = match.state.current_player()
    other = (acting + 1) % 3

    def covered(*seats: int) -> dict[str, Any]:
        response = ask(server, name, options=options, moves=events, since=0, covered=[*seats])
        found: dict[str, Any] = response.json()
        return found

    page_view = match.game.presenter.json.page_view
    open_hands = covered()["position"]["hands"]
    assert "?" not in str(open_hands)
    without_other = covered(other)
    assert "?" in str(without_other["position"]["hands"][other])
    assert without_other["position"]["hands"][acting] == open_hands[acting]
    assert without_other["legal"]
    everyone_else = covered(*(seat for seat in range(3) if seat != acting))
    assert everyone_else["position"] == page_view(match.state, acting)
    assert covered(acting)["legal"] == []
    nothing = covered(0, 1, 2)
    assert nothing["position"] == page_view(match.state, None)
    assert nothing["frames"][-1]["position"] == nothing["position"]


@pytest.mark.parametrize("name", ["blox", "block-out"])
def test_position_covers_what_was_dealt_to_a_covered_seat(server: Serving, name: str) -> None:
    events = [frame["event"]["text"] for frame in drawn(server, name, 3)["frames"]]
    found = ask(server, name, moves=events, since=0, covered=[0, 1]).json()
    hands = [text for text in events if text.startswith("~hand")]
    assert hands
    shown = str([frame["event"] for frame in found["frames"]])
    assert not any(text in shown for text in hands)


def test_position_lists_what_chance_can_do(server: Serving) -> None:
    tiles = ask(server, "on-top", chance=[]).json()["chance"]
    assert all(one["is_event"] for one in tiles)
    assert sum(one["probability"] for one in tiles) == pytest.approx(1)
    assert ask(server, "on-top", moves=[tiles[0]["text"]]).json()["seat"] == 0
    assert ask(server, "on-top").json()["chance"] == []
    assert ask(server, "block-ness", chance=[]).json()["chance"] == []


def test_position_completes_a_chance_event_of_many_parts(server: Serving) -> None:
    first = ask(server, "block-out", chance=[]).json()["chance"][0]
    assert not first["is_event"]
    found = drawn(server, "block-out", 4, chance=[first["text"]])
    assert first["text"] in found["frames"][0]["event"]["text"]
    assert not found["is_chance"]
    assert refusal(ask(server, "block-out", chance=["nonsense"])) == (400, "illegal")
    assert refusal(ask(server, "block-out", chance=["nonsense"], draw=1)) == (400, "illegal")


@pytest.mark.parametrize(
    ("game", "has_chance", "has_hidden"),
    [
        ("block-ness", False, False),
        ("on-top", True, False),
        ("blox", True, True),
        ("block-out", True, True),
    ],
)
def test_position_says_what_a_game_has(
    server: Serving, game: str, has_chance: bool, has_hidden: bool
) -> None:
    found = ask(server, game).json()
    assert (found["has_chance"], found["has_hidden"]) == (has_chance, has_hidden)
