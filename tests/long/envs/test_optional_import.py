"""Errors for missing optional libraries."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("library", "module", "extra"),
    [
        ("gymnasium", "empile.envs.gymnasium", "envs"),
        ("gymnasium", "empile.envs.vector", "envs"),
        ("gymnasium", "empile.envs.pettingzoo", "envs"),
        ("pettingzoo", "empile.envs.pettingzoo", "envs"),
        ("pettingzoo", "empile.envs.block_ness_v1", "envs"),
        ("pyspiel", "empile.envs.openspiel", "open-spiel"),
        ("minari", "empile.envs.datasets", "data"),
        ("pyarrow", "empile.envs.datasets", "data"),
        ("PIL", "empile.envs.pixels", "envs"),
        ("resvg_py", "empile.envs.pixels", "envs"),
        ("inspect_ai", "empile.envs.frameworks.inspect_ai", "inspect-ai"),
        ("openenv", "empile.envs.frameworks.openenv", "openenv"),
        ("pydantic", "empile.envs.frameworks.openenv", "openenv"),
        ("textarena", "empile.envs.frameworks.textarena", "textarena"),
        ("verifiers", "empile.envs.frameworks.verifiers", "verifiers"),
    ],
)
def test_missing_names_the_extra(library: str, module: str, extra: str) -> None:
    code = f"import sys; sys.modules['{library}'] = None; import {module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: ")
    assert last.endswith(f' is not installed: pip install "empile-engine[{extra}]"')


def test_render_mode_checks_libraries() -> None:
    code = (
        "import sys; sys.modules['resvg_py'] = None\n"
        "from empile.envs import block_ness_v1 as face\n"
        "face.env(render_mode='svg'); face.env(render_mode='rgb_array')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("ImportError: Pillow or resvg-py")


def test_package_imports_no_optional_libraries() -> None:
    libraries = ("gymnasium", "pettingzoo", "pyspiel", "PIL", "resvg_py")
    code = (
        f"import sys, empile.envs, empile.bots; print([n for n in {libraries} if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
