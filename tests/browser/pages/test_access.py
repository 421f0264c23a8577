"""axe finds nothing to object to, on any page, in light and dark."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.browser.conftest import ROOT, Person
from tests.browser.support.playing import READY, SMALL, choose_action, finish, make_table, sit_down
from tests.server.serving import Serving

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
COLOUR_RULES = ("color-contrast", "link-in-text-block")
PERSON = {"kind": "person", "name": "Anne"}


def objections_to(page: Page, *rules: str) -> list[str]:
    """Return what axe finds on the page as it stands, by all rules or by those named."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(Path(AXE).read_text("utf-8"))
    found: dict[str, Any] = page.evaluate(
        """rules => axe.run(document, {
          resultTypes: ["violations"], ...(rules.length && { runOnly: { type: "rule", values: rules } }),
        })""",
        rules,
    )
    return [
        f"{violation['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for violation in found["violations"]
        for node in violation["nodes"]
    ]


def objections_in_both(page: Page) -> list[str]:
    """Return what axe finds in light, and in dark, which differs in colours only."""
    page.emulate_media(color_scheme="light")
    found = objections_to(page)
    page.emulate_media(color_scheme="dark")
    return found + [f"dark: {objection}" for objection in objections_to(page, *COLOUR_RULES)]


def test_axe_finds_nothing(person: Person, site: Serving) -> None:
    page = person()
    objections: dict[str, list[str]] = {}

    page.goto("/")
    page.wait_for_selector(".home[data-ready=true]")
    objections["home"] = objections_in_both(page)
    page.locator("[data-action=settings]").click()
    page.wait_for_selector("settings-drawer dialog[open]")
    objections["settings"] = objections_in_both(page)

    page.goto("/news")
    page.wait_for_selector(".news-page li")
    objections["news"] = objections_in_both(page)

    page.goto("/rules/block-ness")
    page.wait_for_selector(".rules-page[data-ready=true]")
    objections["rules"] = objections_in_both(page)

    sit_down(page, make_table(site.address, PERSON, {"kind": "open"}))
    page.wait_for_selector(".qr")
    objections["gathering"] = objections_in_both(page)

    made = make_table(site.address, PERSON, {"kind": "person", "name": "Bob"}, **SMALL)
    sit_down(page, made)
    page.wait_for_selector(READY)
    page.locator(".target").first.click()
    page.wait_for_selector("[data-action=undo]")
    objections["playing"] = objections_in_both(page)
    page.keyboard.press("Escape")
    for drawer in ("rules", "invite", "resign"):
        if drawer == "rules":
            page.locator("[data-action=rules]").click()
        else:
            choose_action(page, drawer)
        page.wait_for_selector("dialog[open]")
        objections[drawer] = objections_in_both(page)
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="detached")
    choose_action(page, "lists")
    page.wait_for_selector("list-chooser select")
    objections["lists"] = objections_in_both(page)

    finish(page)
    objections["over"] = objections_in_both(page)

    page.goto(f"/r/{made['table']}")
    page.wait_for_selector(READY)
    objections["replay"] = objections_in_both(page)

    assert {name: found for name, found in objections.items() if found} == {}
