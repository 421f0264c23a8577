"""A browser, a server with the page that belongs to this checkout, and people who look at it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

import empile
import hatch_build
from empile.engine.compiled.warm import warm
from tests.server.serving import Serving, serving

ROOT = Path(__file__).parents[2]
_FEATURES_OFF = (
    # Playwright's own list, which ours replaces: what applies to pages and to the network.
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    # Every window starts a process for suggestions below an address bar that nobody sees.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
)
_FLAGS = (
    "--no-sandbox",
    "--disable-gpu-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(_FEATURES_OFF)}",
)
# Software draws the page; drawing it by an emulated graphics card costs several times as much.
_FLAT = ("--disable-gpu", "--disable-software-rasterizer", "--disable-3d-apis")
_SOLID = ("--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-gpu-compositing")
Person = Callable[..., Page]
"""Returns a page of a person with a browser of their own: ``person(width=360, dark=True)``."""


def _chromium() -> str:
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if found is None:
        reason = "there is no Chromium on this machine (set CHROMIUM to its path)"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return found


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
    executable = _chromium()
    with sync_playwright() as playwright:
        launched = {
            solid: playwright.chromium.launch(
                executable_path=executable,
                args=[*_FLAGS, *(_SOLID if solid else _FLAT)],
            )
            for solid in (False, True)
        }
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
        page.set_default_timeout(60_000)  # software rendering on a busy machine
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on(
            "console",
            lambda said: trouble.append(said.text) if _is_refusal(said.type, said.text) else None,
        )
        return page

    yield make
    for context in contexts:
        context.close()
    assert trouble == []


def _is_refusal(kind: str, text: str) -> bool:
    """Whether the console tells that the browser refused something of the page (not of the net)."""
    return kind == "error" and "Failed to load resource" not in text
