"""Absences: planned on the account page by keyboard, and shown at a table until they end."""

from __future__ import annotations

from datetime import date, timedelta

from playwright.sync_api import Page, expect

from tests.browser.accounts.conftest import sign_up
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import READY, expect_fitting
from tests.community.people import Browser
from tests.community.playing import member_of, new_table
from tests.community.playing import person as place_of
from tests.server.serving import Serving

DAYS = {"kind": "days", "days": 2, "reserve": 0}


def session_of(page: Page, site: Serving) -> Browser:
    """Return a client with the session of a page."""
    browser = Browser(site)
    for cookie in page.context.cookies():
        browser.cookies.set(cookie.get("name", ""), cookie.get("value", ""))
    return browser


def test_absence_is_planned_and_shown_at_the_table(person: Person, site: Serving) -> None:
    anne, bea = person(width=360, height=740), person(width=360, height=740)
    sign_up(anne, "Anne")
    browser = session_of(anne, site)
    places = [place_of(member=member_of(browser)), {"kind": "open"}]
    made = new_table(browser, places, clock=DAYS)
    bea.goto(f"/t/{made['table']}")
    bea.get_by_label("Votre nom").fill("Béa")
    bea.get_by_role("button", name="Prendre place").click()
    bea.wait_for_selector(READY)

    section = anne.locator("absence-section")
    section.locator("summary").focus()
    anne.keyboard.press("Enter")
    expect(section.locator("[data-part=days-left]")).to_contain_text("Restent 30 jours")
    last = date.today() + timedelta(days=2)
    section.locator("input[name=to]").fill(last.isoformat())
    section.locator("input[name=stand_in]").focus()
    anne.keyboard.press("Space")
    section.locator("[data-action=add-absence]").focus()
    anne.keyboard.press("Enter")
    expect(section.locator("[data-absence]")).to_contain_text("L’ordinateur joue")
    expect(section.locator("[data-part=days-left]")).not_to_contain_text(
        f"Restent 30 jours en {last.year}."
    )
    for width, height in ((1440, 900), (820, 1180), (360, 740)):
        anne.set_viewport_size({"width": width, "height": height})
        expect_fitting(anne, f"absences-{width}")
    assert objections_in_both(anne) == []

    seat = bea.locator(".seat").filter(has=bea.locator(".tag.away"))
    expect(seat).to_have_count(1)
    expect(seat).to_contain_text(f"absent jusqu’au {last.day}")
    expect(seat).to_contain_text("l’ordinateur joue")
    expect_fitting(bea, "absent-player")
    assert objections_in_both(bea) == []

    # What overlaps is refused, and said.
    section.locator("input[name=to]").fill(last.isoformat())
    section.locator("[data-action=add-absence]").click()
    expect(section.locator("[role=alert]")).to_contain_text("sans autre absence")

    section.locator("[data-action=end-absence]").focus()
    anne.keyboard.press("Enter")
    expect(section.locator("[data-absence]")).to_have_count(0)
    expect(section.locator("summary")).to_be_focused()
    expect(bea.locator(".tag.away")).to_have_count(0)
    expect(bea.locator(".seats")).not_to_contain_text("l’ordinateur joue")
