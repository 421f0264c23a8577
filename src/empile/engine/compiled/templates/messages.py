"""Template: messages as JSON and chance events as text, as far as the rules define their writers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled_keep_gil
from empile.engine.compiled.json_writer import read_outcomes, render
from empile.engine.compiled.layout import StructArray
from empile.engine.compiled.templates import rules


@compiled_keep_gil
def event(
    params_array: StructArray,
    states: StructArray,
    i: int,
    seat: int,
    actions: NDArray[np.int32],
    texts: NDArray[np.uint8],
    tokens: NDArray[np.int32],
    out: NDArray[np.uint8],
) -> int:
    """Write the message of an event for ``seat``, -1 for a spectator; return its length, or -1 without room."""
    count = rules.write_event(params_array[0], states[i], seat, actions, tokens)
    return render(tokens, count, texts, out, 0)


@compiled_keep_gil
def refusal(
    params_array: StructArray,
    states: StructArray,
    i: int,
    action: int,
    texts: NDArray[np.uint8],
    tokens: NDArray[np.int32],
    out: NDArray[np.uint8],
) -> int:
    """Write why ``action`` is illegal; return the length, or -1 without room."""
    count = rules.write_refusal(params_array[0], states[i], action, tokens)
    return render(tokens, count, texts, out, 0)


@compiled_keep_gil
def clue(
    params_array: StructArray,
    states: StructArray,
    i: int,
    solvable: int,
    take_back: int,
    action: int,
    step: int,
    texts: NDArray[np.uint8],
    tokens: NDArray[np.int32],
    out: NDArray[np.uint8],
) -> int:
    """Write a step of a hint; return the length, or -1 without room."""
    count = rules.write_clue(params_array[0], states[i], solvable, take_back, action, step, tokens)
    return render(tokens, count, texts, out, 0)


@compiled_keep_gil
def chance(
    params_array: StructArray,
    states: StructArray,
    i: int,
    viewer: int,
    actions: NDArray[np.int32],
    texts: NDArray[np.uint8],
    tokens: NDArray[np.int32],
    out: NDArray[np.uint8],
) -> int:
    """Write the text of a chance event as ``viewer`` sees it; return its length, or -1 without room."""
    count = rules.write_chance(params_array[0], states[i], viewer, actions, tokens)
    return render(tokens, count, texts, out, 0)


@compiled_keep_gil
def read_chance(
    params_array: StructArray,
    states: StructArray,
    i: int,
    text: NDArray[np.uint8],
    actions: NDArray[np.int32],
    texts: NDArray[np.uint8],
    tokens: NDArray[np.int32],
    out: NDArray[np.uint8],
) -> int:
    """Read the outcomes that ``text`` begins with: see ``json_writer.read_outcomes``."""
    write, most = rules.write_chance, rules.MAX_OUTCOMES
    return read_outcomes(write, most, params_array[0], states[i], text, texts, tokens, out, actions)
