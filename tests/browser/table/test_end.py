"""The end of a game: who won and why, and what comes next."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class
from tests.browser.conftest import Person
from tests.browser.support.learning import game_names
from tests.browser.support.playing import (
    ANNE,
    BOT,
    READY,
    choose_action,
    make_table,
    sit_down,
    sit_down_with,
)
from tests.server.serving import Serving

OVER = "table-over"


def _pair(person: Person) -> tuple[Page, Page]:
    """Return two people at a table of Block Ness."""
    anne, bea = person(), person(width=390, height=800)
    anne.goto("/")
    anne.get_by_label("En ligne, entre amis").check()
    anne.get_by_label("Votre nom").fill("Anne")
    anne.locator("[data-action=play]").click()
    bea.goto(anne.locator("[data-invite-link]").input_value())
    bea.get_by_label("Votre nom").fill("Béa")
    bea.get_by_role("button", name="Prendre place").click()
    for page in (anne, bea):
        page.wait_for_selector(READY)
    return anne, bea


def _resign(page: Page) -> None:
    choose_action(page, "resign")
    page.locator("[data-action=resign-now]").click()


@pytest.mark.parametrize("game", game_names())
def test_resigning_names_a_winner_and_ranks_for_players_and_spectators(
    person: Person, site: Serving, game: str
) -> None:
    anne, bea, curious = person(), person(width=390, height=800), person()
    options = headless_options(game_class(game))
    made = make_table(site.address, ANNE, {"kind": "open"}, game=game, **options)
    sit_down(anne, made)
    bea.goto(f"/t/{made['table']}")
    bea.get_by_label("Votre nom").fill("Béa")
    bea.get_by_role("button", name="Prendre place").click()
    curious.goto(f"/t/{made['table']}")
    for page in (anne, bea, curious):
        page.wait_for_selector(READY)
    _resign(bea)
    for page, heading in (
        (anne, "Vous avez gagné !"),
        (bea, "Anne gagne la partie !"),
        (curious, "Anne gagne la partie !"),
    ):
        over = page.locator(OVER)
        expect(over.locator("h2")).to_have_text(heading)
        expect(over).to_contain_text("Béa a abandonné.")
        expect(over.locator(".ranks .seat-name")).to_have_text(["Anne", "Béa"])
        expect(over.locator(".ranks .rank")).to_have_text(["Rang 1", "Rang 2"])
    curious.goto(f"/r/{made['table']}")
    curious.wait_for_selector(f".replay:has({READY})")
    curious.keyboard.press("End")
    expect(curious.locator(OVER)).to_contain_text("Béa a abandonné.")


def test_a_rematch_shows_who_agrees_and_who_has_left(person: Person) -> None:
    anne, bea = _pair(person)
    _resign(bea)
    anne.locator("[data-action=rematch]").click()
    people = anne.locator(".rematch-people")
    expect(people).to_contain_text("Béa n’a pas encore répondu")
    expect(bea.locator("[data-action=rematch]")).to_have_text("Accepter la revanche")
    expect(bea.locator(".rematch-people")).to_contain_text("Anne est d’accord pour une revanche")
    bea.goto("/")
    expect(people).to_contain_text("Béa a quitté la table")
    people.get_by_role("button", name="Faire jouer l’ordinateur").click()
    anne.locator("dialog[open]").get_by_role("button", name="Débutant").click()
    expect(people).to_have_count(0)
    anne.locator("[data-action=rematch]").click()
    anne.wait_for_selector(".table[data-state=playing]")
    expect(anne.locator("seat-list")).to_contain_text("l’ordinateur joue")


def test_a_rematch_starts_when_both_agree(person: Person) -> None:
    anne, bea = _pair(person)
    _resign(anne)
    anne.locator("[data-action=rematch]").click()
    bea.get_by_role("button", name="Accepter la revanche").click()
    for page in (anne, bea):
        page.wait_for_selector(".table[data-state=playing]")


def test_a_new_table_has_the_same_options_and_an_open_place(person: Person) -> None:
    anne, bea = _pair(person)
    old = anne.url
    _resign(anne)
    anne.locator("[data-action=new-table]").click()
    bea.goto(anne.locator("[data-invite-link]").input_value())
    assert anne.url != old
    bea.get_by_role("button", name="Prendre place").click()
    for page in (anne, bea):
        page.wait_for_selector(READY)


def test_at_the_end_the_focus_is_on_the_next_action(person: Person, site: Serving) -> None:
    page = person(width=360, height=740)
    sit_down_with(page, site, BOT, BOT, BOT, players=4)
    _resign(page)
    rematch = page.locator("[data-action=rematch]")
    expect(rematch).to_be_focused()
    for shown in (rematch, page.locator(f"{OVER} h2")):
        expect(shown).to_be_in_viewport(ratio=1)
    expect(page.locator(OVER)).to_contain_text("Débutant")
    names = page.locator("seat-list .seat-name")
    at_table = names.all_inner_texts()
    assert sorted(at_table) == ["Anne", "Débutant 1", "Débutant 2", "Débutant 3"]
    page.locator(f"{OVER} a", has_text="Revoir la partie").click()
    page.wait_for_selector(".replay")
    expect(names).to_have_text(at_table)
