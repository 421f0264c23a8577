"""Perft: how many sequences of exactly D moves there are, the classical check of a move generator."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from empile.engine.errors import EmpileError
from empile.engine.game import Game
from empile.engine.random import new_stream


class NoPerftError(EmpileError):
    """Perft was asked of a game whose outcomes come from outside its rules."""


def perft(
    game: Game, depth: int, seed: int = 0, told: Callable[[int, int], None] | None = None
) -> int:
    """Count the sequences of exactly ``depth`` moves from the start of ``game``.

    Lines that end earlier add none. Where chance decides, ``seed`` fixes its draws: the d-th chance
    action of a line is decided by the d-th stream split from the seed's. So what is drawn comes off
    one order that was fixed beforehand, the same in every branch. ``told`` is
    called with the number of first moves that are done and of all. Raises :class:`NoPerftError`
    for a game with a referee and :class:`ValueError` for a negative depth.
    """
    if depth < 0:
        raise ValueError(f"a depth is 0 or more, not {depth}")
    if game.referee is not None:
        raise NoPerftError(f"{game.name} has no perft: some outcomes come from outside its rules")
    states = np.zeros(max(depth, 1), dtype=game.compiled.state_dtype)
    drawn = np.zeros(max(depth, 1), np.int64)
    seeds = new_stream(seed)
    driver = game.compiled.perft
    start = game.new_state()
    driver.settle(game.boxes, start.array, 0, seeds, drawn)
    before = int(drawn[0])
    if depth == 0:
        return 1
    leaves = 0
    moves = start.legal_actions()
    for done, move in enumerate(moves):
        if told is not None:
            told(done, len(moves))
        states[0] = start.array[0]
        drawn[0] = before
        game.compiled.step.apply(game.boxes, states, 0, move)
        driver.settle(game.boxes, states, 0, seeds, drawn)
        leaves += int(driver.perft(game.boxes, states, depth - 1, seeds, drawn))
    return leaves
