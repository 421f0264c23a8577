"""Games of TextArena."""

from __future__ import annotations

from tests.support.frameworks import run_cases


def test_textarena_plays_the_games() -> None:
    run_cases("textarena", "textarena.py")
