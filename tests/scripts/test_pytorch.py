"""PyTorch for tests: what `make pytorch` installs, and tests without it."""

from __future__ import annotations

import tomllib
from importlib.metadata import requires, version
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

from tests.conftest import ROOT
from tests.support import pytorch


def pins() -> dict[str, Requirement]:
    """Return the packages that `make pytorch` installs."""
    lines = pytorch.NEEDS.read_text("utf-8").splitlines()
    found = [Requirement(line) for line in lines if line and not line.startswith("#")]
    return {one.name: one for one in found}


def test_pins_satisfy_the_extras() -> None:
    project = tomllib.loads((ROOT / "packaging/engine/pyproject.toml").read_text("utf-8"))[
        "project"
    ]
    extras = project["optional-dependencies"]
    pinned = pins()
    wanted = [
        one
        for one in map(Requirement, [*extras["torch"], *extras.get("train", [])])
        if one.name in pinned
    ]
    assert "torch" in {one.name for one in wanted}
    for one in wanted:
        (pin,) = pinned[one.name].specifier
        assert pin.operator == "=="
        assert one.specifier.contains(pin.version)


def test_packages_of_the_test_environment_are_not_installed_twice() -> None:
    lines = (ROOT / "requirements/test.txt").read_text("utf-8").splitlines()
    own = {line.partition("==")[0] for line in lines if line[:1].isalnum()}
    assert {"numpy", "onnxruntime", "protobuf"} <= own
    assert not own & set(pins())


def test_packages_fit_each_other_and_the_test_environment(torch: Any) -> None:
    left_out = {"setuptools", "grpcio", "markdown", "tensorboard-data-server"}
    """Of PyTorch's compiler, and of TensorBoard's server."""
    for name in pins():
        for line in requires(name) or []:
            need = Requirement(line)
            is_wanted = need.marker is None or need.marker.evaluate({"extra": ""})
            if is_wanted and need.name not in left_out:
                assert need.specifier.contains(version(need.name)), f"{name} needs {need}"


def test_missing_pytorch_skips_tests_and_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide_pytorch(tmp_path, monkeypatch)
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="make pytorch"):
        pytorch.load()
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="make pytorch"):
        pytorch.load()


def test_older_packages_are_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hide_pytorch(tmp_path, monkeypatch)
    assert not pytorch.is_installed()
    ready = tmp_path / "ready"
    ready.write_text(f"Python 3.11.7\n{pytorch.NEEDS.read_text('utf-8')}", "utf-8")
    assert pytorch.is_installed()
    ready.write_text("Python 3.11.7\ntorch==2.0.0\n", "utf-8")
    assert not pytorch.is_installed()


def hide_pytorch(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let PyTorch be looked for in another folder only."""
    monkeypatch.setattr(pytorch, "FOLDER", folder)
    monkeypatch.setattr(pytorch, "find_spec", dict[str, None]().get)
