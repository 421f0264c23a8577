"""Games: rules with their options chosen, composed of ``empile.engine.contracts``.

**Seats** are numbered from 0, clockwise. The seat to act chooses a *move*; at a *chance node* a
shuffle, a draw or a referee decides the *outcome*. Both are *actions*: integers below
``game.num_distinct_actions``. Rules never draw random numbers; the caller samples outcomes.

**Texts.** In each state, each move and each chance *event* (one or more chance actions) has exactly
one text.

**Views.** ``State.position`` has full information, ``State.view`` what one seat (None: a spectator)
may know, byte-identical for states that it cannot distinguish.

**Tensors.** ``State.observation`` is what a seat sees, ``State.information_state`` also what it
remembers.

**Returns** are (opponents ranked worse - opponents ranked better) / opponents; without opponents 1
for rank 1, else -1.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

import numpy as np
from numpy.typing import NDArray

from empile.engine.board.actions import actions_on_board, planes_of_moves
from empile.engine.board.board import Board
from empile.engine.board.moves import Moves
from empile.engine.board.symmetries import symmetries_of_cells
from empile.engine.compiled.completion import completed, defines, lacking, observation_planes
from empile.engine.compiled.layout import StructArray
from empile.engine.compiled.loader import CompiledRules
from empile.engine.compiled.templates.rules import CHANCE, EXTERNAL, TERMINAL
from empile.engine.contracts.bots import BotProfile
from empile.engine.contracts.cell_notation import CellNotation
from empile.engine.contracts.cell_presenter import CellPresenter
from empile.engine.contracts.notation import Notation
from empile.engine.contracts.presenter import Presenter
from empile.engine.contracts.puzzles import PuzzleProfile
from empile.engine.contracts.referee import Referee
from empile.engine.contracts.setup import Setup
from empile.engine.contracts.writers import Writers
from empile.engine.errors import OptionError, PositionError
from empile.engine.options import Option, read_options
from empile.engine.pickling import reduce_game
from empile.engine.planes import Plane, offsets_among, size_of
from empile.engine.planes.actions import ActionPlanes
from empile.engine.random import Stream
from empile.engine.state import Event, Result, State
from empile.engine.strict_json import is_object
from empile.engine.symmetries.symmetry import Symmetry, identity

if TYPE_CHECKING:
    from empile.engine.contracts.solo import Solo

__all__ = ["CHANCE", "EXTERNAL", "TERMINAL", "Contracts", "Event", "Game", "Result", "State"]


class _Defined:
    """A flag of a game: whether its rules define a function."""

    def __init__(self, function: str) -> None:
        self._function = function

    def __get__(self, game: Game | None, kind: type[Game]) -> bool:
        return defines(kind.rules, self._function)


@dataclass(frozen=True)
class Contracts:
    """The classes of a game's parts, instantiated at first use.

    By default notation and presenter follow from the rules' ``MOVES`` and ``BOARD``.
    """

    notation: type[Notation] = CellNotation
    presenter: type[Presenter] = CellPresenter
    bots: type[BotProfile] = BotProfile
    referee: type[Referee] | None = None
    puzzles: type[PuzzleProfile] = PuzzleProfile


class Game:
    """Rules with their options chosen, immutable. Raises ``OptionError``.

    A subclass sets ``name``, ``rules`` and ``options_offered``, and what differs from the defaults.
    Raises ``TypeError`` if the rules lack something that the game needs.

    Example::

        >>> empile.load("block-ness", players=3).options["variant"]
        'base'
    """

    name: ClassVar[str]
    """As in records and addresses, e.g. ``"block-ness"``."""

    rules_version: ClassVar[int] = 1
    """Increases if a ruling changes; records store it."""

    options_offered: ClassVar[Sequence[Option]]
    """In the order of checking; the first is ``players``."""

    reasons: ClassVar[Sequence[str]] = ("end",)
    """Reasons for the end of a game, indexed by the rules' ``reason``."""

    imperfect_information: ClassVar[bool] = False
    """Whether seats see only a part of the state."""

    has_points: ClassVar[bool] = cast(bool, _Defined("scores"))
    """Whether seats score points: by default whether the rules define ``scores``.

    Otherwise only ranks count, and all scores are 0.
    """

    has_chance: ClassVar[bool] = cast(bool, _Defined("chance"))
    """Whether chance decides something: by default whether the rules define ``chance``."""

    rules: ClassVar[ModuleType]
    """As in ``empile.engine.compiled.templates.rules``; what is missing is completed."""

    contracts: ClassVar[Contracts] = Contracts()

    folder: ClassVar[Path]
    """Data, message catalogues, scene, README: by default the folder of the class's module."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        file = getattr(sys.modules.get(cls.__module__), "__file__", None)
        if not hasattr(cls, "folder") and file is not None:
            cls.folder = Path(file).parent
        if hasattr(cls, "rules") and hasattr(cls, "options_offered"):
            derived = getattr(cls.contracts.presenter, "derived", ())
            cls.rules = completed(cls.rules, max(cls.options_offered[0].values), derived)

    def __init__(self, /, **options: object) -> None:
        missing = lacking(
            self.rules, self.reasons, imperfect_information=self.imperfect_information
        )
        if missing:
            raise TypeError(f"the rules of {self.name} must define {', '.join(missing)}")
        self.options: dict[str, Any] = read_options(
            self.name, self.options_offered, options, self.setup.check_option
        )
        self.num_players: int = self.options["players"]
        self.params_array: StructArray = self.compiled.constants.copy()
        self.fill_params(self.params_array[0])
        if "plane" in (self.rules.PARAMS.names or ()):
            self.params_array["plane"] = offsets_among(
                self.information_planes, self.rules.INFORMATION_PLANES
            )
        self.params_array.setflags(write=False)

    def fill_params(self, params: Any) -> None:
        """Compute the rules' parameters from ``self.options``; ``params`` is zero, but for constants.

        By default what ``fill_params`` of the rules does, else writes the number of seats, and each
        option that has a parameter of its name.
        """
        if self.setup.defines("fill_params"):
            self.setup.fill_params()
            return
        params.seats = self.num_players
        for name in self.options.keys() & set(self.rules.PARAMS.names or ()):
            params[name] = self.options[name]

    @classmethod
    def draw_board(cls, stream: Stream) -> dict[str, Any]:
        """Return options with a random board, which may be invalid; by default none.

        Example: ``empile.game_class("on-top").draw_board(stream)``.
        """
        return {}

    @cached_property
    def notation(self) -> Notation:
        """The texts of moves and chance events."""
        return self.contracts.notation(self)

    @cached_property
    def presenter(self) -> Presenter:
        """Positions, SVG, text and messages."""
        return self.contracts.presenter(self)

    @cached_property
    def writers(self) -> Writers:
        """The messages that the rules write."""
        return Writers(self)

    @cached_property
    def setup(self) -> Setup:
        """What the rules read before a game begins."""
        return Setup(self)

    @cached_property
    def bots(self) -> BotProfile:
        """The levels of the bots."""
        return self.contracts.bots(self)

    @cached_property
    def referee(self) -> Referee | None:
        """The source of outcomes at ``EXTERNAL`` nodes; None without such nodes."""
        return None if self.contracts.referee is None else self.contracts.referee(self)

    @cached_property
    def puzzles(self) -> PuzzleProfile:
        """The kinds of puzzles and their themes."""
        return self.contracts.puzzles(self)

    @property
    def num_distinct_actions(self) -> int:
        """Actions are integers below this number."""
        return self.compiled.actions

    @cached_property
    def possible_actions(self) -> NDArray[np.int32]:
        """All moves that can be legal under the options, ascending: the actions of environments.

        By default all but those of ``MOVES`` that leave the board. Example:
        ``empile.load("block-ness").possible_actions.size``.
        """
        moves = self._moves
        if moves is not None:
            return actions_on_board(moves)
        return np.arange(self.num_distinct_actions, dtype=np.int32)

    @cached_property
    def action_planes(self) -> ActionPlanes | None:
        """Places of ``possible_actions`` on the boards of ``stack_boards``; None without boards.

        By default those of the cells that ``MOVES`` name. Example:
        ``game.action_planes.gather(policy, boards)``.
        """
        moves = self._moves
        if moves is None:
            return None
        return planes_of_moves(moves, self.possible_actions, self.observation_planes)

    @cached_property
    def symmetries(self) -> Sequence[Symmetry]:
        """The symmetries of the board under the options, for learning; the identity is the first.

        They are a group. By default, if the rules have ``BOARD`` and ``MOVES``, those of the cells that
        random games show to hold, else the identity only. Example:
        ``[symmetry.name for symmetry in game.symmetries]``.
        """
        board: Board | None = getattr(type(self).rules, "BOARD", None)
        moves: Moves | None = getattr(type(self).rules, "MOVES", None)
        planes = self.observation_planes
        if board is None or moves is None or tuple(planes) != tuple(board.planes(self.num_players)):
            return (identity(planes, self.possible_actions),)
        return symmetries_of_cells(self, board, moves)

    @property
    def _moves(self) -> Moves | None:
        """``MOVES`` of the rules if all actions are theirs."""
        moves: Moves | None = getattr(type(self).rules, "MOVES", None)
        return moves if moves is not None and moves.actions == self.num_distinct_actions else None

    @cached_property
    def observation_planes(self) -> Sequence[Plane]:
        """The planes of ``State.observation``, of the size that the options need."""
        return observation_planes(type(self).rules, self.num_players)

    @cached_property
    def information_planes(self) -> Sequence[Plane]:
        """The planes of ``State.information_state``; the observation's are first."""
        rules = type(self).rules
        if not defines(rules, "INFORMATION_PLANES"):
            return self.observation_planes
        planes: Sequence[Plane] = rules.INFORMATION_PLANES
        return planes

    @cached_property
    def observation_size(self) -> int:
        """The length of ``State.observation``."""
        return size_of(self.observation_planes)

    @cached_property
    def information_size(self) -> int:
        """The length of ``State.information_state``."""
        return size_of(self.information_planes)

    @property
    def end_reasons(self) -> Sequence[str]:
        """The ``reasons`` that the options allow."""
        return self.reasons

    @property
    def max_game_length(self) -> int | None:
        """An upper bound of the moves of a game from the initial state, None if none is known.

        Example: ``empile.load("block-ness").max_game_length``.
        """
        return None

    @property
    def max_chance_nodes(self) -> int | None:
        """An upper bound of the chance actions of such a game, None if none is known."""
        return None if self.has_chance else 0

    @cached_property
    def teams(self) -> list[int]:
        """By seat, without teams the seat itself; the same if all players move on by one seat."""
        return [int(self.compiled.step.team(self.params_array, s)) for s in range(self.num_players)]

    @property
    def needs_start(self) -> bool:
        """Whether games with these options begin from a position only."""
        return False

    def new_state(self) -> State:
        """Return the initial state; raises ``OptionError`` if ``needs_start``.

        Example: ``state = game.new_state()``.
        """
        if self.needs_start:
            raise OptionError(f"{self.name} with these options begins from a position only")
        state = State(self, np.zeros(1, dtype=self.rules.STATE))
        self.compiled.step.init(self.params_array, state.array, 0)
        return state

    def state_from_position(self, position: object) -> State:
        """Return a state from a position object; the inverse of ``State.position``.

        It is a seat's turn, or the game is over because no seat has a legal move. What the object
        does not contain starts fresh, see the game's README. Raises ``PositionError`` with the
        reason.

        Example::

            >>> state = empile.load("on-top").new_state()
            >>> event = state.apply_text("~BRWY")
            >>> state.game.state_from_position(state.position()).legal_texts() == state.legal_texts()
            True
        """
        if not is_object(position):
            raise PositionError("a position is a JSON object")
        return self.presenter.state_from_position(position)

    @property
    def solo(self) -> Solo | None:
        """The levels for one person; None if it has none."""
        return None

    @property
    def warm_extras(self) -> Sequence[Callable[[], None]]:
        """Calls that compile or load what the game compiles beyond its rules, e.g. a solver."""
        return ()

    def start_state(self, start: object) -> State:
        """Return the state in which a game begins: that of a position object, or None: the initial one.

        Raises ``PositionError``, ``OptionError`` if ``needs_start``.

        Example: ``state = game.start_state(record.start)``.
        """
        return self.new_state() if start is None else self.state_from_position(start)

    @cached_property
    def compiled(self) -> CompiledRules:
        """Shared by all games with the same rules."""
        rules = type(self).rules
        key = rules.__name__, rules.MAX_SEATS, getattr(rules, "__key__", "")
        found = _compiled.get(key)
        if found is None:
            found = _compiled.setdefault(key, CompiledRules(rules))
        return found

    @cached_property
    def params(self) -> dict[str, Any]:
        """The parameters as numbers and lists, which are faster to read."""
        return {
            name: self.params_array[name][0].tolist()
            for name in self.params_array.dtype.names or ()
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or (type(self) is type(other) and self.options == other.options)

    def __hash__(self) -> int:
        return hash((type(self), self.num_players))

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_game(self)

    def __repr__(self) -> str:
        chosen = ", ".join(f"{key}={value!r}" for key, value in self.options.items())
        return f"<{type(self).__name__} {chosen}>"


_compiled: dict[tuple[str, int, str], CompiledRules] = {}
