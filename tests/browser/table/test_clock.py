"""A clock: chosen with the table, legible on a phone, marked when low, and the end of a game in time."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from empile.server.tables.clocks import arithmetic
from empile.server.wire.clocks.settings import RealClock
from tests.browser.conftest import Person
from tests.browser.support.playing import READY, lay, make_table, sit_down
from tests.server.serving import Serving


def take_seat(page: Page, address: str, name: str) -> None:
    page.goto(address)
    page.get_by_label("Votre nom").fill(name)
    page.get_by_role("button", name="Prendre place").click()
    page.wait_for_selector(READY)


def shown(page: Page, name: str) -> float:
    """Return the seconds on the clock of a player."""
    text = page.locator(".seat", has_text=name).locator(".clock-main").inner_text()
    minutes, rest = text.split(":")
    return 60 * int(minutes) + float(rest)


def choose_clock(page: Page) -> None:
    """Make a table for friends with thirty seconds for each player."""
    page.goto("/")
    page.get_by_label("En ligne, entre amis").check()
    page.get_by_label("Votre nom").fill("Anne")
    choice = page.locator("select[name=clock]")
    choice.select_option(label="10 min + 10 s par coup")
    choice.select_option("own")
    for field, value in (("base", "0.5"), ("increment", "0")):
        page.locator(f"input[name=clock-{field}]").fill(value)
        page.locator(f"input[name=clock-{field}]").blur()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator("[data-action=play]").click()


def test_clock_counts_down_and_ends_the_game(
    person: Person, site: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Thirty seconds last twelve.
    monkeypatch.setattr(arithmetic, "SECOND_MS", 400)
    anne, bea = person(width=360, height=740), person(width=820)
    choose_clock(anne)
    take_seat(bea, anne.locator("[data-invite-link]").input_value(), "Béa")
    anne.wait_for_selector(READY)
    room = next(room for room in site.registry.rooms if room.table.created.clock is not None)
    assert room.table.created.clock == RealClock(30, 0)
    for _ in range(2):
        anne.wait_for_selector(".table[data-current=true]")
        mover, other = (anne, bea) if anne.locator("[data-turn=mine]").count() else (bea, anne)
        expect(mover.locator(".clock-note").first).to_contain_text("Premier coup")
        lay(mover)
        other.wait_for_selector(".table[data-turn=mine][data-current=true]")
    acting, waiting = (bea, anne) if bea.locator("[data-turn=mine]").count() else (anne, bea)
    name = "Béa" if acting is bea else "Anne"
    clock = room.table.clock
    assert clock is not None
    deadline = clock.deadline()
    assert deadline is not None
    for page in (acting, waiting):
        expect(page.locator(".clock-main")).to_have_count(2)
        for box in page.locator(".clock-main").all():
            assert box.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 18
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # Both pages show the time of the server.
        seen = shown(page, name)
        left = deadline.at / 1000 - page.evaluate("Date.now() / 1000")
        assert abs(seen - left) < 1.5
    expect(acting.locator(".clock.low .clock-mark")).to_be_visible(timeout=15_000)
    told = "seat-clock [role=status]:not(:empty)"
    expect(acting.locator(told)).to_contain_text("peu de temps")
    expect(waiting.locator(told)).to_have_count(0)
    for page in (acting, waiting):
        expect(page.locator(".over")).to_contain_text(f"Temps écoulé pour {name}", timeout=15_000)
        expect(page.locator("seat-clock")).to_have_count(0)


def test_game_can_be_called_off_until_everybody_has_moved(person: Person, site: Serving) -> None:
    anne, bea = person(), person()
    made = make_table(site.address, {"kind": "person", "name": "Anne"}, {"kind": "open"})
    take_seat(bea, f"/t/{made['table']}", "Béa")
    sit_down(anne, made)
    expect(anne.locator("seat-clock")).to_have_count(0)
    anne.locator("[data-action=more]").click()
    anne.locator("[data-action=abort]").click()
    for page in (anne, bea):
        expect(page.locator(".over")).to_contain_text("Partie annulée")
