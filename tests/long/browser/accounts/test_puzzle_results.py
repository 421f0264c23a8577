"""Results of puzzles are found again on another device."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.accounts.conftest import sign_up
from tests.browser.conftest import Person

FORGET = """() => Object.keys(localStorage).filter((key) => key.includes("puzzles"))
  .forEach((key) => localStorage.removeItem(key))"""


def test_results_are_kept_by_the_account(person: Person) -> None:
    page = person()
    sign_up(page)
    page.goto("/puzzles/daily")
    with page.expect_response(lambda answer: answer.url.endswith("/puzzles") and answer.ok):
        page.locator(".puzzle[data-phase=asking] [data-action=solution]").click()
    page.wait_for_selector(".puzzle[data-phase=solved]")
    # As in a browser that knows nothing of it yet.
    page.evaluate(FORGET)
    page.goto("/puzzles")
    expect(page.locator(".puzzles-daily .puzzle-missed")).to_be_visible()
    page.locator("[data-action=history]").click()
    expect(page.locator("[data-history] .lead")).not_to_contain_text("navigateur")
    guest = person()
    guest.goto("/puzzles/history")
    expect(guest.locator("[data-history] .lead")).to_contain_text("navigateur")
    expect(guest.locator(".puzzle-missed")).to_have_count(0)
