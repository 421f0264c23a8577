"""Empile: modern block-stacking board games, with rules engine, bots and a game server.

Example::

    import empile

    game = empile.load("block-ness", players=2)
    state = game.new_state()
    stream = empile.new_stream(1)
    while not state.is_terminal():
        state.apply_action(empile.choose(state, empile.levels_of(game)[0], stream))
    print(state.returns())

The public interface is what this package exports, :mod:`empile.engine.contracts` (to write a game),
:mod:`empile.envs` (environments for reinforcement learning), :mod:`empile.arena` (tournaments) and
:mod:`empile.client` (to play on a server). Everything else is internal and may change without notice.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from empile.bots import choose, levels_of
    from empile.bots.analysis import analyse
    from empile.bots.hints import Advice, advise
    from empile.bots.sprt import duel, level_player
    from empile.engine.arguments import below, new_stream
    from empile.engine.batches.batch import Batch, IllegalActionsError
    from empile.engine.batches.gpu_batch import GpuBatch
    from empile.engine.contracts.evaluation import Evaluator, EvaluatorInputs, Gumbel, Puct
    from empile.engine.contracts.level import Level, SearchParams
    from empile.engine.discovery import game_class, game_names
    from empile.engine.errors import (
        ArgumentError,
        EmpileError,
        EvaluatorError,
        IllegalActionError,
        NotationError,
        OptionError,
        PickleError,
        PositionError,
        Reason,
        RecordError,
        UnknownGameError,
    )
    from empile.engine.game import CHANCE, EXTERNAL, TERMINAL, Event, Game, Result, State
    from empile.engine.match import Match
    from empile.engine.planes import split_planes, stack_boards
    from empile.engine.random import Stream
    from empile.engine.record import Ended, Record
    from empile.engine.search.batched import BatchedResult, BatchedSearch
    from empile.engine.search.evaluators import jax_evaluator, onnx_evaluator, torch_evaluator
    from empile.engine.search.search import (
        MoveStats,
        SearchResult,
        expected_returns,
        resampled,
        search,
    )
    from empile.options import load

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "EXTERNAL",
    "TERMINAL",
    "Advice",
    "ArgumentError",
    "Batch",
    "BatchedResult",
    "BatchedSearch",
    "EmpileError",
    "Ended",
    "Evaluator",
    "EvaluatorError",
    "EvaluatorInputs",
    "Event",
    "Game",
    "GpuBatch",
    "Gumbel",
    "IllegalActionError",
    "IllegalActionsError",
    "Level",
    "Match",
    "MoveStats",
    "NotationError",
    "OptionError",
    "PickleError",
    "PositionError",
    "Puct",
    "Reason",
    "Record",
    "RecordError",
    "Result",
    "SearchParams",
    "SearchResult",
    "State",
    "Stream",
    "UnknownGameError",
    "__version__",
    "advise",
    "analyse",
    "below",
    "choose",
    "duel",
    "expected_returns",
    "game_class",
    "game_names",
    "jax_evaluator",
    "level_player",
    "levels_of",
    "load",
    "new_stream",
    "onnx_evaluator",
    "resampled",
    "search",
    "split_planes",
    "stack_boards",
    "torch_evaluator",
]

_EXPORTS = {
    "bots": ("choose", "levels_of"),
    "bots.hints": ("Advice", "advise"),
    "bots.analysis": ("analyse",),
    "bots.sprt": ("duel", "level_player"),
    "engine.batches.batch": ("Batch", "IllegalActionsError"),
    "engine.discovery": ("game_class", "game_names", "load"),
    "engine.errors": (
        "ArgumentError",
        "EmpileError",
        "EvaluatorError",
        "IllegalActionError",
        "NotationError",
        "OptionError",
        "PickleError",
        "PositionError",
        "Reason",
        "RecordError",
        "UnknownGameError",
    ),
    "engine.game": ("CHANCE", "EXTERNAL", "TERMINAL", "Event", "Game", "Result", "State"),
    "engine.batches.gpu_batch": ("GpuBatch",),
    "engine.contracts.evaluation": ("Evaluator", "EvaluatorInputs", "Gumbel", "Puct"),
    "engine.contracts.level": ("Level", "SearchParams"),
    "engine.match": ("Match",),
    "engine.planes": ("split_planes", "stack_boards"),
    "engine.random": ("Stream",),
    "engine.record": ("Ended", "Record"),
    "engine.search.batched": ("BatchedResult", "BatchedSearch"),
    "engine.search.evaluators": ("jax_evaluator", "onnx_evaluator", "torch_evaluator"),
    "engine.search.search": (
        "MoveStats",
        "SearchResult",
        "expected_returns",
        "resampled",
        "search",
    ),
    "engine.arguments": ("below", "new_stream"),
}
_MODULE_OF = {name: module for module, names in _EXPORTS.items() for name in names}


def __getattr__(name: str) -> Any:
    # Imported at first use: the engine loads a compiler, which takes most of a second, and
    # `empile --help` needs none of it.
    module = _MODULE_OF.get(name)
    if module is None:
        raise AttributeError(f"module 'empile' has no attribute '{name}'")
    value = getattr(importlib.import_module(f"empile.{module}"), name)
    globals()[name] = value  # the next time it is found without this function
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
