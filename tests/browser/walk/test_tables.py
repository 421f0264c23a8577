"""A walk over a table of each game: it fits, satisfies axe, is played by keys, and keeps its secret."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.axe import objections_in_both
from tests.browser.support.block_out import ODDS
from tests.browser.support.blox import by_keys
from tests.browser.support.playing import (
    ANNE,
    BOT,
    MY_TURN,
    READY,
    TERMINAL,
    choose_action,
    expect_fitting,
    make_table,
    sit_down,
)
from tests.server.serving import Serving


@pytest.mark.parametrize("game", ["block-ness", "block-out", "blox", "on-top"])
def test_table_fits_satisfies_axe_and_is_played_by_keys(
    member: Page, site: Serving, game: str
) -> None:
    page = member
    options = ODDS if game == "block-out" else {}
    table = make_table(site.address, ANNE, BOT, game=game, **options)
    sit_down(page, table)
    page.wait_for_selector(MY_TURN)
    assert table["token"] not in page.url
    expect_fitting(page, game)
    assert objections_in_both(page) == []
    move = by_keys(page)
    assert move in page.locator(".wide-log code").all_text_contents()

    page.wait_for_selector(MY_TURN)
    page.reload()  # the place is kept without the secret in the address
    page.wait_for_selector(MY_TURN)
    choose_action(page, "resign")
    page.locator("dialog[open] .danger, dialog[open] [data-action=resign-now]").first.click()
    expect(page.locator(TERMINAL)).to_be_visible()
    assert objections_in_both(page) == []

    page.goto(f"/r/{table['table']}")
    page.wait_for_selector(READY)
    expect_fitting(page, f"the replay of {game}")
    assert objections_in_both(page) == []
    assert table["token"] not in page.content()
