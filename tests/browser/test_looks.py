"""Pictures of every page at three sizes, kept in build/screenshots; nothing sticks out sideways."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import ROOT, Person
from tests.browser.playing import READY, await_turn, finish, lay, make_table, sit_down
from tests.server.serving import Serving

SHOTS = ROOT / "build" / "screenshots"
SIZES = {"phone": (360, 740), "tablet": (820, 1180), "desktop": (1440, 900)}


def _keep(page: Page, name: str) -> None:
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}.png")
    too_wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert too_wide <= 0, f"{name} is {too_wide} pixels wider than the screen"


@pytest.mark.parametrize("size", SIZES)
def test_pictures(person: Person, site: Serving, size: str) -> None:
    width, height = SIZES[size]
    plain = person(width, height)
    plain.goto("/")
    plain.wait_for_selector(".home[data-ready=true]")
    _keep(plain, f"home-{size}")
    plain.goto("/rules/block-ness")
    plain.wait_for_selector(".rules-page[data-ready=true]")
    _keep(plain, f"rules-{size}")
    waiting = make_table(site.address, {"kind": "person", "name": "Anne"}, {"kind": "open"})
    sit_down(plain, waiting)
    plain.wait_for_selector(".qr")
    _keep(plain, f"gathering-{size}")

    made = make_table(
        site.address, *[{"kind": "person", "name": name} for name in ("Anne", "Béa", "Chloé")]
    )
    sit_down(plain, made)
    for _ in range(8):
        assert await_turn(plain)
        lay(plain)
    _keep(plain, f"plan-{size}")
    solid = person(width, height, solid=True)
    sit_down(solid, made)
    solid.wait_for_selector(READY)
    assert solid.locator("game-board").get_attribute("data-drawn") == "solid"
    _keep(solid, f"table-{size}")

    finish(plain)
    _keep(plain, f"over-{size}")
    plain.goto(f"/r/{made['table']}")
    plain.wait_for_selector(READY)
    plain.keyboard.press("End")
    plain.wait_for_selector(".replay[data-frame]:not([data-frame='0'])")
    _keep(plain, f"replay-{size}")
