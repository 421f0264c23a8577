"""``CONTRIBUTING.md``: its commands run, its links have targets, and its picture is right."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping, Set
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.support.patience import PATIENCE

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "empile"
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    """Return the code blocks of a language, without indentation."""
    found = re.findall(rf"^( *)```{language}\n(.*?)^ *```$", TEXT, re.MULTILINE | re.DOTALL)
    return [re.sub(rf"^{indent}", "", code, flags=re.MULTILINE) for indent, code in found]


def to_run(line: str) -> str:
    """Return the command to run for a line; targets and tests are found but not run."""
    if line.startswith("make"):
        return line.replace("make", "make --dry-run", 1)
    if " -m pytest " in line:
        line += " --collect-only --quiet"  # fails without tests
    return re.sub(r"^(\.venv/bin/)?python ", f"'{sys.executable}' ", line)


@pytest.mark.parametrize("block", blocks("sh"), ids=lambda block: block.splitlines()[-1])
def test_commands_run(block: str) -> None:
    around = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(
        ["bash", "-euc", "\n".join(map(to_run, block.splitlines()))],
        cwd=ROOT,
        env={**around, "PYTEST_ADDOPTS": "-p no:cacheprovider"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_links_and_named_files_exist() -> None:
    links = re.findall(r"\]\(([^)#\s:]+)\)", TEXT)
    files = re.findall(r"`((?:src|tests|web|scripts)/[\w./-]*[\w/])`", TEXT)
    assert len(links) > 3
    assert len(files) > 10
    assert [path for path in (*links, *files) if not (ROOT / path).exists()] == []


def test_examples_of_subjects_follow_the_style() -> None:
    for subject in blocks("text")[0].splitlines():
        assert re.fullmatch(r"[a-z]+(, [a-z]+)*: [a-z].*[^.]", subject)
        assert len(subject) <= 72


def imports() -> dict[str, set[str]]:
    """Return for each package the others that it imports."""
    found: dict[str, set[str]] = {}
    for folder in SOURCE.iterdir():
        if not (folder / "__init__.py").is_file():
            continue
        names: set[str] = set()
        for path in folder.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.ImportFrom) and node.module is not None:
                    names.add(node.module)
                elif isinstance(node, ast.Import):
                    names.update(alias.name for alias in node.names)
        inner = {name.split(".")[1] for name in names if name.startswith("empile.")}
        found[folder.name] = inner - {folder.name}
    return found


def picture() -> dict[str, set[str]]:
    """Return the arrows between packages in the picture."""
    arrows: dict[str, set[str]] = defaultdict(set)
    for line in blocks("mermaid")[0].splitlines():
        if match := re.fullmatch(r" *([\w &]+) --> ([\w &]+)", line):
            for upper in match[1].split(" & "):
                arrows[upper].update(match[2].split(" & "))
    return arrows


def below(package: str, arrows: Mapping[str, Set[str]]) -> set[str]:
    """Return all packages that can be reached from a package."""
    lower = arrows.get(package, set())
    return set(lower).union(*(below(name, arrows) for name in lower))


def test_picture_shows_what_packages_import() -> None:
    arrows = picture()
    list(TopologicalSorter(arrows).static_order())  # raises CycleError
    packages = imports()
    packages["engine"].remove("games")  # only looked up at run time, by discovery
    packages["server"].remove("community")  # only loaded if the host wants accounts
    assert set(arrows).union(*arrows.values()) == set(packages)
    missing = {
        f"{package} --> {lower}"
        for package, lowers in packages.items()
        for lower in lowers - below(package, arrows)
    }
    assert missing == set()
    useless = {
        f"{upper} --> {lower}"
        for upper, lowers in arrows.items()
        for lower in lowers
        if lower not in packages[upper]
    }
    assert useless == set()


def test_table_lists_all_packages() -> None:
    assert set(re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE)) == set(imports())
