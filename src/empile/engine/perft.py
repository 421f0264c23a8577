"""Perft: how many sequences of exactly D moves there are, the classical check of a move generator."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from empile.engine.errors import EmpileError
from empile.engine.game import Game
from empile.engine.random import new_stream, split


class NoPerftError(EmpileError):
    """Perft was asked of a game whose outcomes come from outside its rules."""


def perft(
    game: Game, depth: int, seed: int = 0, told: Callable[[int, int], None] | None = None
) -> int:
    """Count the sequences of exactly ``depth`` moves from the start of ``game``.

    Lines that end earlier add none. Where chance decides, ``seed`` fixes its draws: those that
    follow the k-th move of a line come from one stream, the same for every branch. ``told`` is
    called with the number of first moves that are done and of all. Raises :class:`NoPerftError`
    for a game with a referee and :class:`ValueError` for a negative depth.
    """
    if depth < 0:
        raise ValueError(f"a depth is 0 or more, not {depth}")
    if game.has_referee:
        raise NoPerftError(f"{game.name} has no perft: some outcomes come from outside its rules")
    states = np.zeros(max(depth, 1), dtype=game.compiled.state_dtype)
    stream = new_stream(seed)
    streams = np.array([split(stream, k)[0] for k in range(depth + 1)], dtype=np.uint64)
    driver = game.compiled.perft
    start = game.new_state()
    driver.settle(game.boxes, start.array, 0, streams)
    if depth == 0:
        return 1
    leaves = 0
    moves = start.legal_actions()
    for done, move in enumerate(moves):
        if told is not None:
            told(done, len(moves))
        states[0] = start.array[0]
        game.compiled.step.apply(game.boxes, states, 0, move)
        driver.settle(game.boxes, states, 0, streams[1:])
        leaves += int(driver.perft(game.boxes, states, depth - 1, streams[1:]))
    return leaves
