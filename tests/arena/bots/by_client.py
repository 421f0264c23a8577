"""A bot that uses ``empile.client``."""

from empile.client import serve_stdio
from empile.engine.game import State
from empile.engine.random import new_stream
from empile.engine.search.search import search

stream = new_stream(7)


def my_bot(state: State) -> int:
    return search(state, stream=stream, simulations=50).best


serve_stdio(my_bot)
