"""The study board: moves of all seats, chance, variations, notes, chapters, and shared copies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

import empile
from empile.engine.record import Record
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.learning import Choose, choose_by_keys, choose_by_mouse
from tests.browser.support.playing import (
    expect_fitting,
    focused,
    make_table,
    sit_down,
    tab_to,
)
from tests.browser.support.records import replay_address
from tests.server.serving import Serving
from tests.support.games import begun_match
from tests.support.patience import PATIENCE

SIZES = ((1440, 900), (820, 1180), (360, 740))
CURRENT = ".study[data-current=true]"
CURRENT_MOVE = ".tree-move[aria-current=step]"
LAY = "[data-action=play-move]"


def at(page: Page, *path: int) -> None:
    """Wait until a position is shown."""
    page.wait_for_selector(f"{CURRENT}[data-path='{','.join(map(str, path))}']")


def legal(site: Serving, game: str, *moves: str) -> list[dict[str, Any]]:
    body = {"game": game, "options": {"players": 2}, "moves": moves}
    answer = httpx.post(f"{site.address}/api/positions", json=body, timeout=PATIENCE)
    found: list[dict[str, Any]] = answer.json()["legal"]
    return found


def lay(page: Page, move: dict[str, Any], choose: Choose = choose_by_mouse) -> None:
    choose(page, move["text"], move["parts"])
    page.locator(LAY).press("Enter")


def lay_two(page: Page, site: Serving, choose: Choose = choose_by_mouse) -> list[str]:
    """Lay the two start rings of Block Ness; return their texts."""
    page.goto("/study/block-ness")
    at(page)
    first = legal(site, "block-ness")[0]
    lay(page, first, choose)
    at(page, 0)
    second = legal(site, "block-ness", first["text"])[-1]
    lay(page, second, choose)
    at(page, 0, 0)
    return [first["text"], second["text"]]


def lay_variation(page: Page, site: Serving) -> tuple[str, str, str]:
    """Lay two start rings, and another second one; return their texts."""
    first, second = lay_two(page, site)
    page.locator("[data-action='replay.back']").click()
    at(page, 0)
    other = next(move for move in legal(site, "block-ness", first) if move["text"] != second)
    lay(page, other)
    at(page, 0, 1)
    return first, second, str(other["text"])


def test_variations_comments_and_judgements_outlive_the_page(person: Person, site: Serving) -> None:
    page = person()
    _, _, other = lay_variation(page, site)
    page.locator("[data-glyph='!']").click()
    page.locator("textarea[name=comment]").fill("Mieux placé.")
    page.locator("textarea[name=comment]").blur()
    expect(page.locator(".tree-comment")).to_have_text("Mieux placé.")
    expect(page.locator(f"{CURRENT_MOVE} .tree-glyph")).to_have_text("!")
    page.wait_for_url("**/study/block-ness?id=*")
    page.reload()
    at(page)
    page.keyboard.press("ArrowRight")
    at(page, 0)
    page.keyboard.press("ArrowRight")
    at(page, 0, 0)
    page.keyboard.press("ArrowDown")
    at(page, 0, 1)
    page.keyboard.press("Home")
    at(page)
    expect(page.locator(".tree-variations .tree-move")).to_contain_text(other)
    page.locator(f".tree-move[data-event='{other}']").click()
    at(page, 0, 1)
    page.locator("[data-action=promote]").click()
    at(page, 0, 0)
    expect(page.locator(CURRENT_MOVE)).to_contain_text(other)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect_fitting(page, "a study")
    assert objections_in_both(page) == []


def test_everything_can_be_undone_by_keyboard_alone(person: Person, site: Serving) -> None:
    page = person(width=360, height=740)
    lay_two(page, site, choose_by_keys)
    page.keyboard.press("Delete")
    at(page, 0)
    expect(page.locator("[data-told]")).not_to_be_empty()
    page.keyboard.press("Control+z")
    at(page, 0, 0)
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    at(page)
    page.keyboard.press("Control+y")
    at(page, 0)
    page.keyboard.press("Control+Shift+z")
    at(page, 0, 0)
    tab_to(page, "textarea[name=comment]", 80)
    page.keyboard.type("Bien")
    page.keyboard.press("Tab")
    expect(page.locator(".tree-comment")).to_have_text("Bien")
    assert focused(page, "[data-glyph]")


def test_circles_and_arrows_are_drawn_and_described(person: Person, site: Serving) -> None:
    page = person()
    lay_two(page, site)
    page.locator("[data-action=draw]").click()
    page.locator(".target[data-target='place:d5']").click()
    expect(page.locator("[data-mark=circle][data-colour=green]")).to_have_count(1)
    page.locator("input[value=arrow]").check()
    page.locator("input[value=red]").check()
    page.locator(".target[data-target='place:d5']").click()
    page.locator(".target[data-target='place:g7']").click()
    expect(page.locator("[data-mark=arrow][data-colour=red]")).to_have_count(1)
    expect(page.locator(".mark-text")).to_have_count(2)
    expect(page.locator(".mark-text").last).to_contain_text("d5")
    assert objections_in_both(page) == []
    page.locator("[data-action=draw]").click()
    page.locator("[data-action='replay.back']").click()
    at(page, 0)
    expect(page.locator("[data-mark]")).to_have_count(0)
    page.locator("[data-action='replay.next']").click()
    at(page, 0, 0)
    expect(page.locator("[data-mark]")).to_have_count(2)
    page.locator("[data-action=erase]").click()
    expect(page.locator("[data-mark]")).to_have_count(0)


def test_chance_is_chosen_or_drawn(person: Person, site: Serving) -> None:
    page = person()
    page.goto("/study/on-top")
    page.locator("[data-chance='~BRWY']").click()
    at(page, 0)
    expect(page.locator(CURRENT_MOVE)).to_contain_text("~BRWY")
    lay(page, legal(site, "on-top", "~BRWY")[0])
    at(page, 0, 0)
    page.locator("[data-action=draw-chance]").click()
    at(page, 0, 0, 0)
    page.locator("input[name=draw-chance]").check()
    chance = page.locator(".tree-move.chance")
    expect(chance).to_have_count(1)  # the shown one


def test_an_event_of_many_parts_is_chosen_part_by_part(person: Person) -> None:
    page = person()
    page.goto("/study/block-out")
    page.locator("[data-chance]").first.click()
    expect(page.locator(".chance-partial")).not_to_be_empty()
    page.locator("[data-action=undo-chance]").click()
    expect(page.locator(".chance-partial")).to_have_count(0)
    page.locator("[data-chance]").first.click()
    expect(page.locator("[data-action=undo-chance]")).to_be_visible()
    page.locator("[data-action=draw-chance]").click()
    page.wait_for_selector(f"{CURRENT}:not([data-path=''])")


def test_hands_are_covered_by_seat(person: Person) -> None:
    page = person()
    page.goto("/study/blox")
    page.locator("input[name=draw-chance]").check()
    page.wait_for_selector(f"{CURRENT}:not([data-path=''])")
    page.wait_for_selector(".panel-choice, .target")
    page.locator("input[name=cover-0]").check()
    page.wait_for_selector(f"{CURRENT}")
    page.wait_for_selector("engine-lines")
    expect(page.locator(LAY)).to_have_count(0)


@pytest.mark.parametrize("game", empile.game_names())
def test_a_shared_study_is_a_copy(person: Person, game: str) -> None:
    anne, bea = person(), person(width=820, height=1180)
    record = begun_match(game, events=4, seed=5).record()
    anne.goto(replay_address(record.to_dict()))
    anne.wait_for_selector(".replay")
    anne.keyboard.press("End")
    anne.keyboard.press("s")
    at(anne, *[0] * len(record.events))
    anne.locator("input[name=study-name]").fill("Ma partie")
    anne.locator("input[name=study-name]").blur()
    anne.evaluate(
        "() => (navigator.clipboard.writeText = async (text) => { window.copied = text; })"
    )
    anne.locator("[data-action=copy-link]").click()
    anne.wait_for_function("() => window.copied")
    link = anne.evaluate("() => window.copied")
    bea.goto(link)
    at(bea)
    expect(bea.locator("input[name=study-name]")).to_have_value("Ma partie")
    expect(bea.locator(".tree-move")).to_have_count(len(record.events) + 1)
    bea.wait_for_url(f"**/study/{game}?id=*")
    bea.locator(".tree-move").nth(1).click()
    at(bea, 0)
    bea.locator("[data-action=cut]").click()
    expect(bea.locator(".tree-move")).to_have_count(1)
    bea.reload()
    at(bea)
    expect(bea.locator(".tree-move")).to_have_count(1)
    anne.reload()
    at(anne)
    expect(anne.locator(".tree-move")).to_have_count(len(record.events) + 1)
    expect_fitting(bea, "a copy of a study")


def test_a_chapter_is_saved_as_a_record_with_variations(
    person: Person, site: Serving, tmp_path: Path
) -> None:
    page = person()
    first, second, other = lay_variation(page, site)
    with page.expect_download() as saved:
        page.locator("[data-action=save-chapter]").click()
    path = tmp_path / "chapter.json"
    saved.value.save_as(path)
    record = Record.from_json(path.read_text("utf-8"))
    assert record.events == [first, second]
    assert [list(line.events) for line in record.variations] == [[other]]
    assert record.final_state().current_player() >= 0


def test_chapters_begin_at_the_shown_position(person: Person, site: Serving) -> None:
    page = person()
    lay_two(page, site)
    page.locator("[data-action=new-chapter]").click()
    page.locator("input[value=here]").check()
    page.locator("[data-action=create-chapter]").click()
    page.wait_for_selector(f"{CURRENT}[data-chapter='1'][data-path='']")
    expect(page.locator("[data-chapter]")).to_have_count(3)  # of the page, and two of the list
    page.locator("[data-action=new-chapter]").click()
    page.locator("chapter-form select[name=players]").select_option("3")
    page.locator("[data-action=create-chapter]").click()
    page.wait_for_selector(f"{CURRENT}[data-chapter='2']")
    expect(page.locator("seat-list li, .seat")).to_have_count(3)
    page.locator("[data-action='study.chapter.remove']").click()
    page.wait_for_selector(f"{CURRENT}[data-chapter='1']")


def test_links_to_nothing_say_so(person: Person) -> None:
    page = person()
    for path in ("/study/block-ness?id=unknown", "/study/block-ness#s=damaged", "/study/chess"):
        page.goto("/")
        page.goto(path)
        expect(page.locator("[role=alert]")).not_to_be_empty()


def test_a_finished_game_is_studied_by_one_key(person: Person, site: Serving) -> None:
    made = make_table(site.address, {"kind": "person", "name": "Anne"}, {"kind": "open"})
    page = person()
    record = played_to_the_end(site, made)
    sit_down(page, made)
    page.locator("[data-action=review]").click()
    page.locator(".replay [data-action=study]").wait_for()
    page.keyboard.press("s")
    at(page)
    expect(page.locator(".tree-move")).to_have_count(len(record) + 1)


def played_to_the_end(site: Serving, made: dict[str, Any]) -> list[str]:
    """Resign before the first move; return the events of the record."""
    path = f"{site.address}/api/tables/{made['table']}"
    httpx.post(f"{path}/join", json={"name": "Bea"}, timeout=PATIENCE).raise_for_status()
    headers = {"authorization": f"Bearer {made['token']}"}
    httpx.post(f"{path}/resignation", json={}, headers=headers, timeout=PATIENCE).raise_for_status()
    found = httpx.get(f"{path}/record", headers=headers, timeout=PATIENCE).json()
    return list(found["events"])
