"""The built distributions, and environments in which they are installed.

``EMPILE_DIST`` names a folder with distributions to test; without it, they are built.
"""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

import empile

ROOT = Path(__file__).parents[2]
UV = [sys.executable, "-m", "uv"]


def load_script(name: str) -> ModuleType:
    """Import a file that belongs to no package, by its path in the repository."""
    spec = importlib.util.spec_from_file_location(Path(name).stem, ROOT / name)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@dataclass(frozen=True)
class Distributions:
    """The built files in a folder."""

    folder: Path

    @property
    def engine(self) -> Path:
        return self.folder / f"empile_engine-{empile.__version__}-py3-none-any.whl"

    @property
    def table(self) -> Path:
        return self.folder / f"empile-{empile.__version__}-py3-none-any.whl"

    @property
    def npm(self) -> Path:
        return self.folder / f"empile-{empile.__version__}.tgz"

    @property
    def sdists(self) -> list[Path]:
        return sorted(self.folder.glob("*.tar.gz"))


@dataclass(frozen=True)
class Environment:
    """A virtual environment."""

    folder: Path

    def program(self, name: str) -> Path:
        return self.folder / "bin" / name

    def run(self, name: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment, which sees no other packages or games."""
        return subprocess.run(
            [self.program(name), *words],
            cwd=self.folder,
            env=clean_environment(),
            capture_output=True,
            text=True,
            check=False,
        )


def clean_environment() -> dict[str, str]:
    """Return the variables for installed programs, which shall not find the games of the tests."""
    return {name: value for name, value in os.environ.items() if name != "EMPILE_GAMES"}


@contextmanager
def served(
    program: Sequence[str | Path], data: Path, folder: Path, environment: Mapping[str, str]
) -> Iterator[str]:
    """Run the server of ``program`` in a folder; yield its address."""
    with subprocess.Popen(
        [*program, "serve", "--port", "0", "--data", data],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://[^\s/]+", process.stdout.readline())
            assert found is not None
            yield found[0]
        finally:
            process.terminate()


def install(folder: Path, *wanted: str | Path) -> Environment:
    """Create an environment and install packages with their dependencies."""
    subprocess.run([*UV, "venv", "-q", "--python", sys.executable, str(folder)], check=True)
    python = ["--python", str(folder / "bin" / "python")]
    subprocess.run([*UV, "pip", "install", "-q", *python, *map(str, wanted)], check=True)
    return Environment(folder)


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Distributions:
    """The distributions of this checkout."""
    if os.environ.get("EMPILE_DIST"):
        return Distributions(Path(os.environ["EMPILE_DIST"]).resolve())
    folder = tmp_path_factory.mktemp("built") / "dist"
    load_script("scripts/release.py").build(folder)
    return Distributions(folder)


@pytest.fixture(scope="session")
def engine_alone(dist: Distributions, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with `empile-engine` only."""
    return install(tmp_path_factory.mktemp("engine") / "venv", dist.engine)


@pytest.fixture(scope="session")
def whole(dist: Distributions, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with `empile`."""
    return install(tmp_path_factory.mktemp("whole") / "venv", dist.engine, dist.table)
