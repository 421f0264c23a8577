"""Texts of events as seats see them."""

from __future__ import annotations

from dataclasses import replace
from types import ModuleType
from typing import Any, ClassVar

import pytest

import empile
from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.engine.contracts.cell_notation import CellNotation
from empile.engine.game import Contracts
from empile.engine.random import Stream, new_stream
from empile.games.block_out import BlockOut
from empile.games.block_out.text.notation import BlockOutNotation
from tests.support.race import Race, rules

VIEWERS = (0, 1, None)


def seen(state: empile.State, event: empile.Event) -> list[str]:
    """Return the texts of an event for the first seats and a spectator."""
    return [state.game.notation.redacted_text(state, event, viewer) for viewer in VIEWERS]


def answered(attachment: str) -> tuple[empile.State, empile.Event]:
    """Return a state of a game with a referee, and an answer of it."""
    state = BlockOut().new_state()
    while state.current_player() != empile.EXTERNAL:
        if state.is_chance_node():
            _, state = state.after_chance(new_stream(1))
        else:
            state.apply_action(state.legal_actions()[0])
    return state, state.read_text(f"~falls{attachment}")


def test_attachments_are_seen_with_the_outcomes(monkeypatch: pytest.MonkeyPatch) -> None:
    state, _ = answered("")
    block = state.position()["tower"][0]
    state, event = answered(f" {block}@0,0,9/1,0,0,0")
    assert seen(state, event) == [event.text] * 3
    writers = state.game.writers

    def seen_chance(before: empile.State, actions: Any, seat: int | None) -> str:
        return writers.chance(before, actions) if seat == 1 else "~?"

    monkeypatch.setattr(writers, "seen_chance", seen_chance)
    assert seen(state, event) == ["~?", event.text, "~?"]


class Secretive(BlockOutNotation):
    """Says nothing of what is drawn, not even how much."""

    def redacted_text(self, before: empile.State, event: empile.Event, seat: int | None) -> str:
        hides = event.seat == empile.CHANCE and before.field("seat") != seat
        return "~cards" if hides else event.text


class SecretiveBlockOut(BlockOut):
    contracts = replace(BlockOut.contracts, notation=Secretive)


def test_a_redaction_of_the_game_itself_needs_a_server() -> None:
    state = SecretiveBlockOut().new_state()
    event = state.draw_event(new_stream(1))
    assert seen(state, event) == [event.text, "~cards", "~cards"]
    assert BlockOut().presenter.server_reason == ""
    reason = state.game.presenter.server_reason
    assert reason == "Secretive has a method 'redacted_text' of its own"


@inline
def observed_action(params: StructRef, s: StructRef, seat: int, action: int) -> int:
    """Return 0 for whatever others roll."""
    return action if seat == int(s.seat) else 0


@inline
def resample(params: StructRef, s: StructRef, seat: int, stream: Stream) -> None:
    """Leave the die: this is only for the texts."""


class Dots(CellNotation):
    """Writes the outcomes without a pattern."""

    def chance_text(self, state: empile.State, action: int) -> str:
        return "." * (action + 1)


def hidden_rules() -> ModuleType:
    """Return the rules of Race with a die that only its seat sees."""
    found = ModuleType(rules.__name__)
    vars(found).update(vars(rules), resample=resample, observed_action=observed_action)
    return found


class HiddenRace(Race):
    imperfect_information = True
    rules: ClassVar[ModuleType] = hidden_rules()


class DottedRace(HiddenRace):
    contracts = Contracts(notation=Dots)


@pytest.mark.parametrize(("kind", "text"), [(HiddenRace, "~4"), (DottedRace, "~....")])
def test_outcomes_on_cells_are_hidden_as_the_rules_observe_them(
    kind: type[empile.Game], text: str
) -> None:
    state = kind().new_state()
    assert state.game.notation.redacts_text
    assert seen(state, state.read_text(text)) == [text, "~?", "~?"]
