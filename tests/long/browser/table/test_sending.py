"""A stalled network: the page says that it is sending, and a board that cannot be used looks so."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Person
from tests.browser.support.playing import ANNE, LAY, MY_TURN, make_table, sit_down
from tests.server.serving import Serving
from tests.support.patience import slowness


class Network:
    """The connection of a page to its table, whose answers can be held back."""

    def __init__(self, page: Page) -> None:
        self.stalled = False
        self._held: list[str | bytes] = []
        self._page: WebSocketRoute | None = None
        page.route_web_socket("**/ws?*", self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        self._page = route
        route.connect_to_server().on_message(self._answer)

    def _answer(self, message: str | bytes) -> None:
        if self.stalled:
            self._held.append(message)
        elif self._page is not None:
            self._page.send(message)

    def flow(self) -> None:
        self.stalled = False
        held, self._held = self._held, []
        for message in held:
            self._answer(message)


@pytest.mark.alone
def test_a_move_without_an_answer_says_sending(person: Person, site: Serving) -> None:
    page = person()
    network = Network(page)
    sit_down(page, make_table(site.address, ANNE, {"kind": "person", "name": "B"}))
    page.wait_for_selector(MY_TURN)
    for part in ("near", "far"):
        page.locator(f".target[data-part={part}]").first.press("Enter")
    network.stalled = True
    page.locator(LAY).click()
    expect(page.locator(".sending")).to_have_text("Envoi…", timeout=1500 * slowness())
    expect(page.locator("game-board[idle]")).to_have_count(1)
    expect(page.locator("game-board .flat")).to_have_css(
        "filter", "grayscale(0.75) brightness(0.8)"
    )
    network.flow()
    expect(page.locator(".sending")).to_have_count(0)
    expect(page.locator("game-board[idle]")).to_have_count(0)
    expect(page.locator(MY_TURN)).to_be_visible()


def test_without_a_connection_the_board_looks_unusable(person: Person, site: Serving) -> None:
    page = person()
    sit_down(page, make_table(site.address, ANNE, {"kind": "person", "name": "B"}))
    page.wait_for_selector(MY_TURN)
    page.context.set_offline(True)
    page.evaluate("() => document.querySelector('table-page').controller.session.socket.lost()")
    expect(page.locator("game-board[idle]")).to_have_count(1)
    expect(page.locator(".target").first).to_have_attribute("aria-disabled", "true")
    expect(page.locator(".connection")).to_be_visible()
    page.context.set_offline(False)
    page.evaluate("() => document.querySelector('table-page').controller.session.reconnect()")
    expect(page.locator("game-board[idle]")).to_have_count(0)
