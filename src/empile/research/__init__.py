"""Tiny games for exact methods, with the compiled rules of the real ones and other components.

They are not listed by ``empile.game_names()``, the page or the command line. With OpenSpiel they
are registered by ``empile.envs.openspiel.register_class``.

Example::

    >>> from empile.research import TinyBlockNess
    >>> from empile.research.game_tree import value
    >>> value(TinyBlockNess())
    1.0
"""

from __future__ import annotations

from empile.research.tiny_block_ness import TinyBlockNess
from empile.research.tiny_block_out import TinyBlockOut
from empile.research.tiny_blox import TinyBlox

__all__ = ["TinyBlockNess", "TinyBlockOut", "TinyBlox"]
