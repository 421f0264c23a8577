"""Rules engine: games, states, records, chance, rollouts, perft and search.

The engine is independent of the games. Servers, bots and the command line use games through
:mod:`empile.engine.game` only.
"""
