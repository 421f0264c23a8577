"""What the module of a game exports: entry points with the types of their arguments."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

import numpy as np

from empile.engine.contracts.grades import accuracy_percent, grade_number, write_loss
from empile.engine.game import Game
from empile.engine.random import Stream, below, new_stream, split_bits


class Export(NamedTuple):
    """A compiled function under a name."""

    name: str
    """As in ``step.legal``: the template and its function."""
    function: Any
    """The Python function."""
    arguments: tuple[Any, ...]
    """Examples of the arguments, which give their types."""
    block: bool = False
    """Whether it takes a pointer to one block of arguments, as functions with many do."""


def exports_of(game: Game) -> list[Export]:
    """Return the exports to play, show and search a game, the same for all its options.

    No compiled function is called: a process that compiles for WebAssembly cannot.

    Example::

        >>> exports_of(empile.load("block-out"))[0].name
        'step.init'
    """
    compiled, params = game.compiled, game.params_array
    state: Any = np.zeros(1, compiled.state_dtype)
    stream, at = new_stream(0), (params, state, 0)
    bytes_, numbers, longs, floats = (
        np.empty(1, kind) for kind in (np.uint8, np.int32, np.int64, np.float64)
    )
    exports: list[Export] = []

    def add(name: str, *arguments: Any, block: bool = False) -> None:
        template, _, function = name.partition(".")
        compiled_function = getattr(compiled.template(template), function)
        exports.append(Export(name, _python(compiled_function), arguments, block))

    add("step.init", *at)
    add("step.current", *at)
    add("step.legal", *at, numbers)
    add("step.is_legal", *at, 0)
    add("step.apply", *at, 0)
    add("step.chance", *at, numbers, longs)
    add("step.chance_actions_left", *at)
    add("step.draw", *at, stream, numbers)
    add("step.order", *at, numbers)
    add("step.ranks", *at, numbers)
    add("step.scores", *at, numbers)
    add("step.gain", *at, 0)
    add("step.reason", *at)
    add("step.team", params, 0)
    add("playout.random_games", params, state, state, 1, stream, longs)
    texts = game.presenter.json_texts()
    if texts is not None:
        add("view.view", *at, 0, texts, numbers, bytes_)
        add("view.moves", *at, 0, texts, numbers, bytes_)
    table = np.empty((1, 1), np.uint8)
    lack = game.presenter.lack
    if not lack("write_event"):
        add("messages.event", *at, 0, numbers, table, numbers, bytes_)
    if not lack("write_refusal"):
        add("messages.refusal", *at, 0, table, numbers, bytes_)
    if game.has_chance and not lack("write_chance"):
        add("messages.chance", *at, 0, numbers, table, numbers, bytes_)
        add("messages.read_chance", *at, bytes_, numbers, table, numbers, bytes_)
    if game.writers.defines("write_clue"):
        add("messages.clue", *at, 0, 0, 0, 0, table, numbers, bytes_)
    filled, setup = np.zeros(1, compiled.params_dtype), game.setup
    for function, structs in (
        ("check_option", ()),
        ("fill_params", (filled,)),
        ("read_position", (params, state)),
        ("write_setup", (params,)),
    ):
        if setup.defines(function):
            add(f"setup.{function}", *structs, numbers, numbers)
    add("simulation.resample", *at, 0, stream)
    add("simulation.rollout_move", params, state, numbers, 0, 0)
    add("simulation.observed_action", *at, 0, 0)
    for name, arguments in _searches(game, state).items():
        add(name, *arguments, block=True)
    add("exhaustive.bound", floats, 0.0)
    if game.solo is not None:
        solver = game.solo.solver
        search, solved = np.zeros(1, solver.SEARCH), np.zeros(1, solver.SOLVED)
        arguments = (params, state, search, longs, solved, 0, 0, False)
        exports.append(Export("solo.solve", _python(solver.solve), arguments, block=True))
    exports.append(Export("grades.loss", _python(write_loss), (floats, floats)))
    exports.append(Export("grades.grade", _python(grade_number), (0.0, 0.0, 0.0, 0.0)))
    exports.append(Export("grades.accuracy", _python(accuracy_percent), (0.0, 0.0)))
    exports.append(Export("random.below", _python(below), (stream, 0)))
    exports.append(Export("random.split", _split, (stream, 0, stream)))
    return exports


def _searches(game: Game, state: Any) -> dict[str, tuple[Any, ...]]:
    """Return the functions of the searches of the game, with their arguments."""
    compiled, params, stream = game.compiled, game.params_array, new_stream(0)
    numbers, longs, floats = (np.empty(1, kind) for kind in (np.int32, np.int64, np.float64))
    history = np.zeros(1, compiled.simulation.HISTORY)
    ends = np.zeros(1, compiled.simulation.ENDS)
    weights = (0.0, 0.0, 0.0, 0.0, 0)
    levels = np.zeros(1, compiled.exhaustive.LEVEL)
    rows = (np.empty((1, 1), np.int32), np.empty((1, 1), np.int64))
    exhaustive = (params, state, levels, *rows, 0, False, 0.0, 0.0, 0, longs)
    if game.imperfect_information:
        edges = np.zeros(1, compiled.ismcts.EDGE)
        shared = (params, state, state, edges, numbers, longs, history, ends, floats)
        return {
            "ismcts.simulate": (*shared, 0, 0, 0, *weights, stream),
            "ismcts.report": (params, state, edges, numbers, numbers, numbers),
            "exhaustive.value": exhaustive,
        }
    edges, nodes = np.zeros(1, compiled.uct.EDGE), np.zeros(1, compiled.uct.NODE)
    tree = (params, state, state, nodes, edges, longs, history, ends)
    return {
        "uct.start": (params, state, nodes, edges, longs, stream),
        "uct.simulate": (*tree, 0, *weights, True, 0.0, stream),
        "exhaustive.value": exhaustive,
    }


def _split(stream: Stream, index: int, child: Stream) -> None:
    """Make ``child`` the child stream number ``index``: 64 bits that no page can pass as a number."""
    child[0] = split_bits(stream, index)


def _python(function: Any) -> Any:
    """Return the Python function of a compiled one."""
    return getattr(function, "__wrapped__", function)


def names_of(export: Export) -> tuple[str, ...]:
    """Return the names of the arguments of an export. Example: ``names_of(export)[0]``."""
    code = export.function.__code__
    return cast("tuple[str, ...]", code.co_varnames[: code.co_argcount])
