"""What commands tell strangers of a table without spectators: nothing."""

from __future__ import annotations

from typing import Any

import httpx

from tests.server.serving import Serving
from tests.support.patience import PATIENCE

BODIES: dict[str, list[dict[str, Any]]] = {
    "moves": [
        {"seq": seq, "action": action} for seq in (0, 2, 3, 99) for action in ("1", "-", "a1")
    ],
    "resignation": [{}, {"place": 0}, {"place": 7}],
    "abort": [{}],
    "presence": [{}],
    "claim": [{}],
    "answers": [{"ask": ask, "yes": True} for ask in (0, 3)],
    "phrases": [{"phrase": "hello"}, {"phrase": "nonsense"}],
}


def ask(server: Serving, table: str, headers: dict[str, str]) -> set[tuple[int, str, str]]:
    """Return all answers to a stranger's commands."""
    found: set[tuple[int, str, str]] = set()
    with httpx.Client(base_url=server.address, timeout=PATIENCE, headers=headers) as http:
        for command, bodies in BODIES.items():
            for body in bodies:
                answer = http.post(f"/api/tables/{table}/{command}", json=body)
                found.add((answer.status_code, answer.json()["code"], answer.json()["detail"]))
    return found


def make(server: Serving, *places: dict[str, Any]) -> str:
    wanted = {"game": "block-ness", "places": list(places), "allow_spectators": False}
    answer = httpx.post(f"{server.address}/api/tables", json=wanted, timeout=PATIENCE)
    return str(answer.json()["table"])


def test_all_commands_answer_strangers_one_thing(server: Serving) -> None:
    person: dict[str, Any] = {"kind": "person"}
    gathering = make(server, person, {"kind": "open"})
    running = make(server, person, person)
    found = {
        answer
        for table in (gathering, running, "no-such-table")
        for headers in ({}, {"authorization": "Bearer 0123456789abcdef0123456789abcdef"})
        for answer in ask(server, table, headers)
    }
    assert found == {(404, "no_table", "there is no such table")}
