"""Compiled templates: identical to plain Python, cached by the hash of their sources."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import empile
from empile.engine.compiled.loader import CompiledRules
from tests.conftest import ROOT
from tests.support.patience import PATIENCE
from tests.support.plays import digests

GAMES = 2


def run(*arguments: str, **environment: str | None) -> str:
    """Run Python with a changed environment (None removes a variable); return its output."""
    wanted = {**os.environ, **{k: v for k, v in environment.items() if v is not None}}
    for name, value in environment.items():
        if value is None:
            wanted.pop(name, None)
    done = subprocess.run(
        [sys.executable, "-W", "error", *arguments],
        cwd=ROOT,
        env=wanted,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# -- With and without the compiler -----------------------------------------------------------------


@pytest.fixture(scope="module")
def compiled_digests() -> dict[str, str]:
    return digests(GAMES)


def test_compiled_and_plain_games_are_identical(compiled_digests: dict[str, str]) -> None:
    told = run("-m", "tests.support.plays", str(GAMES), NUMBA_DISABLE_JIT="1")
    assert json.loads(told) == compiled_digests


def test_compiled_with_bounds_checks_is_identical(compiled_digests: dict[str, str]) -> None:
    told = run("-m", "tests.support.plays", str(GAMES), NUMBA_BOUNDSCHECK="1")
    assert json.loads(told) == compiled_digests


# -- Location of the cache --------------------------------------------------------------------------


def test_compiled_without_a_writable_home(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    home = str(tmp_path / "file" / "home")
    code = (
        "import empile; s = empile.load('cairn').new_state();"
        "print(s.current_player(), len(s.chance_outcomes()))"
    )
    told = run(
        "-c", code, EMPILE_CACHE=None, HOME=home, XDG_CACHE_HOME=home, TMPDIR=str(tmp_path)
    )  # fmt: skip
    assert told == f"{empile.CHANCE} 3\n"
    assert list(tmp_path.glob("empile-cache-*/empile_compiled_*/step.py"))


def test_compiled_writes_nothing_to_the_sources() -> None:
    """A read-only installation works."""
    for name in empile.game_names():
        empile.load(name).new_state()
    for folder in (ROOT / "src", ROOT / "tests"):
        assert not list(folder.rglob("*.code"))


# -- Its name --------------------------------------------------------------------------------------


def rules_in(folder: Path) -> ModuleType:
    rules = ModuleType("empile_test_rules")
    rules.__dict__.update(vars(empile.load("cairn").rules))
    rules.__file__ = str(folder / "rules.py")
    rules.__name__ = "empile_test_rules"
    return rules


def test_key_depends_on_the_sources(tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("GOAL = 4\n")
    (tmp_path / "pieces.py").write_text("STONES = 15\n")
    key = CompiledRules(rules_in(tmp_path)).key
    assert CompiledRules(rules_in(tmp_path)).key == key
    (tmp_path / "pieces.py").write_text("STONES = 16\n")
    other = CompiledRules(rules_in(tmp_path)).key
    assert other != key
    (tmp_path / "pieces.py").write_text("STONES = 15\n")
    assert CompiledRules(rules_in(tmp_path)).key == key


COMPILED = ROOT / "src" / "empile" / "engine" / "compiled"
GAMES_FOLDER = ROOT / "src" / "empile" / "games"


@pytest.mark.parametrize(
    "folder", sorted(GAMES_FOLDER.glob("*/rules")), ids=lambda f: f.parent.name
)
def test_key_depends_on_rules_templates_and_engine_alone(folder: Path) -> None:
    compiled = empile.load(folder.parent.name.replace("_", "-")).compiled
    engine = [
        COMPILED / f"{name}.py"
        for name in (
            "bits",
            "completion",
            "cuda_jit",
            "descriptors",
            "dispatchers",
            "intrinsics",
            "jit",
            "json_reader",
            "json_writer",
            "layout",
            "prefetch",
            "rows",
        )
    ]
    engine += [
        COMPILED.parent / name
        for name in ("maths/__init__.py", "maths/perceptron.py", "planes/__init__.py", "random.py")
    ]
    engine += (COMPILED.parent / "board").rglob("*.py")
    templates = (COMPILED / "templates").rglob("*.py")
    assert sorted(source.resolve() for source in compiled.sources) == sorted(
        [*folder.glob("*.py"), *templates, *engine]
    )


NEVER_COMPILED = {
    "empile.engine.planes.actions",
    "empile.engine.compiled.entries",
    "empile.engine.compiled.native",
    "empile.engine.errors",
    "empile.engine.game",
    "empile.engine.strict_json",
    "empile.engine.symmetries.isometries",
    "empile.engine.symmetries.mirrored_games",
    "empile.engine.symmetries.symmetry",
}


@pytest.mark.parametrize(
    "folder", sorted(GAMES_FOLDER.glob("*/rules")), ids=lambda f: f.parent.name
)
def test_key_covers_every_import_of_the_rules(folder: Path) -> None:
    compiled = empile.load(folder.parent.name.replace("_", "-")).compiled
    hashed = {module_of(source.resolve()) for source in compiled.sources} | NEVER_COMPILED
    assert {name for source in compiled.sources for name in imports_of(source)} <= hashed


def module_of(source: Path) -> str:
    parts = source.relative_to(ROOT / "src").with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(source: Path) -> set[str]:
    """Return the modules of Empile that a source imports: of packages, submodules by name."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            path = ROOT / "src" / Path(*node.module.split("."))
            for alias in node.names:
                is_module = (path / f"{alias.name}.py").is_file() or (path / alias.name).is_dir()
                found.add(f"{node.module}.{alias.name}" if is_module else node.module)
    return {name for name in found if name.split(".")[0] == "empile"}


def test_driver_uses_the_games_rules() -> None:
    compiled = empile.load("cairn").compiled
    assert compiled.step.rules is empile.load("cairn").rules
    assert compiled.step is compiled.template("step")
    assert empile.load("block-ness").compiled.step is not compiled.step
    assert empile.load("cairn", players=3).compiled is compiled, "options never compile anew"
