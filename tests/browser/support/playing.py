"""What people do at a table, by mouse and by keys; every wait is for a state of the page."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.server.serving import Serving

SMALL: dict[str, Any] = {
    "lake": {
        "columns": 6,
        "rows": 6,
        "zones": {"2": ["a1", "f6"], "3": ["a1", "f6"], "4": ["a1", "f6"]},
    },
    "rings": [["2.1", "2.2", "3.3"]] * 4,
}
"""Options of Block Ness that make a game of a few moves."""

ANNE: dict[str, Any] = {"kind": "person", "name": "Anne"}
BOT: dict[str, Any] = {"kind": "bot", "level": 1}

READY = "game-board[data-ready=true]:not(home-board *)"
MY_TURN = ".table[data-turn=mine][data-current=true]"
TERMINAL = ".table[data-turn=over]"
LAY = "[data-action=play-move]"
CURTAIN = "dialog.pass-screen[open]"
"""Shown where people with hands of their own hand one another the device."""


def open_form(page: Page, game: str = "", *others: str) -> None:
    """Open the sheet of a new game on the home page; without ``game`` of the one that is shown first."""
    page.goto(f"/?game={game}" if game else "/")
    page.locator("[data-action=change]").click()
    page.wait_for_selector("dialog[open] who-plays form")
    play_with(page, *others)


def play_with(page: Page, *others: str) -> None:
    """Choose who plays besides the user: ``bot``, ``person:``, ``open``, ``anybody``, ``friend:``."""
    if len(others) > 1:
        page.locator(f"[name=seats][value='{1 + len(others)}']").check(force=True)
    for place, other in enumerate(others, 1):
        page.locator(f"[name=who-{place}]").select_option(other)


def unfold(page: Page) -> None:
    """Show the options of the new game."""
    page.locator(".more-options summary").click()
    page.locator(".more-inside").wait_for()


def open_home(page: Page) -> None:
    """Open the home page."""
    page.goto("/")
    page.wait_for_selector(".home[data-ready=true]")


def is_in_sight(thing: Locator) -> bool:
    """Whether all of it is on the screen, above the bar of tabs unless a dialog covers that."""
    return bool(
        thing.evaluate(
            """thing => {
                const { top, bottom } = thing.getBoundingClientRect();
                const bar = document.querySelector(".tabs").getBoundingClientRect();
                return top >= 0 && bottom <= (bar.top > 100 && !thing.closest("dialog") ? bar.top : innerHeight);
            }"""
        )
    )


def make_table(
    address: str,
    *places: dict[str, Any],
    game: str = "block-ness",
    clock: dict[str, Any] | None = None,
    begins: int | None = None,
    start: dict[str, Any] | None = None,
    **options: Any,
) -> dict[str, Any]:
    """Make a table by REST; return the answer. ``begins`` is a place; default: it is drawn."""
    wanted = {
        "game": game,
        "places": places,
        "options": options,
        "clock": clock,
        "begins": begins,
        "start": start,
    }
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


def sit_down_with(page: Page, site: Serving, *others: dict[str, Any], **more: Any) -> None:
    """Make a table for Anne and others, by ``make_table``'s game and options, and open it."""
    sit_down(page, make_table(site.address, ANNE, *others, **more))
    page.wait_for_selector(READY)


def lift(page: Page) -> str:
    """Say to have the device that was passed on; return what the curtain says."""
    page.wait_for_selector(CURTAIN)
    told = page.locator(CURTAIN).inner_text()
    page.locator("[data-action=lift]").click()
    page.wait_for_selector(MY_TURN)
    return told


def await_turn(page: Page) -> bool:
    """Wait until this page is to move or the game is over; return whether it is to move."""
    page.wait_for_selector(f"{MY_TURN}, {TERMINAL}")
    return page.locator(TERMINAL).count() == 0


_ASKS = """asked => document.querySelector('.table').dataset.preview
    || asked.some(one => document.querySelector(one))"""
"""Whether the page shows a whole move, or one of the things that can be asked."""


def use(thing: Locator, *, touch: bool = False) -> None:
    """Click on a thing, or tap it: twice if the first tap has magnified things close together."""
    if not touch:
        thing.click()
        return
    thing.tap()
    if thing.page.locator("[data-note=aiming]").count():
        thing.tap()


def lay(page: Page, *, touch: bool = False) -> str:
    """Choose some legal move by mouse or finger, part by part, lay it, and return its text."""
    table = page.locator(".table")
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
        found = next(page.locator(one) for one in asked if page.locator(one).count())
        use(found.first, touch=touch)
    return lay_shown(page, touch=touch)


@contextmanager
def going_on(page: Page) -> Generator[None]:
    """After what is done within, wait until something has happened at the table."""
    before = page.locator(".table").get_attribute("data-seq")
    yield
    page.wait_for_function(
        "seq => document.querySelector('.table').dataset.seq !== seq", arg=before
    )


def shown(page: Page) -> str:
    """The move that is shown before it is laid; empty where none is."""
    return page.locator(".table").get_attribute("data-preview") or ""


def lay_shown(page: Page, *, touch: bool = False, keys: bool = False) -> str:
    """Lay the move that is shown, by mouse, by finger or by keys; return it."""
    move = shown(page)
    assert move, "a whole move is chosen"
    with going_on(page):
        if keys:
            assert focused(page, LAY)
            page.keyboard.press("Enter")
        elif touch:
            page.locator(LAY).tap()
        else:
            page.locator(LAY).click()
    return move


def finish(page: Page, *, touch: bool = False) -> None:
    """Play on by mouse or finger until the game is over."""
    while await_turn(page):
        lay(page, touch=touch)


def moves_told(page: Page) -> list[str]:
    """The moves and outcomes that the log tells, the oldest first."""
    return page.locator(".wide-log code").all_text_contents()


def expect_over(page: Page, places: int) -> None:
    """Expect to be told that the game is over, and the ranks of all places."""
    expect(page.locator(TERMINAL)).to_be_visible()
    assert "La partie est terminée" in page.locator("[data-told]").inner_text()
    expect(page.locator(".ranks li")).to_have_count(places)


def expect_fitting(page: Page, name: str) -> None:
    """Expect a page, told of by ``name``, to be no wider than the screen."""
    too_wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert too_wide <= 0, f"{name} is {too_wide} pixels wider than the screen"


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


def choose_action(page: Page, name: str) -> None:
    """Choose an action of the table's menu, by mouse."""
    page.locator("[data-action=more]").click()
    page.locator(f"[role=menuitem][data-action={name}]").click()
