"""Transfers over REST, on a server without accounts."""

from __future__ import annotations

import httpx
import pytest

from tests.server.serving import Serving
from tests.support.patience import PATIENCE

NAME = "0123456789abcdef" * 2


def post(server: Serving, path: str, body: object) -> httpx.Response:
    return httpx.post(f"{server.address}/api/transfers{path}", json=body, timeout=PATIENCE)


def test_a_transfer_is_fetched_once(server: Serving) -> None:
    made = post(server, "", {"name": NAME, "body": "c2VhbGVk"})
    assert made.status_code == 201
    assert made.json()["expires"] > 0
    opened = post(server, f"/{NAME}/open", {})
    assert (opened.status_code, opened.json()) == (200, {"body": "c2VhbGVk"})
    again = post(server, f"/{NAME}/open", {})
    assert (again.status_code, again.json()["code"]) == (404, "not_found")


def test_a_withdrawn_transfer_is_gone(server: Serving) -> None:
    post(server, "", {"name": NAME, "body": "c2VhbGVk"})
    path = f"{server.address}/api/transfers/{NAME}"
    assert httpx.delete(path, timeout=PATIENCE).status_code == 204
    assert post(server, f"/{NAME}/open", {}).status_code == 404


@pytest.mark.parametrize(
    "body",
    [
        {"name": "short", "body": "c2VhbGVk"},
        {"name": NAME.upper(), "body": "c2VhbGVk"},
        {"name": NAME, "body": ""},
        {"name": NAME, "body": "<script>"},
        {"name": NAME},
    ],
)
def test_wrong_transfers_are_refused(server: Serving, body: object) -> None:
    refused = post(server, "", body)
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_request")
