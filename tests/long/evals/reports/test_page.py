"""The report as a page, in a browser: nothing is cut, and everybody can read it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from empile.evals import BotAgent, Plan, Suite, evaluate, open_results, report_of, suite_of
from empile.evals.reports.page import page as page_of
from tests.browser.support.axe import objections_in_both
from tests.browser.support.chromium import executable


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report with games, analyses and puzzles."""
    path = tmp_path_factory.mktemp("report") / "report.html"
    suite = suite_of("short", ["block-ness", "block-out"])
    agent = BotAgent("level:2")
    with open_results(
        Plan(agent.about, Suite("short", suite.sections, 0, 1, suite.puzzles))
    ) as found:
        evaluate(agent, found, analysed=1)
        path.write_text(page_of(report_of(found)), "utf-8")
    return path


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser without a network."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=executable(), args=["--no-sandbox"])
        yield started
        started.close()


@pytest.mark.parametrize("width", [360, 820, 1440])
def test_only_tables_are_wider_than_the_page(report: Path, browser: Browser, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 900})
    page.goto(report.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    texts = page.locator("h1, h2, p, caption, dd, .figure")
    boxes = [box for box in (one.bounding_box() for one in texts.all()) if box is not None]
    assert len(boxes) > 20
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
    sizes = page.evaluate(
        """() => [...document.querySelectorAll(".figure")].map(figure =>
             13 * figure.getBoundingClientRect().width / figure.viewBox.baseVal.width)"""
    )
    assert all(11 < size < 16 for size in sizes)
    page.close()


def test_rows_keep_their_names_while_they_scroll(report: Path, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 360, "height": 900})
    page.goto(report.as_uri())
    region = page.get_by_role("region", name="Rating, score and answers by section")
    assert region.evaluate("one => one.scrollWidth > one.clientWidth")
    region.focus()
    page.keyboard.press("End")
    region.evaluate("one => { one.scrollLeft = one.scrollWidth; }")
    name = region.get_by_role("rowheader").first.bounding_box()
    assert name is not None
    assert name["x"] >= 0
    page.close()


def test_axe_finds_nothing(report: Path, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 820, "height": 900})
    page.goto(report.as_uri())
    assert objections_in_both(page) == []
    page.close()
