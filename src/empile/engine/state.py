"""Game states, events and results. Terms are defined in ``empile.engine.game``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from empile.engine.arguments import check_stream, whole_number
from empile.engine.compiled.layout import StructArray
from empile.engine.compiled.templates.rules import CHANCE, EXTERNAL, TERMINAL
from empile.engine.errors import ArgumentError, IllegalActionError, NotationError, Reason
from empile.engine.pickling import reduce_state
from empile.engine.random import Stream

if TYPE_CHECKING:
    from empile.engine.game import Game


_DRAWN = 16
"""Actions of most chance events, at most."""


class Event(NamedTuple):
    """A move or a chance event."""

    seat: int
    """A seat, ``CHANCE`` or ``EXTERNAL``."""
    actions: tuple[int, ...]
    """Those of a chance event are in a feasible order."""
    text: str
    """As in a record, with the attachment."""


class Result(NamedTuple):
    """The result of a game, with the fields of ``result`` in a record."""

    winners: list[int]
    """The seats with rank 1."""
    scores: list[int]
    """Points by seat."""
    ranks: list[int]
    """By seat: 1 is best; ties share a rank, the next is skipped (1, 1, 3)."""
    reason: str
    """One of the game's ``reasons``."""


def returns_of_ranks(ranks: Sequence[int], teams: Sequence[int]) -> list[float]:
    """Return each seat's (opponents ranked worse - better) / opponents, in -1 .. 1.

    Without opponents: 1 for rank 1, else -1.

    Example::

        >>> returns_of_ranks([1, 2, 3], [0, 1, 2])
        [1.0, 0.0, -1.0]
    """
    returns: list[float] = []
    for mine, team in zip(ranks, teams, strict=True):
        others = [rank for rank, other in zip(ranks, teams, strict=True) if other != team]
        better = sum(rank < mine for rank in others)
        worse = sum(rank > mine for rank in others)
        alone = 1.0 if mine == 1 else -1.0
        returns.append((worse - better) / len(others) if others else alone)
    return returns


def check_seat(game: Game, seat: int) -> None:
    """Raise ``ArgumentError`` for an unknown seat."""
    seat = whole_number("a seat", seat)
    if not 0 <= seat < game.num_players:
        raise ArgumentError(f"seats are 0 to {game.num_players - 1}, not {seat}")


