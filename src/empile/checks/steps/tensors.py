"""Step 6: tensors and action planes: exactly the information of the seat."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from empile.checks.check import Step, itself
from empile.checks.evidence import Variant, golden_records, variants_of
from empile.checks.lack import equal, expect, lacks
from empile.checks.random_games import is_fast, random_match, sample, single_steps
from empile.checks.steps.hidden import hiding
from empile.checks.twins import another_history
from empile.engine.planes import Plane, size_of, split_planes, stack_boards
from empile.engine.planes.actions import ActionPlanes
from empile.engine.random import new_stream
from empile.engine.random import split as split_stream
from empile.engine.record import Record
from empile.engine.search.search import resampled
from empile.engine.state import State
from empile.engine.symmetries.mirrored_games import first_difference
from empile.engine.symmetries.symmetry import composed

TENSORS = Step(
    "tensors", "observations and information states, for learning", "rules", needs=("rules",)
)


@lru_cache(maxsize=64)
def _states_of(variant: Variant, most: int) -> list[State]:
    found: list[State] = []
    for seed, eager in enumerate((0.0, 0.5, 0.9)):
        steps = [step.state for step in single_steps(variant.game(), seed, eager=eager)]
        found += [*steps[:: max(1, len(steps) // most)], steps[-1]]
    return found


def states_of(variant: Variant) -> list[State]:
    """Return states of random games, uniform and eager, chance nodes and ends among them."""
    return _states_of(variant, 8 if is_fast() else 40)


def seen(variant: Variant) -> Iterator[tuple[State, int]]:
    """Yield states with every seat that may look."""
    for state in states_of(variant):
        for seat in range(state.game.num_players):
            yield state, seat


# -- Shape -----------------------------------------------------------------------------------------


@TENSORS.check(variants_of, gate=True)
def tensor_shapes_match_planes(variant: Variant) -> None:
    """Tensors have the planes that the rules declare; the information state begins with the observation."""
    game = variant.game()
    planes, more = game.observation_planes, game.information_planes
    equal(list(more[: len(planes)]), list(planes), "the beginning of the information planes")
    shown = {plane.name for plane in planes}
    known = [p.name for p in game.rules.OBSERVATION_PLANES]
    ordered = [name for name in known if name in shown]
    equal([plane.name for plane in planes], ordered, "the order of the observation planes")
    expect(len({plane.name for plane in more}) == len(more), "two planes have the same name")
    state = game.new_state()
    for wanted, tensor in ((planes, state.observation(0)), (more, state.information_state(0))):
        equal(tensor.dtype, np.dtype(np.float32), "the type of a tensor")
        equal(tensor.shape, (size_of(wanted),), "the shape of a tensor")
        parts = split_planes(wanted, tensor)
        shapes = [(name, part.shape) for name, part in parts.items()]
        equal(shapes, [p[:2] for p in wanted], "the list of planes")


@TENSORS.check(variants_of)
def tensor_is_written_completely_and_in_bounds(variant: Variant) -> None:
    """Each number of a tensor is written, and none behind its end."""
    template = variant.game().compiled.observing
    for state, seat in seen(variant):
        for write, told in (
            (template.observe, state.observation(seat)),
            (template.information_state, state.information_state(seat)),
        ):
            room = np.full(len(told) + 3, np.nan, np.float32)
            write(state.game.params_array, state.array, 0, seat, room)
            if not np.array_equal(room[: len(told)], told):
                lacks(f"'{write.__name__}' does not write all numbers of its tensor")
            expect(np.isnan(room[len(told) :]).all(), "a tensor is written beyond its end")


@TENSORS.check(variants_of)
def tensor_values_are_in_plane_range(variant: Variant) -> None:
    """Values are between ``low`` and ``high`` of their plane."""
    for state, seat in seen(variant):
        planes = state.game.information_planes
        for plane, part in zip(
            planes, split_planes(planes, state.information_state(seat)).values(), strict=True
        ):
            if part.min() < np.float32(plane.low) or part.max() > np.float32(plane.high):
                lacks(
                    "plane {} has values from {} to {}, beyond its bounds {} to {}",
                    plane.name, float(part.min()), float(part.max()), plane.low, plane.high,
                )  # fmt: skip


@TENSORS.check(variants_of)
def information_starts_with_observation(variant: Variant) -> None:
    """The information state begins with the observation, byte by byte."""
    for state, seat in seen(variant):
        sees, knows = state.observation(seat), state.information_state(seat)
        if knows[: len(sees)].tobytes() != sees.tobytes():
            lacks("'information_state' does not begin with what 'observe' writes")


@TENSORS.check(variants_of)
def tensors_of_batches_equal_single_states(variant: Variant) -> None:
    """Tensors of many states at once are those of the states."""
    pairs = list(seen(variant))
    game = variant.game()
    states = np.concatenate([state.array for state, _ in pairs])
    seats = np.array([seat for _, seat in pairs], np.int32)
    template = game.compiled.observing
    for many, length, one in (
        (template.observe_many, game.observation_size, State.observation),
        (template.information_state_many, game.information_size, State.information_state),
    ):
        out = np.full((len(pairs), length), np.nan, np.float32)
        many(game.params_array, states, seats, out)
        for (state, seat), row in zip(pairs, out, strict=True):
            alike = (
                one(state, seat).tobytes() == row.tobytes() == one(state.clone(), seat).tobytes()
            )
            expect(alike, "the tensor of a state depends on more than the state")


# -- Nothing is written for nothing ----------------------------------------------------------------


def parts_of(planes: Sequence[Plane], tensor: NDArray[Any]) -> Iterator[tuple[str, NDArray[Any]]]:
    """Yield each board of a tensor, and each number that is on no board, with a name."""
    for plane, part in zip(planes, split_planes(planes, tensor).values(), strict=True):
        board = plane.shape[-2:] if len(plane.shape) > 1 else ()
        for number, one in enumerate(part.reshape(-1, prod(board))):
            yield f"{plane.name}[{number}]", one


def _many_states(name: str) -> Iterator[list[State]]:
    """Yield the states of game after game, under all options."""
    for variant in variants_of(name):
        yield states_of(variant)
    for path in golden_records(name):
        yield [state for state, _ in Record.from_json(path.read_text("utf-8")).replay()]
    for seed in range(3, 60):
        for variant in variants_of(name):
            yield [step.state for step in single_steps(variant.game(), seed, eager=0.9)]


class Range:
    """The least and the greatest value of each part of a tensor."""

    def __init__(self) -> None:
        self.least: dict[str, float] = {}
        self.most: dict[str, float] = {}

    def add(self, states: list[State]) -> list[str]:
        """Add what all seats see of states; return the parts that are still constant."""
        planes = states[0].game.information_planes
        seats = range(states[0].game.num_players)
        low = high = states[0].information_state(0)
        for state in states:
            for seat in seats:
                knows = state.information_state(seat)
                low, high = np.minimum(low, knows), np.maximum(high, knows)
        for part, values in parts_of(planes, low):
            self.least[part] = min(self.least.get(part, np.inf), values.min())
        for part, values in parts_of(planes, high):
            self.most[part] = max(self.most.get(part, -np.inf), values.max())
        return [part for part in self.least if self.least[part] == self.most[part]]


@TENSORS.check(itself, slow=True)
def planes_vary(name: str) -> None:
    """No board and no number of a tensor is constant in all games under all options."""
    varied = Range()
    constant: list[str] = []
    for states in _many_states(name):
        constant = varied.add(states)
        if not constant:
            return
    lacks("parts of the tensors have the same value in all games: {}", constant)


# -- What seats may know ---------------------------------------------------------------------------


@TENSORS.check(hiding)
def tensors_ignore_hidden_state(variant: Variant) -> None:
    """Resampling changes other seats' tensors but not the seat's own."""
    others = 0
    for state, seat in seen(variant):
        if state.current_player() < 0:
            continue
        for number in range(3):
            drawn = resampled(state, seat, new_stream(number))
            for tensor in (State.observation, State.information_state):
                if tensor(drawn, seat).tobytes() != tensor(state, seat).tobytes():
                    lacks(f"the {tensor.__name__} of seat {seat} depends on what it cannot see")
            others += any(
                drawn.observation(other).tobytes() != state.observation(other).tobytes()
                for other in range(state.game.num_players)
            )
    expect(others > (2 if is_fast() else 20), "tensors of other seats show nothing hidden")


@TENSORS.check(hiding)
def tensors_of_indistinguishable_histories_are_equal(variant: Variant) -> None:
    """At every point, chance nodes included, until the end shows what was hidden."""
    differing = 0
    for seed in sample(12):
        match = random_match(variant.game(), seed, (4, 9, 16, 30)[seed % 4])
        for seat in range(match.game.num_players):
            other = another_history(match, seat, split_stream(new_stream(seed), 1))
            if other is None or match.state.is_terminal():
                continue
            for index in range(len(match.events) + 1):
                state, like = match.state_before(index), other.state_before(index)
                knows, would = state.information_state(seat), like.information_state(seat)
                if knows.tobytes() != would.tobytes():
                    lacks("the information state of seat {} shows what it cannot see", seat)
                differing += state != like
    if not is_fast():
        expect(differing > 20, "too few pairs of games were found to say anything")


@TENSORS.check(variants_of)
def tensors_of_distinct_views_differ(variant: Variant) -> None:
    """While the game runs: an ended one shows what tensors never do."""
    views: dict[tuple[int, bytes], str] = {}
    for state, seat in seen(variant):
        if not state.is_terminal():
            view = json.dumps([state.current_player(), state.view(seat)], sort_keys=True)
            other = views.setdefault((seat, state.information_state(seat).tobytes()), view)
            if other != view:
                lacks("'information_state' is the same for different views, {} and {}", other, view)
    if not is_fast():
        expect(len(set(views.values())) > 10, "random games have too few views to say anything")


# -- Symmetries ------------------------------------------------------------------------------------


@TENSORS.check(variants_of, file="__init__.py")
def symmetries_hold(variant: Variant) -> None:
    """Random games and their images under ``symmetries`` are the same at each move."""
    game = variant.game()
    for symmetry in game.symmetries:
        for seed in sample(6):
            stream, eager = new_stream(seed), (0.0, 0.5, 0.9)[seed % 3]
            found = first_difference(game, symmetry, stream, eager=eager)
            if found is not None:
                lacks("the symmetry {} does not hold: {}", symmetry.name, found)


@TENSORS.check(variants_of, file="__init__.py")
def symmetries_are_a_group(variant: Variant) -> None:
    """The identity is the first of ``symmetries``, and two after each other are one of them."""
    found = variant.game().symmetries
    first = found[0]
    still = [bool((part == np.arange(len(part))).all()) for part in first[1:]]
    equal((first.name, still), ("identity", [True, True]), "the first of 'symmetries'")
    equal(len({one.name for one in found}), len(found), "the number of names of 'symmetries'")
    known = {one.observation.tobytes() + one.actions.tobytes() for one in found}
    equal(len(known), len(found), "the number of different 'symmetries'")
    for one in found:
        for other in found:
            both = composed(one, other)
            if both.observation.tobytes() + both.actions.tobytes() not in known:
                lacks("{} after {} is none of 'symmetries'", other.name, one.name)


# -- Moves -----------------------------------------------------------------------------------------


@TENSORS.check(variants_of)
def legal_mask_marks_legal_actions(variant: Variant) -> None:
    """The mask marks the legal moves, and is the caller's own."""
    for state in states_of(variant):
        mask = state.legal_mask()
        equal(mask.shape, (state.game.num_distinct_actions,), "the shape of the mask")
        equal(np.flatnonzero(mask).tolist(), state.legal_actions(), "the list of marked moves")
        mask[:] = True
        again = np.flatnonzero(state.legal_mask()).tolist()
        equal(again, state.legal_actions(), "the list of moves marked again")


