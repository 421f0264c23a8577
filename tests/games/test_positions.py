"""Properties of positions from which games begin, on random games of all variants."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import empile
from empile.engine.random import below, new_stream
from tests.support.games import Variant, pool, variants

every_variant = pytest.mark.parametrize("variant", variants(), ids=str, scope="module")

STATES = 3
"""Positions of each random game."""

AMBIGUOUS = ("block-out",)
"""Games in which the object of a position without a move can be that of a seat to act.

A block whose outcome is due is in the tower like one that stands.
"""


def playable_states(variant: Variant) -> Iterator[tuple[empile.State, dict[str, Any]]]:
    """Yield some states of the variant's pool from which a game can begin, with their positions."""
    for seed, match in pool(variant):
        luck = random.Random(seed)
        indices = range(len(match.events) + 1)
        good = [index for index in indices if begins_here(match.state_before(index))]
        for index in luck.sample(good, min(STATES, len(good))):
            yield match.state_before(index), match.position_before(index)


def begins_here(state: empile.State) -> bool:
    return state.current_player() >= 0 and state.position().get("stage") != "start"


def same_for_all(found: empile.State, wanted: empile.State) -> None:
    """Check that two states are equal to everyone, tensors of memories aside."""
    assert found.position() == wanted.position()
    assert found.current_player() == wanted.current_player()
    assert found.legal_texts() == wanted.legal_texts()
    assert found.scores() == wanted.scores()
    assert found.chance_outcomes() == wanted.chance_outcomes()
    assert found.result() == wanted.result()
    for seat in (None, *range(wanted.game.num_players)):
        assert found.view(seat) == wanted.view(seat)


@every_variant
def test_state_from_position_inverts_position(variant: Variant) -> None:
    for state, whole in playable_states(variant):
        position = json.loads(json.dumps(whole))
        kept = copy.deepcopy(position)
        same_for_all(variant.game().state_from_position(position), state)
        assert position == kept, "the position was changed"


@every_variant
def test_games_go_on_alike(variant: Variant) -> None:
    """Play on from a state and from its position, with the same moves and chance events."""
    for number, (state, position) in enumerate(playable_states(variant)):
        if number % 10:
            continue
        stream = new_stream(number)
        wanted, found = state.clone(), variant.game().state_from_position(position)
        while not wanted.is_terminal():
            same_for_all(found, wanted)
            if wanted.is_chance_node():
                event = wanted.draw_event(stream).text
            else:
                legal = wanted.legal_texts()
                event = legal[below(stream, len(legal))]
            wanted.apply_text(event)
            found.apply_text(event)
        same_for_all(found, wanted)


@every_variant
def test_record_from_position_round_trips(variant: Variant) -> None:
    for number, (_, position) in enumerate(playable_states(variant)):
        if number % 10:
            continue
        match = empile.Match.from_position(variant.game(), position)
        match.play_action(match.state.legal_actions()[0])
        match.resolve_chance(new_stream(number), also_external=True)
        record = empile.Record.from_json(match.record().to_json())
        assert record == match.record()
        assert record.start == position
        assert record.final_state() == match.state
        for seat in (None, *range(variant.game().num_players)):
            seen = match.record_for(seat)
            whole = match.state.is_terminal()
            view = match.state_before(0).view(seat)
            assert seen.start == (position if whole else {**position, **view})
            assert empile.Record.from_json(seen.to_json()) == seen


@every_variant
def test_positions_without_a_move_are_refused(variant: Variant) -> None:
    for _, match in pool(variant):
        for index in (0, len(match.events) // 2, len(match.events)):
            state = match.state_before(index)
            if begins_here(state):
                continue
            position = state.position()
            try:
                found = variant.game().state_from_position(position)
            except empile.PositionError:
                continue
            assert variant.name in AMBIGUOUS
            assert not state.is_terminal()
            assert begins_here(found)
            assert found.position() == position


@every_variant
def test_keys_are_exact(variant: Variant) -> None:
    _, position = next(playable_states(variant))
    for key in position:
        without = {name: value for name, value in position.items() if name != key}
        with pytest.raises(empile.PositionError, match=key):
            variant.game().state_from_position(without)
    with pytest.raises(empile.PositionError, match="surplus"):
        variant.game().state_from_position({**position, "surplus": 1})
    no_objects: tuple[object, ...] = (None, [], "house", 3)
    for no_object in no_objects:
        with pytest.raises(empile.PositionError, match="object"):
            variant.game().state_from_position(no_object)


@every_variant
def test_damaged_positions_are_refused_or_hold_together(variant: Variant) -> None:
    """Damage positions at random: either refused in words, or a game that can be played out."""
    luck = random.Random(7)
    refused = 0
    for state, whole in playable_states(variant):
        for _ in range(4):
            position = json.loads(json.dumps(whole))
            damage(position, luck)
            try:
                found = variant.game().state_from_position(position)
            except empile.PositionError as error:
                assert str(error).isprintable()
                refused += 1
                continue
            match = empile.Match(variant.game(), found)
            again = match.position_before(0)
            assert found.position().keys() == state.position().keys()
            if found.current_player() >= 0:
                same_for_all(variant.game().state_from_position(again), found)
            stream = new_stream(luck.randrange(1000))
            while not match.state.is_terminal():
                match.resolve_chance(stream, also_external=True)
                legal = match.state.legal_actions()
                if legal:
                    match.play_action(legal[below(stream, len(legal))])
            assert match.state.result() is not None
    assert refused > 20


def damage(value: Any, luck: random.Random) -> None:
    """Change one thing somewhere in JSON data."""
    places = list(_places(value))
    holder, key = luck.choice(places)
    item = holder[key]
    other_holder, other_key = luck.choice(places)
    choices: list[Any] = [None, -1, 0, 1, 2, 3, 99, 2**70, "", "?", "a1", [], {}, True, 1.5]
    change = luck.randrange(6)
    if change == 0:
        holder[key] = luck.choice(choices)
    elif change == 1:
        holder[key] = copy.deepcopy(other_holder[other_key])
    elif change == 2 and type(item) is int:
        holder[key] = item + luck.choice((-1, 1))
    elif change == 3 and isinstance(item, list) and item:
        item.pop(luck.randrange(len(item)))
    elif change == 4 and isinstance(item, list) and item:
        item.append(copy.deepcopy(luck.choice(item)))
    elif isinstance(item, str) and item:
        at = luck.randrange(len(item))
        holder[key] = item[:at] + luck.choice("abc123KS?BRWY.^-") + item[at + 1 :]
    else:
        holder[key] = luck.choice(choices)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = value if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from _places(value[key])
