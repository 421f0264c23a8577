"""Compiled functions can run as Python."""

from __future__ import annotations

from typing import Any

import pytest

from empile.engine.compiled import bits
from empile.engine.compiled.bits import lowest_bit
from empile.engine.compiled.jit import InlineFunction, Intrinsic, either, inline, interpreted

_twice: Any = Intrinsic("twice")


@inline
def _is_even(number: int) -> bool:
    return number == 0 or _is_odd(number - 1)


@inline
def _is_odd(number: int) -> bool:
    return number != 0 and _is_even(number - 1)


@inline
def _more(number: int, by: int = 2) -> int:
    return max(number, 0) + by


def test_interpreted_runs_functions_and_those_they_call(monkeypatch: pytest.MonkeyPatch) -> None:
    def call(*_: object) -> None:
        raise AssertionError("it would be compiled")

    monkeypatch.setattr(InlineFunction, "__call__", call)
    assert [interpreted(_is_even)(number) for number in (6, 7)] == [True, False]
    assert interpreted(_more)(-3) == 2
    assert interpreted(_more)(3, by=1) == 4


@inline
def _lowest_of_double(number: int) -> int:
    return bits.lowest_bit(2 * number)


def test_interpreted_runs_functions_of_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    def call(*_: object) -> None:
        raise AssertionError("it would be compiled")

    monkeypatch.setattr(InlineFunction, "__call__", call)
    assert interpreted(_lowest_of_double)(4) == 3


@inline
def _double_compiled(number: int) -> int:
    return int(_twice(number))


def _double_plain(number: int) -> int:
    return 2 * number


_double = either(_double_compiled, _double_plain)


@inline
def _double_of_lowest(number: int) -> int:
    return _double(lowest_bit(number))


def test_interpreted_replaces_functions_that_need_the_compiler() -> None:
    assert interpreted(_double_of_lowest)(0b11000) == 6


def test_interpreted_leaves_python_alone() -> None:
    assert interpreted(len) is len
