"""A server as in a home network, with accounts and a lobby."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.serving import Serving, serving


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory, pages: Path) -> Iterator[Serving]:
    """A server that answers at all addresses of this machine."""
    data = tmp_path_factory.mktemp("door") / "tables.sqlite3"
    with serving(data, pages, host="0.0.0.0", accounts="open", lobby=True) as running:
        yield running
