"""Environments of frameworks: what `make frameworks` installs, and tests without them."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.conftest import ROOT
from tests.support import frameworks

SCRIPT = ROOT / "scripts" / "frameworks.sh"


@pytest.mark.parametrize("name", frameworks.NAMES)
def test_pins_satisfy_the_extras(name: str) -> None:
    project = tomllib.loads((ROOT / "packaging/engine/pyproject.toml").read_text("utf-8"))
    (wanted,) = map(Requirement, project["project"]["optional-dependencies"][name])
    lines = (frameworks.NEEDS / f"{name}.txt").read_text("utf-8").splitlines()
    (pin,) = [Requirement(line.rstrip("\\ ")) for line in lines if line.startswith(f"{name}==")]
    assert wanted.name == name
    assert all(wanted.specifier.contains(one.version) for one in pin.specifier)
    tests = (ROOT / "requirements/test.txt").read_text("utf-8")
    assert f"\n{name}==" not in tests


def test_the_documentation_names_the_versions() -> None:
    page = (ROOT / "docs/reference/api/frameworks.md").read_text("utf-8")
    told = dict(re.findall(r"^\| \[.*?\]\(.*?\) \| ([\d.]+) \| `([\w-]+)` \|", page, re.MULTILINE))
    pinned: dict[str, str] = {}
    for name in frameworks.NAMES:
        lock = (frameworks.NEEDS / f"{name}.txt").read_text("utf-8")
        found = re.search(rf"^{name}==([\d.]+)", lock, re.MULTILINE)
        assert found is not None
        pinned[found[1]] = name
    assert told == pinned


def test_unknown_framework_is_refused() -> None:
    done = subprocess.run([SCRIPT, "best"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "there is no framework best" in done.stderr


def test_missing_framework_skips_tests_and_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frameworks, "FOLDER", tmp_path)
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="make frameworks"):
        frameworks.python("textarena")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="make frameworks"):
        frameworks.python("textarena")


def test_older_packages_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frameworks, "FOLDER", tmp_path)
    (tmp_path / "textarena").mkdir()
    ready = tmp_path / "textarena" / "ready"
    lock = (frameworks.NEEDS / "textarena.txt").read_text("utf-8")
    ready.write_text(f"Python 3.11.7\n{lock}", "utf-8")
    assert frameworks.is_installed("textarena")
    ready.write_text("Python 3.11.7\ntextarena==0.1.0\n", "utf-8")
    assert not frameworks.is_installed("textarena")
