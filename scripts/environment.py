"""Create or update the environment in ``.venv``: ``python3 scripts/environment.py run|test``.

Needs only Python 3.11 or newer and a package registry. Installs ``requirements/<kind>.txt`` with
uv, checking hashes; uv itself is installed below ``.venv`` if it is missing. Quick if nothing has
changed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
KINDS = ("run", "test")
"""``test`` contains ``run`` and the tools for tests and checks."""
PROJECTS = ("./packaging/engine", ".")
"""The distributions `empile-engine` and `empile`; both are installed in editable mode."""


class SetUpError(Exception):
    """The environment cannot be created; the message says what to do."""


def main(arguments: list[str]) -> int:
    """Create or update the environment; return the exit status."""
    if len(arguments) != 1 or arguments[0] not in KINDS:
        print("usage: python3 scripts/environment.py run|test", file=sys.stderr)
        return 2
    try:
        if not is_ready(arguments[0]):
            make(arguments[0])
    except SetUpError as error:
        print(f"empile: {error}", file=sys.stderr)
        return 1
    return 0


def is_ready(kind: str) -> bool:
    """Return whether the pinned packages of ``kind`` are installed."""
    return any(
        _stamp(wider).exists() and _stamp(wider).read_text("utf-8") == _key(wider)
        for wider in KINDS[KINDS.index(kind) :]
    )


def make(kind: str) -> None:
    """Install the packages of ``kind``, and the project in editable mode."""
    uv = _find_uv()
    if not _python().exists():
        _say("creating the environment in .venv")
        _call([uv, "venv", "--quiet", "--allow-existing", "--python", sys.executable, str(VENV)])
    _say(f"installing the packages of requirements/{kind}.txt")
    # The files name all packages, but some that others want in vain: see `scripts/lock.sh`.
    install = [uv, "pip", "install", "--quiet", "--no-deps", "--python", str(_python())]
    _call([*install, "--require-hashes", "--requirement", f"requirements/{kind}.txt"])
    editable = [word for project in PROJECTS for word in ("--editable", project)]
    _call([*install, "--no-build-isolation", *editable])
    _stamp(kind).write_text(_key(kind), "utf-8")


def _find_uv() -> str:
    found = shutil.which("uv")
    if found is not None and _works([found, "--version"]):
        return found
    folder = VENV / "uv"
    uv = folder / _scripts() / "uv"
    if uv.exists():
        return str(uv)
    _say("installing uv")
    pip_options = ["--quiet", "--disable-pip-version-check", "--require-hashes"]
    wanted = [*pip_options, "--requirement", "requirements/uv.txt"]
    # A separate environment, because the system's may be externally managed. If venv is missing (a
    # separate package on Debian), pip alone is enough.
    if _works([sys.executable, "-m", "venv", str(folder)]):
        _call([str(folder / _scripts() / "python"), "-m", "pip", "install", *wanted])
    elif _works([sys.executable, "-m", "pip", "--version"]):
        shutil.rmtree(folder, ignore_errors=True)
        _call([sys.executable, "-m", "pip", "install", "--target", str(folder), *wanted])
    else:
        raise SetUpError(
            "this Python has neither venv nor pip: install them"
            " (on Debian and Ubuntu: apt install python3-venv), or install uv"
        )
    return str(uv)


def _call(command: list[str]) -> None:
    # Packages come from the configured registry, Python only from this machine.
    environment = {**os.environ, "UV_PYTHON_DOWNLOADS": "never"}
    environment.pop("VIRTUAL_ENV", None)
    if subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode:
        raise SetUpError(f"this command failed: {' '.join(command)}")


def _works(command: list[str]) -> bool:
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 0


def _key(kind: str) -> str:
    projects = (ROOT / project / "pyproject.toml" for project in PROJECTS)
    sources = (ROOT / "requirements" / f"{kind}.txt", *projects)
    digest = hashlib.sha256(sys.version.encode())
    for source in sources:
        digest.update(source.read_bytes())
    return digest.hexdigest()


def _stamp(kind: str) -> Path:
    return VENV / f"ready-{kind}"


def _scripts() -> str:
    return "Scripts" if os.name == "nt" else "bin"


def _python() -> Path:
    return VENV / _scripts() / ("python.exe" if os.name == "nt" else "python")


def _say(what: str) -> None:
    print(f"empile: {what}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036 -- this file runs before any check of versions
        sys.exit("empile: Python 3.11 or newer is required, but this is " + sys.version.split()[0])
    sys.exit(main(sys.argv[1:]))
