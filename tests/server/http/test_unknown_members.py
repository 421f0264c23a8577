"""Bodies of newer clients are understood as far as possible."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from empile.server.http.unknown_members import drop_unknown_members
from empile.server.wire.schemas import CreateTable, JoinRequest
from tests.server.serving import Serving

TABLE = {"game": "block-ness", "places": [{"kind": "person", "name": "Anne"}, {"kind": "open"}]}


def test_members_are_dropped_at_all_depths() -> None:
    places = [{"kind": "open", "colour": 1}, {"kind": "open", "colour": 2, "hat": None}]
    body = {"game": "blox", "places": places, "mood": {"kind": 1}, "options": {"other": 1}}
    found = drop_unknown_members(body, CreateTable)
    assert found == ["mood", "places[].colour", "places[].hat"]
    kept = [{"kind": "open"}, {"kind": "open"}]
    assert body == {"game": "blox", "places": kept, "options": {"other": 1}}


@pytest.mark.parametrize("body", [None, 3, "name", [{"name": "Bea", "mood": 1}]])
def test_bodies_of_another_type_are_kept(body: Any) -> None:
    assert drop_unknown_members(body, JoinRequest) == []
    assert drop_unknown_members(body, list[JoinRequest]) == []


def test_unknown_members_are_ignored_and_named(server: Serving) -> None:
    address = f"{server.address}/api/tables"
    made = httpx.post(address, json=TABLE | {'m"\u00e9': 1, "mood": "calm"})
    assert (made.status_code, made.headers["empile-ignored"]) == (201, r'"m\"\\xe9", "mood"')
    joined = httpx.post(f"{address}/{made.json()['table']}/join", json={"name": "Bea"})
    assert joined.status_code == 200
    assert "empile-ignored" not in joined.headers


def test_unknown_options_and_faults_are_refused(server: Serving) -> None:
    address = f"{server.address}/api/tables"
    unknown = httpx.post(address, json=TABLE | {"options": {"mood": "calm"}})
    assert unknown.json()["code"] == "bad_options"
    faulty = httpx.post(address, json=TABLE | {"game": 3, "mood": "calm"})
    assert (faulty.status_code, faulty.json()["code"]) == (400, "bad_request")
    assert faulty.headers["empile-ignored"] == '"mood"'
