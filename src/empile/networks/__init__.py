"""Networks that guide searches: see :data:`empile.Evaluator` and ``empile train``."""

from empile.engine.contracts.network import CentredView, NetworkShape
from empile.networks.errors import NetworkError
from empile.networks.files import load_network, network_bytes
from empile.networks.network import Network
from empile.networks.shipped import shipped_network

__all__ = [
    "CentredView",
    "Network",
    "NetworkError",
    "NetworkShape",
    "load_network",
    "network_bytes",
    "shipped_network",
]
