"""Compiled rules of tiny Blox: those of Blox, with another set-up and hands of two cards."""

from __future__ import annotations

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.engine.random import Stream, below
from empile.games.blox.rules import core
from empile.games.blox.rules.core import (
    ACTIONS,
    INFORMATION_PLANES,
    MAX_LEGAL,
    MAX_OUTCOMES,
    MAX_SEATS,
    OBSERVATION_PLANES,
    PARAMS,
    SETUP_TEXTS,
    STATE,
    chance,
    chance_actions_left,
    current,
    estimate,
    fill_constants,
    fill_params,
    gain,
    information_state,
    legal,
    observe,
    observed_action,
    ranks,
    reason,
    scores,
    simulation_move,
    write_chance,
    write_event,
    write_move,
    write_refusal,
    write_setup,
    write_view,
)
from empile.games.blox.rules.state import COLOURS, HAND, HANDS, SIZE, height_of, put, total

__all__ = [
    "ACTIONS",
    "EXTENDS",
    "INFORMATION_PLANES",
    "MAX_LEGAL",
    "MAX_OUTCOMES",
    "MAX_SEATS",
    "OBSERVATION_PLANES",
    "PARAMS",
    "SETUP_TEXTS",
    "STATE",
    "apply",
    "chance",
    "chance_actions_left",
    "current",
    "estimate",
    "fill_constants",
    "fill_params",
    "gain",
    "information_state",
    "init",
    "legal",
    "observe",
    "observed_action",
    "ranks",
    "reason",
    "resample",
    "scores",
    "simulation_move",
    "write_chance",
    "write_event",
    "write_move",
    "write_refusal",
    "write_setup",
    "write_view",
]

EXTENDS = (core,)
"""Rules that these call: their sources belong to these."""

WHITE, GREY, BLACK, MAUVE = range(COLOURS)
BOARD = ((GREY, GREY, GREY), (GREY, MAUVE, GREY), (WHITE, GREY, BLACK))
"""Colours by row, a1 first."""
SIDE = len(BOARD)
TOWERS = ((2, 1), (0, 1))
"""Row and column of each, a white block."""
CARDS_OF_A_COLOUR = 3
CARDS_IN_HAND = 2

_UPPER, _LOWER = (row * SIZE + column for row, column in TOWERS)
_TOWER = 1 << (4 * WHITE)


@inline
def init(params: StructRef, s: StructRef) -> None:
    """Set up the two towers; hands are dealt next."""
    put(s, _UPPER, _TOWER)
    put(s, _LOWER, _TOWER)
    s.standing[height_of(_TOWER)] = 2
    s.deck[WHITE] = CARDS_OF_A_COLOUR
    s.deck[BLACK] = CARDS_OF_A_COLOUR
    s.phase = 1
    s.round_number = 1
    s.to_draw = CARDS_IN_HAND
    s.stage = HANDS


@inline
def apply(params: StructRef, s: StructRef, action: int) -> None:
    """Apply an action, as in Blox."""
    core.apply(params, s, action)
    if int(s.stage) == HANDS and int(s.to_draw) == HAND:
        s.to_draw = CARDS_IN_HAND  # of the next seat


@inline
def resample(params: StructRef, s: StructRef, seat: int, stream: Stream) -> None:
    """Redeal the other hand, except cards that are known to be there."""
    other = 1 - seat
    for colour in range(COLOURS):
        kept = max(0, int(s.kept[other, colour]))
        s.deck[colour] = int(s.deck[colour]) + int(s.hand[other, colour]) - kept
        s.hand[other, colour] = kept
        s.kept[other, colour] = kept
    for _ in range(CARDS_IN_HAND - total(s.hand[other])):
        colour = int(below(stream, total(s.deck)) >= int(s.deck[WHITE])) * BLACK
        s.deck[colour] = int(s.deck[colour]) - 1
        s.hand[other, colour] = int(s.hand[other, colour]) + 1
