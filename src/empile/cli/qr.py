"""QR codes of short addresses, to be scanned off a terminal (ISO/IEC 18004).

Bytes in versions 1 to 6 with error correction of level M: up to 106 of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

Matrix = list[list[bool]]
"""Rows of modules; ``True`` is dark."""


class _Version(NamedTuple):
    blocks: int
    data: int
    """Data codewords of a block."""
    correction: int
    """Error correction codewords of a block."""


_VERSIONS = (
    _Version(1, 16, 10),
    _Version(1, 28, 16),
    _Version(1, 44, 26),
    _Version(2, 32, 18),
    _Version(2, 43, 24),
    _Version(4, 27, 16),
)
_LEVEL_M = 0b00
_MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda row, column: (row + column) % 2 == 0,
    lambda row, column: row % 2 == 0,
    lambda row, column: column % 3 == 0,
    lambda row, column: (row + column) % 3 == 0,
    lambda row, column: (row // 2 + column // 3) % 2 == 0,
    lambda row, column: row * column % 2 + row * column % 3 == 0,
    lambda row, column: (row * column % 2 + row * column % 3) % 2 == 0,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2 == 0,
)
_QUIET = 2
"""Light modules around the code; the standard asks for four, phones read it with two."""


def qr_code(text: str) -> Matrix:
    """Return the QR code of ``text``; raises :class:`ValueError` where it is too long."""
    body = text.encode()
    rooms = [version.blocks * version.data - 2 for version in _VERSIONS]
    if len(body) > rooms[-1]:
        raise ValueError(f"a QR code here holds at most {rooms[-1]} bytes, not {len(body)}")
    number = 1 + next(place for place, room in enumerate(rooms) if len(body) <= room)
    version = _VERSIONS[number - 1]
    bits = [bit for codeword in _codewords(body, version) for bit in _bits(codeword, 8)]
    candidates = [_drawn(number, bits, mask) for mask in range(len(_MASKS))]
    return min(candidates, key=_penalty)


def in_terminal(matrix: Matrix) -> str:
    """Return a code as lines of a terminal, two rows of modules in each, black on white."""
    width = len(matrix) + 2 * _QUIET
    light = [False] * width
    framed = [[False] * _QUIET + row + [False] * _QUIET for row in matrix]
    rows = [light] * _QUIET + framed + [light] * (_QUIET + len(matrix) % 2)
    lines: list[str] = []
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        halves = (" ▄▀█"[2 * up + down] for up, down in zip(upper, lower, strict=True))
        lines.append(f"\x1b[30;107m{''.join(halves)}\x1b[0m")
    return "\n".join(lines)


# -- Codewords -------------------------------------------------------------------------------------


def _bits(value: int, count: int) -> list[bool]:
    return [bool(value >> place & 1) for place in range(count - 1, -1, -1)]


def _codewords(body: bytes, version: _Version) -> list[int]:
    """Return the codewords as they are placed: data and correction, block by block in turn."""
    room = version.blocks * version.data
    bits = [*_bits(0b0100, 4), *_bits(len(body), 8)]
    bits += [bit for byte in body for bit in _bits(byte, 8)]
    bits += [False] * 4
    data = [
        sum(bit << 7 - place for place, bit in enumerate(bits[start : start + 8]))
        for start in range(0, len(bits), 8)
    ]
    data += [(0xEC, 0x11)[place % 2] for place in range(room - len(data))]
    blocks = [data[start : start + version.data] for start in range(0, room, version.data)]
    corrections = [_correction(block, version.correction) for block in blocks]
    return [
        *(word for words in zip(*blocks, strict=True) for word in words),
        *(word for words in zip(*corrections, strict=True) for word in words),
    ]


def multiply(a: int, b: int) -> int:
    """Return a product in the field of 256 elements that QR codes reckon in."""
    product = 0
    for place in range(7, -1, -1):
        product = product << 1 ^ (product >> 7) * 0x11D
        product ^= (b >> place & 1) * a
    return product


@cache
def _generator(degree: int) -> tuple[int, ...]:
    """Return the generator polynomial without its leading 1, the highest power first."""
    found = [0] * (degree - 1) + [1]
    root = 1
    for _ in range(degree):
        for place in range(degree):
            found[place] = multiply(found[place], root)
            if place + 1 < degree:
                found[place] ^= found[place + 1]
        root = multiply(root, 2)
    return tuple(found)


def _correction(block: list[int], count: int) -> list[int]:
    """Return the Reed-Solomon codewords of a block."""
    rest = [0] * count
    for word in block:
        factor = word ^ rest.pop(0)
        rest.append(0)
        for place, coefficient in enumerate(_generator(count)):
            rest[place] ^= multiply(coefficient, factor)
    return rest


# -- Modules ---------------------------------------------------------------------------------------


def size_of(version: int) -> int:
    """Return how many modules a side of a version's code has."""
    return 17 + 4 * version


