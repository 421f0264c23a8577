"""Compiles the games for a common processor into the package, so that an install starts at once.

Each game is compiled in a process of its own, several at a time. The result is ignored by git and
part of wheels. See ``empile.engine.compiled.machine_code``.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import empile
from empile.engine.compiled.cache import PREFIX
from empile.engine.compiled.machine_code import INDEX, Machine, ship, this_machine
from empile.engine.compiled.sources import versions
from empile.engine.compiled.warm import warm, warm_tensors

FOLDER = Path(empile.__file__).parent / "engine" / "compiled" / "objects"

# fmt: off
X86_64_V3 = [
    "64bit", "avx", "avx2", "bmi", "bmi2", "cmov", "cx16", "cx8", "f16c", "fma", "fxsr", "lzcnt",
    "mmx", "movbe", "popcnt", "sahf", "sse", "sse2", "sse3", "sse4.1", "sse4.2", "ssse3", "xsave",
]
# fmt: on
"""All processors since Intel Haswell (2013) and AMD Excavator (2015)."""
AARCH64 = ["neon"]


def baseline() -> Machine:
    """Return the oldest processor that objects compiled here run on."""
    machine = this_machine()
    if platform.machine() in ("x86_64", "AMD64"):
        return Machine(machine.triple, "x86-64-v3", frozenset(X86_64_V3))
    if platform.machine() in ("aarch64", "arm64"):
        return Machine(machine.triple, "generic", frozenset(AARCH64))
    raise SystemExit(f"no baseline is known for {platform.machine()}")


def compile_objects(folder: Path, names: list[str], processes: int) -> None:
    """Compile the games ``names`` into ``folder``, which is replaced."""
    target = baseline()
    made = folder.with_name(folder.name + ".new")
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    with ThreadPoolExecutor(processes) as pool:
        for running in [pool.submit(_run, name, made, target) for name in names]:
            running.result()
    index = {
        "versions": versions(),
        "triple": target.triple,
        "processor": target.processor,
        "features": sorted(target.features),
    }
    (made / INDEX).write_text(json.dumps(index, indent=1) + "\n", "utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    made.rename(folder)


def _run(name: str, folder: Path, target: Machine) -> None:
    with tempfile.TemporaryDirectory(prefix="empile-objects-") as cache:
        environment = {
            **os.environ,
            "EMPILE_CACHE": cache,
            "EMPILE_OBJECTS": "",
            "NUMBA_CPU_NAME": target.processor,
            "NUMBA_CPU_FEATURES": ",".join(f"+{feature}" for feature in sorted(target.features)),
        }
        command = [sys.executable, __file__, "--only", name, "--output", str(folder)]
        subprocess.run(command, env=environment, check=True)


def _compile_here(name: str, folder: Path) -> None:
    """Compile a game into ``$EMPILE_CACHE`` and copy the result."""
    game = empile.load(name)
    warm(game)
    warm_tensors(game)
    for package in sorted(Path(os.environ["EMPILE_CACHE"]).glob(PREFIX + "*")):
        ship(package, folder)


def main() -> None:
    """Compile the objects of all games."""
    parser = argparse.ArgumentParser(description="Compile the games for a common processor.")
    parser.add_argument("games", nargs="*", help="default: all")
    parser.add_argument("--output", type=Path, default=FOLDER)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.only:
        _compile_here(chosen.only, chosen.output)
        return
    compile_objects(chosen.output, chosen.games or empile.game_names(), chosen.processes)
    size = sum(path.stat().st_size for path in chosen.output.rglob("*") if path.is_file())
    print(f"{chosen.output}: {size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
