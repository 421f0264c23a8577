"""How people place things with a hand on the page; every wait is for a state of the page."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Page

TAKE = "[data-action=take]"
LET_GO = "[data-action=let-go]"
AREA = ".hand-area"
FILM = ".table[data-hand=animation]"
NO_FILM = ".table:not([data-hand=animation])"
MOVE = ".table[data-turn=mine][data-current=true][data-hand=none]"
CHOOSE = ".table[data-hand=choose]"
TERMINAL = ".table[data-turn=over]:not([data-hand=animation])"
FAR = 6.0
"""So many mm beside the middle of the top is over it."""
_HAND = "document.querySelector('hand-layer').hand"
_OFF = f"() => {_HAND}.off"
_AIMED = f"""() => {{
  const {{ goal, target }} = {_HAND};
  return target ? [target.x - goal[0], target.y - goal[1]] : [0, 0];
}}"""
_HELD = f"() => {_HAND}.stage === 'held' && {_HAND}.target !== null"
_POINT = f"""([right, away]) => {{
  // The point of the page under which a point beside the middle of the top lies, found step by step.
  const hand = {_HAND};
  if (!hand.target) return [0, 0];  // all fell in the meantime
  const {{ bodies }} = hand.shown;
  const {{ z }} = hand.target.aim;
  const [goalX, goalY] = [hand.goal[0] + right, hand.goal[1] + away];
  const box = hand.area.getBoundingClientRect();
  let x = box.left + box.width / 2, y = box.top + box.height / 2;
  for (let step = 0; step < 30; step += 1) {{
    const at = bodies.under(x, y, z), right = bodies.under(x + 1, y, z), down = bodies.under(x, y + 1, z);
    const [ax, ay, bx, by] = [right.x - at.x, right.y - at.y, down.x - at.x, down.y - at.y];
    const [dx, dy] = [goalX - at.x, goalY - at.y];
    const whole = ax * by - ay * bx;
    x += (dx * by - dy * bx) / whole;
    y += (ax * dy - ay * dx) / whole;
  }}
  return [x, y];
}}"""
_NEAR = f"""far => {{
  const {{ right, away }} = {_HAND}.off;
  // A click right after taking may be the second one of a double click: it lets nothing go.
  return {_HAND}.heldFor > 0.65 && Math.hypot(right, away) <= far;
}}"""
_NEAR_OR_MOVED = f"""([far, x, y]) => {{
  const [nowX, nowY] = ({_POINT})([0, 0]);
  return ({_NEAR})(far) || Math.hypot(nowX - x, nowY - y) > 3;
}}"""
_WATCHED = f"""block => {{
  const {{ playback, stage }} = {_HAND};
  return stage !== 'animation' && (playback.last?.names.includes(block) ?? false);
}}"""
# A short film may be over before a slow test looks.
_WATCHED_ANOTHER = f"""before => {{
  const {{ playback, stage }} = {_HAND};
  return stage !== 'animation' && playback.last !== null && playback.last !== before;
}}"""
_POSES = f"() => {_HAND}.playback.last?.at(1e9) ?? null"


def lay_card(page: Page) -> str:
    """Choose some card, if possible one that places a block, and play it by mouse; return the move."""
    page.wait_for_selector(MOVE)
    table = page.locator(".table")
    before = table.get_attribute("data-seq")
    if page.locator(".target[data-part=block]").count():
        # The button itself may lie under a larger block: what counts is what is chosen.
        page.locator(".target[data-part=block]").first.dispatch_event("click")
    else:
        page.locator(".panel-choice[aria-disabled=false]").first.click()
    page.wait_for_selector(".table:not([data-preview=''])")
    move = table.get_attribute("data-preview") or ""
    page.locator("[data-action=play-move]").click()
    page.wait_for_function(
        "seq => document.querySelector('.table').dataset.seq !== seq", arg=before
    )
    return move


def is_asked(page: Page) -> bool:
    """Wait until this page's person is to move or to place; return whether it is to place."""
    page.wait_for_selector(f"{MOVE}, {CHOOSE}, {TERMINAL}")
    return page.locator(CHOOSE).count() > 0


def take(page: Page) -> None:
    """Take what is to be placed into the hand."""
    page.locator(TAKE).click()
    await_held(page)


def await_held(page: Page) -> None:
    """Wait until the hand holds it: from then on it can be led."""
    page.wait_for_function(_HELD)


def standing(page: Page) -> int:
    """How many bodies stand while one more is held."""
    # The position counts what is being placed; what is shown of it may still be on its way.
    return int(page.evaluate(f"() => {_HAND}.shown.state.position.tower.length")) - 1


def off(page: Page) -> dict[str, float]:
    """How far what is held is from the middle of what it is to be set upon, in mm."""
    found: dict[str, float] = page.evaluate(_OFF)
    return found


def aimed_off(page: Page) -> tuple[float, float]:
    """How far to the right and away of that middle the hand is led to, in mm."""
    right, away = page.evaluate(_AIMED)
    return right, away


def over_the_tower(page: Page) -> tuple[float, float]:
    """The point of the page at which the hand is over the middle of the tower's top."""
    return point_at(page, 0, 0)


def point_at(page: Page, right: float, away: float) -> tuple[float, float]:
    """The same for a point so many mm to the right and away of that middle."""
    x, y = page.evaluate(_POINT, [right, away])
    return x, y


def await_near(page: Page, far: float = FAR) -> None:
    """Wait until what is held is over the middle but for ``far`` mm."""
    page.wait_for_function(_NEAR, arg=far)


def lead_over_the_tower(page: Page) -> None:
    """Lead what is held over the middle of the tower's top, again if the view has moved meanwhile."""
    while True:
        x, y = over_the_tower(page)
        page.mouse.move(x, y)
        page.wait_for_function(_NEAR_OR_MOVED, arg=[FAR, x, y])
        if page.evaluate(_NEAR, FAR):
            return


def place_by_mouse(page: Page) -> None:
    """Take what is to be placed, lead it over the tower, let go with a click, and watch what comes of it."""
    page.wait_for_selector(CHOOSE)
    take(page)
    lead_over_the_tower(page)
    with watching_film(page):
        page.mouse.down()
        page.mouse.up()


@contextmanager
def watching_film(page: Page) -> Generator[None]:
    """After what is done within, wait until the film that it begins has been watched."""
    before = page.evaluate_handle(f"() => {_HAND}.playback.last")
    yield
    page.wait_for_function(_WATCHED_ANOTHER, arg=before)


def await_film_of(page: Page, block: str) -> None:
    """Wait until a film in which ``block`` was let go has been watched."""
    page.wait_for_function(_WATCHED, arg=block)


def last_seen(page: Page) -> Any:
    """Where the bodies of the last film came to rest."""
    return page.evaluate(_POSES)
