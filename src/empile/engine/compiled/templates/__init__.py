"""Templates of the code that is compiled for each game.

The loader replaces the import of ``.rules``: closures over the rules would never hit Numba's disk
cache. ``params_array`` has one parameter struct, ``states`` a state per game, ``i`` is an index.
"""
