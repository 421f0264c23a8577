"""States of Blox from position objects."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from empile.engine.contracts.position_reader import (
    check_keys,
    read_counts,
    read_flag,
    read_int,
    read_ints,
    read_list,
    read_object,
    read_seat,
    read_texts,
    shown,
)
from empile.engine.errors import PositionError, Reason
from empile.engine.game import Game, State
from empile.games.blox.rules.components import (
    BLOCKS_OF_A_COLOUR,
    CARDS_OF_A_COLOUR,
    COLOUR_NAMES,
    COLOURS,
    FIGURES,
    HAND,
    SIZE,
    cell_of,
    layout_of,
)
from empile.games.blox.rules.state import (
    BLOCKS_LEFT_OF_TWO,
    LAST_PHASE,
    LOW_CELLS,
    NEUTRAL,
    PLAY,
    TALLEST,
)
from empile.games.blox.text.notation import cards_text, counts_of

_KEYS = (
    "phase",
    "last_round",
    "round",
    "seat",
    "towers",
    "figures",
    "reserve",
    "hands",
    "jokers",
    "blocks",
    "points",
    "deck",
    "discard",
)
_CELL = re.compile("[a-i][1-9]")
_IN_ORDER = re.compile("W*G*B*M*")
_MOST_POINTS = 30_000
"""Leaves room below the 32767 of the state's field for the rest of a game."""


def state_from_position(game: Game, position: dict[str, Any]) -> State:
    """Return the state of a position with a seat to act; raises ``PositionError``.

    Knowledge of other hands from earlier play starts fresh.
    """
    seats = game.num_players
    check_keys(position, _KEYS)
    read_int(position, "phase", 1, LAST_PHASE)
    read_int(position, "round", 1, int(game.params["round_limit"]))
    read_seat(position, "seat", seats)
    read_ints(position, "points", seats, 0, _MOST_POINTS)
    for at, joker in enumerate(read_list(position, "jokers", seats)):
        if type(joker) is not bool:
            raise PositionError(
                f"'jokers' must be true (face up) or false for each seat, not {shown(joker)} for"
                f" seat {at}"
            )
    _check_towers(position)
    _check_last_round(position)
    _check_figures(game, position)
    _check_blocks(game, position)
    _check_cards(game, position)
    return build_state(game, position)


def build_state(game: Game, position: dict[str, Any]) -> State:
    """Return the state of a position with full information and a seat to act, unchecked."""
    array = np.zeros(1, dtype=game.rules.STATE)
    s = array[0]
    s["stage"] = PLAY
    s["seat"], s["phase"] = position["seat"], position["phase"]
    s["round_number"], s["last_round"] = position["round"], position["last_round"]
    for name, blocks in position["towers"].items():
        counts = counts_of(blocks)
        _put(s, cell_of(name), sum(count << 4 * colour for colour, count in enumerate(counts)))
        s["standing"][len(blocks)] += 1
    for name, owner in sorted(position["figures"].items(), key=lambda item: cell_of(item[0])):
        _put(s, cell_of(name), (NEUTRAL if owner == "neutral" else owner + 1) << 16)
        if owner != "neutral":
            s["place"][owner][s["placed"][owner]] = cell_of(name) + 1
            s["placed"][owner] += 1
    for seat in range(game.num_players):
        s["joker"][seat] = position["jokers"][seat]
        s["hand"][seat] = counts_of(position["hands"][seat])
        s["blocks"][seat] = counts_of(position["blocks"][seat])
        s["points"][seat] = position["points"][seat]
    for pile in ("deck", "discard"):
        s[pile] = [position[pile][letter] for letter in COLOURS]
    return State(game, array)


