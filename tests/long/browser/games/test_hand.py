"""A hand on the page: it places blocks by mouse, finger and keys, and all see what comes of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from empile.engine.contracts.referee import Verdict
from empile.server.physics.playing_animation import PlayingAnimation
from tests.browser.conftest import Person
from tests.browser.support.axe import objections_in_both
from tests.browser.support.placing import (
    AREA,
    CHOOSE,
    FILM,
    LET_GO,
    MOVE,
    NO_FILM,
    TAKE,
    TERMINAL,
    aimed_off,
    await_film_of,
    await_held,
    await_near,
    is_asked,
    last_seen,
    lay_card,
    lead_over_the_tower,
    off,
    over_the_tower,
    place_by_mouse,
    point_at,
    standing,
    take,
    watching_film,
)
from tests.browser.support.playing import (
    READY,
    choose_action,
    focused,
    make_table,
    open_form,
    sit_down,
    tab_to,
    unfold,
)
from tests.server.serving import Serving

ANNE = {"kind": "person", "name": "Anne"}
BOT = {"kind": "bot", "level": 1, "hand_skill": 4}


def table(site: Serving, *places: dict[str, Any], **options: Any) -> dict[str, Any]:
    """Make a table at which hands are at work."""
    return make_table(site.address, *(places or (ANNE, BOT)), game="block-out", **options)


def to_place(page: Page) -> None:
    """Play cards until a block is to be placed."""
    while not is_asked(page):
        assert page.locator(TERMINAL).count() == 0, "the game is not over yet"
        lay_card(page)


def build(page: Page, blocks: int = 1) -> None:
    """Place blocks until at least so many stand, and have one more in the hand."""
    while True:
        to_place(page)
        take(page)
        if standing(page) >= blocks:
            return
        lead_over_the_tower(page)
        with watching_film(page):
            page.locator(LET_GO).click()


def held(page: Page) -> str:
    """The block that is in the hand."""
    name: str = page.evaluate("document.querySelector('hand-layer').hand.body.name")
    return name


class Finger:
    """Fingers on the glass."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def put(self, kind: str, *points: tuple[float, float]) -> None:
        """Send ``touchStart``, ``touchMove`` or ``touchEnd`` with where the fingers are."""
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def lead(self, page: Page, right: float, away: float) -> None:
        """Lead the hand to so many mm to the right and away of the middle of the tower's top."""
        x, y = over_the_tower(page)
        # What the finger does counts, not where it is.
        to = point_at(page, right, away)
        start = point_at(page, *aimed_off(page))
        shift = (x - start[0], y - start[1])
        self.put("touchStart", (x, y))
        for step in range(1, 5):  # few and swift: a slow finger leads the hand less far
            part = step / 4
            at = [a + (b - a) * part + by for a, b, by in zip(start, to, shift, strict=True)]
            self.put("touchMove", (at[0], at[1]))
        self.put("touchEnd")


def test_a_game_with_a_bot_to_the_end_by_mouse(person: Person, site: Serving) -> None:
    page = person()
    sit_down(page, table(site, turn_limit=3))
    page.wait_for_selector(READY)
    placed = 0
    while page.locator(TERMINAL).count() == 0:
        if is_asked(page):
            expect(page.locator(".hand-panel h2")).to_contain_text("À vous\u00a0: posez")
            place_by_mouse(page)
            placed += 1
        elif page.locator(MOVE).count():
            lay_card(page)
    assert placed > 0
    expect(page.locator("table-over")).to_be_visible()
    expect(page.locator("[data-action=see-again]")).to_be_visible()


