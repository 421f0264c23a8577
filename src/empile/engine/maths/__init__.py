"""Logarithm, exponential function and power in basic arithmetic, equal bit by bit on all machines.

Those of C libraries and browsers differ in the last bit, so that a search could choose other moves.
Here are only additions, multiplications, divisions and integers, which IEEE 754 defines exactly.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from empile.engine.compiled.jit import inline

_FRACTION: Final = 52
_BIAS: Final = 1023
_ROOT_HALF: Final = 0x3FE6A09E667F3BCD
"""The bits of the root of 1/2."""
_SMALLEST: Final = 2.0**-1022
_TO_NORMAL: Final = 54
_SCALE: Final = 2.0**_TO_NORMAL

# The logarithm of 2 in two parts; products of the first with exponents are exact.
_LN_2: Final = float.fromhex("0x1.62e42fefa38p-1")
_LN_2_LOW: Final = float.fromhex("0x1.ef35793c7673p-45")
_LOG2_E: Final = 1.4426950408889634
_ROUNDS: Final = 1.5 * 2.0**_FRACTION
"""Added and subtracted, rounds to an integer."""

_HIGHEST: Final = 709.782712893384
_LOWEST: Final = -745.1332191019412
"""Above and below, ``exp`` is infinite and 0."""

_L3, _L5, _L7, _L9, _L11, _L13, _L15, _L17, _L19, _L21, _L23, _L25 = (
    2.0 / n for n in range(3, 26, 2)
)
"""log((1 + s) / (1 - s)) = 2s + 2/3 s**3 + 2/5 s**5 + ..."""
_L3_LOW: Final = float.fromhex("0x1.5555555555555p-55")
_E2, _E3, _E4, _E5, _E6, _E7, _E8, _E9, _E10, _E11, _E12, _E13 = (
    1.0 / math.factorial(n) for n in range(2, 14)
)
_SPLIT: Final = 2.0**27 + 1.0
_HUGE: Final = 2.0**64
"""Powers with a larger exponent, or a lower one than its negative, are 0, 1 or infinite."""


@inline
def _split(x: float) -> tuple[float, float]:
    """Return ``n`` and ``f`` of a positive ``x = 2**n * (1 + f)``, with ``1 + f`` as near 1 as possible."""
    exponent = 0
    if x < _SMALLEST:
        x *= _SCALE
        exponent = -_TO_NORMAL
    bits = np.float64(x).view(np.int64)
    k = (bits - _ROOT_HALF) >> _FRACTION
    f = np.int64(bits - (k << _FRACTION)).view(np.float64) - 1.0
    n = float(k + exponent)
    return n, f


@inline
def log(x: float) -> float:
    """Return the natural logarithm, within a unit in the last place.

    It is -inf at 0, and not a number below. Example: ``log(2.0)``.
    """
    if not x > 0.0:
        return -np.inf if x == 0.0 else np.nan
    if x == np.inf:
        return np.inf
    n, f = _split(x)
    s = f / (2.0 + f)
    z = s * s
    y = z * z
    even = z * (_L3 + y * (_L7 + y * (_L11 + y * (_L15 + y * _L19))))
    odd = y * (_L5 + y * (_L9 + y * (_L13 + y * (_L17 + y * _L21))))
    # log(1 + f) = f - f**2 / 2 + s (f**2 / 2 + series): the largest terms are exact.
    half = 0.5 * f * f
    return float(n * _LN_2 - ((half - (s * (half + (even + odd)) + n * _LN_2_LOW)) - f))


@inline
def _exp_of_sum(x: float, low: float) -> float:
    """Return ``exp(x + low)``; ``low`` is at most some units in the last place of ``x``."""
    if not x <= _HIGHEST:
        return np.inf if x > _HIGHEST else np.nan
    if x < _LOWEST:
        return 0.0
    shifted = x * _LOG2_E + _ROUNDS
    n = shifted - _ROUNDS
    high = x - n * _LN_2
    low -= n * _LN_2_LOW
    r = high + low
    rest = (high - r) + low
    z = r * r
    y = z * z
    first = (_E2 + r * _E3) + z * (_E4 + r * _E5)
    second = (_E6 + r * _E7) + z * (_E8 + r * _E9)
    third = (_E10 + r * _E11) + z * (_E12 + r * _E13)
    value = 1.0 + (r + (rest + z * (first + y * (second + y * third))))
    # In two steps: the power of 2 may be no normal number, even if the result is one.
    k = int(n)
    part = k >> 1
    scale = np.int64((part + _BIAS) << _FRACTION).view(np.float64)
    other = np.int64((k - part + _BIAS) << _FRACTION).view(np.float64)
    return float(value * scale * other)


@inline
def exp(x: float) -> float:
    """Return the exponential function, within a unit in the last place. Example: ``exp(-1.0)``."""
    return _exp_of_sum(x, 0.0)


@inline
def _product_error(a: float, b: float, product: float) -> float:
    """Return what the rounded ``product`` of ``a`` and ``b`` lacks (Dekker 1971)."""
    c = _SPLIT * a
    a_high = c - (c - a)
    a_low = a - a_high
    c = _SPLIT * b
    b_high = c - (c - b)
    b_low = b - b_high
    return a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low)


@inline
def power(x: float, y: float) -> float:
    """Return ``x ** y``, within a unit in the last place.

    Not a number for ``x`` below 0, even if ``y`` is an integer. Example: ``power(0.5, 0.25)``.
    """
    if y == 0.0 or x == 1.0:
        return 1.0
    if not x >= 0.0 or y != y:
        return np.nan
    if x == 0.0 or x == np.inf:
        return 0.0 if (x == 0.0) == (y > 0.0) else np.inf
    y = min(max(y, -_HUGE), _HUGE)
    n, f = _split(x)
    # The logarithm as above, in sums of two numbers: errors grow by the exponent.
    t = 2.0 + f
    s = f / t
    product = s * t
    s_low = (((f - product) - _product_error(s, t, product)) - s * (f - (t - 2.0))) / t
    z = s * s
    z_low = _product_error(s, s, z) + 2.0 * s * s_low
    last = _L13 + z * (_L15 + z * (_L17 + z * (_L19 + z * (_L21 + z * (_L23 + z * _L25)))))
    tail = z * (_L5 + z * (_L7 + z * (_L9 + z * (_L11 + z * last))))
    c = _L3 + tail
    c_low = ((_L3 - c) + tail) + _L3_LOW
    w = z * c
    w_low = _product_error(z, c, w) + (z * c_low + z_low * c)
    u = s * w
    u_low = _product_error(s, w, u) + (s * w_low + s_low * w)
    # The larger one is first: |n log 2| > |2 s| unless n is 0.
    first = n * _LN_2 + 2.0 * s
    low = (n * _LN_2 - first) + 2.0 * s
    high = first + u
    low += ((first - high) + u) + ((2.0 * s_low + u_low) + n * _LN_2_LOW)
    product = y * high
    rest = _product_error(y, high, product) + y * low
    total = product + rest
    return _exp_of_sum(total, (product - total) + rest)
