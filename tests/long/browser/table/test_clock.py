"""A clock: chosen with the table, legible on a phone, marked when low, and the end of a game in time."""

from __future__ import annotations

import json
import re
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from empile.server.tables.clocks import arithmetic
from empile.server.tables.commands import presence
from empile.server.wire.clocks.settings import RealClock
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import (
    READY,
    choose_action,
    expect_fitting,
    focused,
    lay,
    make_table,
    open_form,
    sit_down,
    tab_to,
    unfold,
)
from tests.long.browser.pages.test_sound import COUNT, heard
from tests.server.serving import Serving
from tests.support.patience import PATIENCE, slowness

TWO: tuple[dict[str, Any], ...] = (
    {"kind": "person", "name": "Anne"},
    {"kind": "person", "name": "Béa"},
)
SHORT = {"kind": "real", "base": 60, "increment": 0}


def join(site: Serving, table: str, name: str) -> None:
    """Let somebody take a place by REST."""
    request = urllib.request.Request(
        f"{site.address}/api/tables/{table}/join",
        json.dumps({"name": name}).encode(),
        {"Content-Type": "application/json"},
    )
    urllib.request.urlopen(request).close()


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
    open_form(page, "", "open")
    page.get_by_label("Votre nom").fill("Anne")
    unfold(page)
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
    # Thirty seconds last twelve, if the machine is idle.
    monkeypatch.setattr(arithmetic, "SECOND_MS", int(400 * slowness()))
    anne, bea = person(width=360, height=740), person(width=820)
    for page in (anne, bea):
        page.add_init_script(COUNT)
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
        expect(page.locator("seat-list .clock-main")).to_have_count(2)
        expect(page.locator(".clock-strip .clock-main")).to_have_count(2)
        for box in page.locator(".clock-main").all():
            assert box.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 18
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        # Both pages show the time of the server.
        seen = shown(page, name)
        left = deadline.at / 1000 - page.evaluate("Date.now() / 1000")
        assert abs(seen - left) < 1.5 * slowness()
    before = {page: heard(page) for page in (acting, waiting)}
    expect(acting.locator(".clock-strip .clock.low .clock-mark")).to_be_visible(
        timeout=1000 * PATIENCE
    )
    expect(acting.locator("seat-list .clock.low .clock-mark")).to_be_visible()
    told = "seat-clock [role=status]:not(:empty)"
    expect(acting.locator(told)).to_contain_text("peu de temps")
    expect(waiting.locator(told)).to_have_count(0)
    # Only one's own time is heard, and not with the sounds switched off.
    acting.wait_for_function("before => window.heard > before", arg=before[acting])
    acting.get_by_role("button", name="Sons").click()
    silent = heard(acting)
    assert heard(waiting) == before[waiting]
    for page in (acting, waiting):
        expect(page.locator(".over")).to_contain_text(
            "Votre temps est écoulé" if page is acting else f"Temps écoulé pour {name}",
            timeout=1000 * PATIENCE,
        )
        expect(page.locator("seat-clock")).to_have_count(0)
    assert heard(acting) == silent


def test_a_clock_ticks_in_its_last_seconds(
    person: Person, site: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    anne = person()
    anne.add_init_script(COUNT)
    monkeypatch.setattr(arithmetic, "FIRST_MOVE_MS", int(6_000 * slowness()))
    made = make_table(site.address, *TWO, clock=SHORT)
    sit_down(anne, made)
    anne.wait_for_selector(READY)
    anne.locator(".card").first.click()  # sounds need somebody who is there
    anne.wait_for_selector(".clock-strip .clock.low")
    sounds = heard(anne)
    anne.wait_for_function("before => window.heard >= before + 3", arg=sounds)
    expect(anne.locator(".over")).to_contain_text("Partie annulée")


@pytest.mark.parametrize(
    ("game", "players"), [("block-ness", 4), ("blox", 4), ("on-top", 4), ("block-out", 6)]
)
def test_own_clock_is_beside_the_board(
    person: Person, site: Serving, game: str, players: int
) -> None:
    clock = {"kind": "turn", "turn": 40, "reserve": 300}
    others = [{"kind": "open"}] * (players - 1)
    made = make_table(site.address, TWO[0], *others, game=game, clock=clock)
    for name in ("Béa", "Carl", "Dora", "Émile", "Fritz")[: players - 1]:
        join(site, made["table"], name)
    page = person(width=360, height=740)
    sit_down(page, made)
    page.wait_for_selector(READY)
    own = page.locator(".clock-strip .strip-seat").first
    expect(own).to_contain_text("Anne")
    for width, height in ((360, 740), (820, 1180), (1440, 900), (740, 360)):
        page.set_viewport_size({"width": width, "height": height})
        expect_fitting(page, f"{game} at {width} px")
        for digits in page.locator(".clock-strip .clock-main").all():
            box, board = digits.bounding_box(), page.locator(".stage-area").bounding_box()
            assert box is not None
            assert board is not None
            assert 0 <= box["y"] < box["y"] + box["height"] <= height
            assert 0 <= box["x"] < box["x"] + box["width"] <= width
            above = box["y"] + box["height"] <= board["y"]
            assert above or box["x"] >= board["x"] + board["width"], "the board is free"
            assert digits.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 18
    assert objections_in_both(page) == []


def test_absent_player_is_asked_and_the_game_is_claimed(
    person: Person, site: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "SECOND_MS", 0)
    anne, bea = person(), person(width=360, height=740)
    for page in (anne, bea):
        page.clock.install()
    made = make_table(site.address, TWO[0], {"kind": "open"})
    take_seat(bea, f"/t/{made['table']}", "Béa")
    sit_down(anne, made)
    anne.wait_for_selector(READY)
    anne.wait_for_selector(".table[data-current=true]")
    absent, other = (anne, bea) if anne.locator("[data-turn=mine]").count() else (bea, anne)
    item = other.locator("[role=menuitem][data-action=ask-presence]")
    claim = other.locator("[data-action=claim]")
    for answers in (True, False):
        expect(item).to_have_count(0)
        other.clock.fast_forward(301_000)
        expect(item).to_have_count(1)
        choose_action(other, "ask-presence")
        expect(other.locator("[data-ask=presence]")).to_contain_text("5 minutes")
        expect(absent.locator("[data-ask=presence][role=alert]")).to_contain_text("Toujours là")
        assert objections_in_both(absent) == []
        expect(claim).to_have_count(0)
        if answers:
            tab_to(absent, "[data-action=yes]")
            absent.keyboard.press("Enter")
            expect(other.locator("[data-ask=presence]")).to_have_count(0)
    expect_fitting(bea, "a question")
    other.clock.fast_forward(301_000)
    expect(claim).to_be_visible()
    assert objections_in_both(other) == []
    tab_to(other, "[data-action=claim]")
    assert focused(other, "[data-action=claim]")
    other.keyboard.press("Enter")
    for page in (anne, bea):
        expect(page.locator(".over")).to_contain_text(re.compile("(Vous n’avez|n’a) pas répondu"))


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
    anne.goto(f"/r/{made['table']}")
    expect(anne.locator("table-over h2")).to_have_text("Partie annulée")
    expect(anne.locator("table-log")).to_contain_text("Anne annule la partie")
    anne.goto("/games")
    expect(anne.locator(".games-page[data-ready=true]")).to_be_visible()
    expect(anne.locator(".games-list li")).to_have_count(0)