def test_keys_alone_choose_move_and_let_go(person: Person, site: Serving) -> None:
    page = person()
    sit_down(page, table(site))
    page.wait_for_selector(f"{MOVE} .target[data-part=block]")
    tab_to(page, ".target[data-part=block]", most=60)
    while not page.locator(".table").get_attribute("data-preview"):
        page.keyboard.press("Enter")
    tab_to(page, "[data-action=play-move]", most=60)
    page.keyboard.press("Enter")
    page.wait_for_selector(CHOOSE)
    page.wait_for_function("() => document.activeElement?.name === 'hand-face'")
    faces = page.locator("input[name=hand-face]")
    # Of the six faces of a block three are alike, and the opposite three: these are the two choices.
    expect(faces).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect(faces.nth(1)).to_be_checked()
    page.keyboard.press("f")
    expect(faces.nth(0)).to_be_checked()
    page.keyboard.press("Enter")
    await_held(page)
    assert focused(page, AREA)
    page.keyboard.press("Escape")
    page.wait_for_selector(CHOOSE)
    page.keyboard.press("Enter")
    await_held(page)
    right, away = aimed_off(page)
    for key, steps in (
        ("ArrowLeft" if right > 0 else "ArrowRight", round(abs(right) / 2)),
        ("ArrowDown" if away > 0 else "ArrowUp", round(abs(away) / 2)),
    ):
        for _ in range(steps):
            page.keyboard.press(key)
    await_near(page)
    page.keyboard.press("PageUp")
    page.keyboard.press("q")
    told = page.locator("[data-told]")
    expect(told).to_contain_text("mm au-dessus")
    with watching_film(page):
        page.keyboard.press("Enter")
    log = page.locator("table-log").first
    expect(log).to_contain_text("la tour tient")
    expect(log).not_to_contain_text("@")  # resting poses


_IN_SIGHT = """() => {
  const board = document.querySelector('.stage-area').getBoundingClientRect();
  const button = document.querySelector('[data-action=take], [data-action=let-go]').getBoundingClientRect();
  return board.top >= 0 && button.top >= 0 && Math.max(board.bottom, button.bottom) <= innerHeight;
}"""


@pytest.mark.parametrize(("width", "height"), [(820, 600), (820, 1180), (1180, 620), (360, 660)])
def test_the_board_and_what_is_to_be_done_come_into_sight(
    person: Person, site: Serving, width: int, height: int
) -> None:
    page = person(width, height, touch=True)
    sit_down(page, table(site))
    page.wait_for_selector(READY)
    while not is_asked(page):
        page.locator(
            ".target[data-part=block], .panel-choice[aria-disabled=false]"
        ).first.dispatch_event("click")
        page.wait_for_selector("[data-action=play-move]")
        # Who looked for a card has the bottom of the page before the eyes.
        page.evaluate(
            "() => [document.scrollingElement, ...document.querySelectorAll('.side')]"
            ".forEach(part => part.scrollTo({ top: 1e6, behavior: 'instant' }))"
        )
        page.locator("[data-action=play-move]").dispatch_event("click")
    page.wait_for_function(_IN_SIGHT)
    page.evaluate("() => document.querySelector('[data-action=take]').click()")
    page.wait_for_selector(LET_GO)
    page.wait_for_function(_IN_SIGHT)


def test_a_finger_knocks_the_tower_over_and_it_is_seen_again(person: Person, site: Serving) -> None:
    page = person(width=820, height=1180, touch=True)
    sit_down(page, table(site))
    build(page, 2)  # a single block is only pushed about
    finger = Finger(page)
    lever = page.locator(".hand-lever input")
    # It goes round the tower high up, is lowered beside it, and comes in from the side.
    lever.fill("20")
    finger.lead(page, 70, 0)
    lever.fill("-20")
    page.wait_for_function("() => document.querySelector('hand-layer').hand.off.above === -20")
    # A film without motion is short: what is told over it is noted as it comes.
    page.evaluate(
        """() => {
          window.told = '';
          const note = () => (window.told += document.querySelector('.hand-panel h2')?.textContent ?? '');
          new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
        }"""
    )
    for side in (-70, 70) * 4:
        page.wait_for_function(
            """() => {
              const { body, target, poses } = document.querySelector('hand-layer').hand;
              const [x, y] = poses[body?.name] ?? [];
              return target === null || Math.hypot(x - target.x, y - target.y) < 25;
            }"""
        )
        if page.evaluate("() => document.querySelector('hand-layer').hand.target === null"):
            break
        finger.lead(page, side, 0)
    page.wait_for_function("() => window.told.includes('Patatras')")
    page.wait_for_selector(NO_FILM)
    expect(page.locator("table-log").last).to_contain_text("patatras", ignore_case=True)
    page.locator("[data-action=see-again]").tap()
    expect(page.locator("[data-action=see-again]")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-action=see-again]").tap()
    expect(page.locator("[data-action=see-again]")).to_have_attribute("aria-pressed", "false")
    page.wait_for_selector(MOVE)
    with page.expect_download() as waiting:
        choose_action(page, "fall")
    assert waiting.value.suggested_filename.endswith(".webp")
    # One tap, and the next tower begins.
    page.locator("[data-action=onward]").tap()
    page.wait_for_selector(CHOOSE)


