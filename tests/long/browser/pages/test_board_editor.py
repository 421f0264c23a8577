"""An owner of the box enters the real board, keeps it, sends it, and plays on it."""

from __future__ import annotations

import json
import urllib.request
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from empile.engine.discovery import load
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_to
from tests.browser.support.playing import MY_TURN, focused, open_form, tab_to, unfold
from tests.server.serving import Serving

PAGE = "/editor/blox/layout"
GOOD = ".editor[data-verdict=good]"
BAD = ".editor[data-verdict=bad]"


@cache
def house() -> dict[str, list[str]]:
    """Return the board of the house."""
    setup = load("blox").presenter.board_setup()
    return {key: setup[key] for key in ("colours", "squares")}


def open_page(page: Page, address: str = PAGE) -> None:
    """Open the page on which boards are entered."""
    page.goto(address)
    page.wait_for_selector(".editor[data-ready=true] [data-cell=e5]")


def cell(page: Page, name: str) -> Any:
    """Return a cell of the board."""
    return page.locator(f"[data-cell={name}]")


def choose(page: Page, part: str, sign: str) -> None:
    """Choose what to paint with."""
    page.locator(f"input[value='{part}:{sign}']").check(force=True)


def shown(page: Page) -> dict[str, list[str]]:
    """Return the board as the page shows it."""
    found: dict[str, list[str]] = {}
    for key, attribute in (("colours", "data-colour"), ("squares", "data-squares")):
        signs = page.locator("[data-cell]").evaluate_all(
            f"cells => cells.map(cell => cell.getAttribute('{attribute}')).join('')"
        )
        found[key] = [signs[start : start + 9] for start in range(0, 81, 9)]
    return found


def exported(page: Page, folder: Path) -> Path:
    """Save the board as a file."""
    with page.expect_download() as download:
        page.locator("[data-action=export]").click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


def answer(address: str) -> Any:
    """Return what the server answers to a request."""
    with urllib.request.urlopen(address) as response:
        return json.load(response)


def table_made(page: Page) -> str:
    """Make a table against the computer on the board; return its number."""
    page.locator("[data-action=play-board]").click()
    page.locator("dialog [data-action=play]").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(MY_TURN)
    return page.url.rpartition("/")[2]


def test_a_whole_board_by_keys_is_exported_read_again_and_played(
    person: Person, site: Serving, tmp_path: Path
) -> None:
    page = person()
    # The house board turned round, so that nothing can come from anywhere but the keys.
    turned = {part: [row[::-1] for row in rows] for part, rows in house().items()}
    open_page(page)
    expect(page.locator(BAD)).to_be_visible()
    tab_to(page, "[data-cell]", most=60)
    for row, squares in zip(turned["colours"], turned["squares"], strict=True):
        page.keyboard.press("Home")
        for colour, height in zip(row, squares, strict=True):
            page.keyboard.press(colour.lower())
            if height != ".":
                page.keyboard.press(height)
            page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
    expect(page.locator(GOOD)).to_be_visible()
    assert shown(page) == turned
    file = exported(page, tmp_path)
    assert json.loads(file.read_text("utf-8")) == turned

    other = person()
    open_page(other)
    other.locator("input[type=file]").set_input_files(file)
    expect(other.locator(GOOD)).to_be_visible()
    assert shown(other) == turned
    table = table_made(other)
    assert answer(f"{site.address}/api/tables/{table}")["options"]["layout"] == turned
    record = answer(f"{site.address}/api/tables/{table}/record")
    assert record["options"]["layout"] == turned


def test_cells_are_painted_by_clicking_and_drawing_and_changes_undone(person: Person) -> None:
    page = person()
    open_page(page)
    page.locator("[data-action=house]").click()
    expect(page.locator(GOOD)).to_be_visible()
    choose(page, "colours", "M")
    cell(page, "e5").click()
    expect(cell(page, "e5")).to_have_attribute("data-colour", "M")
    for name in ("a3", "d3"):
        box = cell(page, name).bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 8, box["y"] + 8)
        page.mouse.down() if name == "a3" else page.mouse.up()
        if name == "a3":
            for between in ("b3", "c3", "d3"):
                step = cell(page, between).bounding_box()
                assert step is not None
                page.mouse.move(step["x"] + 8, step["y"] + 8)
    assert shown(page)["colours"][6][:4] == "MMMM"
    page.locator("[data-action=undo]").click()
    assert shown(page)["colours"][6][:4] == house()["colours"][6][:4]
    expect(cell(page, "e5")).to_have_attribute("data-colour", "M")
    page.keyboard.press("Control+z")
    assert shown(page) == house()
    page.locator("[data-action=redo]").click()
    expect(cell(page, "e5")).to_have_attribute("data-colour", "M")


