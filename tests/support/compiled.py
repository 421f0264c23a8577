"""Compiled entry points of tests, cached on disk.

Python may call an inline function of the rules, but compiles it then in each process. A template in
``tests.support.templates`` calls it from a cached function instead.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import ModuleType

import empile
from empile.engine.compiled.cache import cache_root
from empile.engine.compiled.jit import jit_is_on
from empile.engine.compiled.loader import CompiledRules

_TEMPLATES = Path(__file__).parent / "templates"
_RULES_IMPORT = "from empile.engine.compiled.templates import rules\n"


def template(game: empile.Game, name: str) -> ModuleType:
    """Return a template of ``tests.support.templates``, compiled for the rules of ``game``."""
    return _template(game.compiled, name)


@cache
def _template(compiled: CompiledRules, name: str) -> ModuleType:
    text = (_TEMPLATES / f"{name}.py").read_text("utf-8")
    assert _RULES_IMPORT in text, f"template {name} must contain {_RULES_IMPORT!r}"
    text = text.replace(_RULES_IMPORT, f"from {compiled.step.__package__} import rules\n")
    # Numba checks only the file of the function itself: what that calls is in the key.
    key = hashlib.sha256(f"{compiled.key}\0{text}".encode()).hexdigest()[:20]
    package = f"empile_compiled_{key}{'' if jit_is_on() else '_plain'}"
    path = cache_root() / package / f"{name}.py"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(temporary, path)
    spec = importlib.util.spec_from_file_location(f"{package}.{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[f"{package}.{name}"] = module
    spec.loader.exec_module(module)
    return module
