"""The package for JavaScript is installed in an empty folder, and does what its README shows."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

import empile
import hatch_build
from tests.browser.support.chromium import launch
from tests.packaging.conftest import ROOT, Distributions
from tests.support.patience import PATIENCE
from tests.support.tcp_server import serving_files

USE = """
import { type Bundle, EngineWorker, IllegalActionError, load, loadRules, newStream, type SearchResult, search } from "empile";

export async function play(wasm: ArrayBuffer, bundle: Bundle): Promise<SearchResult | null> {
  const state = load(await loadRules(wasm), bundle).newState();
  try {
    state.apply(0);
  } catch (error) {
    if (error instanceof IllegalActionError) return null;
  }
  const engine = new EngineWorker(() => new Worker("worker.js", { type: "module" }), "blox.wasm");
  const files = { facts: "blox-2.json", data: "blox-2.bin" };
  const next: Uint8Array = await engine.ask(files, "apply", [state.toBytes(), 1]);
  if (next.length === 0) return null;
  const { params } = state.game.levels[0]!;
  return search(state, { stream: newStream(1), simulations: 2, params });
}
"""


@pytest.fixture(scope="module")
def folder(dist: Distributions, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder in which the package is installed, without a network."""
    empty = tmp_path_factory.mktemp("npm")
    hatch_build.npm(
        "install",
        "--offline",
        "--no-audit",
        "--no-fund",
        "--prefix",
        str(empty),
        str(dist.npm),
        folder=empty,
    )
    return empty


@pytest.fixture(scope="module")
def result() -> dict[str, Any]:
    """The result of the game of the README, played in Python."""
    game = empile.load("blox", players=2)
    stream = empile.new_stream(1)
    state = game.new_state()
    params = game.bots.levels[1].search_params
    while not state.is_terminal():
        if state.is_chance_node():
            _, state = state.after_chance(stream)
        else:
            found = empile.search(state, stream=stream, simulations=50, params=params)
            state.apply_action(found.best)
    end = state.result()
    assert end is not None
    return {"scores": state.scores(), "ranks": list(end.ranks), "reason": end.reason}


def code(folder: Path, name: str) -> str:
    """Return a block of code of the README that was installed."""
    readme = (folder / "node_modules" / "empile" / "README.md").read_text("utf-8")
    found = re.search(rf"<!-- {name} -->\n```\w+\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE)
    assert found is not None
    assert len(found[1].splitlines()) <= 20
    return found[1]


def test_the_readme_plays_a_game_in_node(folder: Path, result: dict[str, Any]) -> None:
    (folder / "play.mjs").write_text(code(folder, "node"), "utf-8")
    done = subprocess.run(
        [hatch_build.node_program(), "play.mjs"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == result


def test_the_readme_plays_the_same_game_in_a_browser(folder: Path, result: dict[str, Any]) -> None:
    page = f"<!doctype html><title>Game</title><body>{code(folder, 'browser')}"
    (folder / "index.html").write_text(page, "utf-8")
    with serving_files(folder) as address, sync_playwright() as playwright:
        browser = launch(playwright, solid=False)
        shown = browser.new_page()
        shown.goto(address)
        shown.wait_for_function(
            "document.body.textContent.startsWith('{')", timeout=1000 * PATIENCE
        )
        assert json.loads(shown.text_content("body") or "") == result
        browser.close()


def test_the_types_are_complete(folder: Path) -> None:
    (folder / "use.ts").write_text(USE, "utf-8")
    options = {
        "module": "nodenext",
        "noEmit": True,
        "strict": True,
        "target": "es2022",
        "types": [],
    }
    config = {"compilerOptions": options, "files": ["use.ts"]}
    (folder / "tsconfig.json").write_text(json.dumps(config), "utf-8")
    tsc = ROOT / "web/node_modules/typescript/bin/tsc"
    done = subprocess.run(
        [hatch_build.node_program(), tsc, "-p", folder], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_the_package_names_its_version_licence_and_no_registry(folder: Path) -> None:
    package = folder / "node_modules" / "empile"
    about = json.loads((package / "package.json").read_text("utf-8"))
    assert (about["version"], about["license"]) == (empile.__version__, "MIT")
    assert (package / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert not {"dependencies", "publishConfig", "scripts"} & about.keys()
    games = {path.stem for path in (package / "games").glob("*.wasm")}
    assert games == set(hatch_build.games_of_the_package()) >= {"block-ness", "blox"}
