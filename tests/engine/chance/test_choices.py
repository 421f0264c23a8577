"""Choices of a person at chance nodes, in all games with chance."""

from __future__ import annotations

from math import comb, isclose

import pytest

import empile
from empile.engine.chance.choices import MOST_EVENTS, ChanceChoice, chance_choices, draw_rest
from empile.engine.random import new_stream
from tests.support.games import Variant, pool, variants

every_variant = pytest.mark.parametrize("variant", variants(), ids=str, scope="module")


def chance_nodes(variant: Variant) -> list[tuple[empile.State, empile.Event]]:
    """Return the first chance nodes of a random game, and later ones, with their events."""
    _, match = next(iter(pool(variant)))
    found = [
        (match.state_before(number), event)
        for number, event in enumerate(match.events)
        if event.seat < 0
    ]
    return [*found[:3], *found[-2:]]


def built(state: empile.State, number: int) -> str:
    """Return the event whose choices, one after the other, are the ``number``-th possible ones."""
    partial: list[str] = []
    while True:
        choices = chance_choices(state, partial)
        choice = choices[number % len(choices)]
        if choice.is_event:
            return choice.text
        partial.append(choice.text)


@every_variant
def test_chance_choices_can_be_played(variant: Variant) -> None:
    for state, _ in chance_nodes(variant):
        for number in (0, -1):
            after = state.clone()
            event = after.apply_text(built(state, number))
            assert event.seat == state.current_player()
            assert after.current_player() != state.current_player() or after != state


@every_variant
def test_chance_choices_are_distinct_and_certain(variant: Variant) -> None:
    for state, _ in chance_nodes(variant):
        choices = chance_choices(state)
        assert 0 < len(choices) <= MOST_EVENTS
        assert len({choice.text for choice in choices}) == len(choices)
        assert isclose(sum(choice.probability for choice in choices), 1.0)
        assert choices == chance_choices(state)


@every_variant
def test_chance_choices_contain_the_event_that_happened(variant: Variant) -> None:
    for state, event in chance_nodes(variant):
        text = state.game.notation.event_text(state, event.actions)
        choices = chance_choices(state)
        if choices[0].is_event:
            assert text in [choice.text for choice in choices]
        else:
            first = state.game.notation.chance_text(state, event.actions[0])
            assert first in [choice.text for choice in choices]


@every_variant
def test_chance_choices_have_messages_in_every_language(variant: Variant) -> None:
    for state, _ in chance_nodes(variant):
        catalogue = state.game.presenter.catalogue
        choices = chance_choices(state)
        for language in catalogue.languages:
            said = [catalogue.format(language, one.message) for one in choices]
            assert all("?" not in message and message.strip() for message in said)
            assert len(set(said)) == len(said), "each choice has a message of its own"


def test_chance_choices_of_a_draw_in_on_top_are_the_tiles_in_the_bag() -> None:
    state = empile.load("on-top").new_state()
    state.apply_text(state.draw_event(new_stream(1)).text)
    state.apply_action(state.legal_actions()[0])
    bag = state.position()["bag"]
    total = sum(bag.values())
    assert {one.text: one.probability for one in chance_choices(state)} == pytest.approx(
        {f"~{tile}": count / total for tile, count in bag.items() if count}
    )


def dealt_blox() -> empile.State:
    """Return a game of Blox whose first hand is due."""
    state = empile.load("blox").new_state()
    state.apply_event(state.draw_event(new_stream(3)))
    return state


def test_chance_choices_of_a_hand_in_blox_are_whole_hands() -> None:
    choices = {one.text: one for one in chance_choices(dealt_blox())}
    assert len(choices) == comb(8, 3), "multisets of five cards of four colours"
    hand = comb(15, 2) * 15 * comb(15, 2)
    assert isclose(choices["~hand WWGBB"].probability, hand / comb(60, 5))


def test_chance_choices_offer_single_actions_if_there_are_too_many_events() -> None:
    state = dealt_blox()
    choices = chance_choices(state, most=10)
    assert [(one.text, one.is_event) for one in choices] == [(c, False) for c in "WGBM"]
    rest = chance_choices(state, ["M", "W", "M", "W"], most=10)
    assert [one.text for one in rest] == [
        "~hand WWWMM",
        "~hand WWGMM",
        "~hand WWBMM",
        "~hand WWMMM",
    ]
    assert isclose(rest[0].probability, 13 / 56)


def test_chance_choices_of_a_reshuffle_count_its_cards_once() -> None:
    """Two cards are drawn: the last of the pile, and one of the refilled pile."""
    game = empile.load("blox")
    start = game.start_state(None)
    stream = new_stream(5)
    while start.is_chance_node():
        start.apply_event(start.draw_event(stream))
    position = start.position()
    for colour, count in position["deck"].items():
        position["discard"][colour] += count
        position["deck"][colour] = 0
    kept = next(colour for colour, count in position["discard"].items() if count)
    position["discard"][kept] -= 1
    position["deck"][kept] = 1
    state = game.state_from_position(position)
    state.apply_text(next(text for text in state.legal_texts() if len(text) == len("/ WG")))
    choices = chance_choices(state)
    assert all(kept in one.text for one in choices)
    assert len(choices) == 4
    assert isclose(sum(one.probability for one in choices), 1.0)


def test_chance_choices_of_a_tower_are_its_outcomes() -> None:
    game = empile.load("block-out", referee="people")
    state = game.new_state()
    stream = new_stream(2)
    while state.current_player() != empile.EXTERNAL:
        if state.is_chance_node():
            state.apply_event(state.draw_event(stream))
        else:
            state.apply_action(state.legal_actions()[0])
    assert [(one.text, one.is_event) for one in chance_choices(state)] == [
        ("~stands", True),
        ("~falls", True),
        ("~falls-later", True),
    ]


def test_chance_choices_of_a_hand_in_block_out_are_single_cards() -> None:
    state = empile.load("block-out", referee="odds").new_state()
    first = chance_choices(state)
    assert len(first) == 18
    assert not first[0].is_event
    assert first[0].message == empile.Reason("log.hand", {"seat": 0, "cards": "kS", "count": 1})
    last = chance_choices(state, ["**"] * 6)
    assert all(one.is_event for one in last)
    assert last[0].text == "~hand kS ** ** ** ** ** **"


@pytest.mark.parametrize("partial", [["X"], ["W", "~W"], ["W"] * 6, ["WG"]])
def test_chance_choices_refuse_impossible_actions(partial: list[str]) -> None:
    with pytest.raises(empile.IllegalActionError, match="not possible"):
        chance_choices(dealt_blox(), partial)


def test_chance_choices_are_empty_at_other_nodes() -> None:
    assert chance_choices(empile.load("block-ness").new_state()) == []


def test_draw_rest_keeps_what_is_chosen() -> None:
    state, stream = dealt_blox(), new_stream(4)
    for _ in range(20):
        event = draw_rest(state, ["M", "M", "M"], stream)
        assert event.text.endswith("MMM")
        state.clone().apply_text(event.text)
    assert draw_rest(state, list("WGBMM"), stream).text == "~hand WGBMM"


def test_draw_rest_builds_set_ups() -> None:
    state = empile.load("blox", players=3).new_state()
    choice: ChanceChoice = chance_choices(state)[1]
    event = draw_rest(state, [choice.text], new_stream(6))
    assert f"~towers {choice.text}," in event.text
    state.apply_text(event.text)
