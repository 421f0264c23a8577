"""Six kinds of people reach what they come for: how often they tap, and how far they scroll."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.playing import ANNE, MY_TURN, READY, SMALL, make_table
from tests.browser.support.walk import Walk
from tests.server.serving import Serving

SIZES = {"phone": (360, 640), "tablet": (820, 1180), "desktop": (1440, 900)}
BEA: Final[dict[str, Any]] = {"kind": "person", "name": "Béa"}
LIVE = f"{MY_TURN} {READY}"
"""A board on which somebody can move."""
HOME = ".home[data-ready=true]"
PLAY = "who-plays [data-action=play]"
SEARCHING = ".lobby-searching"
JOIN = ("#join-name", ".join-name button.primary")
"""The name of who was invited, and what takes the place."""
MOST_PARTS = 6
TODAY = {"phone": 110}
"""Most pixels to scroll to the puzzle of the day by the kind of screen."""


@dataclass(frozen=True)
class Opened:
    """The site as somebody opens it."""

    page: Page
    address: str
    screen: str

    def home(self) -> Walk:
        """Open the home page; count from there."""
        self.page.goto(self.address)
        self.page.wait_for_selector(HOME)
        return Walk(self.page)


@pytest.fixture(
    params=[
        pytest.param(("phone", False), id="phone"),
        pytest.param(("tablet", False), id="tablet"),
        pytest.param(("desktop", False), id="desktop"),
        pytest.param(("phone", True), id="phone in a home network"),
    ]
)
def opened(request: pytest.FixtureRequest, person: Person, site: Serving) -> Opened:
    """A new browser of each size, and one of a phone in a home network without https."""
    screen, far = request.param
    page = person(*SIZES[screen], touch=screen != "desktop")
    address = site.address
    if far:
        address = f"http://{_own_address()}:{urlsplit(address).port}"
        page.goto(address)
        assert not page.evaluate("() => isSecureContext")
    return Opened(page, address, screen)


def _own_address() -> str:
    """Return this machine's address in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("198.51.100.1", 9))  # sends nothing
            return str(asking.getsockname()[0])
        except OSError:
            pytest.skip("this machine has no network: give it an address beside 127.0.0.1")


def _expect(walk: Walk, taps: int, scrolled: int = 0) -> None:
    print(f"{walk.taps} taps, {walk.scrolled:.0f} pixels")
    assert walk.taps <= taps
    assert walk.scrolled <= scrolled


def test_a_newcomer_is_at_a_live_board(opened: Opened) -> None:
    walk = opened.home()
    walk.tap("[data-action=play-board]")
    opened.page.wait_for_selector(LIVE)
    _expect(walk, taps=1)
    walk = opened.home()
    walk.tap(".tile[data-game=on-top]")
    walk.tap("[data-action=play-now]")
    opened.page.wait_for_selector(LIVE)
    _expect(walk, taps=2)


def test_a_player_returns_to_a_game_and_to_the_puzzle_of_the_day(opened: Opened) -> None:
    page = opened.page
    table = make_table(opened.address, ANNE, BEA, **SMALL)
    page.goto(f"{opened.address}/t/{table['table']}#seat={table['token']}")
    page.wait_for_selector(LIVE)
    walk = opened.home()
    walk.tap(".left-list a.mine")
    page.wait_for_selector(LIVE)
    _expect(walk, taps=1)
    walk = opened.home()
    walk.tap("[data-tab=puzzles]")
    walk.tap("a[href='/puzzles/daily']")
    page.wait_for_selector(".puzzle[data-phase=asking]")
    _expect(walk, taps=2)
    page.evaluate("localStorage.clear()")
    walk = opened.home()
    walk.tap(".home-today")
    page.wait_for_selector(".puzzle[data-phase=asking]")
    _expect(walk, taps=1, scrolled=TODAY.get(opened.screen, 0))


def test_a_chess_player_looks_for_a_stranger(opened: Opened) -> None:
    walk = opened.home()
    walk.tap("[data-tab=people]")
    opened.page.wait_for_selector(".lobby-page[data-ready=true]")
    walk.tap("[data-action=seek]")
    walk.tap(PLAY)
    opened.page.wait_for_selector(SEARCHING)
    _expect(walk, taps=3)


def test_a_friend_takes_a_seat_by_a_link(opened: Opened) -> None:
    page = opened.page
    table = make_table(opened.address, ANNE, {"kind": "open"})
    page.goto(f"{opened.address}/t/{table['table']}")
    walk = Walk(page)
    name, sit = JOIN
    walk.tap(name)
    page.keyboard.type("Béa")
    walk.tap(sit)
    page.wait_for_selector(READY)
    expect(page.locator("seat-list")).to_contain_text("Béa")
    _expect(walk, taps=2)


def test_a_family_passes_one_device_on(opened: Opened) -> None:
    page = opened.page
    walk = opened.home()
    walk.tap("[data-action=change]")
    walk.choose("[name=who-1]", "person:")
    walk.tap(PLAY)
    page.wait_for_selector(LIVE)
    _expect(walk, taps=4)
    first = page.locator(".turn-banner").inner_text()
    for _ in range(MOST_PARTS):
        if page.locator("[data-action=play-move]:enabled").count():
            break
        walk.tap(
            ".target[aria-pressed=false], .panel-choice[aria-pressed=false][aria-disabled=false]"
        )
    walk.tap("[data-action=play-move]")
    expect(page.locator(".turn-banner")).not_to_have_text(first)
    page.wait_for_selector(LIVE)
    _expect(walk, taps=4 + MOST_PARTS)


def test_a_child_begins_a_lesson(opened: Opened) -> None:
    walk = opened.home()
    walk.tap("[data-tab=learn]")
    walk.tap("a[href^='/learn/']")
    opened.page.wait_for_selector(f".learn[data-phase=asking] {READY}")
    _expect(walk, taps=2)
    walk = opened.home()
    walk.tap("[data-action=play-board]")
    walk.tap(".goal a")
    opened.page.wait_for_selector(f".learn[data-phase=asking] {READY}")
    _expect(walk, taps=2)
