"""Template: the table of nodes by states or observations (see ``.search``)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.jit import inline, jit_is_on
from empile.engine.compiled.layout import StructArray
from empile.engine.random import fold, new_stream, next_bits

_SALT = np.uint64(0x656D70696C65)
_BLOCK = 1024
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)


def _keys(seed: int) -> NDArray[np.uint64]:
    drawn = [int(next_bits(new_stream(seed + n))) for n in range(_BLOCK // 2)]
    return np.array(drawn, np.uint64)


_KEYS, _OTHER_KEYS = _keys(0), _keys(_BLOCK)


@inline
def _sums_compiled(words: NDArray[np.uint32], first: int, pairs: int) -> tuple[int, int]:
    # Sums of products are vector code, unlike a chain of hashes.
    one = np.uint64(0)
    other = np.uint64(0)
    for i in range(pairs):
        at = np.uint64(first + 2 * i)
        pair = np.uint64(words[at]) | np.uint64(words[at + np.uint64(1)]) << _HALF  # one load
        left = pair + _KEYS[np.uint64(i)]
        right = pair + _OTHER_KEYS[np.uint64(i)]
        one += (left & _LOW) * (left >> _HALF)
        other += (right & _LOW) * (right >> _HALF)
    return int(np.int64(one)), int(np.int64(other))


def _sums_plain(words: NDArray[np.uint32], first: int, pairs: int) -> tuple[int, int]:
    low, mask = int(_LOW), (1 << 64) - 1
    found: list[int] = []
    for keys in (_KEYS, _OTHER_KEYS):
        total = 0
        for i in range(pairs):
            pair = int(words[first + 2 * i]) | int(words[first + 2 * i + 1]) << 32
            pair = pair + int(keys[i]) & mask
            total += (pair & low) * (pair >> 32)
        found.append(total & mask)
    return found[0], found[1]


_sums = _sums_compiled if jit_is_on() else _sums_plain


@inline
def _hash_words(words: NDArray[np.uint32]) -> np.uint64:
    """Hash words by blocks: two NH hashes of each (Black et al. 1999).

    A key is added to two words at once. The carry from the lower to the upper one at most doubles
    the probability that hashes are equal.
    """
    found = _SALT
    done = 0
    while done < len(words):
        pairs = min(len(words) - done, _BLOCK) // 2
        if pairs == 0:
            return fold(found, int(words[done]))
        one, other = _sums(words, done, pairs)
        found = fold(fold(found, one), other)
        done += 2 * pairs
    return found


@inline
def key_of(tree: int, seat: int, words: NDArray[np.uint32]) -> np.uint64:
    """Return the key of the node of a state or an observation, given as words."""
    return fold(fold(_hash_words(words), tree), seat + 1)


@inline
def find(nodes: StructArray, table: NDArray[np.int32], key: np.uint64) -> int:
    """Return the slot of the node with this key, or a free slot."""
    mask = len(table) - 1
    place = int(np.int64(key & np.uint64(mask)))
    while table[place] >= 0 and nodes[int(table[place])].key != key:
        place = (place + 1) & mask
    return place
