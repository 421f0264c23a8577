"""What the compiled rules of a game import.

Example::

    from empile.engine.rules import TERMINAL, StructRef, inline, struct_dtype

    STATE = struct_dtype([("seat", "i1"), ("cell", "i1", (9,))])

    @inline
    def current(params: StructRef, s: StructRef) -> int:
        return int(s.seat)
"""

from empile.engine.compiled.jit import inline
from empile.engine.compiled.layout import StructRef, struct_dtype
from empile.engine.compiled.templates.rules import CHANCE, EXTERNAL, TERMINAL
from empile.engine.random import Stream, below

__all__ = [
    "CHANCE",
    "EXTERNAL",
    "TERMINAL",
    "Stream",
    "StructRef",
    "below",
    "inline",
    "struct_dtype",
]
