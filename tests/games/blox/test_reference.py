"""Differential tests of the compiled rules against the reference over whole games.

Compares positions, views, legal moves and their points, redacted draws, accepted chance texts and
results. The reference draws chance events.
"""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import numpy as np
import pytest

import empile
from empile.engine.errors import EmpileError
from empile.engine.random import Stream, new_stream, pick, split
from tests.games.blox.layouts import random_layout
from tests.games.blox.reference import LETTERS, Move, Reference, in_order, name
from tests.games.blox.situations import after, situation
from tests.support.games import Variant, evidence_folder, variants

SINGLE_OPTIONS: list[dict[str, Any]] = [
    {"demolish": "exact"},
    {"strike_cap": 5},
    {"access": "new"},
    {"access": "off"},
    {"recharge": "five"},
    {"round_limit": 1},
]


def compare(state: empile.State, reference: Reference, moves: dict[str, Move]) -> None:
    """Compare all outputs of one situation; ``moves`` are the reference's."""
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
            assert game.notation.redacted_text(state, event, seat) == reference.seen(text, seat)
        state.apply_event(event)
        reference.play(text)


@pytest.mark.parametrize("variant", variants("blox"), ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_rules_match_reference_in_every_variant(variant: Variant, seed: int) -> None:
    play_both(variant.game(), random.Random(seed), eager=(0.0, 1.0, 0.9, 0.5)[seed])


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", SINGLE_OPTIONS, ids=str)
def test_rules_match_reference_for_each_option(players: int, options: dict[str, Any]) -> None:
    game = empile.load("blox", players=players, **({"round_limit": 12} | options))
    play_both(game, random.Random(players), eager=1.0)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(2))
def test_rules_match_reference_in_whole_default_games(players: int, seed: int) -> None:
    """Long enough to see towers of five, refilled piles, all phases and last rounds."""
    game = empile.load("blox", players=players)
    reference = play_both(game, random.Random(seed), eager=0.98)
    assert reference.phase == 4


@pytest.mark.parametrize("seed", range(12))
def test_rules_match_reference_on_custom_layouts(seed: int) -> None:
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


def count(reference: Reference, depth: int, seeds: Stream, drawn: int) -> int:
    """Count lines as perft does: the d-th card of a line is drawn by the d-th stream."""
    reference = copy.deepcopy(reference)
    while reference.stage() not in ("play", "over"):
        text, drawn = _drawn_in_order(reference, seeds, drawn)
        reference.play(text)
    moves = reference.moves()
    if depth < 2:
        return len(moves) if depth else 1
    leaves = 0
    for move in moves:
        line = copy.deepcopy(reference)
        line.play(move)
        leaves += count(line, depth - 1, seeds, drawn)
    return leaves


def _drawn_in_order(reference: Reference, seeds: Stream, drawn: int) -> tuple[str, int]:
    """The text of the next event, one block or card after the other, and how many there were."""
    stage = reference.stage()
    pile, later = reference.deck, ""
    sizes = [5]
    if stage == "towers":
        pile = "".join(letter * (9 if reference.players == 2 else 10) for letter in LETTERS)
        sizes = list(reference.heights().values())
    elif stage == "draw":
        later = reference.discard
        sizes = [reference.to_draw]
    found: list[str] = []
    for size in sizes:
        taken = ""
        for _ in range(size):
            if not pile:
                pile, later = later, ""
            letters = [letter for letter in LETTERS if letter in pile]
            weights = np.array([pile.count(letter) for letter in letters], np.int64)
            taken += letters[pick(split(seeds, drawn), weights, len(letters))]
            pile = pile.replace(taken[-1], "", 1)
            drawn += 1
        found.append(in_order(taken))
    if stage == "towers":
        cells = [name(at) for at in reference.heights()]
        piles = [f"{at}={blocks}" for at, blocks in zip(cells, found, strict=True)]
        return f"~towers {','.join(piles)}", drawn
    return ("~hand " if stage == "hand" else "~") + found[0], drawn


@pytest.mark.parametrize("variant", variants("blox"), ids=str)
def test_perft_matches_reference(variant: Variant) -> None:
    """The tables of ``perft.json``: the deepest were counted so too, which takes minutes."""
    rows = json.loads((evidence_folder("blox") / "perft.json").read_text("utf-8"))
    rows = [row for row in rows if row["variant"] == variant.label and row["depth"] <= 2]
    assert len(rows) == 2
    for row in rows:
        reference = Reference(variant.game().options)
        assert count(reference, row["depth"], new_stream(row["seed"]), 0) == row["leaves"]


def random_situation(luck: random.Random) -> empile.State:
    """Anything on the board, any hands: boards far from those that games lead to."""
    seats = luck.choice((2, 3, 4))
    cells = [name((column, row)) for column in range(9) for row in range(9)]
    luck.shuffle(cells)
    towers: list[str] = []
    for _ in range(luck.choice((3, 12, 25, 40))):
        blocks = luck.choices(LETTERS, (1, 1, 1, 3), k=luck.choice((1, 2, 2, 3, 3, 4, 5)))
        towers.append(f"{cells.pop()}={''.join(blocks)}")
    figures = [f"{cells.pop()}=neutral" for _ in range(luck.randint(0, 8) if seats == 2 else 0)]
    for owner in range(seats):
        figures += [f"{cells.pop()}={owner}" for _ in range(luck.randint(0, 4))]
    deck = luck.sample(LETTERS * 15, 60)
    hands = ["".join(deck.pop() for _ in range(5)) for _ in range(seats)]
    favourite = luck.choice(LETTERS)
    if luck.random() < 0.5:
        hands[0] = favourite * luck.randint(3, 5)
        hands[0] += "".join(luck.choices(LETTERS, k=5 - len(hands[0])))
    return situation(
        " ".join(towers),
        " ".join(figures),
        hands,
        phase=luck.randint(1, 4),
        jokers=[luck.random() < 0.6 for _ in range(seats)],
        blocks=["".join(luck.choices(LETTERS, k=luck.randint(0, 10))) for _ in range(seats)],
        deck="".join(deck),
        demolish=luck.choice(("up-to", "exact")),
        strike_cap=luck.choice((5, 6)),
        access=luck.choice(("all", "all", "new", "off")),
    )


@pytest.mark.parametrize("seed", range(10))
def test_rules_match_reference_in_random_situations(seed: int) -> None:
    """Both give the same moves for boards that no game leads to, and each move does the same."""
    luck = random.Random(seed)
    for _ in range(20):
        state = random_situation(luck)
        legal = state.legal_texts()
        assert len(legal) <= state.game.compiled.max_legal
        for text in luck.sample(legal, min(4, len(legal))):
            happened = after(state, text)
            reference = Reference.of_position(state.game.options, state.position())
            reference.play(text)
            assert happened.position()["phase"] == reference.phase
            assert happened.position()["last_round"] == reference.last_round
            assert happened.scores() == reference.points
            assert happened.current_player() == (empile.CHANCE if reference.to_draw else 1)
