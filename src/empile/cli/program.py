"""What is installed: `empile` with the server, or `empile-engine` alone, with its own script."""

from __future__ import annotations

import re
from importlib.util import find_spec

SERVER_MISSING = "the table in the browser is not installed: pip install empile"


def has_server() -> bool:
    """Return whether the server is installed."""
    return find_spec("empile.server.run") is not None


def program_name() -> str:
    """Return the name of the script."""
    return "empile" if has_server() else "empile-engine"


def with_program_name(text: str) -> str:
    """Return a help text with this program's name in its examples."""
    return re.sub(r"\bempile (?=[a-z])", f"{program_name()} ", text)
