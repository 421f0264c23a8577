"""Perft: the number of move sequences of a given length, a check of move generators."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from empile.engine.arguments import new_stream, whole_number
from empile.engine.errors import EmpileError
from empile.engine.game import Game, State


class NoPerftError(EmpileError):
    """Outcomes come from outside the game's rules."""


def perft(
    game: Game,
    depth: int,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
    *,
    start: State | None = None,
) -> int:
    """Count the sequences of exactly ``depth`` moves from the start of ``game``, or from ``start``.

    The d-th chance action is drawn from the d-th stream split from ``seed``'s. ``progress`` is
    called with the root moves done and their total. Raises ``NoPerftError``, ``ArgumentError``.

    Example: ``perft(empile.load("block-ness", players=2), 1)`` returns 192.
    """
    depth = whole_number("depth", depth, 0)
    if game.referee is not None:
        raise NoPerftError(f"{game.name} has no perft: some outcomes come from outside its rules")
    states = np.zeros(max(depth, 1), dtype=game.compiled.state_dtype)
    drawn = np.zeros(max(depth, 1), np.int64)
    seeds = new_stream(seed)
    template = game.compiled.perft
    start = game.new_state() if start is None else start.clone()
    template.settle(game.params_array, start.array, 0, seeds, drawn)
    before = int(drawn[0])
    if depth == 0:
        return 1
    leaves = 0
    moves = start.legal_actions()
    for done, move in enumerate(moves):
        if progress is not None:
            progress(done, len(moves))
        states[0] = start.array[0]
        drawn[0] = before
        game.compiled.step.apply(game.params_array, states, 0, move)
        template.settle(game.params_array, states, 0, seeds, drawn)
        leaves += int(template.perft(game.params_array, states, depth - 1, seeds, drawn))
    return leaves
