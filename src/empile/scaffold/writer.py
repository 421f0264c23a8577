"""Writes the files of a new game."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from empile.scaffold.plan import Plan, PlanError
from empile.scaffold.templates import LANGUAGES, messages, render, template

GAMES = Path("src", "empile", "games")
"""The games of a checkout."""
TESTS = Path("tests", "games")


def checkout_of(folder: Path) -> Path | None:
    """Return the checkout of Empile that contains a folder; None if there is none.

    Example: ``checkout_of(Path.cwd())``.
    """
    for parent in (folder, *folder.parents):
        if (parent / GAMES / "__init__.py").is_file() and (parent / "pyproject.toml").is_file():
            return parent
    return None


def folders(plan: Plan) -> tuple[Path, Path]:
    """Return the folders of a game and of its evidence, below the project.

    Example: ``folders(make_plan("hex-land"))[1]`` is ``tests/games/hex_land``.
    """
    game = Path("src", plan.folder) if plan.package else GAMES / plan.folder
    return game, TESTS / plan.folder


def write_game(plan: Plan, into: Path) -> list[Path]:
    """Write a game; return its files. Raises ``PlanError`` before anything is written.

    :param into: the checkout; for a package the folder in which its own folder is made.

    Example: ``write_game(make_plan("hex-land", package=True), Path("/tmp/games"))``.
    """
    project = into / plan.name if plan.package else into
    for folder in [project] if plan.package else [project / one for one in folders(plan)]:
        if folder.exists():
            raise PlanError(f"{folder} exists: remove it, or choose another name")
    with tempfile.TemporaryDirectory() as temporary:
        made = Path(temporary)
        for path, text in file_texts(plan).items():
            _write(made / path, text)
        _compute_evidence(made, plan)
        files = [path for path in sorted(made.rglob("*")) if path.is_file()]
        written = [project / path.relative_to(made) for path in files]
        for path, target in zip(files, written, strict=True):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    return written


def file_texts(plan: Plan) -> dict[Path, str]:
    """Return the files that need no computation, by their paths below the project.

    Example: ``file_texts(make_plan("hex-land", package=True))[Path("pyproject.toml")]``.
    """
    game, tests = folders(plan)
    flags, values = plan.flags, {**plan.values, **_rules(plan)}
    texts = {
        game / "locales" / f"{language}.json": json.dumps(
            messages(language, flags, plan.values), ensure_ascii=False, indent=2
        )
        + "\n"
        for language in LANGUAGES
    }

    def add(path: Path, name: str) -> None:
        texts[path] = render(template(f"{name}.tmpl"), flags, values)

    add(game / "__init__.py", "game/__init__.py")
    add(game / "rules.py", f"game/{_rules_template(plan)}.py")
    add(game / "README.md", "game/README.md")
    add(tests / "test_cases.py", "evidence/test_cases.py")
    if flags["presenter"]:
        add(game / "presenter.py", "game/presenter.py")
    if plan.package:
        add(Path("pyproject.toml"), "package/pyproject.toml")
        add(Path("README.md"), "package/README.md")
        add(Path(".gitignore"), "package/gitignore")
        add(Path(".github", "workflows", "check.yml"), "package/check.yml")
        texts[game / "py.typed"] = ""
    else:
        texts[tests / "__init__.py"] = f'"""Tests of {plan.title}."""\n'
    return texts


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def _rules_template(plan: Plan) -> str:
    if plan.hidden:
        return "card_rules"
    return "board_rules" if plan.cells else "heap_rules"


def _rules(plan: Plan) -> Mapping[str, str]:
    """Return the placeholders of a README: the rules for players, in all languages."""
    found: dict[str, str] = {}
    for language in LANGUAGES:
        said = messages(language, plan.flags, plan.values)
        found[f"tagline_{language}"] = said["tagline"]
        numbers = range(1, 1 + sum(key.endswith(".text") for key in said))
        found[f"rules_{language}"] = "".join(
            f"{number}. **{said[f'rules.{number}.title']}.** {said[f'rules.{number}.text']}\n"
            for number in numbers
        )
    return found


def _compute_evidence(made: Path, plan: Plan) -> None:
    """Run the new game in another process to write what its checks need."""
    game, tests = folders(plan)
    project = made / "pyproject.toml"
    project.touch()  # in a checkout as well: checks look for the evidence in a project
    arguments = [plan.name, made / tests, made / game / "lessons", _goal(plan)]
    found = [str((made / game).parent), os.environ.get("EMPILE_GAMES", "")]
    done = subprocess.run(
        [sys.executable, "-m", "empile.scaffold.evidence", *map(str, arguments)],
        env={
            **os.environ,
            "EMPILE_GAMES": os.pathsep.join(filter(None, found)),
            "NUMBA_DISABLE_JIT": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"the new game does not run:\n{done.stderr}")
    if not plan.package:
        project.unlink()
    readme = made / game / "README.md"
    _write(readme, readme.read_text("utf-8").replace("@position@", done.stdout.strip()))


def _goal(plan: Plan) -> str:
    """Return what the lesson asks for."""
    if plan.board == "none":
        return "end"
    if plan.hidden:
        return "capture"
    return "score" if plan.points else "win"
