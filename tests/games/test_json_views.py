"""Views and moves as JSON: compiled code writes the bytes of the presenter, in every game."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import empile
from empile.engine.contracts.json_views import encode, without_picture
from tests.support.games import Variant, pool, single_steps, variants

WRITTEN = [variant for variant in variants() if variant.game().presenter.json_texts() is not None]


def states(variant: Variant) -> Iterator[empile.State]:
    for seed, match in pool(variant):
        if seed % 6 == 0:
            yield from (match.state_before(index) for index in range(len(match.events) + 1))
    for step in single_steps(variant.game(), 3):
        yield step.state


def test_json_texts_exist_in_every_game_that_is_shown() -> None:
    assert {variant.name for variant in WRITTEN} >= {"block-ness", "blox", "on-top", "block-out"}


@pytest.mark.parametrize("variant", WRITTEN, ids=str)
def test_view_and_moves_equal_the_presenter(variant: Variant) -> None:
    game = variant.game()
    presenter, looked = game.presenter, 0
    presenter.json.compile(_first_turn(game))
    for state in states(variant):
        for seat in (None, *range(game.num_players)):
            assert presenter.json.view(state, seat) == encode(presenter.view(state, seat))
        if state.current_player() >= 0:
            moves = _moves(state)
            assert presenter.json.moves(state) == moves
            written = [presenter.json.move(state, action) for action in state.legal_actions()]
            assert sorted(written) == sorted(map(encode, json.loads(moves)))
            looked += 1
    assert looked > 10


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_json_of_a_presenter_alone(variant: Variant) -> None:
    """Without compiled code the presenter's own JSON is used."""
    game = type(variant.game())(**variant.game().options)
    state = _first_turn(game)
    assert without_picture(json.loads(game.presenter.json.view(state, None))) == state.view(None)
    moves = _moves(state)
    assert game.presenter.json.moves(state) == moves
    action = state.text_to_action(json.loads(moves)[0]["text"])
    assert game.presenter.json.move(state, action) == encode(json.loads(moves)[0])


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_picture_is_sent_for_games_without_a_model_only(variant: Variant) -> None:
    game = variant.game()
    state, views = _first_turn(game), game.presenter.json
    assert views.sends_picture != (game.folder / "web" / "model").is_dir()
    for seat in (None, *range(game.num_players)):
        view = views.page_view(state, seat)
        assert ("picture" in view) == views.sends_picture
        assert view.get("picture") in (None, state.to_svg(seat))
        assert json.loads(views.view(state, seat)) == view
        assert "picture" not in state.view(seat) | state.position()


def test_picture_is_added_to_compiled_views(monkeypatch: pytest.MonkeyPatch) -> None:
    game = empile.load("blox")
    state, views = _first_turn(game), game.presenter.json
    views.compile(state)
    monkeypatch.setattr(views, "sends_picture", True)
    assert json.loads(views.view(state, 1)) == {**state.view(1), "picture": state.to_svg(1)}


def test_picture_is_drawn_once_for_all_clients(monkeypatch: pytest.MonkeyPatch) -> None:
    game = empile.load("cairn")
    drawn: list[int | None] = []
    draw = game.presenter.to_svg

    def counted(state: empile.State, seat: int | None = None) -> str:
        drawn.append(seat)
        return draw(state, seat)

    monkeypatch.setattr(game.presenter, "to_svg", counted)
    state = _first_turn(game)
    for seat in (None, 0, None, 1, 0):
        assert game.presenter.json.page_view(state.clone(), seat)["picture"] == draw(state, seat)
    assert drawn == [None, 0, 1]
    state.apply_action(state.legal_actions()[0])
    assert game.presenter.json.page_view(state, 0)["picture"] == draw(state, 0)


def _first_turn(game: empile.Game) -> empile.State:
    match = empile.Match(game)
    match.resolve_chance(empile.new_stream(0), also_external=True)
    return match.state


def _moves(state: empile.State) -> bytes:
    presenter = state.game.presenter
    moves: list[dict[str, object]] = []
    for action in state.legal_actions():
        effects = presenter.move_effects(state, action)
        moves.append(
            {
                "text": state.action_to_text(action),
                "parts": presenter.move_parts(state, action),
                **({"effects": effects} if effects else {}),
            }
        )
    return encode(sorted(moves, key=lambda move: str(move["text"])))
