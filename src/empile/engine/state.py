"""A state of a game, what happens in it, and how it ends; :mod:`empile.engine.game` tells the words."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from empile.engine.drivers.rules import CHANCE, OUTSIDE, OVER
from empile.engine.errors import IllegalActionError, NotationError, Reason
from empile.engine.layout import RecordArray
from empile.engine.random import Stream, pick

if TYPE_CHECKING:
    from empile.engine.game import Game


class Event(NamedTuple):
    """Something that happened in a game: a move, or a chance event."""

    seat: int
    """Who moved, or ``CHANCE`` or ``OUTSIDE``."""
    actions: tuple[int, ...]
    """The action of a move; the actions of a chance event in an order in which they can happen."""
    text: str
    """The text form, attachment included, as it stands in the record."""


class Result(NamedTuple):
    """How a game ended. The fields are those of a record's ``result``."""

    winners: list[int]
    """The seats ranked 1."""
    scores: list[int]
    """Points by seat."""
    ranks: list[int]
    """Ranks by seat: 1 is best, equal seats share, the next place skips (1, 1, 3)."""
    reason: str
    """One of the game's ``reasons``."""


def returns_of_ranks(ranks: Sequence[int], teams: Sequence[int]) -> list[float]:
    """Return each seat's return: (opponents ranked worse - better) / opponents, in -1 .. 1."""
    returns: list[float] = []
    for mine, team in zip(ranks, teams, strict=True):
        others = [rank for rank, other in zip(ranks, teams, strict=True) if other != team]
        better = sum(rank < mine for rank in others)
        worse = sum(rank > mine for rank in others)
        returns.append((worse - better) / len(others) if others else 0.0)
    return returns


