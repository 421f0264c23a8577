"""A game is opened, begun on the home page and played to its end in WebKit, as in Safari."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.support.driven import choose_some_move
from tests.browser.support.playing import LAY, MY_TURN, READY, TERMINAL
from tests.browser.support.webkit import WebKitPage, require, webkit
from tests.server.serving import Serving

SIZE = (1280, 900)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebKitPage]:
    require()
    with webkit(tmp_path_factory.mktemp("webkit")) as opened:
        yield opened


def test_a_game_begun_on_the_home_page_is_played_to_its_end(
    page: WebKitPage, site: Serving
) -> None:
    page.resize(*SIZE)
    page.open(site.address)
    assert page.run("() => [innerWidth, innerHeight]") == list(SIZE)
    page.wait_for(".play-board[data-drawn=true]")
    page.click("[data-action=play-board]")
    moves = 0
    while True:
        page.wait_for(f"{MY_TURN} {READY}, {TERMINAL}")
        if page.count(TERMINAL):
            break
        choose_some_move(page)
        before = page.run("() => document.querySelector('.table').dataset.seq")
        page.click(LAY)
        page.wait_for(f".table:not([data-seq='{before}'])")
        moves += 1
    assert moves > 1
    page.wait_for(".ranks li")
    assert page.run("() => document.documentElement.scrollWidth - innerWidth") <= 0
    assert page.errors == []
