"""Networks that come with games."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from empile.engine.game import Game
from empile.networks.files import load_network, read_spec
from empile.networks.network import Network


def shipped_network(game: Game) -> Network | None:
    """Return a copy of the network that comes with a game for these options; None without.

    They are in the folder ``data`` of the game, ``network-SEATS.npz``, and only there if they win more
    matches than the strongest level at equal processor time.

    Example: ``empile.search(state, evaluator=shipped_network(game), ...)``.
    """
    found = _loaded(game)
    return None if found is None else found.copy()


@lru_cache(maxsize=16)
def _loaded(game: Game) -> Network | None:
    file = game.folder / "data" / f"network-{game.num_players}.npz"
    if not file.is_file():
        return None
    options = msgspec.json.decode(msgspec.json.encode(dict(game.options)))
    return load_network(file, game) if read_spec(file).options == options else None
