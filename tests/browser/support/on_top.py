"""How people play On Top on the page: by pointing, turning and dragging the tile, and by keys."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.support.playing import LAY, focused, lay_shown, shown, tab_to

PLACE = ".target[data-part=place]"
GHOST = ".target[data-part=turn]"
"""The tile that is shown before it is laid: touched once more it turns."""
TURN = "[data-action=shortcut]"
IN_HAND = ".panel-choice[data-carries=place]"

SMALL: dict[str, Any] = {
    "board": {
        "cells": [
            *("D11", "D12", "D20", "D21", "D22", "D30", "D31", "U11", "U12", "U13", "U20"),
            *("U21", "U22", "U23", "U30", "U31", "U32", "U40", "U41"),
        ],
        "golden": ["2,0", "1,3"],
        "start": ["D21"],
        "tiles": {"BRWY": 3, "BWYR": 3, "RBYW": 3, "WBYR": 3},
    }
}
"""Options that make a game of a few tiles."""


def closing(page: Page) -> Locator:
    """The places where the tile, as it would come there, closes a circle for somebody."""
    named = page.get_by_role("button", name=re.compile(r"\d points?"))
    return page.locator(PLACE).and_(named)


def point(page: Page, *, turn: bool = False) -> str:
    """Lay the tile on the first place by mouse, turned by half where ``turn``."""
    page.locator(PLACE).first.click()
    if turn:
        before = shown(page)
        page.locator(GHOST).click()
        assert shown(page) != before
    return lay_shown(page)


def tap(page: Page, thing: Locator) -> None:
    """Tap a target: once more if the first tap only magnifies its surroundings."""
    thing.tap()
    if page.locator("[data-note=aiming]").count():
        thing.tap()
        page.wait_for_selector("[data-note=aiming]", state="detached")


def by_keys(page: Page, *, turn: bool = False) -> str:
    """Choose and lay some move by keys alone; return its text."""
    tab_to(page, PLACE, most=60)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement?.matches('[data-action=play-move]')")
    if turn:
        lain = shown(page)
        page.keyboard.press("r")
        assert shown(page) != lain
        assert focused(page, LAY), "turning leaves the focus where it is"
    return lay_shown(page, keys=True)


def middle(thing: Locator) -> tuple[float, float]:
    """The middle of a thing on the page."""
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, thing: Locator, to: Locator) -> None:
    """Drag a thing onto another by mouse, in small steps, and let it go there."""
    goal = middle(to)
    page.mouse.move(*middle(thing))
    page.mouse.down()
    page.mouse.move(goal[0] + 30, goal[1] + 20, steps=6)
    page.mouse.move(*goal, steps=4)
    page.mouse.up()
