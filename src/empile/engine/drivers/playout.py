"""Template: uniformly random games."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.drivers import rules
from empile.engine.drivers.drawing import draw, random_move
from empile.engine.jit import entry, inner
from empile.engine.layout import Record, RecordArray
from empile.engine.random import Stream


@inner
def play_out(
    box: Record,
    s: Record,
    stream: Stream,
    actions: NDArray[np.int32],
    weights: NDArray[np.int64],
) -> int:
    """Play ``s`` to its end by uniformly random moves; return the number of actions."""
    made = 0
    while True:
        actor = rules.current(box, s)  # evaluated once per action
        if actor >= 0:
            action = random_move(box, s, stream, actions)
        elif actor == rules.TERMINAL:
            return made
        else:
            action = draw(box, s, stream, actions, weights)
        rules.apply(box, s, action)
        made += 1


@entry
def random_games(
    boxes: RecordArray,
    start: RecordArray,
    work: RecordArray,
    games: int,
    stream: Stream,
    wins: NDArray[np.int64],
) -> int:
    """Play ``games`` random games from ``start[0]``; return the number of actions.

    Each seat ranked first adds one to ``wins``; ``work`` is scratch space.
    """
    box = boxes[0]
    room = max(rules.MAX_LEGAL, rules.MAX_OUTCOMES)
    actions = np.empty(room, np.int32)
    weights = np.empty(room, np.int64)
    ranks = np.zeros(rules.MAX_SEATS, np.int32)
    made = 0
    for _ in range(games):
        work[0] = start[0]
        made += play_out(box, work[0], stream, actions, weights)
        rules.ranks(box, work[0], ranks)
        for seat in range(int(box.seats)):
            if ranks[seat] == 1:
                wins[seat] += 1
    return made
