"""A match: what happened and the states between, driven from outside."""

from __future__ import annotations

import pytest

import empile
from empile.engine.errors import IllegalActionError, NotationError
from empile.engine.random import new_stream
from tests.support.games import random_match


def test_events_and_the_states_between() -> None:
    match = empile.Match(empile.load("block-ness"))
    start = match.state
    event = match.play("c3-e3")
    assert event == empile.engine.state.Event(0, event.actions, "c3-e3")
    assert match.events == (event,)
    assert match.state_before(0) is start
    assert match.state_before(1) is match.state
    assert start == empile.load("block-ness").new_state(), "earlier states are left alone"


@pytest.mark.parametrize("text", ["f5-i5", "a1-d1", "nonsense", "Hd5-d8^4"])
def test_a_refused_move_changes_nothing(text: str) -> None:
    match = empile.Match(empile.load("block-ness"))
    match.play("f5-h5")
    before = match.record()
    with pytest.raises((IllegalActionError, NotationError)):
        match.play(text)
    assert match.record() == before


def test_an_illegal_action_is_refused_with_the_reason() -> None:
    match = empile.Match(empile.load("block-ness"))
    illegal = next(a for a in range(500) if a not in match.state.legal_actions())
    with pytest.raises(IllegalActionError) as refused:
        match.play_action(illegal)
    assert refused.value.reason is not None
    assert match.events == ()


def test_resolve_chance_stops_at_the_next_seat_or_referee() -> None:
    match = empile.Match(empile.load("cairn"))
    happened = match.resolve_chance(new_stream(1))
    assert [event.text[:5] for event in happened] == ["~deal", "~deal"]
    assert match.state.current_player() == 0
    match.play(next(t for t in match.state.legal_texts() if t.startswith("lay")))
    assert match.resolve_chance(new_stream(1)) == [], "a referee is not asked for unless told so"
    assert match.state.current_player() == empile.EXTERNAL
    happened = match.resolve_chance(new_stream(1), also_external=True)
    assert happened[0].seat == empile.EXTERNAL
    assert happened[0].text in ("~stands", "~falls")
    assert match.state.current_player() == 1


def test_resolve_chance_is_reproducible() -> None:
    texts = [
        [
            e.text
            for e in empile.Match(empile.load("cairn", players=4)).resolve_chance(new_stream(seed))
        ]
        for seed in (5, 5, 6)
    ]
    assert texts[0] == texts[1] != texts[2]


def test_a_match_may_start_elsewhere() -> None:
    state = random_match(empile.load("block-ness"), 4, 6).state
    match = empile.Match(state.game, state)
    assert match.state is state
    match.play(match.state.legal_texts()[0])
    assert match.state_before(0) is state


def test_record_for_a_seat_at_the_end_is_the_full_one() -> None:
    match = random_match(empile.load("cairn"), 3)
    assert match.record_for(None) == match.record()
    match.take_back(1)
    assert match.record_for(None).view is None
