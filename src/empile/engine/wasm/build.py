"""Modules of games: shipped with the package, or compiled in a process of their own and kept.

Shipped modules have a hash of their sources in their names; those compiled here are kept beside the
machine code of the game. See ``scripts/compile_modules.py``.
"""

from __future__ import annotations

import inspect
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from empile.engine.compiled.cache import alone, write_file
from empile.engine.compiled.sources import key_of, source_key_of
from empile.engine.compiled.warm import yield_to_others
from empile.engine.contracts import grades, solo
from empile.engine.contracts.presenter import WRITERS
from empile.engine.game import Game
from empile.engine.wasm.exports import exports_of
from empile.engine.wasm.module import compile_module
from empile.engine.wasm.sections import facts_of
from empile.engine.wasm.target import WasmError, require_target

_COMMAND: Final = "empile.engine.wasm"
SHIPPED: Final = Path(__file__).parent / "modules"
"""The folder of shipped modules, if there are some."""
_SOURCES: Final = ("exports", "module", "runtime", "sections", "target", "wrappers")
"""Modules of this package that a game's module depends on."""


def rules_module(game: Game) -> bytes:
    """Return the WebAssembly module of a game's rules, the same for all its options.

    Without a shipped one, the first call compiles it in another process of low priority, which ends
    with this one: 10 to 60 seconds of processor time. Later calls, also of other processes, read the file
    until a source of it changes; processes that want the same module wait for the first of them.

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
            command.append("--end-with-input")
            ours = os.pipe()  # closed with this process
            try:
                done = subprocess.run(
                    command, stdin=ours[0], capture_output=True, text=True, check=False
                )
            finally:
                for end in ours:
                    os.close(end)
            if done.returncode != 0:
                last = done.stderr.strip().rpartition("\n")[2]
                raise WasmError(f"the module of {game.name} was not compiled: {last}")
            module = file.read_bytes()
    return module


def rules_module_here(game: Game) -> bytes:
    """Return the same module, compiled in this process if it must be; raises ``WasmError``.

    This process must not have compiled anything, and cannot compile anything else after that.
    Example: ``rules_module_here(empile.load("blox"))``, as the process of ``__main__`` does.
    """
    module = cached_module(game)
    if module is None:
        yield_to_others()
        with ExitStack() as others_wait:
            place = _place(game)
            with suppress(OSError):  # a cache that cannot be written to is no error
                others_wait.enter_context(alone(place.with_suffix(".lock")))
            module = cached_module(game)  # of a process that was faster
            if module is None:
                module = compile_module(exports_of(game))
                with suppress(OSError):
                    write_file(place, module)
    return module


def cached_module(game: Game) -> bytes | None:
    """Return the module if it is shipped or compiled. Example: ``cached_module(game) is None``."""
    for path in (shipped_path(game), _place(game)):
        try:
            module = path.read_bytes()
            facts_of(module)
        except (OSError, WasmError, IndexError, ValueError):  # missing or damaged
            continue
        return module
    return None


def shipped_path(game: Game, folder: Path | None = None) -> Path:
    """Return the file of a shipped module, whether there is one or not.

    Compressed variants lie beside it. Its name does not depend on the versions of Python, Numba and
    LLVM: no module needs them to run.
    Example: ``shipped_path(game).is_file()``.
    """
    compiled = game.compiled
    key = source_key_of([compiled.name], [*compiled.sources, *_sources(game)])
    return (folder or SHIPPED) / f"{game.name}.{key}.wasm"


def _place(game: Game) -> Path:
    """Return the file of the module, in the folder of the machine code of the same sources."""
    template = game.compiled.step.__file__
    assert template is not None
    lacks = [name for name in WRITERS if game.presenter.lack(name)]
    key = key_of(" ".join(["wasm", *lacks]), _sources(game))
    return Path(template).parent / f"rules.{key}.wasm"


def _sources(game: Game) -> list[Path]:
    """Return the files of the engine and of a solver that the module depends on, besides the rules."""
    files = [Path(__file__).parent / f"{name}.py" for name in _SOURCES]
    files += [Path(grades.__file__), Path(solo.__file__)]
    if game.solo is not None:
        solver = Path(inspect.getfile(inspect.unwrap(game.solo.solver.solve)))
        files += sorted(solver.parent.glob("*.py"))
    return files
