"""Numbers with many digits, and addresses that nothing can have: the client's mistake, never a failure."""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from empile.community.notices.web_push import make_keys
from empile.engine.text.addresses import split_address
from empile.server.http.origin import host_name
from empile.server.store.location import StoreError, read_location
from tests.community.people import Browser
from tests.community.playing import member_of
from tests.server.serving import Serving, serving
from tests.support.patience import PATIENCE

DIGITS = "9" * 26


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    data = tmp_path_factory.mktemp("numbers") / "tables.sqlite3"
    make_keys(data.with_name("push.pem"))
    more: dict[str, Any] = {
        "push_keys": data.with_name("push.pem"),
        "origins": frozenset({"https://club.example.org"}),
    }
    with serving(data, accounts="open", lobby=True, talk="free", **more) as server:
        yield server


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def is_number(parameter: dict[str, Any]) -> bool:
    schema = parameter["schema"]
    kinds = [
        one.get("type") for one in (schema, *schema.get("anyOf", ()), *schema.get("oneOf", ()))
    ]
    return "integer" in kinds


def test_no_number_is_too_large_for_the_server(served: Serving) -> None:
    browser = Browser(served)
    browser.sign_up("Anne")
    member = member_of(browser)
    made = browser.post(
        "/api/tables",
        json={"game": "block-ness", "places": [{"kind": "person"}, {"kind": "bot", "level": 1}]},
    ).json()
    names = {"member": member, "table": made["table"], "game": "block-ness"}
    document = httpx.get(f"{served.address}/api/schema/openapi.json", timeout=PATIENCE).json()
    tried = 0
    for path, routes in document["paths"].items():
        for method, route in routes.items():
            for parameter in route.get("parameters", []):
                if not is_number(parameter):
                    continue
                tried += 1
                given = {**names, parameter["name"]: DIGITS} if parameter["in"] == "path" else names
                filled = path
                for name in re.findall(r"\{(\w+)\}", path):
                    filled = filled.replace(f"{{{name}}}", given.get(name, "1"))
                query = {parameter["name"]: DIGITS} if parameter["in"] == "query" else {}
                body: dict[str, Any] | None = None if method in ("get", "delete") else {}
                answer = browser.request(method.upper(), filled, params=query, json=body)
                where = f"{method} {path} {parameter['name']}: {answer.text}"
                assert 400 <= answer.status_code < 500, where
    assert tried >= 18


@pytest.mark.parametrize("number", [DIGITS, f"-{DIGITS}", "9" * 5000])
def test_numbers_in_paths_are_unknown(served: Serving, number: str) -> None:
    browser = Browser(served)
    browser.sign_up(f"Anne{len(number)}{number[0]}x".replace("-", "m"))
    answer = browser.delete(f"/api/sessions/{number}")
    assert answer.status_code in (400, 404, 414), answer.text


BROKEN = ["https://[::1", "https://push.example.org:99999/x", "https://[x]/", "https://h:port/"]


@pytest.mark.parametrize("address", BROKEN)
def test_addresses_of_nothing_are_refused(served: Serving, address: str) -> None:
    assert split_address(address) is None
    browser = Browser(served)
    browser.sign_up(f"Anne {BROKEN.index(address)}")
    path = f"/api/members/{member_of(browser)}/notices/devices"
    public = ec.generate_private_key(ec.SECP256R1()).public_key()
    point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    keys = {"p256dh": encoded(point), "auth": encoded(bytes(16))}
    right = browser.post(path, json={"endpoint": "https://push.example.org/x", **keys})
    assert right.is_success, right.text
    answer = browser.post(path, json={"endpoint": address, **keys})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


@pytest.mark.parametrize("host", ["[::1", "localhost:99999", "localhost:" + DIGITS, "[::1]:99999"])
def test_hosts_have_a_possible_port(served: Serving, host: str) -> None:
    assert host_name(host) is None
    answer = httpx.get(f"{served.address}/api/games", headers={"host": host}, timeout=PATIENCE)
    assert 400 <= answer.status_code < 500
    refused = httpx.post(
        f"{served.address}/api/tables",
        json={},
        headers={"origin": f"http://{host}"},
        timeout=PATIENCE,
    )
    assert refused.status_code == 403


def test_stores_with_half_an_address_are_refused() -> None:
    with pytest.raises(StoreError):
        read_location("postgresql://[::1/db")
    assert not isinstance(read_location("postgresql://[::1]:5432,db2:5433/db"), Path)
