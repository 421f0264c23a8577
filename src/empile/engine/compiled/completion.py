"""Completes the rules of a game with what they leave out.

The tensors follow from the rules' ``BOARD``, an ``empile.engine.board.Board``: ``BOARD.tensor(rules)``
returns the planes and ``observe``. Without it they hold only the seat to act. With ``MOVES``, an
``empile.engine.board.Moves``, the writers of views, moves and messages follow too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from empile.engine.board.json.writers import CellWriters, writers_of
from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef
from empile.engine.compiled.templates import default_rules
from empile.engine.planes import Plane, from_seat, size_of

REQUIRED = ("STATE", "ACTIONS", "current", "legal", "apply", "ranks")
HIDDEN = ("resample", "observed_action")
"""Required with imperfect information."""

_CONSTANTS = ("CHANCE", "EXTERNAL", "TERMINAL", "PARAMS")
_FUNCTIONS = (
    "init",
    "chance",
    "chance_actions_left",
    "team",
    "scores",
    "reason",
    "simulation_move",
    "estimate",
    "resample",
    "observed_action",
)

Observe = Callable[[StructRef, StructRef, int, NDArray[np.float32]], None]


class Rules(ModuleType):
    """The rules of a game with all names of ``templates.rules``."""

    __written__: ModuleType
    """The rules without the defaults."""

    __key__: str
    """What the code depends on besides the sources of the rules."""

    __writers__: CellWriters | None = None
    """The default writers of a game on cells."""

    def __init__(self, written: ModuleType, most_seats: int, derived: Sequence[str]) -> None:
        super().__init__(written.__name__)
        self.__dict__.update(vars(written))
        self.__written__ = written
        facts = [] if hasattr(written, "MAX_SEATS") else [f"{most_seats} seats"]
        self.__key__ = " ".join([*facts, *(f"without {name}" for name in derived)])
        _add_constants(self, most_seats)
        for name in _FUNCTIONS:
            _add(self, name, _own(getattr(default_rules, name)))
        if defines(self, "current"):
            _add_tensors(self)
            if all(defines(self, name) for name in ("BOARD", "MOVES", "STATE", "legal")):
                _add_writers(self, derived)


def completed(rules: ModuleType, most_seats: int, derived: Sequence[str] = ()) -> Rules:
    """Return ``rules`` with the defaults of what they leave out.

    :param most_seats: ``MAX_SEATS``, if the rules do not define it.
    :param derived: fields of the state that views leave out.

    Example: ``completed(rules, 2).team``.
    """
    return Rules(rules.__written__ if isinstance(rules, Rules) else rules, most_seats, derived)


def defines(rules: ModuleType, name: str) -> bool:
    """Return whether the game itself defines ``name``."""
    return hasattr(rules.__written__ if isinstance(rules, Rules) else rules, name)


def cell_writers(rules: ModuleType) -> CellWriters | None:
    """Return the default writers of a game on cells; None for other games."""
    return rules.__writers__ if isinstance(rules, Rules) else None


def lacking(rules: ModuleType, reasons: Sequence[str], *, imperfect_information: bool) -> list[str]:
    """Return the names that the game must define, but does not.

    ``reason`` chooses among several ``reasons``.

    Example: ``lacking(rules, ("line", "full"), imperfect_information=False)``.
    """
    wanted = [*REQUIRED, *(HIDDEN if imperfect_information else ())]
    if len(reasons) > 1:
        wanted.append("reason")
    if defines(rules, "MOVES"):
        wanted.remove("ACTIONS")
    if defines(rules, "observe"):
        wanted.append("OBSERVATION_PLANES")
    return [name for name in wanted if not defines(rules, name)]


def observation_planes(rules: ModuleType, seats: int) -> Sequence[Plane]:
    """Return the planes of a game with so many seats; those of ``rules`` are of the most.

    Example: ``observation_planes(rules, 2)``.
    """
    planes: Sequence[Plane] = rules.OBSERVATION_PLANES
    if not defines(rules, "observe") and defines(rules, "BOARD"):
        planes = rules.BOARD.planes(seats)
    return planes


def _own(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function for one game: shared ones would keep the code for the parameters of all."""
    return inline(getattr(function, "__wrapped__", function))


def _add(rules: Rules, name: str, value: object) -> None:
    if name not in vars(rules):
        setattr(rules, name, value)


def _add_constants(rules: Rules, most_seats: int) -> None:
    for name in _CONSTANTS:
        _add(rules, name, getattr(default_rules, name))
    _add(rules, "MAX_SEATS", most_seats)
    if defines(rules, "MOVES"):
        _add(rules, "ACTIONS", rules.MOVES.actions)
    if "ACTIONS" in vars(rules):  # else they are incomplete
        _add(rules, "MAX_LEGAL", rules.ACTIONS)
        _add(rules, "MAX_OUTCOMES", rules.ACTIONS if defines(rules, "chance") else 1)


def _add_tensors(rules: Any) -> None:
    if not defines(rules, "observe"):
        if defines(rules, "BOARD"):
            planes, rules.observe = rules.BOARD.tensor(rules)
        else:
            planes, rules.observe = _tensor_of_seat(rules)
        rules.OBSERVATION_PLANES = planes
    elif not defines(rules, "OBSERVATION_PLANES"):  # incomplete
        return
    _add(rules, "OBSERVATION", size_of(rules.OBSERVATION_PLANES))
    _add(rules, "INFORMATION_PLANES", rules.OBSERVATION_PLANES)
    _add(rules, "INFORMATION", size_of(rules.INFORMATION_PLANES))
    _add(rules, "information_state", rules.observe)


def _add_writers(rules: Rules, derived: Sequence[str]) -> None:
    """Add the writers by groups, as those of a group have the same texts."""
    writers = writers_of(rules, rules.__written__, derived)
    for group in (
        ("write_view", "write_move"),
        ("write_event", "write_refusal", "write_chance"),
    ):
        if not any(defines(rules, name) for name in group):
            for name in writers.functions.keys() & set(group):
                setattr(rules, name, writers.functions[name])
    rules.__writers__ = writers


def _tensor_of_seat(rules: Rules) -> tuple[Sequence[Plane], Observe]:
    current: Any = rules.current

    @inline
    def observe(params: StructRef, s: StructRef, seat: int, out: NDArray[np.float32]) -> None:
        for k in range(len(out)):
            out[k] = 0.0
        to_act = current(params, s)
        if to_act >= 0:
            out[from_seat(seat, to_act, int(params.seats))] = 1.0

    return (Plane("to_act", (rules.MAX_SEATS,)),), observe
