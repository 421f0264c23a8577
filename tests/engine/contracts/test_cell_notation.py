"""The notation of games on cells."""

from __future__ import annotations

import pytest

import empile
from empile.engine.contracts.cell_notation import CellNotation
from empile.engine.errors import IllegalActionError, NotationError, Reason
from empile.engine.game import Contracts
from empile.engine.random import new_stream
from tests.support.climb import Climb
from tests.support.games import random_match
from tests.support.race import Race


def after(texts: str, **options: int) -> empile.State:
    state = Climb(**options).new_state()
    for text in texts.split(","):
        state.apply_text(text)
    return state


def test_texts_follow_the_patterns_of_the_verbs() -> None:
    state = after("c3,d3,a1,e5")
    assert state.legal_texts()[:3] == ["c3-b2 a2", "c3-b2 a3", "c3-b2 b1"]
    assert state.apply_text("c3-c4 c3").text == "c3-c4 c3"
    assert state.position()["level"] == {"c3": 1}


def test_every_legal_text_reads_back() -> None:
    match = random_match(Climb(players=3), 1)
    for index in range(0, len(match.events), 7):
        state = match.state_before(index)
        for action in state.legal_actions():
            assert state.text_to_action(state.action_to_text(action)) == action


def test_unknown_form_shows_a_legal_move() -> None:
    with pytest.raises(NotationError, match=r"'e1-e2 e9' is not a move of climb here: .* like c3-"):
        after("c3,d3,a1,e5").read_text("e1-e2 e9")


def test_cells_that_are_no_neighbours_are_illegal() -> None:
    with pytest.raises(IllegalActionError, match="c3-e5 e4 is not possible here") as refused:
        after("c3,d3,a1,e5").read_text("c3-e5 e4")
    assert refused.value.reason is not None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("b1-b2 b3", "b1-b2 b3 is not possible here: b1 cannot be chosen"),
        ("c3-d3 d4", "c3-d3 d4 is not possible here: d3 cannot be chosen"),
        ("c3-c4 d3", "c3-c4 d3 is not possible here: d3 cannot be chosen"),
        ("b5", "b5 is not possible here"),
    ],
)
def test_the_first_part_at_fault_is_named(text: str, message: str) -> None:
    with pytest.raises(IllegalActionError) as refused:
        after("c3,d3,a1,e5").read_text(text)
    assert str(refused.value) == message


def test_codes_off_the_board_have_a_reason() -> None:
    state = after("c3,d3,a1,e5")
    with pytest.raises(IllegalActionError, match="leaves the board"):
        state.apply_action(25 + 4 * 8)


class Whispered(CellNotation):
    """Writes texts without pattern: they are read by searching."""

    def action_text(self, state: empile.State, action: int) -> str:
        return f"move {action}"


class WhisperedClimb(Climb):
    name = "whispered-climb"
    contracts = Contracts(notation=Whispered)


def test_own_texts_are_read_by_searching() -> None:
    state = WhisperedClimb().new_state()
    assert state.read_text("move 12").actions == (12,)
    for text in ("move 99", "c3", "move 12 "):
        with pytest.raises(NotationError, match="write one like move 0"):
            state.read_text(text)
    reason = state.game.presenter.server_reason
    assert reason == "Whispered has a method 'action_text' of its own"
    message = state.game.presenter.event_message(state, state.read_text("move 12"), None)
    assert message == Reason("log.move", {"move": "move 12"})


def test_outcomes_of_chance_have_patterns_of_their_own() -> None:
    state = Race().new_state()
    event = state.draw_event(new_stream(1))
    assert event.text in [f"~{side}" for side in range(1, 7)]
    assert state.read_text("~4").actions == (3,)
    for text in ("~7", "4", "~4 4", "~", "~4\n"):
        with pytest.raises((NotationError, IllegalActionError)):
            state.read_text(text)
    with pytest.raises(NotationError, match="write an outcome like ~1"):
        state.read_text("~0")
    message = state.game.presenter.event_message(state, event, None)
    assert state.game.presenter.catalogue.format("en", message).startswith("result of chance: ")
    state.apply_text("~4")
    assert state.legal_texts() == ["go", "wait"]
    state.apply_text("go")
    assert state.position() == {"seat": None, "at": [4, 0], "die": 0}


def test_games_without_chance_have_no_events() -> None:
    with pytest.raises(NotationError, match="has no chance events"):
        Climb().notation.read_event(Climb().new_state(), "~4")
