"""The wheel is complete and works in a read-only installation."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import empile

ROOT = Path(__file__).parents[2]
UV = [sys.executable, "-m", "uv"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    build = ["hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run([sys.executable, "-m", *build], cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel; dependencies come from the current one."""
    folder = tmp_path_factory.mktemp("installed") / "venv"
    subprocess.run([*UV, "venv", "-q", "--python", sys.executable, str(folder)], check=True)
    python = folder / "bin" / "python"
    install = [*UV, "pip", "install", "-q", "--python", str(python), "--no-deps", "--no-index"]
    subprocess.run([*install, str(wheel)], check=True)
    (packages,) = (folder / "lib").glob("python*/site-packages")
    borrowed = Path(pytest.__file__).parents[1]
    (packages / "borrowed.pth").write_text(f"{borrowed}\n", "utf-8")
    return folder


def files_below(folder: Path) -> dict[str, int]:
    return {
        str(path.relative_to(folder)): path.stat().st_mtime_ns
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_wheel_contains_page_data_messages_and_types(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        names = set(opened.namelist())
    for name in (
        "empile/py.typed",
        "empile/server/pages/index.html",
        "empile/games/block_ness/data/components.json",
        "empile/games/on_top/data/board/large.json",
        "empile/games/on_top/data/start/star.json",
        "empile/games/block_ness/locales/en.json",
        "empile/games/block_ness/locales/fr.json",
    ):
        assert name in names
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
    assert not [name for name in names if name.endswith((".ts", ".pyc")) or "node_modules" in name]
    assert {name.split("/")[0] for name in names} == {
        "empile",
        f"empile-{empile.__version__}.dist-info",
    }


def test_wheel_works_in_a_read_only_installation(installed: Path, tmp_path: Path) -> None:
    """Machine code goes to a cache, not to the installation or the home folder."""
    for path in [installed, *installed.rglob("*")]:
        if not path.is_symlink():
            path.chmod(0o555 if path.is_dir() or os.access(path, os.X_OK) else 0o444)
    before = files_below(installed)
    cache = tmp_path / "temporary"
    cache.mkdir()
    done = subprocess.run(
        [str(installed / "bin" / "empile"), "perft", "block-ness", "--depth", "2"],
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
    assert (done.returncode, done.stdout, done.stderr) == (0, "26304\n", "")
    assert files_below(installed) == before
    assert list(cache.rglob("*.nbi"))  # the machine code is here


def test_wheel_runs_the_installed_code(installed: Path) -> None:
    where = "import empile; print(empile.__file__, empile.__version__)"
    done = subprocess.run(
        [str(installed / "bin" / "python"), "-c", where],
        capture_output=True,
        text=True,
        check=True,
    )
    path, version = done.stdout.split()
    assert Path(path).is_relative_to(installed)
    assert version == empile.__version__
