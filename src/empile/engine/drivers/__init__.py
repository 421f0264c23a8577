"""Templates of the compiled drivers: what is done with any game, in machine code of each game.

A driver is generic over games, but machine code is not: Numba compiles a driver anew for each
game's rules. Closures over the rules would do, yet never hit Numba's cache on disk (0.7 to 1.5 s
at every start). So each module here is a *template*: :mod:`empile.engine.compiled` copies it into
a cache folder, once for each game, with the line that imports :mod:`.rules` made to import that
game's rules. The templates import and type-check as they stand.

Conventions. ``boxes`` is an array of one box; ``states`` an array of states, ``i`` the element
meant. ``out`` buffers are made by the caller with the sizes that the rules declare.
"""
