"""The public interface: what ``empile`` exports is enough for the guides."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

import empile
from tests.docs.blocks import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PUBLIC = (
    "empile",
    "empile.arena",
    "empile.client",
    "empile.engine.board",
    "empile.engine.contracts",
    "empile.engine.game",
    "empile.engine.options",
    "empile.engine.pictures",
    "empile.engine.rules",
    "empile.engine.wasm",
    "empile.envs",
    "empile.evals",
    "empile.networks",
    "empile.research",
    "empile.training",
)


def test_exports_exist() -> None:
    assert not [name for name in empile.__all__ if getattr(empile, name, None) is None]


def test_exports_are_listed() -> None:
    assert set(empile.__all__) <= set(dir(empile))
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        empile.nothing  # noqa: B018


def test_import_loads_no_compiler() -> None:
    code = "import sys, empile; assert 'numba' not in sys.modules; print(empile.__version__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == empile.__version__


def test_guides_import_public_names_only() -> None:
    for page in PAGES:
        text = page.read_text("utf-8")
        code = "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
        modules = re.findall(r"^(?:from|import) (empile[\w.]*)", code, re.MULTILINE)
        private = [one for one in modules if not one.startswith(PUBLIC[1:]) and one != "empile"]
        assert not private, page
