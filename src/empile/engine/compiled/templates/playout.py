"""Template: uniformly random games."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled, inline
from empile.engine.compiled.layout import StructArray, StructRef
from empile.engine.compiled.templates import rules
from empile.engine.compiled.templates.sampling import draw, random_move, random_move_of_list
from empile.engine.random import Stream


@inline
def play_out(
    params: StructRef,
    s: StructRef,
    stream: Stream,
    actions: NDArray[np.int32],
    weights: NDArray[np.int64],
) -> int:
    """Play ``s`` to its end by random moves; return the number of actions."""
    made = 0
    while True:
        actor = rules.current(params, s)  # evaluated once per action
        if actor >= 0:
            action = random_move(params, s, stream, actions)
        elif actor == rules.TERMINAL:
            return made
        else:
            action = draw(params, s, stream, actions, weights)
        rules.apply(params, s, action)
        made += 1


@compiled
def random_games(
    params_array: StructArray,
    start: StructArray,
    work: StructArray,
    games: int,
    stream: Stream,
    wins: NDArray[np.int64],
) -> int:
    """Play ``games`` random games from ``start[0]``; return the number of actions.

    Each seat ranked first adds one to ``wins``.
    """
    params = params_array[0]
    room = max(rules.MAX_LEGAL, rules.MAX_OUTCOMES)
    actions = np.empty(room, np.int32)
    weights = np.empty(room, np.int64)
    ranks = np.zeros(rules.MAX_SEATS, np.int32)
    made = 0
    for _ in range(games):
        work[0] = start[0]
        made += play_out(params, work[0], stream, actions, weights)
        rules.ranks(params, work[0], ranks)
        for seat in range(int(params.seats)):
            if ranks[seat] == 1:
                wins[seat] += 1
    return made


@compiled
def random_games_by_lists(
    params_array: StructArray,
    start: StructArray,
    work: StructArray,
    games: int,
    stream: Stream,
    wins: NDArray[np.int64],
) -> int:
    """Play the same games as :func:`random_games`, but list all legal moves at each turn."""
    params = params_array[0]
    room = max(rules.MAX_LEGAL, rules.MAX_OUTCOMES)
    actions = np.empty(room, np.int32)
    weights = np.empty(room, np.int64)
    ranks = np.zeros(rules.MAX_SEATS, np.int32)
    made = 0
    for _ in range(games):
        work[0] = start[0]
        s = work[0]
        actor = rules.current(params, s)
        while actor != rules.TERMINAL:
            if actor >= 0:
                action = random_move_of_list(params, s, stream, actions)
            else:
                action = draw(params, s, stream, actions, weights)
            rules.apply(params, s, action)
            actor = rules.current(params, s)
            made += 1
        rules.ranks(params, s, ranks)
        for seat in range(int(params.seats)):
            if ranks[seat] == 1:
                wins[seat] += 1
    return made