def test_a_finger_draws_over_cells_and_does_not_move_the_page(person: Person) -> None:
    page = person(width=360, height=740)
    open_page(page)
    cell(page, "e5").scroll_into_view_if_needed()
    finger = page.context.new_cdp_session(page)
    finger.send("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def touch(kind: str, *names: str) -> None:
        points = []
        for name in names:
            box = cell(page, name).bounding_box()
            assert box is not None
            points.append({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2})
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    before = page.evaluate("scrollY")
    touch("touchStart", "e7")
    for name in ("e6", "e5", "f5"):
        touch("touchMove", name)
    touch("touchEnd")
    expect(page.locator("[data-colour=W]")).to_have_count(4)
    assert page.evaluate("scrollY") == before
    page.locator("[data-action=undo]").click()
    expect(page.locator("[data-colour=W]")).to_have_count(0)


def test_a_file_may_be_dropped_on_the_page(person: Person) -> None:
    page = person()
    open_page(page)
    dropped = page.evaluate_handle(
        """text => {
            const carried = new DataTransfer();
            carried.items.add(new File([text], "Chez nous.json", { type: "application/json" }));
            return carried;
        }""",
        json.dumps(house()),
    )
    page.dispatch_event(".editor", "drop", {"dataTransfer": dropped})
    expect(page.locator(GOOD)).to_be_visible()
    assert shown(page) == house()
    expect(page.locator("[name=board-name]")).to_have_value("Chez nous")


def test_what_is_wrong_is_told_in_words_and_where(person: Person) -> None:
    page = person()
    open_page(page)
    page.locator("[data-action=house]").click()
    expect(page.locator(GOOD)).to_be_visible()
    choose(page, "colours", "G")
    cell(page, "e9").click()
    faults = page.locator(".editor-faults li")
    expect(faults).to_have_count(1)
    expect(faults).to_contain_text("3 des cases à un carré sont grises\u00a0: e9")
    expect(cell(page, "e9")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("[data-action=play-board]")).to_be_disabled()
    expect(page.locator("[data-count='singles.G']")).to_contain_text("3 sur 2")
    page.locator("[data-action=undo]").click()
    expect(page.locator("[data-action=play-board]")).to_be_enabled()
    expect(cell(page, "e9")).to_have_attribute("aria-invalid", "false")


def test_boards_are_kept_found_after_a_reload_and_offered_when_a_table_is_made(
    person: Person, site: Serving
) -> None:
    page = person()
    open_page(page)
    page.locator("[data-action=house]").click()
    choose(page, "colours", "M")
    cell(page, "e5").click()
    page.locator("[name=board-name]").fill("Chez nous")
    page.locator("[data-action=save-board]").click()
    page.locator("[data-action=empty]").click()
    page.reload()
    page.wait_for_selector(BAD)
    assert set("".join(shown(page)["colours"])) == {"."}, "what was being entered is there again"
    page.locator("[data-board='Chez nous']").click()
    expect(page.locator(GOOD)).to_be_visible()
    expect(cell(page, "e5")).to_have_attribute("data-colour", "M")

    open_form(page, "blox")
    unfold(page)
    expect(page.locator("[data-action=enter-board]")).to_have_attribute("href", PAGE)
    page.locator("select[data-option=layout]").select_option(label="Chez nous")
    page.locator("[data-action=play]").click()
    page.wait_for_selector(MY_TURN)
    table = page.url.rpartition("/")[2]
    layout = answer(f"{site.address}/api/tables/{table}")["options"]["layout"]
    assert layout["colours"][4][4] == "M"
    assert layout["squares"] == house()["squares"]


def test_a_link_brings_the_board_to_somebody_else(person: Person, site: Serving) -> None:
    page = person()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_page(page)
    page.locator("[data-action=house]").click()
    choose(page, "colours", "M")
    cell(page, "e5").click()
    page.locator("[name=board-name]").fill("Été")
    page.locator("[data-action=share]").click()
    expect(page.locator(".told")).to_contain_text("Lien copié")
    link = str(page.evaluate("navigator.clipboard.readText()"))
    assert link.startswith(f"{site.address}{PAGE}#board=")

    other = person()
    open_page(other, link)
    expect(cell(other, "e5")).to_have_attribute("data-colour", "M")
    expect(other.locator("[name=board-name]")).to_have_value("Été")
    assert "#" not in other.url
    open_page(other, f"{PAGE}#board=spoilt")
    expect(other.get_by_role("alert").filter(has_text="Ce lien")).to_be_visible()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("no json", "ce n’est pas un fichier JSON"),
        ("[1, 2]", "un plateau doit contenir"),
        ("colours", "neuf rangées"),
        ("squares", "vérifiez a9"),
    ],
)
def test_a_file_that_holds_no_board_is_told_and_changes_nothing(
    person: Person, tmp_path: Path, content: str, told: str
) -> None:
    rows = {"colours": house()["colours"][1:], "squares": ["5........", *house()["squares"][1:]]}
    if content in rows:
        content = json.dumps({**house(), content: rows[content]})
    page = person()
    open_page(page)
    page.locator("[data-action=house]").click()
    file = tmp_path / "plateau.json"
    file.write_text(content, "utf-8")
    page.locator("input[type=file]").set_input_files(file)
    alarm = page.get_by_role("alert").filter(has_text="plateau.json")
    expect(alarm).to_contain_text(told)
    assert shown(page) == house()


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (360, True)])
def test_axe_finds_nothing_and_nothing_is_cut_off(person: Person, width: int, dark: bool) -> None:
    page = person(width=width, dark=dark)
    open_page(page)
    page.wait_for_selector(BAD)
    found = {"empty": objections_to(page)}
    page.locator("[data-action=house]").click()
    page.wait_for_selector(GOOD)
    choose(page, "squares", "4")
    cell(page, "e9").click()
    page.wait_for_selector(BAD)
    page.locator("[data-action=save-board]").click()
    found["faults"] = objections_to(page)
    page.locator("[data-action=undo]").click()
    page.wait_for_selector(GOOD)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    smallest = cell(page, "a1").bounding_box()
    assert smallest is not None
    assert min(smallest["width"], smallest["height"]) >= 24
    page.locator("[data-action=play-board]").click()
    page.wait_for_selector("dialog[open] who-plays")
    unfold(page)
    found["table"] = objections_to(page)
    assert {where: what for where, what in found.items() if what} == {}


