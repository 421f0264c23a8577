"""States of Block Out! from position objects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from empile.engine.contracts.position_reader import (
    check_keys,
    read_choice,
    read_counts,
    read_int,
    read_list,
    read_seat,
    read_texts,
    shown,
)
from empile.engine.errors import PositionError, Reason
from empile.engine.game import Game, State
from empile.engine.strict_json import is_list
from empile.games.block_out.physics.resting import fault_of
from empile.games.block_out.rules.components import BLOCKS, CARDS, PASS, PENALTY, REVERSE, matches
from empile.games.block_out.rules.state import (
    ALL_BLOCKS,
    BONUS,
    CHOOSING,
    OVER_STAGE,
    PLAY,
    REBUILD,
    SIZE,
    TURN_LIMIT,
)
from empile.games.block_out.show.view import STAGES
from empile.games.block_out.text.poses import BadPosesError, read_pose
from empile.games.block_out.text.position_reader import HIDDEN, free_blocks

_KEYS = (
    "stage",
    "seat",
    "direction",
    "turn",
    "tower",
    "hands",
    "drawn",
    "stock",
    "discard",
)
_OPTIONAL = ("poses",)


def state_from_position(game: Game, position: dict[str, Any]) -> State:
    """Return the state of a position with a seat to act; raises ``PositionError``.

    A block whose outcome is due is read as one that stands. If the seat can neither play nor draw,
    its turn passes.
    """
    check_keys(position, _KEYS, _OPTIONAL)
    stage = read_choice(position, "stage", tuple(STAGES.values()))
    if stage == STAGES[OVER_STAGE]:
        raise PositionError("the game is over: a game begins at a move")
    read_seat(position, "seat", game.num_players)
    read_choice(position, "direction", (1, -1))
    read_int(position, "turn", 1, game.options["turn_limit"])
    _check_tower(position)
    _check_poses(game, position)
    _check_cards(game, position)
    _check_empty_hands(game, position)
    _check_due(game, position)
    state = build_state(game, position)
    if stage == STAGES[PLAY]:
        _pass_turns(state)
    return state


def build_state(game: Game, position: dict[str, Any]) -> State:
    """Return the state of a position with full information and a seat to act, unchecked."""
    array = np.zeros(1, dtype=game.rules.STATE)
    s = array[0]
    s["due"] = CHOOSING
    s["stage"] = {name: stage for stage, name in STAGES.items()}[position["stage"]]
    s["seat"], s["direction"] = position["seat"], position["direction"]
    s["turn"] = position["turn"]
    drawn = position["drawn"]
    s["drawn"] = 0 if drawn is None else CARDS.index(drawn) + 1
    s["free"] = ALL_BLOCKS
    s["height"] = len(position["tower"])
    for level, block in enumerate(position["tower"]):
        s["tower"][level] = BLOCKS.index(block) + 1
        s["free"] &= ~(1 << BLOCKS.index(block))
    for seat, hand in enumerate(position["hands"]):
        for card in hand:
            s["hand"][seat][CARDS.index(card)] += 1
            s["holds"][seat] |= 1 << CARDS.index(card)
        s["in_hand"][seat] = len(hand)
    for pile in ("stock", "discard"):
        s[pile] = [position[pile][card] for card in CARDS]
        s[f"in_{pile}"] = sum(position[pile].values())
    return State(game, array)


def _pass_turns(state: State) -> None:
    """Pass the turn until a seat has a playable card; without one, nothing is left to draw."""
    s, game = state.array[0], state.game
    while not int(s["holds"][s["seat"]]) & game.params["playable"][int(s["free"])]:
        if s["turn"] == game.options["turn_limit"]:
            s["stage"], s["reason"] = OVER_STAGE, TURN_LIMIT
            return
        s["turn"] += 1
        s["seat"] = (s["seat"] + s["direction"]) % game.num_players


def _check_tower(position: dict[str, Any]) -> None:
    tower = read_texts(position, "tower")
    for level, block in enumerate(tower):
        if block not in BLOCKS:
            raise PositionError(f"'tower': there is no block {shown(block)}")
        if block in tower[:level]:
            raise PositionError(f"'tower': there is only one block {block}")
    if len(tower) == SIZE:
        raise PositionError(
            "all nine blocks are in the tower: the game is over", Reason("fault.position.full")
        )


def _check_poses(game: Game, position: dict[str, Any]) -> None:
    tower = position["tower"]
    if "poses" not in position:
        if tower and game.options["referee"] == "physics":
            raise PositionError(
                "with the physics referee 'poses' must tell where the blocks of the tower lie"
            )
        return
    try:
        poses = [read_pose(text) for text in read_texts(position, "poses")]
    except BadPosesError as error:
        raise PositionError(f"'poses': {error}") from None
    if [pose.block for pose in poses] != tower:
        raise PositionError(
            f"'poses' must list the tower from the bottom up, {' '.join(tower) or 'no block'}, not"
            f" {' '.join(pose.block for pose in poses) or 'no block'}"
        )
    fault = fault_of(poses)
    if fault is not None:
        raise PositionError(f"'poses': {fault}", Reason("fault.position.resting"))


def _check_cards(game: Game, position: dict[str, Any]) -> None:
    hands = read_list(position, "hands", game.num_players)
    for seat, hand in enumerate(hands):
        _check_hand(seat, hand)
    counts = dict(zip(CARDS, game.params["cards"], strict=True))
    most = max(counts.values())
    stock, discard = (read_counts(position, key, CARDS, most) for key in ("stock", "discard"))
    for card, wanted in counts.items():
        found = sum(hand.count(card) for hand in hands) + stock[card] + discard[card]
        if found != wanted:
            raise PositionError(
                f"there are {wanted} cards {card}, but 'hands', 'stock' and 'discard' have {found}",
                Reason("fault.position.cards", {"card": card}),
            )


def _check_hand(seat: int, hand: object) -> None:
    if not is_list(hand):
        raise PositionError(f"'hands' must have a list of cards for seat {seat}, not {shown(hand)}")
    if HIDDEN in hand:
        raise PositionError(
            f"the hand of seat {seat} has hidden cards: a game cannot begin from a seat's view",
            Reason("fault.position.view", {"seat": seat}),
        )
    for card in hand:
        if card not in CARDS:
            raise PositionError(f"the hand of seat {seat}: there is no card {shown(card)}")
    if hand != sorted(hand, key=CARDS.index):
        raise PositionError(f"the hand of seat {seat} must be in the order of the cards")


def _check_empty_hands(game: Game, position: dict[str, Any]) -> None:
    bonus = position["seat"] if position["stage"] == STAGES[BONUS] else None
    if bonus is not None and not game.options["advanced"]:
        raise PositionError("there are bonus blocks under the advanced rule only")
    for seat, hand in enumerate(position["hands"]):
        if seat == bonus and hand:
            raise PositionError(
                f"a bonus block is due when the hand is empty: seat {seat} holds {len(hand)} cards",
                Reason("fault.position.bonus", {"seat": seat}),
            )
        if seat != bonus and not hand:
            raise PositionError(
                f"seat {seat} has no cards, which ends the game or its turn",
                Reason("fault.position.no_cards", {"seat": seat}),
            )


def _check_due(game: Game, position: dict[str, Any]) -> None:
    """Check that a move is due rather than a draw or an outcome."""
    seat, stage, drawn = position["seat"], position["stage"], position["drawn"]
    hand: list[str] = position["hands"][seat]
    can_draw = any(count for key in ("stock", "discard") for count in position[key].values())
    if read_choice(position, "drawn", (*CARDS, None)) is not None:
        _check_drawn(position)
    if stage == STAGES[REBUILD]:
        if position["tower"]:
            raise PositionError("in the stage rebuild a new tower begins: 'tower' must be empty")
        if len(hand) < PENALTY and can_draw:
            raise PositionError(
                f"{PENALTY} cards are drawn before the stage rebuild: seat {seat} holds {len(hand)}",
                Reason("fault.position.rebuild", {"seat": seat}),
            )
    elif stage == STAGES[PLAY] and drawn is None and not _playable(hand, position) and can_draw:
        raise PositionError(
            f"seat {seat} has no card that can be played and must draw: a game begins at a move",
            Reason("fault.position.draw_due", {"seat": seat}),
        )


def _check_drawn(position: dict[str, Any]) -> None:
    seat, drawn = position["seat"], position["drawn"]
    hand: list[str] = position["hands"][seat]
    if position["stage"] != STAGES[PLAY]:
        raise PositionError(f"'drawn' must be null in the stage {position['stage']}")
    if drawn not in hand:
        raise PositionError(f"'drawn': seat {seat} does not hold the card {drawn}")
    could = _playable(hand, position)
    if drawn not in could:
        raise PositionError(
            f"'drawn': the card {drawn} cannot be played, and drawing goes on",
            Reason("fault.position.drawn_idle", {"card": drawn}),
        )
    if len(could) > 1:
        could.remove(drawn)
        raise PositionError(
            f"'drawn': seat {seat} could play {could[0]} before it drew {drawn}, and nobody draws"
            " by choice",
            Reason("fault.position.drawn_other", {"seat": seat, "card": could[0], "drawn": drawn}),
        )


def _playable(hand: Sequence[str], position: dict[str, Any]) -> list[str]:
    free = free_blocks(position)
    return [
        card
        for card in hand
        if card in (PASS, REVERSE) or any(matches(card, block) for block in free)
    ]
