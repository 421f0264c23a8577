"""The revision of the schema that this code is written for.

Separate from the schema, so that opening a current store does not load SQLAlchemy.
"""

from __future__ import annotations

from typing import Final

HEAD: Final = 18
"""The number of the newest module in ``migrations/versions``."""
AHEAD: Final = 1
"""Code works with a schema that is this many revisions newer."""


def is_known(revision: int) -> bool:
    """Return whether the code can read a schema, after an upgrade if it is older."""
    return 0 < revision <= HEAD + AHEAD
