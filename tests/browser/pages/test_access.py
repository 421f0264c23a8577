"""axe finds nothing to object to, on any page, in light and dark."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import ROOT, Person
from tests.browser.support.playing import READY, SMALL, finish, make_table, sit_down
from tests.server.serving import Serving

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PERSON = {"kind": "person", "name": "Anne"}


def objections_to(page: Page) -> list[str]:
    """Return what axe finds on the page as it stands."""
    page.evaluate(Path(AXE).read_text("utf-8"))
    found: dict[str, Any] = page.evaluate(
        "() => axe.run(document, { resultTypes: ['violations'] })"
    )
    return [
        f"{violation['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing(person: Person, site: Serving, dark: bool) -> None:
    page = person(dark=dark)
    objections: dict[str, list[str]] = {}

    page.goto("/")
    page.wait_for_selector(".home[data-ready=true]")
    objections["home"] = objections_to(page)

    page.goto("/rules/block-ness")
    page.wait_for_selector(".rules-page[data-ready=true]")
    objections["rules"] = objections_to(page)

    sit_down(page, make_table(site.address, PERSON, {"kind": "open"}))
    page.wait_for_selector(".qr")
    objections["gathering"] = objections_to(page)

    made = make_table(site.address, PERSON, {"kind": "person", "name": "Bob"}, **SMALL)
    sit_down(page, made)
    page.wait_for_selector(READY)
    page.locator(".target").first.click()
    page.wait_for_selector("[data-action=undo]")
    objections["playing"] = objections_to(page)
    page.keyboard.press("Escape")
    for drawer in ("rules", "invite", "resign"):
        page.locator(f"[data-action={drawer}]").click()
        page.wait_for_selector("dialog[open]")
        objections[drawer] = objections_to(page)
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="detached")
    page.locator("[data-action=lists]").click()
    page.wait_for_selector("list-chooser select")
    objections["lists"] = objections_to(page)

    finish(page)
    objections["over"] = objections_to(page)

    page.goto(f"/r/{made['table']}")
    page.wait_for_selector(READY)
    objections["replay"] = objections_to(page)

    assert {name: found for name, found in objections.items() if found} == {}
