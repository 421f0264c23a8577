"""Ways through the page, counted: taps, pixels to scroll, and how well what is tapped can be hit."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

PHONE = 600
"""Screens that are narrower than so many CSS pixels are phones."""
LEAST = 24
LEAST_MAIN = 44
"""CSS pixels of what is tapped, and of what leads on a phone."""
MAIN = ".primary, .tile, .play-touch, .tabs a, .left-list a, .home-today"

_AIM = """(thing, main) => {
  // A field without a size of its own is shown by its label.
  const seen = thing.matches("input[type=radio], input[type=checkbox]") ? thing.closest("label") : thing;
  const before = seen.getBoundingClientRect();
  seen.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const box = seen.getBoundingClientRect();
  const { left, top, right, bottom, width, height } = box;
  const x = left + width / 2, y = top + height / 2, inset = 3;
  const points = seen instanceof SVGElement || seen.closest("game-board") ? [[x, y]] : [
    [x, y], [left + inset, y], [right - inset, y], [x, top + inset], [x, bottom - inset],
  ];
  const covered = points.map(([x, y]) => document.elementFromPoint(x, y))
    .filter((top) => top === null || !(seen.contains(top) || top.contains(seen) && top.matches("label, button, a")))
    .map((top) => top ? `${top.localName}.${top.getAttribute("class")}` : "outside");
  return {
    x, y, width, height, covered,
    scrolled: Math.abs(box.top - before.top) + Math.abs(box.left - before.left),
    outside: Math.max(-left, -top, right - innerWidth, bottom - innerHeight),
    main: thing.matches(main), board: seen.closest("game-board") !== null,
  };
}"""


class Walk:
    """What somebody taps, and scrolls for it, from when a page was opened."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.scrolled = 0.0
        """CSS pixels, in any direction and in whatever scrolls."""

    def tap(self, selector: str) -> None:
        """Tap the first thing that matches, once it is there; it must be easy to hit."""
        self.tap_on(self.page.locator(selector).first)

    def choose(self, selector: str, value: str) -> None:
        """Choose from a list: a tap opens it, another one takes what is wanted."""
        thing = self.page.locator(selector).first
        self._aim(thing)
        self.taps += 2
        thing.select_option(value)

    def tap_on(self, thing: Locator) -> None:
        """Tap the middle of a thing, by finger where there is one; it must be easy to hit."""
        aim = self._aim(thing)
        self.taps += 1
        if self.page.evaluate("() => navigator.maxTouchPoints > 0"):
            self.page.touchscreen.tap(aim["x"], aim["y"])
        else:
            self.page.mouse.click(aim["x"], aim["y"])

    def _aim(self, thing: Locator) -> dict[str, Any]:
        """Scroll to a thing as far as it needs; return where it is. It must be easy to hit."""
        thing.wait_for()
        aim: dict[str, Any] = thing.evaluate(_AIM, MAIN)
        size = self.page.viewport_size
        assert size is not None
        is_phone = size["width"] < PHONE
        least = LEAST_MAIN if is_phone and aim["main"] else LEAST
        name = str(thing)
        assert aim["outside"] < 1, f"{aim['outside']} pixels of {name} are outside the view"
        assert aim["covered"] == [], f"{name} is covered by {aim['covered']}"
        if not aim["board"]:
            smallest = min(aim["width"], aim["height"])
            assert smallest >= least, f"{name} is {aim['width']} by {aim['height']} pixels"
        self.scrolled += aim["scrolled"]
        return aim