def test_options_are_unfolded_and_summed_up(person: Person, site: Serving) -> None:
    page = person(width=360)
    open_form(page, "blox")
    number = page.locator("[name='option.round_limit']")
    expect(number).to_be_hidden()
    unfold(page)
    assert objections_to(page) == []
    number.fill("12")
    page.locator("[name='option.access'][value='\"new\"']").check(force=True)
    expect(page.locator(".more-options summary")).to_contain_text("12")
    page.locator("[data-action=play]").click()
    page.wait_for_selector(MY_TURN)
    table = page.url.rpartition("/")[2]
    options = answer(f"{site.address}/api/tables/{table}")["options"]
    assert (options["round_limit"], options["access"]) == (12, "new")
    assert options["layout"] == "house"


def test_the_focus_walks_over_the_board_by_arrows(person: Person) -> None:
    page = person()
    open_page(page)
    tab_to(page, "[data-cell]", most=60)
    assert focused(page, "[data-cell=a9]")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("End")
    assert focused(page, "[data-cell=i8][role=gridcell]")
    page.keyboard.press("Enter")
    expect(page.locator("[data-cell=i8]")).to_have_attribute(
        "aria-label", "i8\u00a0: blanche, 0 carré"
    )
    page.keyboard.press("Tab")
    assert not focused(page, "[data-cell]"), "the board is one stop"
