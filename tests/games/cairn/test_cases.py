"""Worked cases of Cairn; README.md has the rules."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

import empile
from empile.engine.discovery import load
from empile.engine.errors import IllegalActionError, NotationError
from tests.support.chances import odds_of
from tests.support.games import random_match

DEALT = ("~deal ABC", "~deal AAB")


def after(*texts: str, rules_version: int | None = None, **options: object) -> empile.State:
    state = load("cairn", rules_version=rules_version, **options).new_state()
    for text in texts:
        state.apply_text(text)
    return state


def test_hands_are_dealt_hidden_in_one_event_each() -> None:
    """Rule: everyone is dealt three stones, hidden from the others."""
    state = after(*DEALT)
    assert state.position()["hands"] == ["ABC", "AAB"]
    assert state.view(0)["hands"] == ["ABC", "???"]
    assert state.view(1)["hands"] == ["???", "AAB"]
    assert state.view(None)["hands"] == ["???", "???"]
    assert state.view(None)["deck"] == 9
    assert state.current_player() == 0


def test_a_deal_is_written_in_one_form() -> None:
    """Rule: an event's stones stand in alphabetical order."""
    state = after()
    with pytest.raises(NotationError, match="must be written '~deal ABC'"):
        state.apply_text("~deal BAC")
    with pytest.raises(IllegalActionError, match="right number"):
        state.apply_text("~deal AB")
    with pytest.raises(IllegalActionError, match="not"):
        state.apply_text("~deal ABCC")
    assert state.chance_actions_left() == 3


def test_a_stone_on_its_own_kind_scores_one_more() -> None:
    """Rule: a stone scores its worth, and one more on a stone of its own kind."""
    state = after(*DEALT, "lay B")
    assert state.scores() == [2, 0]
    assert state.current_player() == empile.EXTERNAL
    for text in ("~stands", "~draw A"):
        state.apply_text(text)
    assert {text: state.gain(state.text_to_action(text)) for text in state.legal_texts()} == {
        "lay A": 1,
        "lay B": 3,
        "swap AA": 0,
        "swap B": 0,
    }


def test_a_fall_costs_what_the_stone_gave_since_version_2() -> None:
    """Rule: what the stone scored is lost; before version 2 it was kept."""
    moves = (*DEALT, "lay C", "~falls")
    assert after(*moves).scores() == [0, 0]
    assert after(*moves, rules_version=1).scores() == [3, 0]
    assert after(*moves).position()["discard"] == "C"


def test_an_old_record_is_replayed_under_its_old_rules() -> None:
    """Rule: a table remembers the version that it was begun under."""
    old = random_match(load("cairn", rules_version=1), 6).record()
    assert old.rules == 1
    again = empile.Record.from_json(old.to_json())
    assert again.final_state().result() == old.result
    newer = {**old.to_dict(), "rules": 2}
    if "~falls" in old.events:
        with pytest.raises(empile.RecordError, match="result"):
            empile.Record.from_dict(newer).final_state()
    assert empile.load("cairn").rules_version == 2


def test_poses_are_kept_byte_for_byte_and_never_read() -> None:
    """Rule: the table's answer may carry resting poses."""
    plain = after(*DEALT, "lay C", "~stands")
    posed = empile.Match(empile.load("cairn"))
    for text in (*DEALT, "lay C", "~stands 0.0,4.50;-1.2,8"):
        posed.play(text)
    assert posed.state == plain
    assert posed.record().events[-1] == "~stands 0.0,4.50;-1.2,8"
    assert posed.record_for(1).events[-1] == "~stands 0.0,4.50;-1.2,8"
    for wrong in ("~stands ", "~stands 1", "~stands 1,2;", "~stands 1e3,2", "~stands  1,2"):
        with pytest.raises(NotationError):
            after(*DEALT, "lay C").apply_text(wrong)


def test_a_swap_names_every_stone_of_its_kind() -> None:
    """Rule: a swap discards every stone of one kind, and names them all."""
    state = after("~deal AAB", "~deal ABC")
    with pytest.raises(IllegalActionError, match="there are 2 A in the hand"):
        state.apply_text("swap A")
    state.apply_text("swap AA")
    assert state.position()["discard"] == "AA"
    assert state.chance_actions_left() == 2


