"""Messages that rules write: as Python until they are compiled."""

from __future__ import annotations

import json

import pytest

import empile
from empile.engine.compiled import entries, machine_code
from empile.engine.contracts import writers
from empile.engine.contracts.writers import Writers
from empile.engine.errors import Reason


def drawn() -> tuple[empile.State, empile.Event]:
    """Return a state of a game with such writers, and an event hidden from all but seat 0."""
    state = empile.load("block-out").new_state()
    return state, state.draw_event(empile.new_stream(0))


def test_event_depends_on_the_viewer() -> None:
    state, event = drawn()
    cards = event.text.removeprefix("~hand ")
    hidden = Reason("log.hand.hidden", {"seat": 0, "count": 7})
    message = state.game.presenter.event_message
    assert message(state, event, 0) == Reason("log.hand", {"seat": 0, "cards": cards, "count": 7})
    assert message(state, event, 1) == message(state, event, None) == hidden


def test_messages_are_written_before_there_is_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled for them, and code is looked for again after some seconds only."""
    state, event = drawn()
    looked: list[str] = []

    def load(function: object, types: str) -> None:
        looked.append(types)

    monkeypatch.setattr(machine_code, "load", load)
    game = Writers(state.game)
    for module in (state.game.compiled.template("messages"),):
        monkeypatch.setattr(
            module, "event", entries.entry_point(module.event.__wrapped__, nogil=False)
        )
    assert [game.event(state, event, None).key for _ in range(3)] == ["log.hand.hidden"] * 3
    assert len(looked) == 1


@pytest.mark.parametrize("compiles", [False, True])
def test_buffers_grow(compiles: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    state, event = drawn()
    monkeypatch.setattr(writers, "_TOKENS", 3)
    written = Writers(state.game, compiles=compiles).event_json(state, event, 0)
    assert json.loads(written)["args"]["count"] == 7


def test_rules_without_writers_say_so() -> None:
    game = empile.load("cairn")
    state = game.new_state()
    assert not game.writers.defines("write_event")
    assert game.presenter.server_reason == "the rules do not define 'write_view'"
    with pytest.raises(NotImplementedError, match="have no write_event"):
        game.writers.event(state, state.draw_event(empile.new_stream(0)), None)


@pytest.mark.parametrize("compiles", [False, True])
def test_chance_events_are_read_by_what_writes_them(
    compiles: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, event = drawn()
    monkeypatch.setattr(writers, "_TOKENS", 3)
    game = Writers(state.game, compiles=compiles)
    assert game.chance(state, event.actions[::-1]) == event.text
    assert game.read_chance(state, f"{event.text} \ud800") == ([*event.actions], " \ud800")
    assert game.read_chance(state, event.text + " reverse" * 2)[0] == [*event.actions, 17]
    assert game.read_chance(state, "") == ([], "")


@pytest.mark.parametrize("compiles", [False, True])
def test_chance_events_are_written_as_each_viewer_sees_them(compiles: bool) -> None:
    state, event = drawn()
    game = Writers(state.game, compiles=compiles)
    hidden = "~hand ? ? ? ? ? ? ?"
    seen = [game.seen_chance(state, event.actions, seat) for seat in (0, 1, None)]
    assert seen == [event.text, hidden, hidden]
