"""A game looked at afterwards: the graph, the turning points, the better line and the way back."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import empile
from empile.bots import analysis as analysing
from empile.bots import choose, hints, levels_of
from empile.bots.analysis import Analysis
from empile.engine.random import Stream, below, new_stream
from empile.server.background import analyses
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both, objections_to
from tests.browser.support.playing import (
    READY,
    SMALL,
    TERMINAL,
    finish,
    make_table,
    sit_down,
    tab_to,
)
from tests.long.browser.games.test_screenshots import keep
from tests.server.serving import Serving
from tests.support.patience import PATIENCE

DONE = "[data-analysis=done]"
NAMES = ["Anne", "Bruno", "Chloé", "David"]


def thrown_away(game: str, **options: Any) -> str:
    """Return the record of a game of good bots in which seat 0 once throws it away."""
    match, stream = empile.Match(empile.load(game, **options)), new_stream(8)
    match.resolve_chance(stream, also_external=True)
    level = levels_of(match.game)[-1]
    thrown = False
    while not match.state.is_terminal():
        action = choose(match.state, level, stream)
        if not thrown and len(match.events) >= 8 and match.state.current_player() == 0:
            mistake = worst_move(match.state, stream)
            action, thrown = (action, False) if mistake is None else (mistake, True)
        match.play_action(action)
        match.resolve_chance(stream, also_external=True)
    assert thrown
    return match.record(NAMES[: match.game.num_players]).to_json()


def worst_move(state: empile.State, stream: Stream) -> int | None:
    """Return a move that looks bad, and after which things do look bad; ``None`` where there is none."""
    advice = hints.advise(state, stream=stream, simulations=20_000)
    for judged in sorted(advice.moves, key=lambda judged: judged.value)[:5]:
        after = state.clone()
        after.apply_action(judged.action)
        if after.current_player() < 0:
            continue
        answer = hints.advise(after, stream=stream, simulations=20_000).best
        if advice.best.value - answer.values[0] > 0.8:
            return judged.action
    return None


def random_game(game: str, seed: int, **options: Any) -> str:
    """Return the record of a game by random moves."""
    match, stream = empile.Match(empile.load(game, **options)), new_stream(seed)
    match.resolve_chance(stream, also_external=True)
    while not match.state.is_terminal():
        moves = match.state.legal_actions()
        match.play_action(moves[below(stream, len(moves))])
        match.resolve_chance(stream, also_external=True)
    return match.record(NAMES[: match.game.num_players]).to_json()


@pytest.fixture(scope="module", autouse=True)
def eager() -> None:
    """Analyse at once: a busy machine must not make these tests wait."""
    analyses.CALMNESS = 0


@pytest.fixture(scope="module")
def mistaken() -> str:
    """The record of a game of Block Ness with a mistake that nobody can overlook."""
    return thrown_away("block-ness")


def watch(page: Page, record: str) -> None:
    """Give a record and see it."""
    page.goto("/games")
    page.locator("#record").fill(record)
    page.locator("#record").locator("xpath=ancestor::form").locator("button").first.click()
    page.wait_for_selector(READY)


def analyse(page: Page) -> None:
    """Ask for an analysis and wait for its end."""
    page.locator("[data-action=analyse]").click()
    page.wait_for_selector(DONE, timeout=1000 * PATIENCE)


def test_a_game_of_the_table_is_analysed_from_its_end(person: Person, site: Serving) -> None:
    page = person()
    people = ({"kind": "person", "name": "Anne"}, {"kind": "bot", "level": 1})
    sit_down(page, make_table(site.address, *people, **SMALL))
    finish(page)
    page.wait_for_selector(TERMINAL)
    page.locator("[data-action=review]").click()
    page.wait_for_selector(DONE, timeout=1000 * PATIENCE)
    field = page.locator(".graph-field")
    frames = page.locator(".replay").get_attribute("data-frames")
    assert field.get_attribute("data-known") == frames
    assert field.get_attribute("aria-valuemax") == frames
    expect(page.locator(".analysis-sides li")).to_have_count(2)


def test_the_mistake_its_better_line_and_the_way_back(person: Person, mistaken: str) -> None:
    page = person(height=1000)
    watch(page, mistaken)
    analyse(page)
    point = page.locator("[data-turning=mistake]").first
    told = point.locator(".turning-go").inner_text()
    found = re.search(r"Coup (\d+), (\w+)\s?: de (\d+)\s%\s?à (\d+)\s%", told)
    assert found is not None, told
    assert int(found[3]) - int(found[4]) >= 10
    expect(point.locator(".better")).to_contain_text("Mieux")
    expect(page.locator(".graph-mark.mistake").first).to_be_visible()

    point.locator(".turning-go").click()
    replay = page.locator(".replay")
    expect(replay).to_have_attribute("data-frame", found[1])
    expect(point).to_have_class(re.compile("current"))
    expect(page.locator(".graph-field")).to_have_attribute("aria-valuenow", found[1])

    point.locator("[data-action=line]").click()
    page.wait_for_selector("[data-state=aside]")
    expect(page.locator(".aside-tag")).to_be_visible()
    side = page.locator(".side-line")
    expect(side).to_have_attribute("data-side-at", "1")
    better = point.locator(".better").inner_text().removeprefix("Mieux").lstrip("\u00a0 :")
    expect(side.locator("[aria-current=step]")).to_contain_text(better)
    last = int(side.get_attribute("data-side-last") or 0)
    assert last > 1
    page.keyboard.press("ArrowRight")
    expect(side).to_have_attribute("data-side-at", "2")
    page.keyboard.press("End")
    expect(side).to_have_attribute("data-side-at", str(last))
    expect(side.locator("[data-action='side.next']")).to_be_disabled()
    side.locator("[data-action='side.leave']").click()
    expect(replay).to_have_attribute("data-state", "replay")
    expect(replay).to_have_attribute("data-frame", found[1])
    expect(page.locator(".aside-tag")).to_have_count(0)


GRADES = {
    "best": ("✓", "Meilleur coup"),
    "only": ("!", "Seul bon coup"),
    "good": ("=", "Bon coup"),
    "inaccuracy": ("?!", "Imprécision"),
    "mistake": ("?", "Erreur"),
    "blunder": ("??", "Gaffe"),
}


def test_each_move_has_a_grade_in_words(person: Person, mistaken: str) -> None:
    page = person(height=1000)
    watch(page, mistaken)
    analyse(page)
    frames = int(page.locator(".replay").get_attribute("data-frames") or 0)
    page.locator(".graph-field").focus()
    page.keyboard.press("Home")
    move = page.locator(".analysis-move")
    expect(move).to_have_count(0)
    found: list[str] = []
    for frame in range(1, frames + 1):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".replay")).to_have_attribute("data-frame", str(frame))
        grade = move.get_attribute("data-grade") or ""
        found.append(grade)
        if grade == "forced":
            expect(move).to_contain_text("Coup forcé")
            continue
        symbol, name = GRADES[grade]
        expect(move.locator("[role=status]")).to_contain_text(name)
        # The log says the same, to the eye and to screen readers.
        line = page.locator("table-log .current")
        expect(line.locator(".grade")).to_have_text(symbol)
        expect(line).to_contain_text(name)
        worse = grade in ("good", "inaccuracy", "mistake", "blunder")
        expect(move.locator("[data-action=best-line]")).to_have_count(1 if worse else 0)
        expect(page.locator("[data-arrow=played]")).to_have_count(1)
        expect(page.locator("[data-arrow=best]")).to_have_count(1 if worse else 0)
    assert "blunder" in found
    assert {"best", "only"} & set(found)
    seats = page.locator(".seat-summaries > li")
    expect(seats).to_have_count(2)
    for seat in seats.all():
        assert re.search(r"Précision\s+\d+\s?%", seat.inner_text()), seat.inner_text()
    shares = [
        int(re.search(r"(\d+)\s?%", text)[1])  # type: ignore[index]
        for text in page.locator(".seat-accuracy").all_inner_texts()
    ]
    assert shares[0] < shares[1], "Anne threw it away"


def test_best_line_of_a_move_is_played_on_the_board(person: Person, mistaken: str) -> None:
    page = person(height=1000)
    watch(page, mistaken)
    analyse(page)
    page.locator("[data-turning=mistake] .turning-go").first.click()
    move = page.locator(".analysis-move")
    best = move.locator(".better").inner_text().removeprefix("Meilleur coup").lstrip("\u00a0 :")
    tab_to(page, "[data-action=best-line]", most=60)
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-state=aside]")
    expect(page.locator(".side-line [aria-current=step]")).to_contain_text(best)
    expect(page.locator("[data-arrow]")).to_have_count(0)
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-state=replay]")
    expect(page.locator("[data-arrow=best]")).to_have_count(1)


Points = tuple[float, float]


def tip_of(page: Page, kind: str) -> Points:
    """Return where an arrow points, as a share of the board."""
    found = page.locator(f"[data-arrow={kind}] .tip").evaluate(
        """tip => { const box = tip.closest("game-board").getBoundingClientRect();
        const {x, y} = tip.points[0]; return [x / box.width, y / box.height]; }"""
    )
    return found[0], found[1]


def test_arrows_follow_the_view_in_3d_and_in_the_plan(person: Person, mistaken: str) -> None:
    page = person(height=900, solid=True)
    watch(page, mistaken)
    analyse(page)
    page.locator("[data-turning=mistake] .turning-go").first.click()
    places: list[list[Points]] = []
    for _ in range(2):
        page.locator("game-board").evaluate("board => board.settled()")
        places.append([tip_of(page, kind) for kind in ("played", "best")])
        page.locator(".view-tools button").first.click()
    for x, y in (*places[0], *places[1]):
        assert 0.0 < x < 1.0
        assert 0.0 < y < 1.0
    assert places[0] != places[1], "the views show the board from elsewhere"
    expect(page.locator(".arrows")).to_have_attribute("aria-hidden", "true")
    expect(page.locator(".arrow-key")).to_be_visible()
    assert page.locator("[data-arrow=played] .shaft").evaluate(
        "line => getComputedStyle(line).strokeDasharray"
    ) != page.locator("[data-arrow=best] .shaft").evaluate(
        "line => getComputedStyle(line).strokeDasharray"
    )
    keep(page, "analysis")


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        ("on-top", {"players": 2}, ["Ses coups", "Hasard"]),
        ("block-out", {"players": 2}, ["Ses coups", "La tour"]),
        ("block-ness", SMALL, ["Ses coups"]),
    ],
)
def test_luck_is_told_from_skill(
    person: Person, game: str, options: dict[str, Any], words: list[str]
) -> None:
    page = person(width=360, height=740)
    watch(page, random_game(game, 3, **options))
    analyse(page)
    for effects in page.locator(".seat-effects").all():
        terms = effects.locator("dt").all_inner_texts()
        assert [term for term in terms if term in words] == words
        assert all(
            re.fullmatch(r"[+-−-]?\d+\s?%", text.strip())
            for text in effects.locator("dd").all_inner_texts()
        )
    page.keyboard.press("End")
    assert objections_to(page) == []


def test_an_analysis_can_be_stopped_and_resumed(
    person: Person, mistaken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(
        record: empile.Record, *, stop: Callable[[], bool], **wanted: Any
    ) -> Iterator[Analysis]:
        yield next(analysing.analyse(record, **wanted))
        while not stop():
            time.sleep(0.01)

    page = person(height=1000)
    watch(page, random_game("block-ness", 5, **SMALL))
    with monkeypatch.context() as patched:
        patched.setattr(analyses, "analyse", endless)
        page.locator("[data-action=analyse]").click()
        page.wait_for_selector("[data-analysis=running] .graph-field")
        tab_to(page, "[data-action=cancel]", most=60)
        page.keyboard.press("Enter")
        page.wait_for_selector("[data-analysis=cancelled]")
        expect(page.locator("[data-action=resume]")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector(DONE, timeout=1000 * PATIENCE)


def test_all_of_it_by_keys(person: Person, mistaken: str) -> None:
    page = person(height=1000)
    watch(page, mistaken)
    tab_to(page, "[data-action=analyse]")
    page.keyboard.press("Enter")
    page.wait_for_selector(DONE, timeout=1000 * PATIENCE)
    tab_to(page, ".graph-field", most=60)
    replay = page.locator(".replay")
    page.keyboard.press("End")
    expect(replay).to_have_attribute("data-frame", replay.get_attribute("data-frames") or "")
    page.keyboard.press("ArrowLeft")
    told = page.locator(".graph-field").get_attribute("aria-valuetext") or ""
    assert re.search(r"Anne \d+\s%, Bruno \d+\s%", told), told
    tab_to(page, ".turning-go")
    page.keyboard.press("Enter")
    tab_to(page, "[data-action=line]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-state=aside]")
    page.keyboard.press("Escape")
    expect(replay).to_have_attribute("data-state", "replay")


def test_the_graph_is_pointed_at(person: Person, mistaken: str) -> None:
    page = person(height=1000)
    watch(page, mistaken)
    analyse(page)
    field = page.locator(".graph-field")
    field.scroll_into_view_if_needed()
    box = field.bounding_box()
    assert box is not None
    last = int(page.locator(".replay").get_attribute("data-frames") or 0)
    page.mouse.click(box["x"] + box["width"] - 2, box["y"] + box["height"] / 2)
    expect(page.locator(".replay")).to_have_attribute("data-frame", str(last))
    page.mouse.click(box["x"] + 2, box["y"] + box["height"] / 2)
    expect(page.locator(".replay")).to_have_attribute("data-frame", "0")


def test_a_hidden_game_of_three_on_small_screens(person: Person) -> None:
    """All lies open afterwards: a line each, told apart by more than colour, and all figures."""
    page = person(width=360, height=740)
    record = random_game("blox", 2, players=3, round_limit=4)
    watch(page, record)
    analyse(page)
    expect(page.locator(".curve.of-side")).to_have_count(3)
    dashes = page.locator(".curve.of-side").evaluate_all(
        "lines => lines.map((line) => line.getAttribute('stroke-dasharray'))"
    )
    assert len(set(dashes)) == 3
    page.locator(".figures summary").click()
    rows = page.locator(".figures tbody tr")
    expect(rows).to_have_count(int(page.locator(".replay").get_attribute("data-frames") or 0) + 1)
    for width in (360, 820):
        page.set_viewport_size({"width": width, "height": 740})
        page.wait_for_function(  # the curve follows the size of the window
            "width => document.documentElement.scrollWidth <= width", arg=width
        )
        assert objections_in_both(page) == []


def test_axe_finds_nothing_while_a_line_is_shown(person: Person, mistaken: str) -> None:
    page = person()
    watch(page, mistaken)
    analyse(page)
    page.locator("[data-action=line]").first.click()
    page.wait_for_selector("[data-state=aside]")
    assert objections_to(page) == []


def test_a_running_game_offers_no_analysis(person: Person, site: Serving) -> None:
    page = person()
    made = make_table(site.address, {"kind": "person", "name": "Anne"}, {"kind": "bot", "level": 1})
    sit_down(page, made)
    page.wait_for_selector(READY)
    page.goto(f"/r/{made['table']}?analyse")
    page.wait_for_selector(READY)
    expect(page.locator("[data-action=analyse]")).to_have_count(0)
    expect(page.locator("analysis-panel")).to_have_count(0)


def test_it_can_be_looked_at_deeper(person: Person) -> None:
    page = person()
    watch(page, random_game("block-ness", 3, **SMALL))
    analyse(page)
    page.locator("[data-action=deep]").click()
    page.wait_for_selector(f"{DONE}[data-depth=deep]", timeout=1000 * PATIENCE)
    expect(page.locator("[data-action=deep]")).to_have_count(0)
