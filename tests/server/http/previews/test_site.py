"""Addresses of the page: what exists is answered with 200, all else with 404."""

from __future__ import annotations

import re
import shutil
from collections.abc import Generator
from pathlib import Path

import httpx
import pytest

import hatch_build
from empile.server.http.previews.catalogue import read_catalogue
from empile.server.http.previews.pages import AccountsOffered, is_page
from tests.conftest import ROOT
from tests.server.serving import Serving, make, perform, serving

ROUTER = (ROOT / "web" / "src" / "shell" / "router.test.ts").read_text("utf-8")
ACCOUNTS = AccountsOffered("open", mail=False, messages=True)
UNKNOWN = "/t/AAAAAAAAAAAA"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page with its icons and the texts of previews, as the build writes them."""
    folder = tmp_path_factory.mktemp("pages")
    (folder / "index.html").write_text("<html><head><title>Empile</title></head></html>")
    shutil.copytree(ROOT / "web" / "public", folder, dirs_exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hatch_build, "PAGES", folder)
        hatch_build._write_previews()
    return folder


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, pages: Path) -> Generator[Serving]:
    """A server without accounts."""
    with serving(tmp_path_factory.mktemp("site") / "tables.sqlite3", pages=pages) as running:
        yield running


def test_the_server_knows_the_addresses_of_the_router(pages: Path) -> None:
    catalogue = read_catalogue(pages)
    known = re.findall(r'routeOf\("([^"]+)"\), \{ page: "([a-z-]+)"', ROUTER)
    (missing,) = re.findall(r"for \(const path of \[(.*)\]\)", ROUTER.partition("is missing")[2])[
        :1
    ]
    known += [(path, "missing") for path in re.findall(r'"([^"]+)"', missing)]
    assert len(known) > 50
    for path, page in known:
        # Two kinds of addresses redirect, and one has no valid name of a table.
        wanted = (page != "missing" or path == "/box/blox") and path != "/t/%"
        assert is_page(catalogue, path, ACCOUNTS, lobby=True) == wanted, path
    for path in ("/rules/chess", "/puzzles/chess/1a", "/study/chess"):
        assert not is_page(catalogue, path, ACCOUNTS, lobby=True)
    for path in ("/lobby", "/friends", "/moderate/report/7"):
        assert not is_page(catalogue, path, None, lobby=False)


@pytest.mark.parametrize(
    "path", [UNKNOWN, "/r/AAAAAAAAAAAA", "/embed/AAAAAAAAAAAA", "/nonexistent", "/friends"]
)
def test_unknown_addresses_are_the_page_with_404(server: Serving, path: str) -> None:
    home = httpx.get(server.address + "/")
    found = httpx.get(server.address + path)
    assert (home.status_code, found.status_code) == (200, 404)
    assert "<title>" in found.text
    assert found.headers["content-type"] == home.headers["content-type"]
    again = httpx.get(server.address + path, headers={"if-none-match": found.headers["etag"]})
    assert again.status_code == 404


@pytest.mark.parametrize("path", ["/.well-known/nothing", "/wp-login.php", "/assets/nope.js"])
def test_unknown_files_are_no_page(server: Serving, path: str) -> None:
    found = httpx.get(server.address + path)
    assert (found.status_code, found.headers["content-type"]) == (404, "text/plain")


@pytest.mark.parametrize("path", ["/favicon.ico", "/apple-touch-icon.png", "/favicon.svg"])
def test_icons_are_where_browsers_look(server: Serving, path: str) -> None:
    found = httpx.get(server.address + path)
    assert found.status_code == 200
    assert found.headers["content-type"].startswith("image/")


def test_a_table_without_spectators_looks_like_none(server: Serving) -> None:
    async def scene() -> tuple[str, str]:
        shown = await make(server.address, ["person", "open"])
        hidden = await make(server.address, ["person", "open"], allow_spectators=False)
        return shown.table, hidden.table

    shown, hidden = perform(scene())
    previews = [httpx.get(f"{server.address}/t/{table}") for table in (shown, hidden)]
    assert [found.status_code for found in previews] == [200, 200]
    assert "Block Ness" in previews[0].text
    assert previews[1].text == httpx.get(server.address + UNKNOWN).text
