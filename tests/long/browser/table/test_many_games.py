"""Many games in one tab: what the page holds in memory stays level."""

from __future__ import annotations

from typing import NamedTuple

import httpx
from playwright.sync_api import CDPSession

from tests.browser.conftest import Person
from tests.browser.support.playing import ANNE, MY_TURN, TERMINAL, lay, make_table, sit_down
from tests.server.serving import Serving

GAMES, SETTLED = 8, 3


class Held(NamedTuple):
    """What a page holds after its garbage was collected."""

    heap: float
    nodes: float
    listeners: float


def held(session: CDPSession) -> Held:
    session.send("HeapProfiler.collectGarbage")
    metrics = session.send("Performance.getMetrics")["metrics"]
    values = {metric["name"]: metric["value"] for metric in metrics}
    return Held(values["JSHeapUsedSize"], values["Nodes"], values["JSEventListeners"])


def test_games_in_one_tab_leave_nothing_behind(person: Person, site: Serving) -> None:
    page, made = person(), make_table(site.address, ANNE, ANNE)
    sit_down(page, made)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    seen: list[Held] = []
    for game in range(GAMES):
        page.wait_for_selector(MY_TURN)
        for _ in range(3):
            lay(page)
        resigned = httpx.post(
            f"{site.address}/api/tables/{made['table']}/resignation",
            json={"place": 0},
            headers={"authorization": f"Bearer {made['token']}"},
        )
        assert resigned.is_success, resigned.text
        page.wait_for_selector(TERMINAL)
        seen.append(held(session))
        if game < GAMES - 1:
            page.locator("[data-action=rematch]").click()
    first, last = seen[SETTLED - 1], seen[-1]
    # The log of the table grows by a few lines with each game.
    assert last.heap < 1.5 * first.heap, seen
    assert last.nodes < 1.5 * first.nodes, seen
    assert last.listeners < 1.5 * first.listeners, seen
