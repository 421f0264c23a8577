"""Ahead-of-time compilation, in this process or in others of low priority.

``python -m empile.engine.compiled.warm GAME`` compiles a game and prints each finished step.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable

import numpy as np

from empile.engine.batches.batch import Batch
from empile.engine.compiled.descriptors import load_write_batches
from empile.engine.compiled.machine_code import NotCompiledError, loading_only
from empile.engine.game import Game
from empile.engine.match import Match
from empile.engine.perft import perft
from empile.engine.playouts import random_games
from empile.engine.random import below, new_stream
from empile.engine.search.search import resampled, search

STEPS = ("single steps", "search", "views", "random games", "perft")
PLAYABLE = 1
"""Finished steps after which people can play."""
SEARCHABLE = 2
"""Finished steps after which bots can."""

_NICE = 10


def warm(game: Game, progress: Callable[[int, int], None] | None = None) -> None:
    """Compile the code for play and searches of ``game``, for any options.

    ``progress`` is called with the finished steps and ``len(STEPS)``.
    """
    for done, step in enumerate((_single_steps, _search, _views, _random_games, _perft)):
        if progress is not None:
            progress(done, len(STEPS))
        step(game)
    if progress is not None:
        progress(len(STEPS), len(STEPS))


def is_warm(game: Game) -> bool:
    """Load the code that ``warm`` compiles; return False if some of it is not compiled."""
    with loading_only():
        try:
            warm(game)
        except NotCompiledError:
            return False
    return True


def warm_apart(
    name: str,
    progress: Callable[[int, int], None] | None = None,
    stop: threading.Event | None = None,
    *,
    natively: bool = False,
) -> bool:
    """Compile a game in another process, of low priority; return whether that succeeded.

    The process ends at the next finished step once ``stop`` is set, and with this process.
    ``natively``: for this processor, even if there are shipped objects.
    """
    command = [sys.executable, "-m", "empile.engine.compiled.warm", name]
    environment = {**os.environ, **({"EMPILE_OBJECTS": ""} if natively else {})}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if stop is not None and stop.is_set():
                process.terminate()
                return False
            if progress is not None:
                done, steps = line.split()
                progress(int(done), int(steps))
    return process.returncode == 0


def yield_to_others() -> None:
    """Lower the priority of this process. Example: ``yield_to_others()``, before it compiles."""
    with contextlib.suppress(AttributeError, OSError):  # not available on Windows
        os.nice(_NICE)


def end_with_input() -> None:
    """End this process when its standard input ends, as a pipe of its parent does with the parent.

    Example: ``end_with_input()``, once, at the start of the process.
    """
    threading.Thread(target=_end, daemon=True).start()


def _end() -> None:
    sys.stdin.read()
    os._exit(1)


def warm_tensors(game: Game) -> None:
    """Compile the code of observations and batches of ``game``."""
    batch = Batch(game, 1, seed=0)
    assert batch.legal_mask.any()
    batch.observations()
    batch.information_state()
    batch.rollouts()
    state = batch.state(0)
    state.observation(0)
    state.information_state(0)
    batch.step(batch.random_actions())
    batch.random_step()
    batch.action_masks()
    batch.set_states(batch.get_states())


def _single_steps(game: Game) -> None:
    match = Match(game)
    stream = new_stream(0)
    match.state.chance_outcomes()
    match.resolve_chance(stream, also_external=True)
    while not match.state.is_terminal():
        moves = match.state.legal_actions()
        move = moves[below(stream, len(moves))]
        match.state.clone().text_to_action(match.state.action_to_text(move))
        match.state.gain(move)
        match.state.view(None)
        match.play_action(move)
        match.state.chance_outcomes()
        match.resolve_chance(stream, also_external=True)
    match.state.result()
    match.state.returns()


def _views(game: Game) -> None:
    match = Match(game)
    match.resolve_chance(new_stream(0), also_external=True)
    game.presenter.json.compile(match.state)
    game.writers.compile(match.state)
    game.setup.compile(match.state)
    load_write_batches()


def _random_games(game: Game) -> None:
    random_games(game, 1, stream=new_stream(0))


def _perft(game: Game) -> None:
    if game.referee is None:
        perft(game, 1)
    for extra in game.warm_extras:
        extra()


def _search(game: Game) -> None:
    match = Match(game)
    match.resolve_chance(new_stream(0), also_external=True)
    state = match.state
    search(state, stream=new_stream(0), simulations=2)
    moves = np.array(state.legal_actions(), np.int32)
    sampled = resampled(state, state.current_player(), new_stream(0))
    template = game.compiled.simulation
    template.rollout_move(game.params_array, sampled.array, moves, len(moves), 0)


def _main(name: str) -> None:
    import empile

    yield_to_others()
    end_with_input()
    warm(empile.load(name), lambda done, steps: print(done, steps, flush=True))


if __name__ == "__main__":
    _main(*sys.argv[1:])
