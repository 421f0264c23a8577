"""The rush, the filters and the history of puzzles, by keyboard, at all sizes."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from empile.puzzles.library import load_puzzles
from empile.puzzles.puzzle import Puzzle
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.learning import choose_by_keys
from tests.browser.support.playing import expect_fitting
from tests.long.browser.puzzles.test_puzzles import LAY, READY, SIZES, SOLVED

GAME = "block-ness"
PLAYING = "[data-rush=playing][data-shown=true]"


def expect_well_made(page: Page, what: str) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        expect_fitting(page, what)
    assert objections_in_both(page) == []


def move(page: Page, puzzle: Puzzle, played: list[str], text: str) -> None:
    """Make a move by keyboard after the events of the line that were played."""
    state = puzzle.state()
    for event in played:
        state.apply_text(event)
    choose_by_keys(page, text, state.game.presenter.move_parts(state, state.text_to_action(text)))
    page.locator(LAY).press("Enter")


def shown(page: Page) -> Puzzle:
    name = page.locator(PLAYING).get_attribute("data-puzzle")
    return next(puzzle for puzzle in load_puzzles(GAME) if puzzle.id == name)


def solve(page: Page, puzzle: Puzzle) -> None:
    for number, at in enumerate(puzzle.own_moves):
        page.wait_for_selector(f"{PLAYING}[data-puzzle='{puzzle.id}'][data-step='{number}']")
        move(page, puzzle, list(puzzle.line[:at]), puzzle.line[at])


def fail(page: Page, puzzle: Puzzle) -> None:
    page.wait_for_selector(f"{PLAYING}[data-puzzle='{puzzle.id}']")
    wrong = next(text for text in puzzle.state().legal_texts() if text != puzzle.line[0])
    move(page, puzzle, [], wrong)


def test_three_mistakes_end_a_rush_without_a_clock(person: Person) -> None:
    page = person()
    page.goto("/puzzles")
    page.locator("[data-action=rush]").press("Enter")
    page.locator("[data-rush=choosing] [data-action=game]").select_option(GAME)
    expect_well_made(page, "the choice of a rush")
    page.locator("[data-action=untimed]").press("Enter")
    page.wait_for_selector(PLAYING)
    expect_well_made(page, "a rush")
    assert page.locator("[role=timer]").count() == 0
    played: list[Puzzle] = []
    for mistakes in range(4):
        puzzle = shown(page)
        assert all(puzzle.rating >= one.rating for one in played)
        played.append(puzzle)
        if mistakes == 0:
            solve(page, puzzle)
            page.wait_for_selector(f"{PLAYING} [data-score='1']")
        else:
            fail(page, puzzle)
            if mistakes < 3:
                page.wait_for_selector(f"{PLAYING} [data-mistakes='{mistakes}']")
                expect(page.locator("[data-told]")).to_contain_text("Manqué")
    page.wait_for_selector("[data-rush=over][data-end=mistakes]")
    expect(page.locator("h1")).to_be_focused()
    expect(page.locator("h1")).to_contain_text("1 problème résolu")
    expect(page.locator(".lead")).to_contain_text("meilleur résultat")
    links = page.locator("[data-rush=over] .puzzle-tiles a")
    hrefs = [link.get_attribute("href") for link in links.all()]
    assert hrefs == [f"/puzzles/{GAME}/{puzzle.id}" for puzzle in played]
    expect(page.locator(".puzzle-tiles .puzzle-missed")).to_have_count(3)
    expect_well_made(page, "the result of a rush")
    # It is kept, and the rating is not changed.
    page.goto("/puzzles/rush?game=block-ness")
    expect(page.locator("[data-rush=choosing]")).to_contain_text(
        "Record : 1".replace(" :", "\u00a0:")
    )
    page.goto("/puzzles")
    expect(page.locator("[data-action=history]")).to_contain_text("1500")


def test_the_time_of_a_rush_is_announced_and_ends_it(person: Person) -> None:
    page = person()
    page.clock.install()
    page.goto("/puzzles/rush?game=block-ness")
    page.locator("[data-action=timed]").press("Enter")
    page.wait_for_selector(PLAYING)
    told = page.locator("[data-told]")
    for seconds, announced in ((122, "60"), (30, "30"), (20, "10")):
        page.clock.fast_forward(seconds * 1000)
        expect(told).to_contain_text(f"Encore {announced} secondes")
    page.clock.fast_forward(20_000)
    page.wait_for_selector("[data-rush=over][data-end=time]")
    expect(page.locator(".puzzle-tiles li")).to_have_count(1)


def test_filters_are_in_the_address_and_kept_by_the_next_puzzle(person: Person) -> None:
    page = person()
    page.goto("/puzzles")
    page.locator(f"section[data-game={GAME}] h2 a").press("Enter")
    page.locator("[data-filter=theme]").select_option("bridge")
    found = [puzzle for puzzle in load_puzzles(GAME) if "bridge" in puzzle.themes]
    expect(page.locator(f"[data-found='{len(found)}']")).to_be_visible()
    page.locator("[data-filter=grade]").select_option("4")
    hard = [puzzle for puzzle in found if puzzle.rating >= 1600]
    expect(page.locator(f"[data-found='{len(hard)}']")).to_be_visible()
    expect(page.locator(".puzzle-tiles li")).to_have_count(len(hard))
    page.locator("small-board[data-drawn]").first.wait_for()
    expect_well_made(page, "a filtered list")
    address = page.url
    assert "theme=bridge" in address
    assert "grade=4" in address
    page.goto(address)
    expect(page.locator("[data-filter=theme]")).to_have_value("bridge")
    page.locator(".puzzle-tile").first.press("Enter")
    for _ in range(2):
        page.wait_for_selector(READY)
        assert page.locator(".puzzle").get_attribute("data-puzzle") in {one.id for one in hard}
        page.locator("[data-action=solution]").press("Enter")
        page.wait_for_selector(SOLVED)
        page.locator("[data-action=next-puzzle]").press("Enter")
    page.wait_for_selector(READY)
    assert page.url.endswith(address.partition("?")[2])
    page.goto("/puzzles/history")
    expect(page.locator("[data-history] .puzzle-missed")).to_have_count(2)
    expect(page.locator("svg.rating-plot")).to_be_visible()
    page.locator("[data-action=missed]").press("Space")
    expect(page.locator("[data-history] .puzzle-missed")).to_have_count(2)
    expect_well_made(page, "the history")
    page.locator("[data-history] .puzzle-tiles a").first.press("Enter")
    page.wait_for_selector(READY)
    assert page.url.endswith("?state=missed")
