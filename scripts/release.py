"""Build, test and tag a release: ``python scripts/release.py [--dry-run]``, or ``make release``.

The version is ``__version__`` in ``src/empile/__init__.py``; set it before, in a commit. The steps:

1. Check that everything is committed, and that the changelog has entries for the version.
2. Compile the machine code and the WebAssembly for the wheel: ``scripts/compile_*.py``, as far as they exist.
3. Build a wheel and an sdist of `empile-engine` and of `empile`, and the npm package, in ``dist/``.
4. Run ``tests/packaging`` on them: metadata, contents, installation in empty environments.
5. Move the changelog's "Unreleased" entries under the version, commit and tag.

Nothing is uploaded or pushed: the script prints the commands for that. ``--dry-run`` stops before
step 5.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECTS = ("packaging/engine", ".")
COMPILED = {
    "compile_objects.py": "the machine code",
    "compile_modules.py": "the modules for pages",
}
"""What scripts compile into the package."""

_NPM = ".tgz"
_HEADING = r"^## \[?{name}\]?(?= |$).*\n"


class ReleaseError(Exception):
    """The release cannot go on; the message says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Release the version in the sources; return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--dry-run", action="store_true", help="change nothing but dist/")
    chosen = parser.parse_args(arguments)
    try:
        release(dry_run=chosen.dry_run)
    except ReleaseError as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    return 0


def release(*, dry_run: bool) -> None:
    """Run all steps; raises :class:`ReleaseError`."""
    version = version_of((ROOT / "src" / "empile" / "__init__.py").read_text("utf-8"))
    check_tree(version)
    changelog = ROOT / "CHANGELOG.md"
    if not changelog.is_file():
        raise ReleaseError("CHANGELOG.md is missing")
    before = changelog.read_text("utf-8")
    after = with_release(before, version, datetime.now(UTC).date().isoformat())
    compile_code()
    _say(f"building {version}")
    built = build(ROOT / "dist")
    _say("testing what was built")
    check_built(ROOT / "dist")
    if dry_run:
        _say(f"dry run: would commit the changelog and tag v{version}")
    else:
        if after != before:
            changelog.write_text(after, "utf-8")
            _call(["git", "commit", "--quiet", "-m", f"release: {version}", "--", "CHANGELOG.md"])
        _call(["git", "tag", "--annotate", f"v{version}", "-m", f"Empile {version}"])
    print(instructions(version, built))


def version_of(source: str) -> str:
    """Return ``__version__`` of a module's source; raises :class:`ReleaseError`."""
    found = re.search(r'^__version__ = "([^"]+)"$', source, re.MULTILINE)
    if found is None:
        raise ReleaseError("src/empile/__init__.py has no __version__")
    return found[1]


def check_tree(version: str) -> None:
    """Check that all is committed and the version not tagged; raises :class:`ReleaseError`."""
    changed = _call(["git", "status", "--porcelain"])
    if changed:
        raise ReleaseError(f"these files are not committed:\n{changed.rstrip()}")
    if _call(["git", "tag", "--list", f"v{version}"]):
        raise ReleaseError(f"v{version} is tagged already: set a new __version__")


def with_release(changelog: str, version: str, date: str) -> str:
    """Return the changelog with the entries of "Unreleased" under ``version``.

    A changelog with entries under the version already is returned as it is. Raises
    :class:`ReleaseError` if there are no entries, or some in both sections.
    """
    heading = re.search(_HEADING.format(name="Unreleased"), changelog, re.MULTILINE)
    waiting = "" if heading is None else _entries_below(changelog, heading.end())
    done = re.search(_HEADING.format(name=re.escape(version)), changelog, re.MULTILINE)
    if done is not None:
        if waiting:
            raise ReleaseError(
                f"CHANGELOG.md has entries under both Unreleased and {version}: move them, or set"
                " a new __version__"
            )
        if not _entries_below(changelog, done.end()):
            raise ReleaseError(f"CHANGELOG.md has no entries for {version}")
        return changelog
    if heading is None or not waiting:
        raise ReleaseError(f"CHANGELOG.md has no entries for {version}, nor unreleased ones")
    named = heading[0].replace("Unreleased", version).rstrip()
    return f"{changelog[: heading.end()]}\n{named} - {date}\n{changelog[heading.end() :]}"


def _entries_below(changelog: str, start: int) -> list[str]:
    section = re.split(r"^## ", changelog[start:], maxsplit=1, flags=re.MULTILINE)[0]
    return [line for line in section.splitlines() if line.startswith(("- ", "* "))]


def compile_code() -> None:
    """Compile the code for the wheel, as far as there are scripts for it."""
    for name, what in COMPILED.items():
        script = ROOT / "scripts" / name
        if script.is_file():
            _say(f"compiling {what}")
            _call([sys.executable, str(script)])


def build(folder: Path) -> list[Path]:
    """Build wheels, sdists and the npm package in ``folder``, which is emptied first; return their paths.

    The engine comes first: `empile` depends on it, so it is uploaded first.
    """
    shutil.rmtree(folder, ignore_errors=True)
    _call([sys.executable, str(ROOT / "hatch_build.py")])
    for project in PROJECTS:
        command = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
        _call(command, cwd=ROOT / project)
    _call([sys.executable, str(ROOT / "scripts" / "npm_package.py"), "--output", str(folder)])
    return sorted(folder.iterdir(), key=lambda path: ("engine" not in path.name, path.name))


def check_built(folder: Path) -> None:
    """Run the tests of the distributions in ``folder``; raises :class:`ReleaseError`."""
    command = [sys.executable, "-m", "pytest", "-q", "tests/packaging"]
    _call(command, environment={"EMPILE_DIST": str(folder), "CI": "true"})


def instructions(version: str, built: Sequence[Path]) -> str:
    """Return what is to be uploaded, and how."""
    lines = [f"Empile {version} is ready. To upload:", ""]
    for path in built:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        lines.append(f"  {path.name}  {path.stat().st_size / 1e6:.1f} MB  sha256 {digest}")
    packages = [os.path.relpath(path, ROOT) for path in built]
    files = " ".join(path for path in packages if not path.endswith(_NPM))
    lines += ["", f"  git push origin HEAD v{version}", f"  uv publish {files}"]
    return "\n".join(
        [*lines, *(f"  npm publish {path}" for path in packages if path.endswith(_NPM))]
    )


def _call(
    command: Sequence[str], *, cwd: Path | None = None, environment: dict[str, str] | None = None
) -> str:
    done = subprocess.run(
        command,
        cwd=ROOT if cwd is None else cwd,
        env={**os.environ, **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise ReleaseError(f"this command failed: {' '.join(command)}\n{done.stdout.rstrip()}")
    return done.stdout


def _say(what: str) -> None:
    print(f"release: {what}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