def _put(s: Any, cell: int, thing: int) -> None:
    row, column = divmod(cell, SIZE)
    s["on"][cell] = thing
    s["rows"][row] |= 1 << column
    s["columns"][column] |= 1 << row
    if thing & 0xFFFF:
        s["walls"][cell // LOW_CELLS] |= 1 << cell % LOW_CELLS


def _check_towers(position: dict[str, Any]) -> None:
    for name, blocks in read_object(position, "towers").items():
        _check_cell(name, "towers")
        _check_letters(blocks, f"the tower on {name}")
        if not 1 <= len(blocks) <= TALLEST:
            raise PositionError(
                f"a tower has 1 to {TALLEST} blocks, that on {name} has {len(blocks)}",
                Reason("fault.position.height", {"cell": name, "height": len(blocks)}),
            )


def _check_last_round(position: dict[str, Any]) -> None:
    if not read_flag(position, "last_round"):
        return
    if position["phase"] != LAST_PHASE:
        raise PositionError(
            f"the last round belongs to phase {LAST_PHASE}: 'last_round' cannot be true in phase"
            f" {position['phase']}"
        )
    left = sum(len(blocks) == LAST_PHASE for blocks in position["towers"].values())
    if left > 1:
        raise PositionError(
            f"the last round begins when one tower of {LAST_PHASE} is left: 'last_round' cannot be"
            f" true with {left} of them",
            Reason("fault.position.last_round", {"count": left}),
        )


def _check_figures(game: Game, position: dict[str, Any]) -> None:
    seats = game.num_players
    figures = read_object(position, "figures")
    placed: dict[int | str, int] = dict.fromkeys((*range(seats), "neutral"), 0)
    for name, owner in figures.items():
        _check_cell(name, "figures")
        if type(owner) not in (int, str) or owner not in placed:
            raise PositionError(
                f"the figure on {name} must be of a seat from 0 to {seats - 1} or"
                f' "neutral", not {shown(owner)}'
            )
        if name in position["towers"]:
            raise PositionError(
                f"there is a tower and a figure on {name}",
                Reason("fault.position.both", {"cell": name}),
            )
        placed[owner] += 1
    neutral = len(layout_of(game.options["layout"]).neutrals()) if seats == 2 else 0
    if placed["neutral"] > neutral:
        raise PositionError(
            f"a game of {seats} has {neutral} neutral figures, {placed['neutral']} are on the board",
            Reason("fault.position.neutral", {"count": placed["neutral"]}),
        )
    reserve = read_ints(position, "reserve", seats, 0, FIGURES)
    for seat in range(seats):
        if placed[seat] + reserve[seat] != FIGURES:
            raise PositionError(
                f"seat {seat} has {FIGURES} figures, but {placed[seat]} on the board and"
                f" {reserve[seat]} in reserve"
            )


def _check_blocks(game: Game, position: dict[str, Any]) -> None:
    taken = read_texts(position, "blocks", game.num_players)
    for seat, blocks in enumerate(taken):
        _check_letters(blocks, f"'blocks' of seat {seat}")
    each = BLOCKS_OF_A_COLOUR if game.num_players > 2 else BLOCKS_LEFT_OF_TWO
    found = counts_of("".join([*position["towers"].values(), *taken]))
    for colour, count in zip(COLOUR_NAMES, found, strict=True):
        if count != each:
            raise PositionError(
                f"a game of {game.num_players} has {each} {colour} blocks, but 'towers' and"
                f" 'blocks' have {count}",
                _blocks_reason(found, each),
            )


def _blocks_reason(found: Sequence[int], each: int) -> Reason:
    extra = cards_text([max(0, count - each) for count in found])
    if extra:
        return Reason("fault.position.blocks_extra", {"blocks": extra})
    missing = cards_text([each - count for count in found])
    return Reason("fault.position.blocks_missing", {"blocks": missing})


def _check_cards(game: Game, position: dict[str, Any]) -> None:
    hands = read_texts(position, "hands", game.num_players)
    for seat, hand in enumerate(hands):
        if "?" in hand:
            raise PositionError(
                f"the hand of seat {seat} has hidden cards: a game cannot begin from a seat's view",
                Reason("fault.position.view", {"seat": seat}),
            )
        _check_letters(hand, f"the hand of seat {seat}")
        if len(hand) != HAND:
            raise PositionError(
                f"a hand has {HAND} cards, that of seat {seat} has {len(hand)}",
                Reason("fault.position.hand", {"seat": seat, "count": len(hand)}),
            )
    deck = read_counts(position, "deck", COLOURS, CARDS_OF_A_COLOUR)
    discard = read_counts(position, "discard", COLOURS, CARDS_OF_A_COLOUR)
    held = "".join(hands)
    for colour, letter in zip(COLOUR_NAMES, COLOURS, strict=True):
        found = held.count(letter) + deck[letter] + discard[letter]
        if found != CARDS_OF_A_COLOUR:
            raise PositionError(
                f"there are {CARDS_OF_A_COLOUR} {colour} cards, but 'hands', 'deck' and 'discard'"
                f" have {found}",
                Reason("fault.position.cards", {"cards": letter * found}),
            )


def _check_cell(name: str, key: str) -> None:
    if _CELL.fullmatch(name) is None:
        raise PositionError(f"'{key}': the board has no space {shown(name)}, only a1 to i9")


def _check_letters(letters: object, what: str) -> None:
    if not isinstance(letters, str) or _IN_ORDER.fullmatch(letters) is None:
        raise PositionError(
            f"{what} must be letters W, G, B and M in this order, not {shown(letters)}"
        )
