"""What all games share: the contract, records, chance, playouts, perft and search.

The engine knows no game by name. A game knows the engine; servers, bots and the command
line know games only through what is written in :mod:`empile.engine.game`.
"""
