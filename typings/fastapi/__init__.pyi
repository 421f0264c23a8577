"""FastAPI comes with OpenEnv, which is not in the test environment."""

from typing import Any

class FastAPI:
    async def __call__(self, scope: Any, receive: Any, send: Any) -> None: ...
