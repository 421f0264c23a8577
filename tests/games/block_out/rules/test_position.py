"""Worked cases of positions from which a game of Block Out! begins, and of refused ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import empile
from empile.games.block_out.physics.stacking import straight
from tests.games.block_out.reference import DECK, ORDER, Reference
from tests.support.games import Variant, random_match, variants

Change = Callable[[dict[str, Any]], None]

HANDS = ("kS y* *S pass", "kM nM ** reverse")


def position_of(
    *hands: str, tower: str = "", discard: str = "", stock: str | None = None, **changes: Any
) -> dict[str, Any]:
    """Return a position in which seat 0 acts; cards not named are in the stock.

    With ``stock`` given, they are in the discard pile instead.
    """
    named = [hand.split() for hand in hands or HANDS]
    given = (discard if stock is None else stock).split()
    left = {
        card: count - given.count(card) - sum(hand.count(card) for hand in named)
        for card, count in DECK.items()
    }
    pile = {card: given.count(card) for card in ORDER}
    return {
        "stage": "play",
        "seat": 0,
        "direction": 1,
        "turn": 5,
        "tower": tower.split(),
        "hands": named,
        "drawn": None,
        "stock": left if stock is None else pile,
        "discard": pile if stock is None else left,
    } | changes


def key(name: str, value: Any) -> Change:
    return lambda position: position.update({name: value})


def item(name: str, at: Any, value: Any) -> Change:
    return lambda position: position[name].__setitem__(at, value)


REFUSED: list[tuple[Change, str]] = [
    (key("stage", "over"), "the game is over: a game begins at a move"),
    (
        key("stage", "set-up"),
        '\'stage\' must be one of "play", "rebuild", "bonus", "over", not "set-up"',
    ),
    (key("seat", None), "a game begins at a move: 'seat' must be the seat to act, not null"),
    (key("seat", 2), "'seat' must be a whole number from 0 to 1, not 2"),
    (key("direction", 0), "'direction' must be one of 1, -1, not 0"),
    (key("direction", True), "'direction' must be one of 1, -1, not true"),
    (key("turn", 501), "'turn' must be a whole number from 1 to 500, not 501"),
    (key("tower", ["kS", "kX"]), "'tower': there is no block \"kX\""),
    (key("tower", ["kS", "kS"]), "'tower': there is only one block kS"),
    (
        key("tower", ["kS", "kM", "kL", "nS", "nM", "nL", "yS", "yM", "yL"]),
        "all nine blocks are in the tower: the game is over",
    ),
    (key("hands", [[], [], []]), "'hands' must be a list of 2 items, not [[], [], []]"),
    (item("hands", 1, "kS"), "'hands' must have a list of cards for seat 1, not \"kS\""),
    (
        item("hands", 1, ["?", "?"]),
        "the hand of seat 1 has hidden cards: a game cannot begin from a seat's view",
    ),
    (item("hands", 0, ["kS", "joker"]), 'the hand of seat 0: there is no card "joker"'),
    (
        item("hands", 0, ["y*", "kS", "*S", "pass"]),
        "the hand of seat 0 must be in the order of the cards",
    ),
    (
        item("hands", 0, ["kS", "y*", "*S"]),
        "there are 6 cards pass, but 'hands', 'stock' and 'discard' have 5",
    ),
    (item("stock", "kS", 2), "there are 2 cards kS, but 'hands', 'stock' and 'discard' have 3"),
    (
        item("discard", "reverse", 1),
        "there are 6 cards reverse, but 'hands', 'stock' and 'discard' have 7",
    ),
    (key("drawn", "nL"), "'drawn': seat 0 does not hold the card nL"),
    (
        key("drawn", "pass"),
        "'drawn': seat 0 could play kS before it drew pass, and nobody draws by choice",
    ),
    (key("stage", "bonus"), "there are bonus blocks under the advanced rule only"),
]


@pytest.mark.parametrize(("change", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_state_from_position_refuses(change: Change, message: str) -> None:
    refuse(position_of(), message, change=change)


def refuse(
    position: dict[str, Any], message: str, change: Change | None = None, **options: Any
) -> None:
    game = empile.load("block-out", players=len(position["hands"]), **options)
    if change is not None:
        assert game.state_from_position(position).position() == position
        change(position)
    with pytest.raises(empile.PositionError, match=f"^{re.escape(message)}$"):
        game.state_from_position(position)


def test_state_from_position_refuses_hands_that_end_the_game() -> None:
    refuse(position_of("kS pass", ""), "seat 1 has no cards, which ends the game or its turn")
    refuse(position_of("", "kS pass"), "seat 0 has no cards, which ends the game or its turn")
    refuse(
        position_of("kS", "kM", stage="bonus"),
        "a bonus block is due when the hand is empty: seat 0 holds 1 cards",
        advanced=True,
    )


def test_state_from_position_refuses_a_draw_that_is_due() -> None:
    refuse(
        position_of("kS", "kM", tower="kS"),
        "seat 0 has no card that can be played and must draw: a game begins at a move",
        referee="odds",
    )


def test_state_from_position_refuses_impossible_draws() -> None:
    refuse(
        position_of("kS *S", "kM", tower="kS", drawn="kS"),
        "'drawn': the card kS cannot be played, and drawing goes on",
        referee="people",
    )
    refuse(
        position_of("kS kM pass", "kM", stage="rebuild", drawn="kM"),
        "'drawn' must be null in the stage rebuild",
    )


def test_state_from_position_refuses_unfinished_rebuilds() -> None:
    refuse(
        position_of("kS kM pass", "kM", stage="rebuild", tower="yL"),
        "in the stage rebuild a new tower begins: 'tower' must be empty",
        referee="odds",
    )
    refuse(
        position_of("kS kM", "kM", stage="rebuild"),
        "3 cards are drawn before the stage rebuild: seat 0 holds 2",
    )


REASONS: list[tuple[dict[str, Any], empile.Reason]] = [
    (position_of("kS", ""), empile.Reason("fault.position.no_cards", {"seat": 1})),
    (
        position_of("kS", "kM", stage="bonus"),
        empile.Reason("fault.position.bonus", {"seat": 0}),
    ),
    (
        position_of("kS", "kM", tower="kS"),
        empile.Reason("fault.position.draw_due", {"seat": 0}),
    ),
    (
        position_of("kS *S", "kM", tower="kS", drawn="kS"),
        empile.Reason("fault.position.drawn_idle", {"card": "kS"}),
    ),
    (
        position_of(drawn="pass"),
        empile.Reason("fault.position.drawn_other", {"seat": 0, "card": "kS", "drawn": "pass"}),
    ),
    (
        position_of("kS kM", "kM", stage="rebuild"),
        empile.Reason("fault.position.rebuild", {"seat": 0}),
    ),
    (
        position_of() | {"discard": {card: int(card == "kS") for card in ORDER}},
        empile.Reason("fault.position.cards", {"card": "kS"}),
    ),
    (position_of("kS", "?"), empile.Reason("fault.position.view", {"seat": 1})),
    (
        position_of(tower="kS kM kL nS nM nL yS yM yL"),
        empile.Reason("fault.position.full"),
    ),
    (
        position_of(tower="kL", poses=["kL@0,0,90/1,0,0,0"]),
        empile.Reason("fault.position.resting"),
    ),
]


@pytest.mark.parametrize(("position", "reason"), REASONS, ids=[one.key for _, one in REASONS])
def test_state_from_position_refuses_with_a_reason(
    position: dict[str, Any], reason: empile.Reason
) -> None:
    game = empile.load("block-out", referee="odds", advanced=True)
    with pytest.raises(empile.PositionError) as refused:
        game.state_from_position(position)
    assert refused.value.reason == reason
    words = game.presenter.catalogue
    assert all(reason.key != words.format(language, reason) for language in words.languages)


def poses_of(*tower: str) -> list[str]:
    return [str(pose) for pose in straight(tower)]


@pytest.mark.parametrize("referee", ["physics", "odds", "people"])
@pytest.mark.parametrize(
    ("poses", "message"),
    [
        (poses_of("kL"), "'poses' must list the tower from the bottom up, kL yM, not kL"),
        (
            poses_of("yM", "kL"),
            "'poses' must list the tower from the bottom up, kL yM, not yM kL",
        ),
        (
            [*poses_of("kL"), "yM@0,0"],
            "'poses': 'yM@0,0' is not a pose: write poses like kL@0.0,0.0,24.8/1,0,0,0",
        ),
        (
            [*poses_of("kL"), "yM@0,0,69/1,1,0,0"],
            "'poses': the quaternion of yM is not of unit length",
        ),
        (
            [*poses_of("kL"), "yM@0,0,90/1,0,0,0"],
            "'poses': yM is in the air, 19 mm from kL",
        ),
        ({}, "'poses' must be a list, not {}"),
    ],
)
def test_state_from_position_refuses_poses(referee: str, poses: Any, message: str) -> None:
    refuse(position_of(tower="kL yM", poses=poses), message, referee=referee)


def test_state_from_position_needs_poses_with_physics() -> None:
    refuse(
        position_of(tower="kL"),
        "with the physics referee 'poses' must tell where the blocks of the tower lie",
    )
    assert empile.load("block-out").state_from_position(position_of())
    position = position_of(tower="kL", poses=poses_of("kL"))
    assert empile.load("block-out").state_from_position(position)


def begin(position: dict[str, Any], **options: Any) -> empile.State:
    """Return the state of a position, the same to the second writing of the rules."""
    game = empile.load("block-out", players=len(position["hands"]), **options)
    state = game.state_from_position(position)
    assert state.position() == {name: position[name] for name in state.position()}
    reference = Reference(game.options)
    reference.lay_out(position)
    assert state.legal_texts() == reference.legal_texts()
    return state


BLACK = "kS kS kM kM kL kL k* k* k*"


def everything_but(cards: str) -> str:
    left = {card: DECK[card] - cards.split().count(card) for card in ORDER}
    return " ".join(card for card in ORDER for _ in range(left[card]))


def test_one_seat_can_hold_nearly_all_cards() -> None:
    six = "reverse " * 6
    state = begin(position_of(everything_but(six), six, tower="kS"), referee="odds")
    assert state.scores() == [-49, -6]
    assert "**>yL" in state.legal_texts()


def test_bonus_block_on_an_empty_table() -> None:
    state = begin(position_of("", "kM", stage="bonus"), advanced=True, referee="odds")
    assert len(state.legal_texts()) == 9
    state.apply_text("+yL")
    state.apply_text("~stands")
    result = state.result()
    assert result is not None
    assert (result.reason, result.winners) == ("free-block", [0])


def test_rebuild_with_two_cards_if_none_is_left_to_draw() -> None:
    state = begin(position_of("** **", everything_but("** **"), stage="rebuild"))
    assert len(state.legal_texts()) == 9


def test_drawn_card_is_the_only_move() -> None:
    state = begin(position_of("kS pass", "kM", tower="kS", drawn="pass"), referee="odds")
    assert state.legal_texts() == ["pass"]


def nothing_left(**changes: Any) -> dict[str, Any]:
    """Return a position without a card to draw; seats 0 and 1 hold cards of the tower's blocks."""
    hands = (BLACK, "nS", everything_but(f"{BLACK} nS"))
    return position_of(*hands, stock="") | {"tower": ["kS", "kM", "kL", "nS"]} | changes


