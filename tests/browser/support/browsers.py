"""Any of the three browsers, to run scripts in a page."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Page, sync_playwright

from tests.browser.support import chromium, firefox, webkit

BROWSERS = {"chromium": "Chromium", "firefox": "Firefox", "webkit": "WebKit"}


class ScriptedPage(Protocol):
    """A page that runs scripts; ``DrivenPage`` is one."""

    version: str
    """The version of the browser."""

    def open(self, address: str) -> None:
        """Load a page."""

    def run(self, function: str, *arguments: str) -> Any:
        """Call a JavaScript function with texts, await it, and return its result."""


class ChromiumPage:
    """A page of Chromium."""

    def __init__(self, page: Page) -> None:
        self._page = page
        browser = page.context.browser
        self.version = "" if browser is None else browser.version

    def open(self, address: str) -> None:
        self._page.goto(address)

    def run(self, function: str, *arguments: str) -> Any:
        return self._page.evaluate(f"(texts) => ({function})(...texts)", list(arguments))

    def close(self) -> None:
        """Close the page; its browser stays."""
        self._page.close()


def require(name: str) -> None:
    """Skip the test if this machine lacks a browser, or fail it in CI."""
    if name == "webkit":
        webkit.require()
    elif name == "firefox":
        firefox.executable()
    else:
        chromium.executable()


@contextmanager
def opened(name: str, home: Path) -> Generator[ScriptedPage]:
    """Start a browser with a new home folder; stop it at the end of the block.

    Chromium does not start while Playwright runs elsewhere in the thread.
    """
    require(name)
    if name == "webkit":
        with webkit.webkit(home) as page:
            yield page
    elif name == "firefox":
        with firefox.firefox(firefox.executable(), home) as page:
            yield page
    else:
        with sync_playwright() as playwright:
            browser = chromium.launch(playwright, solid=False)
            try:
                yield ChromiumPage(browser.new_page())
            finally:
                browser.close()
