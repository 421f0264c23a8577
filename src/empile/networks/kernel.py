"""The forward pass of a network, compiled.

Most inputs are 0, and most units of a layer after ReLU too, so sums run over the others only, as in the
accumulators of NNUE (Nasu 2018); logits are computed for legal moves only. So a position takes as long
alone as in a batch.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import compiled, inline

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]


class WindowArrays(NamedTuple):
    """Windows around pieces, as the first layer uses them; see ``CentredView``."""

    pieces: Integers
    """Shape (windows,): the beginning of each piece's plane."""
    obstacles: Integers
    """The beginnings of planes of obstacles."""
    of: int
    """The beginning of the plane that windows show."""
    cells: int
    closed: float
    offsets: Integers
    """Shape (cells, cells): the place in a window of each cell, -1 if outside, by the piece's cell."""
    size: int
    """Of a window."""
    outside: Floats
    """Shape (windows, cells, width): what cells outside of the board add to the first layer."""


class LayerArrays(NamedTuple):
    """Weights; those of layers have an input in each row."""

    first: Floats
    first_bias: Floats
    inner: Floats
    """Shape (layers of blocks, width, width)."""
    inner_bias: Floats
    policy: Floats
    """Shape (width, rank); without a rank (0, 0)."""
    policy_bias: Floats
    moves: Floats
    """Shape (actions, width or rank): a row for each move."""
    move_bias: Floats
    value: Floats
    value_bias: Floats
    values: Floats
    values_bias: Floats


@inline
def _add(sums: Floats, weight: float, row: Floats) -> None:
    scale = np.float32(weight)
    for k in range(len(sums)):
        sums[k] += scale * row[k]


@inline
def _rectify(sums: Floats) -> None:
    for k in range(len(sums)):
        sums[k] = max(sums[k], np.float32(0.0))


@inline
def _layer(inputs: Floats, weights: Floats, sums: Floats) -> None:
    for j in range(len(inputs)):
        if inputs[j] != 0.0:
            _add(sums, inputs[j], weights[j])


@inline
def _dot(a: Floats, b: Floats) -> float:
    """Return the product; four sums, which processors add at once."""
    s0 = s1 = s2 = s3 = np.float32(0.0)
    end = len(a) // 4 * 4
    for k in range(0, end, 4):
        s0 += a[k] * b[k]
        s1 += a[k + 1] * b[k + 1]
        s2 += a[k + 2] * b[k + 2]
        s3 += a[k + 3] * b[k + 3]
    for k in range(end, len(a)):
        s0 += a[k] * b[k]
    return float(s0 + s1 + s2 + s3)


@inline
def add_windows(
    observation: Floats,
    windows: WindowArrays,
    first: Floats,
    begin: int,
    board: Floats,
    sums: Floats,
) -> None:
    """Add the windows of an observation times their rows of ``first``, from row ``begin``."""
    cells = windows.cells
    for c in range(cells):
        board[c] = observation[windows.of + c]
    for at in windows.obstacles:
        for c in range(cells):
            board[c] += np.float32(windows.closed) * observation[at + c]
    for number in range(len(windows.pieces)):
        place = -1
        for c in range(cells):
            if observation[windows.pieces[number] + c] > 0.0:
                place = c
                break
        if place < 0:
            continue
        _add(sums, 1.0, windows.outside[number, place])
        row = begin + number * windows.size
        for c in range(cells):
            offset = windows.offsets[place, c]
            if offset >= 0 and board[c] != 0.0:
                _add(sums, board[c], first[row + offset])


@compiled
def evaluate(
    observations: Floats,
    legal: NDArray[np.bool_],
    sees_legal: bool,
    windows: WindowArrays,
    layers: LayerArrays,
    logits: Floats,
    values: Floats,
) -> None:
    """Write the logits of legal moves, others stay as they are, and the values."""
    width = len(layers.first_bias)
    length = observations.shape[1]
    columns = np.empty(legal.shape[1], np.int64)
    hidden = np.empty(width, np.float32)
    inner = np.empty(width, np.float32)
    policy = np.empty(len(layers.policy_bias), np.float32)
    value = np.empty(len(layers.value_bias), np.float32)
    board = np.empty(max(1, windows.cells), np.float32)
    after = length + len(windows.pieces) * windows.size
    for row in range(len(observations)):
        observation = observations[row]
        count = 0
        for column in range(legal.shape[1]):
            columns[count] = column
            count += legal[row, column]
        hidden[:] = layers.first_bias
        for i in range(length):
            if observation[i] != 0.0:
                _add(hidden, observation[i], layers.first[i])
        if len(windows.pieces):
            add_windows(observation, windows, layers.first, length, board, hidden)
        if sees_legal:
            for k in range(count):
                _add(hidden, 1.0, layers.first[after + columns[k]])
        _rectify(hidden)
        for block in range(0, len(layers.inner), 2):
            inner[:] = layers.inner_bias[block]
            _layer(hidden, layers.inner[block], inner)
            _rectify(inner)
            _add(hidden, 1.0, layers.inner_bias[block + 1])
            _layer(inner, layers.inner[block + 1], hidden)
            _rectify(hidden)
        seen = hidden
        if len(layers.policy):
            policy[:] = layers.policy_bias
            _layer(hidden, layers.policy, policy)
            seen = policy
        for k in range(count):
            column = columns[k]
            logits[row, column] = _dot(seen, layers.moves[column]) + layers.move_bias[column]
        value[:] = layers.value_bias
        _layer(hidden, layers.value, value)
        _rectify(value)
        for k in range(values.shape[1]):
            total = layers.values_bias[k]
            for j in range(len(value)):
                total += value[j] * layers.values[j, k]
            values[row, k] = np.tanh(total)
