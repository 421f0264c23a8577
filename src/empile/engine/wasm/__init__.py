"""Rules of a game as one WebAssembly module, compiled from the same Python by llvmlite alone.

``empile build GAME`` writes the module and its bundles; in Python there are :func:`rules_module` and
:func:`bundle`. ``web/src/engine`` runs both in pages, workers and Node. States, views, legal moves
and searches are equal bit by bit to those of native code.
"""

from __future__ import annotations

from empile.engine.wasm.build import rules_module
from empile.engine.wasm.bundle import Bundle, bundle
from empile.engine.wasm.target import WasmError

__all__ = ["Bundle", "WasmError", "bundle", "rules_module"]
