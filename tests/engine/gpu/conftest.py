"""Tests of games on a GPU need the extra ``gpu``; a machine without one may do without, the CI may not."""

from __future__ import annotations

import importlib.util
import os

import pytest

if importlib.util.find_spec("numba_cuda") is None and not os.environ.get("CI"):
    pytest.skip("the extra gpu is not installed", allow_module_level=True)
