"""A bot that uses ``empile.client``."""

from empile import State, new_stream, search
from empile.client import serve_stdio

stream = new_stream(7)


def my_bot(state: State) -> int:
    return search(state, stream=stream, simulations=50).best


serve_stdio(my_bot)
