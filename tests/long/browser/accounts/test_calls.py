"""Members are taken to a table when their game begins, in the tab that they used last."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accounts.conftest import add_person, confirm, sign_up, unlimited
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import READY, expect_fitting, sit_down_with
from tests.community.contacts.village import Villager, answer_of
from tests.server.serving import Serving, serving

CLOCK = {"kind": "real", "base": 300, "increment": 3}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, pages: Path) -> Iterator[Serving]:
    """A server with accounts and a lobby, replacing that of the package."""
    data = tmp_path_factory.mktemp("calls") / "tables.sqlite3"
    with unlimited(), serving(data, pages, accounts="open", lobby=True) as running:
        yield running


def challenge(page: Page, other: Villager, **more: Any) -> str:
    """Challenge a member in the name of the one on a page; return the table."""
    wanted = {"game": "blox", "members": [{"member": other.member}], **more}
    sent = page.evaluate(
        """async (wanted) => {
            const member = localStorage.getItem("empile.member");
            const headers = { "content-type": "application/json" };
            const body = JSON.stringify(wanted);
            return (await fetch(`/api/members/${member}/challenges`, { method: "POST", headers, body })).json();
        }""",
        wanted,
    )
    table: str = sent["challenge"]["table"]
    return table


def listens(page: Page) -> None:
    page.locator("call-line [data-listening=true]").wait_for(state="attached")


def use(page: Page) -> None:
    """Use a page without changing anything."""
    page.keyboard.press("Shift")


def test_the_tab_that_was_used_last_goes_and_the_other_tells(person: Person, site: Serving) -> None:
    ben = Villager(site, "Ben")
    reading = person()
    sign_up(reading, "Anna")
    reading.goto("/puzzles")
    other = reading.context.new_page()
    table = challenge(reading, ben, clock=CLOCK)
    other.goto("/rules/blox")
    for page in (other, reading):
        listens(page)
    use(reading)
    token = answer_of(ben.answer(table, "accept"))["token"]
    reading.wait_for_url(f"**/t/{table}")
    reading.wait_for_selector(READY)
    expect(reading.locator("call-line [role=status]")).to_have_text(
        "Votre partie avec Ben a commencé"
    )
    line = other.locator(f"[data-call='{table}']")
    expect(line).to_contain_text("Votre partie avec Ben a commencé")
    expect(other).to_have_url(f"{site.address}/rules/blox")
    assert objections_in_both(other) == []
    for width, height in ((1440, 900), (820, 1180), (360, 740)):
        other.set_viewport_size({"width": width, "height": height})
        expect_fitting(other, f"called at {width} px")

    # The clock waits for Ben, who has not seen the table.
    waits = reading.locator("clock-strip .clock-note", has_text="Attend Ben")
    expect(waits).to_be_visible()
    assert objections_in_both(reading) == []
    reading.set_viewport_size({"width": 360, "height": 740})
    expect(waits).to_be_visible()
    expect_fitting(reading, "waiting for another")
    person().goto(f"/t/{table}#seat={token}")
    expect(waits).to_have_count(0)

    line.get_by_role("link").press("Enter")
    other.wait_for_url(f"**/t/{table}")
    expect(line).to_have_count(0)


def test_a_running_game_is_not_left(person: Person, site: Serving) -> None:
    carl = Villager(site, "Carl")
    playing = person()
    sign_up(playing, "Dora")
    elsewhere = playing.context.new_page()
    table = challenge(playing, carl)
    elsewhere.goto("/puzzles")
    sit_down_with(playing, site, {"kind": "bot", "level": 1})
    at = playing.url
    for page in (playing, elsewhere):
        listens(page)
    use(playing)
    answer_of(carl.answer(table, "accept"))
    for page in (playing, elsewhere):
        expect(page.locator(f"[data-call='{table}']")).to_be_visible()
    assert playing.url == at
    expect(elsewhere).to_have_url(f"{site.address}/puzzles")
    playing.locator(f"[data-call='{table}'] button").click()
    expect(playing.locator(f"[data-call='{table}']")).to_have_count(0)
    assert playing.url == at


def test_a_child_is_offered_strangers_only_when_a_guardian_allows_it(person: Person) -> None:
    page = person()
    sign_up(page)
    add_person(page, "Zoé", "child")
    strangers = page.locator("[name=who-1] option[value=anybody]")
    page.goto("/")
    page.locator("[data-action=change]").click()
    page.locator("[name=who-1]").select_option("anybody")
    page.locator("[name=who-0]").select_option(label="Zoé")
    expect(strangers).to_have_count(0)
    expect(page.locator("[name=who-1]")).to_have_value("bot")

    page.goto("/family")
    page.locator("[data-child] input[value=anyone]").check()
    page.locator("[data-action=save-rules]").click()
    confirm(page)
    expect(page.locator(".family-page > .told").first).to_have_text("Enregistré.")
    page.locator("[data-tab=play]").click()
    page.locator("[data-action=change]").click()
    page.locator("[name=who-0]").select_option(label="Zoé")
    expect(strangers).to_have_count(1)


def test_a_child_who_may_not_meet_strangers_reads_why(person: Person) -> None:
    page = person()
    sign_up(page)
    add_person(page, "Zoé", "child")
    page.evaluate(
        """async () => {
            const { members } = await (await fetch("/api/me")).json();
            localStorage.setItem("empile.member", members[1].id);
        }"""
    )
    page.goto("/lobby")
    expect(page.locator(".lobby-page")).to_contain_text("Les règles des parents")
    expect(page.locator("[data-action=seek]")).to_have_count(0)
