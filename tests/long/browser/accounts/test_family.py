"""The parents' page sets what a child may do."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.accounts.conftest import add_person, confirm, sign_up
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both


def test_rules_of_a_child_are_kept(person: Person) -> None:
    page = person()
    sign_up(page)
    add_person(page, "Zoé", "child")
    page.locator("a[href='/family']").click()
    child = page.locator("[data-child]")
    expect(child.locator("input[value=household]")).to_be_checked()
    expect(child.locator("input[name=phrases]")).to_be_checked()
    child.locator("input[value=bots]").check()
    child.locator("input[name=from]").fill("20:30")
    child.locator("input[name=to]").fill("07:00")
    child.locator("input[name=minutes]").fill("45")
    child.locator("[data-action=save-rules]").click()
    confirm(page)
    expect(page.locator(".family-page > .told").first).to_have_text("Enregistré.")
    assert objections_in_both(page) == []
    page.reload()
    expect(child.locator("input[value=bots]")).to_be_checked()
    expect(child.locator("input[name=from]")).to_have_value("20:30")
    expect(child.locator("input[name=to]")).to_have_value("07:00")
    expect(child.locator("input[name=minutes]")).to_have_value("45")


def test_a_person_is_approved_by_the_link_of_a_profile(person: Person) -> None:
    other = person()
    sign_up(other)
    other.locator("[data-action=listed]").check()
    link = other.locator("members-section .account-name a").get_attribute("href")
    name = other.locator("members-section .account-name a").inner_text()

    page = person()
    sign_up(page)
    add_person(page, "Mia", "child")
    page.locator("a[href='/family']").click()
    child = page.locator("[data-child]")
    child.locator("input[name=other]").fill(f"https://example.org{link}")
    child.locator("[data-action=approve]").click()
    confirm(page)
    expect(child.locator("li")).to_contain_text(name)
    child.locator("li button").click()
    confirm(page)
    expect(child.locator("li")).to_have_count(0)
