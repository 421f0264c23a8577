"""Agents behind an OpenAI-compatible chat endpoint."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any, Final

from empile.engine.optional_import import missing_extra
from empile.engine.strict_json import PlainDataError, is_list, is_object, read_json
from empile.engine.text.addresses import split_address
from empile.evals.agents import Fault, Question, Reply
from empile.evals.errors import AgentError
from empile.evals.program import tokens_of

try:
    import httpx
except ImportError as error:
    raise missing_extra("httpx", "client") from error

LONGEST_WAIT: Final = 60.0
"""Seconds between attempts, unless the endpoint asks for more."""
LONGEST_RETRY_AFTER: Final = 3600.0
"""Seconds; an endpoint that asks for more is given up."""
_HIDDEN: Final = "***"
_SHOWN: Final = 300
_REFUSAL_CODES: Final = ("content_filter", "content_policy_violation")


class ChatAgent:
    """A model at ``URL/chat/completions``.

    Requests that fail with status 408, 409, 429 or 5xx, by a timeout or a lost connection are sent
    again with exponential backoff; ``Retry-After`` is obeyed, by all games. Every other reply is an
    answer, also a refusal or one that is not JSON.

    :param url: the base address, such as ``"http://localhost:8000/v1"``
    :param model: its name at the endpoint
    :param key: the API key; it is removed from everything that the endpoint returns
    :param timeout: seconds for a reply
    :param attempts: requests for one answer
    :param body: more fields of requests, such as ``{"temperature": 0}``
    :param backoff: seconds before the second attempt, doubled for each further one
    :raises AgentError: for an address that is not one, or that contains a password

    Example: ``ChatAgent("http://localhost:8000/v1", "my-model", body={"temperature": 0})``.
    """

    def __init__(
        self,
        url: str,
        model: str,
        key: str | None = None,
        *,
        timeout: float = 120.0,
        attempts: int = 6,
        body: Mapping[str, Any] | None = None,
        backoff: float = 1.0,
    ) -> None:
        _check(url, key)
        url = url.rstrip("/")
        self._url = url if url.endswith("/chat/completions") else f"{url}/chat/completions"
        self._model, self._body = model, dict(body or {})
        self._key, self._timeout = key or None, timeout
        self._attempts, self._backoff = attempts, backoff
        self._not_before = 0.0
        self._client: httpx.AsyncClient | None = None
        self.about: dict[str, Any] = {
            "kind": "chat",
            "url": url,
            "model": model,
            "body": dict(self._body),
        }

    async def answer(self, question: Question) -> Reply:
        """Ask the model.

        :raises AgentError: if the endpoint refuses the request, or all attempts fail
        """
        waited = 0.0
        why = ""
        for attempt in range(self._attempts):
            waited += await self._wait(attempt)
            try:
                response = await self._post(question)
            except httpx.TimeoutException:
                why = f"no reply in {self._timeout:g} seconds"
                continue
            except httpx.TransportError as error:
                why = f"no connection: {error or type(error).__name__}"
                continue
            if response.status_code in (408, 409, 429) or response.status_code >= 500:
                why = f"status {response.status_code}: {self._said(response)}"
                self._obey(response.headers.get("retry-after"))
                continue
            return self._read(response, attempt + 1, waited)
        tries = f"{self._attempts} attempt{'s' if self._attempts > 1 else ''}"
        raise AgentError(self.masked(f"no answer from {self._url} after {tries}: {why}"))

    async def close(self) -> None:
        """Close all connections."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    def masked(self, text: str) -> str:
        """Return a text without the API key. Example: ``agent.masked(text)``."""
        return text if self._key is None else text.replace(self._key, _HIDDEN)

    # -- Requests ------------------------------------------------------------------------------

    async def _post(self, question: Question) -> httpx.Response:
        if self._client is None:
            limits = httpx.Limits(max_connections=None)
            self._client = httpx.AsyncClient(timeout=self._timeout, limits=limits)
        headers = {} if self._key is None else {"Authorization": f"Bearer {self._key}"}
        body = {"model": self._model, "messages": question.messages, **self._body}
        # A reply that trickles in never meets the timeouts of single reads.
        try:
            async with asyncio.timeout(self._timeout):
                return await self._client.post(self._url, json=body, headers=headers)
        except TimeoutError:
            raise httpx.ReadTimeout("the whole reply took too long") from None

    async def _wait(self, attempt: int) -> float:
        """Wait before an attempt; return the seconds."""
        wait = self._not_before - time.monotonic()
        if attempt:
            step = min(LONGEST_WAIT, self._backoff * 2 ** (attempt - 1))
            # Jitter, so that games do not ask again at the same time.
            wait = max(wait, step * random.uniform(0.5, 1.0))
        if wait <= 0.0:
            return 0.0
        await asyncio.sleep(wait)
        return wait

    def _obey(self, retry_after: str | None) -> None:
        seconds = retry_seconds(retry_after)
        if seconds > LONGEST_RETRY_AFTER:
            raise AgentError(f"{self._url} asks to come back in {seconds:.0f} seconds")
        self._not_before = max(self._not_before, time.monotonic() + seconds)

    # -- Replies -------------------------------------------------------------------------------

    def _read(self, response: httpx.Response, requests: int, waited: float) -> Reply:
        text = response.text
        try:
            found: Any = read_json(text)
        except PlainDataError:
            found = None
        if response.status_code >= 300:
            error = found.get("error") if is_object(found) else None
            if is_object(error) and error.get("code") in _REFUSAL_CODES:
                return Reply("", "refusal", requests=requests, waited=waited)
            said = self._said(response)
            raise AgentError(f"{self._url} refuses the request: {response.status_code} {said}")
        content, fault = content_of(found)
        if fault == "broken":
            content = text
        prompt, completion = tokens_of(found.get("usage") if is_object(found) else None)
        return Reply(self.masked(content), fault, prompt, completion, requests, waited)

    def _said(self, response: httpx.Response) -> str:
        text = " ".join(response.text.split())
        try:
            found: Any = read_json(response.text)
        except PlainDataError:
            found = None
        if is_object(found):
            error = found.get("error", found)
            message = error.get("message") if is_object(error) else error
            text = message if isinstance(message, str) else text
        text = self.masked(text)
        return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def content_of(found: Any) -> tuple[str, Fault]:
    """Return the text of a chat completion and what is wrong with it.

    Example::

        >>> content_of({"choices": [{"message": {"content": "d4-f4"}, "finish_reason": "stop"}]})
        ('d4-f4', '')
    """
    choices = found.get("choices") if is_object(found) else None
    choice = choices[0] if is_list(choices) and choices else None
    message = choice.get("message") if is_object(choice) else None
    if not is_object(choice) or not is_object(message):
        return "", "broken"
    content = message.get("content")
    if is_list(content):
        parts = [part.get("text") for part in content if is_object(part)]
        content = "".join(part for part in parts if isinstance(part, str))
    refusal = message.get("refusal")
    if isinstance(refusal, str) and refusal:
        return refusal, "refusal"
    reason = choice.get("finish_reason")
    fault: Fault = "truncated" if reason == "length" else ""
    if isinstance(content, str) and content:
        return content, "refusal" if reason == "content_filter" else fault
    return "", fault or "refusal"


def retry_seconds(text: str | None) -> float:
    """Return the seconds of a ``Retry-After`` header: a number or a date; else 0.

    Example::

        >>> retry_seconds("2")
        2.0
    """
    if text is None:
        return 0.0
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except ValueError:
        return 0.0


def _check(url: str, key: str | None) -> None:
    parts = split_address(url)
    if parts is None or parts.scheme not in ("http", "https"):
        raise AgentError("the address of an endpoint looks like http://localhost:8000/v1")
    if parts.username or parts.password or parts.query or parts.fragment:
        raise AgentError(
            "the address of an endpoint must not contain a password, a query or a fragment: it is"
            " written to the results; pass a key in an environment variable"
        )
    if key and (key in url or not key.isascii() or not key.isprintable()):
        raise AgentError("the API key is not valid: it must be printable ASCII, not in the address")