def test_a_finger_drags_a_block_over_the_tower_and_a_calm_hand_lets_go_as_it_lifts(
    person: Person, site: Serving
) -> None:
    page = person(width=820, height=1180, touch=True)
    wanted = {"game": "block-out", "places": [ANNE, BOT], "assist": True}
    sit_down(page, httpx.post(f"{site.address}/api/tables", json=wanted).json())
    to_place(page)
    expect(page.locator(".hand-panel")).to_contain_text("Main sûre")
    box = page.locator(AREA).bounding_box()
    assert box is not None
    finger = Finger(page)
    start = (box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.8)
    finger.put("touchStart", start)  # touching the board takes it
    await_held(page)
    x, y = start
    for _ in range(120):
        found = off(page)
        if abs(found["right"]) <= 5 and abs(found["away"]) <= 5:
            break
        x -= max(-6, min(6, found["right"] / 2))
        y += max(-6, min(6, found["away"] / 2))
        finger.put("touchMove", (x, y))
    await_near(page, 9)
    page.wait_for_function("() => document.querySelector('hand-layer').hand.heldFor > 0.7")
    with watching_film(page):
        finger.put("touchEnd")


def test_two_who_watch_see_the_same_as_the_one_who_places(person: Person, site: Serving) -> None:
    page, *watchers = person(), person(), person()
    made = table(site)
    sit_down(page, made)
    for watcher in watchers:
        watcher.goto(f"/t/{made['table']}")
        watcher.wait_for_selector(READY)
    to_place(page)
    take(page)
    lead_over_the_tower(page)
    block = held(page)
    for watcher in watchers:
        watcher.wait_for_selector(".table[data-hand=other]")
        expect(watcher.locator(".hand-panel h2")).to_contain_text("Anne pose")
        assert watcher.locator(AREA).count() == 0
        watcher.wait_for_function(
            """([block, y]) => Math.abs(document.querySelector('hand-layer').hand.poses[block]?.[1] - y) < 12""",
            arg=[
                block,
                page.evaluate(
                    "block => document.querySelector('hand-layer').hand.poses[block][1]", block
                ),
            ],
        )
    page.locator(LET_GO).click()
    for somebody in (page, *watchers):
        await_film_of(somebody, block)
    seen = last_seen(page)
    assert seen is not None
    assert block in seen
    assert [last_seen(watcher) for watcher in watchers] == [seen, seen]


def longer(verdict: Verdict, *given: Any) -> PlayingAnimation:
    """Make an animation whose last frame is shown for some more seconds."""
    animation = replace(verdict.animation, seconds=verdict.animation.seconds + 5)
    return PlayingAnimation(replace(verdict, animation=animation), *given)


