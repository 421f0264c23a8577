"""A browser, a server with the page that belongs to this checkout, and people who look at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

import empile
import hatch_build
from empile.engine.compiled.warm import warm
from tests.browser.support.chromium import is_refusal, launch
from tests.server.serving import Serving, serving
from tests.support.patience import PATIENCE

expect.set_options(timeout=1000 * PATIENCE)
ROOT = Path(__file__).parents[2]
Person = Callable[..., Page]
"""Returns a page of a person with a browser of their own: ``person(width=360, dark=True)``."""


@pytest.fixture(scope="session")
def pages() -> Path:
    """The built page."""
    hatch_build.build()
    return hatch_build.PAGES


@pytest.fixture(scope="package", autouse=True)
def warm_bots() -> None:
    """Compile what bots think with, so that no page waits for a compiler."""
    for name in empile.game_names():
        warm(empile.load(name))


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory, pages: Path) -> Iterator[Serving]:
    """A server with the page."""
    data = tmp_path_factory.mktemp("site") / "tables.sqlite3"
    with serving(data, pages) as running:
        yield running


@pytest.fixture(scope="package")
def browsers() -> Iterator[dict[bool, Browser]]:
    """A browser that draws in three dimensions (``True``), and one that cannot (``False``).

    They are closed before the tests of other packages begin: as long as Playwright runs, an event
    loop runs in this thread, and nothing else could start one.
    """
    with sync_playwright() as playwright:
        launched = {solid: launch(playwright, solid=solid) for solid in (False, True)}
        yield launched
        for browser in launched.values():
            browser.close()


@pytest.fixture
def person(site: Serving, browsers: dict[bool, Browser]) -> Iterator[Person]:
    """Make people with a browser of their own each; errors of their pages fail the test.

    ``solid`` draws in three dimensions, which is slow on machines without a graphics card; without
    it the page shows the plan. The page opens boards from above where 3D is slow, unless ``asks``.
    ``keeps`` lets the page keep itself for times without a connection, which takes many requests.
    """
    contexts = []
    trouble: list[str] = []

    def make(
        width: int = 1280,
        height: int = 900,
        *,
        solid: bool = False,
        asks: bool = True,
        dark: bool = False,
        touch: bool = False,
        language: str = "fr-FR",
        keeps: bool = False,
    ) -> Page:
        context = browsers[solid].new_context(
            base_url=site.address,
            viewport={"width": width, "height": height},
            locale=language,
            reduced_motion="reduce",
            color_scheme="dark" if dark else "light",
            has_touch=touch,
            is_mobile=touch,
            service_workers="allow" if keeps else "block",
        )
        contexts.append(context)
        if solid and asks:
            context.add_init_script("localStorage.setItem('empile.slow-3d', 'on')")
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)  # software rendering on a busy machine
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on(
            "console",
            lambda said: trouble.append(said.text) if is_refusal(said.type, said.text) else None,
        )
        return page

    yield make
    for context in contexts:
        context.close()
    assert trouble == []
