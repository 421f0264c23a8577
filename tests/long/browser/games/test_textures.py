"""Textures are painted in a worker, and look as those that the page paints."""

from __future__ import annotations

from base64 import b64decode
from io import BytesIO

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Page

from tests.browser.conftest import Person
from tests.browser.support.playing import ANNE, READY, make_table
from tests.server.serving import Serving

GAMES = ("block-ness", "block-out", "blox", "on-top")
WITHOUT_CANVAS = "() => { delete globalThis.OffscreenCanvas; }"
REFUSED = """() => {
  const Real = Worker;
  globalThis.Worker = class extends Real {
    constructor(address, options) {
      super(/paint-worker/.test(address) ? "/no-such-script.js" : address, options);
    }
  };
}"""
MOST = 24
"""The largest difference of a pixel, of 255: browsers smooth the edges of clipped shapes differently."""
SEEN, SHARE = 4, 0.03
"""The share of pixels that may differ by that much."""


def _picture(page: Page, table: str) -> tuple[Image.Image, list[str]]:
    """Open a table in 3D as a spectator; return the picture, and the names of the workers."""
    workers: list[str] = []
    page.on("worker", lambda worker: workers.append(worker.url.rpartition("/")[2]))
    page.goto(f"/t/{table}")
    page.wait_for_selector(f"{READY}[data-drawn=solid]")
    page.evaluate("() => document.querySelector('game-board').settled()")
    url = page.evaluate("() => document.querySelector('game-board canvas').toDataURL()")
    page.context.close()
    return Image.open(BytesIO(b64decode(url.partition(",")[2]))).convert("RGB"), workers


@pytest.mark.parametrize("game", GAMES)
def test_textures_of_a_worker_look_as_those_of_the_page(
    person: Person, site: Serving, game: str
) -> None:
    table = make_table(site.address, ANNE, ANNE | {"name": "Bea"}, game=game)["table"]
    painted, workers = _picture(person(480, 400, solid=True), table)
    assert any("paint-worker" in name for name in workers)
    assert len(painted.getcolors(1 << 20) or ()) > 500  # It shows more than bare shapes.
    for prevented in (WITHOUT_CANVAS, REFUSED):
        page = person(480, 400, solid=True)
        page.add_init_script(f"({prevented})()")
        other, workers = _picture(page, table)
        assert not any("paint-worker" in name for name in workers)
        differences = ImageChops.difference(painted, other).convert("L").histogram()
        assert not any(differences[MOST + 1 :])
        assert sum(differences[SEEN:]) <= SHARE * sum(differences)
