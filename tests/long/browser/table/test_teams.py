"""Teams: chosen when a table is made, told while it gathers, at the table, and at the end."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.axe import objections_to
from tests.browser.support.playing import (
    MY_TURN,
    TERMINAL,
    choose_action,
    lay_shown,
    make_table,
    open_form,
    sit_down,
    unfold,
)
from tests.server.serving import Serving

NAMES = ("Anne", "Bob", "Chloé", "Dan")
PARTNERS = (("Anne", "Chloé"), ("Chloé", "Anne"), ("Bob", "Dan"), ("Dan", "Bob"))
TEAMS = "input[name='option.teams']"
SMALL: dict[str, Any] = {
    "cells": ["U11", "D11", "D01", "U02", "U12"],
    "golden": [],
    "start": ["U11"],
    "tiles": {"BWRY": 5},
}
"""A board of On Top that two tiles fill, all of them alike."""
GAME = ({"place": "U02D01", "turn": "BWRY"}, {"place": "U12D11", "turn": "BWRY"})
"""After these moves seats 0 and 2 have won."""


def teams_offered(page: Page, players: int) -> int:
    """Choose a number of players; return how many ways to form sides are offered."""
    page.locator(f"input[name=seats][value='{players}']").check(force=True)
    expect(page.locator(f"input[name=seats][value='{players}']")).to_be_checked()
    return page.locator(TEAMS).count()


def lay_by_lists(page: Page, parts: dict[str, str]) -> None:
    """Choose a move from lists and lay it: whatever the scene shows."""
    if not page.locator("list-chooser").count():
        choose_action(page, "lists")
    for part, value in parts.items():
        page.locator(f"select[data-part={part}]").select_option(value)
    lay_shown(page)


def seats_of(site: Serving, table: str) -> list[str]:
    """Return the names by seat in a table's last game."""
    with urllib.request.urlopen(f"{site.address}/api/tables/{table}/record") as response:
        names: list[str] = json.load(response)["seats"]
    return names


def options_of(site: Serving, table: str) -> dict[str, Any]:
    """Return the options of a table."""
    with urllib.request.urlopen(f"{site.address}/api/tables/{table}") as response:
        found: dict[str, Any] = json.load(response)["options"]
    return found


def test_teams_are_offered_to_four_players_alone(person: Person, site: Serving) -> None:
    page = person()
    open_form(page, "on-top")
    unfold(page)
    assert [teams_offered(page, players) for players in (2, 3, 4)] == [0, 0, 2]
    page.locator(f"{TEAMS}[value=true]").check(force=True)
    assert teams_offered(page, 3) == 0
    page.locator("[data-action=play]").click()
    page.wait_for_url("**/t/*")
    made = options_of(site, page.url.rpartition("/")[2])
    assert made["players"] == 3
    assert made["teams"] is False, "what three players cannot choose is not sent"


def test_who_gathers_sees_the_teams_and_chooses_a_side(person: Person, site: Serving) -> None:
    made = make_table(
        site.address,
        {"kind": "person", "name": "Anne"},
        {"kind": "open"},
        {"kind": "open"},
        {"kind": "open"},
        game="on-top",
        teams=True,
    )
    anne = person()
    sit_down(anne, made)
    sides = anne.locator(".lobby-team")
    expect(sides).to_have_count(2)
    expect(sides.nth(0)).to_contain_text("Anne")
    expect(sides.nth(0).locator("li")).to_have_count(2)
    expect(anne.get_by_text("les partenaires se font face")).to_be_visible()

    bea = person(width=360, height=740)
    bea.goto(f"/t/{made['table']}")
    choice = bea.locator("#join-place option")
    expect(choice).to_have_text(["Équipe 1, avec Anne", "Équipe 2"])
    bea.locator("#join-place").select_option(index=0)
    bea.locator("#join-name").fill("Béa")
    assert objections_to(bea) == []
    bea.get_by_role("button", name="Prendre place").click()
    expect(sides.nth(0).locator("[data-place='2']")).to_contain_text("Béa")
    expect(sides.nth(1)).not_to_contain_text("Béa")


def test_partners_are_told_at_the_table_and_win_together(person: Person, site: Serving) -> None:
    """Everybody round one screen: partners stand beside one another's names, without any colour."""
    made = make_table(
        site.address,
        *({"kind": "person", "name": name} for name in NAMES),
        game="on-top",
        teams=True,
        board=SMALL,
    )
    page = person()
    sit_down(page, made)
    seats = page.locator(".seat")
    expect(seats).to_have_count(4)
    for name, partner in PARTNERS:
        seat = seats.filter(has=page.locator(".seat-name", has_text=name))
        expect(seat.locator(".partner")).to_have_text(f"avec {partner}")
    assert objections_to(page) == []
    for move in GAME:
        lay_by_lists(page, move)
    page.wait_for_selector(TERMINAL)

    seated = seats_of(site, made["table"])
    winners = [seated[0], seated[2]]
    ends = page.locator(".ranks > li")
    expect(ends).to_have_count(4)
    expect(ends.locator(".rank")).to_have_text(["Rang 1"] * 2 + ["Rang 2"] * 2)
    names = ends.locator(".seat-name").all_inner_texts()
    assert sorted(names[:2]) == sorted(winners)
    totals = ["total −32 points"] * 2 + ["total −36 points"] * 2
    for end, total in zip(ends.all(), totals, strict=True):
        expect(end).to_contain_text(total)
    expect(page.locator("#over-title")).to_have_text(f"{' et '.join(winners)} gagnent ensemble !")
    assert objections_to(page) == []

    page.locator("[data-action=rematch]").click()
    page.wait_for_selector(f"{MY_TURN}[data-game='2']")
    for name, partner in PARTNERS:
        seat = seats.filter(has=page.locator(".seat-name", has_text=name))
        expect(seat.locator(".partner")).to_have_text(f"avec {partner}")
