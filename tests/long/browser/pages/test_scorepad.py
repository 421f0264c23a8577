"""Beside a real box: whose turn it is and what is counted, by taps on one device."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT, Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.playing import focused, tab_to

KEPT = sorted(
    path.parents[1].name.replace("_", "-")
    for path in (ROOT / "src" / "empile" / "games").glob("*/data/scorepad.json")
)


def begin(page: Page, game: str, *names: str, first: int = 0) -> None:
    """Sit down to a game of these people; ``first`` begins."""
    page.goto(f"/scorepad/{game}")
    page.wait_for_selector("[data-scorepad=gathering]")
    page.get_by_role("radio", name=str(len(names)), exact=True).check(force=True)
    for seat, name in enumerate(names):
        page.locator(".scorepad-names input[type=text]").nth(seat).fill(name)
    page.locator(".scorepad-names input[type=radio]").nth(first).check()
    page.locator("[data-scorepad-action=begin]").click()
    page.wait_for_selector("[data-scorepad=playing]")


def count(page: Page, seat: int, counter: str) -> str:
    """Return what a seat has of a counter."""
    return page.locator(f"[data-seat='{seat}'] [data-count={counter}]").inner_text()


def step(page: Page, counter: str, by: int) -> None:
    """Press a button of the seat whose buttons are shown."""
    page.locator(f"[data-step='{counter}:{by}']").click()


def turn(page: Page) -> str:
    """Return who is to play."""
    return page.locator(".scorepad h1").inner_text()


def test_the_games_cards_lead_there(person: Person) -> None:
    page = person()
    page.goto("/learn")
    links = page.get_by_role("link", name="Jouer avec votre boîte")
    expect(links).to_have_count(len(KEPT))
    links.first.click()
    page.wait_for_selector("[data-scorepad=gathering]")


def test_points_phases_and_rounds_survive_a_reload_and_are_undone(person: Person) -> None:
    page = person(width=360)
    begin(page, "blox", "Anne", "Béa", first=1)
    assert turn(page) == "À Béa de jouer"
    expect(page.locator(".scorepad-phase")).to_contain_text("Phase 2")
    step(page, "points", 4)
    expect(page.locator("[data-told]")).to_have_text("Béa, points\xa0: 4")
    step(page, "blocks", 4)
    page.locator("[data-scorepad-action=next]").click()
    assert turn(page) == "À Anne de jouer"
    expect(page.locator("[data-told]")).to_have_text("À Anne de jouer")
    # Others' counts can be mended out of turn.
    page.locator("[data-seat='1'] .scorepad-who").click()
    step(page, "points", 1)
    assert (count(page, 1, "points"), count(page, 1, "blocks"), count(page, 0, "points")) == (
        "5",
        "4",
        "0",
    )
    page.locator("[data-scorepad-action=next]").click()
    expect(page.locator(".scorepad-head")).to_contain_text("Tour de table 2")
    page.locator("[data-scorepad-action=phase]").click()
    expect(page.locator("[data-phase='3']")).to_be_visible()

    page.reload()
    page.wait_for_selector("[data-scorepad=playing]")
    assert (turn(page), count(page, 1, "points")) == ("À Béa de jouer", "5")
    expect(page.locator("[data-phase='3']")).to_be_visible()

    for _ in range(3):
        page.locator("[data-scorepad-action=undo]").click()
    expect(page.locator("[data-phase='2']")).to_be_visible()
    assert (turn(page), count(page, 1, "points")) == ("À Anne de jouer", "4")


def test_the_end_ranks_and_the_next_game_begins_with_the_next_one(person: Person) -> None:
    page = person()
    begin(page, "on-top", "Anne", "Béa", "Chloé")
    for points in (12, 3, 8):
        step(page, "points", points)
        page.locator("[data-scorepad-action=next]").click()
    page.locator("[data-seat='2'] .scorepad-who").click()
    for _ in range(8):
        step(page, "pawns", -1)
    page.locator("[data-scorepad-action=end]").click()
    page.wait_for_selector("[data-scorepad=over]")
    ranks = page.locator(".scorepad-ranks li").all_inner_texts()
    # Each pawn left costs a point: 8 - 12, 12 - 20, 3 - 20.
    assert [text.split("\n")[-1] for text in ranks] == ["-4", "-8", "-17"]
    assert [name for text in ranks for name in ("Anne", "Béa", "Chloé") if name in text] == [
        "Chloé",
        "Anne",
        "Béa",
    ]
    page.locator("[data-scorepad-action=undo]").click()
    page.wait_for_selector("[data-scorepad=playing]")
    page.locator("[data-scorepad-action=end]").click()
    page.locator("[data-scorepad-action=again]").click()
    page.wait_for_selector("[data-scorepad=playing]")
    assert (turn(page), count(page, 2, "points")) == ("À Béa de jouer", "0")


def test_unused_pawns_cost_nothing_when_a_neutral_colour_runs_out(person: Person) -> None:
    page = person(width=360)
    neutral = page.locator("[data-scorepad-action=end-neutral-out]")
    begin(page, "on-top", "Anne", "Béa", "Chloé", "David")
    expect(neutral).to_have_count(0)
    page.evaluate("localStorage.clear()")
    begin(page, "on-top", "Anne", "Béa")
    step(page, "points", 10)
    step(page, "pawns", -1)
    page.locator("[data-seat='1'] .scorepad-who").click()
    step(page, "points", 5)
    for _ in range(8):
        step(page, "pawns", -1)
    neutral.click()
    totals = page.locator(".scorepad-ranks strong")
    expect(totals).to_have_text(["10", "5"])
    expect(page.locator(".scorepad-over")).to_contain_text("Une couleur neutre n’a plus de pions")
    assert objections_in_both(page) == []
    # As with rules version 1, and with the option of a table that deducts.
    page.locator("[data-scorepad-action=undo]").click()
    page.get_by_role("button", name="Terminer la partie").click()
    expect(totals).to_have_text(["-7", "-9"])


def test_who_cannot_play_is_passed_over(person: Person) -> None:
    page = person()
    begin(page, "block-ness", "Anne", "Béa", "Chloé")
    step(page, "rings", 1)
    assert turn(page) == "À Béa de jouer", "a ring laid passes the turn"
    page.locator("[data-scorepad-action=out]").click()
    assert turn(page) == "À Chloé de jouer"
    step(page, "rings", 1)
    step(page, "rings", 1)
    assert turn(page) == "À Chloé de jouer", "Béa is passed over"
    expect(page.locator("[data-seat='1']")).to_contain_text("passe son tour")
    page.locator("[data-seat='1'] .scorepad-who").click()
    page.locator("[data-scorepad-action=out]").click()
    page.locator("[data-seat='2'] .scorepad-who").click()
    step(page, "rings", 1)
    step(page, "rings", 1)
    assert turn(page) == "À Béa de jouer"


def test_it_is_done_by_keys(person: Person) -> None:
    page = person()
    begin(page, "blox", "Anne", "Béa")
    assert focused(page, "h1")
    tab_to(page, "[data-step='points:2']")
    page.keyboard.press("Enter")
    assert count(page, 0, "points") == "2"
    tab_to(page, "[data-scorepad-action=next]")
    page.keyboard.press("Enter")
    assert turn(page) == "À Béa de jouer"


def test_what_is_kept_of_another_time_and_does_not_fit_is_forgotten(person: Person) -> None:
    page = person()
    page.goto("/scorepad/blox")
    page.wait_for_selector("[data-scorepad=gathering]")
    page.evaluate("localStorage.setItem('empile.keeper.blox', '{\"names\": [1]}')")
    page.reload()
    page.wait_for_selector("[data-scorepad=gathering]")
    page.goto("/scorepad/no-such-game")
    expect(page.locator("h1")).to_have_text("Page introuvable")


@pytest.mark.parametrize("game", KEPT)
def test_axe_finds_nothing(person: Person, game: str) -> None:
    page = person(width=360)
    page.goto(f"/scorepad/{game}")
    page.wait_for_selector("[data-scorepad=gathering]")
    objections = {"gathering": objections_in_both(page)}
    begin(page, game, "Anne", "Béa", "Chloé", "David")
    objections["playing"] = objections_in_both(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.locator("[data-scorepad-action=end]").click()
    page.wait_for_selector("[data-scorepad=over]")
    objections["over"] = objections_in_both(page)
    assert {name: found for name, found in objections.items() if found} == {}


def test_print_shows_what_each_has_and_no_buttons(person: Person) -> None:
    page = person()
    begin(page, "blox", "Anne", "Béa", "Chloé")
    step(page, "points", 4)
    page.emulate_media(media="print")
    for seat, name in enumerate(("Anne", "Béa", "Chloé")):
        row = page.locator(f"[data-seat='{seat}']")
        expect(row.locator(".scorepad-name")).to_be_visible()
        expect(row).to_contain_text(name)
        expect(row.locator("[data-count=points]")).to_be_visible()
    assert count(page, 0, "points") == "4"
    expect(page.locator("[data-step]").locator("visible=true")).to_have_count(0)
    expect(page.locator("[data-scorepad-action]").locator("visible=true")).to_have_count(0)
    page.emulate_media(media="screen")
    page.locator("[data-scorepad-action=end]").click()
    page.emulate_media(media="print")
    ranks = page.locator(".scorepad-ranks .scorepad-name")
    expect(ranks.locator("visible=true")).to_have_count(3)
