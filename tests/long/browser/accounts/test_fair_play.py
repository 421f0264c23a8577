"""Fair play reports on the page: for moderators only, and completed while one looks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from sqlalchemy import Connection, insert

from empile.community import accounts
from empile.community.clock import now_ms
from empile.community.fairplay import samples
from empile.server.store import database
from empile.server.store.opening import prepare
from empile.server.store.schema import seat_addresses
from tests.browser.accounts.conftest import sign_up, unlimited
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import expect_fitting
from tests.community.fairplay.players import play_games
from tests.community.fairplay.test_report import add_rated, add_rating
from tests.community.ratings.logs import make_people
from tests.server.serving import Serving, serving


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, pages: Path) -> Iterator[Serving]:
    """A server on which member 1 was helped, replacing that of the package."""
    data = tmp_path_factory.mktemp("fair-play") / "tables.sqlite3"
    prepare(data)
    now = now_ms()

    def play(connection: Connection) -> None:
        make_people(connection, 22)
        rng = random.Random(3)
        add_rating(connection, 1)
        number = 0
        for player, count, helped in [(1, 30, 0.6), *((one, 3, 0.0) for one in range(3, 22))]:
            for seat in play_games(rng, count, helped):
                number += 1
                add_rated(connection, number, [player, 2], gained=5, ended=now - 1000 + number)
                if number > 1:  # the first one has no log, so it cannot be analysed
                    samples.store(connection, (number, 1), [seat, play_games(rng, 1)[0]], now)
        for place, member in enumerate((1, 2)):
            row = {"number": 5, "place": place, "member": member, "hash": "same", "made": now}
            connection.execute(insert(seat_addresses).values(**row))
        connection.commit()

    database.write(data, play)
    with unlimited(), serving(data, pages, accounts="open") as running:
        yield running


def test_moderator_reads_the_evidence(person: Person, site: Serving) -> None:
    page = person()
    login = sign_up(page)
    page.goto("/m/m1")
    page.wait_for_selector(".profile-page[data-ready=true]")
    assert page.locator("a[href='/moderate/fair-play/m1']").count() == 0
    page.goto("/moderate/fair-play/m1")
    expect(page.locator("[role=alert]")).to_be_visible()
    assert page.locator(".fair-play table").count() == 0

    def promote(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        accounts.set_role(connection, accounts.find_login(connection, login), "moderator")
        connection.commit()

    data = site.application.settings.data
    database.write(data, promote)
    page.goto("/m/m1")
    page.locator("a[href='/moderate/fair-play/m1']").click()
    page.wait_for_selector(".fair-play[data-complete=true]")
    expect(page.locator("h1")).to_contain_text("M1")
    rows = page.locator(".fair-play tr[data-measure]")
    expect(rows).to_have_count(5)
    z = page.locator("tr[data-measure=agreement] td").nth(2).inner_text()
    assert float(z.split(" ")[0].replace(",", ".")) > 2.5
    expect(page.locator(".fair-play li a")).to_have_text("M2")
    for width, height in ((1440, 900), (820, 1180), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        expect_fitting(page, "fair play report")
    assert objections_in_both(page) == []
    page.locator(".fair-play li a").click()
    page.wait_for_selector(".moderate-page[data-ready=true]")
    page.locator("a[href='/moderate/fair-play/m2']").click()
    expect(page.locator("h1")).to_contain_text("M2")
