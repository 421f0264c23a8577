"""Situations of Blox: states built from a position, without a game before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import empile
from empile.games.blox.rules import state as board_state
from tests.games.blox.reference import LETTERS, NEUTRAL, Reference, cell, in_order, without

ALL_CARDS = "".join(letter * 15 for letter in LETTERS)


def state_at(game: empile.Game, position: dict[str, Any], kept: Any = None) -> empile.State:
    """Return the state of ``position``, a seat to act.

    ``kept``, by seat and colour, counts the cards in hand at the last reshuffle minus those paid
    since; positions lack it.
    """
    state = empile.State(game, game.new_state().array)
    s = state.array[0]
    for field in s.dtype.names:
        s[field] = 0
    s["stage"] = board_state.PLAY
    s["seat"] = position["seat"]
    s["phase"] = position["phase"]
    s["last_round"] = position["last_round"]
    s["round_number"] = position["round"]
    for at, pile in position["towers"].items():
        _put(s, at, sum(1 << 4 * LETTERS.index(block) for block in pile))
        s["standing"][len(pile)] += 1
        half, bit = divmod(_number(at), board_state.LOW_CELLS)
        s["walls"][half] += 1 << bit
    for at in sorted(position["figures"], key=_number):
        owner = position["figures"][at]
        _put(s, at, (board_state.NEUTRAL if owner == NEUTRAL else owner + 1) << 16)
        if owner != NEUTRAL:
            s["place"][owner][s["placed"][owner]] = _number(at) + 1
            s["placed"][owner] += 1
    for seat in range(game.num_players):
        s["joker"][seat] = position["jokers"][seat]
        s["hand"][seat] = _counts(position["hands"][seat])
        s["blocks"][seat] = _counts(position["blocks"][seat])
        s["points"][seat] = position["points"][seat]
    if kept is not None:
        s["kept"] = kept
    for pile in ("deck", "discard"):
        s[pile] = [position[pile][letter] for letter in LETTERS]
    return state


def _number(at: str) -> int:
    column, row = cell(at)
    return row * 9 + column


def _put(s: Any, at: str, thing: int) -> None:
    column, row = cell(at)
    s["on"][_number(at)] = thing
    s["rows"][row] |= 1 << column
    s["columns"][column] |= 1 << row


def _counts(pile: str) -> list[int]:
    return [pile.count(letter) for letter in LETTERS]


def situation(
    towers: str = "",
    figures: str = "",
    hands: Sequence[str] = ("WGBMM", "WGBMM"),
    *,
    seat: int = 0,
    phase: int = 1,
    last_round: bool = False,
    round: int = 1,
    jokers: Sequence[bool] | None = None,
    blocks: Sequence[str] | None = None,
    points: Sequence[int] | None = None,
    discard: str = "",
    deck: str | None = None,
    **options: Any,
) -> empile.State:
    """Return a state in which ``seat`` acts; what is not named is as at the start.

    ``towers`` and ``figures`` as in ``"c5=WWM e1=M"`` and ``"g8=0 a9=neutral"``. There are as many
    seats as hands. The other cards are in the draw pile, or those of ``deck``. Both writings of the
    rules are asked for the legal moves: they must agree.
    """
    seats = len(hands)
    game = empile.load("blox", players=seats, **options)
    on_board = _pairs(figures)
    owners = {at: owner if owner == NEUTRAL else int(owner) for at, owner in on_board.items()}
    if deck is None:
        deck = without(ALL_CARDS, "".join(hands) + discard)
    position: dict[str, Any] = {
        "phase": phase,
        "last_round": last_round,
        "round": round,
        "seat": seat,
        "towers": {at: in_order(pile) for at, pile in _pairs(towers).items()},
        "figures": owners,
        "reserve": [4 - list(owners.values()).count(owner) for owner in range(seats)],
        "hands": [in_order(hand) for hand in hands],
        "jokers": list(jokers or [False] * seats),
        "blocks": [in_order(pile) for pile in blocks or [""] * seats],
        "points": list(points or [0] * seats),
        "deck": {letter: deck.count(letter) for letter in LETTERS},
        "discard": {letter: discard.count(letter) for letter in LETTERS},
    }
    state = state_at(game, position)
    assert state.position() == position
    assert state.legal_texts() == Reference.of_position(game.options, position).legal_texts()
    return state


def _pairs(text: str) -> dict[str, str]:
    return dict(part.split("=") for part in text.split())


def after(state: empile.State, *texts: str) -> empile.State:
    """Return the state that some texts lead to; the second writing of the rules goes along."""
    reference = Reference.of_position(state.game.options, state.position())
    if state.is_chance_node():
        reference.to_draw = state.chance_actions_left()
    state = state.clone()
    for text in texts:
        state.apply_text(text)
        reference.play(text)
        if not state.is_chance_node():
            assert state.position() == reference.position()
            assert state.legal_texts() == reference.legal_texts()
    return state
