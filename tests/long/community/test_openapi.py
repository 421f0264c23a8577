"""The OpenAPI document describes what a server with accounts answers."""

from __future__ import annotations

from collections import Counter
from typing import Any

import httpx
import pytest

from empile.community import limits
from tests.community.moderation.test_guests import family
from tests.community.people import Browser
from tests.community.playing import new_table, person
from tests.server.http.conformance import Examples, differences
from tests.server.http.test_errors import check
from tests.server.serving import Serving

REQUESTS = 4
SIGNING_OUT = ("/api/sessions", "/api/sessions/{session}", "/api/sessions/current", "/api/me")
"""Compared last."""


@pytest.fixture(autouse=True)
def without_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Random requests fail often."""
    for name in limits.LIMITS:
        monkeypatch.setitem(limits.LIMITS, name, limits.Limit(1_000_000, 1))


def test_answers_about_accounts_conform_to_the_document(server: Serving) -> None:
    browser = Browser(server)
    member = browser.sign_up("Anne")["me"]["members"][0]["id"]
    child = browser.post("/api/members", json={"name": "Léo", "kind": "child"}).json()["id"]
    examples = Examples(
        {"member": [member, child], "other": [child], "name": ["Zoé", "Max"]}, "none"
    )
    cookie = browser.cookies["empile_session"]
    answered: Counter[int] = Counter()
    paths = paths_of_accounts(server)
    signing_out = [path for path in paths if path in SIGNING_OUT]
    for some in ([path for path in paths if path not in SIGNING_OUT], signing_out):
        found = differences(
            server.address,
            examples,
            REQUESTS,
            headers={"cookie": f"empile_session={cookie}", "origin": server.address},
            paths=some,
        )
        for label, statuses, error in found:
            assert error is None, f"{label}: {error} {getattr(error, 'exceptions', '')}"
            answered += statuses
    assert {200, 201, 204, 400, 401, 404} <= answered.keys()


def paths_of_accounts(server: Serving) -> list[str]:
    """Return the paths that a server without accounts does not have."""
    document: dict[str, Any] = httpx.get(server.address + "/api/schema/openapi.json").json()
    tags = {"accounts", "members"}
    return [
        path
        for path, operations in document["paths"].items()
        if any(tags & set(one.get("tags", ())) for one in operations.values())
        or path == "/api/privacy"
    ]


def test_document_names_the_cookie(server: Serving) -> None:
    document = httpx.get(server.address + "/api/schema/openapi.json").json()
    scheme = document["components"]["securitySchemes"]["session"]
    assert (scheme["type"], scheme["in"], scheme["name"]) == ("apiKey", "cookie", "empile_session")
    for path in paths_of_accounts(server):
        for operation in document["paths"][path].values():
            assert ("401" in operation["responses"]) or "security" not in operation
            assert all(one["description"] for one in operation.get("parameters", ()))
    assert document["paths"]["/api/me"]["get"]["security"] == [{"session": []}]


def test_document_declares_what_places_are_refused_with(server: Serving) -> None:
    document = httpx.get(server.address + "/api/schema/openapi.json").json()
    browser, places = family(server), [person("Me"), {"kind": "open"}]
    table = new_table(Browser(server), places)["table"]
    for path in ("/api/tables", "/api/tables/{table}/join"):
        for more, code in (({}, "confirm"), ({"member": "AAAAAAAAAAAA"}, "not_yours")):
            body = {
                "game": "block-ness",
                "places": [person("Me", **more), {"kind": "open"}],
                "name": "Me",
                **more,
            }
            refused = browser.post(path.format(table=table), json=body)
            assert refused.json()["code"] == code
            check(document, path, "post", refused)
        assert document["paths"][path]["post"]["security"][0] == {}