def fixed_modules(version: int) -> dict[tuple[int, int], bool]:
    """Return the modules by row and column that are the same in every code of a version.

    Those of the format are among them, light.
    """
    size = size_of(version)
    fixed = {(6, i): i % 2 == 0 for i in range(size)} | {(i, 6): i % 2 == 0 for i in range(size)}
    for row, column in ((3, 3), (3, size - 4), (size - 4, 3)):
        for at, distance in _around(row, column, 4, size):
            fixed[at] = distance not in (2, 4)
    if version > 1:
        for at, distance in _around(size - 7, size - 7, 2, size):
            fixed[at] = distance != 1
    for ways in format_places(version):
        fixed |= dict.fromkeys(ways, False)
    fixed[size - 8, 8] = True
    return fixed


def _around(row: int, column: int, reach: int, size: int) -> Iterator[tuple[tuple[int, int], int]]:
    for r in range(max(0, row - reach), min(size, row + reach + 1)):
        for c in range(max(0, column - reach), min(size, column + reach + 1)):
            yield (r, c), max(abs(r - row), abs(c - column))


def format_places(version: int) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return where the 15 bits of the format stand, twice, the highest bit first."""
    size = size_of(version)
    corner = [(8, c) for c in (0, 1, 2, 3, 4, 5, 7, 8)] + [(r, 8) for r in (7, 5, 4, 3, 2, 1, 0)]
    sides = [(r, 8) for r in range(size - 1, size - 8, -1)]
    return corner, sides + [(8, c) for c in range(size - 8, size)]


def data_places(version: int) -> Iterator[tuple[int, int]]:
    """Yield where the bits of the codewords stand: in pairs of columns from the right, up and down."""
    size, fixed = size_of(version), fixed_modules(version)
    upwards = True
    for right in (*range(size - 1, 7, -2), 5, 3, 1):
        for step in range(size):
            row = size - 1 - step if upwards else step
            for column in (right, right - 1):
                if (row, column) not in fixed:
                    yield row, column
        upwards = not upwards


def _format_bits(mask: int) -> list[bool]:
    value = rest = _LEVEL_M << 3 | mask
    for _ in range(10):
        rest = rest << 1 ^ (rest >> 9) * 0x537
    return _bits((value << 10 | rest) ^ 0x5412, 15)


def _drawn(version: int, bits: list[bool], mask: int) -> Matrix:
    size = size_of(version)
    matrix = [[False] * size for _ in range(size)]
    for (row, column), dark in fixed_modules(version).items():
        matrix[row][column] = dark
    for ways in format_places(version):
        for (row, column), dark in zip(ways, _format_bits(mask), strict=True):
            matrix[row][column] = dark
    is_masked = _MASKS[mask]
    for number, (row, column) in enumerate(data_places(version)):
        dark = number < len(bits) and bits[number]
        matrix[row][column] = dark != is_masked(row, column)
    return matrix


def _penalty(matrix: Matrix) -> int:
    """Return how badly a code can be read: runs, blocks, what looks like a corner, and imbalance."""
    size = len(matrix)
    columns = [list(column) for column in zip(*matrix, strict=True)]
    found = 0
    for line in (*matrix, *columns):
        text = "".join("#" if dark else "." for dark in line)
        run = 1
        for before, after in zip(text, f"{text[1:]}!", strict=True):
            if before == after:
                run += 1
                continue
            found += run - 2 if run >= 5 else 0
            run = 1
        for start in range(size - 10):
            found += 40 * (text[start : start + 11] in ("#.###.#....", "....#.###.#"))
    for row in range(size - 1):
        for column in range(size - 1):
            square = (*matrix[row][column : column + 2], *matrix[row + 1][column : column + 2])
            found += 3 * (len(set(square)) == 1)
    dark = sum(map(sum, matrix))
    return found + 10 * (abs(20 * dark - 10 * size * size) // (size * size))
