"""Extras: for which systems and Python versions."""

from __future__ import annotations

import tomllib

import pytest
from packaging.requirements import Requirement

from tests.conftest import ROOT


@pytest.mark.parametrize("extra", ["cluster", "open-spiel"])
def test_packages_with_wheels_everywhere_are_installed_everywhere(extra: str) -> None:
    project = tomllib.loads((ROOT / "packaging/engine/pyproject.toml").read_text("utf-8"))
    (need,) = map(Requirement, project["project"]["optional-dependencies"][extra])
    assert need.marker is None
    lines = (ROOT / "requirements/test.txt").read_text("utf-8").splitlines()
    (pin,) = (line for line in lines if line.startswith(f"{need.name}=="))
    assert Requirement(pin.rstrip(" \\")).marker is None
