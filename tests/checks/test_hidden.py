"""The checks of hidden information find leaks."""

from __future__ import annotations

import pytest

from empile.checks.steps import hidden
from empile.checks.twins import all_output, another_history, situations
from empile.engine.discovery import game_class
from empile.engine.errors import Reason
from empile.engine.random import new_stream, split
from empile.engine.search.search import resampled, search
from tests.support.games import Variant, random_match, variants

CAIRN = Variant("cairn", "2")


def test_hiding_games_are_known() -> None:
    hiding = {one.name for one in variants() if game_class(one.name).imperfect_information}
    assert {"cairn", "blox"} <= hiding


@pytest.mark.parametrize("leak", ["view", "to_svg", "redacted_text", "event_message"])
def test_output_for_seat_detects_a_leak(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that shows hidden stones in one place only is caught."""
    game = CAIRN.game()
    leaks = {
        "view": lambda state, seat: game.presenter.position(state),  # pyright: ignore
        "to_svg": lambda state, seat=None: str(game.presenter.position(state)["hands"]),  # pyright: ignore
        "redacted_text": lambda before, event, seat: event.text,  # pyright: ignore
        "event_message": lambda before, event, seat: Reason("log.deal", {"stones": event.text}),  # pyright: ignore
    }
    pairs = [
        (match, other, seat)
        for seed in range(12)
        for seat in (None, 0, 1)
        for match in [random_match(game, seed, hidden.LENGTHS[seed % len(hidden.LENGTHS)])]
        for other in [another_history(match, seat, split(new_stream(seed), 1))]
        if other is not None and match.state != other.state
    ]
    part = game.notation if leak == "redacted_text" else game.presenter
    monkeypatch.setattr(part, leak, leaks[leak])
    found = [
        method
        for match, other, seat in pairs
        for method, told in all_output(match, seat).items()
        if told != all_output(other, seat)[method]
    ]
    assert leak in found


def test_search_that_sees_the_whole_state_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(CAIRN.game()), "imperfect_information", False)
    caught = 0
    for match, seat in situations(CAIRN, range(10), (6, 9, 14, 25, 40)):
        if match.state.current_player() == seat:
            other = resampled(match.state, seat, new_stream(1))
            first, second = (
                search(state, stream=new_stream(3), simulations=400)
                for state in (match.state, other)
            )
            caught += first.moves != second.moves
    assert caught
