"""The end of a game: who won and why, and what comes next."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

import empile
from empile.engine.contracts.referee import headless_options
from empile.engine.discovery import game_class
from empile.engine.record import Ended
from tests.browser.conftest import Person
from tests.browser.support.learning import game_names
from tests.browser.support.playing import (
    ANNE,
    BOT,
    READY,
    SMALL,
    choose_action,
    finish,
    make_table,
    open_form,
    sit_down,
    sit_down_with,
)
from tests.browser.support.records import replay_address
from tests.server.serving import Serving
from tests.support.games import random_match

OVER = "table-over"


def _pair(person: Person) -> tuple[Page, Page]:
    """Return two people at a table of Block Ness."""
    anne, bea = person(), person(width=390, height=800)
    open_form(anne, "", "open")
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
        (bea, "Anne gagne !"),
        (curious, "Anne gagne !"),
    ):
        over = page.locator(OVER)
        expect(over.locator("h2")).to_have_text(heading)
        expect(over).to_contain_text("Vous avez abandonné." if page is bea else "Béa a abandonné.")
        expect(page.locator(".ranks .seat-name")).to_have_text(["Anne", "Béa"])
        expect(page.locator(".rank")).to_have_text(["Rang 1", "Rang 2"])
    curious.goto(f"/r/{made['table']}")
    curious.wait_for_selector(f".replay:has({READY})")
    curious.keyboard.press("End")
    expect(curious.locator(OVER)).to_contain_text("Béa a abandonné.")


def test_a_replay_says_at_its_end_why_a_seat_left(person: Person) -> None:
    page = person()
    match = random_match(empile.load("blox", players=3, round_limit=1), 1)
    record = match.record(["Anne", "Béa", "Chloé"])
    left = replace(record, left=(None, "time", "resignation"))
    page.goto(replay_address(left.to_dict()))
    page.wait_for_selector(f".replay:has({READY})")
    tags = page.locator("seat-list .tag", has_text=re.compile("temps écoulé|a abandonné"))
    expect(tags).to_have_count(0)
    page.keyboard.press("End")
    expect(tags).to_have_text(["temps écoulé", "a abandonné"])


def test_in_a_game_that_was_called_off_it_is_nobodys_turn(person: Person) -> None:
    page = person()
    match = empile.Match(empile.load("block-ness"))
    match.play(match.state.legal_texts()[0])
    record = replace(match.record(["Anne", "Béa"]), ended=Ended("aborted", [0]))
    page.goto(replay_address(record.to_dict()))
    page.wait_for_selector(f".replay:has({READY})")
    turn = page.locator("seat-list .to-act")
    expect(turn).to_have_count(1)
    page.keyboard.press("End")
    page.locator(OVER).wait_for()
    expect(turn).to_have_count(0)


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


def test_the_address_of_a_finished_game_stays_that_game(person: Person) -> None:
    anne, bea = _pair(person)
    _resign(anne)
    expect(bea).to_have_url(re.compile(r"/t/[^/?]+\?game=1$"))
    finished = bea.url
    choose_action(bea, "invite")
    expect(bea.locator("[data-invite-link]")).to_have_value(finished)
    bea.keyboard.press("Escape")
    anne.locator("[data-action=rematch]").click()
    bea.get_by_role("button", name="Accepter la revanche").click()
    for page in (anne, bea):
        page.wait_for_selector(".table[data-state=playing]")
        expect(page).to_have_url(finished.partition("?")[0])
    for friend in (person(), bea):
        friend.goto("/")
        friend.goto(finished)
        friend.wait_for_selector(f".replay:has({READY})")
        expect(friend.locator(".log li").last).to_have_text(re.compile("Anne abandonne"))
        friend.locator("[data-action=rematch]").click()
        friend.wait_for_selector(".table[data-game='2']")
        friend.go_back()
        friend.wait_for_selector(".replay")
        friend.go_back()
        friend.wait_for_selector(".home")


def test_a_new_table_has_the_same_options_and_an_open_place(person: Person) -> None:
    anne, bea = _pair(person)
    old = anne.url
    _resign(anne)
    choose_action(anne, "new-table")
    bea.goto(anne.locator("[data-invite-link]").input_value())
    assert anne.url != old
    bea.get_by_role("button", name="Prendre place").click()
    for page in (anne, bea):
        page.wait_for_selector(READY)


@pytest.mark.parametrize("size", [(360, 740), (820, 1180), (1440, 900)])
def test_the_end_leaves_the_board_in_sight(
    person: Person, site: Serving, size: tuple[int, int]
) -> None:
    page = person(*size)
    sit_down_with(page, site, BOT, **SMALL)
    finish(page)
    over = page.locator(OVER)
    expect(over.locator("[data-action=rematch]")).to_be_focused()
    for shown in (page.locator(".stage-area"), over):
        expect(shown).to_be_in_viewport(ratio=1)
    expect(over.locator(".actions > :not(overflow-menu)")).to_have_count(2)
    reason = over.locator("p").evaluate(
        "line => line.offsetHeight / parseFloat(getComputedStyle(line).lineHeight)"
    )
    assert reason < 1.5, "the reason is one line"
    expect(page.locator("[data-action=more]")).to_have_count(1)
    expect(page.get_by_text(re.compile(r"^Rang \d( ex æquo)?$"))).to_have_count(2)


def test_the_result_waits_for_the_last_piece(person: Person, site: Serving) -> None:
    page = person()
    sit_down_with(page, site, BOT)
    page.evaluate(
        """() => { document.querySelector("game-board").settled = async () => {
        window.early = document.querySelectorAll(".ranks, table-over").length; }; }"""
    )
    _resign(page)
    expect(page.locator(".ranks li")).to_have_count(2)
    assert page.evaluate("() => window.early") == 0


def test_at_the_end_the_focus_is_on_the_next_action(person: Person, site: Serving) -> None:
    page = person(width=360, height=740)
    sit_down_with(page, site, BOT, BOT, BOT, players=4)
    _resign(page)
    rematch = page.locator("[data-action=rematch]")
    expect(rematch).to_be_focused()
    for shown in (rematch, page.locator(f"{OVER} h2")):
        expect(shown).to_be_in_viewport(ratio=1)
    # A computer played on: whoever wins, it is not the person who gave up.
    expect(page.locator(f"{OVER} h2")).not_to_contain_text("Vous")
    names = page.locator("seat-list .seat-name")
    at_table = names.all_inner_texts()
    assert sorted(at_table) == ["Anne", "Débutant 1", "Débutant 2", "Débutant 3"]
    page.locator("[data-action=review]").click()
    page.wait_for_selector(".replay")
    page.keyboard.press("End")
    expect(names).to_have_text(at_table)
