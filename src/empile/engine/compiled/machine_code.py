"""Sources of machine code: the user's cache, or objects shipped with the package.

Shipped objects are compiled for a baseline processor by ``scripts/compile_objects.py``, in a folder
for each key. They are used if they fit this machine and these versions, else functions are compiled.

There is a file for each entry point and each tuple of argument types.
"""

# llvmlite has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import hashlib
import importlib
import inspect
import json
import logging
import os
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from empile.engine.compiled.bits import SLOW_AT_DEPOSITS
from empile.engine.compiled.cache import PREFIX, cache_root, hold, write_file
from empile.engine.compiled.native import ObjectCode, link
from empile.engine.compiled.sources import engine_sources, game_sources, key_of, versions

INDEX = "index.json"
SUFFIX = ".code"
_SHIPPED = Path(__file__).parent / "objects"
_FOLDER = "__pycache__"
_MAGIC = b"empile machine code 1 "

log = logging.getLogger("empile.compiled")
_thread = threading.local()
_used: set[str] = set()
_ENGINE = "the engine"
_announced: set[str] = set()


class NotCompiledError(Exception):
    """There is no machine code of an entry point."""


class Machine(NamedTuple):
    """A processor that code is compiled for, or that runs it."""

    triple: str
    processor: str
    features: frozenset[str]


@cache
def this_machine() -> Machine:
    """Return the processor of this process."""
    llvm: Any = importlib.import_module("llvmlite.binding")
    features = llvm.get_host_cpu_features()
    return Machine(
        llvm.get_process_triple(),
        llvm.get_host_cpu_name(),
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


def only_loads(function: Any) -> None:
    """Raise ``NotCompiledError`` within ``loading_only``."""
    if getattr(_thread, "only_loads", False):
        raise NotCompiledError(function.__qualname__)


def announce(function: Any) -> None:
    """Log that ``function`` is compiled, once in this process for each game."""
    name = _owner(_resolved(inspect.getfile(function)))
    if name not in _announced:
        _announced.add(name)
        seconds = "some" if name == _ENGINE else "10 to 60"
        log.info("compiling %s, once on this machine: %s seconds", name, seconds)


def _owner(path: Path) -> str:
    """Return the name of the game that a file of compiled functions belongs to."""
    rules: Any = sys.modules.get(f"{package_of(path)}.rules")  # set by the loader of templates
    folder = path.parent if rules is None else Path(rules.__file__).parent
    if folder in {source.resolve().parent for source in engine_sources()}:
        return _ENGINE
    folder = folder.parent if folder.name == "rules" else folder
    return folder.name.replace("_", "-")


def package_of(path: Path) -> str:
    """Return the name of the folder of the code of functions in the file ``path``."""
    for folder in (path.parent, path.parent.parent):
        if folder.name.startswith(PREFIX):
            return folder.name  # a template: the loader wrote it there
    return PREFIX + _key_of_folder(path.parent)


@cache
def _key_of_folder(folder: Path) -> str:
    if folder in {source.resolve().parent for source in engine_sources()}:
        return key_of("engine", engine_sources())
    return key_of(folder.name, game_sources(folder))


class _Place(NamedTuple):
    """The locations of a function's machine code."""

    cached: Path
    package: str
    shipped: str
    """Its file's name among shipped objects: the same for each processor."""


def _place(function: Any, types: str) -> _Place:
    path = _resolved(inspect.getfile(function))
    package = package_of(path)
    code = function.__code__
    name = f"{path.stem}.{function.__qualname__}-{code.co_firstlineno}".replace("<", "").replace(
        ">", ""
    )
    name += f".{_digest(types.encode(), code.co_code)}"
    folder = path.parent if path.parent.name == package else cache_root() / package
    file = f"{name}.{_target()}{SUFFIX}"
    return _Place(folder / _FOLDER / file, package, name + SUFFIX)


@cache
def _resolved(file: str) -> Path:
    return Path(file).resolve()


@cache
def _target() -> str:
    """Return a hash of the processor and the options that Numba compiles for."""
    triple, processor, features = this_machine()
    options = ("CPU_NAME", "CPU_FEATURES", "ENABLE_AVX", "OPT")
    wished = [os.environ.get(f"NUMBA_{name}", "-") for name in options]
    return _digest(*(text.encode() for text in (triple, processor, *sorted(features), *wished)))


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def load(function: Any, types: str) -> Callable[..., Any] | None:
    """Return the code of ``function`` for arguments of such types, or None."""
    place = _place(function, types)
    found = _load(place.cached, function)
    if found is None:
        folder = shipped_objects()
        if folder is not None:
            found = _load(folder / place.package / place.shipped, function)
            if found is not None:
                _used.add(place.package)
    return found


def _load(path: Path, function: Any) -> Callable[..., Any] | None:
    try:
        data = path.read_bytes()
    except OSError:
        return None
    try:
        return link(_unpacked(data), function)
    except Exception:
        log.warning("%s cannot be loaded", path, exc_info=True)
        return None


def save(function: Any, types: str, code: ObjectCode) -> None:
    """Save ``code`` to the cache."""
    path = _place(function, types).cached
    try:
        package = path.parent.parent
        while not hold(package):
            package.mkdir(parents=True, exist_ok=True)
        path.parent.mkdir(exist_ok=True)
        write_file(path, _packed(code))
    except OSError as error:
        log.warning("machine code cannot be saved: %s", error)


def _packed(code: ObjectCode) -> bytes:
    facts = {**code._asdict(), "data": None, "versions": versions()}
    content = json.dumps(facts).encode() + b"\n" + code.data
    return _MAGIC + hashlib.sha256(content).hexdigest().encode() + b"\n" + content


def _unpacked(data: bytes) -> ObjectCode:
    """Return the code of a file; raises ``ValueError`` if it is damaged or of other versions."""
    first, _, content = data.partition(b"\n")
    if first != _MAGIC + hashlib.sha256(content).hexdigest().encode():
        raise ValueError("the file is damaged")
    header, _, code = content.partition(b"\n")
    facts: dict[str, Any] = json.loads(header)
    if facts.pop("versions") != versions():
        raise ValueError("the file was made by other versions")
    facts["data"] = code
    return ObjectCode(**facts)


def ship(package: Path, folder: Path) -> int:
    """Copy the machine code of a folder in the cache to ``folder``; return the number of objects."""
    files = sorted((package / _FOLDER).glob(f"*{SUFFIX}"))
    for path in files:
        (folder / package.name).mkdir(parents=True, exist_ok=True)
        name = path.name.removesuffix(SUFFIX).rpartition(".")[0]
        (folder / package.name / (name + SUFFIX)).write_bytes(path.read_bytes())
    return len(files)
