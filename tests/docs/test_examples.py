"""Examples in docstrings: every public function has one, and those with prompts run."""

from __future__ import annotations

import doctest
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import empile
from tests.support.frameworks import NAMES

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
CONTRACTS = ("bots", "level", "notation", "presenter", "referee")
PUBLIC = [
    "empile",
    *(f"empile.engine.contracts.{name}" for name in CONTRACTS),
    "empile.engine.wasm",
    "empile.envs.gymnasium",
    "empile.envs.openspiel",
    "empile.envs.pettingzoo",
    "empile.client",
    "empile.arena",
]
OF_FRAMEWORKS = {name.replace("-", "_") for name in NAMES}
"""Modules that need a framework: their examples run in its environment."""


def modules_with_examples() -> list[str]:
    """Return the names of all modules that have an interactive example."""
    return [
        ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
        for path in sorted((SOURCE / "empile").rglob("*.py"))
        if ">>> " in path.read_text("utf-8") and path.stem not in OF_FRAMEWORKS
    ]


def public_objects(module: ModuleType) -> Iterator[tuple[str, object]]:
    """Yield the public functions and classes of a module by name."""
    names = getattr(module, "__all__", None)
    for name in names if names is not None else vars(module):
        one = getattr(module, name)
        is_own = names is not None or getattr(one, "__module__", None) == module.__name__
        if (
            not name.startswith("_")
            and is_own
            and (inspect.isfunction(one) or inspect.isclass(one))
        ):
            yield name, one


@pytest.mark.parametrize("name", PUBLIC)
def test_public_functions_have_an_example(name: str) -> None:
    module = importlib.import_module(name)
    lacking = [
        f"{name}.{symbol}"
        for symbol, one in public_objects(module)
        if inspect.isfunction(one) and "Example" not in (one.__doc__ or "")
    ]
    assert lacking == []


@pytest.mark.parametrize("name", [f"empile.engine.contracts.{one}" for one in CONTRACTS])
def test_contract_methods_have_an_example(name: str) -> None:
    lacking = [
        f"{symbol}.{method}"
        for symbol, one in public_objects(importlib.import_module(name))
        if inspect.isclass(one) and "Example" not in (one.__doc__ or "")
        for method, function in vars(one).items()
        if inspect.isfunction(function)
        and not method.startswith("_")
        and "Example" not in (function.__doc__ or "")
    ]
    assert lacking == []


@pytest.mark.parametrize("name", modules_with_examples())
def test_examples_run(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    module = importlib.import_module(name)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for test in doctest.DocTestFinder(exclude_empty=True).find(
        module, extraglobs={"empile": empile}
    ):
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0
    assert runner.tries > 0
