"""Friends and challenges on the page: by name, live in the lobby, by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accounts.conftest import sign_up, unlimited
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import READY, expect_fitting, open_form, tab_to, unfold
from tests.community.contacts.village import Villager, answer_of
from tests.server.serving import Serving, serving
from tests.support.patience import PATIENCE


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, pages: Path) -> Iterator[Serving]:
    """A server with accounts and a lobby, replacing that of the package."""
    data = tmp_path_factory.mktemp("friends") / "tables.sqlite3"
    with unlimited(), serving(data, pages, accounts="open", lobby=True) as running:
        yield running


def _open_friends(page: Page) -> None:
    page.goto("/friends")
    page.locator(".contacts-page[data-ready=true]").wait_for()


def test_friends_challenge_each_other(person: Person, site: Serving) -> None:
    ben = Villager(site, "Ben")
    anna = person()
    sign_up(anna, "Anna")
    mine = anna.evaluate("localStorage.getItem('empile.member')")
    anna.goto("/")
    anna.wait_for_selector(".home[data-ready=true]")
    tab_to(anna, "[data-tab=people]")
    anna.keyboard.press("Enter")
    tab_to(anna, "[data-part=friends]")
    anna.keyboard.press("Enter")
    anna.locator(".contacts-page[data-ready=true]").wait_for()
    expect(anna.locator("h1")).to_have_text("Amis")

    # A friend, by name.
    anna.locator("input[name=who]").first.fill("nobody")
    anna.keyboard.press("Enter")
    expect(anna.locator(".trouble").first).to_contain_text("Aucun profil public")
    anna.locator("input[name=who]").first.fill("BEN")
    anna.keyboard.press("Enter")
    expect(anna.locator("[aria-labelledby=contacts-sent] strong")).to_have_text("Ben")
    answer_of(ben.put(f"{ben.path}/friends/{mine}", json={}))
    answer_of(ben.get(f"{ben.path}/inbox"))
    friend = anna.locator("[data-friend]")
    expect(friend).to_have_attribute("data-presence", "here", timeout=1000 * PATIENCE)
    assert objections_in_both(anna) == []

    # A challenge, with what to expect before it is sent.
    friend.locator("[data-action=challenge]").click()
    anna.locator("who-plays select[name=game]").select_option("blox")
    expect(anna.locator("select[name=who-1] option:checked")).to_have_text("Ben (en ligne)")
    unfold(anna)
    anna.locator("select[name=clock]").select_option(index=2)
    anna.locator("input[name=counts][value=people]").check(force=True)
    expect(anna.locator(".play-foot [role=status]")).to_have_text("Votre score attendu : 50 %")
    for width, height in ((1440, 900), (820, 1180), (360, 740)):
        anna.set_viewport_size({"width": width, "height": height})
        expect_fitting(anna, "a challenge")
    assert objections_in_both(anna) == []
    anna.locator("[data-way=challenge]").click()
    expect(anna.locator("[data-challenge]")).to_have_attribute("data-state", "open")
    expect(friend.locator("[data-action=challenge]")).to_be_focused()
    (sent,) = ben.inbox()["challenges"]
    assert (sent["rated"], sent["expected"], sent["place"]) == (True, 0.5, 1)
    anna.locator("[data-action=withdraw]").click()
    expect(anna.locator("[data-challenge]")).to_have_attribute("data-state", "withdrawn")
    assert ben.state(sent["table"]) == "withdrawn"

    # By name from the home page; nobody else has a place then.
    open_form(anna, "blox", "bot", "friend:")
    expect(anna.locator("select[name=who-1]")).to_have_value("friend:")
    anna.locator("[name=seats][value='2']").check(force=True)
    anna.locator("[name=friend-1]").fill("nobody")
    anna.keyboard.press("Enter")
    expect(anna.locator(".play-foot .trouble")).to_contain_text("Aucun profil public")
    anna.locator("[name=friend-1]").fill("ben")
    anna.keyboard.press("Enter")
    anna.locator("[data-challenge][data-state=open] [data-action=withdraw]").click()
    expect(anna.locator("[data-state=withdrawn]")).to_have_count(2)

    # A challenge from the friend, live in the lobby, and a badge on all pages.
    anna.goto("/lobby")
    anna.locator(".lobby-page[data-ready=true]").wait_for()
    expect(anna.locator("people-here a", has_text="Ben")).to_be_visible()
    table = answer_of(
        ben.post(f"{ben.path}/challenges", json={"game": "blox", "members": [{"member": mine}]})
    )["challenge"]["table"]
    accept = anna.locator(f"[data-challenge='{table}'] [data-action=accept]")
    expect(accept).to_have_attribute("aria-label", "Accepter: Ben vous défie")
    expect(anna.locator("waiting-count [aria-hidden]")).to_have_text("1")
    assert objections_in_both(anna) == []
    accept.focus()
    anna.keyboard.press("Enter")
    anna.wait_for_url(f"**/t/{table}")
    anna.wait_for_selector(READY)
    assert ben.state(table) == "accepted"

    # On the profile: challenge, or block.
    anna.goto(f"/m/{ben.member}")
    anna.locator("person-actions a.primary").click()
    expect(anna.locator("select[name=who-1] option:checked")).to_contain_text("Ben")
    anna.goto(f"/m/{ben.member}")
    expect(anna.locator("person-actions .tag")).to_have_text("Ami")
    anna.locator("person-actions [data-action=block]").click()
    expect(anna.locator("person-actions [data-action=unblock]")).to_be_visible()
    assert ben.contacts()["friends"] == []
    _open_friends(anna)
    expect(anna.locator("[aria-labelledby=contacts-blocked] strong")).to_have_text("Ben")
    anna.locator("input[name=presence][value=nobody]").check(force=True)
    expect(anna.locator("input[name=presence][value=nobody]")).to_be_checked()


def test_guests_see_nothing_of_friends(person: Person) -> None:
    page = person(width=360)
    page.goto("/")
    page.locator("home-page h1").first.wait_for()
    expect(page.locator("waiting-count span")).to_have_count(0)
    _open_friends(page)
    expect(page.locator("main")).to_contain_text("Connectez-vous")
    expect_fitting(page, "friends of a guest")
