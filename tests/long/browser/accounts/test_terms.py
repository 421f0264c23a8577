"""Choosing whether the games of a new table count for ratings, by keyboard and on a phone."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.accounts.conftest import add_person, sign_up
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import READY, expect_fitting, open_form, tab_to, unfold
from tests.server.serving import Serving

COUNTS = "input[name=counts][value={}]"


def _open(page: Page, other: str) -> None:
    open_form(page, "", other)
    unfold(page)


def _reasons(page: Page) -> list[str]:
    found = page.locator(".terms-reasons [data-reason]").all()
    return [one.get_attribute("data-reason") or "" for one in found]


def test_a_rated_table_is_made_and_joined(person: Person, site: Serving) -> None:
    guest = person(width=360, height=740)
    _open(guest, "open")
    expect(guest.locator(COUNTS.format("people"))).to_be_disabled()
    assert _reasons(guest) == ["signed_out", "clock"]
    expect_fitting(guest, "the terms of a guest")
    assert objections_in_both(guest) == []

    page = person()
    name = sign_up(page)
    _open(page, "open")
    people = page.locator(COUNTS.format("people"))
    expect(people).to_be_disabled()
    assert _reasons(page) == ["clock"]
    expect(page.locator(COUNTS.format("household"))).to_have_count(0)
    expect(page.locator("select[name=patience]")).to_have_value("300")
    page.locator("select[name=clock]").select_option(label="5 min + 5 s par coup")
    expect(page.locator("select[name=patience]")).to_have_count(0)
    expect(people).to_be_enabled()
    tab_to(page, COUNTS.format("none"))
    page.keyboard.press("ArrowRight")
    expect(people).to_be_checked()
    expect(page.locator("table-terms .table-ratings")).to_contain_text(name)
    expect(page.locator("input[name=hints]")).to_be_disabled()
    assert objections_in_both(page) == []
    # A computer at a seat rules it out, and the choice is kept for later.
    page.locator("select[name=who-1]").select_option("bot")
    expect(people).to_have_count(0)
    page.locator("select[name=who-1]").select_option("open")
    expect(people).to_be_checked()
    page.locator("[data-action=play]").click()
    page.wait_for_selector("table-lobby clock-line")
    expect(page.locator("clock-line")).to_contain_text("5 min + 5 s par coup")
    (room,) = [room for room in site.registry.rooms if room.table.created.rated]
    created = room.table.created
    assert (created.rated, created.friendly, created.hints) == (True, False, False)

    guest.goto(f"/t/{room.table.id}")
    expect(guest.locator("[data-reason=signed_out]")).to_be_visible()
    expect(guest.get_by_role("button", name="Prendre place")).to_be_disabled()
    expect_fitting(guest, "a rated table for a guest")
    assert objections_in_both(guest) == []

    other = person(width=360, height=740)
    sign_up(other)
    other.goto(f"/t/{room.table.id}")
    expect(other.locator("[data-place='-1'] .rating-expected")).to_contain_text("50")
    expect_fitting(other, "a rated table")
    other.get_by_role("button", name="Prendre place").click()
    for one in (page, other):
        one.wait_for_selector(READY)
        expect(one.locator(".clock-strip .clock-main")).to_have_count(2)


def test_a_family_plays_rated_games_on_one_device(person: Person, site: Serving) -> None:
    page = person(width=360, height=740)
    name = sign_up(page)
    add_person(page, "Zoé", "child")
    _open(page, "person:")
    page.locator("select[name=clock]").select_option(label="10 min + 10 s par coup")
    household = page.locator(COUNTS.format("household"))
    expect(household).to_be_disabled()
    assert _reasons(page) == ["guest", "one_account"]
    second = page.locator("select[name=who-1]")
    second.select_option(label=name)
    expect(page.locator("[data-reason=twice]")).to_be_visible()
    second.select_option(label="Zoé")
    expect(household).to_be_enabled()
    assert _reasons(page) == ["one_account"]
    household.check(force=True)
    # All players are known, and so is what to expect.
    expected = page.locator("table-terms .rating-expected")
    expect(expected).to_have_count(2)
    expect(expected.first).to_contain_text("50")
    for width in (360, 820, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        expect_fitting(page, f"terms at {width} px")
    assert objections_in_both(page) == []
    page.locator("[data-action=play]").click()
    page.wait_for_selector(READY)
    expect(page.locator("[data-rated] h3")).to_contain_text("foyer")
    rooms = [room for room in site.registry.rooms if room.table.created.friendly]
    assert [place.name for place in rooms[-1].table.places] == [name, "Zoé"]


def test_a_clock_also_against_the_computer(person: Person, site: Serving) -> None:
    page = person()
    open_form(page)
    expect(page.locator("clock-field")).to_have_count(0)
    unfold(page)
    page.locator("select[name=clock]").select_option(label="3 min + 2 s par coup")
    expect(page.locator("input[name=counts]")).to_have_count(0)
    page.locator("[data-action=play]").click()
    page.wait_for_selector(READY)
    expect(page.locator(".clock-strip .clock-main")).to_have_count(1)
