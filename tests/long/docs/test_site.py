"""The documentation site: it builds without a warning, is complete, and needs no other host."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.support.chromium import executable
from tests.docs.blocks import ROOT
from tests.server.serving import serving
from tests.support.patience import PATIENCE

PUBLIC = ("empile", "empile.arena", "empile.client", "empile.engine.contracts", "empile.evals")
LOADING = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src"}
"""Attributes whose addresses a browser loads by itself."""
REMOTE = re.compile(r"(?:[a-z]+:)?//", re.IGNORECASE)


class Page(HTMLParser):
    """What a page loads and links to, and its anchors."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the addresses and the anchor of an element."""
        found = {name: value for name, value in attrs if value}
        if tag in LOADING and LOADING[tag] in found:
            self.loaded.append(found[LOADING[tag]])
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        self.anchors |= {found[name] for name in ("id", "name") if name in found}


@cache
def page(path: Path) -> Page:
    return Page(path)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going"]
    trees = ["--doctree-dir", str(folder / "trees")]
    done = subprocess.run(
        [*command, *trees, str(ROOT / "docs"), str(folder / "html")],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder / "html"


def pages(site: Path) -> Iterator[Path]:
    found = sorted(site.rglob("*.html"))
    assert len(found) > 20
    yield from found


def test_nothing_is_loaded_from_another_host(site: Path) -> None:
    loaded = {one for path in pages(site) for one in page(path).loaded}
    for style in site.rglob("*.css"):
        text = style.read_text("utf-8")
        loaded |= set(re.findall(r"(?:url\(|@import)\s*[\"']?([^\"')\s]+)", text))
    assert any(urlsplit(address).path.endswith(".css") for address in loaded)
    assert {address for address in loaded if REMOTE.match(address)} == set()


def test_links_and_anchors_have_targets(site: Path) -> None:
    missing: list[str] = []
    for path in pages(site):
        for link in {*page(path).links, *page(path).loaded}:
            parts = urlsplit(link)
            if parts.scheme:
                continue
            target = path.parent / unquote(parts.path) if parts.path else path
            anchor = unquote(parts.fragment)
            found = target.is_file()
            if found and anchor and target.suffix == ".html":
                found = anchor in page(target.resolve()).anchors
            if not found:
                missing.append(f"{path.name}: {link}")
    assert missing == []


def test_public_names_are_documented(site: Path) -> None:
    from sphinx.util.inventory import InventoryFile

    inventory = InventoryFile.loads((site / "objects.inv").read_bytes(), uri="").data
    known = {name for kind, names in inventory.items() if kind.startswith("py:") for name in names}
    public = {
        f"{module}.{name}" for module in PUBLIC for name in importlib.import_module(module).__all__
    }
    assert public - known == set()


def test_pages_are_in_the_search_index(site: Path) -> None:
    index = (site / "searchindex.js").read_text("utf-8")
    for document in (ROOT / "docs").rglob("*.md"):
        assert f'"{document.relative_to(ROOT / "docs").with_suffix("").as_posix()}"' in index


def test_search_and_colours_work_on_the_server(site: Path, tmp_path: Path) -> None:
    errors: list[str] = []
    with (
        serving(tmp_path / "tables.sqlite3", docs=site) as server,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=executable(), args=["--no-sandbox"]) as browser,
    ):
        page = browser.new_page(color_scheme="dark")
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        page.goto(f"{server.address}/docs/search.html?q=determinization")
        expect(page.locator("ul.search li").first).to_be_visible(timeout=1000 * PATIENCE)
        assert page.evaluate("document.body.dataset.theme") == "auto"
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(19, 20, 22)"
        for width in (360, 820, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            for path in ("", "how-to/environments.html", "reference/api/contracts.html"):
                page.goto(f"{server.address}/docs/{path}")
                assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert errors == []
