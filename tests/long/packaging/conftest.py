"""The fixtures of the quick suite."""

from __future__ import annotations

from tests.packaging.conftest import dist as dist
from tests.packaging.conftest import engine_alone as engine_alone
from tests.packaging.conftest import whole as whole
