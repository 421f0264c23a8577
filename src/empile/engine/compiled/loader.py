"""Compiles, caches and loads the templates for each game.

Templates are copied to a cache folder named by a hash of all sources; machine code is cached there.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
import threading
from contextlib import suppress
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from empile.engine.compiled.cache import PREFIX, cache_root, hold, prune, write_file
from empile.engine.compiled.completion import defines
from empile.engine.compiled.jit import jit_is_on
from empile.engine.compiled.layout import StructArray
from empile.engine.compiled.rules_code import RulesCode
from empile.engine.compiled.sources import TEMPLATES, game_sources, key_of, template_files

_NO_TEMPLATES = ("__init__.py", "rules.py", "default_rules.py")
_loading = threading.RLock()


class CompiledRules:
    """The templates for rules that define all names of ``templates.rules``."""

    def __init__(self, rules: ModuleType) -> None:
        self.rules = rules
        self.params_dtype: np.dtype[Any] = rules.PARAMS
        self.state_dtype: np.dtype[Any] = rules.STATE
        self.max_legal: int = rules.MAX_LEGAL
        self.max_outcomes: int = rules.MAX_OUTCOMES
        self.max_seats: int = rules.MAX_SEATS
        self.actions: int = rules.ACTIONS
        self.observation: int = rules.OBSERVATION
        self.information: int = rules.INFORMATION

    @property
    def sources(self) -> list[Path]:
        """Files that the machine code depends on."""
        found: list[Path] = []
        for rules in (self.rules, *getattr(self.rules, "EXTENDS", ())):
            assert rules.__file__ is not None
            found += game_sources(Path(rules.__file__).parent)
        return list(dict.fromkeys(found))

    @cached_property
    def key(self) -> str:
        """Hash of everything that the machine code depends on."""
        return key_of(self.name, self.sources)

    @property
    def name(self) -> str:
        """The name of the rules, with what the code depends on besides sources and versions."""
        facts = getattr(self.rules, "__key__", "")
        return f"{self.rules.__name__} {facts}".rstrip()

    @cached_property
    def step(self) -> ModuleType:
        return self.template("step")

    @property
    def playout(self) -> ModuleType:
        return self.template("playout")

    @property
    def perft(self) -> ModuleType:
        return self.template("perft")

    @property
    def uct(self) -> ModuleType:
        return self.template("uct")

    @property
    def ismcts(self) -> ModuleType:
        return self.template("ismcts")

    @property
    def evaluator_tree(self) -> ModuleType:
        return self.template("evaluator.tree")

    @property
    def evaluator_paths(self) -> ModuleType:
        return self.template("evaluator.paths")

    @property
    def evaluator_search(self) -> ModuleType:
        return self.template("evaluator.search")

    @property
    def evaluator_leaves(self) -> ModuleType:
        return self.template("evaluator.leaves")

    @property
    def evaluator_results(self) -> ModuleType:
        return self.template("evaluator.results")

    @property
    def evaluator_reuse(self) -> ModuleType:
        return self.template("evaluator.reuse")

    @property
    def exhaustive(self) -> ModuleType:
        return self.template("exhaustive")

    @property
    def simulation(self) -> ModuleType:
        return self.template("simulation")

    @property
    def observing(self) -> ModuleType:
        return self.template("observation")

    @property
    def batch(self) -> ModuleType:
        return self.template("batch")

    @property
    def cuda(self) -> ModuleType:
        """Requires the extra ``gpu``."""
        return self.template("cuda")

    @cached_property
    def constants(self) -> StructArray:
        """The parameters that are equal for all options; all others are zero."""
        array: StructArray = np.zeros(1, self.params_dtype)
        if defines(self.rules, "fill_constants"):
            self.rules.fill_constants(array[0])
        array.setflags(write=False)
        return array

    @cached_property
    def setup(self) -> RulesCode:
        """What reads positions, shared by all games with these rules."""
        return RulesCode(self, "setup")

    def template(self, name: str) -> ModuleType:
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
        package = PREFIX + self.key
        if not jit_is_on():
            package += "_plain"
        root = cache_root()
        folder = root / package
        is_new = False
        # Until this process holds it, another may remove it, even during the write.
        while not (hold(folder) and _is_complete(folder)):
            with suppress(FileNotFoundError):
                is_new = _write_package(folder, self.rules.__name__, package) or is_new
        if is_new:
            prune(root)
        if package not in sys.modules:
            _import_file(package, folder / "__init__.py", [str(folder)])
            sys.modules[f"{package}.rules"] = self.rules
        full_name = f"{package}.{name}"
        if full_name in sys.modules:
            return sys.modules[full_name]
        return importlib.import_module(full_name)


def _write_package(folder: Path, rules_name: str, package: str) -> bool:
    """Write the package if it does not exist; return whether it was written."""
    if _is_complete(folder):
        return False
    folder.mkdir(parents=True, exist_ok=True)
    for name in _template_names():
        text = (TEMPLATES / name).read_text("utf-8")
        text = text.replace("from empile.engine.compiled.templates", f"from {package}")
        (folder / name).parent.mkdir(exist_ok=True)
        _write_once(folder / name, text)
    _write_once(folder / "__init__.py", f'"""Templates of {rules_name}; made by Empile."""\n')
    return True


@cache
def _template_names() -> list[str]:
    names = [template.relative_to(TEMPLATES).as_posix() for template in template_files()]
    return [name for name in names if name not in _NO_TEMPLATES]


def _is_complete(folder: Path) -> bool:
    """Return whether all files are there: while one process writes them, another may remove some."""
    return all((folder / name).exists() for name in ("__init__.py", *_template_names()))


def _write_once(path: Path, text: str) -> None:
    if not path.exists() or path.read_text("utf-8") != text:
        write_file(path, text.encode())


def _import_file(name: str, path: Path, search: list[str]) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path, submodule_search_locations=search)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
