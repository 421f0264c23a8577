"""axe finds nothing to object to, on any page, in light and dark."""

from __future__ import annotations

from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import READY, SMALL, choose_action, finish, make_table, sit_down
from tests.server.serving import Serving

PERSON = {"kind": "person", "name": "Anne"}


def test_axe_finds_nothing(person: Person, site: Serving) -> None:
    page = person()
    objections: dict[str, list[str]] = {}

    page.goto("/")
    page.wait_for_selector(".home[data-ready=true]")
    objections["home"] = objections_in_both(page)
    page.goto("/learn")
    page.wait_for_selector(".learning[data-ready=true]")
    objections["learn"] = objections_in_both(page)
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
