"""Modules that are imported when a test first uses them, so that collection stays quick."""

from __future__ import annotations

import importlib
from typing import Any


class _LazyModule:
    def __init__(self, name: str, registers: str | None) -> None:
        self._name, self._registers = name, registers

    def __getattr__(self, attribute: str) -> Any:
        if attribute.startswith("_"):  # pytest asks all objects of a module for some
            raise AttributeError(attribute)
        if self._registers:
            importlib.import_module(self._registers)
        return getattr(importlib.import_module(self._name), attribute)


def lazy_module(name: str, *, registers: str | None = None) -> Any:
    """Return what stands for a module: it is imported when its first attribute is read.

    `registers` names a module of ours that tells the first one about our games.
    """
    return _LazyModule(name, registers)
