"""A page in a browser that Playwright does not drive: what a person does in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

_WAIT = """(selector) => new Promise((resolve) => {
  const look = () => document.querySelector(selector) ? resolve(true) : setTimeout(look, 30);
  look();
})"""
_MIDDLE = """(selector) => {
  const thing = document.querySelector(selector);
  thing.scrollIntoView({ block: "center", behavior: "instant" });
  const { left, top, width, height } = thing.getBoundingClientRect();
  return [Math.round(left + width / 2), Math.round(top + height / 2)];
}"""
_OPEN = """() => [...document.querySelectorAll(
  ".panel-choice[aria-disabled=false][aria-pressed=false], .target[aria-pressed=false]",
)].map((thing) => thing.dataset.choice ?? thing.dataset.target)"""
"""The things that can be chosen, each as ``part:value``."""
_MOST_CHOICES = 8


class DrivenPage(ABC):
    """The one page of a browser: what a person does in it, and what goes wrong."""

    def __init__(self) -> None:
        self.errors: list[str] = []
        """Errors of the page's programs."""
        self.version = ""
        """The version of the browser."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Set the size of the viewport in CSS pixels."""

    @abstractmethod
    def open(self, address: str) -> None:
        """Load a page."""

    @abstractmethod
    def run(self, function: str, *arguments: str) -> Any:
        """Call a JavaScript function with texts, await it, and return its result."""

    @abstractmethod
    def press(self, x: int, y: int) -> None:
        """Click at a point of the viewport."""

    def wait_for(self, selector: str) -> None:
        """Wait until something matches ``selector``."""
        self.run(_WAIT, selector)

    def count(self, selector: str) -> int:
        """Return how many elements match ``selector``."""
        return int(self.run("(selector) => document.querySelectorAll(selector).length", selector))

    def click(self, selector: str) -> None:
        """Click on the middle of the first element that matches ``selector``."""
        self.press(*self.run(_MIDDLE, selector))


def choose_some_move(page: DrivenPage) -> str:
    """Choose one thing after the other until a whole move is shown; return it."""
    chosen: list[str] = []
    for _ in range(_MOST_CHOICES):
        if move := page.run("() => document.querySelector('.table').dataset.preview"):
            return str(move)
        thing = next(name for name in page.run(_OPEN) if name.partition(":")[0] not in chosen)
        chosen.append(thing.partition(":")[0])
        page.click(f'[data-target="{thing}"], [data-choice="{thing}"]')
    raise AssertionError(f"{chosen} are no whole move")
