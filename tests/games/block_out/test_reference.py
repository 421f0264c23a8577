"""Differential tests of the compiled rules against the reference over whole games.

Compares positions, views, legal moves, odds, accepted texts and results. The reference draws chance
events.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, Literal

import pytest

import empile
from empile.engine.errors import EmpileError
from empile.engine.random import new_stream
from empile.games.block_out.rules.components import BLOCKS as BOX_BLOCKS
from empile.games.block_out.rules.components import CARDS, load_components, matches
from empile.games.block_out.rules.state import BLOCK_KINDS
from tests.games.block_out.reference import (
    ANSWERS,
    BLOCKS,
    DECK,
    FALL_PERCENT,
    ORDER,
    Reference,
    is_for,
)
from tests.support.games import Variant, variants

Mood = Literal["", "stands", "falls", "later"]
"""What the tower does more often than the odds say."""
MOODS: tuple[Mood, ...] = ("", "stands", "falls", "later")


def compare(state: empile.State, reference: Reference, luck: random.Random) -> None:
    """Compare all outputs of one situation."""
    assert state.position() == reference.position()
    for seat in (None, *range(reference.seats)):
        assert state.view(seat) == reference.view(seat)
    assert state.scores() == reference.scores()
    legal = reference.legal_texts()
    assert state.legal_texts() == legal
    result = state.result()
    assert (None if result is None else result._asdict()) == reference.result()
    compare_nodes(state, reference)
    for text in luck.sample(legal, min(2, len(legal))):
        after = reference.after(text).scores()[reference.seat]
        gained = after - reference.scores()[reference.seat]
        assert state.gain(state.text_to_action(text)) == gained


def compare_nodes(state: empile.State, reference: Reference) -> None:
    """Compare the player to act and the odds of outcomes."""
    player = {"move": reference.seat, "tower": empile.EXTERNAL, "": empile.TERMINAL}
    assert state.current_player() == player.get(reference.due, empile.CHANCE)
    names = ANSWERS if reference.due == "tower" else ORDER
    odds = {names[action]: odds for action, odds in state.chance_outcomes()}
    text = reference.odds()
    assert odds == pytest.approx({name: float(share) for name, share in text.items()})
    if text:
        assert state.chance_actions_left() == (7 if reference.due == "hand" else 1)


def near_texts(text: str, luck: random.Random) -> list[str]:
    """Texts near one that is right, and others that could be elsewhere."""
    alphabet = "kny*SML>+~ ?@/,.-01"
    found = [
        luck.choice(["pass", "reverse", "~stands", "~falls", "~falls-later", "~draw **", ""]),
        f"{luck.choice(ORDER)}>{luck.choice(BLOCKS)}",
        f"+{luck.choice(BLOCKS)}",
        f"~draw {luck.choice(ORDER)}",
    ]
    for _ in range(3):
        letters = list(text)
        at = luck.randrange(len(letters))
        change = luck.randrange(4)
        if change == 0:
            letters[at] = luck.choice(alphabet)
        elif change == 1:
            letters.insert(at, luck.choice(alphabet))
        elif change == 2:
            del letters[at]
        else:
            other = luck.randrange(len(letters))
            letters[at], letters[other] = letters[other], letters[at]
        found.append("".join(letters))
    words = text.split(" ")
    words[luck.randrange(len(words))] = luck.choice([*ORDER, "?"])
    return [*found, " ".join(words)]


def is_possible(state: empile.State, text: str) -> bool:
    """Whether the compiled rules read the text and take what they read."""
    try:
        state.clone().apply_text(text)
    except EmpileError:
        return False
    return True


def with_poses(answer: str, tower: list[str], luck: random.Random) -> str:
    """An outcome with poses."""
    blocks = tower if answer == "~stands" else luck.sample(tower, luck.randint(0, len(tower)))
    poses = [
        f"{block}@{luck.uniform(-99, 99):.1f},0,{20 + 40 * level}/0.6,0,-0.8,0.0"
        for level, block in enumerate(blocks)
    ]
    return " ".join([answer, *poses])


def event_of(reference: Reference, mood: Mood, luck: random.Random) -> str:
    """A chance event in this mood."""
    if reference.due != "tower":
        return reference.some_event(luck)
    wanted = {"stands": "~stands", "falls": "~falls", "later": "~falls-later"}.get(mood)
    answer = reference.some_event(luck)
    if wanted is not None and luck.random() < 0.7:
        answer = wanted
    return with_poses(answer, reference.tower, luck) if luck.random() < 0.3 else answer


def play_both(game: empile.Game, luck: random.Random, mood: Mood = "") -> Reference:
    """Play a game under both rules, comparing all the way; return how it ended."""
    reference = Reference(game.options)
    play_on(game.new_state(), reference, luck, mood)
    return reference


def play_on(state: empile.State, reference: Reference, luck: random.Random, mood: Mood) -> int:
    """Play a game to its end under both rules; return how many turns passed silently."""
    game, skipped = state.game, 0
    while True:
        compare(state, reference, luck)
        if not reference.due:
            assert state.is_terminal()
            return skipped
        if reference.due == "move":
            text = luck.choice(reference.legal_texts())
        else:
            text = event_of(reference, mood, luck)
        for other in near_texts(text, luck):
            assert is_possible(state, other) == reference.accepts(other), other
        event = state.read_text(text)
        for seat in (None, *range(reference.seats)):
            assert game.notation.redacted_text(state, event, seat) == reference.seen(text, seat)
        state.apply_event(event)
        turn = reference.turn
        reference.play(text)
        skipped += max(0, reference.turn - turn - 1)


def scarcity(options: dict[str, Any], luck: random.Random) -> dict[str, Any]:
    """A position with a high tower and next to nothing to draw.

    One seat holds what can be played, the others what is for blocks in the tower.
    """
    tower = luck.sample(BLOCKS, luck.randint(4, 7))
    shelf = [block for block in BLOCKS if block not in tower]
    seats = options["players"]
    rich = luck.randrange(seats)
    hands: list[list[str]] = [[] for _ in range(seats)]
    for card in Counter(DECK).elements():
        idle = not any(is_for(card, block) for block in shelf) and card in ORDER[:BLOCK_KINDS]
        poor = luck.choice([seat for seat in range(seats) if seat != rich])
        hands[poor if idle else rich].append(card)
    # Of some poor hands a few cards are left out: they are the stock or the discard pile.
    piles: dict[str, list[str]] = {"stock": [], "discard": []}
    for seat in range(seats):
        name = luck.choice(["stock", "discard", ""])
        if seat != rich and name:
            for _ in range(luck.randint(0, max(0, min(3, len(hands[seat]) - 1)))):
                piles[name].append(hands[seat].pop(luck.randrange(len(hands[seat]))))
    for seat in range(seats):
        if not hands[seat]:
            hands[seat].append(hands[rich].pop(0))
    return {
        "stage": "play",
        "seat": rich,
        "direction": luck.choice([1, -1]),
        "turn": luck.randint(1, min(3, options["turn_limit"])),
        "tower": tower,
        "hands": [[card for card in ORDER for _ in range(hand.count(card))] for hand in hands],
        "drawn": None,
        **{name: {card: pile.count(card) for card in ORDER} for name, pile in piles.items()},
    }


def play_scarce(options: dict[str, Any], luck: random.Random, mood: Mood) -> int:
    """Play a game under both rules, starting with almost nothing to draw."""
    game = empile.load("block-out", **options)
    position = scarcity(game.options, luck)
    reference = Reference(game.options)
    reference.lay_out(position)
    return play_on(game.presenter.state_from_view(position), reference, luck, mood)


@pytest.mark.parametrize("variant", variants("block-out"), ids=str)
@pytest.mark.parametrize("mood", MOODS)
def test_games_of_every_variant(variant: Variant, mood: Mood) -> None:
    """If towers fall, games are long: the cards run out early, and later turns are alike."""
    options = dict(variant.game().options)
    if mood == "falls":
        options["turn_limit"] = min(60, options["turn_limit"])
    play_both(empile.load("block-out", **options), random.Random(f"{variant} {mood}"), mood)


@pytest.mark.parametrize("limit", [1, 2, 3, 7])
def test_games_that_end_at_the_turn_limit(limit: int) -> None:
    """With odd numbers of seats and towers that fall at the last turn."""
    for number in range(8):
        luck = random.Random(f"{limit} {number}")
        options: dict[str, Any] = {
            "players": luck.randint(2, 6),
            "advanced": luck.random() < 0.5,
            "turn_limit": limit,
        }
        reference = play_both(empile.load("block-out", **options), luck, luck.choice(MOODS))
        assert reference.turn <= limit


def test_games_in_which_nothing_is_left_to_draw() -> None:
    """Turns pass without an event, one or several in a row, and count."""
    skipped = 0
    for number in range(40):
        luck = random.Random(f"scarce {number}")
        options = {
            "players": luck.randint(2, 6),
            "advanced": luck.random() < 0.5,
            "turn_limit": luck.choice([3, 5, 500]),
        }
        skipped += play_scarce(options, luck, luck.choice(MOODS))
    assert skipped > 10


def test_reference_has_the_same_components() -> None:
    """Cards, blocks and odds stand here as the rules list them, there in a file."""
    data = load_components()
    assert list(CARDS) == ORDER
    assert list(BOX_BLOCKS) == BLOCKS
    assert {card: data["cards"][card] for card in CARDS} == DECK
    assert sum(DECK.values()) == 55
    for card in CARDS[:BLOCK_KINDS]:
        assert [matches(card, block) for block in BLOCKS] == [is_for(card, b) for b in BLOCKS]
    assert data["odds"]["falls"] == [9 * percent for percent in FALL_PERCENT]
    assert data["odds"]["falls-later"] == FALL_PERCENT


def test_odds_are_those_of_draws() -> None:
    """What the compiled rules draw for the tower comes as often as it should."""
    game = empile.load("block-out")
    state = game.new_state()
    for text in ("~hand kS kM kL nS nM nL yS", "~hand k* k* n* n* y* y* **", "kS>kS", "~stands"):
        state.apply_text(text)
    state.apply_text("**>nS")
    stream = new_stream(1)
    found = [state.draw_event(stream).text for _ in range(5_000)]
    assert 60 < found.count("~falls") < 125  # 1.8 % of 5,000 are 90
    assert found.count("~falls-later") < 30
