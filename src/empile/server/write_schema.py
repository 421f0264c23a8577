"""Write ``docs/protocol.schema.json``: ``python -m empile.server.write_schema docs``."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from empile.server.protocol import schema

FILE = "protocol.schema.json"


def schema_text() -> str:
    """Return the file's text."""
    return json.dumps(schema(), indent=1) + "\n"


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs")
    (folder / FILE).write_text(schema_text(), "utf-8")
