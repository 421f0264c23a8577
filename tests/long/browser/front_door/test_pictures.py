"""The pages of the front door look as in kept pictures, in light and in dark, on phones and desktops.

``pytest tests/long/browser/front_door/test_pictures.py --write-plans`` writes the pictures; look at
them. Pictures that differ are in ``build/front_door``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import ROOT, Person
from tests.browser.support.baselines import compare
from tests.browser.support.playing import (
    ANNE,
    MY_TURN,
    READY,
    SMALL,
    finish,
    make_table,
    sit_down,
)
from tests.server.serving import Serving

KEPT = Path(__file__).parent / "pictures"
SEEN = ROOT / "build" / "front_door"
SIZES = {"phone": (360, 740), "desktop": (1440, 900)}
BEA: Final[dict[str, Any]] = {"kind": "person", "name": "Béa"}
DAY = datetime(2026, 3, 2, 12, tzinfo=UTC)
"""Today's puzzle is that of this day."""
MOST_BYTES = 300_000


def _home(page: Page, site: Serving) -> None:
    page.goto("/")
    page.wait_for_selector(".play-board[data-drawn=true]")
    page.wait_for_selector(".home-today small-board[data-drawn]")


def _sheet(page: Page, site: Serving) -> None:
    _home(page, site)
    page.locator("[data-action=change]").click()
    page.locator("who-plays form").wait_for()


def _first(page: Page, site: Serving) -> None:
    sit_down(page, make_table(site.address, ANNE, BEA, begins=0))
    page.wait_for_selector(f"{MY_TURN} {READY}")
    page.wait_for_selector(".goal")


def _end(page: Page, site: Serving) -> None:
    sit_down(page, make_table(site.address, ANNE, BEA, begins=0, **SMALL))
    finish(page)
    page.wait_for_selector(".ranks li")


def _review(page: Page, site: Serving) -> None:
    _end(page, site)
    page.locator("[data-action=review]").click()
    page.wait_for_selector(f".replay:has([data-analysis=done]) {READY}")


def _puzzles(page: Page, site: Serving) -> None:
    page.goto("/puzzles")
    page.wait_for_selector(".puzzles[data-ready=true]")
    page.wait_for_function(
        """() => [...document.querySelectorAll("small-board")].every((board) =>
          board.matches("[data-drawn]") || board.getBoundingClientRect().top > innerHeight)"""
    )


OPEN: Final[dict[str, Callable[[Page, Serving], None]]] = {
    "home": _home,
    "sheet": _sheet,
    "first": _first,
    "end": _end,
    "review": _review,
    "puzzles": _puzzles,
}
"""By the name of a picture: what opens its page."""


@pytest.mark.parametrize("name", OPEN)
def test_pages_look_as_in_kept_pictures(
    person: Person, site: Serving, name: str, write_plans: bool
) -> None:
    wrong: list[str] = []
    for size, (width, height) in SIZES.items():
        page = person(width, height)
        page.clock.set_fixed_time(DAY)
        page.add_init_script("localStorage.setItem('empile.plan', 'on')")
        OPEN[name](page, site)
        page.mouse.move(0, 0)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            picture = f"{name}-{size}-{scheme}"
            before, seen = KEPT / f"{picture}.webp", SEEN / f"{picture}.png"
            wrong += filter(None, [compare(page.screenshot(), before, seen, write=write_plans)])
    assert wrong == []


def test_kept_pictures_are_small() -> None:
    paths = sorted(KEPT.glob("*.webp"))
    assert len(paths) == len(OPEN) * len(SIZES) * 2
    assert sum(path.stat().st_size for path in paths) < MOST_BYTES
