"""Evaluators that are wrong, unusual or careless: clear errors, and right results before and after."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from math import prod
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.typing import NDArray

import empile
from tests.engine.search.evaluators import Legal, Observations, scattered
from tests.engine.search.positions import random_state

games_by_seats = cache(
    lambda: {seats: empile.load("block-ness", players=seats) for seats in (2, 3)}
)
SIZE = 3
METHODS = [empile.Puct(), empile.Puct(leaves=3), empile.Gumbel(4), empile.Gumbel(4, leaves=2)]


class Case(NamedTuple):
    """A search of a few games with perfect information and no noise: the same result each time."""

    seats: int
    method: empile.Puct | empile.Gumbel
    simulations: int

    @property
    def game(self) -> empile.Game:
        return games_by_seats()[self.seats]

    @property
    def states(self) -> list[empile.State]:
        return [random_state(self.game, seed, moves=5 * seed) for seed in range(SIZE)]

    def searcher(self) -> empile.BatchedSearch:
        return empile.BatchedSearch(self.game, SIZE, seed=1, method=self.method)

    def search(
        self, evaluator: empile.Evaluator, searcher: empile.BatchedSearch | None = None
    ) -> list[bytes]:
        found = (searcher or self.searcher()).search(self.states, evaluator, self.simulations)
        return [found.actions.tobytes(), found.visits.tobytes(), found.values.tobytes()]


def cases() -> st.SearchStrategy[Case]:
    # Without the noise of Gumbel, which differs from search to search.
    methods = [
        empile.Gumbel(one.considered, scale=0.0, leaves=one.leaves)
        if isinstance(one, empile.Gumbel)
        else one
        for one in METHODS
    ]
    return st.builds(Case, st.sampled_from([2, 3]), st.sampled_from(methods), st.integers(0, 25))


def rounded(seats: int) -> empile.Evaluator:
    """Return an evaluator whose numbers float16 can hold."""
    exact = scattered(seats)

    def evaluator(observations: Observations, legal: Legal) -> tuple[Any, Any]:
        logits, values = exact(observations, legal)
        return logits.astype(np.float16).astype(np.float32), np.round(values * 64) / np.float32(64)

    return evaluator


# -- Forms of right results --------------------------------------------------------------------------


def unaligned(array: NDArray[np.float32]) -> NDArray[np.float32]:
    moved = np.zeros(array.nbytes + 1, np.uint8)[1:].view(np.float32).reshape(array.shape)
    moved[...] = array
    return moved


def read_only(array: NDArray[np.float32]) -> NDArray[np.float32]:
    array.setflags(write=False)
    return array


def every_other(array: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.repeat(array, 2, axis=-1)[..., ::2]


class OnlyDlpack:
    """An array of another library."""

    def __init__(self, array: NDArray[np.float32]) -> None:
        self._array = array

    def __dlpack__(self, **options: Any) -> Any:
        return self._array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self._array.__dlpack_device__()


FORMS: dict[str, Callable[[NDArray[np.float32]], Any]] = {
    "as they are": lambda array: array,
    "float16": lambda array: array.astype(np.float16),
    "float64": lambda array: array.astype(np.float64),
    "long double": lambda array: array.astype(np.longdouble),
    "big-endian": lambda array: array.astype(">f4"),
    "big-endian float64": lambda array: array.astype(">f8"),
    "by columns": np.asfortranarray,
    "backwards": lambda array: array[::-1].copy()[::-1],
    "every other": every_other,
    "unaligned": unaligned,
    "read-only": read_only,
    "masked": lambda array: np.ma.masked_array(array),
    "only DLPack": OnlyDlpack,
}


@given(case=cases(), forms=st.tuples(*[st.sampled_from(sorted(FORMS))] * 2))
def test_the_form_of_arrays_does_not_matter(case: Case, forms: tuple[str, str]) -> None:
    plain = rounded(case.seats)

    def evaluator(observations: Observations, legal: Legal) -> tuple[Any, Any]:
        logits, values = plain(observations, legal)
        return FORMS[forms[0]](logits), FORMS[forms[1]](values)

    assert case.search(evaluator) == case.search(plain)


@given(case=cases(), returns_list=st.booleans(), data=st.data())
def test_evaluators_may_keep_and_change_what_they_are_given(
    case: Case, returns_list: bool, data: st.DataObject
) -> None:
    plain, kept = scattered(case.seats), list[Any]()
    junk = data.draw(st.sampled_from([0.0, 1.0, np.nan, np.inf]))

    def careless(observations: Observations, legal: Legal) -> Any:
        found = plain(observations, legal)
        observations[...] = junk
        legal[...] = data.draw(st.sampled_from([np.True_, np.False_, ~legal]))
        kept.extend((observations, legal))
        return list(found) if returns_list else found

    seen: list[list[bytes]] = [[], []]

    def record(number: int, evaluator: Any) -> empile.Evaluator:
        def recorded(observations: Observations, legal: Legal) -> Any:
            seen[number] += [observations.tobytes(), legal.tobytes()]
            return evaluator(observations, legal)

        return recorded

    searcher = case.searcher()
    for _ in range(2):
        assert case.search(record(0, careless), searcher) == case.search(record(1, plain))
    assert seen[0] == seen[1]


# -- Wrong results -----------------------------------------------------------------------------------


class Failing:
    """An evaluator that is right in some calls, then fails."""

    def __init__(self, case: Case, calls: int, fail: Callable[[Any, Any, Legal], Any]) -> None:
        self._plain, self._left, self._fail = scattered(case.seats), calls, fail
        self.has_failed = False

    def __call__(self, observations: Observations, legal: Legal) -> Any:
        logits, values = self._plain(observations, legal)
        self._left -= 1
        self.has_failed = self._left < 0
        return self._fail(logits, values, legal) if self.has_failed else (logits, values)


def spoilt(logits: Any, legal: Legal, *numbers: float) -> Any:
    """Return logits with these numbers for the first legal moves of the last row; one for all."""
    columns = np.flatnonzero(legal[-1])
    found = logits.copy()
    if len(numbers) == 1:
        found[-1, columns] = numbers[0]
    else:
        found[-1, columns[: len(numbers)]] = numbers[: len(columns)]
    return found


MISTAKES: dict[str, tuple[Callable[[Any, Any, Legal], Any], str]] = {
    "nothing": (
        lambda logits, values, legal: None,
        r"must return \(logits, values\), not NoneType",
    ),
    "one array": (lambda logits, values, legal: logits[0, 0], r"must return \(logits, values\)"),
    "three arrays": (lambda logits, values, legal: (logits, values, values), "not tuple"),
    "a dictionary": (lambda logits, values, legal: {"p": logits, "v": values}, "not str"),
    "lists": (lambda logits, values, legal: (logits.tolist(), values), "logits must be an array"),
    "numbers": (lambda logits, values, legal: (logits, 0.5), "values must be an array, not float"),
    "objects": (lambda logits, values, legal: (logits.astype(object), values), "not object"),
    "integers": (lambda logits, values, legal: (logits.astype(np.int32), values), "not int32"),
    "whole values": (lambda logits, values, legal: (logits, values.astype(int)), "not int64"),
    "complex": (lambda logits, values, legal: (logits.astype(complex), values), "not complex128"),
    "texts": (
        lambda logits, values, legal: (logits.astype("U4"), values),
        "floating point numbers",
    ),
    "booleans": (lambda logits, values, legal: (legal, values), "not bool"),
    "no rows": (lambda logits, values, legal: (logits[:0], values), "logits must have shape"),
    "too many rows": (
        lambda logits, values, legal: (np.concatenate([logits] * 2), values),
        "logits must have shape",
    ),
    "too few columns": (lambda logits, values, legal: (logits[:, 1:], values), "must have shape"),
    "another axis": (lambda logits, values, legal: (logits[None], values), "must have shape"),
    "flat": (lambda logits, values, legal: (logits.ravel(), values), "must have shape"),
    "values of other rows": (
        lambda logits, values, legal: (logits, values[1:]),
        "values must have",
    ),
    "values of few seats": (
        lambda logits, values, legal: (logits, values[:, :1]),
        "values must have",
    ),
    "a scalar": (lambda logits, values, legal: (logits, np.array(0.5)), "values must have shape"),
    "swapped": (lambda logits, values, legal: (values, logits), "logits must have shape"),
    "nan": (lambda logits, values, legal: (spoilt(logits, legal, np.nan), values), "see row"),
    "one inf": (
        lambda logits, values, legal: (spoilt(logits, legal, np.inf, 0), values),
        "see row",
    ),
    "all -inf": (lambda logits, values, legal: (spoilt(logits, legal, -np.inf), values), "see row"),
    "overflow": (
        lambda logits, values, legal: (spoilt(logits.astype(float), legal, 1e300), values),
        "see row",
    ),
    "nan values": (lambda logits, values, legal: (logits, values * np.nan), "from -1 to 1"),
    "inf values": (lambda logits, values, legal: (logits, values + np.inf), "from -1 to 1"),
    "large values": (lambda logits, values, legal: (logits, values + 3), "use tanh, or clip"),
}


@given(case=cases(), mistake=st.sampled_from(sorted(MISTAKES)), calls=st.integers(0, 12))
def test_mistakes_raise_clear_errors_and_searches_go_on(
    case: Case, mistake: str, calls: int
) -> None:
    fail, message = MISTAKES[mistake]
    searcher, evaluator = case.searcher(), Failing(case, calls, fail)
    expected = pytest.raises(empile.EvaluatorError, match=message)
    with suppress(empile.EvaluatorError):
        case.search(evaluator, searcher)
        assert not evaluator.has_failed
    if evaluator.has_failed:
        with expected:
            case.search(Failing(case, calls, fail), searcher)
    plain = scattered(case.seats)
    assert case.search(plain, searcher) == case.search(plain)


@given(
    case=cases(),
    error=st.sampled_from(
        [KeyError("weights"), EOFError(), StopIteration(), MemoryError(), KeyboardInterrupt()]
    ),
    calls=st.integers(0, 12),
)
def test_exceptions_of_evaluators_pass_through_and_searches_go_on(
    case: Case, error: BaseException, calls: int
) -> None:
    def fail(logits: Any, values: Any, legal: Legal) -> Any:
        raise error

    searcher, evaluator = case.searcher(), Failing(case, calls, fail)
    try:
        case.search(evaluator, searcher)
    except BaseException as caught:
        assert caught is error
    else:
        assert not evaluator.has_failed
    plain = scattered(case.seats)
    assert case.search(plain, searcher) == case.search(plain)


def test_exceptions_of_an_evaluator_have_a_note() -> None:
    def broken(observations: Observations, legal: Legal) -> tuple[Any, Any]:
        raise KeyError("weights")

    case = Case(2, empile.Puct(), 20)
    with pytest.raises(KeyError) as caught:
        case.search(broken)
    seen = 3, case.game.observation_size
    assert f"raised by the evaluator of observations {seen}" in caught.value.__notes__[0]


def test_arrays_that_dlpack_cannot_convert_are_refused() -> None:
    class OnAnotherDevice(OnlyDlpack):
        def __dlpack__(self, **options: Any) -> Any:
            raise AssertionError("a gradient is needed")

    def evaluator(observations: Observations, legal: Legal) -> tuple[Any, Any]:
        return OnAnotherDevice(observations), observations

    with pytest.raises(empile.EvaluatorError, match="move them to the CPU: a gradient is needed"):
        Case(2, empile.Puct(), 20).search(evaluator)


# -- Any arrays --------------------------------------------------------------------------------------


def arrays(data: st.DataObject, shapes: list[tuple[int, ...]]) -> NDArray[Any]:
    """Draw an array that is right, or nearly so."""
    floats = st.sampled_from(["<f2", "<f4", ">f4", "<f8", ">f8", "longdouble"])
    others = st.sampled_from(["i1", "u8", "?", "c8", "U3", "M8[s]", "O"])
    dtype = np.dtype(data.draw(floats | floats | floats | others))
    shape = data.draw(st.sampled_from(shapes))
    if dtype.kind != "f":
        return np.zeros(shape, dtype)
    edges = [0.0, -0.0, 1.0, -1.0, 1.0005, 1.01, np.nan, np.inf, -np.inf, 1e-45, 6e4, -1e38, 1e300]
    numbers = st.sampled_from(edges[: data.draw(st.integers(2, len(edges)))])
    with np.errstate(all="ignore"):
        small = data.draw(hnp.arrays(np.float64, min(7, max(1, prod(shape))), elements=numbers))
        return np.resize(small, shape).astype(dtype)


def is_right(logits: NDArray[Any], values: NDArray[Any], legal: Legal, seats: int) -> bool:
    """Return whether these are evaluations as ``empile.Evaluator`` describes."""
    rows = len(legal)
    shapes = {(rows, seats), (rows,)} if seats == 2 else {(rows, seats)}
    if (logits.dtype.kind, values.dtype.kind) != ("f", "f"):
        return False
    if logits.shape != legal.shape or values.shape not in shapes:
        return False
    with np.errstate(all="ignore"):
        logits, values = logits.astype(np.float32), values.astype(np.float32)
    return bool(
        np.all(np.where(legal, logits, 0) < np.inf)
        and np.all(np.where(legal, logits, -np.inf).max(axis=1) > -np.inf)
        and np.all(np.abs(values) <= np.float32(1.001))
    )


@settings(max_examples=150)
@given(case=cases(), data=st.data())
def test_any_arrays_are_taken_if_and_only_if_they_are_right(
    case: Case, data: st.DataObject
) -> None:
    searcher, plain = case.searcher(), scattered(case.seats)
    searcher.start(case.states, case.simulations)
    changed = False
    for call in range(1000):
        rows = searcher.advance()
        if not rows:
            break
        legal = searcher.legal
        if call == case.simulations // 2:
            columns, seats = legal.shape[1], case.seats
            logits = arrays(
                data, [legal.shape] * 4 + [(rows,), (rows + 1, columns), (columns, rows)]
            )
            values = arrays(data, [(rows, seats)] * 4 + [(rows,), (seats, rows), (rows, 1), ()])
            if is_right(logits, values, legal, seats):
                searcher.back_up(logits, values)
                changed = True
                continue
            with pytest.raises(empile.EvaluatorError):
                searcher.back_up(logits, values)
        searcher.back_up(*plain(searcher.observations, legal))
    found = searcher.result()
    assert (found.visits.sum(axis=1) == case.simulations).all()
    assert np.isfinite(found.policy).all()
    assert np.isfinite(found.values).all()
    if not changed:
        assert found.visits.tobytes() == case.search(plain)[1]


# -- Own views ---------------------------------------------------------------------------------------


def own_views(seed: int = 1) -> tuple[empile.BatchedSearch, list[empile.State]]:
    """Return a search of two games of three seats, of which one is at another seat's turn."""
    game = empile.load("block-out", players=3, referee="odds")
    inputs = empile.EvaluatorInputs(own_view=True)
    searcher = empile.BatchedSearch(game, 2, seed=seed, inputs=inputs)
    return searcher, [random_state(game, 1, moves=moves) for moves in (3, 4)]


