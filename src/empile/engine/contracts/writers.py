"""Messages and chance events that the rules of a game write, by compiled code once there is any."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from empile.engine.compiled.jit import interpreted
from empile.engine.compiled.json_writer import (
    SEES_ALL,
    SPECTATOR,
    Texts,
    read_outcomes,
    text_of,
    text_rows,
)
from empile.engine.compiled.rules_code import RulesCode
from empile.engine.contracts.json_views import with_buffers, written_by
from empile.engine.errors import Reason

if TYPE_CHECKING:
    from empile.engine.compiled.layout import StructArray
    from empile.engine.contracts.solo import Solved
    from empile.engine.game import Game
    from empile.engine.state import Event, State

_TOKENS = 256


class Writers:
    """What the rules' ``write_event``, ``write_refusal``, ``write_clue`` and ``write_chance`` write.

    :param compiles: whether compiled code is used.

    Example::

        >>> state = empile.load("block-out").new_state()
        >>> event = state.draw_event(empile.new_stream(0))
        >>> state.game.writers.event(state, event, None)
        Reason(key='log.hand.hidden', args={'seat': 0, 'count': 7})
    """

    def __init__(self, game: Game, *, compiles: bool = True) -> None:
        self._game = game
        self._rules = type(game).rules
        self._code = RulesCode(game.compiled, "messages", compiles=compiles)

    def event(self, before: State, event: Event, seat: int | None) -> Reason:
        """Return the log message of ``event`` in ``before``, as ``seat`` sees it, None for a spectator.

        Example: ``game.writers.event(state, event, 0).key``.
        """
        return _reason(self.event_json(before, event, seat))

    def refusal(self, state: State, action: int) -> Reason:
        """Return why ``action`` is illegal. Example: ``game.writers.refusal(state, action).key``."""
        return _reason(self.refusal_json(state, action))

    def clue(self, state: State, solved: Solved, step: int) -> Reason:
        """Return what a hint says at a step, from 0.

        Example: ``game.writers.clue(state, solo.solve(state, stops=True), 0).key``.
        """
        solvable = -1 if solved.is_solvable is None else int(solved.is_solvable)
        action = next(iter(solved.moves), -1)
        return _reason(self._written("clue", state, solvable, solved.take_back, action, step))

    def event_json(self, before: State, event: Event, seat: int | None) -> bytes:
        """Return :meth:`event` as JSON: an object with ``key`` and ``args``.

        Example: ``json.loads(game.writers.event_json(state, event, 0))["key"]``.
        """
        viewer = SPECTATOR if seat is None else seat
        return self._written("event", before, viewer, np.array(event.actions, np.int32))

    def refusal_json(self, state: State, action: int) -> bytes:
        """Return :meth:`refusal` as JSON.

        Example: ``json.loads(game.writers.refusal_json(state, action))["key"]``.
        """
        return self._written("refusal", state, action)

    def chance(self, state: State, actions: Sequence[int]) -> str:
        """Return the text of a chance event. Example: ``game.writers.chance(state, event.actions)``."""
        return self._written("chance", state, SEES_ALL, np.array(actions, np.int32)).decode()

    def seen_chance(self, before: State, actions: Sequence[int], seat: int | None) -> str:
        """Return the text of a chance event in ``before`` as ``seat`` sees it, None for a spectator.

        Example: ``game.writers.seen_chance(state, event.actions, 1)`` returns ``"~hand ? ?"``.
        """
        viewer = SPECTATOR if seat is None else seat
        return self._written("chance", before, viewer, np.array(actions, np.int32)).decode()

    def read_chance(self, state: State, text: str) -> tuple[list[int], str]:
        """Return the outcomes that ``text`` begins with, in its order, and the rest of it.

        They need not be possible. At most one more is read than the event has.

        Example: ``game.writers.read_chance(state, "~draw kS")``.
        """
        data = bytearray(text, "utf-8", "surrogatepass")
        letters = np.array(data, np.uint8)
        actions = np.empty(state.chance_actions_left() + 2, np.int32)

        def by_code(read: Callable[..., int]) -> int:
            at = self._game.params_array, state.array, 0
            return with_buffers(read, *at, letters, actions, self._rows)

        def as_python() -> int:
            write, most = self._code.python("write_chance"), self._rules.MAX_OUTCOMES
            at, texts = (self._params, Fields(state.array)), self._rows

            def read(tokens: Any, out: Any) -> int:
                return _read(write, most, *at, letters, texts, tokens, out, actions)

            return with_buffers(read)

        count = self._code.run("read_chance", by_code, as_python)
        return actions[:count].tolist(), data[actions[count] :].decode("utf-8", "surrogatepass")

    def defines(self, name: str) -> bool:
        """Return whether the rules have the function ``name``, be it the default of games on cells.

        Example: ``writers.defines("write_event")``.
        """
        return hasattr(self._rules, name)

    def compile(self, state: State) -> None:
        """Load or compile the code of what the presenter says; it is a seat's turn in ``state``."""
        lack = self._game.presenter.lack
        if not lack("write_event"):
            actions = np.array(state.legal_actions()[:1], np.int32)
            self._code.compile("event", self._by_code(state, SPECTATOR, actions))
        if not lack("write_refusal"):
            refused = int(np.argmin(state.legal_mask()))
            self._code.compile("refusal", self._by_code(state, refused))
        if self.defines("write_clue"):
            self._code.compile("clue", self._by_code(state, 0, 0, -1, 0))
        if self._game.has_chance and not lack("write_chance"):
            actions, text = np.zeros(1, np.int32), np.zeros(0, np.uint8)
            self._code.compile("chance", self._by_code(state, SEES_ALL, actions))
            at = self._game.params_array, state.array, 0
            self._code.compile(
                "read_chance", lambda read: with_buffers(read, *at, text, actions, self._rows)
            )

    def _written(self, function: str, state: State, *arguments: Any) -> bytes:
        """Return what a function of the rules writes."""
        code = self._code.loaded(function)
        if code is not None:
            return written_by(code, self._game.params_array, state.array, 0, *arguments, self._rows)

        def as_python() -> bytes:
            name = f"write_{function}"
            if not self.defines(name):
                raise NotImplementedError(f"the rules of {self._game.name} have no {name}")
            write = self._code.python(name)
            s, tokens = Fields(state.array), [0] * _TOKENS
            while (count := write(self._params, s, *arguments, tokens)) > len(tokens):
                tokens *= 2
            return text_of(tokens[:count], self._texts).encode()

        return self._code.run(function, self._by_code(state, *arguments), as_python)

    def _by_code(self, state: State, *arguments: Any) -> Callable[[Callable[..., int]], bytes]:
        """Return what writes with code that it is given."""
        passed = self._game.params_array, state.array, 0, *arguments, self._rows
        return lambda code: written_by(code, *passed)

    @cached_property
    def _params(self) -> Fields:
        return Fields(self._game.params_array)

    @cached_property
    def _texts(self) -> Sequence[str]:
        return self._game.presenter.message_texts()

    @cached_property
    def _rows(self) -> Texts:
        return text_rows(self._texts or [""])


_read = interpreted(read_outcomes)


class Fields:
    """The fields of a struct that nobody changes: those of a record take microseconds to read.

    Example: ``interpreted(rules.current)(Fields(game.params_array), Fields(state.array))``.
    """

    def __init__(self, array: StructArray) -> None:
        self._array = array

    def __getattr__(self, name: str) -> Any:
        value = self.__dict__[name] = self._array[name][0]
        return value

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


@lru_cache(maxsize=4096)
def _reason(data: bytes) -> Reason:
    """Return a message; many are equal."""
    return Reason(**json.loads(data))
