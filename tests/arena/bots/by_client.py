"""A bot that uses ``empile.client``."""

from empile import State, new_stream, search
from empile.client import serve_stdio

stream = new_stream(7)
limit = 10.0


def set_limit(seconds: float) -> None:
    global limit
    limit = seconds


def my_bot(state: State) -> int:
    return search(state, stream=stream, simulations=50, seconds=limit / 2).best


serve_stdio(my_bot, on_time_limit=set_limit)
