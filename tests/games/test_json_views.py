"""The games of Empile write views, moves and messages in compiled code; pages may get pictures."""

from __future__ import annotations

import json

import pytest

import empile
from empile.checks.steps.messages import is_of_the_house
from empile.engine.discovery import game_class
from tests.support.games import Variant, variants

SHOWN = [variant for variant in variants() if is_of_the_house(game_class(variant.name))]


def first_turn(name: str) -> empile.State:
    match = empile.Match(empile.load(name))
    match.resolve_chance(empile.new_stream(0), also_external=True)
    return match.state


@pytest.mark.parametrize("variant", SHOWN, ids=str)
def test_json_texts_exist(variant: Variant) -> None:
    assert variant.game().presenter.json_texts() is not None


@pytest.mark.parametrize("name", sorted({variant.name for variant in SHOWN}))
def test_rules_write_messages(name: str) -> None:
    writers = empile.load(name).writers
    assert writers.defines("write_event")
    assert writers.defines("write_refusal")


def test_picture_is_added_to_compiled_views(monkeypatch: pytest.MonkeyPatch) -> None:
    state = first_turn("blox")
    views = state.game.presenter.json
    views.compile(state)
    monkeypatch.setattr(views, "sends_picture", True)
    assert json.loads(views.view(state, 1)) == {**state.view(1), "picture": state.to_svg(1)}


def test_picture_is_drawn_once_for_all_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    state = first_turn("cairn")
    presenter = state.game.presenter
    drawn: list[int | None] = []
    draw = presenter.to_svg

    def counted(state: empile.State, seat: int | None = None) -> str:
        drawn.append(seat)
        return draw(state, seat)

    monkeypatch.setattr(presenter, "to_svg", counted)
    for seat in (None, 0, None, 1, 0):
        assert presenter.json.page_view(state.clone(), seat)["picture"] == draw(state, seat)
    assert drawn == [None, 0, 1]
    state.apply_action(state.legal_actions()[0])
    assert presenter.json.page_view(state, 0)["picture"] == draw(state, 0)
