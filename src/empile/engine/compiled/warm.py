"""Ahead-of-time compilation, to run once before starting several processes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from empile.engine.game import Game
from empile.engine.match import Match
from empile.engine.perft import perft
from empile.engine.playouts import random_games
from empile.engine.random import below, new_stream
from empile.engine.search.search import resampled, search

STEPS = ("single steps", "random games", "perft", "search")


def warm(game: Game, progress: Callable[[int, int], None] | None = None) -> None:
    """Compile the code for play and searches of ``game``, for any options.

    ``progress`` is called with the finished steps and ``len(STEPS)``.
    """
    for done, step in enumerate((_single_steps, _random_games, _perft, _search)):
        if progress is not None:
            progress(done, len(STEPS))
        step(game)
    if progress is not None:
        progress(len(STEPS), len(STEPS))


def _single_steps(game: Game) -> None:
    match = Match(game)
    stream = new_stream(0)
    match.resolve_chance(stream, also_external=True)
    while not match.state.is_terminal():
        moves = match.state.legal_actions()
        move = moves[below(stream, len(moves))]
        match.state.clone().text_to_action(match.state.action_to_text(move))
        match.state.gain(move)
        match.play_action(move)
        match.resolve_chance(stream, also_external=True)
    match.state.result()
    match.state.returns()


def _random_games(game: Game) -> None:
    random_games(game, 1, stream=new_stream(0))


def _perft(game: Game) -> None:
    if game.referee is None:
        perft(game, 1)


def _search(game: Game) -> None:
    match = Match(game)
    match.resolve_chance(new_stream(0), also_external=True)
    state = match.state
    search(state, stream=new_stream(0), simulations=2)
    moves = np.array(state.legal_actions(), np.int32)
    sampled = resampled(state, state.current_player(), new_stream(0))
    template = game.compiled.simulation
    template.rollout_move(game.params_array, sampled.array, moves, len(moves), 0)
