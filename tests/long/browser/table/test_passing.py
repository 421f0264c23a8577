"""Several people at one device, each with a hand of their own: a curtain falls between them."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class, game_names
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import (
    CURTAIN,
    MY_TURN,
    READY,
    choose_action,
    lay_shown,
    lift,
    make_table,
    sit_down,
)
from tests.server.serving import Serving

HIDING = [name for name in game_names() if game_class(name).imperfect_information]
NAMES = ("Anne", "Béa")
TABLE = ".table"


def here(name: str) -> dict[str, Any]:
    """Return the place of a person at this device."""
    return {"kind": "person", "name": name}


def move_by_lists(page: Page) -> None:
    """Make some move, chosen from lists."""
    page.wait_for_selector(READY)  # until then the lists stand in for the picture
    choose_action(page, "lists")
    table = page.locator(TABLE)
    for _ in range(4):
        if table.get_attribute("data-preview"):
            break
        for select in page.locator("list-chooser select").all():
            if not table.get_attribute("data-preview") and not select.input_value():
                select.select_option(index=1)
    lay_shown(page)


@pytest.mark.parametrize("game", HIDING)
def test_each_hand_is_shown_to_its_person_alone(person: Person, site: Serving, game: str) -> None:
    page = person()
    alone = headless_options(game_class(game))  # the odds stand in for a hand
    sit_down(page, make_table(site.address, *map(here, NAMES), game=game, **alone))
    page.wait_for_selector(CURTAIN)
    assert page.locator(TABLE).count() == 0, "nothing is drawn before somebody has the device"
    first = lift(page)
    (mine,) = [name for name in NAMES if f"Passez l’appareil à {name}" in first]
    expect(page.locator(".turn-banner strong")).to_have_text(f"À {mine} de jouer")

    move_by_lists(page)
    page.wait_for_selector(CURTAIN)
    expect(page.locator(TABLE)).to_be_hidden()
    for _ in range(3):
        page.keyboard.press("Escape")
    expect(page.locator(CURTAIN)).to_be_visible()
    expect(page.locator(TABLE)).to_be_hidden()
    page.wait_for_function("() => document.activeElement?.matches('[data-action=lift]')")
    page.keyboard.press("Enter")
    page.wait_for_selector(MY_TURN)
    (other,) = set(NAMES) - {mine}
    expect(page.locator(".turn-banner strong")).to_have_text(f"À {other} de jouer")

    page.reload()
    assert f"Passez l’appareil à {other}" in lift(page), "after a reload it is asked again"


@pytest.mark.parametrize("game", HIDING)
def test_against_the_computer_there_is_no_curtain(person: Person, site: Serving, game: str) -> None:
    page = person()
    bot = {"kind": "bot", "level": 1}
    sit_down(page, make_table(site.address, here("Anne"), bot, game=game))
    page.wait_for_selector(MY_TURN)
    expect(page.locator(CURTAIN)).to_have_count(0)


def test_where_all_lies_open_there_is_no_curtain(person: Person, site: Serving) -> None:
    page = person()
    sit_down(page, make_table(site.address, *map(here, NAMES), game="block-ness"))
    page.wait_for_selector(MY_TURN)
    expect(page.locator(CURTAIN)).to_have_count(0)


def test_axe_finds_nothing_on_the_curtain(person: Person, site: Serving) -> None:
    page = person(width=360)
    sit_down(page, make_table(site.address, *map(here, NAMES), game=HIDING[0]))
    page.wait_for_selector(CURTAIN)
    assert objections_in_both(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 360
