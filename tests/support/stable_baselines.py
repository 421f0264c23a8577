"""The environment checker of Stable-Baselines3, also without PyTorch.

PyTorch for Linux comes with gigabytes for GPUs, so test environments do not contain it. The checker computes
nothing with it: modules that it imports name its classes in signatures only. An empty module takes its
place while they are imported, and the package's own ``__init__``, which imports the algorithms, is left out.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

PACKAGE = "stable_baselines3"
TORCH = ("torch", "torch.nn")


class Named(type):
    """Type of a class that is only named; its attributes are such classes as well."""

    def __getattr__(cls, name: str) -> Named:
        if name.startswith("__"):
            raise AttributeError(name)
        return Named(name, (), {})


class NamesOnly(ModuleType):
    """A module from which any name can be imported."""

    def __getattr__(self, name: str) -> Named:
        if name.startswith("__"):
            raise AttributeError(name)
        return Named(name, (), {})


@cache
def checker() -> Any:
    """Return the module with ``check_env``; raises :class:`ImportError` if the package is missing."""
    wanted = f"{PACKAGE}.common.env_checker"
    if find_spec("torch") is not None:
        return import_module(wanted)
    spec = find_spec(PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise ImportError(PACKAGE)
    before = set(sys.modules)
    for name in TORCH:
        sys.modules[name] = NamesOnly(name)
    for name, folder in ((PACKAGE, ""), (f"{PACKAGE}.common", "/common")):
        package = ModuleType(name)
        package.__path__ = [f"{spec.submodule_search_locations[0]}{folder}"]
        sys.modules[name] = package
    try:
        return import_module(wanted)
    finally:
        # Other tests must find neither an empty PyTorch nor a part of the package.
        for name in set(sys.modules) - before:
            if name.partition(".")[0] in {"torch", PACKAGE}:
                del sys.modules[name]
