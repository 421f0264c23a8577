"""Property tests on random games of all variants, independent of the rules."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import empile
from empile.engine.errors import IllegalActionError, NotationError
from empile.engine.random import below, new_stream, next_bits, pick, split
from tests.support.games import Variant, random_match, variants

every_variant = pytest.mark.parametrize("variant", variants(), ids=str)
seeds = st.integers(0, 2**32)


def some_match(variant: Variant, seed: int) -> empile.Match:
    """Return a random game; by seed of uniform, half eager or wholly eager play."""
    return random_match(variant.game(), seed, eager=(0.0, 0.5, 1.0)[seed % 3])


def states_of(match: empile.Match) -> list[empile.State]:
    return [match.state_before(index) for index in range(len(match.events) + 1)]


@every_variant
@given(seed=seeds)
def test_record_replays_to_same_bytes(variant: Variant, seed: int) -> None:
    """Replayed from text, with every unused slot and padding byte, a game is the same state."""
    match = some_match(variant, seed)
    record = empile.Record.from_json(match.record().to_json())
    assert record == match.record()
    for (state, event), before, happened in zip(
        record.replay(), states_of(match), match.events, strict=False
    ):
        assert state.tobytes() == before.tobytes()
        assert event == happened
    assert record.final_state().tobytes() == match.state.tobytes()


@every_variant
def test_bytes_round_trip_with_zero_padding(variant: Variant) -> None:
    match = random_match(variant.game(), 3)
    for state in states_of(match):
        for name in state.array.dtype.names or ():
            if name.startswith("pad_"):
                assert not state.array[name].any(), f"{name} was written to"
        again = empile.State.from_bytes(state.game, state.tobytes())
        assert again == state
        assert hash(again) == hash(state)
        assert again.legal_actions() == state.legal_actions()


@every_variant
@given(seed=seeds, data=st.data())
def test_undo_restores_state(variant: Variant, seed: int, data: st.DataObject) -> None:
    match = some_match(variant, seed)
    before = [state.tobytes() for state in states_of(match)]
    back = data.draw(st.integers(0, len(match.events)))
    match.take_back(back)
    assert match.state.tobytes() == before[len(before) - 1 - back]
    assert len(match.events) == len(before) - 1 - back
    if back:
        with pytest.raises(ValueError, match="cannot take back"):
            match.take_back(len(before))


@every_variant
@given(seed=seeds)
def test_action_text_and_parts_are_unique(variant: Variant, seed: int) -> None:
    match = some_match(variant, seed)
    state = random.Random(seed).choice(states_of(match))
    legal = state.legal_actions()
    texts = [state.action_to_text(action) for action in legal]
    assert len(set(texts)) == len(texts)
    assert sorted(texts) == state.legal_texts()
    for action, text in zip(legal, texts, strict=True):
        assert text
        assert not text.startswith("~")
        assert "?" not in text
        assert state.text_to_action(text) == action
    parts = [
        tuple(sorted(state.game.presenter.move_parts(state, action).items())) for action in legal
    ]
    assert len(set(parts)) == len(parts)


@every_variant
@given(seed=seeds, data=st.data())
def test_read_action_accepts_canonical_text_only(
    variant: Variant, seed: int, data: st.DataObject
) -> None:
    """A text with one changed letter is another move or invalid."""
    match = some_match(variant, seed)
    state = data.draw(st.sampled_from([s for s in states_of(match) if s.current_player() >= 0]))
    legal = state.legal_actions()
    text = state.action_to_text(data.draw(st.sampled_from(legal)))
    letters = st.one_of(st.sampled_from(text), st.sampled_from("0 1 -+,.aAzZ٣²\n\0"), st.just(""))
    for _ in range(20):
        at = data.draw(st.integers(0, len(text)))
        changed = text[:at] + data.draw(letters) + text[at + data.draw(st.integers(0, 1)) :]
        fresh = state.clone()
        try:
            event = fresh.read_text(changed)
        except (NotationError, IllegalActionError):
            continue
        assert event.text == changed == state.action_to_text(event.actions[0])
        assert event.actions[0] in legal


@every_variant
@given(seed=seeds)
def test_is_legal_matches_legal_actions(variant: Variant, seed: int) -> None:
    """A state that has not listed its moves refuses and takes the same ones."""
    rng = random.Random(seed)
    match = some_match(variant, seed)
    state = rng.choice([s for s in states_of(match) if s.current_player() >= 0])
    legal = set(state.legal_actions())
    step, params_array = state.game.compiled.step, state.game.params_array
    some = rng.sample(
        range(state.game.num_distinct_actions), min(300, state.game.num_distinct_actions)
    )
    for action in [*legal, *some]:
        assert bool(step.is_legal(params_array, state.array, 0, action)) == (action in legal)


@every_variant
@given(seed=seeds)
def test_legal_actions_are_sorted_and_in_range(variant: Variant, seed: int) -> None:
    match = some_match(variant, seed)
    compiled = variant.game().compiled
    for state in states_of(match):
        legal = state.legal_actions()
        assert bool(legal) == (state.current_player() >= 0)
        assert all(a < b for a, b in pairwise(legal))
        assert len(legal) <= compiled.max_legal
        assert all(0 <= action < state.game.num_distinct_actions for action in legal)


@every_variant
@given(seed=seeds, data=st.data())
def test_explain_illegal_explains_and_state_is_unchanged(
    variant: Variant, seed: int, data: st.DataObject
) -> None:
    state = data.draw(st.sampled_from(states_of(some_match(variant, seed))))
    action = data.draw(st.integers(-2, state.game.num_distinct_actions + 1))
    if action in state.legal_actions() or action in [a for a, _ in state.chance_outcomes()]:
        return
    before = state.tobytes()
    with pytest.raises(IllegalActionError) as refused:
        state.apply_action(action)
    assert state.tobytes() == before
    message = str(refused.value)
    assert message.isprintable()
    assert message
    reason = refused.value.reason
    if reason is not None:
        for language in state.game.presenter.catalogue.languages:
            said = state.game.presenter.catalogue.format(language, reason)
            assert said != reason.key, f"locales/{language}.json has no '{reason.key}'"


@every_variant
@given(seed=seeds)
def test_chance_is_a_distribution_with_readable_events(variant: Variant, seed: int) -> None:
    match = some_match(variant, seed)
    for state in states_of(match):
        outcomes = state.chance_outcomes()
        assert bool(outcomes) == state.is_chance_node()
        if not outcomes:
            continue
        assert sum(odds for _, odds in outcomes) == pytest.approx(1)
        # A referee may report outcomes with zero weight.
        least = 0 if state.current_player() == empile.EXTERNAL else 1e-9
        assert all(odds >= least for _, odds in outcomes)
        assert len({action for action, _ in outcomes}) == len(outcomes)
        event = state.draw_event(new_stream(seed))
        assert event.text.startswith("~")
        assert dict(outcomes)[event.actions[0]] > 0
        assert state.read_text(event.text) == event
        assert state.game.notation.event_text(state, event.actions) == event.text
        after, other = state.clone(), state.clone()
        after.apply_event(event)
        if happens(other, event.actions[::-1]):
            # The event is the same only if the order of draws changes nothing.
            same = state.game.notation.event_text(state, event.actions[::-1]) == event.text
            assert same == (other == after)
            order = state.game.notation.event_order(state, event.actions[::-1])
            assert same == (order == event.actions)


@every_variant
@given(seed=seeds)
def test_draw_matches_chance_weights(variant: Variant, seed: int) -> None:
    """A game may have a quicker way to an outcome; it is the one that its number picks by weight."""
    match = some_match(variant, seed)
    game = variant.game()
    for state in states_of(match):
        if not state.is_chance_node():
            continue
        quick = state.clone()
        game.compiled.perft.settle(
            game.params_array, quick.array, 0, new_stream(seed), np.zeros(1, np.int64)
        )
        actions = np.empty(game.compiled.max_outcomes, np.int32)
        weights = np.empty(game.compiled.max_outcomes, np.int64)
        number = 0
        while state.is_chance_node():
            count = game.compiled.step.chance(game.params_array, state.array, 0, actions, weights)
            stream = split(new_stream(seed), number)
            state.apply_action(int(actions[pick(stream, weights, count)]))
            number += 1
        assert state.tobytes() == quick.tobytes()


@every_variant
@given(seed=seeds)
def test_random_move_matches_legal(variant: Variant, seed: int) -> None:
    """A game may choose without listing; moves and what is left of the stream are the same."""
    match = some_match(variant, seed)
    game = variant.game()
    rules: Any = game.compiled.rules
    stream, params, bits = new_stream(seed), game.params_array[0], np.uint64(32)
    for state in states_of(match):
        if state.current_player() < 0:
            continue
        s = state.array[0]
        legal = np.empty(game.compiled.max_legal, np.int32)
        scratch = np.empty_like(legal)
        count = rules.legal(params, s, legal)
        if hasattr(rules, "random_move"):
            by_list = stream.copy()
            assert rules.random_move(params, s, stream, scratch) == legal[below(by_list, count)]
            assert stream == by_list
        if hasattr(rules, "simulated_move"):
            chosen = rules.simulated_move(params, s, stream.copy(), scratch)
            number = int(next_bits(stream) >> bits)
            assert chosen == rules.simulation_move(params, s, legal, count, number)


def happens(state: empile.State, actions: Sequence[int]) -> bool:
    """Apply chance actions one by one; return whether each was possible."""
    for action in actions:
        if action not in [outcome for outcome, _ in state.chance_outcomes()]:
            return False
        state.apply_action(action)
    return True


@every_variant
def test_read_event_accepts_canonical_text_only(variant: Variant) -> None:
    match = random_match(variant.game(), 5)
    for state, event in zip(states_of(match), match.events, strict=False):
        for wrong in (f" {event.text}", f"{event.text} ", f"{event.text}\n", "", "?"):
            with pytest.raises((NotationError, IllegalActionError)):
                state.read_text(wrong)


@every_variant
@given(seed=seeds)
def test_gain_is_immediate_score(variant: Variant, seed: int) -> None:
    match = some_match(variant, seed)
    for state in states_of(match):
        for action in state.legal_actions():
            after = state.clone()
            after.apply_action(action)
            seat = state.current_player()
            assert state.gain(action) == after.scores()[seat] - state.scores()[seat]


@every_variant
@given(seed=seeds)
def test_ranks_match_record(variant: Variant, seed: int) -> None:
    game = variant.game()
    state = some_match(variant, seed).state
    result = state.result()
    assert result is not None
    assert state.legal_actions() == []
    assert state.chance_outcomes() == []
    assert result.reason in game.end_reasons
    assert set(game.end_reasons) <= set(game.reasons)
    assert result.scores == state.scores()
    assert result.winners == [seat for seat, rank in enumerate(result.ranks) if rank == 1]
    teams = game.teams
    assert len({(team, rank) for team, rank in zip(teams, result.ranks, strict=True)}) == len(
        set(teams)
    ), "partners share a rank"
    pairs = [(one, other) for one in range(len(teams)) for other in range(len(teams))]
    assert all(
        (teams[one] == teams[other])
        == (teams[(one + 1) % len(teams)] == teams[(other + 1) % len(teams)])
        for one, other in pairs
    ), "partners stay partners when all move on by one seat"
    by_team = dict(zip(teams, result.ranks, strict=True))
    for rank in by_team.values():
        assert rank == 1 + sum(other < rank for other in by_team.values())
    returns = state.returns()
    assert sum(returns) == pytest.approx(0)
    assert all(-1 <= value <= 1 for value in returns)
    with pytest.raises(IllegalActionError, match="the game is over"):
        state.apply_action(0)
    with pytest.raises(IllegalActionError, match="the game is over"):
        state.apply_text("anything")


@every_variant
def test_position_is_json(variant: Variant) -> None:
    game = variant.game()
    match = random_match(game, 4)
    assert json.loads(json.dumps(game.presenter.board_setup())) == game.presenter.board_setup()
    for state in states_of(match):
        for seen in (state.position(), *(state.view(s) for s in (None, *range(game.num_players)))):
            assert json.loads(json.dumps(seen)) == seen
        for action in state.legal_actions():
            for part, value in game.presenter.move_parts(state, action).items():
                assert type(part) is str
                assert type(value) is str


@every_variant
def test_event_message_for_every_event_in_every_language(variant: Variant) -> None:
    game = variant.game()
    match = random_match(game, 6)
    for index, event in enumerate(match.events):
        for seat in (None, *range(game.num_players)):
            reason = game.presenter.event_message(match.state_before(index), event, seat)
            for language in game.presenter.catalogue.languages:
                said = game.presenter.catalogue.format(language, reason)
                assert said != reason.key, f"locales/{language}.json has no '{reason.key}'"
                assert "{" not in said


@every_variant
def test_to_text_fits_terminal(variant: Variant) -> None:
    game = variant.game()
    match = random_match(game, 7)
    for state in states_of(match)[::4]:
        for seat in (None, 0):
            plain = game.presenter.to_text(state, seat)
            assert plain.replace("\n", "").isprintable(), "ANSI sequences only where asked for"
            assert max(map(len, plain.split("\n"))) <= 200
            coloured = game.presenter.to_text(state, seat, colour=True)
            assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


@every_variant
def test_bot_levels_increase(variant: Variant) -> None:
    levels = variant.game().bots.levels
    assert [level.number for level in levels] == list(range(1, len(levels) + 1))
    assert all(a.simulations <= b.simulations for a, b in pairwise(levels))
    referee = variant.game().referee
    if referee is not None and referee.hand_skills():
        skills = [referee.default_hand_skill(level) for level in levels]
        numbers = [skill.number for skill in skills if skill is not None]
        assert numbers == sorted(numbers)
        assert len(numbers) == len(levels)
        assert set(numbers) <= {skill.number for skill in referee.hand_skills()}


@every_variant
def test_copy_shares_nothing(variant: Variant) -> None:
    state = variant.game().new_state()
    copy = state.clone()
    copy.array.view(np.uint8)[:] ^= 255
    assert state == variant.game().new_state()
    assert state != copy
