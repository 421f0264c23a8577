"""What people do at a table, by mouse and by keys; every wait is for a state of the page."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

from playwright.sync_api import Page

SMALL: dict[str, Any] = {
    "lake": {
        "columns": 6,
        "rows": 6,
        "zones": {"2": ["a1", "f6"], "3": ["a1", "f6"], "4": ["a1", "f6"]},
    },
    "rings": [["2.1", "2.2", "3.3"]] * 4,
}
"""Options of Block Ness that make a game of a few moves."""

READY = "game-board[data-ready=true]"
MY_TURN = ".table[data-turn=mine][data-current=true]"
OVER = ".table[data-turn=over]"
CURTAIN = "dialog.curtain[open]"
"""Shown where people with hands of their own hand one another the device."""


def make_table(
    address: str, *places: dict[str, Any], game: str = "block-ness", **options: Any
) -> dict[str, Any]:
    """Make a table by REST; return the answer."""
    wanted = {"game": game, "places": places, "options": options}
    request = urllib.request.Request(
        f"{address}/api/tables",
        json.dumps(wanted).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        made: dict[str, Any] = json.load(answer)
    return made


def sit_down(page: Page, made: dict[str, Any]) -> None:
    """Open a table by the private link to one's place."""
    page.goto(f"/t/{made['table']}#seat={made['token']}")


def lift(page: Page) -> str:
    """Say to have the device that was passed on; return what the curtain says."""
    page.wait_for_selector(CURTAIN)
    told = page.locator(CURTAIN).inner_text()
    page.locator("[data-action=lift]").click()
    page.wait_for_selector(MY_TURN)
    return told


def await_turn(page: Page) -> bool:
    """Wait until this page is to move or the game is over; return whether it is to move."""
    page.wait_for_selector(f"{MY_TURN}, {OVER}")
    return page.locator(OVER).count() == 0


_ASKS = """asked => document.querySelector('.table').dataset.preview
    || asked.some(one => document.querySelector(one))"""
"""Whether the page shows a whole move, or one of the things that can be asked."""


def lay(page: Page) -> str:
    """Choose some legal move by mouse, part by part, lay it, and return its text."""
    table = page.locator(".table")
    before = table.get_attribute("data-seq")
    # What can still be asked, the last question first; each is answered but once.
    unanswered = ".panel-group:not(:has([aria-pressed=true]))"
    questions = (
        f"{unanswered} [data-choice^='end:']",
        ".layer:not(:has([data-part=far][aria-pressed=true])) .target[data-part=far]",
        f"{unanswered} [data-choice^='ring:'][aria-disabled=false]",
        ".target[data-part=near]",
    )
    for _ in range(6):
        if table.get_attribute("data-preview"):
            break
        begun = page.locator("[data-action=undo]").count() > 0
        asked = questions if begun else questions[-1:]
        page.wait_for_function(_ASKS, arg=list(asked))
        if table.get_attribute("data-preview"):
            break
        next(page.locator(one) for one in asked if page.locator(one).count()).first.click()
    move = table.get_attribute("data-preview") or ""
    page.locator("[data-action=lay]").click()
    page.wait_for_function(
        "seq => document.querySelector('.table').dataset.seq !== seq", arg=before
    )
    return move


def finish(page: Page) -> None:
    """Play on by mouse until the game is over."""
    while await_turn(page):
        lay(page)


def focused(page: Page, selector: str) -> bool:
    """Whether what has the focus matches ``selector``."""
    return bool(
        page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector)
    )


def tab_to(page: Page, selector: str, most: int = 40) -> None:
    """Press Tab until something that matches ``selector`` has the focus."""
    for _ in range(most):
        if focused(page, selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{most} times Tab do not lead to {selector}")
