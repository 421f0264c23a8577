"""People with browsers, for tests of accounts."""

from __future__ import annotations

from typing import Any

import httpx

from tests.server.serving import Serving
from tests.support.patience import PATIENCE

PASSWORD = "three stacked blocks"


class Browser(httpx.Client):
    """A page of a server, with cookies; ``origin`` as another site's page, None as a program."""

    def __init__(
        self, server: Serving, origin: str | None = "", host: str = "127.0.0.1", **headers: str
    ) -> None:
        address = server.address.replace("127.0.0.1", host)
        given = {"origin": origin or address} if origin is not None else {}
        super().__init__(
            base_url=address,
            timeout=PATIENCE,
            headers={"user-agent": "", **given, **headers},
            # No connection is left open.
            limits=httpx.Limits(max_keepalive_connections=0),
        )

    def sign_up(self, login: str, password: str | None = PASSWORD, **more: Any) -> dict[str, Any]:
        """Make an account; return the answer."""
        found = self.post("/api/accounts", json={"login": login, "password": password, **more})
        assert found.status_code == 201, found.text
        answer: dict[str, Any] = found.json()
        return answer

    def sign_in(self, login: str, password: str = PASSWORD) -> httpx.Response:
        """Sign in."""
        return self.post("/api/sessions", json={"login": login, "password": password})

    def me(self) -> dict[str, Any]:
        """Return the account."""
        found = self.get("/api/me")
        assert found.status_code == 200, found.text
        answer: dict[str, Any] = found.json()
        return answer


def code_of(answer: httpx.Response) -> tuple[int, str]:
    """Return the status of an error, and its code."""
    assert answer.headers["content-type"] == "application/problem+json", answer.text
    return answer.status_code, answer.json()["code"]
