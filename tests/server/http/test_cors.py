"""Pages of other sites use the server if the operator allows their origin."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import websockets

from tests.server.serving import Serving, perform, serving

FRIEND = "https://friend.example"
STRANGER = "https://stranger.example"
TABLE = {"game": "block-ness", "places": [{"kind": "person", "name": "Anne"}, {"kind": "open"}]}
ASKED = {"access-control-request-method": "POST", "access-control-request-headers": "content-type"}


@pytest.fixture
def open_server(tmp_path: Path) -> Iterator[Serving]:
    with serving(tmp_path / "open.sqlite3", allowed_origins=frozenset({FRIEND})) as server:
        yield server


def test_allowed_pages_may_ask_and_read(open_server: Serving) -> None:
    address = f"{open_server.address}/api/tables"
    asked = httpx.options(address, headers={"origin": FRIEND} | ASKED)
    assert (asked.status_code, asked.content) == (204, b"")
    assert asked.headers["access-control-allow-origin"] == FRIEND
    assert "POST" in asked.headers["access-control-allow-methods"]
    assert {"authorization", "content-type"} <= {
        *asked.headers["access-control-allow-headers"].split(", ")
    }
    made = httpx.post(address, json=TABLE, headers={"origin": FRIEND})
    refused = httpx.post(address, json={}, headers={"origin": FRIEND})
    for answer, status in ((made, 201), (refused, 400)):
        assert answer.status_code == status
        assert answer.headers["access-control-allow-origin"] == FRIEND
        assert "Retry-After" in answer.headers["access-control-expose-headers"]
        assert "origin" in answer.headers["vary"]


def test_other_pages_may_not(open_server: Serving) -> None:
    address = f"{open_server.address}/api/tables"
    asked = httpx.options(address, headers={"origin": STRANGER} | ASKED)
    refused = httpx.post(address, json=TABLE, headers={"origin": STRANGER})
    read = httpx.get(f"{open_server.address}/api/games", headers={"origin": STRANGER})
    assert refused.status_code == 403
    for answer in (asked, refused, read):
        assert not [name for name in answer.headers if name.startswith("access-control-")]


def test_without_allowed_origins_nothing_is_shared(server: Serving) -> None:
    for headers in ({"origin": FRIEND}, {"origin": FRIEND} | ASKED):
        answer = httpx.options(f"{server.address}/api/tables", headers=headers)
        assert not [name for name in answer.headers if name.startswith("access-control-")]


def test_the_socket_has_the_same_origins(open_server: Serving) -> None:
    address = open_server.address.replace("http", "ws") + "/ws"

    async def scene() -> None:
        async with websockets.connect(address, origin=websockets.Origin(FRIEND)):
            pass
        with pytest.raises(websockets.InvalidStatus, match="403"):
            await websockets.connect(address, origin=websockets.Origin(STRANGER))

    perform(scene())
