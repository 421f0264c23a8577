"""The machine code cache: its location and the removal of unused packages."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from empile.engine.compiled import cache
from empile.engine.compiled.cache import cache_root, hold, prune
from tests.conftest import ROOT
from tests.support.patience import PATIENCE

NAME = "empile_compiled_" + "0123456789abcdef0123"
DAY = 86_400.0

# -- Location --------------------------------------------------------------------------------------


def test_cache_root_prefers_the_environment_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EMPILE_CACHE", str(tmp_path / "deep" / "cache"))
    assert cache_root() == tmp_path / "deep" / "cache"
    assert stat.S_IMODE((tmp_path / "deep" / "cache").stat().st_mode) == 0o700


def test_cache_root_falls_back_to_a_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("EMPILE_CACHE", str(tmp_path / "file" / "cache"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file" / "home"))
    monkeypatch.setenv("HOME", str(tmp_path / "file" / "home"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert cache_root().parent == tmp_path


def test_cache_root_rejects_folders_writable_by_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files in the cache are executed."""
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    monkeypatch.setenv("EMPILE_CACHE", str(shared))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "own"))
    assert cache_root() != shared


# -- Removal ---------------------------------------------------------------------------------------


def package(root: Path, name: str = NAME, *, days: float) -> Path:
    """Create a package last used so many days ago."""
    folder = root / name
    (folder / "__pycache__").mkdir(parents=True)
    files = [folder / "__init__.py", folder / "__pycache__" / "step.code"]
    for path in files:
        path.touch()
    age(days, *files, folder / "__pycache__", folder)
    return folder


def age(days: float, *paths: Path) -> None:
    then = time.time() - days * DAY
    for path in paths:
        os.utime(path, (then, then))


def test_prune_removes_unused_packages_only(tmp_path: Path) -> None:
    old = package(tmp_path, days=31)
    plain = package(tmp_path, NAME + "_plain", days=400)
    young = package(tmp_path, NAME[:-1] + "4", days=29)
    strange = package(tmp_path, "empile_compiled_notes", days=400)
    link = tmp_path / (NAME[:-1] + "5")
    link.symlink_to(strange)
    assert prune(tmp_path) == [old, plain]
    assert sorted(tmp_path.iterdir()) == sorted([young, strange, link])


def test_hold_renews_a_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_held", {})
    old = package(tmp_path, days=31)
    assert hold(old)
    for mark in cache._held.values():
        os.close(mark)  # as at process exit
    assert prune(tmp_path) == []
    age(31, old / "in-use")
    assert prune(tmp_path) == [old]


def test_prune_keeps_packages_in_use(tmp_path: Path) -> None:
    old = package(tmp_path, days=31)
    code = f"from empile.engine.compiled.cache import *; print(hold(Path({str(old)!r})), flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "True\n"
        age(400, old / "in-use")
        assert prune(tmp_path) == []
        process.communicate("\n")
    assert prune(tmp_path) == [old]


def test_hold_returns_false_for_a_removed_package(tmp_path: Path) -> None:
    assert not hold(tmp_path / NAME)


def test_load_prunes_old_packages(tmp_path: Path) -> None:
    old, young = package(tmp_path, days=31), package(tmp_path, NAME[:-1] + "4", days=1)
    code = "import empile; empile.load('cairn').compiled.template('perft')"
    environment = {**os.environ, "EMPILE_CACHE": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], env=environment, cwd=ROOT, check=True)
    [made] = {path for path in tmp_path.iterdir() if path != young}
    assert made not in (old, young)
    assert (made / "perft.py").is_file()


def test_hold_and_prune_are_safe_between_processes(tmp_path: Path) -> None:
    """Processes load a package while it is repeatedly removed."""
    code = """
import empile, sys, time
from pathlib import Path
from empile.engine.compiled import cache
from empile.engine.compiled.cache import prune
compiled = empile.load("cairn").compiled
for _ in range(10):
    compiled.__dict__.pop("_loaded", None)
    for name in [name for name in sys.modules if name.startswith("empile_compiled_")]:
        del sys.modules[name]
    for mark in cache._held.values():
        cache.os.close(mark)
    cache._held.clear()
    prune(Path(sys.argv[1]), unused_days=0.0)
    assert compiled.template("perft").perft
"""
    environment = {**os.environ, "EMPILE_CACHE": str(tmp_path)}
    running = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], env=environment, cwd=ROOT)
        for _ in range(3)
    ]
    assert [process.wait(PATIENCE) for process in running] == [0, 0, 0]
    assert not list(tmp_path.glob("removed-*"))


def test_one_process_at_a_time_is_alone(tmp_path: Path) -> None:
    count, rounds = tmp_path / "count", 200
    count.write_text("0", "utf-8")
    code = f"""
from pathlib import Path
from empile.engine.compiled.cache import alone
count = Path({str(count)!r})
for _ in range({rounds}):
    with alone(count.with_suffix(".lock")):
        count.write_text(str(int(count.read_text()) + 1))
"""
    counting = [subprocess.Popen([sys.executable, "-c", code], cwd=ROOT) for _ in range(3)]
    assert [process.wait(PATIENCE) for process in counting] == [0, 0, 0]
    assert count.read_text("utf-8") == str(3 * rounds)
