"""Games of an account's people: kept, counted, found on other devices."""

from __future__ import annotations

from typing import Any, Final

from playwright.sync_api import Page, expect

from tests.browser.accounts.conftest import PASSWORD, add_person, sign_up
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import (
    ANNE,
    BOT,
    READY,
    SMALL,
    TERMINAL,
    expect_fitting,
    finish,
    make_table,
    sit_down,
)
from tests.server.serving import Serving

_MAKE: Final = """async ([game, options, names]) => {
  const me = await (await fetch("/api/me")).json();
  const places = names.map((name) => name === "bot" ? { kind: "bot", level: 1 }
    : { kind: "person", member: me.members.find((member) => member.name === name).id });
  const made = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" },
    body: JSON.stringify({ game, options, places }) });
  return (await made.json()).table;
}"""


def _make(page: Page, names: list[str], game: str = "block-ness", **options: Any) -> str:
    """Make a table for people of the account that is signed in, and return its id."""
    found: str = page.evaluate(_MAKE, [game, options, names])
    return found


def _open_profile(page: Page, name: str) -> None:
    page.goto("/account")
    page.locator("members-section .account-name a", has_text=name).click()
    page.wait_for_selector(".profile-page[data-ready=true]")


def test_a_game_on_one_device_counts_for_each_person(person: Person) -> None:
    page = person()
    sign_up(page)
    add_person(page, "Alix")
    add_person(page, "Robin", "child")
    table = _make(page, ["Alix", "Robin"], **SMALL)
    page.goto(f"/t/{table}")
    finish(page)
    page.wait_for_selector(TERMINAL)

    for name, other in (("Alix", "Robin"), ("Robin", "Alix")):
        _open_profile(page, name)
        history = page.locator("profile-history .games-list li")
        expect(history).to_have_count(1)
        expect(history).to_contain_text(other)
        expect(page.locator("[aria-labelledby=profile-opponents] tbody")).to_contain_text(other)
    assert objections_in_both(page) == []
    page.locator("profile-history a.games-game").click()
    page.wait_for_selector("replay-page input[type=range]")


def test_games_are_filtered_by_the_server(person: Person) -> None:
    page = person()
    sign_up(page)
    add_person(page, "Sacha")
    add_person(page, "Charlie")
    page.goto(f"/t/{_make(page, ['Sacha', 'Charlie'], **SMALL)}")
    finish(page)
    page.wait_for_selector(TERMINAL)
    _open_profile(page, "Sacha")
    history = page.locator("profile-history .games-list li")
    expect(history).to_have_count(1)
    page.locator("profile-history select[name=game]").select_option("blox")
    expect(history).to_have_count(0)
    page.locator("profile-history button[type=reset]").click()
    expect(history).to_have_count(1)
    page.locator("profile-history input[name=name]").fill("nobody")
    expect(history).to_have_count(0)
    page.locator("profile-history input[name=name]").fill("charl")
    expect(history).to_have_count(1)


def test_a_running_game_goes_on_at_another_device(person: Person) -> None:
    page, other = person(), person()
    login = sign_up(page)
    table = _make(page, [login, "bot"], "blox")
    other.goto("/account")
    other.locator("input[name=login]").fill(login)
    other.locator("input[name=password]").fill(PASSWORD)
    other.keyboard.press("Enter")
    other.locator("members-section").wait_for()
    other.goto("/")
    other.locator(f"your-tables a[href='/t/{table}']").click()
    other.wait_for_selector(READY)
    expect(other.locator(".seat-tags", has_text="vous")).to_have_count(1)


def test_games_of_a_guest_are_kept(person: Person, site: Serving) -> None:
    page = person()
    sit_down(page, make_table(site.address, ANNE, BOT, game="blox"))
    page.wait_for_selector(READY)
    sign_up(page)
    page.locator("[data-action=keep]").click()
    expect(page.locator("members-section .told")).to_have_text("1 place gardée.")


def test_lessons_are_kept_for_each_person(person: Person) -> None:
    page = person()
    sign_up(page)
    add_person(page, "Lou")
    page.evaluate(
        """async () => {
          const me = await (await fetch("/api/me")).json();
          const body = { entries: [{ kind: "lesson", game: "blox", item: "enter", value: 1 }] };
          await fetch(`/api/members/${me.members[0].id}/progress`, { method: "PUT",
            headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
        }"""
    )
    page.goto("/learn/blox")
    done = page.locator(".lesson-path .done, lesson-path .done")
    expect(done).to_have_count(1)
    page.goto("/account")
    page.locator("members-section li", has_text="Lou").locator("[data-action=choose]").click()
    page.goto("/learn/blox")
    page.locator("lesson-path li").first.wait_for()
    expect(done).to_have_count(0)


def test_a_hidden_profile_is_not_shown_and_fits_on_a_phone(person: Person) -> None:
    page, stranger = person(width=360, height=740), person(width=360, height=740)
    sign_up(page)
    link = page.locator("members-section .account-name a").first.get_attribute("href")
    assert link is not None
    page.goto(link)
    page.wait_for_selector(".profile-page[data-ready=true]")
    expect_fitting(page, "the profile")
    stranger.goto(link)
    expect(stranger.locator("[role=alert]")).to_contain_text("n’existe pas")
    page.goto("/account")
    with page.expect_response(lambda answer: answer.request.method == "PATCH" and answer.ok):
        page.locator("[data-action=listed]").first.check()
    stranger.reload()
    stranger.locator("profile-history h2").wait_for()
