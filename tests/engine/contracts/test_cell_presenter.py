"""Positions, messages and texts of games on cells."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import empile
from empile.engine.contracts.cell_presenter import CellPresenter
from empile.engine.errors import PositionError, Reason
from empile.engine.game import Contracts
from empile.engine.i18n import Message
from tests.support.climb import Climb
from tests.support.games import random_match
from tests.support.race import Race

POSITION: dict[str, Any] = {
    "seat": 1,
    "worker": {"a1": "0.0", "c3": "0.1", "b1": "1.0", "e5": "1.1"},
    "level": {"c4": 2},
    "out": [0, 0],
}


def test_position_names_what_is_on_the_cells() -> None:
    state = Climb().new_state()
    for text in ("a1", "c3", "b1", "e5"):
        state.apply_text(text)
    assert state.position() == {
        "seat": 0,
        "worker": {"a1": "0.0", "b1": "1.0", "c3": "0.1", "e5": "1.1"},
        "level": {},
        "out": [0, 0],
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_state_from_position_inverts_position(seats: int) -> None:
    match = random_match(Climb(players=seats), 2)
    for index in range(len(match.events)):
        state = match.state_before(index)
        assert state.game.state_from_position(state.position()) == state
    assert match.state.position()["seat"] is None
    with pytest.raises(PositionError, match="a game begins at a move"):
        match.game.state_from_position(match.state.position())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seat": 2}, "'seat' must be a whole number from 0 to 1, not 2"),
        ({"worker": []}, "'worker' must be an object"),
        ({"worker": {"f1": "0.0"}}, "'worker' has \"f1\", which is no cell of the board"),
        ({"worker": {"a1": "2.0"}}, "'worker' at a1 must be a seat from 0 to 1, as in '0.1', not"),
        ({"worker": {"a1": 0}}, "'worker' at a1 must be a seat from 0 to 1"),
        ({"level": {"a1": 0}}, "'level' at a1 must be a whole number from 1 to 4, not 0"),
        ({"level": {"a1": True}}, "'level' at a1 must be a whole number"),
        ({"out": [0]}, "'out' must be a list of 2 items"),
        ({"out": [0, 2]}, "'out' must be a whole number from 0 to 1, not 2"),
        ({"more": 1}, "no member 'more'"),
    ],
)
def test_position_errors_name_key_and_cell(change: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError) as refused:
        Climb().state_from_position({**POSITION, **change})
    assert message in str(refused.value)


def test_seat_without_a_move_is_refused() -> None:
    walls = dict.fromkeys(("a2", "b2", "b1", "a3"), 2)
    workers = {"a1": "0.0", "a4": "0.1", "c3": "1.0", "e5": "1.1"}
    roofs = dict.fromkeys(("a5", "b5", "b4", "b3"), 4)
    position = {"seat": 0, "worker": workers, "level": walls | roofs, "out": [0, 0]}
    with pytest.raises(PositionError, match="seat 0 has no legal move"):
        Climb().state_from_position(position)


class Counted(CellPresenter):
    """Computes a field instead of showing it."""

    derived = ("out",)

    def complete(self, state: empile.State) -> None:
        if len(set(state.array["worker"][0])) < 5:
            raise PositionError("each seat has two workers")


class CountedClimb(Climb):
    name = "counted-climb"
    contracts = Contracts(presenter=Counted)


def test_derived_fields_are_computed_not_shown() -> None:
    game = CountedClimb()
    position = {key: value for key, value in POSITION.items() if key != "out"}
    state = game.state_from_position(position)
    assert state.position() == position
    with pytest.raises(PositionError, match="two workers"):
        game.state_from_position({**position, "worker": {"a1": "0.0"}})


def test_parts_are_those_of_the_pattern() -> None:
    state = Climb().state_from_position(POSITION)
    action = state.text_to_action("e5-d5 e5")
    parts = {"verb": "move", "from": "e5", "to": "d5", "build": "e5"}
    assert state.game.presenter.move_parts(state, action) == parts


def test_default_messages_exist_in_every_language() -> None:
    state = Climb().state_from_position(POSITION)
    catalogue = state.game.presenter.catalogue
    assert catalogue.languages == ["de", "en", "es", "fr"]
    reason = state.game.presenter.event_message(state, state.read_text("e5-d5 e5"), None)
    assert catalogue.format("en", reason) == "plays e5-d5 e5"
    assert catalogue.format("fr", reason) == "joue e5-d5 e5"


def test_text_shows_heights_and_marks() -> None:
    state = Climb(players=2).state_from_position(POSITION)
    assert state.game.presenter.to_text(state).split("\n") == [
        "5 ..  ..  ..  ..  O.",
        "4 ..  ..  .2  ..  ..",
        "3 ..  ..  X.  ..  ..",
        "2 ..  ..  ..  ..  ..",
        "1 X.  O.  ..  ..  ..",
        "  a   b   c   d   e",
        "",
        "  X Seat 1",
        "> O Seat 2",
        "out: [0, 0]",
    ]
    assert "\x1b[" in state.game.presenter.to_text(state, colour=True)
    assert "> O Platz 2" in state.game.presenter.to_text(state, language="de")


def test_board_setup_has_the_cells() -> None:
    setup = Climb().presenter.board_setup()
    assert setup["shape"] == "square"
    assert len(setup["cells"]) == 25
    assert setup["cells"]["b3"] == [1.0, 2.0]


def test_points_are_shown_if_the_game_has_them() -> None:
    state = Race(players=3).state_from_position({"seat": 2, "at": [1, 0, 7], "die": 6})
    assert state.game.presenter.to_text(state).split("\n")[-5:] == [
        "  X Seat 1  1",
        "  O Seat 2  0",
        "> A Seat 3  7",
        "at: [1, 0, 7]",
        "die: 6",
    ]
    assert ">3: 7</text>" in state.to_svg()
    assert state.legal_texts() == ["wait"]


class Watched(CellPresenter):
    """Shows a view of its own."""

    def view(self, state: empile.State, seat: int | None) -> dict[str, Any]:
        return {**super().view(state, seat), "watched": True}

    def event_message(self, before: empile.State, event: empile.Event, seat: int | None) -> Reason:
        return replace(super().event_message(before, event, seat), key="log.watched")


class WatchedClimb(Climb):
    name = "watched-climb"
    contracts = Contracts(presenter=Watched)


def test_games_with_views_of_their_own_need_a_server() -> None:
    assert Climb().presenter.server_reason == ""
    presenter = WatchedClimb().presenter
    assert presenter.server_reason == "Watched has a method 'view' of its own"
    assert presenter.json_texts() is None
    lacks = [presenter.lack(name) for name in ("write_move", "write_event", "write_refusal")]
    assert lacks == ["", "Watched has a method 'event_message' of its own", ""]


def test_own_messages_may_use_the_default_ones() -> None:
    state = WatchedClimb().new_state()
    message = state.game.presenter.event_message(state, state.read_text("c3"), None)
    assert message == Reason("log.watched", {"cell": "c3", "move": "c3"})


def test_keys_of_the_log_are_those_of_the_verbs_with_messages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = Climb().state_from_position(POSITION)
    presenter = state.game.presenter
    known = {**presenter.catalogue.messages("en"), "log.move": "moves", "log.place": "places"}

    def messages(language: str) -> dict[str, Message]:
        return known

    monkeypatch.setattr(presenter.catalogue, "messages", messages)
    assert "log.place" in presenter.message_texts()
    del known["log.place"]
    texts = Climb().presenter.message_texts()
    assert "log.place" not in texts
    assert texts.count("log.move") == 2
