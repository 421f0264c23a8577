"""The OpenAPI document describes what the server answers."""

from __future__ import annotations

from collections import Counter
from typing import Any

import httpx
import pytest

from tests.server.http.conformance import differences, prepare
from tests.server.serving import Serving

REQUESTS = 6


@pytest.fixture
def document(server: Serving) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(server.address + "/api/schema/openapi.json").json()
    return found


def test_answers_conform_to_the_document(server: Serving) -> None:
    answered: Counter[int] = Counter()
    for label, statuses, error in differences(server.address, prepare(server.address), REQUESTS):
        assert error is None, f"{label}: {error} {getattr(error, 'exceptions', '')}"
        answered += statuses
    assert {200, 201, 400, 404} <= answered.keys()


def test_document_describes_parameters_and_tokens(document: dict[str, Any]) -> None:
    (scheme,) = document["components"]["securitySchemes"].values()
    assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")
    for path, operations in document["paths"].items():
        for operation in operations.values():
            takes_token = path.startswith("/api/tables/") or path == "/api/analyses"
            assert ("security" in operation) == ("401" in operation["responses"]) == takes_token
            names = [one["name"] for one in operation.get("parameters", ())]
            assert all(one["description"] for one in operation.get("parameters", ()))
            queries = {"game", "status", "cursor", "since", "updates", "day", "seat"}
            assert all("{" + name + "}" in path or name in queries for name in names)
    assert document["paths"]["/api/tables/{table}/fill"]["post"]["security"] == [{"bearer": []}]
    assert document["components"]["schemas"]["CreateTable"].get("additionalProperties", True)
