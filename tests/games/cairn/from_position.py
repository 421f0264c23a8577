"""Reconstruction of a Cairn state from a position object or a seat's view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from empile.engine.contracts.position_reader import (
    check_keys,
    read_int,
    read_ints,
    read_seat,
    read_texts,
    shown,
)
from empile.engine.errors import PositionError
from empile.engine.game import Game, State

from .notation import LETTERS
from .rules import HAND, KINDS, PLAY, TURNS

_KEYS = "stage", "seat", "cairn", "discard", "scores", "turns", "hands", "deck"
_MOST_POINTS = TURNS * (KINDS + 1)


def state_from_position(game: Game, position: Mapping[str, Any]) -> State:
    """Return the state of a position with a seat to act; each seat must have a stone."""
    check_keys(position, _KEYS)
    if position["stage"] != "play":
        raise PositionError(
            f"a game begins at a move: 'stage' must be \"play\", not {shown(position['stage'])}"
        )
    read_seat(position, "seat", game.num_players)
    read_int(position, "turns", 0, TURNS - 1)
    read_ints(position, "scores", game.num_players, 0, _MOST_POINTS)
    hands = read_texts(position, "hands", game.num_players)
    for key in ("cairn", "discard", "deck"):
        if type(position[key]) is not str:
            raise PositionError(f"'{key}' must be a text, not {shown(position[key])}")
    for pile in (*hands, position["deck"], position["discard"]):
        if pile != "".join(sorted(pile)):
            raise PositionError(f"stones are written in alphabetical order, not {shown(pile)}")
    for hand in hands:
        if not 1 <= len(hand) <= HAND:
            raise PositionError(f"a hand has 1 to {HAND} stones, not {shown(hand)}")
    if len(position["cairn"]) >= game.options["goal"]:
        raise PositionError(f"the game is over: the cairn has {len(position['cairn'])} stones")
    everywhere = "".join((*hands, position["deck"], position["discard"], position["cairn"]))
    box = "".join(
        letter * count for letter, count in zip(LETTERS, game.params["stones"], strict=True)
    )
    if "".join(sorted(everywhere)) != box:
        raise PositionError(f"the box has the stones {box}, not {''.join(sorted(everywhere))}")
    return _state(game, position, hands, position["deck"])


def state_from_view(game: Game, seen: Mapping[str, Any]) -> State:
    """Return a state with a seat to act that shows it ``seen``; stones not seen lie in order."""
    shown_stones = "".join([seen["cairn"], seen["discard"], *seen["hands"]])
    left = "".join(
        letter * (count - shown_stones.count(letter))
        for letter, count in zip(LETTERS, game.params["stones"], strict=True)
    )
    hands: list[str] = []
    for hand in seen["hands"]:
        hidden = hand.count("?")
        hands.append(hand.replace("?", "") + left[:hidden])
        left = left[hidden:]
    return _state(game, seen, hands, left)


def _state(game: Game, seen: Mapping[str, Any], hands: list[str], deck: str) -> State:
    array = np.zeros(1, dtype=game.rules.STATE)
    s = array[0]
    s["stage"], s["seat"], s["turns"] = PLAY, seen["seat"], seen["turns"]
    s["score"][: game.num_players] = seen["scores"]
    s["height"] = len(seen["cairn"])
    for level, letter in enumerate(seen["cairn"]):
        s["cairn"][level] = LETTERS.index(letter) + 1
    for seat, hand in enumerate(hands):
        s["hand"][seat] = _counts(hand)
    s["deck"], s["discard"] = _counts(deck), _counts(seen["discard"])
    return State(game, array)


def _counts(letters: str) -> list[int]:
    return [letters.count(letter) for letter in LETTERS]