def test_turn_passes_if_nothing_can_be_played_or_drawn() -> None:
    game = empile.load("block-out", players=3, referee="odds")
    played = game.state_from_position(nothing_left(tower=["kS", "kM", "kL"], seat=2))
    for text in ("nS>nS", "~stands", "~draw nS"):
        played.apply_text(text)
    position = played.position()
    assert (position["seat"], position["turn"]) == (2, 8)
    for seat, turn in ((0, 6), (1, 7), (2, 8)):
        assert game.state_from_position(position | {"seat": seat, "turn": turn}) == played


def test_passed_turn_can_be_the_last() -> None:
    game = empile.load("block-out", players=3, referee="odds", turn_limit=5)
    result = game.state_from_position(nothing_left()).result()
    assert result is not None
    assert (result.reason, result.winners) == ("turn-limit", [1])


@pytest.mark.parametrize("variant", variants("block-out"), ids=str)
def test_state_from_position_restores_every_field(variant: Variant) -> None:
    for seed in range(4):
        match = random_match(variant.game(), seed)
        for index in range(len(match.events) + 1):
            state = match.state_before(index)
            if state.current_player() >= 0:
                found = variant.game().state_from_position(match.position_before(index))
                for field in found.array.dtype.names or ():
                    assert np.array_equal(found.array[field], state.array[field]), field


def test_rules_leave_poses_to_the_physics() -> None:
    """Who cannot check them, as a page, refuses them; other hosts say that they have."""
    game = empile.load("block-out")
    position = position_of(tower="kL", poses=poses_of("kL"))
    state = game.setup.state_from_position({**position, "poses": True})
    assert state == game.state_from_position(position)
    with pytest.raises(empile.PositionError, match=r"^'poses' are for a server: "):
        game.setup.state_from_position(position)
