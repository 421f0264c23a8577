"""Calls of machine code from Python: the same as Numba's own, for all types of arguments."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from empile.engine.compiled.entries import entry_point, type_names
from empile.engine.compiled.jit import compiled_keep_gil, jit_is_on
from empile.engine.compiled.layout import StructArray, struct_dtype
from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(not jit_is_on(), reason="without the compiler there are none")

PAIR = struct_dtype([("a", "i4"), ("b", "u1", (2,))])
VALUES = np.arange(12, dtype=np.int64)


def plain(values: NDArray[np.int64], factor: int) -> Any:
    total = values[0] * factor
    for i in range(len(values)):
        total += values[i] * i
    return total


weighted = compiled_keep_gil(plain)


@compiled_keep_gil
def second(pairs: StructArray, i: int) -> int:
    return int(pairs[i].b[1])


@pytest.fixture(scope="module")
def by_numba() -> Callable[..., Any]:
    import numba

    function: Callable[..., Any] = numba.njit(plain)
    return function


def outcome(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    try:
        found = function(*arguments)
    except Exception as error:
        return type(error)
    return type(found), repr(found)  # arrays too


def read_only(values: NDArray[np.int64]) -> NDArray[np.int64]:
    found = values.copy()
    found.flags.writeable = False
    return found


class Subclass(np.ndarray[Any, Any]):
    pass


ARGUMENTS: dict[str, tuple[Any, ...]] = {
    "those of the first call": (VALUES, 3),
    "a NumPy scalar": (VALUES, np.int64(3)),
    "a small scalar": (VALUES, np.int8(3)),
    "a boolean": (VALUES, True),
    "a Python float": (VALUES, 0.5),
    "an integer of 65 bits": (VALUES, 1 << 64),
    "an array of floats": (VALUES * 0.5, 3),
    "an array of int32": (VALUES.astype(np.int32), 3),
    "an array with gaps": (VALUES[::3], 3),
    "a reversed array": (VALUES[::-1], 3),
    "a read-only array": (read_only(VALUES), 3),
    "another byte order": (VALUES.astype(">i8"), 3),
    "two dimensions": (VALUES.reshape(3, 4), 3),
    "no dimension": (np.array(7), 3),
    "a subclass": (VALUES.view(Subclass), 3),
    "a tuple": ((4, 5), 3),
    "an object": (object(), 3),
    "None": (VALUES, None),
    "too few": (VALUES,),
    "too many": (VALUES, 3, 3),
}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_entry_point_treats_arguments_as_numba(name: str, by_numba: Callable[..., Any]) -> None:
    arguments = ARGUMENTS[name]
    expected = (int, str((VALUES * np.arange(12)).sum()))
    for function in (weighted, by_numba):  # both have code for integers
        assert outcome(function, (VALUES, 3)) == expected
    assert outcome(weighted, arguments) == outcome(by_numba, arguments)
    assert outcome(weighted, (VALUES, 3)) == expected


def test_entry_point_takes_names() -> None:
    function: Callable[..., Any] = entry_point(plain, nogil=False)
    for _ in ("before it is loaded", "after"):
        assert function(factor=3, values=VALUES) == weighted(VALUES, 3)
        with pytest.raises(TypeError, match="factor"):
            function(VALUES)


def test_entry_point_keeps_its_name() -> None:
    assert weighted.__name__ == "plain"
    assert weighted.__module__ == __name__


def test_entry_point_accepts_equal_dtypes() -> None:
    """An equal dtype that is another object has the same memory layout."""
    pairs = np.zeros(3, PAIR)
    pairs["b"][2] = (8, 9)
    assert second(pairs, 2) == 9
    same = np.dtype([(name, PAIR[name]) for name in PAIR.names or ()], align=True)
    assert same is not PAIR
    assert second(pairs.view(same), 2) == 9
    other = struct_dtype([("a", "i4"), ("c", "u1"), ("b", "u1", (2,))])
    others = np.zeros(3, other)
    others["b"][2] = (6, 7)
    assert second(others, 2) == 7


def test_type_names_differ_as_machine_code_does() -> None:
    packed = np.dtype([("a", "i1"), ("b", "i4")])
    aligned = np.dtype([("a", "i1"), ("b", "i4")], align=True)
    arrays = [np.zeros(2, kind) for kind in ("i4", "u4", ">i4", "f4", packed, aligned)]
    arrays += [np.zeros((2, 2)), np.zeros((2, 2), order="F"), np.zeros((4, 4))[::2, ::2]]
    arguments = [*arrays, read_only(VALUES), VALUES, 1, 1.0, True, np.float32(1), np.int8(1)]
    names = [type_names((argument,)) for argument in arguments]
    assert None not in names
    assert len(set(names)) == len(names)
    for python, numpy in ((1, np.int64(1)), (1.0, np.float64(1)), (True, np.True_)):
        assert type_names((python,)) == type_names((numpy,))


def test_entry_points_of_closures_are_not_cached() -> None:
    """Their code depends on values that differ at the same place of the same file."""

    def adding(n: int) -> Callable[[int], int]:
        return entry_point(lambda x: x + n, nogil=False)

    assert [adding(n)(5) for n in (1, 2)] == [6, 7]


def test_threads_load_the_same_entry_point() -> None:
    function = entry_point(plain, nogil=False)
    start = threading.Barrier(8)
    found: list[int] = []

    def call() -> None:
        start.wait()
        found.append(function(VALUES, 3))

    threads = [threading.Thread(target=call) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [weighted(VALUES, 3)] * 8


FORK = """
import os
import empile
state = empile.load("cairn").new_state()
state.current_player()
child = os.fork()
outcomes = state.chance_outcomes()  # loaded in each process
if child == 0:
    os._exit(len(outcomes))
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), len(outcomes))
"""


def test_entry_points_work_after_a_fork() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FORK], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("3 3\n", "")


COMPARE = """
import numpy as np
import empile
from empile.engine.compiled import entries, warm

plain, prepare = entries._unloaded.__code__, entries._EntryPoint._prepare
compared = set()

def copy(argument):
    if not isinstance(argument, np.ndarray):
        return argument
    found = argument.copy()
    found.flags.writeable = argument.flags.writeable
    return found

def bytes_of(arguments):
    return [argument.tobytes() for argument in arguments if isinstance(argument, np.ndarray)]

def compare(self, types, arguments):
    code = prepare(self, types, arguments)
    self.call.__code__ = plain

    def both(*arguments):
        copies = [copy(argument) for argument in arguments]
        expected = self._dispatcher(*copies)
        found = code(*arguments)
        assert (type(found), found) == (type(expected), expected), self.call
        assert bytes_of(arguments) == bytes_of(copies), self.call
        compared.add(f"{self.call.__module__.rpartition('.')[2]}.{self.call.__name__}")
        return found

    self._machine_code[types] = both
    return both

entries._EntryPoint._prepare = compare
game = empile.load("cairn")
warm.warm(game)
warm.warm_tensors(game)
print(*sorted(compared))
"""


def test_entry_points_of_a_game_give_what_numba_gives() -> None:
    done = subprocess.run(
        [sys.executable, "-c", COMPARE], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    compared = set(done.stdout.split())
    assert {"step.legal", "batch.step_all", "ismcts.simulate", "playout.random_games"} <= compared
    assert len(compared) >= 25