def _numbered(planes: ActionPlanes) -> NDArray[np.float64]:
    """Return a policy whose values are their own indices."""
    return np.arange(float(np.prod(planes.shape))).reshape(planes.shape)


@TENSORS.check(variants_of, file="__init__.py")
def action_planes_fit_boards(variant: Variant) -> None:
    """``action_planes`` have the rows and columns of the boards in the observation."""
    game = variant.game()
    planes = game.action_planes
    if planes is None:
        has_board = any(plane.board for plane in game.observation_planes)
        expect(not has_board, "observations have boards: define 'action_planes'")
        return
    boards, _ = stack_boards(game.observation_planes, game.new_state().observation(0))
    channels, rows, columns = planes.shape
    equal((rows, columns), boards.shape[1:], "the shape of the action planes")
    for array, end in (
        (planes.channel, channels),
        (planes.anchored, channels),
        (planes.place, rows * columns),
        (planes.anchor, boards.shape[0]),
    ):
        equal(array.shape, game.possible_actions.shape, "the shape of an array of 'action_planes'")
        expect(
            array.min() >= -1 and array.max() < end, "'action_planes' name places beyond {}", end
        )
    last = max(planes.channel.max(), planes.anchored.max())
    equal(int(last), channels - 1, "the last channel of 'action_planes'")


@TENSORS.check(variants_of, file="__init__.py")
def legal_actions_have_different_places(variant: Variant) -> None:
    """No two legal moves share a place of the action planes."""
    game = variant.game()
    planes = game.action_planes
    if planes is None:
        return
    for seed in sample(3):
        match = random_match(game, seed, 40)
        for index in range(len(match.events) + 1):
            state = match.state_before(index)
            if state.current_player() < 0:
                continue
            observed = state.observation(state.current_player())
            boards, _ = stack_boards(game.observation_planes, observed)
            found = planes.gather(_numbered(planes), boards)
            legal = np.searchsorted(game.possible_actions, state.legal_actions())
            if len(set(found[legal].tolist())) != len(legal):
                lacks("two legal moves share a place of 'action_planes'")
