"""Searches use only their seat's information, in every game with imperfect information.

Determinization ignores the hidden cards, so two states with the same view give the same samples,
searches and moves.
"""

from __future__ import annotations

import json

import numpy as np
import pytest

import empile
from empile.bots import Level, choose
from empile.engine.contracts.level import SearchParams
from empile.engine.discovery import game_class
from empile.engine.random import new_stream, split
from empile.engine.search.search import resampled, search
from tests.games.test_redaction import another_history
from tests.support.games import Variant, random_match, variants

HIDING = [variant for variant in variants() if game_class(variant.name).imperfect_information]
LENGTHS = (6, 9, 14, 25, 40)
SEEDS = range(10)


def situations(variant: Variant) -> list[tuple[empile.Match, int]]:
    """Return random matches, each with every seat that may observe."""
    found: list[tuple[empile.Match, int]] = []
    for seed in SEEDS:
        length = LENGTHS[seed % len(LENGTHS)]
        match = random_match(variant.game(), seed, length)
        while match.state.is_chance_node():
            match.resolve_chance(new_stream(seed), also_external=True)
        if not match.state.is_terminal():
            found += [(match, seat) for seat in range(match.game.num_players)]
    assert found
    return found


def shown(state: empile.State, seat: int) -> str:
    """Return all of a state that a seat is shown."""
    legal = state.legal_texts() if state.current_player() == seat else None
    view, picture = state.view(seat), state.to_svg(seat)
    return json.dumps([state.current_player(), state.scores(), view, picture, legal])


def test_imperfect_information_iff_views_differ() -> None:
    for variant in variants():
        match = random_match(variant.game(), 1, 12)
        differs = match.state.view(None) != match.state.position()
        if differs:
            assert game_class(variant.name).imperfect_information
    assert {"cairn", "blox"} <= {variant.name for variant in HIDING}


@pytest.mark.parametrize("variant", HIDING, ids=str)
def test_resample_keeps_view(variant: Variant) -> None:
    different = 0
    for match, seat in situations(variant):
        before = match.state.tobytes()
        other = resampled(match.state, seat, new_stream(5))
        assert match.state.tobytes() == before
        assert shown(other, seat) == shown(match.state, seat)
        different += other != match.state
    assert different


@pytest.mark.parametrize("variant", HIDING, ids=str)
def test_resample_conserves_piles(variant: Variant) -> None:
    """The changed fields are piles of counts by kind with the same total.

    States may cache derived values (kinds in a hand); each game's own determinization tests check
    those.
    """
    for match, seat in situations(variant):
        old = match.state.array[0]
        new = resampled(match.state, seat, new_stream(6)).array[0]
        changed = [
            name for name in old.dtype.names or () if not np.array_equal(old[name], new[name])
        ]
        if not changed:
            continue
        kinds = max(old[name].shape[-1] for name in changed if old[name].shape)
        piles = [name for name in changed if old[name].shape[-1:] == (kinds,)]
        of_old, of_new = (
            sum(s[name].astype(int).reshape(-1, kinds).sum(axis=0) for name in piles)
            for s in (old, new)
        )
        assert np.array_equal(of_old, of_new)


@pytest.mark.parametrize("variant", HIDING, ids=str)
def test_resample_is_playable(variant: Variant) -> None:
    for match, seat in situations(variant)[::3]:
        state, stream = resampled(match.state, seat, new_stream(7)), new_stream(8)
        for _ in range(30):
            if state.is_terminal():
                break
            if state.is_chance_node():
                _, state = state.after_chance(stream)
            else:
                legal = state.legal_actions()
                state.apply_text(state.action_to_text(legal[int(stream[0]) % len(legal)]))


@pytest.mark.parametrize("variant", HIDING, ids=str)
def test_resample_ignores_hidden_state(variant: Variant) -> None:
    """The imagined state is a function of what the seat sees and of the random numbers."""
    for match, seat in situations(variant):
        other = resampled(match.state, seat, new_stream(1))
        again = [resampled(state, seat, new_stream(2)) for state in (match.state, other)]
        assert again[0] == again[1]


@pytest.mark.parametrize("variant", HIDING, ids=str)
@pytest.mark.parametrize("progressive_widening", [0.0, 1.0])
def test_search_depends_on_view_only(variant: Variant, progressive_widening: float) -> None:
    """For histories made without ``resample``: other cards drawn, the same things seen."""
    differing = 0
    for match, seat in situations(variant):
        if match.state.current_player() != seat:
            continue
        for number in range(3):
            other = another_history(match, seat, split(new_stream(number), 1))
            if other is not None and other.state != match.state:
                break
        else:
            continue
        differing += 1
        first, second = (
            search(
                state,
                stream=new_stream(3),
                simulations=150,
                params=SearchParams(rollout_depth=6, progressive_widening=progressive_widening),
            )
            for state in (match.state, other.state)
        )
        assert first.moves == second.moves
        assert first.principal_variation == second.principal_variation
        for random_move_probability in (0.0, 1.0):
            level = Level(
                1,
                "level.test",
                20,
                random_move_probability=random_move_probability,
                rollout_depth=4,
            )
            moves = {choose(state, level, new_stream(4)) for state in (match.state, other.state)}
            assert len(moves) == 1
    assert differing >= 2, "too few pairs of histories were found to say anything"


@pytest.mark.parametrize("variant", HIDING, ids=str)
def test_redacted_text_hides_draws_only(variant: Variant) -> None:
    """Moves are public; only the drawing seat sees a draw."""
    hidden = 0
    for seed in range(3):
        match = random_match(variant.game(), seed, 30)
        for index, event in enumerate(match.events):
            state = match.state_before(index)
            template = match.game.compiled.simulation
            for seat in range(match.game.num_players):
                actions = state.legal_actions() or [a for a, _ in state.chance_outcomes()]
                seen = {
                    template.observed_action(match.game.params_array, state.array, 0, seat, action)
                    for action in actions
                }
                assert all(0 <= number < match.game.num_distinct_actions for number in seen)
                told = match.game.notation.redacted_text(state, event, seat)
                if told == event.text:
                    assert seen == set(actions)
                else:
                    assert len(seen) == 1
                    hidden += 1
    assert hidden


def test_leaky_search_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The property can fail: a search that sees the whole state is caught."""
    game = Variant("cairn", "2").game()
    monkeypatch.setattr(type(game), "imperfect_information", False)
    caught = 0
    for match, seat in situations(Variant("cairn", "2")):
        if match.state.current_player() == seat:
            other = resampled(match.state, seat, new_stream(1))
            first, second = (
                search(state, stream=new_stream(3), simulations=400)
                for state in (match.state, other)
            )
            caught += first.moves != second.moves
    assert caught
