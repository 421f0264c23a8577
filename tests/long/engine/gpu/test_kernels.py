"""Kernels compile for every game and for common GPUs; needs no device."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pytest

import empile
from tests.support.batches import sample
from tests.support.ptx import Capability, assemble, kernels_of

AMPERE: Capability = (8, 0)
HOPPER: Capability = (9, 0)


@pytest.mark.parametrize("name", empile.game_names())
def test_kernels_of_every_game_compile(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = next(game for label, game in sample() if label.startswith(name))
    found = kernels_of(game, [HOPPER], monkeypatch, optimized=False)
    kernels = vars(game.compiled.cuda)
    made = {name for name, value in kernels.items() if hasattr(value, "py_func")
            and inspect.unwrap(value.py_func).__module__ == kernels["__name__"]}  # fmt: skip
    assert {name for name, _ in found} == made, "a batch starts every kernel there is"
    for ptx in found.values():
        assert ".target sm_90" in ptx
        assert ".visible .entry" in ptx


@pytest.mark.parametrize("name", ["cairn", "on-top"])
def test_kernels_compile_for_older_gpus(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = empile.load(name, players=3)
    found = kernels_of(game, [AMPERE, HOPPER], monkeypatch, optimized=True)
    for (kernel, capability), ptx in found.items():
        assert f".target sm_{capability[0]}0" in ptx
        if kernel == "step_all":
            told = assemble(ptx, capability, tmp_path)
            assert re.search(r"Used \d+ registers", told), told
            assert "0 bytes spill stores" in told
