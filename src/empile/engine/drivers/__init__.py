"""Templates of the code that is compiled for each game.

Numba compiles a template once for each game's rules. Closures over the rules would never hit
Numba's disk cache (0.7 to 1.5 s at every start), so :mod:`empile.engine.compiled` copies each
module here to a cache folder and replaces the import of :mod:`.rules` by an import of the game's
rules. The templates import and type-check as they stand.

Conventions: ``boxes`` is an array of one parameter struct, ``states`` an array of states, ``i``
the index of the state. The caller allocates ``out`` buffers, with the sizes that the rules
declare.
"""
