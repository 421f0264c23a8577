"""The compiled rules against a slow second writing of the same rules, over whole games.

Each side is asked for everything that can be told: positions, views, legal moves, what they score,
what others read of a draw, which texts of chance can be, results. Draws come from the second one.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import empile
from empile.engine.errors import EmpileError
from empile.engine.random import new_stream, pick, split
from tests.games.blox.layouts import random_layout
from tests.games.blox.reference import Move, Reference
from tests.support.games import Variant, variants

SINGLE_OPTIONS: list[dict[str, Any]] = [
    {"demolish": "exact"},
    {"strike_cap": 5},
    {"access": "new"},
    {"access": "off"},
    {"recharge": "five"},
    {"round_limit": 1},
]


def compare(state: empile.State, reference: Reference, moves: dict[str, Move]) -> None:
    """Ask both for everything that they tell of one situation; ``moves`` are the reference's."""
    assert state.position() == reference.position()
    for seat in (None, *range(reference.players)):
        assert state.view(seat) == reference.view(seat)
    assert state.legal_texts() == sorted(moves)
    gains = {state.action_to_text(action): state.gain(action) for action in state.legal_actions()}
    assert gains == {text: move.gain() for text, move in moves.items()}
    assert state.scores() == reference.points
    result = state.result()
    assert (None if result is None else result._asdict()) == reference.result()


def other_texts(text: str, luck: random.Random) -> list[str]:
    """Texts near one that is right: cards more, fewer, other, in another order, starred."""
    found: list[str] = []
    for _ in range(4):
        letters = list(text)
        at = luck.randrange(len(letters))
        change = luck.randrange(4)
        if change == 0:
            letters[at] = luck.choice("WGBM*")
        elif change == 1:
            letters.insert(at + 1, luck.choice("WGBM*"))
        elif change == 2 and len(letters) > 1:
            del letters[at]
        else:
            other = luck.randrange(len(letters))
            letters[at], letters[other] = letters[other], letters[at]
        found.append("".join(letters))
    return found


def is_read(state: empile.State, text: str) -> bool:
    try:
        state.read_text(text)
    except EmpileError:
        return False
    return True


def play_both(game: empile.Game, luck: random.Random, *, eager: float = 0.0) -> Reference:
    """Play a game under both rules, comparing all the way; return how it ended.

    ``eager`` is how often a move that scores at once is preferred.
    """
    state = game.new_state()
    reference = Reference(game.options)
    while True:
        stage = reference.stage()
        moves = reference.moves()
        if stage in ("play", "over"):
            compare(state, reference, moves)
        if stage == "over":
            return reference
        if stage == "play":
            assert state.current_player() == reference.seat
            legal = sorted(moves)
            scoring = [text for text in legal if moves[text].gain()]
            text = luck.choice(scoring if scoring and luck.random() < eager else legal)
            for other in other_texts(text, luck):
                assert is_read(state, other) == (other in moves), other
        else:
            assert state.is_chance_node()
            text = reference.drawn(luck)
            for other in other_texts(text, luck):
                assert is_read(state, other) == reference.accepts_event(other), other
        event = state.read_text(text)
        for seat in (None, *range(reference.players)):
            assert game.text_seen(state, event, seat) == reference.seen(text, seat)
        state.apply_event(event)
        reference.play(text)


@pytest.mark.parametrize("variant", variants("blox"), ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_games_of_every_variant(variant: Variant, seed: int) -> None:
    play_both(variant.game(), random.Random(seed), eager=(0.0, 1.0, 0.9, 0.5)[seed])


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", SINGLE_OPTIONS, ids=str)
def test_each_option_by_itself(players: int, options: dict[str, Any]) -> None:
    game = empile.load("blox", players=players, **({"round_limit": 12} | options))
    play_both(game, random.Random(players), eager=1.0)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(2))
def test_house_games_to_the_end(players: int, seed: int) -> None:
    """Long enough to see towers of five, refilled piles, all phases and last rounds."""
    game = empile.load("blox", players=players)
    reference = play_both(game, random.Random(seed), eager=0.98)
    assert reference.phase == 4


@pytest.mark.parametrize("seed", range(12))
def test_other_layouts_and_options(seed: int) -> None:
    luck = random.Random(seed)
    options: dict[str, Any] = {
        "players": luck.choice((2, 3, 4)),
        "demolish": luck.choice(("up-to", "exact")),
        "strike_cap": luck.choice((5, 6)),
        "access": luck.choice(("all", "new", "off")),
        "recharge": luck.choice(("any", "five")),
        "round_limit": luck.choice((3, 12, 30)),
        "layout": random_layout(luck),
    }
    play_both(empile.load("blox", **options), luck, eager=luck.choice((0.3, 0.9, 1.0)))


def settled(state: empile.State, reference: Reference, seed: int, moves_made: int) -> None:
    """Let chance act after so many moves as perft does: always from the same stream."""
    stream = split(new_stream(seed), moves_made)
    while state.is_chance_node():
        events: list[int] = []
        trial = state.clone()
        for _ in range(state.event_left()):
            outcomes = trial._outcomes()
            events.append(int(outcomes[0][pick(stream, outcomes[1], len(outcomes[0]))]))
            trial._apply(events[-1])
        text = state.game.event_text(state, events)
        state.apply_text(text)
        reference.play(text)