def test_who_reloads_in_the_middle_of_a_fall_sees_the_rest_of_it(
    person: Person, site: Serving, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a slow machine, loading the page takes longer than a fall.
    monkeypatch.setattr("empile.server.physics.runner.PlayingAnimation", longer)
    page = person()
    sit_down(page, table(site))
    for _ in range(5):
        build(page)
        # Let go beside the tower, high up: it falls on the table.
        page.locator(".hand-lever input").fill("60")
        page.locator(LET_GO).click()
        page.wait_for_selector(FILM)
        page.reload()
        page.wait_for_selector(f"{FILM}, {MOVE}")
        if page.locator(FILM).count():
            break
    page.wait_for_selector(FILM)
    assert page.locator(".table").get_attribute("data-current") == "false"
    page.wait_for_selector(MOVE)
    expect(page.locator("[data-action=see-again]")).to_be_visible()


def test_who_reloads_with_a_block_in_the_hand_takes_it_again(person: Person, site: Serving) -> None:
    page = person()
    sit_down(page, table(site))
    to_place(page)
    take(page)
    page.reload()
    page.wait_for_selector(CHOOSE)
    place_by_mouse(page)


def test_who_takes_it_on_another_screen_has_it_there_alone(person: Person, site: Serving) -> None:
    page, other = person(), person()
    made = table(site)
    for screen in (page, other):
        sit_down(screen, made)
        screen.wait_for_selector(READY)
    to_place(page)
    take(page)
    page.wait_for_function("() => document.querySelector('hand-layer').hand.heldFor > 2.2")
    other.wait_for_selector(CHOOSE)
    take(other)
    page.wait_for_selector(CHOOSE)
    expect(page.locator(".hand-panel [role=alert]")).to_contain_text("autre écran")
    other.mouse.move(*over_the_tower(other))
    await_near(other)
    block = held(other)
    other.locator(LET_GO).click()
    for screen in (page, other):
        await_film_of(screen, block)


def test_axe_finds_nothing_and_nothing_is_cut_off(person: Person, site: Serving) -> None:
    page = person(width=360, height=740)
    sit_down(page, table(site))
    to_place(page)
    found = {"choose": objections_in_both(page)}
    take(page)
    page.mouse.move(*over_the_tower(page))
    found["held"] = objections_in_both(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator(LET_GO).click()
    page.wait_for_selector(FILM)
    found["film"] = objections_in_both(page)
    page.wait_for_selector(NO_FILM)
    found["after"] = objections_in_both(page)
    assert {state: objections for state, objections in found.items() if objections} == {}


def test_hands_are_asked_for_where_they_are_at_work_alone(person: Person, site: Serving) -> None:
    page = person()
    open_form(page, "block-out")
    unfold(page)
    hands = page.locator("select[data-action=hand-skill]")
    expect(hands.locator("option:checked")).to_have_text("Selon son niveau")
    master = page.locator("[name=level-1] option[value='5']")
    expect(master).to_contain_text("Main d’expert")
    expect(page.locator("input[name=assist]")).to_have_count(1)
    page.locator("label:has(input[name='option.referee'][value='\"odds\"'])").click()
    expect(hands).to_have_count(0)
    expect(master).not_to_contain_text("Main d’expert")
    expect(page.locator("input[name=assist]")).to_have_count(0)
    page.locator("label:has(input[name='option.referee'][value='\"physics\"'])").click()
    expect(master).to_contain_text("Main d’expert")
    hands.select_option("2")
    expect(master).not_to_contain_text("Main d’expert")
    page.locator("label:has(input[name=assist])").click()
    page.locator("[data-action=play]").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(READY)
    expect(page.locator("seat-list")).to_contain_text("Main d’écolier")
    page.locator("[data-action=more]").click()
    expect(page.locator("[data-action=assist]")).to_contain_text("tremblante")
    page.keyboard.press("Escape")
    to_place(page)
    expect(page.locator(".hand-panel")).to_contain_text("Main sûre")
    expect(page.locator(TAKE)).to_be_visible()


def test_a_bot_that_takes_over_has_the_hand_that_was_chosen(person: Person, site: Serving) -> None:
    page, other = person(), person()
    made = table(site, ANNE, {"kind": "open"})
    sit_down(page, made)
    other.goto(f"/t/{made['table']}")
    other.locator("#join-name").fill("Béa")
    other.locator("#join-name").press("Enter")
    page.wait_for_selector(READY)
    other.wait_for_selector(READY)
    other.goto("/")
    page.locator(".takeover").click()
    hands = page.locator("dialog[open] select[data-action=hand-skill]")
    expect(hands.locator("option:checked")).to_have_text("Selon son niveau")
    hands.select_option("4")
    page.locator("dialog[open] .actions button").first.click()
    expect(page.locator(".seat", has_text="Béa")).to_contain_text("Main sûre")


def test_a_mouse_that_picks_up_leaves_the_focus_on_the_hand(person: Person, site: Serving) -> None:
    page = person()
    sit_down(page, table(site))
    page.wait_for_selector(READY)
    to_place(page)
    page.locator(TAKE).click()
    page.wait_for_selector(".hand-area.held")
    expect(page.locator(".hand-area")).to_be_focused()
    before = page.evaluate("() => document.querySelector('hand-layer').hand.target.x")
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "x => document.querySelector('hand-layer').hand.target.x !== x", arg=before
    )


def test_at_400_percent_the_picture_and_the_button_fit_together(
    person: Person, site: Serving
) -> None:
    page = person(320, 256)  # 1280 by 1024 at 400 %
    sit_down(page, table(site))
    page.wait_for_selector(READY)
    to_place(page)
    page.locator(TAKE).click()
    page.wait_for_selector(".hand-area.held")
    page.evaluate("() => document.querySelector('.stage-area').scrollIntoView({ block: 'start' })")
    board, button = (page.locator(one).bounding_box() for one in (".stage-area", LET_GO))
    assert board is not None
    assert button is not None
    assert board["y"] >= 0
    assert board["y"] + board["height"] <= button["y"] + 1
    assert button["y"] + button["height"] <= 256
    assert button["height"] >= 44
