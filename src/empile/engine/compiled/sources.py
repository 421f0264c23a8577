"""Hashes of the sources and versions that machine code depends on."""

from __future__ import annotations

import hashlib
import importlib
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from empile.engine.compiled import templates
from empile.engine.compiled.jit import bounds_are_checked
from empile.engine.compiled.native import numba_module

TEMPLATES = Path(templates.__file__).parent
_ENGINE = (
    "bits.py",
    "completion.py",
    "cuda_jit.py",
    "descriptors.py",
    "dispatchers.py",
    "intrinsics.py",
    "jit.py",
    "json_reader.py",
    "json_writer.py",
    "layout.py",
    "prefetch.py",
    "rows.py",
    "../maths/__init__.py",
    "../maths/perceptron.py",
    "../planes/__init__.py",
    "../random.py",
)


def engine_sources() -> list[Path]:
    """Return the engine's files that all compiled functions depend on."""
    board = sorted((TEMPLATES.parent.parent / "board").rglob("*.py"))
    return [*(TEMPLATES.parent / name for name in _ENGINE), *board]


def game_sources(folder: Path) -> list[Path]:
    """Return the files that the code of a game depends on whose rules are in ``folder``."""
    return sorted(folder.glob("*.py")) + template_files() + engine_sources()


def template_files() -> list[Path]:
    """Return the files that are compiled for each game."""
    return sorted(TEMPLATES.rglob("*.py"))


@cache
def versions() -> dict[str, str]:
    """Return the versions that machine code depends on, with its options."""
    llvmlite: Any = importlib.import_module("llvmlite")
    return {
        "python": str(sys.implementation.cache_tag),
        "numba": numba_module("numba._version").get_versions()["version"],
        "llvmlite": llvmlite.__version__,
        "numpy": ".".join(np.__version__.split(".")[:2]),
        "bounds": str(bounds_are_checked()),
    }


def key_of(name: str, sources: Iterable[Path]) -> str:
    """Return a hash of ``sources``, the versions and ``name``."""
    return source_key_of((name, *versions().values()), sources)


def source_key_of(facts: Iterable[str], sources: Iterable[Path]) -> str:
    """Return a hash of ``sources`` and ``facts``, the same for all versions."""
    digest = hashlib.sha256()
    for source in sources:
        digest.update(f"{source.parent.name}/{source.name}\0".encode())
        digest.update(source.read_bytes())
    for fact in facts:
        digest.update(f"\0{fact}".encode())
    return digest.hexdigest()[:20]