def empty_deck() -> empile.State:
    """Return a state about to draw three: one stone is left in the deck, four lie discarded."""
    state = after(*DEALT)
    state.array["stage"][0] = 3
    state.array["hand"][0][:2] = [[0, 0, 0], [2, 1, 0]]
    state.array["deck"][0] = [0, 1, 0]
    state.array["discard"][0] = [2, 1, 1]
    state.array["to_draw"][0] = 3
    return empile.State(state.game, state.array)  # without the player it has cached


def test_one_event_draws_across_a_new_deck() -> None:
    """Rule: when the deck is empty and a stone is needed, the discarded stones are the new deck."""
    state = empty_deck()
    event = state.read_text("~draw AAB")
    assert event.actions == (1, 0, 0), "the B that was left in the deck comes first"
    state.apply_event(event)
    assert state.position()["deck"] == "BC"
    assert state.position()["discard"] == ""
    with pytest.raises(IllegalActionError, match="not possible"):
        empty_deck().apply_text("~draw AAC")


def test_the_odds_of_an_event_are_exact() -> None:
    """Rule: a shuffled pile; with fractions, against counting hands with binomials."""
    assert odds_of(after(), "~deal AAB") == Fraction(comb(6, 2) * comb(5, 1), comb(15, 3))
    # The one B for certain, then two of A, A, B, C.
    assert odds_of(empty_deck(), "~draw AAB") == Fraction(1, comb(4, 2))
    assert odds_of(empty_deck(), "~draw ABC") == Fraction(2, comb(4, 2))


def test_a_game_ends_built_or_at_dusk() -> None:
    """Rule: the cairn is as high as the goal and stands, or twelve turns are over."""
    found = set[str]()
    for seed in range(40):
        result = random_match(empile.load("cairn", goal=3), seed).state.result()
        assert result is not None
        found.add(result.reason)
    assert found == {"built", "dusk"}


def test_partners_share_rank_and_are_no_opponents() -> None:
    """Rule: partners add their points."""
    game = empile.load("cairn", players=4, teams=True)
    assert game.teams == [0, 1, 0, 1]
    for seed in range(8):
        state = random_match(game, seed).state
        scores, ranks = state.scores(), state.ranks()
        ours, theirs = scores[0] + scores[2], scores[1] + scores[3]
        assert ranks[0] == ranks[2] == (1 if ours >= theirs else 2)
        assert state.returns()[0] == (ours > theirs) - (ours < theirs)
    with pytest.raises(empile.OptionError, match="needs 'players' to be 4, not 2"):
        empile.load("cairn", teams=True)


def test_stones_are_conserved() -> None:
    """Rule: fifteen stones, in hands, deck, discard and cairn together."""
    for seed in range(20):
        match = random_match(empile.load("cairn", players=3, goal=5), seed)
        for index in range(len(match.events) + 1):
            position = match.state_before(index).position()
            stones = "".join(
                (*position["hands"], position["deck"], position["discard"], position["cairn"])
            )
            assert "".join(sorted(stones)) == "A" * 6 + "B" * 5 + "C" * 4


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"stage": "draw"}, 'a game begins at a move: \'stage\' must be "play", not "draw"'),
        ({"seat": None}, "a game begins at a move: 'seat' must be the seat to act, not null"),
        ({"turns": 12}, "'turns' must be a whole number from 0 to 11, not 12"),
        ({"scores": [49, 0]}, "'scores' must contain whole numbers from 0 to 48 only, not 49"),
        ({"hands": ["ABC"]}, "'hands' must be a list of 2 items"),
        ({"hands": ["ABC", ""]}, 'a hand has 1 to 3 stones, not ""'),
        ({"hands": ["ABC", "ABA"]}, 'stones are written in alphabetical order, not "ABA"'),
        ({"hands": ["ABC", "AAC"]}, "the box has the stones AAAAAABBBBBCCCC, not AAAAAABBBBCCCCC"),
        ({"cairn": "ABCA"}, "the game is over: the cairn has 4 stones"),
        ({"deck": 9}, "'deck' must be a text, not 9"),
    ],
)
def test_state_from_position_refuses(changes: dict[str, object], message: str) -> None:
    state = after(*DEALT)
    with pytest.raises(empile.PositionError) as caught:
        state.game.state_from_position({**state.position(), **changes})
    assert message in str(caught.value)


def test_state_from_position_restores_every_field() -> None:
    """A position with a seat to act has all there is."""
    for seed in range(20):
        match = random_match(empile.load("cairn", players=3), seed)
        for index in range(len(match.events) + 1):
            state = match.state_before(index)
            if state.current_player() >= 0:
                found = state.game.state_from_position(state.position())
                assert found.tobytes() == state.tobytes()
