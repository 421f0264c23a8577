"""Line input and output, at a terminal or through pipes."""

from __future__ import annotations

import importlib
import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO


class Terminal:
    def __init__(self, reads: TextIO, writes: TextIO) -> None:
        self._reads, self._writes = reads, writes
        self._is_talk = reads.isatty() and writes.isatty()
        self.colour = writes.isatty() and "NO_COLOR" not in os.environ
        self.offered: Sequence[str] = ()
        """Completions for the Tab key."""
        if self._is_talk:
            with suppress(ImportError):
                self._edit_lines()

    def say(self, text: str = "") -> None:
        self._writes.write(text + "\n")

    def ask(self, prompt: str) -> str | None:
        """Return the next line that is not empty, or None at the end of the input."""
        while True:
            line = self._ask_once(prompt)
            if line is None or line:
                return line

    def pause(self, prompt: str) -> bool:
        """Wait for a line; return False at the end of the input."""
        return self._ask_once(prompt) is not None

    def clear(self) -> None:
        """Clear the screen and the scrollback."""
        if self._is_talk:
            self._writes.write("\x1b[2J\x1b[3J\x1b[H")

    def _ask_once(self, prompt: str) -> str | None:
        if self._is_talk:
            try:
                return input(prompt).strip()
            except EOFError:
                self.say()
                return None
        self._writes.write(prompt)
        self._writes.flush()  # a program may drive the game through pipes and wait for the prompt
        line = self._reads.readline()
        # Echo the line, so that a transcript includes the input.
        self.say(line.strip())
        return line.strip() if line else None

    def _edit_lines(self) -> None:
        readline = importlib.import_module("readline")  # gives `input` line editing and history
        readline.set_completer_delims("")
        readline.set_completer(self._completion)
        readline.parse_and_bind("tab: complete")

    def _completion(self, begun: str, number: int) -> str | None:
        fitting = [text for text in self.offered if text.casefold().startswith(begun.casefold())]
        return fitting[number] if number < len(fitting) else None

    def columns(self, items: Sequence[str]) -> str:
        """Return ``items`` in as many columns as the terminal's width allows."""
        width = max(map(len, items), default=0) + 2
        per_line = max(1, (shutil.get_terminal_size((80, 24)).columns - 2) // width)
        lines = [items[start : start + per_line] for start in range(0, len(items), per_line)]
        return "\n".join(
            "  " + "".join(f"{item:<{width}}" for item in line).rstrip() for line in lines
        )
