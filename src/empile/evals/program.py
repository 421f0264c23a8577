"""Agents that are programs: a line of JSON with the question in, a line with the answer out."""

from __future__ import annotations

import asyncio
import shlex
import shutil
from typing import Any, Final

import msgspec

from empile.arena.subprocess_io import (
    MessageTooLongError,
    StreamClosedError,
    SubprocessStream,
    start_program,
)
from empile.engine.strict_json import PlainDataError, is_object, read_json
from empile.evals.agents import Fault, Question, Reply
from empile.evals.errors import AgentError

_MOST_FAILURES: Final = 5
"""Crashes in a row without any answer after which the program is given up."""

_encoder = msgspec.json.Encoder()


class _Listener:
    """Takes no notice of starts and ends."""

    def starting(self) -> None:
        pass

    def started(self, pid: int | None) -> None:
        pass

    def ended(self, pid: int) -> None:
        pass


class ProgramAgent:
    """A program; one process for each game that is played at the same time.

    Input: ``{"messages": [...], "view": {...}}``, ``view`` being what the seat sees as JSON data.
    Output: a line of text, or an object with ``answer`` and, if known, ``usage``.

    :param command: split as by a shell, without one
    :param timeout: seconds for an answer
    :raises AgentError: if there is no such program

    Example: ``ProgramAgent("python bot.py", timeout=60)``.
    """

    def __init__(self, command: str, timeout: float = 120.0) -> None:
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise AgentError(f"the command '{command}' cannot be read: {error}") from None
        if not words or shutil.which(words[0]) is None:
            name = words[0] if words else command
            raise AgentError(f"program {name} not found, or not executable")
        self._command, self._timeout = command, timeout
        self._idle: list[SubprocessStream] = []
        self._failures = 0
        self.about: dict[str, Any] = {"kind": "program", "command": command}

    async def answer(self, question: Question) -> Reply:
        """Return the next line of a program; a crash or a timeout is an empty answer.

        :raises AgentError: if it does not start, or crashes again and again
        """
        line = _encoder.encode({"messages": question.messages, "view": question.view()})
        stream = self._idle.pop() if self._idle else await self._start()
        fault: Fault = "crash"
        try:
            stream.send(line)
            async with asyncio.timeout(self._timeout):
                found = await stream.receive()
        except TimeoutError:
            fault = "timeout"
        except MessageTooLongError:
            fault = "broken"
        except StreamClosedError as error:
            self._failures += 1
            if self._failures >= _MOST_FAILURES:
                await stream.close()
                raise AgentError(f"{self._command}: {error}") from None
        except BaseException:
            await stream.close()
            raise
        else:
            self._failures = 0
            self._idle.append(stream)
            return _read(found)
        await stream.close()
        return Reply("", fault)

    async def close(self) -> None:
        """End all processes."""
        while self._idle:
            await self._idle.pop().close()

    async def _start(self) -> SubprocessStream:
        try:
            return await start_program(self._command, _Listener())
        except StreamClosedError as error:
            raise AgentError(f"{self._command}: {error}") from None


def _read(line: bytes) -> Reply:
    text = line.decode("utf-8", "replace")
    if not text.lstrip().startswith("{"):
        return Reply(text)
    try:
        found = read_json(text)
    except PlainDataError:
        return Reply(text, "broken")
    if not is_object(found) or not isinstance(found.get("answer"), str):
        return Reply(text, "broken")
    prompt, completion = tokens_of(found.get("usage"))
    return Reply(found["answer"], "", prompt, completion)


def tokens_of(usage: Any) -> tuple[int, int]:
    """Return the tokens of prompts and completions in a ``usage`` object; 0 if unknown.

    Example::

        >>> tokens_of({"prompt_tokens": 12, "completion_tokens": 3})
        (12, 3)
    """
    if not is_object(usage):
        return 0, 0
    found = [usage.get(name) for name in ("prompt_tokens", "completion_tokens")]
    prompt, completion = (one if type(one) is int and one >= 0 else 0 for one in found)
    return prompt, completion
