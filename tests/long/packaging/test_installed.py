"""The wheels in empty environments: the engine alone, and the whole."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from tests.packaging.conftest import UV, Distributions, Environment, clean_environment, install
from tests.support.patience import PATIENCE

PLAY = """
import sys
import empile

assert "numba" not in sys.modules
from empile.arena import open_results, plan_of, run_tournament, standings

stream = empile.new_stream(1)
chosen = [(name, {}) for name in empile.game_names()]
chosen += [("block-out", {"referee": source}) for source in ("odds", "people")]
for name, options in chosen:
    game = empile.load(name, **options)
    state = game.new_state()
    while state.current_player() == empile.CHANCE:
        state.apply_action(state.chance_outcomes()[0][0])
    found = empile.search(state, stream=stream, simulations=20)
    assert found.best in state.legal_actions()
    state.apply_action(empile.choose(state, empile.levels_of(game)[0], stream))
    assert "<svg" in state.to_svg()
    print(name)
plan = plan_of(empile.load("on-top"), ["level:1", "random"])
with open_results(plan) as results:
    run_tournament(results, processes=1)
    print(len(standings(plan, results.in_order())), "ranked")
"""


def test_engine_alone_plays_searches_and_runs_tournaments(engine_alone: Environment) -> None:
    done = engine_alone.run("python", "-c", PLAY)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [
        *("block-ness", "block-out", "blox", "on-top", "block-out", "block-out"),
        *("2", "ranked"),
    ]


def test_engine_alone_installs_no_server_and_no_physics(engine_alone: Environment) -> None:
    listed = subprocess.run(
        [*UV, "pip", "list", "-q", "--format=json", "--python", engine_alone.program("python")],
        capture_output=True,
        check=True,
    )
    names = {package["name"] for package in json.loads(listed.stdout)}
    assert "empile-engine" in names
    assert not names & {"empile", "litestar", "uvicorn", "mujoco-core", "httpx", "gymnasium"}


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "import empile.client",
            'websockets is not installed: pip install "empile-engine[client]"',
        ),
        (
            "import empile.games.block_out.physics.simulation",
            'MuJoCo is not installed: pip install "empile-engine[physics]"',
        ),
        (
            "import empile.envs.block_ness_v1",
            'Gymnasium is not installed: pip install "empile-engine[envs]"',
        ),
    ],
)
def test_engine_alone_names_the_missing_extra(
    engine_alone: Environment, code: str, said: str
) -> None:
    done = engine_alone.run("python", "-c", code)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"ImportError: {said}"


def test_engine_alone_has_its_own_script(engine_alone: Environment) -> None:
    assert not engine_alone.program("empile").exists()
    assert engine_alone.run("empile-engine", "perft", "block-ness", "--depth", "1").returncode == 0
    shown = engine_alone.run("empile-engine", "perft", "--help").stdout
    assert "usage: empile-engine perft" in shown
    assert "\n  empile-engine perft block-ness" in shown


def test_engine_alone_refuses_to_open_the_table(engine_alone: Environment) -> None:
    served = engine_alone.run("empile-engine", "serve")
    assert (served.returncode, served.stdout) == (2, "")
    expected = "empile: the table in the browser is not installed: pip install empile\n"
    assert served.stderr == expected
    bare = engine_alone.run("empile-engine")
    assert bare.returncode == 2
    assert bare.stderr.startswith("empile: a command is missing: choose one of play, ")
    assert "pip install empile" in engine_alone.run("empile-engine", "--help").stdout


def test_engine_with_extras_has_environments_and_client(
    dist: Distributions, tmp_path: Path
) -> None:
    wanted = f"empile-engine[client,envs] @ {dist.engine.as_uri()}"
    environment = install(tmp_path / "venv", wanted)
    code = (
        "import empile.client\n"
        "from empile.envs import on_top_v1\n"
        "env = on_top_v1.env()\n"
        "env.reset(seed=1)\n"
        "env.step(int(env.observe(env.agent_selection)['action_mask'].argmax()))"
    )
    done = environment.run("python", "-c", code)
    assert done.returncode == 0, done.stderr


def test_whole_opens_the_table_in_the_browser(whole: Environment, tmp_path: Path) -> None:
    seen = tmp_path / "opened"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {seen}.new && mv {seen}.new {seen}\n')
    browser.chmod(0o755)
    with subprocess.Popen(
        [whole.program("empile"), "--port", "0", "--data", tmp_path / "tables.sqlite3"],
        env={**clean_environment(), "BROWSER": f"{browser} %s"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found is not None, process.stderr and process.stderr.read()
            with urllib.request.urlopen(found[0], timeout=PATIENCE) as answer:
                assert b"<html" in answer.read()
            with urllib.request.urlopen(f"{found[0]}api/games", timeout=PATIENCE) as answer:
                assert len(json.load(answer)) == 4
            waited = time.monotonic() + PATIENCE
            while not seen.exists() and time.monotonic() < waited:
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert (process.returncode, err) == (0, "")
    assert "No browser" not in out
    assert seen.read_text() == found[0]


def test_whole_simulates_the_hand(whole: Environment) -> None:
    done = whole.run("python", "-c", "import empile.games.block_out.physics.simulation")
    assert done.returncode == 0, done.stderr


def test_uvx_runs_the_wheels(dist: Distributions) -> None:
    wheels = ["--with", str(dist.engine), "--from", str(dist.table)]
    done = subprocess.run(
        [*UV, "tool", "run", "-q", "--python", sys.executable, *wheels, "empile", "--version"],
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.split()[0]) == (0, "empile"), done.stderr


def files_below(folder: Path) -> dict[str, int]:
    return {
        str(path.relative_to(folder)): path.stat().st_mtime_ns
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_engine_works_in_a_read_only_installation(dist: Distributions, tmp_path: Path) -> None:
    """Machine code goes to a cache, not to the installation or the home folder."""
    folder = tmp_path / "venv"
    subprocess.run([*UV, "venv", "-q", "--python", sys.executable, str(folder)], check=True)
    python = ["--python", str(folder / "bin" / "python"), "--no-deps", "--no-index"]
    subprocess.run([*UV, "pip", "install", "-q", *python, str(dist.engine)], check=True)
    (packages,) = (folder / "lib").glob("python*/site-packages")
    (packages / "borrowed.pth").write_text(f"{Path(pytest.__file__).parents[1]}\n", "utf-8")
    installed = packages / "empile"
    for path in [installed, *installed.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = files_below(installed)
    cache = tmp_path / "temporary"
    cache.mkdir()
    done = subprocess.run(
        [
            str(folder / "bin" / "python"),
            "-c",
            "import empile; print(len(empile.load('block-ness').new_state().legal_actions()))",
        ],
        cwd=tmp_path,
        env={
            "HOME": "/nonexistent/home",
            "XDG_CACHE_HOME": "/dev/null/cache",
            "TMPDIR": str(cache),
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    for path in [installed, *installed.rglob("*")]:
        os.chmod(path, 0o755)  # so that pytest can remove it
    assert (done.returncode, done.stdout, done.stderr) == (0, "192\n", "")
    assert files_below(installed).keys() == before.keys()
    assert list(cache.rglob("*.code"))  # the machine code is here
