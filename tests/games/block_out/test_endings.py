"""Worked cases of Block Out!: endings, the advanced rule, ranks, scores, the turn limit.

As in ``test_cases.py``, each docstring quotes its rule.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

import empile
from tests.games.block_out.reference import BLOCKS, DECK
from tests.games.block_out.situations import DEALT, Beginning, Situation
from tests.support.games import random_match

SOME = "kS kL n* y* *S ** pass"
EIGHT = "kS kM kL nS nM nL yS yM"
STANDING = ("~stands", "~falls-later")


def rest_but(hand: str) -> str:
    """All other cards: with both in hands there is nothing to draw but what is played."""
    left = list(Counter(DECK).elements())
    for card in hand.split():
        left.remove(card)
    return " ".join(left)


# -- Wins ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", STANDING)
@pytest.mark.parametrize("advanced", [False, True])
def test_the_ninth_block_wins(answer: str, advanced: bool) -> None:
    """Rule: if it is the ninth, the seat wins; falls later: wins included, the tower is shown."""
    situation = Situation(SOME, "y* kS pass", tower=EIGHT, seat=1, advanced=advanced)
    situation.then("y*>yL", answer)
    assert situation.result == {
        "winners": [1],
        "scores": [-7, 0],
        "ranks": [2, 1],
        "reason": "ninth-block",
    }
    position = situation.position
    assert position["tower"] == [*EIGHT.split(), "yL"], "as it stood"
    assert (position["stage"], position["seat"], position["turn"]) == ("over", None, 5)


def test_the_ninth_block_may_fall() -> None:
    """Rule: `~falls`: all blocks come back."""
    situation = Situation("yL pass", SOME, tower=EIGHT).then("yL>yL", "~falls")
    assert situation.position["tower"] == []
    assert situation.position["stage"] == "rebuild"


@pytest.mark.parametrize("answer", STANDING)
def test_an_empty_hand_wins(answer: str) -> None:
    """Rule: if its hand is empty, it wins; worked case: the tower falls later: it has won."""
    situation = Situation("yL", SOME, tower="kS").then("yL>yL")
    assert situation.state.result() is None, "the tower has the last word"
    assert situation.state.scores() == [0, -7]
    situation.then(answer)
    assert situation.result["reason"] == "empty-hand"
    assert situation.result["winners"] == [0]
    assert situation.position["tower"] == ["kS", "yL"]


@pytest.mark.parametrize(("action", "direction"), [("pass", 1), ("reverse", -1)])
def test_an_action_card_as_last_card_wins(action: str, direction: int) -> None:
    """Rule: it wins in the basic game; a last reverse turns the direction even so."""
    situation = Situation(action, SOME, SOME.replace("kS", "kM"), tower="kS").then(action)
    assert situation.result["reason"] == "empty-hand"
    position = situation.position
    assert position["direction"] == direction
    assert position["tower"] == ["kS"]
    assert position["turn"] == 5
    assert position["discard"][action] == 1


def test_a_last_card_whose_block_falls_does_not_win() -> None:
    """Rule: worked case: last card `**`, it falls: three drawn, one played, two left: no win."""
    situation = Situation("**", SOME, tower="kS").then("**>yL", "~falls")
    situation.then("~draw yS", "~draw yM", "~draw yS", "yS>yS", "~stands")
    assert situation.state.result() is None
    assert situation.position["hands"][0] == ["yS", "yM"]
    assert situation.position["seat"] == 1


def test_a_hand_emptied_in_a_rebuild_wins() -> None:
    """Rule: whatever emptied it: here only one card was there to draw."""
    situation = Situation("kS", rest_but("kS"), tower="nL").then("kS>kS", "~falls", "~draw kS")
    situation.then("kS>kS", "~stands")
    assert situation.result["reason"] == "empty-hand"


def test_the_ninth_block_with_the_last_card_is_a_ninth_block() -> None:
    """Rule: the ninth is asked for first, with the advanced rule and without."""
    for advanced in (False, True):
        for answer in STANDING:
            situation = Situation("yL", SOME, tower=EIGHT, advanced=advanced)
            situation.then("yL>yL", answer)
            assert situation.result["reason"] == "ninth-block"
            assert situation.result["scores"] == [0, -7]


# -- The advanced rule -----------------------------------------------------------------------------


def test_an_empty_hand_must_place_a_free_block() -> None:
    """Rule: not won yet; it must at once place a free block of its choice (stage `bonus`)."""
    situation = Situation("yL", SOME, tower="kS nM", advanced=True).then("yL>yL", "~stands")
    position = situation.position
    assert (position["stage"], position["seat"], position["turn"]) == ("bonus", 0, 5)
    assert position["tower"] == ["kS", "nM", "yL"]
    assert situation.state.result() is None
    shelf = [block for block in BLOCKS if block not in position["tower"]]
    assert situation.legal == sorted(f"+{block}" for block in shelf)
    assert situation.refuses("+kS") == "illegal.in_tower"
    assert situation.refuses("pass") == "illegal.no_cards_left"
    assert situation.refuses("kM>kM") == "illegal.no_cards_left"
    situation.then("+nS")
    position = situation.position
    assert (position["stage"], position["tower"]) == ("bonus", ["kS", "nM", "yL", "nS"])
    assert position["discard"]["yL"] == 1
    assert sum(position["discard"].values()) == 1, "a free block takes no card"


@pytest.mark.parametrize("answer", STANDING)
def test_the_free_block_wins(answer: str) -> None:
    """Rule: `~stands` or `~falls-later`: it wins (`"free-block"`); the tower is shown."""
    situation = Situation("yL", SOME, tower="kS", advanced=True)
    situation.then("yL>yL", "~stands", "+nS", answer)
    assert situation.result["reason"] == "free-block"
    assert situation.result["winners"] == [0]
    assert situation.position["tower"] == ["kS", "yL", "nS"]
    assert situation.position["turn"] == 5


@pytest.mark.parametrize("answer", STANDING)
def test_the_free_block_as_the_ninth_is_a_free_block(answer: str) -> None:
    """Rule: also when it is the ninth."""
    situation = Situation("pass", SOME, tower=EIGHT, advanced=True).then("pass")
    assert situation.legal == ["+yL"]
    situation.then("+yL", answer)
    assert situation.result["reason"] == "free-block"
    assert len(situation.position["tower"]) == 9


@pytest.mark.parametrize(("action", "direction"), [("pass", 1), ("reverse", -1)])
def test_an_action_card_as_last_card_brings_a_free_block_too(action: str, direction: int) -> None:
    """Rule: whatever emptied it: a block, an action, a rebuild; the reverse has turned."""
    situation = Situation(action, SOME, SOME.replace("kS", "kM"), tower="kS", advanced=True)
    situation.then(action)
    assert (situation.position["stage"], situation.position["seat"]) == ("bonus", 0)
    assert situation.position["direction"] == direction
    situation.then("+kM", "~stands")
    assert situation.result["reason"] == "free-block"


def test_a_last_block_that_falls_later_is_followed_by_a_new_tower() -> None:
    """Rule: the blocks come back first and the free block begins a new tower, in the same turn."""
    situation = Situation("yL", SOME, tower="kS nM", advanced=True).then("yL>yL", "~falls-later")
    position = situation.position
    assert (position["stage"], position["seat"], position["turn"]) == ("bonus", 0, 5)
    assert position["tower"] == []
    assert situation.legal == sorted(f"+{block}" for block in BLOCKS)
    situation.then("+yL", "~stands")
    assert situation.result["reason"] == "free-block"
    assert situation.position["tower"] == ["yL"]


def test_a_free_block_that_falls_costs_three_cards() -> None:
    """Rule: `~falls`: as above, three cards and a new tower; later another free block is due."""
    situation = Situation("yL", SOME, tower="kS", advanced=True)
    situation.then("yL>yL", "~stands", "+nS", "~falls")
    position = situation.position
    assert (position["stage"], position["tower"]) == ("rebuild", [])
    situation.then("~draw pass", "~draw pass", "~draw **")
    assert situation.legal == sorted(f"**>{block}" for block in BLOCKS), "no free block now"
    assert situation.refuses("+nS") == "illegal.not_free_yet"
    situation.then("**>nS", "~stands")
    assert situation.position["seat"] == 1
    assert situation.position["turn"] == 6


def test_a_hand_emptied_in_a_rebuild_brings_a_free_block_in_the_same_turn() -> None:
    """Rule: whatever emptied it: a rebuild."""
    situation = Situation("kS", rest_but("kS"), tower="nL", advanced=True)
    situation.then("kS>kS", "~falls", "~draw kS", "kS>kS", "~stands")
    assert (situation.position["stage"], situation.position["turn"]) == ("bonus", 5)
    situation.then("+nL", "~falls", "~draw kS", "kS>kS", "~falls-later", "+yM", "~falls-later")
    assert situation.result["reason"] == "free-block"
    assert situation.position["tower"] == ["yM"]


def test_without_the_advanced_rule_no_block_is_free() -> None:
    """Rule: options: `advanced` is `false` unless chosen."""
    assert empile.load("block-out").options["advanced"] is False
    assert Situation("kS", SOME).refuses("+kS") == "illegal.not_free_yet"


# -- Ranks and scores ------------------------------------------------------------------------------


def test_the_winner_is_first_and_the_others_are_ranked_by_cards() -> None:
    """Rule: the winner first, the others by fewer cards left, equals share; every winner 0."""
    hands = ("kM nM yM **", "y* pass pass reverse reverse", "kL nL", "** **", "yS")
    situation = Situation(*hands, tower=EIGHT, seat=1).then("y*>yL", "~stands")
    assert situation.result == {
        "winners": [1],
        "scores": [-4, 0, -2, -2, -1],
        "ranks": [5, 1, 3, 3, 2],
        "reason": "ninth-block",
    }
    assert situation.state.returns() == [-1.0, 1.0, -0.25, -0.25, 0.5]


def test_at_the_turn_limit_all_are_ranked_by_cards() -> None:
    """Rule: at the turn limit all by fewer cards; all seats sharing the first place win."""
    hands = ("kM nM", "kS kL pass", "y* **", "yS n* n*")
    situation = Situation(*hands, turn_limit=5, tower="kS", seat=1).then("kL>kL", "~stands")
    assert situation.result == {
        "winners": [0, 1, 2],
        "scores": [0, 0, 0, -3],
        "ranks": [1, 1, 1, 4],
        "reason": "turn-limit",
    }
    position = situation.position
    assert (position["turn"], position["stage"], position["seat"]) == (5, "over", None)


def test_scores_are_minus_the_cards_held_until_the_end() -> None:
    """Rule: each other minus the cards it holds."""
    situation = Situation("kM nM", "kS kL pass", tower="kS")
    assert situation.state.scores() == [-2, -3]
    situation.then("kM>kM", "~falls", "~draw **")
    assert situation.state.scores() == [-2, -3]


@pytest.mark.parametrize(("others", "gain"), [("kS", 1), ("kS kL", 3), ("** ** ** **", 3)])
def test_a_pass_that_ends_the_game_may_be_worth_all_cards(others: str, gain: int) -> None:
    """Rule: winners score 0, alone or shared, also at the turn limit."""
    situation = Situation("pass kM nM", others, turn_limit=5)
    assert situation.state.gain(situation.state.text_to_action("pass")) == gain
    before = situation.state.scores()[0]
    situation.then("pass")
    assert situation.result["scores"][0] - before == gain


# -- The turn limit --------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_the_game_ends_after_exactly_so_many_turns(limit: int) -> None:
    """Rule: if its number is the limit the game ends and `turn` keeps that number."""
    game = Beginning(DEALT, turn_limit=limit)
    moves = ["pass", "reverse", "kL>kL", "kM>kM"]
    for number, move in enumerate(moves[:limit], 1):
        assert game.position["turn"] == number
        game.then(move)
        if ">" in move:
            assert game.state.result() is None
            game.then("~stands")
    assert game.result["reason"] == "turn-limit"
    assert game.position["turn"] == limit


def test_a_rebuild_belongs_to_its_turn() -> None:
    """Rule: a rebuild belongs to its turn: the limit waits for it."""
    situation = Situation("kS pass", SOME, turn_limit=5).then("kS>kS", "~falls")
    situation.then("~draw **", "~draw **", "~draw **")
    assert situation.state.result() is None
    situation.then("**>kM", "~falls", "~draw nM", "~draw nM", "~draw nL", "nM>nM")
    assert situation.state.result() is None
    situation.then("~stands")
    assert situation.result["reason"] == "turn-limit"
    assert situation.position["tower"] == ["nM"]


@pytest.mark.parametrize("last", ["pass", "yL>yL"])
def test_a_bonus_belongs_to_its_turn(last: str) -> None:
    """Rule: a bonus belongs to its turn, and wins before the limit is looked at."""
    situation = Situation(last.partition(">")[0], SOME, turn_limit=5, advanced=True).then(last)
    if last != "pass":
        situation.then("~stands")
    assert situation.position["stage"] == "bonus"
    situation.then("+kS", "~stands")
    assert situation.result["reason"] == "free-block"


def test_a_win_at_the_turn_limit_is_a_win() -> None:
    """Rule: the limit is checked when a turn ends without a win."""
    for hand, move, tower in (("yL kS", "yL>yL", EIGHT), ("yL", "yL>yL", "kS")):
        situation = Situation(hand, "kM", tower=tower, turn_limit=5).then(move, "~stands")
        assert situation.result["reason"] in ("ninth-block", "empty-hand")
        assert situation.result["winners"] == [0]
    assert Situation("pass", "kM", turn_limit=5).then("pass").result["reason"] == "empty-hand"


def test_a_tower_that_falls_at_the_last_turn_is_shown_as_it_stood() -> None:
    """Rule: `~falls-later`: if the game goes on all blocks come back; here it does not."""
    situation = Situation("kS pass", SOME, tower="nM nL", turn_limit=5)
    situation.then("kS>kS", "~falls-later")
    assert situation.result["reason"] == "turn-limit"
    assert situation.position["tower"] == ["nM", "nL", "kS"]
    situation = Situation("kS pass", SOME, tower="nM nL", turn_limit=6)
    assert situation.then("kS>kS", "~falls-later").position["tower"] == []


def test_a_turn_that_passes_silently_may_be_the_last() -> None:
    """Rule: it counts as a turn; several seats may be skipped in a row."""
    ours = rest_but("kS kS k* k* nS nS yS yS *S *S *S kM")
    hands = (ours, "kS kS k* k*", "nS nS yS yS *S *S *S kM")
    for limit, turn, seat in ((6, 6, None), (7, 7, None), (8, 8, 0)):
        situation = Situation(*hands, tower="kS kM nS yS", turn_limit=limit)
        situation.then("kL>kL", "~stands", "~draw kL")
        position = situation.position
        assert (position["turn"], position["seat"]) == (turn, seat)
        if seat is None:
            assert situation.result["reason"] == "turn-limit"
            assert situation.result["winners"] == [1]
            assert situation.position["tower"][-1] == "kL"


def test_an_unfinished_game_has_no_result() -> None:
    """Rule (of records): `result` is `null` while the game runs."""
    match = empile.Match(empile.load("block-out"))
    for text in DEALT:
        match.play(text)
    assert match.record().to_dict()["result"] is None


def test_turns_count_from_1_and_rise_by_one() -> None:
    """Rule: `turn` counts turns from 1."""
    match = random_match(empile.load("block-out", players=3, referee="odds"), 11)
    turns = [match.state_before(i).position()["turn"] for i in range(len(match.events) + 1)]
    assert turns[0] == 1
    assert {b - a for a, b in pairwise(turns)} == {0, 1}
