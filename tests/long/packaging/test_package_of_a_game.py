"""A game in a package of its own: built, installed with pip, and played in the browser."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from contextlib import AbstractContextManager
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

import hatch_build
from tests.browser.support.chromium import is_refusal, launch
from tests.browser.support.playing import READY, make_table
from tests.packaging.conftest import ROOT, UV, Distributions, Environment, clean_environment, served
from tests.support.patience import PATIENCE

STONES = ROOT / "tests" / "packaging" / "stones"
PEOPLE = ({"kind": "person", "name": "Anne"}, {"kind": "person", "name": "Bob"})
USES = """
import pickle, empile
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from empile.engine.discovery import skipped_games
from empile.envs.gymnasium import environment_id
import gymnasium

state = empile.load("three-stones").new_state()
state.apply_text("c1")
with ProcessPoolExecutor(1, get_context("spawn")) as pool:
    print(pool.submit(empile.State.action_to_text, state, 0).result())
environment = gymnasium.make(environment_id("three-stones"))
print(environment.reset(seed=1)[1]["action_mask"].sum())
print(empile.game_names(), skipped_games())
"""


@pytest.fixture(scope="module")
def environment(dist: Distributions, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with Empile and the package, which takes other packages from that of the tests."""
    folder = tmp_path_factory.mktemp("package")
    built = ["-q", "--wheel", "--no-build-isolation", "--out-dir", str(folder), str(STONES)]
    subprocess.run([*UV, "build", "--python", sys.executable, *built], check=True)
    (wheel,) = folder.glob("three_stones-*.whl")
    venv = folder / "venv"
    subprocess.run([*UV, "venv", "-q", "--python", sys.executable, str(venv)], check=True)
    python = ["--python", str(venv / "bin" / "python"), "--no-deps", "--no-index"]
    wheels = [str(dist.engine), str(dist.table), str(wheel)]
    subprocess.run([*UV, "pip", "install", "-q", *python, *wheels], check=True)
    (packages,) = (venv / "lib").glob("python*/site-packages")
    (packages / "borrowed.pth").write_text(f"{Path(pytest.__file__).parents[1]}\n", "utf-8")
    return Environment(venv)


def serving(environment: Environment, data: Path) -> AbstractContextManager[str]:
    """Run the server of an environment, without the compiler, which takes longer."""
    program = [environment.program("empile")]
    clean = {**clean_environment(), "NUMBA_DISABLE_JIT": "1"}
    return served(program, data, environment.folder, clean)


def test_package_is_found_by_programs_workers_and_environments(environment: Environment) -> None:
    script = environment.folder / "uses.py"
    script.write_text(f"if __name__ == '__main__':\n{re.sub('(?m)^', '    ', USES)}", "utf-8")
    env = {**clean_environment(), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [environment.program("python"), str(script)],
        cwd=environment.folder,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "a1",
        "5",
        "['block-ness', 'block-out', 'blox', 'on-top', 'three-stones'] []",
    ]
    listed = environment.run("empile", "games").stdout
    assert "three-stones  (rules version 1)" in listed


def shows_a_red_stone(page: Page) -> bool:
    picture = page.locator("game-board canvas").screenshot()
    red, green, blue = np.moveaxis(np.asarray(Image.open(io.BytesIO(picture)).convert("RGB")), 2, 0)
    return int(((red > 150) & (green < 90) & (blue < 90)).sum()) > 500


def test_package_is_played_in_the_browser_in_3d(environment: Environment, tmp_path: Path) -> None:
    trouble: list[str] = []
    with (
        serving(environment, tmp_path / "tables.sqlite3") as address,
        sync_playwright() as playwright,
        launch(playwright, solid=True) as browser,
    ):
        context = browser.new_context(
            base_url=address, locale="de-DE", reduced_motion="reduce", service_workers="block"
        )
        context.add_init_script("localStorage.setItem('empile.slow-3d', 'on')")
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on(
            "console",
            lambda said: trouble.append(said.text) if is_refusal(said.type, said.text) else None,
        )
        page.goto("/")
        cover = page.locator("img[src^='/packages/three-stones/'][src$='/pictures/cover.svg']")
        cover.first.wait_for()
        expect(page.locator("main")).to_contain_text("Three Stones")
        made = make_table(address, *PEOPLE, game="three-stones")
        page.goto(f"/t/{made['table']}#seat={made['token']}")
        page.wait_for_selector(f"{READY}[data-drawn=solid]")
        page.locator(".target[data-part=cell][data-value=c1]").click()
        page.locator("[data-action=play-move]").click()
        page.wait_for_selector(".wide-log code")
        assert any(shows_a_red_stone(page) for _ in range(50)), "the scene is drawn"
    assert trouble == []


def test_package_is_kept_for_times_without_a_connection(
    environment: Environment, tmp_path: Path
) -> None:
    with sync_playwright() as playwright, launch(playwright, solid=False) as browser:
        with serving(environment, tmp_path / "tables.sqlite3") as address:
            page = browser.new_context(base_url=address, locale="fr-FR").new_page()
            page.set_default_timeout(1000 * PATIENCE)
            page.goto("/")
            page.wait_for_function("() => navigator.serviceWorker.controller !== null")
            page.goto("/rules/three-stones")
            expect(page.locator("main")).to_contain_text("Put three stones in a row.")
        page.goto("/rules/three-stones")
        expect(page.locator("main")).to_contain_text("Trois pierres")
        expect(page.locator("main")).to_contain_text("Put three stones in a row.")


def test_contract_fits_the_modules_of_the_package(dist: Distributions, tmp_path: Path) -> None:
    """Authors check their modules by the types that servers offer."""
    unpacked = ["-m", "zipfile", "-e", str(dist.table), str(tmp_path / "wheel")]
    subprocess.run([sys.executable, *unpacked], check=True)
    contract = tmp_path / "wheel/empile/server/pages/types/contract.d.ts"
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "contract.d.ts").write_bytes(contract.read_bytes())
    for module in (STONES / "stones/web/dist").glob("*.js"):
        (sources / module.name).write_bytes(module.read_bytes())
    (tmp_path / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    options = {
        "allowJs": True,
        "checkJs": True,
        "module": "esnext",
        "moduleResolution": "bundler",
        "noEmit": True,
        "strict": True,
        "target": "es2022",
    }
    config = {"compilerOptions": options, "include": ["sources"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(config))
    node = hatch_build.node_program()
    tsc = ROOT / "web/node_modules/typescript/bin/tsc"
    done = subprocess.run([node, tsc, "-p", tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
