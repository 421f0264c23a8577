"""Templates of the code that is compiled for each game.

:mod:`empile.engine.compiled.loader` copies each module to a cache folder and replaces the import of
:mod:`.rules` by that of the game's rules: closures over the rules would never hit Numba's disk
cache. ``params_array`` is an array of one parameter struct, ``states`` an array of states, ``i`` an
index. The caller allocates ``out`` buffers.
"""
