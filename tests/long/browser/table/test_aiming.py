"""Fingers on small boards: two-step aiming, double taps and pinches; targets stay aligned."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.playing import ANNE, MY_TURN, make_table, sit_down
from tests.server.serving import Serving

AIMING = "[data-note=aiming]"
CLEAR = 40

Place = tuple[float, float]


def _places(page: Page) -> dict[str, Place]:
    found: dict[str, Place] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.target:not(.outside)')].map(t => {
          const box = t.getBoundingClientRect();
          return [t.dataset.target, [box.x + box.width / 2, box.y + box.height / 2]];
        }))"""
    )
    return found


def _gap(one: Place, other: Place) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def _nearest(places: dict[str, Place], name: str) -> float:
    return min(_gap(places[name], at) for other, at in places.items() if other != name)


def _await_magnified(page: Page, before: dict[str, Place]) -> dict[str, Place]:
    """Wait until the board is magnified and has come to rest."""
    page.wait_for_selector("game-board[data-zoomed]")
    while (places := _places(page)) != before:
        before = places
        page.evaluate("() => document.querySelector('game-board').settled()")
    return places


def _phone(person: Person, site: Serving, *, solid: bool) -> Page:
    page = person(width=360, height=740, touch=True, solid=solid)
    others = ({"kind": "person", "name": name} for name in ("B", "C", "D"))
    sit_down(page, make_table(site.address, ANNE, *others))
    page.wait_for_selector(MY_TURN)
    page.wait_for_selector(".target:not(.outside)", state="attached")
    page.evaluate("() => document.querySelector('game-board').settled()")
    return page


@pytest.mark.parametrize("solid", [True, False], ids=["3D", "flat"])
def test_a_finger_chooses_among_close_targets_in_two_steps(
    person: Person, site: Serving, *, solid: bool
) -> None:
    page = _phone(person, site, solid=solid)
    home = _places(page)
    name = "near:e5" if "near:e5" in home else sorted(home)[len(home) // 2]
    assert _nearest(home, name) < CLEAR
    page.touchscreen.tap(*home[name])
    expect(page.locator(AIMING)).to_be_visible()
    assert page.locator(".target[aria-pressed=true]").count() == 0, "the first tap chooses nothing"
    near = _await_magnified(page, home)
    assert _nearest(near, name) >= CLEAR
    page.touchscreen.tap(*near[name])
    expect(page.locator(f'[data-target="{name}"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator(AIMING)).to_have_count(0)
    expect(page.locator("game-board[data-zoomed]")).to_have_count(0)


def test_aiming_can_be_left_and_a_mouse_needs_one_click(person: Person, site: Serving) -> None:
    page = _phone(person, site, solid=False)
    home = _places(page)
    name = sorted(home)[len(home) // 2]
    page.touchscreen.tap(*home[name])
    page.locator("[data-action=close-note]").tap()
    expect(page.locator(AIMING)).to_have_count(0)
    expect(page.locator("game-board[data-zoomed]")).to_have_count(0)
    page.mouse.click(*home[name])
    expect(page.locator(f'[data-target="{name}"]')).to_have_attribute("aria-pressed", "true")


@pytest.mark.parametrize("solid", [True, False], ids=["3D", "flat"])
def test_two_taps_beside_the_targets_magnify_and_return(
    person: Person, site: Serving, *, solid: bool
) -> None:
    page = _phone(person, site, solid=solid)
    home = _places(page)
    twice = "([x, y]) => { const layer = document.querySelector('.layer'); for (let n = 0; n < 2; n++) layer.dispatchEvent(new MouseEvent('click', { clientX: x, clientY: y, detail: 1, bubbles: true })); }"
    board = page.locator("game-board").bounding_box()
    assert board is not None
    corner = [4, board["y"] + 4]
    page.evaluate(twice, corner)
    near = _await_magnified(page, home)
    for name, place in near.items():
        # The tapped corner stays where it is, and all targets move away from it alike.
        for axis in (0, 1):
            away = home[name][axis] - corner[axis]
            assert place[axis] - corner[axis] == pytest.approx(2 * away, abs=3)
    page.evaluate(twice, corner)
    expect(page.locator("game-board[data-zoomed]")).to_have_count(0)


def test_two_fingers_magnify_what_is_between_them(person: Person, site: Serving) -> None:
    page = _phone(person, site, solid=False)
    home = _places(page)
    box = page.locator("game-board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *spots: Place) -> None:
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(spots)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", (x - 40, y), (x + 40, y))
    for step in range(1, 9):
        touch("touchMove", (x - 40 - 5 * step, y), (x + 40 + 5 * step, y))
    touch("touchEnd")
    near = _await_magnified(page, home)
    name = min(near, key=lambda one: _gap(near[one], (x, y)))
    assert _nearest(near, name) > 1.5 * _nearest(home, name)
    expect(page.locator(".target[aria-pressed=true]")).to_have_count(0)
    page.touchscreen.tap(*near[name])
    pressed = page.locator(f'[data-target="{name}"][aria-pressed=true]')
    aiming = page.locator(AIMING)
    expect(pressed.or_(aiming)).to_be_visible()


_CONTEXTS = """
window.contexts = [];
const { getContext } = HTMLCanvasElement.prototype;
HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
  const context = getContext.call(this, kind, ...more);
  if (kind === "webgl2" && context && !contexts.includes(context)) contexts.push(context);
  return context;
};
"""
"""Keeps what the page draws with, also outside of the page."""


def test_a_lost_graphics_context_leaves_the_plan(person: Person, site: Serving) -> None:
    page = person(solid=True)
    page.add_init_script(_CONTEXTS)
    sit_down(page, make_table(site.address, ANNE, {"kind": "person", "name": "B"}))
    page.wait_for_selector(MY_TURN)
    page.wait_for_selector(".target:not(.outside)", state="attached")
    board = page.locator("game-board")
    expect(board).to_have_attribute("data-drawn", "solid")
    page.evaluate("() => window.contexts.at(-1).getExtension('WEBGL_lose_context').loseContext()")
    expect(board).to_have_attribute("data-drawn", "flat")
    expect(page.locator("[data-note=lost]")).to_contain_text("La vue 3D s’est arrêtée.")
    expect(page.locator("game-board .flat svg")).to_be_visible()
    name, place = next(iter(_places(page).items()))
    page.mouse.click(*place)
    expect(page.locator(f'[data-target="{name}"]')).to_have_attribute("aria-pressed", "true")
    page.locator("[data-action=again-3d]").click()
    expect(board).to_have_attribute("data-drawn", "solid")
    expect(page.locator("[data-note=lost]")).to_have_count(0)
    page.wait_for_function("() => !window.contexts.at(-1).isContextLost()")
