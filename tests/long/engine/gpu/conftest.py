"""GPU tests need the extra ``gpu``; they are skipped without it, except in CI."""

from __future__ import annotations

import importlib.util
import os

import pytest

if importlib.util.find_spec("numba_cuda") is None and not os.environ.get("CI"):
    pytest.skip("the extra gpu is not installed", allow_module_level=True)
