"""Games that differ only in hidden information give a seat identical bytes.

For a random game, some hidden draws are resampled into another history with the same view for the
seat. All output for that seat must be equal.
"""

from __future__ import annotations

import json
import random

import pytest

import empile
from empile.engine.errors import EmpileError, Reason
from empile.engine.random import Stream, new_stream, split
from tests.support.games import Variant, random_match, variants

LENGTHS = (3, 6, 10, 16)
SEEDS = range(12)


def another_history(match: empile.Match, seat: int | None, stream: Stream) -> empile.Match | None:
    """Return a match that ``seat`` sees alike and that is another; ``None`` if none was found."""
    luck = random.Random(int(stream[0]))
    for attempt in range(40):
        other = _retold(match, seat, split(stream, attempt), luck)
        if other is not None and other.state != match.state:
            return other
    return None


def _retold(
    match: empile.Match, seat: int | None, stream: Stream, luck: random.Random
) -> empile.Match | None:
    """Replay a match with some hidden draws resampled; None if that is impossible."""
    game = match.game
    other = empile.Match(game)
    keeps = luck.choice((0.0, 0.5, 0.9))
    for index, event in enumerate(match.events):
        seen = game.notation.redacted_text(match.state_before(index), event, seat)
        # A hand must hold what is played from it later: changing every draw seldom works.
        if seen == event.text or luck.random() < keeps:
            try:
                other.play(event.text)
            except EmpileError:
                return None
            if (
                game.notation.redacted_text(other.state_before(index), other.events[-1], seat)
                != seen
            ):
                return None
            continue
        assert event.seat < 0, "moves are public in every game so far"
        for _ in range(50):
            drawn = other.state.draw_event(stream)
            if game.notation.redacted_text(other.state, drawn, seat) == seen:
                break
        else:
            return None
        other.push_event(drawn)
    return other


def everything_shown(match: empile.Match, seat: int | None) -> bytes:
    """Return all output for ``seat`` during a match, including errors.

    Drawings, and the errors of most illegal moves, are slow: only those of every fifth state and of
    the last. Matches of many lengths are compared.
    """
    game, last = match.game, len(match.events)
    told: list[object] = [match.record_for(seat).to_dict()]
    for index in range(last + 1):
        state = match.state_before(index)
        in_full = index == last or index % 5 == 4
        told += [state.current_player(), state.view(seat), state.scores()]
        if in_full:
            told += [state.to_svg(seat), game.presenter.to_text(state, seat)]
        if index < len(match.events):
            event = match.events[index]
            told.append(game.notation.redacted_text(state, event, seat))
            reason = game.presenter.event_message(state, event, seat)
            told.append([reason.key, dict(reason.args)])
        if seat is not None and state.current_player() == seat:
            told.append(state.legal_texts())
            legal = set(state.legal_actions())
            for action in range(min(state.game.num_distinct_actions, 200 if in_full else 20)):
                if action not in legal:
                    told.append(_error(state, action))
    return json.dumps(told).encode()


def _error(state: empile.State, action: int) -> str:
    with pytest.raises(EmpileError) as refused:
        state.apply_action(action)
    return str(refused.value)


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_output_for_seat_ignores_hidden_state(variant: Variant) -> None:
    game = variant.game()
    differing = 0
    something_hidden = False
    for seat in (None, *range(game.num_players)):
        for seed in SEEDS:
            match = random_match(game, seed, LENGTHS[seed % len(LENGTHS)])
            if match.state.is_terminal():
                continue
            hidden = match.record_for(seat).events != match.record().events
            something_hidden |= hidden
            if not hidden and seed >= 2:
                continue  # nothing can differ; twice is enough
            other = another_history(match, seat, split(new_stream(seed), 1))
            if other is None:
                continue
            differing += match.state != other.state
            assert everything_shown(match, seat) == everything_shown(other, seat)
    if something_hidden:
        assert differing >= 5, "too few pairs of games were found to say anything"


@pytest.mark.parametrize("leak", ["view", "to_svg", "redacted_text", "event_message"])
def test_leak_is_detected(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The property can fail: a game that shows hidden stones in one place only is caught."""
    game = Variant("cairn", "2").game()
    leaks = {
        "view": lambda state, seat: game.presenter.position(state),  # pyright: ignore
        "to_svg": lambda state, seat=None: str(game.presenter.position(state)["hands"]),  # pyright: ignore
        "redacted_text": lambda before, event, seat: event.text,  # pyright: ignore
        "event_message": lambda before, event, seat: Reason("log.deal", {"stones": event.text}),  # pyright: ignore
    }
    pairs = [
        (match, other, seat)
        for seed in SEEDS
        for seat in (None, 0, 1)
        for match in [random_match(game, seed, LENGTHS[seed % len(LENGTHS)])]
        for other in [another_history(match, seat, split(new_stream(seed), 1))]
        if other is not None and match.state != other.state
    ]
    part = game.notation if leak == "redacted_text" else game.presenter
    monkeypatch.setattr(part, leak, leaks[leak])
    assert any(everything_shown(m, seat) != everything_shown(o, seat) for m, o, seat in pairs)


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_record_for_names_seat_and_full_record_follows(
    variant: Variant,
) -> None:
    running = random_match(variant.game(), 1, 4)
    for seat in (None, 0, 1):
        seen = running.record_for(seat)
        assert seen.to_dict()["view"] == seat
        assert seen.to_dict()["result"] is None
        assert empile.Record.from_json(seen.to_json()) == seen
    assert "view" not in running.record().to_dict()
    over = random_match(variant.game(), 1)
    assert over.record_for(0) == over.record()
    assert "view" not in over.record_for(None).to_dict()
