"""What learners do on the page, by mouse and by keys; every wait is for a state of the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from playwright.sync_api import Page

import empile
from empile.engine.discovery import game_class
from empile.engine.lessons import Run
from tests.browser.support.playing import READY

Choose = Callable[[Page, str, Mapping[str, str]], None]
"""Chooses a move, given by its text and its parts, until it is previewed."""

_MOST_CHOICES = 8
_MOST_STEPS = 200
_MOST_TABS = 60
_ARROWS = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")
_WHERE = """wanted => {
  const active = document.activeElement, there = document.querySelector(wanted);
  if (active === there) return ["", []];
  const from = active.getBoundingClientRect(), to = there.getBoundingClientRect();
  const x = to.x - from.x, y = to.y - from.y;
  const ways = [[Math.abs(x), x > 0 ? "ArrowRight" : "ArrowLeft"],
                [Math.abs(y), y > 0 ? "ArrowDown" : "ArrowUp"]];
  ways.sort((a, b) => b[0] - a[0]);
  const name = active.dataset.target ?? active.dataset.choice ?? "";
  return [name, ways.map(([_, way]) => way)];
}"""


def game_names() -> list[str]:
    """Return the games that can be learnt on the page."""
    return [
        name
        for name in empile.game_names()
        if (game_class(name).folder / "web" / "scene").is_dir()
        and (game_class(name).folder / "lessons").is_dir()
    ]


def open_lesson(page: Page, game: str, lesson: str) -> None:
    """Open a lesson by its address."""
    page.goto(f"/learn/{game}/{lesson}")
    await_lesson(page, lesson, 1)


def await_lesson(page: Page, lesson: str, step: int) -> None:
    """Wait until a step of a lesson asks for a move on the board, or beside it."""
    page.wait_for_selector(f".learn[data-lesson='{lesson}'][data-step='{step}'][data-phase=asking]")
    beside = f".learn:has({READY}) .panel-choice[aria-disabled=false]"
    page.wait_for_selector(f"{READY} .target, {beside}")


def preview(page: Page) -> str:
    """Return the move that is shown before it is laid."""
    return page.locator("[data-preview]").get_attribute("data-preview") or ""


def parts_of(run: Run, move: str) -> dict[str, str]:
    """Return the parts of a legal move."""
    state = run.match.state
    return state.game.presenter.move_parts(state, state.text_to_action(move))


def wrong_move(run: Run) -> str | None:
    """Return a legal move that is not asked for, ``None`` where there is none."""
    right = set(run.right_moves())
    return next((text for text in run.match.state.legal_texts() if text not in right), None)


def choose_by_mouse(page: Page, move: str, parts: Mapping[str, str]) -> None:
    """Click on one part after the other."""
    for _ in range(_MOST_CHOICES):
        if preview(page) == move:
            return
        page.locator(next_choice(page, parts)).first.click()
    raise AssertionError(f"{move} is not chosen by its parts, but {preview(page)!r}")


def choose_by_keys(page: Page, move: str, parts: Mapping[str, str]) -> None:
    """Walk to one part after the other with Tab and the arrow keys, and press Enter."""
    for _ in range(_MOST_CHOICES):
        if preview(page) == move:
            return
        wanted = next_choice(page, parts)
        for _ in range(_MOST_TABS):
            if _in_reach(page, wanted):
                break
            page.keyboard.press("Tab")
        _walk(page, wanted)
        open_ = page.locator(wanted).count()
        page.keyboard.press("Enter")
        page.wait_for_function(
            "([wanted, few]) => document.querySelectorAll(wanted).length < few", arg=[wanted, open_]
        )
        page.wait_for_function(
            "() => document.activeElement?.matches('.target, .panel-choice, [data-action=play-move]')"
        )
    raise AssertionError(f"{move} is not chosen by its parts, but {preview(page)!r}")


def next_choice(page: Page, parts: Mapping[str, str]) -> str:
    """Return the selector of something to choose that makes the move."""
    for part, value in parts.items():
        for selector in (
            f".target[data-part='{part}'][data-value='{value}'][aria-pressed=false]",
            f"[data-choice='{part}:{value}'][aria-pressed=false][aria-disabled=false]",
        ):
            if page.locator(selector).count():
                return selector
    raise AssertionError(f"nothing of {dict(parts)} can be chosen")


def _in_reach(page: Page, wanted: str) -> bool:
    """Whether the focus is in the group in which arrows lead to what is wanted."""
    return bool(
        page.evaluate(
            """wanted => {
              const group = document.querySelector(wanted).closest('.layer, .panel-group');
              return document.activeElement !== group && group.contains(document.activeElement);
            }""",
            wanted,
        )
    )


def _walk(page: Page, wanted: str) -> None:
    """Press arrows until what is wanted has the focus: towards it first, then those untried."""
    tried: dict[str, list[str]] = {}
    for _ in range(_MOST_STEPS):
        here, towards = page.evaluate(_WHERE, wanted)
        if not towards:
            return
        before = tried.setdefault(here, [])
        # An arrow that was pressed here already comes last: it did not lead there.
        arrow = min((*towards, *_ARROWS), key=before.count)
        before.append(arrow)
        page.keyboard.press(arrow)
    raise AssertionError(f"{_MOST_STEPS} arrows do not lead to {wanted}")
