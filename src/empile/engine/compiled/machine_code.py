"""Where machine code is loaded from: the user's cache, or objects shipped with the package.

Shipped objects are compiled for a baseline processor by ``scripts/compile_objects.py``, in a folder
for each key. They are used if they fit this machine and these versions, else functions are compiled.
"""

# Numba has no types: what its base classes return is unknown.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import importlib
import inspect
import json
import logging
import os
import threading
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from empile.engine.compiled.bits import SLOW_AT_DEPOSITS
from empile.engine.compiled.cache import PREFIX, cache_root, hold
from empile.engine.compiled.sources import engine_sources, game_sources, key_of, versions

_caching: Any = importlib.import_module("numba.core.caching")
_runtime: Any = importlib.import_module("numba.core.runtime")
_llvm: Any = importlib.import_module("llvmlite.binding")

INDEX = "index.json"
_SHIPPED = Path(__file__).parent / "objects"

log = logging.getLogger("empile.compiled")
_thread = threading.local()
_used: set[str] = set()


class NotCompiledError(Exception):
    """There is no machine code of an entry point."""


class Machine(NamedTuple):
    """A processor that code is compiled for, or that runs it."""

    triple: str
    processor: str
    features: frozenset[str]


def this_machine() -> Machine:
    """Return the processor of this process."""
    features = _llvm.get_host_cpu_features()
    return Machine(
        _llvm.get_process_triple(),
        _llvm.get_host_cpu_name(),
        frozenset(name for name, has_it in features.items() if has_it),
    )


def fits(index: dict[str, Any], machine: Machine) -> bool:
    """Return whether objects with this index run, and run fast, on ``machine``."""
    return (
        index["versions"] == versions()
        and index["triple"] == machine.triple
        and machine.features.issuperset(index["features"])
        and machine.processor not in SLOW_AT_DEPOSITS
    )


@cache
def shipped_objects() -> Path | None:
    """Return the folder of the objects to use, or None. ``EMPILE_OBJECTS`` replaces it."""
    wished = os.environ.get("EMPILE_OBJECTS")
    if wished == "":
        return None
    folder = Path(wished) if wished else _SHIPPED
    try:
        index = json.loads((folder / INDEX).read_text("utf-8"))
        return folder if fits(index, this_machine()) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def uses_shipped_objects() -> bool:
    """Return whether this process runs shipped objects, slower than code for this processor."""
    return bool(_used)


@contextmanager
def loading_only() -> Generator[None]:
    """In this thread, raise ``NotCompiledError`` instead of compiling an entry point."""
    _thread.only_loads = True
    try:
        yield
    finally:
        _thread.only_loads = False


def package_of(path: Path) -> str:
    """Return the name of the folder of the code of functions in the file ``path``."""
    if path.parent.name.startswith(PREFIX):
        return path.parent.name  # a template: the loader wrote it there
    return PREFIX + _key_of_folder(path.parent)


@cache
def _key_of_folder(folder: Path) -> str:
    if folder in {source.resolve().parent for source in engine_sources()}:
        return key_of("engine", engine_sources())
    return key_of(folder.name, game_sources(folder))


class _Locator(_caching._CacheLocator):  # type: ignore[misc]
    """Places code in the user's cache; a folder's name is the hash of the sources."""

    def __init__(self, path: Path, line: int) -> None:
        self._py_file = str(path)
        self._line = line
        if path.parent.name.startswith(PREFIX):
            folder = path.parent
        else:
            folder = cache_root() / package_of(path)
            while not hold(folder):
                folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder / "__pycache__"

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return str(self._line)

    @classmethod
    def from_function(cls, function: Any, path: str) -> _Locator:
        return cls(Path(path).resolve(), function.__code__.co_firstlineno)


class _Implementation(_caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class EntryCache(_caching.FunctionCache):  # type: ignore[misc]
    """Cache of the machine code of a function that Python calls."""

    _impl_class = _Implementation

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        self._package = package_of(Path(inspect.getfile(function)).resolve())

    def load_overload(self, signature: Any, context: Any) -> Any:
        # Not the whole context, which takes as long as importing Numba: the compiler refreshes it.
        _runtime.rtsys.initialize(context)
        found = None
        with self._guard_against_spurious_io_errors():
            found = self._load_overload(signature, context)
        if found is None and getattr(_thread, "only_loads", False):
            raise NotCompiledError(self._name)
        return found

    def _load_overload(self, signature: Any, context: Any) -> Any:
        found = super()._load_overload(signature, context)
        folder = shipped_objects()
        if found is not None or folder is None:
            return found
        try:
            files = _files(folder / self._package, self._impl.filename_base)
            _, _, code = self._index_key(signature, context.codegen())
            data = files.load((signature, code))
            if data is None:
                return None
            _used.add(self._package)
            return self._impl.rebuild(context, data)
        except Exception:
            log.warning("%s: the shipped object cannot be loaded", self._name, exc_info=True)
            return None


def ship(package: Path, folder: Path) -> int:
    """Copy the machine code of a folder in the cache to ``folder``; return the number of objects."""
    found = 0
    for index in sorted((package / "__pycache__").glob("*.nbi")):
        cached = _files(index.parent, index.stem)
        for (signature, _, code), name in cached._load_index().items():
            (folder / package.name).mkdir(parents=True, exist_ok=True)
            shipped = _files(folder / package.name, index.stem)
            shipped.save((signature, code), cached._load_data(name))
            found += 1
    return found


def _files(folder: Path, name: str) -> Any:
    return _caching.IndexDataCacheFile(str(folder), name, "")