class State:
    """One situation of a game: a structured record and the game that it belongs to.

    ``array`` is a structured NumPy array of one element; everything else is derived from it.
    Whose turn it is and the legal moves are remembered: the array is not to be changed by others.
    States of the same game are equal when their bytes are.
    """

    __slots__ = ("_legal", "_player", "array", "game")

    def __init__(self, game: Game, array: RecordArray) -> None:
        self.game = game
        self.array = array
        self._legal: list[int] | None = None
        self._player: int | None = None

    # -- Whose turn ----------------------------------------------------------------------------

    def current_player(self) -> int:
        """Return the seat to act (from 0), or ``CHANCE``, ``OUTSIDE`` or ``OVER``."""
        if self._player is None:
            self._player = int(self.game.compiled.step.current(self.game.boxes, self.array, 0))
        return self._player

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.current_player() == OVER

    def is_chance_node(self) -> bool:
        """Return whether chance or a referee decides next."""
        return self.current_player() in (CHANCE, OUTSIDE)

    # -- Actions -------------------------------------------------------------------------------

    def legal_actions(self) -> list[int]:
        """Return the legal moves of the seat to act, in ascending order; empty at other nodes."""
        return list(self._legal_moves())

    def legal_mask(self) -> NDArray[np.bool_]:
        """Return for each action whether it is a legal move of the seat to act.

        Shape (``game.num_distinct_actions``,); all False where no seat is to act.
        """
        mask = np.zeros(self.game.num_distinct_actions, np.bool_)
        mask[self._legal_moves()] = True
        return mask

    def _legal_moves(self) -> list[int]:
        if self._legal is None:
            out = np.empty(self.game.compiled.max_legal, np.int32)
            count = 0
            if self.current_player() >= 0:
                count = self.game.compiled.step.legal(self.game.boxes, self.array, 0, out)
            found = out[:count]
            found.sort()
            moves: list[int] = found.tolist()
            self._legal = moves
        return self._legal

    def _is_legal(self, action: int) -> bool:
        """Return whether a seat's ``action`` is legal; to list all moves takes several times as long."""
        if self._legal is not None:
            return action in self._legal
        if not 0 <= action < self.game.num_distinct_actions:
            return False
        return bool(self.game.compiled.step.is_legal(self.game.boxes, self.array, 0, action))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance node and their probabilities; empty at other nodes.

        At an ``OUTSIDE`` node the probabilities are the odds to reckon with, not a law.
        """
        actions, weights = self._outcomes()
        total = int(weights.sum())
        return [(int(a), int(w) / total) for a, w in zip(actions, weights, strict=True)]

    def _outcomes(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        count = 0
        out = np.empty(self.game.compiled.max_outcomes, np.int32)
        weights = np.empty(self.game.compiled.max_outcomes, np.int64)
        if self.is_chance_node():
            count = self.game.compiled.step.chance(self.game.boxes, self.array, 0, out, weights)
        return out[:count], weights[:count]

    def apply_action(self, action: int) -> None:
        """Apply a legal move, or a possible outcome at a chance node.

        Raises :class:`IllegalActionError` with the reason in words; the state is then unchanged.
        """
        action = index(action)  # a lone NumPy integer would have the driver compiled anew
        if self.is_chance_node():
            possible: Sequence[int] = [int(a) for a in self._outcomes()[0]]
        else:
            possible = self._legal_moves()
        if action not in possible:
            raise self._refusal(action)
        self._apply(action)

    def _apply(self, action: int) -> None:
        self.game.compiled.step.apply(self.game.boxes, self.array, 0, action)
        self._legal = None
        self._player = None

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
        reason = self.game.why_illegal(self, action)
        return IllegalActionError(self.game.words.say("en", reason), reason)

    def apply_text(self, text: str) -> Event:
        """Apply a move or a whole chance event given as text; return it.

        Raises :class:`NotationError` or :class:`IllegalActionError`; the state is then unchanged.
        """
        event = self.read_text(text)
        self.apply_event(event)
        return event

    def apply_event(self, event: Event) -> None:
        """Apply an event that :meth:`read_text` or :meth:`draw_event` gave for an equal state.

        Nothing is checked again.
        """
        for action in event.actions:
            self._apply(action)

    def read_text(self, text: str) -> Event:
        """Return the move or chance event that ``text`` names, checked, without applying it."""
        player = self.current_player()
        if player == OVER:
            raise IllegalActionError("the game is over", Reason("illegal.over"))
        if player >= 0:
            action = self.game.read_action(self, text)
            if not self._is_legal(action):
                raise self._refusal(action)
            if not self.game.reads_exactly and self.game.action_text(self, action) != text:
                raise NotationError(
                    f"'{text}' must be written '{self.game.action_text(self, action)}'"
                )
            return Event(player, (action,), text)
        actions, attachment = self.game.read_event(self, text)
        trial = self.clone()
        for number, action in enumerate(actions):
            if not trial.is_chance_node() or action not in trial._outcomes()[0]:
                raise IllegalActionError(f"'{text}' is not possible here")
            last = trial.event_left() == 1
            if last != (number == len(actions) - 1):
                raise IllegalActionError(f"'{text}' does not have the right number of outcomes")
            trial._apply(action)
        if self.game.event_text(self, actions) + attachment != text:
            raise NotationError(
                f"'{text}' must be written '{self.game.event_text(self, actions)}{attachment}'"
            )
        return Event(player, actions, text)

    def action_to_text(self, action: int) -> str:
        """Return the text of a legal move."""
        return self.game.action_text(self, action)

    def text_to_action(self, text: str) -> int:
        """Return the legal move that ``text`` names; raises as :meth:`read_text` does."""
        return self.read_text(text).actions[0]

    def legal_texts(self) -> list[str]:
        """Return the texts of all legal moves, sorted by code point."""
        return sorted(self.action_to_text(action) for action in self.legal_actions())

    def gain(self, action: int) -> int:
        """Return by how many points a legal move raises its mover's own score at once."""
        return int(self.game.compiled.step.gain(self.game.boxes, self.array, 0, action))

    # -- Chance --------------------------------------------------------------------------------

    def event_left(self) -> int:
        """Return how many chance actions the chance event still takes, this one included."""
        return int(self.game.compiled.step.event_left(self.game.boxes, self.array, 0))

    def draw_event(self, stream: Stream) -> Event:
        """Let chance decide one whole event by ``stream``'s random numbers; return it, unapplied."""
        player = self.current_player()
        trial = self.clone()
        drawn: list[int] = []
        for _ in range(self.event_left()):
            actions, weights = trial._outcomes()
            drawn.append(int(actions[pick(stream, weights, len(weights))]))
            trial._apply(drawn[-1])
        text = self.game.event_text(self, drawn)
        return Event(player, self.game.read_event(self, text)[0], text)

    def possible_order(self, actions: Sequence[int]) -> tuple[int, ...]:
        """Return ``actions`` of a chance event in an order in which chance can bring them.

        For texts whose order is not the order of drawing (a hand of cards, sorted): where a pile
        runs out and is made anew within the event, not every order can have happened. The given
        order is kept as far as it can be; what cannot happen at all is left at the end.
        """
        trial = self.clone()
        waiting, ordered = list(actions), list[int]()
        while waiting and trial.is_chance_node():
            possible = trial._outcomes()[0].tolist()
            action = next((action for action in waiting if action in possible), None)
            if action is None:
                break
            waiting.remove(action)
            ordered.append(action)
            trial._apply(action)
        return (*ordered, *waiting)

    # -- What is seen --------------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        """Return the position object with full information."""
        return self.game.position(self)

    def view(self, seat: int | None) -> dict[str, Any]:
        """Return the position object as ``seat`` (``None``: a spectator) may see it."""
        return self.game.view(self, seat)

    def picture(self, seat: int | None = None) -> str:
        """Return the position as an SVG document, as ``seat`` (``None``: a spectator) sees it."""
        return self.game.picture(self, seat)

    def _repr_svg_(self) -> str:
        return self.picture()

    def observation(self, seat: int) -> NDArray[np.float32]:
        """Return what ``seat`` sees as a flat tensor; its parts are ``game.observation_planes``.

        Shape (observation length,), the same under all options of a game. Whoever is to act, or
        nobody; a state can be observed from every seat. Raises :class:`ValueError` where there is
        no such seat.
        """
        out = np.empty(self.game.compiled.observation, np.float32)
        self.game.check_seat(seat)
        self.game.compiled.observing.observe(self.game.boxes, self.array, 0, seat, out)
        return out

    def information(self, seat: int) -> NDArray[np.float32]:
        """Return what ``seat`` knows as a flat tensor; its parts are ``game.information_planes``.

        What it sees, as in :meth:`observation`, and what it remembers. Shape (information length,).
        Raises :class:`ValueError` where there is no such seat.
        """
        out = np.empty(self.game.compiled.information, np.float32)
        self.game.check_seat(seat)
        self.game.compiled.observing.inform(self.game.boxes, self.array, 0, seat, out)
        return out

    # -- The end -------------------------------------------------------------------------------

    def scores(self) -> list[int]:
        """Return each seat's points so far."""
        out = np.zeros(self.game.compiled.max_seats, np.int32)
        self.game.compiled.step.scores(self.game.boxes, self.array, 0, out)
        return [int(n) for n in out[: self.game.num_players]]

    def ranks(self) -> list[int]:
        """Return each seat's rank once the game is over: 1 is best."""
        out = np.zeros(self.game.compiled.max_seats, np.int32)
        self.game.compiled.step.ranks(self.game.boxes, self.array, 0, out)
        return [int(n) for n in out[: self.game.num_players]]

    def returns(self) -> list[float]:
        """Return each seat's return, -1 .. 1; zeros while the game runs."""
        if not self.is_terminal():
            return [0.0] * self.game.num_players
        return returns_of_ranks(self.ranks(), self.game.teams)

    def result(self) -> Result | None:
        """Return how the game ended, ``None`` while it runs."""
        if not self.is_terminal():
            return None
        ranks = self.ranks()
        reason = int(self.game.compiled.step.reason(self.game.boxes, self.array, 0))
        return Result(
            winners=[seat for seat, rank in enumerate(ranks) if rank == 1],
            scores=self.scores(),
            ranks=ranks,
            reason=self.game.reasons[reason],
        )

    def field(self, name: str) -> Any:
        """Return a field of the record as a plain number or (nested) list."""
        return self.array[name].tolist()[0]

    # -- Copies and bytes ----------------------------------------------------------------------

    def clone(self) -> State:
        """Return a copy that shares nothing with this state but the game."""
        # NumPy copies structured arrays field by field; as bytes it takes a tenth of the time.
        copied = bytearray(self.array.tobytes())
        return State(self.game, np.ndarray(1, self.array.dtype, copied))

    def tobytes(self) -> bytes:
        """Return the state as bytes; :meth:`Game.state_from_bytes` reads them back."""
        return self.array.tobytes()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game.is_same(other.game) and self.tobytes() == other.tobytes()

    def __hash__(self) -> int:
        return hash(self.tobytes())

    def __repr__(self) -> str:
        return f"<State of {self.game.name}, to act: {self.current_player()}>"
