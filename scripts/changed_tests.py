"""Print the tests that a change needs, for pytest: ``make test CHANGED=1``.

Those that import a changed module, or a module that does; those in the folders that mirror the
changed files; and the core. ``--sources`` prints the changed Python files instead, for type checks.

The change is what differs from the common ancestor with ``main``, committed or not. ``CHANGED=HEAD~3``
names another commit.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parent.parent
CORE = (
    "tests/engine/test_match.py",
    "tests/engine/test_record.py",
    "tests/server/store/test_sqlite.py",
    "tests/server/tables/test_play.py",
    "tests/server/tables/test_redaction.py",
    "tests/server/test_layers.py",
    "tests/test_public.py",
)
"""Always run: records, the durable log, a table with two people, hidden information, layers."""
EVERYTHING = ("Makefile", "pyproject.toml", "requirements/", "tests/conftest.py")
"""Changes of these need the whole suite."""
PLACES = {"docs/": "tests/docs", "web/": "tests/browser", "scripts/": "tests/scripts"}
"""Folders of other files, and where their tests are."""
LONG = "tests/long/"
"""Tests there run only if they themselves have changed."""
DISTANCE = 2
"""Imports between a test and a changed module."""


def changed_files() -> list[str]:
    """Return the paths of files that were changed, added or removed."""
    commit = os.environ.get("CHANGED", "1")
    base = _git("merge-base", "HEAD", "main") if commit == "1" else [commit]
    untracked = _git("ls-files", "--others", "--exclude-standard")
    return sorted({*_git("diff", "--name-only", "--no-renames", *base), *untracked})


def tests_of(changed: Iterable[str]) -> list[str]:
    """Return the paths of the tests that changed files need, the core among them."""
    tests = {*CORE}
    modules: set[str] = set()
    for path in changed:
        if path.startswith(EVERYTHING):
            return ["tests"]
        if path.endswith(".py") and path.startswith(("src/empile/", "tests/")):
            modules.add(_module(path))
        tests |= _mirrored(Path(path))
        tests |= {folder for place, folder in PLACES.items() if path.startswith(place)}
        if path.endswith(".md"):
            tests.add("tests/docs")
    tests |= _importers(modules)
    whole = [name for name in tests if (ROOT / name).is_dir()]
    inside = {name for name in tests for folder in whole if name.startswith(folder + "/")}
    return sorted(name for name in tests - inside if (ROOT / name).exists())


def _mirrored(path: Path) -> set[str]:
    """Return the tests in the folder that mirrors that of a file."""
    if path.parts[:3] == ("src", "empile", "games"):
        return {"tests/games/" + path.parts[3], *_tests_in(Path("tests/games"))}
    if path.parts[:2] == ("src", "empile"):
        return _tests_in(Path("tests", *path.parts[2:-1]))
    if path.parts[0] != "tests":
        return set()
    if path.name == "conftest.py":
        return {path.parent.as_posix()}
    return {path.as_posix()} if path.name.startswith("test_") else _tests_in(path.parent)


def _tests_in(folder: Path) -> set[str]:
    while not (ROOT / folder).is_dir():
        folder = folder.parent
    return {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).glob("test_*.py")}


def _importers(modules: set[str]) -> set[str]:
    """Return the tests that import modules at most ``DISTANCE`` imports away."""
    sys.path.insert(0, str(ROOT))
    graph = grimp.build_graph("empile", "tests", cache_dir=str(ROOT / "build" / "imports"))
    reached = last = modules & graph.modules
    for _ in range(DISTANCE):
        last = {up for name in last for up in graph.find_modules_that_directly_import(name)}
        reached = reached | last
    paths = {name.replace(".", "/") + ".py" for name in reached if name.startswith("tests.")}
    return {path for path in paths if Path(path).name.startswith("test_") and LONG not in path}


def _module(path: str) -> str:
    name = path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__")
    return name.replace("/", ".")


def _git(*words: str) -> list[str]:
    command = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if command.returncode:
        sys.exit(f"empile: changes are unknown: {command.stderr.strip()}")
    return command.stdout.split("\n")[:-1]


if __name__ == "__main__":
    files = changed_files()
    sources = [name for name in files if name.endswith(".py") and (ROOT / name).exists()]
    for name in sources if sys.argv[1:] == ["--sources"] else tests_of(files):
        print(name)
