"""What is left out of the pinned packages, and only there."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.conftest import ROOT

LEFT_OUT = ("onnx", "onnxscript", "tensorboard", "torch")


@pytest.mark.parametrize("name", LEFT_OUT)
def test_installations_in_this_folder_leave_nothing_out(name: str, tmp_path: Path) -> None:
    about = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(tmp_path / f"{name}-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr(f"{about}/RECORD", "")
    uv = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--no-cache", "--no-header"]
    done = subprocess.run(
        [*uv, "--no-annotate", "--no-index", "--find-links", str(tmp_path), "-"],
        input=f"{name}\n",
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{name}==1.0" in done.stdout.splitlines()


@pytest.mark.parametrize("name", LEFT_OUT)
def test_the_test_environment_leaves_pytorch_out(name: str) -> None:
    assert f"\n{name}==" not in (ROOT / "requirements/test.txt").read_text("utf-8")
