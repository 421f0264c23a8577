"""Chromium, Firefox and WebKit play games and search as Python does, under the server's own headers."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

import empile
import hatch_build
from empile.engine.random import new_stream
from empile.engine.wasm import rules_module
from tests.browser.support.browsers import BROWSERS, ChromiumPage, ScriptedPage, opened
from tests.server.serving import Serving, serving
from tests.support.patience import PATIENCE

SCRIPTS = [Path(__file__).with_name(name) for name in ("page.js", "probe.js")]
PAGE = "<!doctype html><title>Rules</title><script src=/probe.js></script>"
GAMES = ("block-ness", "block-out", "blox", "on-top")
PLAYERS = 3
SEED = 7
SIMULATIONS = 300
PLACES = ("/", "/embed/none", "/docs/")
"""Addresses with each of the server's policies."""
PLAY = """async (request) => {
  const { play } = await import("/page.js");
  return play(JSON.parse(request));
}"""

Run = Callable[..., Any]
"""Opens an address, calls a function there with texts, and returns its result."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server with the runtime instead of the page, and with the modules of all games."""
    folder = tmp_path_factory.mktemp("engine")
    for place in ("pages", "docs"):
        (folder / place).mkdir()
        (folder / place / "index.html").write_text(PAGE, "utf-8")
    hatch_build.build_engine(folder / "pages" / "lib")
    for script in SCRIPTS:
        shutil.copy(script, folder / "pages")
    for name in GAMES:
        rules_module(empile.load(name))
    with serving(folder / "tables.sqlite3", folder / "pages", folder / "docs") as running:
        yield running


@pytest.fixture(scope="module", params=[*BROWSERS])
def run(
    request: pytest.FixtureRequest, site: Serving, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Run]:
    """A browser."""
    if request.param == "chromium":
        browsers: dict[bool, Browser] = request.getfixturevalue("browsers")
        page = browsers[False].new_page()
        page.set_default_timeout(1000 * PATIENCE)
        opening: AbstractContextManager[ScriptedPage] = closing(ChromiumPage(page))
    else:
        opening = opened(request.param, tmp_path_factory.mktemp("browser") / request.param)
    with opening as browser:

        def run_at(path: str, function: str, *texts: str) -> Any:
            browser.open(site.address + path)
            return browser.run(function, *texts)

        yield run_at


def game_of(name: str) -> dict[str, Any]:
    """Play the same game in Python."""
    game = empile.load(name, players=PLAYERS)
    stream, digest, found = new_stream(SEED), hashlib.sha256(), None
    views, levels = game.presenter.json, game.bots.levels
    state = game.new_state()
    views.compile(state)
    while not state.is_terminal():
        digest.update(state.tobytes())
        for seat in (None, *range(PLAYERS)):
            digest.update(views.view(state, seat))
        digest.update(views.moves(state))
        if state.is_chance_node():
            _, state = state.after_chance(stream)
            continue
        if found is None:
            params, other = levels[-1].search_params, stream.copy()
            found = empile.search(state, stream=other, simulations=SIMULATIONS, params=params)
        state.apply_action(empile.choose(state, levels[0], stream))
    digest.update(state.tobytes())
    end = state.result()
    assert end is not None
    assert found is not None
    return {
        "digest": digest.hexdigest(),
        "scores": list(state.scores()),
        "ranks": list(end.ranks),
        "reason": end.reason,
        "searched": [[move.action, move.visits, list(move.values)] for move in found.moves],
    }


@pytest.mark.parametrize("name", GAMES)
def test_a_worker_plays_and_searches_as_python_does(run: Run, name: str) -> None:
    request = {"name": name, "players": PLAYERS, "seed": SEED, "simulations": SIMULATIONS}
    played = run("/", PLAY, json.dumps(request))
    assert played == game_of(name)


@pytest.mark.parametrize("place", PLACES)
def test_each_policy_allows_rules_but_no_scripts_made_of_text(run: Run, place: str) -> None:
    assert run(place, "() => probe") == ["allowed", "EvalError"]
