"""Reports, decisions and appeals on the page: two people and two moderators."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accounts.conftest import sign_up, unlimited
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import READY, expect_fitting, sit_down
from tests.community.moderation.acting import promote
from tests.server.serving import Serving, serving

SIZES = ((1440, 900), (820, 1180), (360, 740))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, pages: Path) -> Iterator[Serving]:
    """A server on which people write to each other, replacing that of the package."""
    data = tmp_path_factory.mktemp("moderation") / "tables.sqlite3"
    with (
        unlimited("messages_of_member"),
        serving(data, pages, accounts="open", talk="free") as running,
    ):
        yield running


def member_of(page: Page) -> str:
    return str(page.evaluate("localStorage.getItem('empile.member')"))


def moderator(person: Person, site: Serving, name: str) -> Page:
    page = person()
    promote(site, sign_up(page, name))
    return page


def send_report(page: Page, text: str) -> None:
    dialog = page.locator("report-dialog")
    dialog.locator("textarea").fill(text)
    dialog.locator("[data-action=send-report]").click()
    dialog.locator("[data-part=sent]").wait_for()
    dialog.locator("[data-action=done]").click()
    expect(dialog).to_have_count(0)


def fits(page: Page, what: str) -> None:
    """Expect no fault at any size, and for those who cannot see it."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect_fitting(page, what)
    assert objections_in_both(page) == []


def test_report_is_decided_appealed_and_lifted(person: Person, site: Serving) -> None:
    anna, ben = person(width=360, height=740), person(language="de-DE")
    for page, name in ((anna, "Anna"), (ben, "Ben")):
        sign_up(page, name)
    headers = {"origin": site.address}
    places = [{"kind": "person", "member": member_of(anna)}, {"kind": "open"}]
    made = anna.request.post(
        f"{site.address}/api/tables", data={"game": "blox", "places": places}, headers=headers
    ).json()
    joined = ben.request.post(
        f"{site.address}/api/tables/{made['table']}/join",
        data={"name": "", "member": member_of(ben)},
        headers=headers,
    ).json()
    sit_down(anna, made)
    sit_down(ben, {"table": made["table"], "token": joined["token"]})
    for page in (anna, ben):
        page.wait_for_selector(READY)

    # At the table: from the menu, beside muting, and at a message.
    anna.locator("[data-action=more]").click()
    anna.locator("[role=menuitem][data-action=report]").click()
    expect(anna.locator("report-dialog h2")).to_contain_text("Ben")
    assert objections_in_both(anna) == []
    send_report(anna, "Il insulte tout le monde.")
    ben.locator("[data-action=say]").click()
    ben.locator("conversation-view input[name=text]").fill("Du Esel")
    ben.keyboard.press("Enter")
    anna.locator("[data-action=say]").click()
    anna.locator(".text-message [data-action=report]").click()
    send_report(anna, "")
    anna.locator("talk-panel > [data-action=report]").click()
    anna.locator("report-dialog [data-action=send-report]").click()
    expect(anna.locator("report-dialog .trouble")).to_have_text("Vous l’avez déjà signalé.")

    one, two = (moderator(person, site, name) for name in ("Mia", "Max"))
    one.goto("/account")
    one.locator("[data-action=moderate]").click()
    one.locator("[data-part=cases] a", has_text="Ben").click()
    expect(one.locator("report-card")).to_have_count(2)
    expect(
        one.locator("report-card").first.locator("[data-part=messages] [data-reported]")
    ).to_contain_text("Du Esel")
    expect(one.locator("report-card").last).to_contain_text("Il insulte tout le monde.")
    one.locator("report-card").last.locator("summary").first.click()
    fits(one, "a case")
    form = one.locator("act-form")
    form.locator("select[name=kind]").select_option("ban")
    form.locator("textarea").fill("Beleidigungen am Tisch.")
    form.locator("[data-action=act]").click()
    expect(one.locator("section[data-act=ban]")).to_be_visible()
    expect(one.locator("[data-open=true]")).to_have_count(0)

    # The person reads why, wherever they are, and what stays.
    ben.goto("/")
    notice = ben.locator("acts-notice .act-notice")
    expect(notice).to_contain_text("Beleidigungen am Tisch.")
    fits(ben, "the notice")
    ben.locator("[data-action=read-act]").click()
    expect(notice).to_have_count(0)
    refused = ben.request.post(
        f"{site.address}/api/members/{member_of(ben)}/friends",
        data={"member": member_of(anna)},
        headers=headers,
    )
    assert refused.status == 403
    ben.goto("/decisions")
    ben.locator("[data-action=appeal]").click()
    ben.locator("textarea").fill("Es war ein Scherz.")
    ben.locator("[data-action=send-appeal]").click()
    expect(ben.locator("[data-appeal=open]")).to_be_visible()
    fits(ben, "decisions")

    # Whoever acted leaves the answer to another moderator.
    one.goto("/moderate")
    expect(one.locator("[data-appeal]")).to_contain_text("laissez si possible")
    fits(one, "what waits")
    two.goto("/moderate")
    two.locator("[data-appeal] textarea").fill("Gut.")
    two.locator("[data-action=lift-appeal]").click()
    expect(two.locator("[data-appeal]")).to_have_count(0)
    two.locator("[data-action=log]").click()
    expect(two.locator("[data-part=log] li")).to_have_count(2)
    fits(two, "the log")
    ben.reload()
    expect(ben.locator("[data-appeal=lifted]")).to_be_visible()

    # Others see nothing; the reporter sees that it was decided.
    anna.goto("/moderate")
    expect(anna.locator(".moderate-page[data-ready=true]")).to_contain_text("Seule la modération")
    expect(anna.locator("report-card, act-form, [data-part]")).to_have_count(0)
    anna.goto("/decisions")
    expect(anna.locator("[data-report]")).to_have_count(2)
    expect(anna.locator("[data-report]").first).to_contain_text("Traité")

    # A guest has no account: a moderator can close the report.
    opened = anna.request.post(
        f"{site.address}/api/tables", data={"game": "blox", "places": places}, headers=headers
    ).json()["table"]
    guest = person()
    guest.goto(f"/t/{opened}")
    guest.locator("#join-name").fill("Zed")
    guest.locator(".join-name .primary").click()
    guest.wait_for_selector(READY)
    anna.request.post(
        f"{site.address}/api/members/{member_of(anna)}/reports",
        data={"about": "name", "table": opened, "place": 1, "text": "Ce nom."},
        headers=headers,
    )
    two.goto("/account")
    expect(two.locator("[data-action=moderate]")).to_have_text("Modération (1)")
    two.goto("/moderate")
    two.locator("[data-part=cases] a", has_text="Zed").click()
    expect(two.locator("report-card")).to_contain_text("Ce nom.")
    two.locator("[data-action=close-report]").click()
    two.locator("report-card input[name=text]").fill("Rien de grave.")
    two.locator("[data-action=close]").click()
    expect(two.locator("[data-open=false]")).to_contain_text("Classé sans suite")
    fits(two, "a report")
