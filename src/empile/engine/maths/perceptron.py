"""The forward pass of a residual multilayer perceptron, see ``NetworkShape``.

Most inputs are 0, and most units of a layer after ReLU too, so sums run over the others only, as in the
accumulators of NNUE (Nasu 2018); logits are computed for legal moves only. So a position takes as long
alone as in a batch.

Machine code is given all weights as two arrays: each array that Python passes takes time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructArray, StructRef, struct_dtype

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]

LAYOUT = struct_dtype(
    [
        ("inputs", "i8"),  # rows of the first layer: observations, windows, legal moves
        ("observed", "i8"),  # numbers of an observation
        ("width", "i8"),
        ("layers", "i8"),  # inner ones
        ("rank", "i8"),  # of the policy; 0: without
        ("actions", "i8"),
        ("value_width", "i8"),
        ("outputs", "i8"),  # values
        ("pieces", "i8"),  # with a window around each
        ("obstacles", "i8"),
        ("of", "i8"),  # the beginning of the plane that windows show
        ("cells", "i8"),
        ("window", "i8"),  # cells of a window
        ("closed", "f8"),  # the value of obstacles
        ("sees_legal", "u1"),
    ]
)
"""Sizes; a width of 0 stands for no network."""


class PackedNetwork(NamedTuple):
    """A network as machine code reads it: what is in the arrays is in ``Weights``, in this order."""

    layout: StructArray
    floats: Floats
    integers: Integers


class Weights(NamedTuple):
    """Arrays of a network; those of layers have an input in each row."""

    first: Floats
    first_bias: Floats
    inner: Floats
    """Shape (inner layers, width, width)."""
    inner_bias: Floats
    policy: Floats
    """Shape (width, rank)."""
    policy_bias: Floats
    moves: Floats
    """Shape (actions, width or rank): a row for each move."""
    move_bias: Floats
    value: Floats
    value_bias: Floats
    values: Floats
    values_bias: Floats
    outside: Floats
    """Shape (pieces, cells, width): what cells outside of the board add to the first layer."""
    pieces: Integers
    """The beginnings of the planes of pieces."""
    obstacles: Integers
    """The beginnings of the planes of obstacles."""
    offsets: Integers
    """Shape (cells, cells): the place in a window of each cell, -1 if outside, by the piece's cell."""


class Scratch(NamedTuple):
    """Arrays that evaluations overwrite."""

    columns: Integers
    numbers: Integers
    """Rows that are added; with one to spare."""
    scales: Floats
    hidden: Floats
    inner: Floats
    policy: Floats
    value: Floats
    board: Floats


def pack(sizes: dict[str, Any], arrays: Sequence[NDArray[Any]]) -> PackedNetwork:
    """Return ``arrays``, those of ``Weights`` in order, as machine code reads them.

    Example: ``pack({"inputs": 12, "width": 4, ...}, [first, first_bias, ...])``.
    """
    layout: StructArray = np.zeros(1, LAYOUT)
    for name, size in sizes.items():
        layout[name] = size
    count = len(Weights._fields) - 3
    floats = np.concatenate([np.ravel(array) for array in arrays[:count]])
    integers = np.concatenate([np.ravel(array) for array in arrays[count:]])
    return PackedNetwork(layout, floats.astype(np.float32), integers.astype(np.int64))


NO_NETWORK = PackedNetwork(np.zeros(1, LAYOUT), np.zeros(0, np.float32), np.zeros(0, np.int64))


@inline
def unpack(layout: StructRef, floats: Floats, integers: Integers) -> Weights:
    """Return the arrays of a network: views."""
    inputs, width, layers = int(layout.inputs), int(layout.width), int(layout.layers)
    rank, actions = int(layout.rank), int(layout.actions)
    hidden, outputs = int(layout.value_width), int(layout.outputs)
    pieces, cells, obstacles = int(layout.pieces), int(layout.cells), int(layout.obstacles)
    seen = rank if rank > 0 else width
    a = inputs * width
    b = a + width
    c = b + layers * width * width
    d = c + layers * width
    e = d + width * rank
    f = e + rank
    g = f + actions * seen
    h = g + actions
    i = h + width * hidden
    j = i + hidden
    k = j + hidden * outputs
    m = k + outputs
    n = m + pieces * cells * width
    return Weights(
        floats[:a].reshape(inputs, width),
        floats[a:b],
        floats[b:c].reshape(layers, width, width),
        floats[c:d].reshape(layers, width),
        floats[d:e].reshape(width, rank),
        floats[e:f],
        floats[f:g].reshape(actions, seen),
        floats[g:h],
        floats[h:i].reshape(width, hidden),
        floats[i:j],
        floats[j:k].reshape(hidden, outputs),
        floats[k:m],
        floats[m:n].reshape(pieces, cells, width),
        integers[:pieces],
        integers[pieces : pieces + obstacles],
        integers[pieces + obstacles :].reshape(cells, cells),
    )


