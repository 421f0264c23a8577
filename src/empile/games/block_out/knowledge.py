"""What a search should know of Block Out!: which moves make sense, how a cut game would end.

A card for one block is soon useless, a card for any never: narrow cards go first. Action cards are worth
most when the tower is likely to fall, so they are kept for that.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.jit import inner
from empile.engine.layout import Record
from empile.games.block_out.memory import FALLS, PASS_MOVE, SIZE

_ACTION_PER_RISK = 3
"""An action card is played so many times as often as the next block would fall."""
_LEAD = 7.0
"""So many cards fewer are as good as won."""


@inner
def simulation_move(box: Record, s: Record, moves: NDArray[np.int32], n: int, bits: int) -> int:
    """Choose an action card by the tower's danger, else a block card, a narrow one rather."""
    if int(moves[0]) > PASS_MOVE:
        return int(moves[np.int64((bits * n) >> 32)])
    blocks = n
    while blocks > 0 and int(moves[np.int64(blocks - 1)]) >= PASS_MOVE:
        blocks -= 1
    one, other = bits >> 16, bits & 0xFFFF
    if blocks < n:
        level = min(int(s.height), SIZE - 1)
        risk = int(box.weights[np.int64(level), FALLS]) * _ACTION_PER_RISK
        if blocks == 0 or one * 1000 < risk << 16:
            return int(moves[np.int64(blocks + ((other * (n - blocks)) >> 16))])
    # Moves come card by card, the narrow ones first: the square of a share is a small share.
    share = (other * other) >> 16
    return int(moves[np.int64((share * blocks) >> 16)])


@inner
def estimate(box: Record, s: Record, out: NDArray[np.float64]) -> None:
    """Write how many fewer cards each seat holds than its opponents."""
    seats = int(box.seats)
    for seat in range(seats):
        ahead = 0.0
        for other in range(seats):
            lead = (int(s.in_hand[np.int64(other)]) - int(s.in_hand[np.int64(seat)])) / _LEAD
            ahead += min(1.0, max(-1.0, lead))
        out[seat] = ahead / (seats - 1)
