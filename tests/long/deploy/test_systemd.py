"""The units of systemd."""

from __future__ import annotations

import ctypes.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from empile.cli.parser import parse
from empile.server.store.location import PostgresUrl, read_location
from tests.long.deploy import confined
from tests.long.deploy.site import DEPLOY, command_of, need, settings

UNITS = ("empile-web", "empile-worker")


@pytest.mark.parametrize("unit", UNITS)
def test_command_lines_are_valid_with_the_settings(unit: str) -> None:
    values = settings()
    _, arguments = parse(command_of(unit, "8001", values))
    location = read_location(arguments.data)
    assert isinstance(location, PostgresUrl)
    assert location.url == values["EMPILE_STORE"]
    assert arguments.bus == values["EMPILE_BUS"]
    if unit == "empile-web":
        assert arguments.port == 8001
        assert arguments.origin == [values["EMPILE_ORIGIN"]]


@pytest.mark.parametrize("unit", UNITS)
def test_units_use_only_settings_that_exist(unit: str) -> None:
    text = (DEPLOY / "systemd" / f"{unit}@.service").read_text("utf-8")
    assert set(re.findall(r"\$\{(\w+)\}", text)) <= set(settings())
    assert "EnvironmentFile=/etc/empile.env\n" in text
    assert "Restart=always\n" in text


def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    program = need("systemd-analyze")
    units: list[Path] = []
    for unit in UNITS:
        text = (DEPLOY / "systemd" / f"{unit}@.service").read_text("utf-8")
        # It must exist.
        text = text.replace("/srv/empile/venv/bin/empile ", "/bin/true ")
        units.append(tmp_path / f"{unit}@8001.service")
        units[-1].write_text(text, "utf-8")
    done = subprocess.run(
        [program, "verify", "--man=no", *units], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "empile" not in done.stderr


FILES = sorted((DEPLOY / "systemd").glob("*.service"))


@pytest.mark.parametrize("unit", FILES, ids=lambda unit: unit.name)
def test_units_expose_little(unit: Path) -> None:
    program = need("systemd-analyze")
    done = subprocess.run(
        [program, "security", "--offline=yes", "--no-pager", unit],
        capture_output=True,
        text=True,
        check=True,
    )
    found = re.search(r"Overall exposure level for .*: ([0-9.]+)", done.stdout)
    assert found is not None, done.stdout
    assert float(found[1]) <= 3.0
    for limit in ("MemoryMax", "TasksMax", "CapabilityBoundingSet", "SystemCallFilter"):
        assert confined.values_of(unit, limit)


def test_all_units_are_confined_alike() -> None:
    texts = [unit.read_text("utf-8").partition("NoNewPrivileges")[2] for unit in FILES]
    assert len(texts) == 3
    assert len(set(texts)) == 1


def test_a_confined_program_compiles_and_serves(tmp_path: Path) -> None:
    need("systemd-analyze")
    unit = FILES[0]
    if ctypes.util.find_library("seccomp") is None:
        pytest.skip("libseccomp is missing")
    script = """if True:
        import pathlib, socket, sys, httpx, pytest
        import empile
        from tests.server.serving import legal, make, perform, serving, two_persons
        with pytest.raises(PermissionError):
            socket.socket(socket.AF_PACKET)
        empile.load("block-ness").new_state().legal_actions()  # no request waits for the compiler
        with serving(pathlib.Path(sys.argv[1])) as server:
            async def scene():
                first, second = await two_persons(server.address, game="block-ness")
                await first.act(legal(first))
                await make(server.address, ["person", "bot:1"], game="block-ness")
            perform(scene())
    """
    environment = {**os.environ, "EMPILE_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, "-c", script, str(tmp_path / "tables.sqlite3")]
    subprocess.run(
        [sys.executable, str(confined.__file__), str(unit), *command], env=environment, check=True
    )
    assert any((tmp_path / "cache").rglob("*"))
