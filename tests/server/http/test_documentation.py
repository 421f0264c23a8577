"""The documentation site at ``/docs/``."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

import httpx
import pytest

from empile.server.http.documentation import Documentation
from tests.server.serving import Serving, serving

SCRIPT = "document.body.dataset.theme = 'auto';\n"


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    (folder / "how-to").mkdir(parents=True)
    (folder / "index.html").write_text(
        f"<!doctype html><title>Docs</title><script>{SCRIPT}</script>"
    )
    (folder / "how-to" / "host.html").write_text("<!doctype html><title>Host</title>")
    (folder / "search.js").write_text("let words = 1;")
    return folder


def test_site_is_served(tmp_path: Path, docs: Path) -> None:
    with (
        serving(tmp_path / "tables.sqlite3", docs=docs) as server,
        httpx.Client(base_url=server.address) as http,
    ):
        bare = http.get("/docs")
        assert (bare.status_code, bare.headers["location"]) == (308, "/docs/")
        index = http.get("/docs/")
        assert "Docs" in index.text
        assert index.headers["cache-control"] == "no-cache"
        assert index.headers["content-encoding"] == "gzip"
        again = http.get("/docs/", headers={"if-none-match": index.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert "Host" in http.get("/docs/how-to/host.html").text
        assert "javascript" in http.get("/docs/search.js?v=1").headers["content-type"]
        assert http.head("/docs/").content == b""
        assert http.post("/docs/").status_code == 405
        for missing in ("/docs/none.html", "/docs/how-to/", "/docs/../tables.sqlite3"):
            assert "Docs" not in http.get(missing).text
        assert http.get("/docs/none.html").status_code == 404
        assert "not built" in http.get("/docsearch").text


def test_policy_allows_the_inline_scripts_of_the_site_only(tmp_path: Path, docs: Path) -> None:
    source = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    with (
        serving(tmp_path / "tables.sqlite3", docs=docs) as server,
        httpx.Client(base_url=server.address) as http,
    ):
        for path in ("/docs/", "/docs/how-to/host.html"):
            policy = http.get(path).headers["content-security-policy"]
            assert f"script-src 'self' 'wasm-unsafe-eval' 'sha256-{source}';" in policy
            assert "frame-ancestors 'none'" in policy
        assert "sha256" not in http.get("/").headers["content-security-policy"]


def test_first_built_folder_is_served(tmp_path: Path, docs: Path) -> None:
    assert Documentation([tmp_path / "none", docs]).has("/docs/")
    assert not Documentation([tmp_path / "none"]).has("/docs/")


def test_missing_site_is_an_address_like_any_other(server: Serving) -> None:
    assert httpx.get(server.address + "/docs/").text == httpx.get(server.address).text
