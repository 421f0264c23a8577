"""The release script: its checks, the changelog and the tag."""

from __future__ import annotations

import subprocess
from pathlib import Path
from types import ModuleType

import pytest

import empile
from tests.packaging.conftest import ROOT, load_script

CHANGELOG = """\
# Changelog

## [Unreleased]

### Added

- A fifth game.

## [0.1.0] - 2026-01-31

- Four games.
"""


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script in a repository of its own, which builds and tests nothing."""
    module = load_script("scripts/release.py")
    monkeypatch.setattr(module, "ROOT", tmp_path)
    (tmp_path / "src" / "empile").mkdir(parents=True)
    (tmp_path / "src" / "empile" / "__init__.py").write_text('__version__ = "0.2.0"\n', "utf-8")
    (tmp_path / "CHANGELOG.md").write_text(CHANGELOG, "utf-8")
    (tmp_path / ".gitignore").write_text("/dist/\n", "utf-8")
    git(tmp_path, "init", "--quiet")
    for name, value in (("user.name", "Tester"), ("user.email", "tester@example.org")):
        git(tmp_path, "config", name, value)
    commit_all(tmp_path)

    def build(folder: Path) -> list[Path]:
        folder.mkdir(exist_ok=True)
        wheel = folder / "empile-0.2.0-py3-none-any.whl"
        wheel.write_bytes(b"wheel")
        package = folder / "empile-0.2.0.tgz"
        package.write_bytes(b"package")
        return [wheel, package]

    def check_built(folder: Path) -> None:
        assert list(folder.iterdir())

    monkeypatch.setattr(module, "build", build)
    monkeypatch.setattr(module, "check_built", check_built)
    return module


def git(folder: Path, *words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=folder, check=True, capture_output=True, text=True
    ).stdout


def commit_all(folder: Path) -> None:
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "all")


def test_release_moves_the_entries_commits_and_tags(
    release: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert release.main([]) == 0
    changelog = (tmp_path / "CHANGELOG.md").read_text("utf-8")
    sections = [line for line in changelog.splitlines() if line.startswith("## ")]
    assert sections[0] == "## [Unreleased]"
    assert sections[1].startswith("## [0.2.0] - 20")
    assert changelog.index("0.2.0") < changelog.index("A fifth game") < changelog.index("0.1.0")
    assert git(tmp_path, "status", "--porcelain") == ""
    assert git(tmp_path, "log", "-1", "--format=%s").strip() == "release: 0.2.0"
    assert git(tmp_path, "rev-parse", "v0.2.0^{}") == git(tmp_path, "rev-parse", "HEAD")
    said = capsys.readouterr().out
    assert "empile-0.2.0-py3-none-any.whl  0.0 MB  sha256 " in said
    assert "  uv publish dist/empile-0.2.0-py3-none-any.whl\n" in said
    assert "  npm publish dist/empile-0.2.0.tgz\n" in said
    assert "  git push origin HEAD v0.2.0" in said


def test_release_without_effect_in_a_dry_run(release: ModuleType, tmp_path: Path) -> None:
    before = git(tmp_path, "rev-parse", "HEAD")
    assert release.main(["--dry-run"]) == 0
    assert (tmp_path / "CHANGELOG.md").read_text("utf-8") == CHANGELOG
    assert git(tmp_path, "tag") == ""
    assert git(tmp_path, "rev-parse", "HEAD") == before


def test_release_of_a_prepared_changelog_only_tags(release: ModuleType, tmp_path: Path) -> None:
    prepared = CHANGELOG.replace("[Unreleased]", "[0.2.0] - 2026-02-01")
    (tmp_path / "CHANGELOG.md").write_text(prepared, "utf-8")
    commit_all(tmp_path)
    before = git(tmp_path, "rev-parse", "HEAD")
    assert release.main([]) == 0
    assert git(tmp_path, "rev-parse", "v0.2.0^{}") == before


@pytest.mark.parametrize("name", ["compile_objects.py", "compile_modules.py"])
def test_release_compiles_code_first(release: ModuleType, tmp_path: Path, name: str) -> None:
    (tmp_path / "scripts").mkdir()
    script = tmp_path / "scripts" / name
    script.write_text("import pathlib; pathlib.Path('dist').mkdir()\n", "utf-8")
    commit_all(tmp_path)
    release.compile_code()
    assert (tmp_path / "dist").is_dir()
    script.write_text("raise SystemExit('no compiler')\n", "utf-8")
    commit_all(tmp_path)
    assert release.main([]) == 1
    assert git(tmp_path, "tag") == ""


@pytest.mark.parametrize(
    ("path", "text", "said"),
    [
        ("CHANGELOG.md", CHANGELOG.replace("- A fifth game.\n", ""), "no entries for 0.2.0"),
        ("CHANGELOG.md", CHANGELOG.replace("[0.1.0]", "[0.2.0]"), "both Unreleased and 0.2.0"),
        ("CHANGELOG.md", "# Changelog\n\n## [0.2.0]\n", "no entries for 0.2.0"),
        ("src/empile/__init__.py", "version = 1\n", "no __version__"),
    ],
)
def test_release_refuses_before_it_builds(
    release: ModuleType,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    path: str,
    text: str,
    said: str,
) -> None:
    (tmp_path / path).write_text(text, "utf-8")
    commit_all(tmp_path)
    assert release.main([]) == 1
    assert said in capsys.readouterr().err
    assert not (tmp_path / "dist").exists()


def test_release_refuses_uncommitted_files_and_old_versions(
    release: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "new.txt").touch()
    assert release.main(["--dry-run"]) == 1
    assert "new.txt" in capsys.readouterr().err
    commit_all(tmp_path)
    git(tmp_path, "tag", "v0.2.0")
    assert release.main(["--dry-run"]) == 1
    assert "tagged already" in capsys.readouterr().err


def test_release_stops_if_a_test_of_the_distributions_fails(
    release: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def check_built(_: Path) -> None:
        raise release.ReleaseError("1 failed")

    monkeypatch.setattr(release, "check_built", check_built)
    assert release.main([]) == 1
    assert git(tmp_path, "tag") == ""
    assert (tmp_path / "CHANGELOG.md").read_text("utf-8") == CHANGELOG


def test_version_of_reads_the_version_of_the_package() -> None:
    source = (ROOT / "src" / "empile" / "__init__.py").read_text("utf-8")
    assert load_script("scripts/release.py").version_of(source) == empile.__version__
