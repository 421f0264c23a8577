"""The units of systemd."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from empile.cli.parser import parse
from empile.server.store.location import PostgresUrl, read_location
from tests.deploy.site import DEPLOY, command_of, need, settings

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
