"""QR codes for the terminal: read back by other means than they are written."""

from __future__ import annotations

import re

import pytest

from empile.cli.qr import (
    Matrix,
    data_places,
    fixed_modules,
    format_places,
    in_terminal,
    multiply,
    qr_code,
    size_of,
)

BLOCKS = {
    1: (1, 26, 10),
    2: (1, 44, 16),
    3: (1, 70, 26),
    4: (2, 50, 18),
    5: (2, 67, 24),
    6: (4, 43, 16),
}
"""By version: blocks, codewords of each, of these for correction (ISO/IEC 18004, level M)."""
FORMATS = {
    0: "101010000010010",
    1: "101000100100101",
    2: "101111001111100",
    3: "101101101001011",
    4: "100010111111001",
    5: "100000011001110",
    6: "100111110010111",
    7: "100101010100000",
}
"""The standard's own table of formats of level M, by mask."""
HELLO = (
    "#######..##...#######",
    "#.....#.##....#.....#",
    "#.###.#..#.##.#.###.#",
    "#.###.#...##..#.###.#",
    "#.###.#.##..#.#.###.#",
    "#.....#.....#.#.....#",
    "#######.#.#.#.#######",
    "..........###........",
    "#.#.#.#..#.#....#..#.",
    "..#.##....#...#....##",
    ".#.#..#.###.#...#####",
    "##..#.........#....#.",
    ".##.#.##..#.#.#.#....",
    "........####.#.#..###",
    "#######...##.###..###",
    "#.....#...####.##....",
    "#.###.#.#.##.###...##",
    "#.###.#..#....##..##.",
    "#.###.#.###.#...#.#.#",
    "#.....#..#....#.#..#.",
    "#######.###.#.##...##",
)
"""The code of "hello" as another program writes it."""


def is_masked(mask: int, i: int, j: int) -> bool:
    """Return the standard's condition, in its own letters."""
    return [
        (i + j) % 2,
        i % 2,
        j % 3,
        (i + j) % 3,
        (i // 2 + j // 3) % 2,
        (i * j) % 2 + (i * j) % 3,
        ((i * j) % 2 + (i * j) % 3) % 2,
        ((i + j) % 2 + (i * j) % 3) % 2,
    ][mask] == 0


def power(exponent: int) -> int:
    found = 1
    for _ in range(exponent):
        found = found << 1 if found < 128 else found << 1 ^ 0x11D
    return found


def read(matrix: Matrix) -> str:
    """Return the text of a code, every check of it passed."""
    version = (len(matrix) - 17) // 4
    told = ["".join("01"[matrix[r][c]] for r, c in places) for places in format_places(version)]
    assert told[0] == told[1]
    mask = next(mask for mask, bits in FORMATS.items() if bits == told[0])
    bits = "".join(
        "01"[matrix[row][column] != is_masked(mask, row, column)]
        for row, column in data_places(version)
    )
    words = [int(bits[start : start + 8], 2) for start in range(0, len(bits) - 7, 8)]
    blocks, length, correction = BLOCKS[version]
    assert len(words) == blocks * length
    data: list[int] = []
    for block in range(blocks):
        own = words[block::blocks]
        for root in range(correction):
            rest = 0
            for word in own:
                rest = multiply(rest, power(root)) ^ word
            assert rest == 0, "the block has an error"
        data += own[: length - correction]
    stream = "".join(f"{word:08b}" for word in data)
    assert stream[:4] == "0100"
    count = int(stream[4:12], 2)
    body = [int(stream[12 + 8 * at : 20 + 8 * at], 2) for at in range(count)]
    return bytes(body).decode()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "http://10.0.0.7:8000/",
        "http://192.168.178.123:47471/",
        "à la maison",
        *("x" * length for length in (14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106)),
    ],
)
def test_a_code_reads_back(text: str) -> None:
    assert read(qr_code(text)) == text


def test_another_program_writes_the_same() -> None:
    written = tuple("".join("#" if dark else "." for dark in row) for row in qr_code("hello"))
    assert written == HELLO


def test_what_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="106 bytes, not 107"):
        qr_code("x" * 107)


@pytest.mark.parametrize("version", BLOCKS)
def test_every_module_has_one_use(version: int) -> None:
    places = list(data_places(version))
    fixed = fixed_modules(version)
    assert len(places) == len(set(places))
    assert not set(places) & set(fixed)
    assert len(places) + len(fixed) == size_of(version) ** 2


def test_in_a_terminal_it_is_black_on_white_with_light_around() -> None:
    matrix = qr_code("hello")
    lines = in_terminal(matrix).splitlines()
    assert all(re.fullmatch("\x1b\\[30;107m[ ▀▄█]+\x1b\\[0m", line) for line in lines)
    drawn = [line[len("\x1b[30;107m") : -len("\x1b[0m")] for line in lines]
    rows = [[half in over for half in line] for line in drawn for over in ("▀█", "▄█")]
    assert [row[2:-2] for row in rows[2 : 2 + len(matrix)]] == matrix
    assert not any(any(row) for row in (*rows[:2], *rows[2 + len(matrix) :]))
