"""Where a library is missing that only an environment needs, what to install is told."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("library", "module", "extra"),
    [
        ("gymnasium", "empile.envs.gymnasium", "envs"),
        ("gymnasium", "empile.envs.pettingzoo", "envs"),
        ("pettingzoo", "empile.envs.pettingzoo", "envs"),
        ("pettingzoo", "empile.envs.block_ness_v0", "envs"),
        ("pyspiel", "empile.envs.openspiel", "open-spiel"),
    ],
)
def test_a_missing_library_is_told_with_what_to_install(
    library: str, module: str, extra: str
) -> None:
    code = f"import sys; sys.modules['{library}'] = None; import {module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: ")
    assert last.endswith(f' is not installed: pip install "empile[{extra}]"')


def test_the_package_itself_asks_for_none_of_them() -> None:
    libraries = ("gymnasium", "pettingzoo", "pyspiel")
    code = (
        f"import sys, empile.envs, empile.bots; print([n for n in {libraries} if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
