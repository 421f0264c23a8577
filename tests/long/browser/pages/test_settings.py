"""Settings: theme, animations, view, confirmation of moves and sounds, kept in the browser."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.playing import LAY, MY_TURN, READY, make_table, sit_down
from tests.server.serving import Serving

TWO = ({"kind": "person", "name": "Anne"}, {"kind": "bot", "level": 1})


def _open(page: Page) -> None:
    page.locator("[data-action=settings]").click()
    expect(page.locator("settings-drawer dialog[open]")).to_be_visible()


def _choose(page: Page, name: str, value: str) -> None:
    page.locator(f"[data-setting={name}][value={value}]").check()


def test_theme_and_motion_apply_at_once_and_are_kept(person: Person) -> None:
    page = person()
    page.goto("/")
    _open(page)
    root = page.locator("html")
    _choose(page, "theme", "dark")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(page.locator("body")).to_have_css("color", "rgb(242, 232, 216)")
    _choose(page, "motion", "reduced")
    expect(root).to_have_attribute("data-motion", "reduced")
    page.reload()
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-motion", "reduced")
    _open(page)
    expect(page.locator("[data-setting=theme][value=dark]")).to_be_checked()
    page.keyboard.press("Escape")
    expect(page.locator("settings-drawer dialog[open]")).to_have_count(0)
    expect(page.locator("[data-action=settings]")).to_be_focused()


def test_without_confirmation_a_chosen_move_is_played_at_once(
    person: Person, site: Serving
) -> None:
    page = person()
    sit_down(page, make_table(site.address, *TWO))
    page.wait_for_selector(MY_TURN)
    _open(page)
    _choose(page, "confirm", "off")
    page.keyboard.press("Escape")
    for part in ("near", "far"):  # a start ring
        page.locator(f".target[data-part={part}]").first.press("Enter")
    expect(page.locator(".wide-log .log")).to_contain_text("Vous : anneau de départ")
    expect(page.locator(LAY)).to_have_count(0)


def test_the_board_opens_in_the_chosen_view(person: Person, site: Serving) -> None:
    page = person()
    page.goto("/")
    _open(page)
    _choose(page, "view", "plan")
    page.keyboard.press("Escape")
    sit_down(page, make_table(site.address, *TWO))
    page.wait_for_selector(READY)
    expect(page.locator("[data-action=plan]")).to_have_attribute("aria-label", "Vue 3D")


def test_sounds_have_a_volume_and_kinds(person: Person) -> None:
    page = person(width=360, height=740)
    page.goto("/")
    _open(page)
    volume = page.locator("[data-setting=volume]")
    volume.focus()
    page.keyboard.press("Home")
    expect(volume).to_have_attribute("aria-valuetext", "0\u202f%")
    page.locator("[data-setting=sound-turn]").uncheck()
    page.reload()
    _open(page)
    expect(volume).to_have_value("0")
    expect(page.locator("[data-setting=sound-turn]")).not_to_be_checked()
    expect(page.locator("[data-setting=sound-moves]")).to_be_checked()


def test_settings_change_the_language(person: Person) -> None:
    page = person()
    page.goto("/")
    _open(page)
    page.locator("[data-setting=language]").select_option("de")
    expect(page.locator("settings-drawer h2")).to_have_text("Einstellungen")


def _span(page: Page) -> float:
    width: float = page.evaluate(
        """() => {
          const at = [...document.querySelectorAll('.target')].map(t => t.getBoundingClientRect().x);
          return Math.max(...at) - Math.min(...at);
        }"""
    )
    return width


def test_coordinates_and_colours_change_the_board_at_once_and_are_kept(
    person: Person, site: Serving
) -> None:
    page = person()
    sit_down(page, make_table(site.address, *TWO))
    page.wait_for_selector(MY_TURN)
    names = page.locator("game-board .flat svg text").filter(has_text=re.compile("^e$"))
    expect(names).to_have_count(1)
    seat = page.locator("li.seat").first
    standard = seat.get_attribute("style")
    span = _span(page)
    _open(page)
    _choose(page, "coordinates", "off")
    expect(names).to_have_count(0)
    _choose(page, "colours", "tritan")
    expect(seat).not_to_have_attribute("style", standard or "")
    assert _span(page) > span, "the board takes the room of the coordinates"
    other = seat.get_attribute("style")
    page.reload()
    page.wait_for_selector(READY)
    expect(seat).to_have_attribute("style", other or "")
    expect(names).to_have_count(0)
