"""Agents by their text on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from empile.evals.agents import Agent, BotAgent, function_of
from empile.evals.errors import AgentError
from empile.evals.program import ProgramAgent

_URLS = ("http://", "https://")


def agent_of(
    text: str,
    *,
    model: str | None = None,
    key: str | None = None,
    timeout: float = 120.0,
    attempts: int = 6,
    body: Mapping[str, Any] | None = None,
) -> Agent:
    """Return the agent that a text names.

    An address of an endpoint (needs ``model``), ``level:N``, ``random``, ``python:MODULE:FUNCTION``,
    or the command of a program. The other arguments are those of :class:`ChatAgent`.

    :raises AgentError: for a text that is none of these
    :raises ImportError: for an address without the extra ``client``

    Example: ``agent_of("python3 bot.py", timeout=10)``.
    """
    text = text.strip()
    if text.lower().startswith(_URLS):
        if not model:
            raise AgentError("an endpoint needs the name of a model: --model NAME")
        from empile.evals.chat import ChatAgent

        return ChatAgent(text, model, key, timeout=timeout, attempts=attempts, body=body)
    if model or body:
        raise AgentError("only an endpoint (http://...) has a model and fields of requests")
    if text == "random" or text.startswith("level:"):
        return BotAgent(text)
    if text.startswith("python:"):
        return function_of(text.removeprefix("python:"))
    if key and key in text:
        raise AgentError("the command contains the API key, which would be written to the results")
    return ProgramAgent(text, timeout)