def test_rows_of_own_views_follow_those_of_the_leaves() -> None:
    searcher, states = own_views()
    mine = {game: state.current_player() for game, state in enumerate(states)}
    searcher.start(states, 40)
    views = 0
    while rows := searcher.advance():
        seats, games = searcher.seats.tolist(), searcher.games.tolist()
        assert len(seats) == len(games) == rows == len(searcher.observations)
        has_moves = [bool(row.any()) for row in searcher.legal]
        leaves = sum(has_moves)
        assert all(has_moves[:leaves])
        # A leaf has another row if and only if the searching seat does not act there.
        others = [
            game
            for game, seat in zip(games[:leaves], seats[:leaves], strict=True)
            if seat != mine[game]
        ]
        assert games[leaves:] == others
        assert seats[leaves:] == [mine[game] for game in others]
        views += len(others)
        searcher.back_up(*scattered(3)(searcher.observations, searcher.legal))
    assert views > 20
    assert searcher.evaluations > 60
    assert searcher.result().visits.sum(axis=1).tolist() == [40, 40]


def test_logits_of_own_views_are_ignored_and_their_values_checked() -> None:
    plain = scattered(3)

    def careless(observations: Observations, legal: Legal) -> tuple[Any, Any]:
        logits, values = plain(observations, legal)
        logits[~legal.any(axis=1)] = np.nan
        return logits, values

    def wrong(observations: Observations, legal: Legal) -> tuple[Any, Any]:
        logits, values = plain(observations, legal)
        values[~legal.any(axis=1)] = np.nan
        return logits, values

    results: list[list[int]] = []
    for evaluator in (plain, careless):
        searcher, states = own_views()
        results.append(searcher.search(states, evaluator, 30).visits.ravel().tolist())
    assert results[0] == results[1]
    searcher, states = own_views()
    with pytest.raises(empile.EvaluatorError, match=r"values must be from -1 to 1.*in row 2"):
        searcher.search(states, wrong, 30)
    assert searcher.search(states, plain, 30).visits.sum() == 60


def test_own_views_need_hidden_information() -> None:
    inputs = empile.EvaluatorInputs(own_view=True)
    with pytest.raises(ValueError, match="own_view is for games with imperfect information"):
        empile.BatchedSearch(games_by_seats()[2], 1, seed=1, inputs=inputs)


@pytest.mark.parametrize("method", [empile.Puct, empile.Gumbel])
def test_rollouts_have_bounds(method: Any) -> None:
    for weight in (-0.1, 1.1, np.nan):
        with pytest.raises(ValueError, match="rollout_weight must be from 0 to 1"):
            method(rollout_weight=weight)
    with pytest.raises(ValueError, match="rollout_depth must be at least -1"):
        method(rollout_weight=0.5, rollout_depth=-2)
