"""Typefaces: shipped with the page, and nothing moves when they arrive."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Person

_BOXES = """() => ["h2", ".play-what p", ".tiles", ".play-bar", ".home-foot"].map((found) => {
  const box = document.querySelector(found).getBoundingClientRect();
  return [box.top, box.height].map(Math.round);
})"""
_LOADED = "family => document.fonts.ready.then(() => document.fonts.check(`16px '${family}'`))"
MOST = 2
"""Pixels: line heights are rounded."""


def _boxes(page: Page) -> list[list[int]]:
    found: list[list[int]] = page.evaluate(_BOXES)
    return found


def test_nothing_moves_when_the_typefaces_arrive(person: Person) -> None:
    page = person(width=1280, height=900)
    held: list[Route] = []
    page.route("**/*.woff2", lambda route: held.append(route))
    page.goto("/", wait_until="commit")
    expect(page.locator(".home[data-ready=true]")).to_be_visible()
    before = _boxes(page)
    assert len(held) == 2
    for route in held:
        route.continue_()
    for family in ("Figtree", "Young Serif"):
        page.wait_for_function(_LOADED, arg=family)
    after = _boxes(page)
    for one, other in zip(before, after, strict=True):
        assert all(abs(a - b) <= MOST for a, b in zip(one, other, strict=True)), (before, after)


def test_each_typeface_is_fetched_once(person: Person) -> None:
    page = person()
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.goto("/")
    page.wait_for_function(_LOADED, arg="Figtree")
    fonts = [url for url in fetched if "woff" in url]
    assert len(fonts) == len(set(fonts)) == 2
    assert (
        page.locator(".play-what p")
        .evaluate("it => getComputedStyle(it).fontFamily")
        .startswith("Figtree")
    )
