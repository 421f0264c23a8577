"""What a game must implement to offer levels for one person."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from empile.engine.compiled.layout import StructArray, struct_dtype
from empile.engine.errors import Reason
from empile.engine.game import State


class SoloPosition(Protocol):
    """A position to be solved."""

    @property
    def id(self) -> str:
        """The grade and a number, e.g. ``"1-07"``."""
        ...

    @property
    def grade(self) -> int:
        """From 1, the easiest."""
        ...

    @property
    def variant(self) -> str:
        """The variant of the rules."""
        ...

    @property
    def position(self) -> dict[str, Any]:
        """The position object from which it begins."""
        ...

    @property
    def solutions(self) -> int:
        """Number of solutions."""
        ...

    @property
    def share(self) -> float:
        """Share of random plays that solve it."""
        ...

    def state(self) -> State:
        """Return the state at the start."""
        ...


class Solved(NamedTuple):
    """What a solver found out about a position."""

    is_solvable: bool | None
    """None: unknown, the search was stopped."""
    solutions: int
    """Solutions found."""
    is_exact: bool
    """Whether there are no others."""
    is_complete: bool
    """Whether all states were searched, or all up to a solution if one was enough."""
    share: float
    """Share of random plays that solve the position; an estimate unless the search is complete."""
    grade: int | None
    """The grade of levels that are as difficult; None unless it can be solved."""
    nodes: int
    """States searched."""
    take_back: int
    """Moves to take back until the position can be solved again; 0 if it can, or if unknown."""
    moves: list[int]
    """The actions of a solution, if one was asked for."""


def solved_dtype(most_moves: int) -> np.dtype[Any]:
    """Return the fields of :class:`Solved` as ``SoloSolver.solve`` writes them.

    ``solvable`` is -1 if unknown, ``grade`` 0 if there is none, ``count`` the number of ``moves``.

    Example: ``SOLVED = solved_dtype(12)``.
    """
    return struct_dtype(
        [
            ("solvable", "i1"),
            ("exact", "u1"),
            ("complete", "u1"),
            ("grade", "u1"),
            ("solutions", "i4"),
            ("take_back", "i4"),
            ("nodes", "i4"),
            ("share", "f8"),
            ("count", "i4"),
            ("moves", "i4", (most_moves,)),
        ]
    )


class SoloSolver(Protocol):
    """A solver, e.g. a module of compiled functions; modules for pages export ``solve``."""

    @property
    def SEARCH(self) -> np.dtype[Any]:  # noqa: N802
        """The struct of a search."""
        ...

    @property
    def SOLVED(self) -> np.dtype[Any]:  # noqa: N802
        """The struct of what is found: see :func:`solved_dtype`."""
        ...

    @property
    def NODES(self) -> int:  # noqa: N802
        """States that are searched unless the caller says otherwise."""
        ...

    @property
    def MOST(self) -> int:  # noqa: N802
        """Solutions that are counted unless the caller says otherwise."""
        ...

    def memory_of(self, nodes: int, most: int) -> int:
        """Return the length of the memory that a search needs."""
        ...

    def solve(
        self,
        params_array: StructArray,
        states: StructArray,
        search: StructArray,
        memory: NDArray[np.int64],
        solved: StructArray,
        nodes: int,
        most: int,
        stops: bool,
    ) -> None:
        """Write to ``solved[0]`` what is known of the last of ``states``.

        ``search`` and ``memory`` may be uninitialized. The search ends after ``nodes`` states, or fewer
        if ``memory`` is too short, and counts up to ``most`` solutions, or ``stops`` at the first. If there
        is none, the states before are searched for one, the latest first.
        """
        ...


class Clue(NamedTuple):
    """A step of a hint."""

    message: Reason
    parts: Mapping[str, str]
    """The parts of the move that this step reveals."""
    move: str | None
    """The move, at the last step."""
    is_solvable: bool | None
    take_back: int
    """Moves to take back until the position can be solved again; 0 if it can, or if unknown."""


class Solo(ABC):
    """The solo levels of a game, whose rules define ``write_clue``; the messages are of its catalogue."""

    solver: SoloSolver
    """Its functions are compiled for pages, too."""
    clue_parts: Sequence[str]
    """The parts of a move in the order in which hints reveal them: one at each step, then the move."""

    @abstractmethod
    def levels(self) -> Sequence[SoloPosition]:
        """Return all levels, the easiest first."""

    @abstractmethod
    def grade_name(self, grade: int) -> Reason:
        """Return the name of a grade."""

    def solve(
        self,
        state: State,
        *,
        before: Sequence[State] = (),
        nodes: int | None = None,
        most: int | None = None,
        stops: bool = False,
    ) -> Solved:
        """Search the plays of a position.

        :param before: the earlier states of the game, to count the moves to take back.
        :param nodes: states after which a search ends; a million take about a second.
        :param most: solutions that are counted; two differ if their pieces do, not in order.
        :param stops: at the first solution.

        Example: ``solo.solve(state).is_solvable``.
        """
        solver = self.solver
        nodes = solver.NODES if nodes is None else nodes
        most = solver.MOST if most is None else most
        states: StructArray = np.empty(len(before) + 1, state.array.dtype)
        for at, other in enumerate((*before, state)):
            states[at] = other.array[0]
        solved: StructArray = np.zeros(1, solver.SOLVED)
        search: StructArray = np.empty(1, solver.SEARCH)
        # Untouched pages cost no memory.
        memory = np.empty(solver.memory_of(nodes, most), np.int64)
        solver.solve(state.game.params_array, states, search, memory, solved, nodes, most, stops)
        answer = solved[0]
        solvable, count = int(answer["solvable"]), int(answer["count"])
        return Solved(
            None if solvable < 0 else bool(solvable),
            int(answer["solutions"]),
            bool(answer["exact"]),
            bool(answer["complete"]),
            float(answer["share"]),
            int(answer["grade"]) or None,
            int(answer["nodes"]),
            int(answer["take_back"]),
            answer["moves"][:count].tolist(),
        )

    def solution(self, state: State) -> list[str] | None:
        """Return the moves of a solution, or None if none is found."""
        solved = self.solve(state, stops=True)
        if not solved.is_solvable:
            return None
        after, texts = state.clone(), list[str]()
        for action in solved.moves:
            texts.append(after.action_to_text(action))
            after.apply_action(action)
        return texts

    def clue(
        self, state: State, before: Sequence[State], step: int, *, nodes: int | None = None
    ) -> Clue:
        """Return a hint; ``step`` counts from 0, and each reveals more.

        ``before`` are the earlier states of the game.
        """
        solved = self.solve(state, before=before, nodes=nodes, stops=True)
        action = next(iter(solved.moves), None)
        message = state.game.writers.clue(state, solved, step)
        if action is None:
            return Clue(message, {}, None, solved.is_solvable, solved.take_back)
        whole = state.game.presenter.move_parts(state, action)
        parts = {name: whole[name] for name in self.clue_parts[: step + 1]}
        move = state.action_to_text(action) if step + 1 >= len(self.clue_parts) else None
        return Clue(message, parts, move, solved.is_solvable, solved.take_back)
