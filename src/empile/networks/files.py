"""Files of networks: NumPy's ``.npz`` with the specification in them."""

from __future__ import annotations

import io
from os import PathLike
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from empile.engine.discovery import game_class
from empile.engine.errors import OptionError, UnknownGameError
from empile.engine.game import Game
from empile.networks.errors import NetworkError
from empile.networks.network import Network
from empile.networks.spec import NetworkSpec

_SPEC = "spec"
_ZIP = b"PK\x03\x04"


def network_bytes(network: Network) -> bytes:
    """Return a file with the weights in 16 bits.

    Example: ``Path("best.npz").write_bytes(network_bytes(network))``.
    """
    spec = np.frombuffer(msgspec.json.encode(network.spec), np.uint8)
    arrays: dict[str, Any] = {_SPEC: spec}
    arrays |= {name: array.astype(np.float16) for name, array in network.weights.items()}
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


def load_network(file: str | PathLike[str] | bytes, game: Game | None = None) -> Network:
    """Read a network of ``empile train``.

    :param file: a path, or the bytes of a file.
    :param game: that it shall play; by default that of the file.
    :raises NetworkError: the file is damaged, or for another game.
    :raises OSError: the file cannot be read.

    Example: ``empile.choose(state, level, stream, evaluator=load_network("best.npz"))``.
    """
    spec, arrays = _contents(file)
    if game is None:
        try:
            game = game_class(spec.game)(**spec.options)
        except (OptionError, UnknownGameError) as error:
            raise NetworkError(f"the game of the network cannot be loaded: {error}") from error
    spec.check(game)
    if not all(array.dtype.kind == "f" and np.isfinite(array).all() for array in arrays.values()):
        raise NetworkError("the weights of the network are not numbers")
    return Network(game, spec.shape, arrays)


def read_spec(file: str | PathLike[str] | bytes) -> NetworkSpec:
    """Return which game and shape a network is for; raises as :func:`load_network`."""
    return _contents(file)[0]


def _contents(file: str | PathLike[str] | bytes) -> tuple[NetworkSpec, dict[str, NDArray[Any]]]:
    data = file if isinstance(file, bytes) else Path(file).read_bytes()
    try:
        if not data.startswith(_ZIP):  # else NumPy returns a bare array
            raise ValueError("it is not a file of NumPy's npz format")
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            arrays: dict[str, NDArray[Any]] = {name: archive[name] for name in archive.files}
        return msgspec.json.decode(arrays.pop(_SPEC).tobytes(), type=NetworkSpec), arrays
    except Exception as error:  # of NumPy, zipfile, zlib, ...: damaged files raise many kinds
        raise NetworkError(f"this is not a network of `empile train`: {error}") from error
