"""Pieces are lifted and dropped in less than 300 ms and heard when they land; not with reduced motion."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Person
from tests.browser.support.playing import READY, await_turn, lay, make_table, sit_down
from tests.server.serving import Serving

TWO = ({"kind": "person", "name": "Anne"}, {"kind": "person", "name": "Béa"})
RECORD = """
window.moved = [];
const { animate } = Element.prototype;
Element.prototype.animate = function (frames, options) {
  window.moved.push([this.dataset.piece ?? '', options.duration ?? options]);
  return animate.call(this, frames, options);
};
window.waits = [];
const { start } = AudioBufferSourceNode.prototype;
AudioBufferSourceNode.prototype.start = function (at, ...more) {
  window.waits.push(at - this.context.currentTime);
  return start.call(this, at, ...more);
};
"""
HEARD = "() => window.waits.length >= 4 && document.querySelector('game-board').settled()"
"""At least two moves: each is picked up and put down."""


def play(page: Page, site: Serving, motion: str) -> list[float]:
    """Lay two rings; return after how many seconds each sound is due."""
    page.emulate_media(reduced_motion="reduce" if motion == "reduced" else "no-preference")
    page.add_init_script(RECORD)
    sit_down(page, make_table(site.address, *TWO))
    page.wait_for_selector(READY)
    for _ in range(2):
        assert await_turn(page)
        lay(page)
    page.wait_for_function(HEARD)
    waits: list[float] = page.evaluate("() => window.waits")
    return waits


@pytest.mark.parametrize("motion", ["full", "reduced"])
def test_the_plan_moves_pieces(person: Person, site: Serving, motion: str) -> None:
    page = person()
    waits = play(page, site, motion)
    moved = page.evaluate("() => window.moved")
    pieces = [(piece, duration) for piece, duration in moved if piece]
    if motion == "reduced":
        assert pieces == []
        assert max(waits) == 0
    else:
        assert {piece for piece, _ in pieces} == {"held", "last"}
        assert all(0 < duration < 300 for _, duration in pieces)
        assert 0 < max(waits) < 0.3


@pytest.mark.parametrize("motion", ["full", "reduced"])
def test_the_picture_in_three_dimensions_moves_pieces(
    person: Person, site: Serving, motion: str
) -> None:
    page = person(640, 560, solid=True)
    waits = play(page, site, motion)
    assert page.locator("game-board").get_attribute("data-drawn") == "solid"
    assert (max(waits) == 0) == (motion == "reduced")
    assert max(waits) < 0.3
