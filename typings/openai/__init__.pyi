"""What the adapter of verifiers uses of its client: it is not in the test environment."""

from collections.abc import Sequence
from typing import Any

class _Completions:
    async def create(self, *, model: str, messages: Sequence[dict[str, Any]]) -> object: ...

class _Chat:
    completions: _Completions

class AsyncOpenAI:
    chat: _Chat
    def __init__(self, *, base_url: str, api_key: str) -> None: ...
    async def close(self) -> None: ...
