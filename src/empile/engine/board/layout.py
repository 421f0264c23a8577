"""What a field of a state holds: its values as data, and how it is written into tensors."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from empile.engine.board.cells import Cells
from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.engine.planes import Plane

Write: TypeAlias = Callable[[StructRef, StructRef, int, NDArray[np.float32], int], int]
"""Writes a field as a seat sees it into ``out`` from an index on; returns the index after it."""

VALUES = 128
"""Values of a field that fit ``i1``."""


class Layout(ABC):
    """The values of a field: 0 is empty, none or nothing."""

    per_cell: ClassVar[bool] = True
    """Whether the field has a value for each cell."""

    values: int
    """Values are whole numbers below this one."""

    least: int = 0
    """The least value."""

    numbered: bool = False
    """Whether each piece has a value of its own."""

    is_on_cells: ClassVar[bool] = True
    """Whether the plane has a place for each cell: of all fields but numbers and hands."""

    numeric: ClassVar[bool] = False
    """Whether data are the values themselves."""

    cards: Sequence[str] = ()
    """Of a hand, which is a count for each of them: their names, of which its data consist."""

    private: ClassVar[bool] = False
    """Whether each seat sees its own value only; the others see what ``hidden`` returns."""

    @abstractmethod
    def to_data(self, value: int, cells: Cells) -> Any:
        """Return a value as in position objects; values other than 0 if it is of a cell."""

    @abstractmethod
    def from_data(self, data: Any, cells: Cells, seats: int) -> int | None:
        """Return the value of ``data``; None if there is none with so many seats."""

    def expected(self, cells: Cells, seats: int) -> str:
        """Return which data are accepted, for errors: ``"a whole number from 1 to 4"``."""
        return f"a whole number from {max(self.least, int(self.per_cell))} to {self.values - 1}"

    def shape(self, cells: Cells) -> tuple[int, ...]:
        """Return the shape of the field."""
        return (cells.n,) if self.per_cell else ()

    @abstractmethod
    def plane(self, name: str, cells: Cells, seats: int) -> Plane:
        """Return the plane of the field ``name``, with so many seats."""

    @abstractmethod
    def writer(self, name: str, cells: Cells) -> Write:
        """Return compiled code that writes the plane of the field ``name``."""

    def owner(self, value: int) -> int | None:
        """Return the seat to which a value belongs, if it does."""
        return None

    def shown(self, seats: int) -> int | None:
        """Return the length of the list in position objects; None for a single value."""
        return None

    def hidden(self, data: Any) -> Any:
        """Return what other seats see of data if the field is ``private``."""
        return data

    @property
    def dtype(self) -> str:
        """The smallest integer type of the values."""
        if self.least < 0 or self.values <= VALUES:
            return "i1" if self.values <= VALUES and self.least >= -VALUES else "i2"
        return "u1" if self.values <= 256 else "i2" if self.values <= 2**15 else "i4"


class _Whole(Layout):
    """Data are the values themselves."""

    numeric = True

    def to_data(self, value: int, cells: Cells) -> Any:
        return value

    def from_data(self, data: Any, cells: Cells, seats: int) -> int | None:
        least = max(self.least, int(self.per_cell))
        return data if type(data) is int and least <= data < self.values else None


class _Owners(Layout):
    def __init__(self, seats: int, each: int) -> None:
        self.seats, self.each, self.numbered = seats, each, each > 1
        self.values = 1 + seats * each

    def to_data(self, value: int, cells: Cells) -> Any:
        seat, number = divmod(value - 1, self.each)
        return seat if self.each == 1 else f"{seat}.{number}"

    def from_data(self, data: Any, cells: Cells, seats: int) -> int | None:
        values = range(1, 1 + min(seats, self.seats) * self.each)
        known = ((self.to_data(value, cells), value) for value in values)
        return next((v for one, v in known if type(data) is type(one) and data == one), None)

    def expected(self, cells: Cells, seats: int) -> str:
        return f"a seat from 0 to {seats - 1}" + ("" if self.each == 1 else ", as in '0.1'")

    def owner(self, value: int) -> int | None:
        return (value - 1) // self.each

    def plane(self, name: str, cells: Cells, seats: int) -> Plane:
        return _board_plane(name, (seats,) if self.each == 1 else (seats, self.each), cells)

    def writer(self, name: str, cells: Cells) -> Write:
        spots, size, each, n = _spots(cells), cells.rows * cells.columns, self.each, cells.n

        @inline
        def write(
            params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32], at: int
        ) -> int:
            seats = int(params.seats)
            end = at + seats * each * size
            for k in range(at, end):
                out[k] = 0.0
            for cell in range(n):
                value = int(s[name][cell]) - 1
                if value >= 0:
                    owner = value // each
                    ahead = owner - seat if owner >= seat else owner - seat + seats
                    channel = ahead * each + value - owner * each
                    out[at + channel * size + int(spots[cell])] = 1.0
            return end

        return write


class _Levels(_Whole):
    def __init__(self, most: int) -> None:
        self.values = most + 1

    def plane(self, name: str, cells: Cells, seats: int) -> Plane:
        return _board_plane(name, (self.values - 1,), cells)

    def writer(self, name: str, cells: Cells) -> Write:
        return _one_hot(name, self.values - 1, cells)


class _Kinds(Layout):
    def __init__(self, names: Sequence[str]) -> None:
        if len(set(names)) != len(names) or not names:
            raise ValueError("kinds need different names")
        self.names = tuple(names)
        self.values = len(names) + 1

    def to_data(self, value: int, cells: Cells) -> Any:
        return self.names[value - 1]

    def from_data(self, data: Any, cells: Cells, seats: int) -> int | None:
        return self.names.index(data) + 1 if data in self.names else None

    def expected(self, cells: Cells, seats: int) -> str:
        return f"one of {', '.join(self.names)}"

    def plane(self, name: str, cells: Cells, seats: int) -> Plane:
        return _board_plane(name, (len(self.names),), cells)

    def writer(self, name: str, cells: Cells) -> Write:
        return _one_hot(name, len(self.names), cells)


class _Number(_Whole):
    per_cell = False
    is_on_cells = False

    def __init__(self, most: int, least: int, length: int | None, per_seat: int | None) -> None:
        if not least <= 0 < most:
            raise ValueError("a number may be 0 and more")
        self.values, self.least, self.per_seat = most + 1, least, per_seat
        self.length = length if per_seat is None else per_seat

    def shape(self, cells: Cells) -> tuple[int, ...]:
        return () if self.length is None else (self.length,)

    def shown(self, seats: int) -> int | None:
        return self.length if self.per_seat is None else min(self.per_seat, seats)

    def plane(self, name: str, cells: Cells, seats: int) -> Plane:
        return Plane(name, (self.shown(seats) or 1,), low=self.least / (self.values - 1))

    def writer(self, name: str, cells: Cells) -> Write:
        most = float(self.values - 1)
        if self.length is None:
            return _write_number(name, most)
        if self.per_seat is None:
            return _write_list(name, self.length, most)
        return _write_seats(name, most)


class _Place(Layout):
    per_cell = False

    def __init__(self, cells: int) -> None:
        self.values = cells + 1

    def to_data(self, value: int, cells: Cells) -> Any:
        return cells.names[value - 1] if value else None

    def from_data(self, data: Any, cells: Cells, seats: int) -> int | None:
        if data is None:
            return 0
        return cells.index(data) + 1 if type(data) is str and data in cells else None

    def expected(self, cells: Cells, seats: int) -> str:
        return "a cell or null"

    def plane(self, name: str, cells: Cells, seats: int) -> Plane:
        return _board_plane(name, (), cells)

    def writer(self, name: str, cells: Cells) -> Write:
        spots, size = _spots(cells), cells.rows * cells.columns

        @inline
        def write(
            params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32], at: int
        ) -> int:
            for k in range(at, at + size):
                out[k] = 0.0
            if int(s[name]) > 0:
                out[at + int(spots[int(s[name]) - 1])] = 1.0
            return at + size

        return write


class _Hands(Layout):
    """Data are the sorted names of the cards of a hand; others see how many there are."""

    per_cell = False
    is_on_cells = False
    private = True

    def __init__(self, names: Sequence[str], seats: int, most: int) -> None:
        self.cards, self.seats = tuple(names), seats
        self.values = most + 1

    def shape(self, cells: Cells) -> tuple[int, ...]:
        return self.seats, len(self.cards)

    def shown(self, seats: int) -> int | None:
        return min(self.seats, seats)

    def to_data(self, value: Any, cells: Cells) -> Any:
        counts: list[int] = list(value)
        return [name for name, count in zip(self.cards, counts, strict=True) for _ in range(count)]

    def from_data(self, data: Any, cells: Cells, seats: int) -> Any:
        cards: Any = data
        if not isinstance(data, list):
            return None
        counts = [cards.count(name) for name in self.cards]
        fits = len(cards) < self.values and cards == self.to_data(counts, cells)
        return counts if fits else None

    def hidden(self, data: Any) -> Any:
        return len(data)

    def expected(self, cells: Cells, seats: int) -> str:
        return f"a sorted list of at most {self.values - 1} cards out of {', '.join(self.cards)}"

    def plane(self, name: str, cells: Cells, seats: int) -> Plane:
        return Plane(name, (len(self.cards) + seats - 1,), private=True)

    def writer(self, name: str, cells: Cells) -> Write:
        kinds, most = len(self.cards), float(self.values - 1)

        @inline
        def write(
            params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32], at: int
        ) -> int:
            seats = int(params.seats)
            for kind in range(kinds):
                out[at + kind] = int(s[name][seat, kind]) / most
            for k in range(1, seats):
                other = seat + k if seat + k < seats else seat + k - seats
                cards = 0
                for kind in range(kinds):
                    cards += int(s[name][other, kind])
                out[at + kinds + k - 1] = cards / most
            return at + kinds + seats - 1

        return write


def owners(seats: int, each: int = 1) -> Layout:
    """Return a field of cells with the seat whose piece is there: ``seat + 1``, 0 for none.

    With ``each`` numbered pieces of a seat the value is ``1 + seat * each + number``: then pictures
    know which piece moved.
    """
    return _Owners(seats, each)


def levels(most: int) -> Layout:
    """Return a field of cells with heights from 0 to ``most``."""
    return _Levels(most)


def kinds(*names: str) -> Layout:
    """Return a field of cells with a kind of piece: 0 for none, 1 for the first of ``names``."""
    return _Kinds(names)


def number(
    most: int, least: int = 0, *, length: int | None = None, per_seat: int | None = None
) -> Layout:
    """Return a field of one number from ``least`` (at most 0) to ``most``.

    Or a list of ``length`` numbers, or one for each of up to ``per_seat`` seats. Example:
    ``Board(CELLS, cell=owners(4), captured=number(9, per_seat=4))``.
    """
    return _Number(most, least, length, per_seat)


def hands(*names: str, seats: int, most: int) -> Layout:
    """Return a field with the hand of each seat: how many cards it has of each kind, at most ``most``.

    Other seats see the number of cards only. Example: ``Board(CELLS, hand=hands("1", "2", "3", seats=4,
    most=2))`` is a field of shape (4, 3).
    """
    return _Hands(names, seats, most)


def place(cells: Cells) -> Layout:
    """Return a field with one cell: its index + 1, 0 for none."""
    return _Place(cells.n)


def _spots(cells: Cells) -> NDArray[np.int32]:
    """Return the place of each cell in a board of a tensor."""
    return np.array([column + row * cells.columns for column, row in cells.spots], np.int32)


def _board_plane(name: str, leading: tuple[int, ...], cells: Cells) -> Plane:
    ending = (cells.rows, cells.columns) if cells.has_rows else (cells.n,)
    return Plane(name, (*leading, *ending), board=cells.has_rows)


def _one_hot(name: str, channels: int, cells: Cells) -> Write:
    """Return code that writes a board for each value from 1 to ``channels``."""
    spots, size, n = _spots(cells), cells.rows * cells.columns, cells.n

    @inline
    def write(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32], at: int) -> int:
        end = at + channels * size
        for k in range(at, end):
            out[k] = 0.0
        for cell in range(n):
            value = int(s[name][cell])
            if value > 0:
                out[at + (value - 1) * size + int(spots[cell])] = 1.0
        return end

    return write


def _write_number(name: str, most: float) -> Write:
    @inline
    def write(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32], at: int) -> int:
        out[at] = int(s[name]) / most
        return at + 1

    return write


def _write_list(name: str, length: int, most: float) -> Write:
    @inline
    def write(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32], at: int) -> int:
        for k in range(length):
            out[at + k] = int(s[name][k]) / most
        return at + length

    return write


def _write_seats(name: str, most: float) -> Write:
    @inline
    def write(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32], at: int) -> int:
        seats = int(params.seats)
        for k in range(seats):
            other = seat + k if seat + k < seats else seat + k - seats
            out[at + k] = int(s[name][other]) / most
        return at + seats

    return write
