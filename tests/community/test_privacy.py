"""The privacy text, and servers without accounts."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from empile.community.routes import ROUTES
from tests.server.serving import Serving, serving


@pytest.mark.parametrize(("language", "title"), [("en", "# Privacy"), ("fr", "# Confidentialité")])
def test_privacy_text_has_both_languages(server: Serving, language: str, title: str) -> None:
    found = httpx.get(f"{server.address}/api/privacy?language={language}").json()
    assert found["language"] == language
    assert found["text"].startswith(title)
    assert "empile_session" in found["text"]
    # The page shows headings, lists and paragraphs.
    assert not any(mark in found["text"] for mark in ("|", "`", "**", "]("))


def test_privacy_text_of_the_host_replaces_the_general_one(tmp_path: Path) -> None:
    (tmp_path / "privacy.fr.md").write_text("# Chez nous\n\n<b>gras</b>", "utf-8")
    with serving(
        tmp_path / "tables.sqlite3", accounts="closed", privacy_folder=tmp_path
    ) as running:
        french = httpx.get(f"{running.address}/api/privacy?language=fr").json()
        english = httpx.get(f"{running.address}/api/privacy").json()
        assert httpx.get(f"{running.address}/api/privacy?language=x").status_code == 400
    assert french["text"] == "# Chez nous\n\n<b>gras</b>"
    assert english["text"].startswith("# Privacy")


def test_without_accounts_no_route_exists(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite3") as running:
        document = httpx.get(f"{running.address}/api/schema/openapi.json").json()
        assert not any("privacy" in path or "account" in path for path in document["paths"])
        for path in ("/api/privacy", "/api/me", "/api/accounts", "/api/sessions"):
            for method in ("GET", "POST"):
                answer = httpx.request(
                    method, running.address + path, json={} if method == "POST" else None
                )
                assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert ROUTES
