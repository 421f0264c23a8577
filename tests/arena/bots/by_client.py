"""A bot that uses ``empile.client``."""

from empile import State, new_stream, search
from empile.client import serve_stdio
from empile.server.wire.messages import Welcome

stream = new_stream(7)
limit = 10.0


def read_limit(welcome: Welcome) -> None:
    global limit
    if welcome.time is not None:
        limit = welcome.time.per_move


def my_bot(state: State) -> int:
    return search(state, stream=stream, simulations=50, seconds=limit / 2).best


serve_stdio(my_bot, on_welcome=read_limit)
