"""``empile serve``: the table for browsers."""

from __future__ import annotations

import argparse
import socket
from pathlib import Path

from empile.cli.parser import whole_number

PORT = 8000
"""The port where none is asked for; any free one where it is taken."""
_EVERYWHERE = ("0.0.0.0", "::")

ABOUT = """\
Open the table for browsers: one process, one file of data. Ctrl-C closes it; running games go on
from where they stood when it is opened again.

examples:
  empile serve --open                    for this machine alone, in the browser at once
  empile serve --host 0.0.0.0            for everyone in the house: phones open the second address
  empile serve --host 0.0.0.0 --port 80 --data /srv/empile.sqlite3
  empile serve --origin https://play.example.org
                                         behind a proxy that people know by this address
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="the address to listen at (default: 127.0.0.1, this machine alone)",
    )
    parser.add_argument(
        "--port",
        type=whole_number(0, 65535),
        metavar="P",
        help=f"the port (default: {PORT}, or any free one where that is taken; 0: any free one)",
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="FILE",
        help="the file of all tables (default: in your own data folder)",
    )
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="an address by which browsers know a proxy in front of this; may be repeated",
    )
    parser.add_argument("--open", action="store_true", help="open the page in the browser")


def run(arguments: argparse.Namespace) -> int:
    """Serve until Ctrl-C."""
    from empile.server.run import PortError, serve
    from empile.server.settings import Settings

    settings = Settings(origins=frozenset(origin.rstrip("/") for origin in arguments.origin))

    def announce(address: str) -> None:
        print(_welcome(arguments.host, address), flush=True)

    def serve_at(port: int) -> None:
        serve(
            arguments.host,
            port,
            arguments.data,
            open_browser=arguments.open,
            settings=settings,
            announce=announce,
        )

    if arguments.port is not None:
        serve_at(arguments.port)
        return 0
    try:
        serve_at(PORT)
    except PortError:
        serve_at(0)
    return 0


def _welcome(host: str, address: str) -> str:
    lines = [f"Empile is open at {address} (Ctrl-C closes it)"]
    if host in _EVERYWHERE:
        own = _own_address()
        port = address.rstrip("/").rpartition(":")[2]
        if own is not None:
            lines.append(f"Phones and others in the house: http://{own}:{port}/")
    else:
        lines.append("For phones and others in the house, serve with host 0.0.0.0.")
    return "\n".join(lines)


def _own_address() -> str | None:
    """Return this machine's address in its network, ``None`` where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # chooses a way out; nothing is sent
        except OSError:
            return None
        return str(probe.getsockname()[0])
