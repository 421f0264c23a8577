"""Each game is played in Firefox: moves by mouse, in the picture that Firefox draws."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class
from tests.browser.support.driven import choose_some_move
from tests.browser.support.firefox import FirefoxPage, executable, firefox
from tests.browser.support.learning import game_names
from tests.browser.support.playing import CURTAIN, LAY, MY_TURN, READY, make_table
from tests.server.serving import Serving

PEOPLE = ({"kind": "person", "name": "Anne"}, {"kind": "person", "name": "Béa"})
MOVES = 3


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FirefoxPage]:
    with firefox(executable(), tmp_path_factory.mktemp("firefox") / "profile") as opened:
        yield opened


@pytest.mark.parametrize("game", game_names())
def test_moves_are_made_in_firefox(page: FirefoxPage, site: Serving, game: str) -> None:
    made = make_table(site.address, *PEOPLE, game=game, **headless_options(game_class(game)))
    page.errors.clear()
    page.resize(1280, 900)
    page.open(f"{site.address}/t/{made['table']}#seat={made['token']}")
    laid = []
    for _ in range(MOVES):
        page.wait_for(f"{MY_TURN}, {CURTAIN}")
        if page.count(CURTAIN):
            page.click("[data-action=lift]")
            page.wait_for(MY_TURN)
        page.wait_for(READY)
        laid.append(choose_some_move(page))
        before = page.run("() => document.querySelector('.table').dataset.seq")
        page.click(LAY)
        page.wait_for(f".table:not([data-seq='{before}'])")
    log = "() => [...document.querySelectorAll('.wide-log code')].map((move) => move.textContent)"
    assert [move for move in page.run(log) if move in laid] == laid
    overflow = "() => document.documentElement.scrollWidth - innerWidth"
    assert page.run(overflow) <= 0
    assert page.errors == []
