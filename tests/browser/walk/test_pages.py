"""A walk over all pages: each opens, fits on a phone, satisfies axe and is reached by Tab alone."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accounts.conftest import PASSWORD
from tests.browser.conftest import ROOT
from tests.browser.support.axe import objections_to
from tests.browser.support.playing import expect_fitting

ADDRESSES: Final = (
    "/", "/AAAAAA", "/account", "/decisions", "/editor/blox/layout", "/editor/on-top/start", "/family",
    "/friends", "/games", "/leaderboard", "/learn",
    "/learn/block-ness/start-ring", "/learn/blox", "/lobby",
    "/messages", "/news", "/notices", "/nowhere", "/offline", "/privacy", "/puzzles",
    "/puzzles/daily", "/puzzles/history", "/puzzles/rush", "/r", "/rules/block-ness",
    "/rules/block-out", "/scorepad/blox", "/solo", "/solo/1-01", "/start", "/study", "/study/blox",
    "/transfer", "/watch",
)  # fmt: skip
"""An address of each page but tables, replays, profiles and those of moderators."""
ELSEWHERE: Final = {"moderate", "profile", "replay", "table"}
"""Pages without an address of their own."""

_FOCUS = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  window.reached ??= [];
  const known = window.reached.indexOf(at);
  if (known < 0) window.reached.push(at);
  const box = at.getBoundingClientRect();
  return { known: known >= 0, shown: box.width > 0 && box.height > 0, html: at.outerHTML.slice(0, 120) };
}"""
_UNREACHED = """() => [...document.querySelectorAll("main a[href], main button, main select, main textarea")]
  .filter((one) => document.querySelector(":modal")?.contains(one) ?? true)
  .filter((one) => !one.disabled && !one.closest("[inert]") && one.tabIndex >= 0)
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => !window.reached.includes(one))
  .map((one) => one.outerHTML.slice(0, 120))"""
"""Buttons of a group that arrows walk over have a negative ``tabIndex``, but one."""
_AT_THE_EDGE = """() => [...document.querySelectorAll("main :is(.card, h1, h2, p, form)")]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".unseen"))
  .map((one) => [one.outerHTML.slice(0, 120), one.getBoundingClientRect()])
  .filter(([, { left, right, width }]) => width > 1 && (left < 8 || right > innerWidth - 8))
  .map(([html]) => html)"""
"""What is read has a margin on a phone."""
_STORED = "() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])"
_MOST_STOPS = 400


def test_every_page_is_walked() -> None:
    router = (ROOT / "web" / "src" / "shell" / "router.ts").read_text("utf-8")
    pages = set(re.findall(r'\{ page: "([\w-]+)"', router.partition("export function")[0]))
    assert 20 < len(pages) <= 26
    assert pages > ELSEWHERE
    assert len(pages - ELSEWHERE) <= len(ADDRESSES)


@pytest.mark.parametrize("address", ADDRESSES)
def test_page_fits_satisfies_axe_and_is_reached_by_tab(member: Page, address: str) -> None:
    page = member
    page.goto(address)
    expect(page.locator("h1").first).to_be_visible()
    page.evaluate("document.fonts.ready")
    expect_fitting(page, address)
    assert page.evaluate(_AT_THE_EDGE) == []
    assert objections_to(page) == []
    assert _walk(page) == []
    assert PASSWORD not in page.evaluate(_STORED)


def _walk(page: Page) -> list[str]:
    """Press Tab until the focus has been everywhere; return what it cannot reach, or not show."""
    hidden: list[str] = []
    rounds = 0  # the first begins where the page has put the focus
    page.evaluate("() => { window.reached = []; document.activeElement?.blur(); }")
    for _ in range(_MOST_STOPS):
        page.keyboard.press("Tab")
        stop: dict[str, Any] | None = page.evaluate(_FOCUS)
        rounds += stop is None
        if rounds == 2 or (stop is not None and stop["known"]):
            unreached: list[str] = page.evaluate(_UNREACHED)
            return hidden + unreached
        if stop is not None and not stop["shown"]:
            hidden.append(stop["html"])
    return [f"more than {_MOST_STOPS} stops"]
