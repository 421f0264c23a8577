"""Making, caching and loading the compiled drivers of a game.

For each game the templates of :mod:`empile.engine.drivers` are written out as a small package in
a cache folder, with the game's own rules in place of the contract. The folder is named by a hash
of every source that its machine code is made of; Numba keeps that code beside them. Changed rules
thus never meet old machine code, and an unchanged game starts without compiling. Where that folder
lies, and how long, is told by :mod:`empile.engine.cache`.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import platform
import sys
import tempfile
import threading
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np

from empile.engine import drivers
from empile.engine.cache import cache_root, hold, prune
from empile.engine.jit import bounds_are_checked, jit_is_on

_TEMPLATES = Path(drivers.__file__).parent
_ENGINE_SOURCES = ("bits.py", "gpu/jit.py", "jit.py", "layout.py", "planes.py", "random.py")
_RULES_IMPORT = "from empile.engine.drivers import rules\n"
_loading = threading.RLock()


class CompiledRules:
    """The compiled drivers of one game's rules; each is generated and loaded at its first use.

    ``rules`` is the game's rules module (see :mod:`empile.engine.drivers.rules`).
    """

    def __init__(self, rules: ModuleType) -> None:
        self.rules = rules
        self.box_dtype: np.dtype[Any] = rules.BOX
        self.state_dtype: np.dtype[Any] = rules.STATE
        self.max_legal: int = rules.MAX_LEGAL
        self.max_outcomes: int = rules.MAX_OUTCOMES
        self.max_seats: int = rules.MAX_SEATS
        self.actions: int = rules.ACTIONS
        self.observation: int = rules.OBSERVATION
        self.information: int = rules.INFORMATION

    @cached_property
    def key(self) -> str:
        """The hash of all that the machine code depends on, in hexadecimal."""
        assert self.rules.__file__ is not None
        folder = Path(self.rules.__file__).parent
        sources = sorted(folder.glob("*.py")) + sorted(_TEMPLATES.glob("*.py"))
        sources += [_TEMPLATES.parent / name for name in _ENGINE_SOURCES]
        digest = hashlib.sha256()
        for source in sources:
            digest.update(f"{source.parent.name}/{source.name}\0".encode())
            digest.update(source.read_bytes())
        for fact in (
            self.rules.__name__,
            numba.__version__,
            np.__version__,
            platform.python_version(),
            str(bounds_are_checked()),
        ):
            digest.update(f"\0{fact}".encode())
        return digest.hexdigest()[:20]

    @cached_property
    def step(self) -> ModuleType:
        """:mod:`empile.engine.drivers.step` of this game."""
        return self.driver("step")

    @property
    def playout(self) -> ModuleType:
        """:mod:`empile.engine.drivers.playout` of this game."""
        return self.driver("playout")

    @property
    def perft(self) -> ModuleType:
        """:mod:`empile.engine.drivers.perft` of this game."""
        return self.driver("perft")

    @property
    def uct(self) -> ModuleType:
        """:mod:`empile.engine.drivers.uct` of this game."""
        return self.driver("uct")

    @property
    def ismcts(self) -> ModuleType:
        """:mod:`empile.engine.drivers.ismcts` of this game."""
        return self.driver("ismcts")

    @property
    def simulation(self) -> ModuleType:
        """:mod:`empile.engine.drivers.simulation` of this game."""
        return self.driver("simulation")

    @property
    def observing(self) -> ModuleType:
        """:mod:`empile.engine.drivers.observing` of this game."""
        return self.driver("observing")

    @property
    def batch(self) -> ModuleType:
        """:mod:`empile.engine.drivers.batch` of this game."""
        return self.driver("batch")

    @property
    def kernels(self) -> ModuleType:
        """:mod:`empile.engine.drivers.kernels` of this game; needs the extra ``gpu``."""
        return self.driver("kernels")

    def driver(self, name: str) -> ModuleType:
        """Return the driver ``name``: a template's twin that was compiled for this game."""
        module = self._loaded.get(name)
        if module is None:
            with _loading:
                module = self._loaded.get(name)
                if module is None:
                    module = self._loaded[name] = self._load(name)
        return module

    @cached_property
    def _loaded(self) -> dict[str, ModuleType]:
        return {}

    def _load(self, name: str) -> ModuleType:
        package = f"empile_compiled_{self.key}"
        if not jit_is_on():
            package += "_plain"
        root = cache_root()
        folder = root / package
        is_new = False
        # Until it is held another process may remove it, even while it is written.
        while not (hold(folder) and (folder / "__init__.py").exists()):
            with suppress(FileNotFoundError):
                is_new = _write_package(folder, self.rules.__name__, package) or is_new
        if is_new:
            prune(root)
        if package not in sys.modules:
            _import_file(package, folder / "__init__.py", [str(folder)])
        full_name = f"{package}.{name}"
        if full_name in sys.modules:
            return sys.modules[full_name]
        return importlib.import_module(full_name)


def _write_package(folder: Path, rules_name: str, package: str) -> bool:
    """Write the package if it is not there; return whether it was not."""
    if (folder / "__init__.py").exists():
        return False
    folder.mkdir(parents=True, exist_ok=True)
    for template in sorted(_TEMPLATES.glob("*.py")):
        if template.name in ("__init__.py", "rules.py"):
            continue
        text = template.read_text("utf-8")
        assert _RULES_IMPORT in text, (
            f"{template.name} does not import the rules as a template must"
        )
        text = text.replace(_RULES_IMPORT, f"import {rules_name} as rules\n")
        text = text.replace("from empile.engine.drivers.", f"from {package}.")
        _write_once(folder / template.name, text)
    # Written last: whoever sees it finds the whole package.
    _write_once(folder / "__init__.py", f'"""Drivers of {rules_name}; made by Empile."""\n')
    return True


def _write_once(path: Path, text: str) -> None:
    if path.exists() and path.read_text("utf-8") == text:
        return  # Numba's cache knows a source by its time: an equal file is not touched
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(temporary, path)


def _import_file(name: str, path: Path, search: list[str]) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path, submodule_search_locations=search)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
