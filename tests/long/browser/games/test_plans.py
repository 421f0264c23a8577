"""Boards in the plan view look as in kept pictures: six states of each game, at three sizes.

``pytest tests/long/browser/games/test_plans.py --write-plans`` writes the pictures; look at them. Pictures
that differ are in ``build/plans``.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import chain, pairwise
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Page

import empile
from empile.engine.lessons import lessons_of
from tests.browser.conftest import ROOT, Person
from tests.browser.support.baselines import TOLERANCE, WIDTH, compare, difference, shrunk
from tests.browser.support.learning import (
    await_lesson,
    choose_by_mouse,
    game_names,
    next_choice,
    parts_of,
)
from tests.browser.support.playing import READY
from tests.browser.support.records import random_record, replay_address

KEPT = Path(__file__).parent / "plans"
SEEN = ROOT / "build" / "plans"
SIZES = {"phone": (360, 740), "tablet": (820, 1180), "desktop": (1440, 900)}
MOST_BYTES = 1_500_000
BOARD_ALONE = ".stage-area > :not(game-board), .remarks { visibility: hidden !important; }"


@pytest.mark.parametrize("game", game_names())
def test_boards_look_as_in_kept_pictures(person: Person, game: str, write_plans: bool) -> None:
    page = person()
    page.add_init_script("localStorage.setItem('empile.plan', 'on')")
    wrong: list[str] = []
    for state in chain(_replayed(page, game), _learnt(page, game)):
        page.mouse.move(0, 0)
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            shot = page.locator("game-board").screenshot(style=BOARD_ALONE)
            name = f"{game}/{state}-{size}"
            kept, seen = KEPT / f"{name}.webp", SEEN / f"{name}.png"
            wrong += filter(None, [compare(shot, kept, seen, write=write_plans)])
    assert wrong == []


def _replayed(page: Page, game: str) -> Iterator[str]:
    """Show a game from its start to its end."""
    page.goto(replay_address(random_record(game)))
    page.wait_for_selector(READY)
    last = int(page.locator(".replay").get_attribute("data-frames") or 0)
    for state, frame in {"start": 0, "early": last // 4, "late": 3 * last // 4}.items():
        if frame > 0:
            page.locator(".log .log-go").nth(frame - 1).click()
        page.wait_for_selector(f".replay[data-frame='{frame}']")
        yield state
    page.keyboard.press("End")
    page.wait_for_selector("table-over")
    yield "over"


def _learnt(page: Page, game: str) -> Iterator[str]:
    """Choose a move in the first lesson: its first part, and all of it."""
    lesson = lessons_of(empile.load(game))[0]
    run = lesson.begin()
    move = run.right_moves()[0]
    page.goto(f"/learn/{game}/{lesson.name}")
    await_lesson(page, lesson.name, 1)
    page.wait_for_selector(READY)
    page.locator(next_choice(page, parts_of(run, move))).first.click()
    yield "chosen"
    choose_by_mouse(page, move, parts_of(run, move))
    yield "shown"


def test_kept_pictures_are_small() -> None:
    kept = sorted(KEPT.glob("*/*.webp"))
    assert len(kept) == 6 * len(SIZES) * len(game_names())
    assert sum(path.stat().st_size for path in kept) < MOST_BYTES


@pytest.mark.parametrize("game", game_names())
def test_kept_pictures_show_different_states(game: str) -> None:
    states = ("start", "early", "late", "over", "chosen", "shown")
    kept = [Image.open(KEPT / game / f"{state}-desktop.webp").convert("RGB") for state in states]
    assert all(difference(one, next_) > 0.001 for one, next_ in pairwise(kept))


def test_difference_sees_a_piece_that_is_missing_and_no_other_font() -> None:
    plain = Image.new("RGB", (2 * WIDTH, WIDTH), "#c89a63")
    pen = ImageDraw.Draw(plain)
    pen.text((40, 40), "10", fill="black", font_size=14)
    pieces = plain.copy()
    ImageDraw.Draw(pieces).ellipse((200, 100, 240, 140), fill="#1f6791")
    other = plain.copy()
    ImageDraw.Draw(other).text((41, 40), "10", fill="black", font_size=15)
    shots = [_png(picture) for picture in (plain, pieces, other)]
    first, second, third = (shrunk(shot) for shot in shots)
    assert difference(first, second) > TOLERANCE
    assert difference(first, third) < TOLERANCE


def _png(picture: Image.Image) -> bytes:
    held = BytesIO()
    picture.save(held, "PNG")
    return held.getvalue()
