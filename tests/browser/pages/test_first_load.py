"""What the first visit costs: the home page and all that a table needs, compressed."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

from playwright.sync_api import Route, expect

from tests.browser.conftest import Person
from tests.conftest import ROOT

first_load = runpy.run_path(str(ROOT / "benchmarks" / "first_load.py"))["first_load"]
LIMIT = 242_300
"""Bytes, gzipped: the page, its style and its programs, with the table and its picture."""
PLAN_LIMIT = 111_100
"""The same until a table can be played in the plan view."""


def test_the_first_load_is_small(pages: Path) -> None:
    sizes = first_load(pages)
    for part in ("index.html", "assets/table-page", "assets/stage", "assets/scene"):
        assert any(name.startswith(part) for name in sizes), f"{part} is not counted"
    total = sum(sizes.values())
    print(f"first load: {total} bytes gzipped in {len(sizes)} files")
    assert total < LIMIT, sizes


def test_a_table_is_usable_without_the_picture_in_three_dimensions(pages: Path) -> None:
    sizes = first_load(pages, solid=False)
    assert any(name.startswith("assets/model") for name in sizes)
    assert not any(name.startswith(("assets/stage", "assets/scene")) for name in sizes)
    assert sum(sizes.values()) < PLAN_LIMIT, sizes


def test_one_language_is_loaded_and_no_other(pages: Path) -> None:
    languages = {path.stem for path in (ROOT / "web" / "locales").glob("*.json")}
    assert len(languages) == 4
    counted = {name.removeprefix("assets/").partition("-")[0] for name in first_load(pages)}
    assert len(counted & languages) == 1


def test_a_room_is_not_seen_before_it_can_speak(person: Person, pages: Path) -> None:
    """Its words come apart from it, and later here: nobody reads or hears the names of messages."""
    chunks = json.loads((pages / "chunks.json").read_text("utf-8"))
    page = person()
    held: list[Route] = []
    page.route(f"**/{chunks['locales/fr.json?more']['file']}", lambda route: held.append(route))
    with page.expect_response(f"**/{chunks['src/scorepad/scorepad-page.ts']['file']}"):
        page.goto("/scorepad/blox")
    page.wait_for_function("() => customElements.get('scorepad-page') !== undefined")
    expect(page.locator("main")).to_be_empty()
    assert len(held) == 1
    held[0].continue_()
    expect(page.locator("scorepad-page h1")).to_be_visible()
    for language in ("de", "es", "fr"):
        page.locator("[data-action=language]").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        said = page.locator("main").inner_text()
        assert not re.search(r"\b(keeper|home|make|turn)\.\w", said), said
