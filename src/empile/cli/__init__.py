"""The command line: ``empile VERB ...``, one module a verb in :mod:`empile.cli.verbs`.

Whatever is wrong is told in one line on the error stream, with exit status 2. A reader that has
gone away (``empile trace ... | head``) and Ctrl-C end a verb without a word.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from empile.cli.errors import CommandError
from empile.cli.parser import parse
from empile.engine.errors import EmpileError

__all__ = ["main"]

REFUSED = 2
"""The exit status where something is wrong with what was asked."""
INTERRUPTED = 130
"""The exit status after Ctrl-C: 128 + SIGINT, as shells have it."""
READER_GONE = 141
"""The exit status where nobody reads on: 128 + SIGPIPE, as shells have it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status; ``arguments`` default to the program's."""
    for stream in (sys.stdout, sys.stderr):
        # The same bytes on every system; what is no Unicode stays readable, and valid in JSON.
        with suppress(AttributeError):  # a test or a notebook may have put another stream there
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")  # type: ignore[union-attr]  # pyright: ignore
    try:
        verb, chosen = parse(sys.argv[1:] if arguments is None else arguments)
        status = verb.run(chosen)
        sys.stdout.flush()
    except EmpileError as error:
        return _refuse(error)
    except BrokenPipeError:
        _close_stdout()
        return READER_GONE
    except OSError as error:
        return _refuse(CommandError(_in_words(error)))
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def _refuse(error: EmpileError) -> int:
    with suppress(OSError):
        sys.stdout.flush()
    print(f"empile: {error}", file=sys.stderr)
    return REFUSED


def _in_words(error: OSError) -> str:
    why = error.strerror or str(error)
    return f"{error.filename}: {why}" if error.filename is not None else why


def _close_stdout() -> None:
    # Python flushes once more as it ends and would complain of the reader that is gone.
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
