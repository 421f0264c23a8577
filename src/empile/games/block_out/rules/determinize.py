"""Determinization of Block Out!: sampling of hidden cards."""

from __future__ import annotations

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.engine.random import Stream, below
from empile.games.block_out.rules.state import KINDS


@inline
def resample(params: StructRef, s: StructRef, seat: int, stream: Stream) -> None:
    """Redeal the cards hidden from ``seat``: other hands and the stock.

    Another seat to act keeps a playable card; after drawing, only the drawn card is playable.
    """
    acting = int(s.seat)
    drawn = acting != seat and int(s.drawn) > 0
    for other in range(int(params.seats)):
        if other != seat:
            _hand_back(s, other)
    if acting != seat:
        if drawn:
            _deal_after_drawing(params, s, acting, stream)
        else:
            _deal_playable(params, s, acting, stream)
    for other in range(int(params.seats)):
        if other != seat and other != acting:
            _deal(s, other, int(s.in_hand[other]), -1, stream)


@inline
def _hand_back(s: StructRef, seat: int) -> None:
    for kind in range(KINDS):
        s.stock[kind] = int(s.stock[kind]) + int(s.hand[seat, kind])
        s.in_stock = int(s.in_stock) + int(s.hand[seat, kind])
        s.hand[seat, kind] = 0
    s.holds[seat] = 0


@inline
def _deal(s: StructRef, seat: int, cards: int, kinds: int, stream: Stream) -> int:
    """Return the kind of the last card dealt."""
    last = 0
    for _ in range(cards):
        total = 0
        for kind in range(KINDS):
            total += int(s.stock[kind]) * (kinds >> kind & 1)
        left = below(stream, total)
        reached = 0
        last = 0
        for kind in range(KINDS - 1):
            reached += int(s.stock[kind]) * (kinds >> kind & 1)
            last += left >= reached
        s.stock[last] = int(s.stock[last]) - 1
        s.in_stock = int(s.in_stock) - 1
        s.hand[seat, last] = int(s.hand[seat, last]) + 1
        s.holds[seat] = int(s.holds[seat]) | 1 << last
    return last


@inline
def _deal_after_drawing(params: StructRef, s: StructRef, seat: int, stream: Stream) -> None:
    """Deal a hand without a playable card before the last."""
    playable = int(params.playable[int(s.free)])
    s.drawn = _deal(s, seat, 1, playable, stream) + 1
    _deal(s, seat, int(s.in_hand[seat]) - 1, ~playable, stream)


@inline
def _deal_playable(params: StructRef, s: StructRef, seat: int, stream: Stream) -> None:
    playable = int(params.playable[int(s.free)])
    while True:
        _deal(s, seat, int(s.in_hand[seat]), -1, stream)
        if int(s.in_hand[seat]) == 0 or int(s.holds[seat]) & playable:
            return
        _hand_back(s, seat)
