"""Measurement of moves during sign-ins, in short form."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT


def test_moves_are_measured_while_strangers_sign_in(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    sign_ins: Any = import_module("sign_ins")
    monkeypatch.setattr(sign_ins, "_WARM_SECONDS", 0.0)
    monkeypatch.setattr(sign_ins, "_KNOWN_PAUSE", 0.0)
    found = sign_ins.measure(tmp_path, turns=1, seconds=1.0, clients=4, people=3)
    assert found.alone
    assert found.attacked
    assert len(found.burst) == 3
    text = sign_ins.report(found, 4)
    assert "Ratio of the medians" in text
