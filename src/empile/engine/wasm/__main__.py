"""The process in which ``rules_module`` compiles; for users there is ``empile build``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from empile.engine.compiled.warm import end_with_input
from empile.engine.discovery import load
from empile.engine.errors import EmpileError
from empile.engine.wasm.build import rules_module_here


def main(arguments: Sequence[str] | None = None) -> None:
    """Write a module; exit with status 2 for an unknown game or a file that cannot be written."""
    parser = argparse.ArgumentParser(
        prog="python -m empile.engine.wasm",
        description="Compiles a module for another process. Use `empile build GAME` instead.",
    )
    parser.add_argument("game", metavar="GAME", help="for example blox")
    parser.add_argument("file", metavar="FILE", type=Path, help="for example rules.wasm")
    parser.add_argument(
        "--rules-version", metavar="N", type=int, help="older rules; by default the newest"
    )
    parser.add_argument(
        "--end-with-input", action="store_true", help="stop when the standard input ends"
    )
    options = parser.parse_args(arguments)
    file: Path = options.file
    if not file.parent.is_dir():
        parser.error(f"there is no folder {file.parent}")
    if file.is_dir():
        parser.error(f"{file} is a folder: name the file")
    if options.end_with_input:
        end_with_input()
    try:
        game = load(options.game, rules_version=options.rules_version)
        module = rules_module_here(game)
        file.write_bytes(module)
    except (EmpileError, OSError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