@inline
def new_scratch(layout: StructRef) -> Scratch:
    """Return arrays for the evaluations of a network."""
    width = int(layout.width)
    most = max(int(layout.inputs), width) + 1
    return Scratch(
        np.empty(int(layout.actions) + 1, np.int64),
        np.empty(most, np.int64),
        np.empty(most, np.float32),
        np.empty(width, np.float32),
        np.empty(width, np.float32),
        np.empty(int(layout.rank), np.float32),
        np.empty(int(layout.value_width), np.float32),
        np.empty(int(layout.cells), np.float32),
    )


@inline
def _add(sums: Floats, row: Floats) -> None:
    for k in range(len(sums)):
        sums[k] += row[k]


@inline
def _add_rows(sums: Floats, rows: Floats, numbers: Integers, scales: Floats, count: int) -> None:
    """Add ``count`` rows times their scales; four at once, since each sum is loaded and stored."""
    end = count // 4 * 4
    for i in range(0, end, 4):
        # Indices of both axes, since a view of each row would be counted as a reference.
        a, b = np.uint64(numbers[i]), np.uint64(numbers[i + 1])
        c, d = np.uint64(numbers[i + 2]), np.uint64(numbers[i + 3])
        p, q, r, s = scales[i], scales[i + 1], scales[i + 2], scales[i + 3]
        for k in range(len(sums)):
            sums[k] += (p * rows[a, k] + q * rows[b, k]) + (r * rows[c, k] + s * rows[d, k])
    for i in range(end, count):
        a, p = np.uint64(numbers[i]), scales[i]
        for k in range(len(sums)):
            sums[k] += p * rows[a, k]


@inline
def _rectify(sums: Floats) -> None:
    for k in range(len(sums)):
        sums[k] = max(sums[k], np.float32(0.0))


@inline
def _layer(
    inputs: Floats, weights: Floats, numbers: Integers, scales: Floats, sums: Floats
) -> None:
    count = 0
    for j in range(len(inputs)):
        numbers[count] = j
        scales[count] = inputs[j]
        count += inputs[j] != 0.0
    _add_rows(sums, weights, numbers, scales, count)


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
def _list_windows(
    layout: StructRef,
    weights: Weights,
    observation: Floats,
    board: Floats,
    numbers: Integers,
    scales: Floats,
    count: int,
    sums: Floats,
) -> int:
    """List what windows show after the first ``count`` inputs; return the new count.

    Cells outside of the board are added to ``sums``.
    """
    cells, of = int(layout.cells), int(layout.of)
    for c in range(cells):
        board[c] = observation[of + c]
    closed = np.float32(layout.closed)
    for at in weights.obstacles:
        for c in range(cells):
            board[c] += closed * observation[at + c]
    for number in range(len(weights.pieces)):
        place = -1
        for c in range(cells):
            if observation[weights.pieces[number] + c] > 0.0:
                place = c
                break
        if place < 0:
            continue
        _add(sums, weights.outside[number, place])
        row = int(layout.observed) + number * int(layout.window)
        for c in range(cells):
            offset = weights.offsets[place, c]
            numbers[count] = row + offset
            scales[count] = board[c]
            count += offset >= 0 and board[c] != 0.0
    return count


@inline
def evaluate_row(
    layout: StructRef,
    weights: Weights,
    scratch: Scratch,
    observation: Floats,
    legal: NDArray[np.bool_],
    logits: Floats,
    values: Floats,
) -> None:
    """Write the logits of legal moves, others stay as they are, and the values of a position."""
    columns, numbers, scales, hidden, inner, policy, value, board = scratch
    moves = 0
    for column in range(len(legal)):
        columns[moves] = column
        moves += legal[column]
    hidden[:] = weights.first_bias
    count = 0
    for i in range(int(layout.observed)):
        numbers[count] = i
        scales[count] = observation[i]
        count += observation[i] != 0.0
    if len(weights.pieces) > 0:
        count = _list_windows(layout, weights, observation, board, numbers, scales, count, hidden)
    if layout.sees_legal:
        after = int(layout.observed) + len(weights.pieces) * int(layout.window)
        for k in range(moves):
            numbers[count] = after + columns[k]
            scales[count] = 1.0
            count += 1
    _add_rows(hidden, weights.first, numbers, scales, count)
    _rectify(hidden)
    for block in range(0, len(weights.inner), 2):
        inner[:] = weights.inner_bias[block]
        _layer(hidden, weights.inner[block], numbers, scales, inner)
        _rectify(inner)
        _add(hidden, weights.inner_bias[block + 1])
        # The output is added to the input.
        _layer(inner, weights.inner[block + 1], numbers, scales, hidden)
        _rectify(hidden)
    seen = hidden
    if len(policy) > 0:
        policy[:] = weights.policy_bias
        _layer(hidden, weights.policy, numbers, scales, policy)
        seen = policy
    for k in range(moves):
        column = columns[k]
        logits[column] = _dot(seen, weights.moves[column]) + weights.move_bias[column]
    value[:] = weights.value_bias
    _layer(hidden, weights.value, numbers, scales, value)
    _rectify(value)
    for k in range(len(values)):
        total = weights.values_bias[k]
        for j in range(len(value)):
            total += value[j] * weights.values[j, k]
        values[k] = np.tanh(total)
