"""A study for paper: moves in words with variations, and diagrams with marks."""

from __future__ import annotations

import base64
import json
import re
import zlib
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.axe import objections_to
from tests.server.serving import Serving
from tests.support.annotated import annotated

PRINT = ".study-print[data-state=ready]"


def link_to(*chapters: dict[str, Any], name: str = "Two tails") -> str:
    """Return the path of a study page with a copy of a study."""
    study = {"format": "empile-study/1", "name": name, "chapters": chapters}
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(json.dumps(study).encode()) + packer.flush()
    text = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    return f"/study/{chapters[0]['game']}#s={text}"


def open_print(page: Page, path: str) -> None:
    page.goto(path)
    page.locator("[data-action=print]").click()
    page.wait_for_selector(PRINT)


def texts(page: Page, selector: str) -> list[str]:
    return [re.sub(r"\s+", " ", text).strip() for text in page.locator(selector).all_inner_texts()]


def test_a_study_is_printed_with_variations_and_diagrams(person: Person, site: Serving) -> None:
    page = person(language="en-US")
    open_print(page, link_to(annotated(), annotated(name="", notes=[], variations=[])))
    chapter = page.locator(".print-chapter").first
    expect(chapter.locator("h2")).to_have_text("Two tails")
    expect(page.locator(".print-chapter h2").last).to_have_text("Chapter 2")

    moves = texts(page, ".print-chapter:first-of-type .print-moves")
    assert [re.sub(r" .*", "", text) for text in moves] == ["1.", "3.", "4.", "4."]
    assert moves[0].startswith("1. Anne: start ring, tail on f7, head on d7 2. Bea:")
    assert "!?" in moves[0]
    captions = texts(page, ".print-chapter:first-of-type figcaption")
    assert captions == ["Starting position", "After move 3", "Last position"]
    assert page.locator(".print-position .print-comment").all_inner_texts() == [
        "The middle is open.",
        "Towards the edge.",
    ]
    drawn = page.locator(".print-position").nth(1).locator(".drawn-mark")
    assert drawn.evaluate_all("marks => marks.map((mark) => mark.dataset.mark)") == [
        "circle",
        "arrow",
    ]
    assert objections_to(page) == []

    # On paper: nothing that can only be clicked, and whole diagrams within the page.
    page.emulate_media(media="print")
    expect(page.locator(".print-tools")).to_be_hidden()
    expect(page.locator(".head")).to_be_hidden()
    page.emulate_media(media="screen")
    paper = page.pdf(format="A4")
    assert paper.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) >= 2

    page.keyboard.press("ArrowRight")  # does not move the study behind
    page.locator("[data-action=print-close]").click()
    expect(page.locator(".study[data-state=study]")).to_have_attribute("data-path", "")
    expect(page.locator("[data-action=print]")).to_be_focused()
