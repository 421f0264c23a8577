"""What an agent is asked and what it answers; agents that are functions and bots."""

from __future__ import annotations

import asyncio
import importlib
import inspect
import re
import sys
from collections.abc import Awaitable, Callable
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, cast

from empile.bots.policy import any_move, choose, levels_of
from empile.engine.game import State
from empile.engine.random import Stream
from empile.evals.errors import AgentError

Message: TypeAlias = dict[str, Any]
"""A chat message with ``role`` and ``content``."""

Fault: TypeAlias = Literal["", "refusal", "broken", "truncated", "timeout", "crash"]
"""Why an answer is not a plain text: ``refusal``: the model refuses, or has no content; ``broken``:
not of the protocol's form; ``truncated``: cut at the token limit; ``timeout`` and ``crash``: of a
program."""


class Question(NamedTuple):
    """What a seat is asked."""

    messages: list[Message]
    """The conversation, the last message being the turn."""
    view: Callable[[], dict[str, Any]]
    """Returns what the seat sees as JSON data, see :meth:`empile.envs.text.TextEnv.view`."""
    seat: int
    state: State
    """With all that is hidden: for bots, which sample what their seat cannot see."""
    stream: Stream
    """Random numbers for this turn."""


class Reply(NamedTuple):
    """An answer with what it cost."""

    text: str
    fault: Fault = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    requests: int = 1
    """Requests that were sent: more than 1 if some failed."""
    waited: float = 0.0
    """Seconds between failed requests and the next ones."""


class Agent(Protocol):
    """Answers questions, several at a time."""

    @property
    def about(self) -> dict[str, Any]:
        """What describes the agent in results, as JSON data without secrets."""
        ...

    async def answer(self, question: Question) -> Reply:
        """Return an answer, whatever it says; raises :class:`AgentError` if there is none."""
        ...

    async def close(self) -> None:
        """Close connections and end programs."""
        ...


class FunctionAgent:
    """A Python function of messages that returns a text, or an awaitable of one.

    Example::

        >>> FunctionAgent(lambda messages: "<move>d4-f4</move>", "first").about
        {'kind': 'function', 'name': 'first'}
    """

    def __init__(
        self, function: Callable[[list[Message]], str | Awaitable[str]], name: str = ""
    ) -> None:
        self._function = function
        self.about: dict[str, Any] = {
            "kind": "function",
            "name": name or getattr(function, "__name__", "function"),
        }

    async def answer(self, question: Question) -> Reply:
        """Call the function; raises :class:`AgentError` for its exceptions."""
        try:
            if inspect.iscoroutinefunction(self._function):
                found: Any = await self._function(question.messages)
            else:
                found = await asyncio.to_thread(self._function, question.messages)
                if inspect.isawaitable(found):
                    found = await found
        except Exception as error:
            name = type(error).__name__
            raise AgentError(f"{self.about['name']} raised {name}: {error}") from error
        return Reply(found) if isinstance(found, str) else Reply("", "broken")

    async def close(self) -> None:
        """Do nothing."""


class BotAgent:
    """A level of the bots, or random moves: a measure of the measurement.

    Example: ``BotAgent("level:2")``.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self.about: dict[str, Any] = {"kind": "bot", "name": name}

    async def answer(self, question: Question) -> Reply:
        """Return its move."""
        action = await asyncio.to_thread(bot_move, self._name, question.state, question.stream)
        return Reply(f"<move>{question.state.action_to_text(action)}</move>")

    async def close(self) -> None:
        """Do nothing."""


def bot_move(name: str, state: State, stream: Stream) -> int:
    """Return the move of ``"random"`` or ``"level:N"``; raises :class:`AgentError`.

    Example: ``bot_move("level:1", state, empile.new_stream(1))``.
    """
    if name == "random":
        return any_move(state, stream)
    number = name.removeprefix("level:")
    levels = {str(level.number): level for level in levels_of(state.game)}
    if number not in levels:
        known = ", ".join(levels)
        raise AgentError(f"there is no level {number}: {state.game.name} has {known}")
    return choose(state.clone(), levels[number], stream)


def function_of(name: str) -> FunctionAgent:
    """Return the agent of ``MODULE:FUNCTION``; raises :class:`AgentError`.

    Example: ``function_of("mine:answer")``.
    """
    if not re.fullmatch(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*", name):
        raise AgentError(f"'python:{name}' must be python:MODULE:FUNCTION, e.g. python:mine:answer")
    module, _, attribute = name.partition(":")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        found = _attribute(importlib.import_module(module), attribute)
    except Exception as error:
        raise AgentError(f"python:{name} cannot be loaded: {error}") from error
    if found is None:
        raise AgentError(f"python:{name} is not a function")
    return FunctionAgent(found, name)


def _attribute(found: Any, attribute: str) -> Callable[[list[Message]], str] | None:
    for part in attribute.split("."):
        found = getattr(found, part)
    return cast(Callable[[list[Message]], str], found) if callable(found) else None
