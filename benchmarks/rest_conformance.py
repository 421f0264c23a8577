"""Compare the server's answers with its OpenAPI document by many random requests.

``python -m benchmarks.rest_conformance --requests 1000``, of each operation and kind. Returns 1 if
anything differs.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from tests.server.http.conformance import differences, prepare
from tests.server.serving import serving


def main() -> int:
    """Send the requests; print the statuses of each operation."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=1000)
    chosen = parser.parse_args()
    failed = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "tables.sqlite3") as server,
    ):
        examples = prepare(server.address)
        found = differences(server.address, examples, chosen.requests, repeatable=False)
        for label, statuses, error in found:
            print(f"{label}: {dict(sorted(statuses.items()))}", flush=True)
            if error is not None:
                failed = 1
                print(f"  {error} {getattr(error, 'exceptions', '')}", flush=True)
    return failed


if __name__ == "__main__":
    raise SystemExit(main())
