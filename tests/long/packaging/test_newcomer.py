"""A newcomer makes a game: new folder, another rule, checks, and a game against a bot in the browser.

Once as a package that pip installs, once inside a checkout.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

import hatch_build
from tests.browser.support.chromium import launch
from tests.browser.support.playing import READY, await_turn, make_table
from tests.packaging.conftest import UV, Distributions, clean_environment, served
from tests.support.patience import PATIENCE

NAME = "line-land"
WORDS = ("new-game", NAME, "--board", "3x3", "--points", "--seats", "2")
PLACES = ({"kind": "person", "name": "Anne"}, {"kind": "bot", "level": 1})


@dataclass(frozen=True)
class Newcomer:
    """Somebody with a program, in a folder."""

    program: Sequence[str | Path]
    folder: Path
    environment: dict[str, str]

    def command(self, *words: str, fails: bool = False) -> str:
        """Run a command of Empile; return what it prints."""
        done = subprocess.run(
            [*self.program, *words],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode != 0) == fails, done.stdout + done.stderr
        return done.stdout

    def change_a_rule(self, game: Path) -> None:
        """Let two pieces be a line, in the rules and in all texts."""
        for path in (game / "rules.py", game / "README.md", *(game / "locales").iterdir()):
            text = path.read_text("utf-8")
            changed = text.replace("LINE = 3", "LINE = 2")
            changed = re.sub(r"\b3 (pieces|pions|Steine|fichas)", r"2 \1", changed)
            assert changed != text, path
            path.write_text(changed, "utf-8")

    def check(self) -> None:
        """Check the game: a golden game goes otherwise, as it must, and then all is well."""
        assert "golden game" in self.command("check-game", NAME, fails=True)
        self.command("check-game", NAME, "--write-golden")
        assert "nothing is lacking" in self.command("check-game", NAME)

    def play(self) -> None:
        """Play a game against a bot to its end, and see who won."""
        data = self.folder / "tables.sqlite3"
        with (
            served(self.program, data, self.folder, self.environment) as address,
            sync_playwright() as playwright,
            launch(playwright, solid=False) as browser,
        ):
            context = browser.new_context(base_url=address, locale="en-GB", reduced_motion="reduce")
            page = context.new_page()
            page.set_default_timeout(1000 * PATIENCE)
            _play(page, make_table(address, *PLACES, game=NAME))


def _play(page: Page, made: dict[str, str]) -> None:
    page.goto(f"/t/{made['table']}#seat={made['token']}")
    page.wait_for_selector(READY)
    moves = 0
    while await_turn(page):
        page.locator(".target[data-part=cell]").first.click()
        page.locator("[data-action=play-move]").click()
        moves += 1
        page.wait_for_function("() => !document.querySelector('.table').dataset.preview")
    assert moves in (4, 5)
    assert "Most points wins." in page.locator("main").inner_text()


def test_newcomer_makes_a_package(dist: Distributions, tmp_path: Path) -> None:
    venv = tmp_path / "venv"
    subprocess.run([*UV, "venv", "-q", "--python", sys.executable, str(venv)], check=True)
    (packages,) = (venv / "lib").glob("python*/site-packages")
    (packages / "borrowed.pth").write_text(f"{Path(pytest.__file__).parents[1]}\n", "utf-8")
    install = [*UV, "pip", "install", "-q", "--no-deps", "--no-index", "--no-build-isolation"]
    install += ["--python", str(venv / "bin" / "python")]
    subprocess.run([*install, str(dist.engine), str(dist.table)], check=True)
    newcomer = Newcomer(
        [venv / "bin" / "empile"], tmp_path, {**clean_environment(), "NUMBA_DISABLE_JIT": "1"}
    )
    assert f"cd {NAME}" in newcomer.command(*WORDS)
    subprocess.run([*install, "-e", str(tmp_path / NAME)], check=True)
    assert f"{NAME}  (rules version 1)" in newcomer.command("games")
    newcomer.change_a_rule(tmp_path / NAME / "src" / "line_land")
    newcomer.check()
    newcomer.play()


def test_newcomer_adds_to_a_checkout(tmp_path: Path) -> None:
    hatch_build.build()
    games = tmp_path / "src" / "empile" / "games"
    games.mkdir(parents=True)
    (games / "__init__.py").touch()
    (tmp_path / "pyproject.toml").touch()
    newcomer = Newcomer(
        [sys.executable, "-m", "empile"],
        tmp_path,
        {**os.environ, "EMPILE_GAMES": str(games), "NUMBA_DISABLE_JIT": "1"},
    )
    assert "pip install" not in newcomer.command(*WORDS)
    newcomer.change_a_rule(games / "line_land")
    newcomer.check()
    newcomer.play()
