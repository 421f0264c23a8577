"""Invariants of whole Blox games: cards, blocks, figures, phases, derived fields."""

from __future__ import annotations

import re

import pytest

import empile
from tests.games.blox.reference import Reference, accessible, cell, counted
from tests.games.blox.situations import state_at
from tests.support.games import Variant, random_match, variants

every_variant = pytest.mark.parametrize("variant", variants("blox"), ids=str)
LONG = [
    Variant("blox", label) for label in ("2", "3", "4", "2 exact five", "3 new", "2 other layout")
]


def long_game(variant: Variant, seed: int) -> empile.Match:
    """A game that prefers scoring moves, much longer than the variant's round limit."""
    options = {**variant.options, "round_limit": 60}
    return random_match(empile.load("blox", **options), seed, eager=1.0)


def states_to_act(match: empile.Match) -> list[empile.State]:
    states = [match.state_before(index) for index in range(len(match.events) + 1)]
    return [state for state in states if not state.is_chance_node()]


@pytest.mark.parametrize("variant", LONG, ids=str)
def test_apply_conserves_cards_blocks_and_figures(variant: Variant) -> None:
    """60 cards, 40 or 36 blocks, four figures a seat; a hand of five at the start of every turn."""
    seats = variant.game().num_players
    each = 9 if seats == 2 else 10
    struck = 0
    for seed in range(3):
        neutral = 8 if seats == 2 else 0
        for state in states_to_act(long_game(variant, seed)):
            position = state.position()
            deck, discard = position["deck"], position["discard"]
            held = counted("".join(position["hands"]))
            assert {c: deck[c] + discard[c] + held[c] for c in held} == dict.fromkeys("WGBM", 15)
            assert [len(hand) for hand in position["hands"]] == [5] * seats
            blocks = counted("".join([*position["towers"].values(), *position["blocks"]]))
            assert blocks == dict.fromkeys("WGBM", each)
            owners = list(position["figures"].values())
            for seat in range(seats):
                assert owners.count(seat) + position["reserve"][seat] == 4
            assert owners.count("neutral") <= neutral, "a neutral figure never comes back"
            struck += neutral - owners.count("neutral")
            neutral = owners.count("neutral")
            assert not set(position["towers"]) & set(position["figures"])
            assert all(1 <= len(tower) <= 5 for tower in position["towers"].values())
            assert all(len(blocks) <= 6 + 4 for blocks in position["blocks"])
    assert struck or seats > 2, "no neutral figure was ever struck: these games show nothing of it"


@pytest.mark.parametrize("variant", LONG, ids=str)
def test_phases_and_rounds_never_decrease(variant: Variant) -> None:
    seen = set[int]()
    for seed in range(3):
        phase, last, turn = 1, False, -1
        for state in states_to_act(long_game(variant, seed)):
            position = state.position()
            if position["seat"] is None:
                break
            assert position["phase"] >= phase
            assert position["last_round"] >= last
            phase, last = position["phase"], position["last_round"]
            now = (position["round"] - 1) * state.game.num_players + position["seat"]
            assert now == turn + 1, "seats act in turn, each once a round"
            turn = now
            seen.add(phase)
    assert len(seen) >= 2


@pytest.mark.parametrize("variant", LONG, ids=str)
def test_towers_stay_accessible(variant: Variant) -> None:
    """With the option 'all' no tower is ever shut in, whatever is built."""
    if variant.options.get("access", "all") != "all":
        pytest.skip("asks the new tower only, or none")
    built = 0
    for seed in range(3):
        match = long_game(variant, seed)
        for index, event in enumerate(match.events):
            built += "= " in event.text
            if event.seat >= 0 and "= " in event.text:
                towers = match.state_before(index + 1).position()["towers"]
                cells = {cell(at) for at in towers}
                assert all(accessible(cells, at) for at in cells)
    assert built


@every_variant
def test_an_exchange_is_always_possible(variant: Variant) -> None:
    """There is no passing: any one card can be exchanged, so a legal move always exists."""
    for seed in range(5):
        for state in states_to_act(random_match(variant.game(), seed)):
            if not state.is_terminal():
                hand = state.position()["hands"][state.current_player()]
                assert {f"/ {card}" for card in hand} <= set(state.legal_texts())


@every_variant
def test_seven_blocks_forbid_and_six_do_not(variant: Variant) -> None:
    for seed in range(5):
        for state in states_to_act(random_match(variant.game(), seed, eager=1.0)):
            if not state.is_terminal():
                blocks = state.position()["blocks"][state.current_player()]
                demolishing = [text for text in state.legal_texts() if "x" in text]
                assert len(blocks) < 7 or not demolishing


@pytest.mark.parametrize("variant", LONG, ids=str)
def test_state_is_a_function_of_the_position(variant: Variant) -> None:
    """A state rebuilt from its position has the same bytes."""
    for seed in range(2):
        for state in states_to_act(long_game(variant, seed)):
            if not state.is_terminal():
                again = state_at(state.game, state.position(), state.array["kept"][0])
                assert again.tobytes() == state.tobytes()


@pytest.mark.parametrize("variant", LONG, ids=str)
def test_points_match_moves(variant: Variant) -> None:
    """Every letter of a demolition, a building or a strike is a point, the starred one too."""
    for seed in range(3):
        match = long_game(variant, seed)
        points = [0] * match.game.num_players
        for index, event in enumerate(match.events):
            if event.seat >= 0 and re.search("[x=!]", event.text):
                points[event.seat] += len(re.sub("[^WGBM]", "", event.text))
            assert match.state_before(index + 1).scores() == points


@every_variant
def test_read_event_accepts_reference_events(variant: Variant) -> None:
    """Seat by seat the set-up is dealt: towers first, then hands from seat 0."""
    match = random_match(variant.game(), 3, 1 + variant.game().num_players)
    reference = Reference(variant.game().options)
    for event in match.events:
        assert event.seat == empile.CHANCE
        assert reference.accepts_event(event.text)
        reference.play(event.text)
    assert match.state.current_player() == 0
    assert match.state.position() == reference.position()
