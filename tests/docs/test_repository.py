"""The repository works on any machine."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT

NOT_LOCKED = "pytorch.txt"
"""Its wheels for CPUs and for GPUs have the same version and different hashes."""
LOCKS = [file for file in sorted((ROOT / "requirements").rglob("*.txt")) if file.name != NOT_LOCKED]


def texts() -> dict[str, str]:
    """Return all tracked text files by path."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("not a git checkout")
    found: dict[str, str] = {}
    for name in filter(None, listed.stdout.split("\0")):
        path = ROOT / name
        if not path.is_file():
            continue
        try:
            found[name] = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
    return found


def test_files_name_no_local_paths() -> None:
    """Paths below a home or working folder exist on one machine only."""
    place = re.compile(r"(?<![\w./>-])/(?:home|root|work|workspace|Users|mnt)/\w+")
    found = {name: place.findall(text) for name, text in texts().items()}
    assert {name: places for name, places in found.items() if places} == {}


def test_files_name_no_registry() -> None:
    """Packages come from the registry that a machine is configured to use."""
    registry = re.compile(
        r"https?://[\w.-]*(?:registry|pypi|pythonhosted|artifact|mirror|nexus|proxy)[\w.-]*\.\w+"
        r"|--(?:extra-)?index-url|--find-links"
    )
    found = {
        name: registry.findall(text)
        for name, text in texts().items()
        if name not in ("tests/docs/test_repository.py", "tests/scripts/test_lock.py")
    }
    allowed = {"scripts/lock.sh"}  # passes these options of uv
    assert {name for name, places in found.items() if places} - allowed == set()


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_requirements_have_hashes(lock: Path) -> None:
    text = lock.read_text("utf-8")
    packages = re.split(r"^(?=[a-zA-Z0-9])", text, flags=re.MULTILINE)[1:]
    assert packages
    for package in packages:
        assert re.match(r"[\w.-]+(\[[\w,]+\])?==[\w.]+", package), package
        assert "--hash=sha256:" in package


def test_package_lock_has_hashes_and_no_addresses() -> None:
    locked = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    packages = {name: about for name, about in locked.items() if name and not about.get("link")}
    assert packages
    for name, about in packages.items():
        assert "resolved" not in about, name
        assert about["integrity"].startswith("sha512-"), name


def test_requirements_of_run_match_those_of_test() -> None:
    pinned = {
        path.stem: set(re.findall(r"^[\w.-]+==[\w.]+", path.read_text("utf-8"), re.MULTILINE))
        for path in LOCKS
    }
    assert pinned["run"] <= pinned["test"]


def test_all_requirements_have_the_same_compiler() -> None:
    """Else the machine code of games is compiled again in each environment."""
    compiler = re.compile(r"^(?:llvmlite|numba|numpy)==[^\\\n]+", re.MULTILINE)
    found = {path.name: set(compiler.findall(path.read_text("utf-8"))) for path in LOCKS}
    found = {name: pins for name, pins in found.items() if pins}
    assert {"test.txt", "textarena.txt"} <= found.keys()
    assert {name for name, pins in found.items() if pins != found["test.txt"]} == set()
