"""Modules of games: compiled in a process of their own, and kept beside the game's machine code."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

from empile.engine.compiled.cache import write_file
from empile.engine.compiled.sources import key_of
from empile.engine.game import Game
from empile.engine.wasm.exports import exports_of
from empile.engine.wasm.module import compile_module
from empile.engine.wasm.sections import facts_of
from empile.engine.wasm.target import WasmError, require_target

_COMMAND: Final = "empile.engine.wasm"
_NICE: Final = 10
_SOURCES: Final = ("exports", "module", "runtime", "sections", "target", "wrappers")
"""Modules of this package that a game's module depends on."""


def rules_module(game: Game) -> bytes:
    """Return the WebAssembly module of a game's rules, the same for all its options.

    The first call compiles it in another process of low priority: 10 to 60 seconds of processor time.
    Later calls, also of other processes, read the file until a source of it changes.

    :raises WasmError: llvmlite has no such target, or the compilation failed.

    Example: ``Path("blox.wasm").write_bytes(rules_module(empile.load("blox")))``.
    """
    module = cached_module(game)
    if module is None:
        require_target()
        with tempfile.TemporaryDirectory(prefix="empile-") as folder:
            file = Path(folder) / "rules.wasm"
            version = f"--rules-version={game.rules_version}"
            command = [sys.executable, "-m", _COMMAND, game.name, str(file), version]
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
            )
            if done.returncode != 0:
                last = done.stderr.strip().rpartition("\n")[2]
                raise WasmError(f"the module of {game.name} was not compiled: {last}")
            module = file.read_bytes()
    return module


def rules_module_here(game: Game) -> bytes:
    """Return the same module, compiled in this process if it must be; raises ``WasmError``.

    This process must not have compiled anything, and cannot compile anything else after that.
    Example: ``rules_module_here(empile.load("blox"))``, as ``python -m empile.engine.wasm`` does.
    """
    module = cached_module(game)
    if module is None:
        with suppress(AttributeError, OSError):  # not available on Windows
            os.nice(_NICE)
        module = compile_module(exports_of(game))
        with suppress(OSError):  # a cache that cannot be written to is no error
            write_file(_place(game), module)
    return module


def cached_module(game: Game) -> bytes | None:
    """Return the module if it is compiled. Example: ``cached_module(game) is None``."""
    try:
        module = _place(game).read_bytes()
        facts_of(module)
    except (OSError, WasmError, IndexError, ValueError):  # missing or damaged
        return None
    return module


def _place(game: Game) -> Path:
    """Return the file of the module, in the folder of the machine code of the same sources."""
    template = game.compiled.step.__file__
    assert template is not None
    own = key_of("wasm", (Path(__file__).parent / f"{name}.py" for name in _SOURCES))
    return Path(template).parent / f"rules.{own}.wasm"
