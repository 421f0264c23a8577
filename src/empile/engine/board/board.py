"""The declared layout of a state over the cells of a board, and the tensors that follow from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from empile.engine.board.cells import Cells
from empile.engine.board.layout import Layout, Write
from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import Field, StructRef
from empile.engine.planes import Plane

Observe = Callable[[StructRef, StructRef, int, NDArray[np.float32]], None]


class Board:
    """What the fields of ``STATE`` hold, by name.

    Fields that are not named here are in position objects as numbers or lists, but not in tensors.
    Besides them a state has ``seat``, the seat to act.

    Example::

        >>> from empile.engine.board import levels, number, owners
        >>> cells = Cells.grid(columns=5, rows=5)
        >>> board = Board(cells, worker=owners(4), level=levels(4), left=number(9))
        >>> board.fields
        [('worker', 'i1', (25,)), ('level', 'i1', (25,)), ('left', 'i1')]
    """

    def __init__(self, cells: Cells, /, **fields: Layout) -> None:
        self.cells = cells
        self.layouts: Mapping[str, Layout] = fields

    @property
    def fields(self) -> list[Field]:
        """The fields for ``struct_dtype``: ``STATE = struct_dtype([("seat", "i1"), *BOARD.fields])``."""
        found: list[Field] = []
        for name, layout in self.layouts.items():
            shape = layout.shape(self.cells)
            found.append((name, layout.dtype, shape) if shape else (name, layout.dtype))
        return found

    def shown_fields(
        self, state: np.dtype[Any], derived: Sequence[str] = ()
    ) -> dict[str, Layout | None]:
        """Return the fields of ``state`` in position objects, besides ``seat``, with their layouts.

        Without ``derived`` ones and padding; None for one that is not laid out here. Example:
        ``BOARD.shown_fields(STATE)``.
        """
        return {
            name: self.layouts.get(name)
            for name in state.names or ()
            if name != "seat" and not name.startswith("pad_") and name not in derived
        }

    def planes(self, seats: int) -> Sequence[Plane]:
        """Return the planes of the tensors of a game with so many seats."""
        boards = [layout.plane(name, self.cells, seats) for name, layout in self.layouts.items()]
        return (*boards, Plane("to_act", (seats,)))

    def tensor(self, rules: ModuleType) -> tuple[Sequence[Plane], Observe]:
        """Return the planes for the most seats, and the compiled ``observe`` that writes them.

        Own data first, the others' clockwise; ``to_act`` is the seat to act, without one all zero.
        Raises ``ValueError`` if ``STATE`` has not the fields of this layout.

        :param rules: with ``STATE``, ``MAX_SEATS`` and ``current``; their ``PARAMS`` have ``seats``.
        """
        self._check(rules.STATE)
        current: Any = rules.current
        write: Write = _nothing
        for name, layout in self.layouts.items():
            write = _then(write, layout.writer(name, self.cells))

        @inline
        def observe(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
            at = write(params, s, seat, out, 0)
            seats = int(params.seats)
            player = int(current(params, s))
            for k in range(seats):
                other = seat + k if seat + k < seats else seat + k - seats
                out[at + k] = 1.0 if other == player else 0.0

        return self.planes(rules.MAX_SEATS), observe

    def _check(self, dtype: np.dtype[Any]) -> None:
        fields: Any = dtype.fields
        for name, layout in self.layouts.items():
            shape = layout.shape(self.cells)
            if name not in fields or fields[name][0].shape != shape:
                size = f" of shape {shape}" if shape else ""
                raise ValueError(f"STATE needs a field '{name}'{size}, which BOARD lays out")


@inline
def _nothing(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32], at: int) -> int:
    return at


def _then(first: Write, second: Write) -> Write:
    @inline
    def write(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32], at: int) -> int:
        return second(params, s, seat, out, first(params, s, seat, out, at))

    return write
