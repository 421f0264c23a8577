"""``empile serve``: the table for browsers."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from empile.cli.parser import whole_number
from empile.cli.qr import in_terminal

PORT = 8000
"""The port where none is asked for; any free one where it is taken."""
_EVERYWHERE = ("0.0.0.0", "::")

ABOUT = """\
Open the table for browsers: one process, one file of data. Ctrl-C closes it; running games go on
from where they stood when it is opened again.

examples:
  empile serve --open                    for this machine alone, in the browser at once
  empile serve --lan --open              for everyone in the house, with or without the internet:
                                         phones scan the code that is shown
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
        "--lan",
        action="store_true",
        help="listen at every address, and tell others in the house how to come here",
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
    from empile.server.lan import own_addresses
    from empile.server.run import PortError, serve
    from empile.server.settings import Settings

    settings = Settings(origins=frozenset(origin.rstrip("/") for origin in arguments.origin))
    host = "0.0.0.0" if arguments.lan else arguments.host
    others = own_addresses() if host in _EVERYWHERE else []

    def announce(address: str) -> None:
        print(_welcome(host, address, others), flush=True)

    def serve_at(port: int) -> None:
        serve(
            host,
            port,
            arguments.data,
            open_browser=arguments.open,
            # Invitations are made of the address that the page was opened at.
            known_as=others[0] if arguments.lan and others else None,
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


def _welcome(host: str, address: str, others: list[str]) -> str:
    lines = [f"Empile is open at {address} (Ctrl-C closes it)"]
    if host not in _EVERYWHERE:
        return "\n".join([*lines, "For phones and others in the house, serve with --lan."])
    port = address.rstrip("/").rpartition(":")[2]
    told = [f"http://{other}:{port}/" for other in others]
    if not told:
        return "\n".join([*lines, "This machine is in no network: others cannot come here yet."])
    lines.append(f"Phones and others in the house: {told[0]}")
    if told[1:]:
        lines.append(f"If that does not answer: {' or '.join(told[1:])}")
    if sys.stdout.isatty():
        lines += ["", in_terminal(told[0]), ""]
    return "\n".join(lines)
