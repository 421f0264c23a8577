"""Property tests on random games of all variants, independent of the rules."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
import pytest

import empile
from empile.engine.errors import IllegalActionError, NotationError
from empile.engine.random import below, new_stream, next_bits, pick, split
from tests.support.compiled import template
from tests.support.games import Variant, pool, random_match, variants

# Of the module: all properties of a variant follow each other and share its games.
every_variant = pytest.mark.parametrize("variant", variants(), ids=str, scope="module")


def in_random_games(check: Callable[[empile.Match, random.Random], None]) -> Callable[..., None]:
    """Make a test that holds a property against the pool of each variant."""

    def test(variant: Variant) -> None:
        for seed, match in pool(variant):
            try:
                check(match, random.Random(seed))
            except BaseException as error:
                error.add_note(f"in the game of seed {seed}")
                raise

    test.__name__, test.__doc__, test.__module__ = check.__name__, check.__doc__, check.__module__
    return every_variant(test)


def states_of(match: empile.Match) -> list[empile.State]:
    return [match.state_before(index) for index in range(len(match.events) + 1)]


@in_random_games
def test_record_replays_to_same_bytes(match: empile.Match, luck: random.Random) -> None:
    """Replayed from text, with every unused slot and padding byte, a game is the same state."""
    record = empile.Record.from_json(match.record().to_json())
    assert record == match.record()
    steps = list(record.steps())
    assert [state.tobytes() for state, _ in steps] == [s.tobytes() for s in states_of(match)]
    assert [event for _, event in steps] == [*match.events, None]
    record.check_result(steps[-1][0])
    assert record.final_state() == steps[-1][0]


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


@in_random_games
def test_undo_restores_state(match: empile.Match, luck: random.Random) -> None:
    before = [state.tobytes() for state in states_of(match)]
    back = luck.randint(0, len(match.events))
    match.take_back(back)
    assert match.state.tobytes() == before[len(before) - 1 - back]
    assert len(match.events) == len(before) - 1 - back
    if back:
        with pytest.raises(ValueError, match="cannot take back"):
            match.take_back(len(before))


@in_random_games
def test_action_text_and_parts_are_unique(match: empile.Match, luck: random.Random) -> None:
    state = luck.choice(states_of(match))
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


@in_random_games
def test_event_parts_are_the_parts_of_the_move(match: empile.Match, luck: random.Random) -> None:
    state = luck.choice([s for s in states_of(match) if s.current_player() >= 0])
    presenter = state.game.presenter
    for action in state.legal_actions():
        event = empile.Event(state.current_player(), (action,), state.action_to_text(action))
        assert presenter.event_parts(state, event) == presenter.move_parts(state, action)


@in_random_games
def test_read_action_accepts_canonical_text_only(match: empile.Match, luck: random.Random) -> None:
    """A text with one changed letter is another move or invalid."""
    state = luck.choice([s for s in states_of(match) if s.current_player() >= 0])
    legal = state.legal_actions()
    text = state.action_to_text(luck.choice(legal))
    for _ in range(20):
        at = luck.randint(0, len(text))
        letter = luck.choice(luck.choice((text, "0 1 -+,.aAzZ٣²\n\0", ("",))))
        changed = text[:at] + letter + text[at + luck.randint(0, 1) :]
        fresh = state.clone()
        try:
            event = fresh.read_text(changed)
        except (NotationError, IllegalActionError):
            continue
        assert event.text == changed == state.action_to_text(event.actions[0])
        assert event.actions[0] in legal


@in_random_games
def test_is_legal_matches_legal_actions(match: empile.Match, luck: random.Random) -> None:
    """A state that has not listed its moves refuses and takes the same ones."""
    state = luck.choice([s for s in states_of(match) if s.current_player() >= 0])
    legal = set(state.legal_actions())
    step, params_array = state.game.compiled.step, state.game.params_array
    some = luck.sample(
        range(state.game.num_distinct_actions), min(300, state.game.num_distinct_actions)
    )
    for action in [*legal, *some]:
        assert bool(step.is_legal(params_array, state.array, 0, action)) == (action in legal)


@in_random_games
def test_legal_actions_are_sorted_and_in_range(match: empile.Match, luck: random.Random) -> None:
    compiled = match.game.compiled
    for state in states_of(match):
        legal = state.legal_actions()
        assert bool(legal) == (state.current_player() >= 0)
        assert all(a < b for a, b in pairwise(legal))
        assert len(legal) <= compiled.max_legal
        assert all(0 <= action < state.game.num_distinct_actions for action in legal)
        assert set(legal) <= set(state.game.possible_actions.tolist())


@in_random_games
def test_explain_illegal_explains_and_state_is_unchanged(
    match: empile.Match, luck: random.Random
) -> None:
    state = luck.choice(states_of(match))
    actions = state.game.num_distinct_actions
    edges = (-2, -1, 0, actions - 1, actions, actions + 1)
    action = luck.choice((luck.choice(edges), luck.randrange(actions)))
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


@in_random_games
def test_chance_is_a_distribution_with_readable_events(
    match: empile.Match, luck: random.Random
) -> None:
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
        event = state.draw_event(new_stream(luck.getrandbits(64)))
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


@in_random_games
def test_draw_matches_chance_weights(match: empile.Match, luck: random.Random) -> None:
    """A game may have a quicker way to an outcome; it is the one that its number picks by weight."""
    game = match.game
    actions = np.empty(game.compiled.max_outcomes, np.int32)
    weights = np.empty(game.compiled.max_outcomes, np.int64)
    for state in states_of(match):
        if not state.is_chance_node():
            continue
        quick = state.clone()
        seed = luck.getrandbits(64)
        game.compiled.perft.settle(
            game.params_array, quick.array, 0, new_stream(seed), np.zeros(1, np.int64)
        )
        number = 0
        while state.is_chance_node():
            count = game.compiled.step.chance(game.params_array, state.array, 0, actions, weights)
            stream = split(new_stream(seed), number)
            state.apply_action(int(actions[pick(stream, weights, count)]))
            number += 1
        assert state.tobytes() == quick.tobytes()


@in_random_games
def test_random_move_matches_legal(match: empile.Match, luck: random.Random) -> None:
    """A game may choose without listing; moves and what is left of the stream are the same."""
    game, rules = match.game, match.game.compiled.rules
    choices = template(game, "choices")
    legal = np.empty(game.compiled.max_legal, np.int32)
    scratch = np.empty_like(legal)
    stream, params, bits = new_stream(luck.getrandbits(64)), game.params_array, np.uint64(32)
    for state in states_of(match):
        if state.current_player() < 0:
            continue
        count = choices.legal(params, state.array, legal)
        if hasattr(rules, "random_move"):
            by_list = stream.copy()
            chosen = choices.random_move(params, state.array, stream, scratch)
            assert chosen == legal[below(by_list, count)]
            assert stream == by_list
        if hasattr(rules, "simulated_move"):
            chosen = choices.simulated_move(params, state.array, stream.copy(), scratch)
            number = next_bits(stream) >> bits
            assert chosen == choices.simulation_move(params, state.array, legal, count, number)


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


@in_random_games
def test_gain_is_immediate_score(match: empile.Match, luck: random.Random) -> None:
    for state in states_of(match):
        seat, legal = state.current_player(), state.legal_actions()
        before = state.scores()
        for action in legal:
            after = state.clone()
            after._apply(action)  # is legal: nothing to check
            assert state.gain(action) == after.scores()[seat] - before[seat]


@in_random_games
def test_ranks_match_record(match: empile.Match, luck: random.Random) -> None:
    game, state = match.game, match.state
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
