"""A fault: one replacement in one file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

Area = Literal["rules", "hidden", "store", "wire", "page"]
AREAS: Final[tuple[Area, ...]] = get_args(Area)


class FaultError(Exception):
    """A fault does not fit the files: its old text is missing, or occurs more than once."""


@dataclass(frozen=True)
class Fault:
    """A mistake that changes what the program does."""

    name: str
    area: Area
    breaks: str
    """What goes wrong, in one sentence."""
    file: str
    """The path from the root of the checkout."""
    old: str
    """Text that occurs in the file exactly once."""
    new: str

    def seeded(self, text: str) -> str:
        """Return the text of the file with the fault. Raises :class:`FaultError`."""
        count = text.count(self.old)
        if count != 1:
            raise FaultError(f"{self.name}: the old text occurs {count} times in {self.file}")
        return text.replace(self.old, self.new)
