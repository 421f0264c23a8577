"""Static files and their headers."""

from __future__ import annotations

import gzip
from pathlib import Path

import httpx
import pytest

from tests.server.serving import Serving, serving

JSON = {"content-type": "application/json"}


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Empile</title>")
    (folder / "assets" / "app-1a2b3c.js").write_text("let app = 1;")
    (folder / "assets" / "app-1a2b3c.js.gz").write_bytes(gzip.compress(b"let app = 1;"))
    (folder / "icon.svg").write_text("<svg/>")
    (folder / "contract.d.ts").write_text("export type Three = number;")
    return folder


def test_files_are_served_with_their_headers(tmp_path: Path, pages: Path) -> None:
    with (
        serving(tmp_path / "tables.sqlite3", pages=pages) as server,
        httpx.Client(base_url=server.address) as http,
    ):
        index = http.get("/")
        assert "Empile" in index.text
        assert index.headers["cache-control"] == "no-cache"
        again = http.get("/", headers={"if-none-match": index.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        for path in ("/t/abc", "/r", "/rules/block-ness", "/any/where"):
            assert http.get(path).text == index.text
        script = http.get("/assets/app-1a2b3c.js", headers={"accept-encoding": "br, gzip"})
        assert script.text == "let app = 1;"
        assert script.headers["content-encoding"] == "gzip"
        assert "immutable" in script.headers["cache-control"]
        assert "javascript" in script.headers["content-type"]
        plain = http.get("/assets/app-1a2b3c.js", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == "let app = 1;"
        assert http.get("/icon.svg").headers["content-type"].startswith("image/svg+xml")
        assert http.get("/contract.d.ts").headers["content-type"] == "text/plain; charset=utf-8"
        assert http.get("/assets/none.js").status_code == 404
        assert http.get("/assets/../../tables.sqlite3").text == index.text
        assert http.head("/").content == b""
        assert http.post("/").status_code == 405


def test_missing_page_is_explained(server: Serving) -> None:
    found = httpx.get(server.address)
    assert found.status_code == 200
    assert "make play" in found.text


def test_responses_have_security_headers(server: Serving) -> None:
    for path in ("/", "/api/games", "/health", "/metrics", "/api/schema", "/api/tables/none"):
        headers = httpx.get(server.address + path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self' 'wasm-unsafe-eval';" in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers


def test_embedded_replays_may_be_framed_and_compile_rules(server: Serving) -> None:
    headers = httpx.get(server.address + "/embed/none").headers
    policy = headers["content-security-policy"]
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "frame-ancestors *" in policy
    assert "x-frame-options" not in headers


def test_health_metrics_and_schema_are_served(server: Serving) -> None:
    health = httpx.get(server.address + "/health").json()
    assert health["status"] == "ok"
    figures = httpx.get(server.address + "/metrics").text
    for name in ("empile_tables", "empile_sockets", "empile_moves_total", "empile_append_seconds"):
        assert f"\n{name}" in figures
    schema = httpx.get(server.address + "/api/schema/openapi.json").json()
    assert "/api/tables" in schema["paths"]
    assert "/api/tables" in httpx.get(server.address + "/api/schema").text
    messages = httpx.get(server.address + "/api/protocol.json").json()
    assert "Hello" in messages["$defs"]


def test_bad_requests_are_explained(server: Serving) -> None:
    tables = server.address + "/api/tables"
    for body, word in (
        (b"{", "truncated"),
        (b"{}", "game"),
        (b'{"game":"block-ness","places":[{"kind":"king"}]}', "king"),
    ):
        answer = httpx.post(tables, content=body, headers=JSON)
        assert answer.status_code == 400
        assert answer.json()["code"] == "bad_request"
        assert word in answer.json()["detail"]
    assert httpx.get(server.address + "/api/none").json()["code"] == "not_found"
    large = httpx.post(server.address + "/api/replays", content=b" " * 1_000_000, headers=JSON)
    assert large.status_code == 413
    wrong = httpx.post(
        server.address + "/api/replays", content=b'{"format": "chess"}', headers=JSON
    )
    assert (wrong.status_code, wrong.json()["code"]) == (400, "bad_record")
