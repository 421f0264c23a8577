"""Messages on the page: at a table, between friends, by keyboard; who reads them is said."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accounts.conftest import sign_up, unlimited
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import READY, expect_fitting, sit_down, tab_to
from tests.server.serving import Serving, serving

SAY = "[data-action=say]"
LINE = "conversation-view input[name=text]"
SIZES = ((1440, 900), (820, 1180), (360, 740))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, pages: Path) -> Iterator[Serving]:
    """A server on which people write to each other, replacing that of the package."""
    data = tmp_path_factory.mktemp("messages") / "tables.sqlite3"
    with (
        unlimited("messages_of_member"),
        serving(data, pages, accounts="open", talk="free") as running,
    ):
        yield running


class Someone:
    """A person who signed up, with a page."""

    def __init__(self, page: Page, site: Serving, name: str) -> None:
        self.page, self.site = page, site
        self.name = sign_up(page, name)
        self.member = str(page.evaluate("localStorage.getItem('empile.member')"))

    def send(self, path: str, body: dict[str, Any], method: str = "POST") -> Any:
        """Send a request as the page would."""
        answer = self.page.request.fetch(
            self.site.address + path,
            method=method,
            data=body,
            headers={"origin": self.site.address},
        )
        assert answer.ok, answer.text()
        return answer.json() if answer.body() else None

    def befriend(self, other: Someone) -> None:
        for one, asked in ((self, other), (other, self)):
            one.send(f"/api/members/{one.member}/friends", {"member": asked.member})

    def write(self, text: str) -> None:
        """Write in the conversation that the page shows."""
        self.page.locator(LINE).fill(text)
        self.page.keyboard.press("Enter")
        expect(self.page.locator("[data-own]").last).to_contain_text(text)
        expect(self.page.locator(LINE)).to_have_value("")
        expect(self.page.locator(LINE)).to_be_focused()


def test_players_and_friends_write_to_each_other(person: Person, site: Serving) -> None:
    anna = Someone(person(width=360, height=740), site, "Anna")
    ben = Someone(person(width=1440, height=900, language="de-DE"), site, "Ben")
    guest = person()
    places = [{"kind": "person", "member": anna.member}, *[{"kind": "open"}] * 2]
    made = anna.send("/api/tables", {"game": "blox", "places": places})
    joined = ben.send(f"/api/tables/{made['table']}/join", {"name": "", "member": ben.member})
    sit_down(anna.page, made)
    sit_down(ben.page, {"table": made["table"], "token": joined["token"]})
    guest.goto(f"/t/{made['table']}")
    guest.locator("#join-name").fill("Guest")
    guest.locator(".join-name .primary").click()
    for page in (anna.page, ben.page, guest):
        page.wait_for_selector(READY)

    # By keyboard, below the board; who reads it is said, and the guest is none of them.
    expect(anna.page.locator(f"{SAY} [data-unread]")).to_be_attached()
    tab_to(anna.page, SAY)
    anna.page.keyboard.press("Enter")
    expect(anna.page.locator("[data-readers]")).to_have_text(f"Lu par : {ben.name}")
    anna.write("Bonjour <b>Ben</b> https://example.org")
    expect(anna.page.locator("conversation-view a, conversation-view b")).to_have_count(0)
    board = anna.page.locator("game-board").bounding_box()
    panel = anna.page.locator("talk-panel").bounding_box()
    assert board is not None
    assert panel is not None
    assert panel["y"] >= board["y"] + board["height"]
    expect_fitting(anna.page, "the table with messages")
    assert objections_in_both(anna.page) == []
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator(SAY)).to_be_focused()

    # A badge that is announced, until the panel is opened.
    badge = ben.page.locator(f"{SAY} [data-unread]")
    expect(badge).to_have_text("· 1 neue Nachricht")
    expect(ben.page.locator(".talk > [role=status]")).to_have_text("1 neue Nachricht")
    ben.page.locator(SAY).click()
    expect(ben.page.locator(".text-message")).to_contain_text("Bonjour <b>Ben</b>")
    expect(badge).to_have_text("")
    ben.write("Hallo")
    expect(anna.page.locator(f"{SAY} [data-unread]")).to_have_text("· 1 nouveau message")
    guest.locator(SAY).click()
    expect(guest.locator("talk-panel")).to_be_visible()
    expect(guest.locator("conversation-view, [data-unread]")).to_have_count(0)

    # Who is muted is not shown; an erased message is gone from both pages.
    anna.page.locator(SAY).click()
    expect(anna.page.locator(".text-message")).to_have_count(2)
    ben.page.locator("[data-action=erase]").click()
    expect(anna.page.locator(".text-message").last).to_contain_text("Message effacé")
    anna.page.locator(".talk-mute", has_text=ben.name).locator("input").check()
    expect(anna.page.locator(".text-message")).to_have_count(1)
    anna.page.keyboard.press("Escape")
    ben.write("Hörst du mich?")
    expect(anna.page.locator(f"{SAY} [data-unread]")).to_have_text("")
    anna.page.locator(SAY).click()

    # A blocked player is muted, with phrases and messages, and sees nothing of it.
    anna.page.locator(".talk-mute", has_text=ben.name).locator("input").uncheck()
    anna.send(f"/api/members/{anna.member}/blocks/{ben.member}", {}, "PUT")
    anna.page.reload()
    anna.page.wait_for_selector(READY)
    ben.write("Noch da?")
    expect(ben.page.locator("[data-readers]")).to_have_text(f"Wird gelesen von: {anna.name}")
    ben.page.locator("[data-phrase='react.clap']").click()
    anna.page.locator(SAY).click()
    expect(anna.page.locator(".talk-mute")).to_have_count(1)  # the guest
    expect(anna.page.locator("[data-readers]")).to_have_text(
        "Personne ici ne peut lire de messages pour l’instant."
    )
    expect(anna.page.locator(".text-message")).to_have_count(1)
    expect(anna.page.locator(".wide-log .log")).not_to_contain_text("Applaudissements")


def test_friends_write_on_a_page_of_their_own(person: Person, site: Serving) -> None:
    anna = Someone(person(), site, "Anna")
    ben = Someone(person(language="de-DE"), site, "Ben")
    anna.page.goto("/messages")
    expect(anna.page.locator(".messages-page[data-ready=true]")).to_contain_text("Seuls des amis")
    anna.befriend(ben)
    anna.page.goto("/friends")
    anna.page.locator("[data-friend] [data-action=write]").click()
    expect(anna.page.locator("#messages-with")).to_have_text(ben.name)
    anna.write("Une partie ce soir ?")

    # The notice leads to the conversation, and passes when it is read.
    ben.page.goto("/")
    ben.page.locator("notices-link [data-action=notices]").click()
    ben.page.locator("[data-notice=message] a").click()
    expect(ben.page.locator(".text-message")).to_contain_text("Une partie ce soir ?")
    expect(ben.page.locator("notices-link [data-action=notices]")).to_have_count(0)
    ben.write("x" * 125)
    expect(anna.page.locator(".text-message").last).to_contain_text("x" * 125)
    ben.page.locator(LINE).fill("y" * 130)
    expect(ben.page.locator("[data-left]")).to_have_text("noch 10 Zeichen")
    for width, height in SIZES:
        for page in (anna.page, ben.page):
            page.set_viewport_size({"width": width, "height": height})
            expect_fitting(page, "messages")
    expect(anna.page.locator(".messages-parts > nav")).to_be_hidden()
    assert objections_in_both(anna.page) == []
    anna.page.locator(".messages-page > a").click()
    expect(anna.page.locator(".messages-parts > nav")).to_be_visible()
    ben.write("Ja")
    expect(anna.page.locator("[data-unread]")).to_contain_text("1 nouveau message")
    assert objections_in_both(anna.page) == []
    # Both ends of it are kept by either.
    anna.send(f"/api/members/{anna.member}/friends/{ben.member}", {}, "DELETE")
    anna.page.locator(f"[data-friend='{ben.member}']").click()
    expect(anna.page.locator("[data-readers]")).to_contain_text("Personne ici")
    expect(anna.page.locator(LINE)).to_have_count(0)
    expect(anna.page.locator(".text-message")).to_have_count(3)


def test_server_without_messages_shows_no_page(person: Person, site: Serving) -> None:
    page = person()
    page.route(
        "**/messages",
        lambda route: route.fulfill(
            response=(answer := route.fetch()),
            body=answer.text().replace(" data-messages", ""),
        ),
    )
    page.goto("/messages")
    expect(page.locator("main")).to_have_attribute("data-page", "missing")
