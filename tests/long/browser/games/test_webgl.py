"""The picture in three dimensions is turned by dragging, by wheel and by keys; the targets follow."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Person
from tests.browser.support.playing import READY, make_table, sit_down
from tests.server.serving import Serving

TWO = ({"kind": "person", "name": "Anne"}, {"kind": "person", "name": "Béa"})
Places = dict[str, tuple[float, float]]


def _places(page: Page) -> Places:
    found: Places = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('.target')].map((target) => {
          const box = target.getBoundingClientRect();
          return [target.dataset.target, [box.x + box.width / 2, box.y + box.height / 2]];
        }))"""
    )
    return found


def _await_other_places(page: Page, before: Places) -> Places:
    """Wait until the targets are elsewhere, and for the picture to have come to rest."""
    page.wait_for_function(
        """(before) => [...document.querySelectorAll('.target')].some((target) => {
          const box = target.getBoundingClientRect();
          const [x, y] = before[target.dataset.target] ?? [0, 0];
          return Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) > 5;
        })""",
        arg=before,
    )
    page.evaluate("() => document.querySelector('game-board').settled()")
    return _places(page)


def _width(places: Places) -> float:
    return max(x for x, _ in places.values()) - min(x for x, _ in places.values())


def test_dragging_turns_the_table_and_chooses_nothing(person: Person, site: Serving) -> None:
    page = person(640, 560, solid=True)
    sit_down(page, make_table(site.address, *TWO))
    page.wait_for_selector(READY)
    assert page.locator("game-board").get_attribute("data-drawn") == "solid"
    home = _places(page)

    # The drag begins on a target: it turns the table all the same, and its end is no click.
    x, y = home[next(iter(home))]
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y, steps=4)
    page.mouse.move(x + 120, y, steps=4)
    page.mouse.up()
    turned = _await_other_places(page, home)
    expect(page.locator("[data-action=undo]")).to_have_count(0)
    expect(page.locator(".target[aria-pressed=true]")).to_have_count(0)

    # Where the picture shows a hole now, a click chooses that hole.
    name = next(iter(turned))
    page.mouse.click(*turned[name])
    expect(page.locator(f'[data-target="{name}"]')).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.locator("[data-action=undo]")).to_have_count(0)

    page.get_by_role("button", name="Recentrer la vue").click()
    back = _await_other_places(page, turned)
    for name, (x, y) in home.items():
        assert abs(back[name][0] - x) < 1
        assert abs(back[name][1] - y) < 1


def test_wheel_and_keys_magnify_and_turn(person: Person, site: Serving) -> None:
    page = person(640, 560, solid=True)
    sit_down(page, make_table(site.address, *TWO))
    page.wait_for_selector(READY)
    home = _places(page)
    board = page.locator("game-board").bounding_box()
    assert board is not None
    page.mouse.move(board["x"] + board["width"] / 2, board["y"] + board["height"] / 2)
    page.mouse.wheel(0, -240)
    nearer = _await_other_places(page, home)
    assert _width(nearer) > _width(home) * 1.1

    page.locator(".target[tabindex='0']").focus()
    page.keyboard.press("0")
    centred = _await_other_places(page, nearer)
    assert abs(_width(centred) - _width(home)) < 1
    page.keyboard.press("Shift+ArrowLeft")
    turned = _await_other_places(page, centred)
    page.keyboard.press("Shift+ArrowRight")
    again = _await_other_places(page, turned)
    assert all(abs(again[name][0] - x) < 1 for name, (x, _) in home.items())


def test_from_above_dragging_moves_the_picture_once_it_is_magnified(
    person: Person, site: Serving
) -> None:
    page = person(640, 560, solid=True)
    sit_down(page, make_table(site.address, *TWO))
    page.wait_for_selector(READY)
    table = _places(page)
    page.locator("[data-action=plan]").click()
    above = _await_other_places(page, table)
    columns = {name.partition(":")[2][:1] for name in above}
    for column in columns:
        across = [x for name, (x, _) in above.items() if name.partition(":")[2][:1] == column]
        assert max(across) - min(across) < 1, "seen from above, columns are straight"
    page.locator(".target[tabindex='0']").focus()
    page.keyboard.press("+")
    page.keyboard.press("+")
    near = _await_other_places(page, above)
    name = next(iter(near))
    box = page.locator("game-board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 25, steps=5)
    page.mouse.up()
    moved = _await_other_places(page, near)
    assert moved[name][0] > near[name][0] + 20
    assert moved[name][1] > near[name][1] + 10


def test_keys_bring_what_lies_outside_a_magnified_picture_into_it(
    person: Person, site: Serving
) -> None:
    page = person(640, 560, solid=True)
    sit_down(page, make_table(site.address, *TWO))
    page.wait_for_selector(READY)
    home = _places(page)
    page.locator(".target[tabindex='0']").focus()
    for _ in range(6):
        page.keyboard.press("+")
    _await_other_places(page, home)
    assert page.locator(".target:focus:not(.outside)").count() == 1, "what has the focus is in it"
    outside = set(
        page.evaluate(
            "() => [...document.querySelectorAll('.target.outside')].map(t => t.dataset.target)"
        )
    )
    reached = set()
    for key in ("Home", "End", "ArrowUp", "ArrowLeft"):
        page.keyboard.press(key)
        page.wait_for_function("() => document.activeElement.matches('.target:not(.outside)')")
        reached.add(page.evaluate("() => document.activeElement.dataset.target"))
    assert reached & outside, "also what was outside is led to"

    # Without the focus, Tab leads to what is in the picture, wherever that was moved to.
    page.evaluate("() => document.activeElement.blur()")
    expect(page.locator(".target[tabindex='0']:not(.outside)")).to_have_count(1)