class State:
    """A position in a game: a struct and its game.

    Do not change ``array`` (one element): the player to act, legal moves and numbers are cached.

    Example::

        >>> state = empile.load("block-ness").new_state()
        >>> len(state.legal_actions())
        192
        >>> copy = state.clone()
        >>> state.apply_text("d4-f4").seat
        0
        >>> state.current_player(), copy.current_player(), state.scores()
        (1, 0, [1, 0])
        >>> empile.State.from_bytes(state.game, state.tobytes()) == state
        True
    """

    __slots__ = ("_legal", "_numbers", "_player", "array", "game")

    def __init__(self, game: Game, array: StructArray) -> None:
        self.game = game
        self.array = array
        self._legal: list[int] | None = None
        self._player: int | None = None
        self._numbers: dict[str, int] = {}
        """Fields that are numbers, once they were read."""

    def current_player(self) -> int:
        """Return the seat to act (from 0), or ``CHANCE``, ``EXTERNAL`` or ``TERMINAL``."""
        if self._player is None:
            self._player = int(
                self.game.compiled.step.current(self.game.params_array, self.array, 0)
            )
        return self._player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.current_player() == TERMINAL

    def is_chance_node(self) -> bool:
        """Return whether chance or a referee decides next."""
        return self.current_player() in (CHANCE, EXTERNAL)

    # -- Actions -------------------------------------------------------------------------------

    def legal_actions(self) -> list[int]:
        """Return the legal moves of the seat to act, ascending; else none."""
        return list(self._legal_moves())

    def legal_mask(self) -> NDArray[np.bool_]:
        """Return whether each action is legal, shape (``game.num_distinct_actions``,).

        Example: ``state.legal_mask()[action]``.
        """
        mask = np.zeros(self.game.num_distinct_actions, np.bool_)
        mask[self._legal_moves()] = True
        return mask

    def _legal_moves(self) -> list[int]:
        if self._legal is None:
            out = np.empty(self.game.compiled.max_legal, np.int32)
            count = 0
            if self.current_player() >= 0:
                count = self.game.compiled.step.legal(self.game.params_array, self.array, 0, out)
            found = out[:count]
            found.sort()
            moves: list[int] = found.tolist()
            self._legal = moves
        return self._legal

    def _is_legal(self, action: int) -> bool:
        # Listing all moves takes several times as long.
        if self._legal is not None:
            return action in self._legal
        if not 0 <= action < self.game.num_distinct_actions:
            return False
        return bool(self.game.compiled.step.is_legal(self.game.params_array, self.array, 0, action))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return a chance node's outcomes and probabilities; empty at other nodes.

        The latter are estimates for searches at an ``EXTERNAL`` node. Example:
        ``dict(state.chance_outcomes())``.
        """
        actions, weights = self._outcomes()
        total = int(weights.sum())
        return [(int(a), int(w) / total) for a, w in zip(actions, weights, strict=True)]

    def _outcomes(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        count = 0
        out = np.empty(self.game.compiled.max_outcomes, np.int32)
        weights = np.empty(self.game.compiled.max_outcomes, np.int64)
        if self.is_chance_node():
            count = self.game.compiled.step.chance(
                self.game.params_array, self.array, 0, out, weights
            )
        return out[:count], weights[:count]

    def apply_action(self, action: int) -> None:
        """Apply a legal move or a possible outcome.

        Raises ``IllegalActionError``, ``ArgumentError`` for what is no whole number; the state is then
        unchanged. Example: ``state.apply_action(action)``.
        """
        action = whole_number("an action", action)
        if self.is_chance_node():
            possible: Sequence[int] = [int(a) for a in self._outcomes()[0]]
        else:
            possible = self._legal_moves()
        if action not in possible:
            raise self._refusal(action)
        self._apply(action)

    def _apply(self, action: int) -> None:
        game = self.game
        self._player = int(game.compiled.step.apply(game.params_array, self.array, 0, action))
        self._legal = None
        if self._numbers:
            self._numbers.clear()

    def _refusal(self, action: int) -> IllegalActionError:
        if self.is_terminal():
            return IllegalActionError("the game is over", Reason("illegal.over"))
        if self.is_chance_node():
            return IllegalActionError(f"chance action {action} is not possible here")
        if not 0 <= action < self.game.num_distinct_actions:
            return IllegalActionError(
                f"actions of {self.game.name} are 0 to {self.game.num_distinct_actions - 1},"
                f" not {action}"
            )
        presenter = self.game.presenter
        reason = presenter.explain_illegal(self, action)
        return IllegalActionError(presenter.catalogue.format("en", reason), reason)

    def apply_text(self, text: str) -> Event:
        """Apply a move or a whole chance event given as text; return it.

        Raises as ``read_text``; the state is then unchanged. Example:
        ``state.apply_text("~BRWY")``.
        """
        event = self.read_text(text)
        self.apply_event(event)
        return event

    def apply_event(self, event: Event) -> None:
        """Apply an event from ``read_text`` or ``draw_event``, unchecked."""
        for action in event.actions:
            self._apply(action)

    def read_text(self, text: str) -> Event:
        """Return the move or chance event that ``text`` names, not applied.

        Raises ``NotationError`` for an inexact form,
        ``IllegalActionError``. Example: ``state.read_text("d4-f4").seat``.
        """
        player = self.current_player()
        notation = self.game.notation
        if player == TERMINAL:
            raise IllegalActionError("the game is over", Reason("illegal.over"))
        if player >= 0:
            action = notation.read_action(self, text)
            if not self._is_legal(action):
                raise self._refusal(action)
            if not notation.canonical_text and notation.action_text(self, action) != text:
                raise NotationError(
                    f"'{text}' must be written '{notation.action_text(self, action)}'"
                )
            return Event(player, (action,), text)
        actions, attachment = notation.read_event(self, text)
        if len(actions) != self.chance_actions_left():
            raise IllegalActionError(f"'{text}' does not have the right number of outcomes")
        actions, possible = self._ordered(actions)
        if possible < len(actions):
            raise IllegalActionError(f"'{text}' is not possible here")
        if notation.event_text(self, actions) + attachment != text:
            raise NotationError(
                f"'{text}' must be written '{notation.event_text(self, actions)}{attachment}'"
            )
        return Event(player, actions, text)

    def action_to_text(self, action: int) -> str:
        """Return the text of a legal move; other possible actions are not checked.

        Raises ``ArgumentError`` beyond them. Example: ``state.action_to_text(action)``.
        """
        last = self.game.num_distinct_actions - 1
        return self.game.notation.action_text(self, whole_number("an action", action, 0, last))

    def text_to_action(self, text: str) -> int:
        """Return the legal move of ``text``; raises as ``read_text``.

        Example: ``state.text_to_action("d4-f4")``.
        """
        return self.read_text(text).actions[0]

    def legal_texts(self) -> list[str]:
        """Return the texts of all legal moves, sorted."""
        return sorted(self.action_to_text(action) for action in self.legal_actions())

    def gain(self, action: int) -> int:
        """Return the points that a legal move scores at once for its seat.

        Raises as ``apply_action``. Example: ``max(state.legal_actions(), key=state.gain)``.
        """
        action = whole_number("an action", action)
        if self.current_player() < 0 or not self._is_legal(action):
            raise self._refusal(action)
        return int(self.game.compiled.step.gain(self.game.params_array, self.array, 0, action))

    # -- Chance --------------------------------------------------------------------------------

    def chance_actions_left(self) -> int:
        """Return how many actions remain in the chance event, this one included."""
        return int(
            self.game.compiled.step.chance_actions_left(self.game.params_array, self.array, 0)
        )

    def draw_event(self, stream: Stream) -> Event:
        """Sample a whole chance event; return it, not applied. Raises as ``after_chance``.

        Example: ``state.draw_event(empile.new_stream(1)).text``.
        """
        return self.after_chance(stream)[0]

    def after_chance(self, stream: Stream) -> tuple[Event, State]:
        """Sample a whole chance event; return it and the state after it.

        Raises ``ArgumentError`` unless a chance event comes next. Example: ``event, state = state.after_chance(stream)``.
        """
        check_stream(stream)
        if not self.is_chance_node():  # compiled code would read what is not there
            raise ArgumentError("no chance event comes next")
        after, game = self.clone(), self.game
        drawn = np.empty(_DRAWN, np.int32)
        draw = game.compiled.step.draw
        count: int = draw(game.params_array, after.array, 0, stream, drawn)
        if count >= len(drawn):
            drawn = np.empty(count + 1, np.int32)
            draw(game.params_array, after.array, 0, stream, drawn)
        *actions, after._player = drawn[: count + 1].tolist()
        notation = game.notation
        ordered = notation.event_order(self, actions)
        return Event(self.current_player(), ordered, notation.event_text(self, ordered)), after

    def feasible_order(self, actions: Sequence[int]) -> tuple[int, ...]:
        """Return the actions of a chance event in an order in which they can happen.

        For sorted texts: a reshuffle within the event makes some orders impossible. Impossible
        actions come last.
        """
        return self._ordered(actions)[0]

    def _ordered(self, actions: Sequence[int]) -> tuple[tuple[int, ...], int]:
        """Return :meth:`feasible_order`, and how many of the actions are possible."""
        ordered, game = np.array(actions, np.int32), self.game
        possible = game.compiled.step.order(game.params_array, self.clone().array, 0, ordered)
        return tuple(ordered.tolist()), int(possible)

    # -- Views ---------------------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        """Return the position object with full information.

        Example: ``state.position()["seat"]``.
        """
        return self.game.presenter.position(self)

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return the position object as ``seat`` (None: a spectator) sees it.

        Raises ``ArgumentError`` for an unknown seat. Example: ``state.view(0)``.
        """
        if seat is not None:
            check_seat(self.game, seat)
        return self.game.presenter.view(self, seat)

    def to_svg(self, seat: int | None = None) -> str:
        """Return an SVG document of the view of ``seat``; raises as ``view``."""
        if seat is not None:
            check_seat(self.game, seat)
        return self.game.presenter.to_svg(self, seat)

    def _repr_svg_(self) -> str:
        return self.to_svg()

    def observation(self, seat: int) -> NDArray[np.float32]:
        """Return what ``seat`` sees as a flat tensor of ``game.observation_planes``, at any node.

        Raises ``ArgumentError`` for an unknown seat. Example: ``state.observation(0).shape``.
        """
        out = np.empty(self.game.observation_size, np.float32)
        check_seat(self.game, seat)
        self.game.compiled.observing.observe(self.game.params_array, self.array, 0, seat, out)
        return out

    def information_state(self, seat: int) -> NDArray[np.float32]:
        """Return what ``seat`` knows as a flat tensor of ``game.information_planes``.

        Raises ``ArgumentError`` for an unknown seat.
        """
        out = np.empty(self.game.information_size, np.float32)
        check_seat(self.game, seat)
        self.game.compiled.observing.information_state(
            self.game.params_array, self.array, 0, seat, out
        )
        return out

    # -- Results -------------------------------------------------------------------------------

    def scores(self) -> list[int]:
        """Return each seat's points so far."""
        out = np.zeros(self.game.compiled.max_seats, np.int32)
        self.game.compiled.step.scores(self.game.params_array, self.array, 0, out)
        scores: list[int] = out.tolist()
        return scores[: self.game.num_players]

    def ranks(self) -> list[int]:
        """Return each seat's rank: 1 is best. Undefined before the end.

        Example: ``[seat for seat, rank in enumerate(state.ranks()) if rank == 1]``.
        """
        out = np.zeros(self.game.compiled.max_seats, np.int32)
        self.game.compiled.step.ranks(self.game.params_array, self.array, 0, out)
        return [int(n) for n in out[: self.game.num_players]]

    def returns(self) -> list[float]:
        """Return each seat's return, -1 .. 1; zeros before the end."""
        if not self.is_terminal():
            return [0.0] * self.game.num_players
        return returns_of_ranks(self.ranks(), self.game.teams)

    def result(self) -> Result | None:
        """Return the result, None before the end."""
        if not self.is_terminal():
            return None
        ranks = self.ranks()
        reason = int(self.game.compiled.step.reason(self.game.params_array, self.array, 0))
        return Result(
            winners=[seat for seat, rank in enumerate(ranks) if rank == 1],
            scores=self.scores(),
            ranks=ranks,
            reason=self.game.reasons[reason],
        )

    def field(self, name: str) -> Any:
        """Return a field of the struct as a number or (nested) list.

        Example: ``state.field("seat")``.
        """
        number = self._numbers.get(name)
        if number is not None:
            return number
        value = self.array[name].tolist()[0]
        if type(value) is int:
            self._numbers[name] = value
        return value

    # -- Copies and bytes ----------------------------------------------------------------------

    def clone(self) -> State:
        """Return an independent copy."""
        # NumPy copies structured arrays field by field; as bytes it takes a tenth of the time.
        copied = bytearray(self.array.tobytes())
        return State(self.game, np.ndarray(1, self.array.dtype, copied))

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_state(self)

    def tobytes(self) -> bytes:
        """Return the struct's bytes for ``from_bytes``."""
        return self.array.tobytes()

    @classmethod
    def from_bytes(cls, game: Game, data: bytes) -> State:
        """Return a state from ``tobytes``; raises ``ValueError`` for the wrong length."""
        size = game.rules.STATE.itemsize
        if len(data) != size:
            raise ValueError(f"a state of {game.name} has {size} bytes, not {len(data)}")
        return cls(game, np.ndarray(1, game.rules.STATE, bytearray(data)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and self.tobytes() == other.tobytes()

    def __hash__(self) -> int:
        return hash(self.tobytes())

    def __repr__(self) -> str:
        return f"<State of {self.game.name}, to act: {self.current_player()}>"
