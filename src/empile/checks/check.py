"""Checks: functions over a variant, a game or a part of its evidence, grouped into steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from empile.checks.lack import PLACE, Lack

Subject = TypeVar("Subject")


@dataclass(frozen=True)
class Check(Generic[Subject]):
    """A property of each of its subjects, or something that must exist.

    Raises ``Lack``, or what the game itself raises. Calling it notes the place on the error.
    """

    name: str
    about: str
    """One sentence."""
    subjects: Callable[[str], Sequence[Subject]]
    """Returns the subjects in a game, by its name. Raises ``Lack`` if they cannot be read."""
    run: Callable[[Subject], None]
    file: str
    """What an author corrects if the check fails, unless the lack names another file."""
    gate: bool
    """Whether later steps depend on it, and the rest of its own."""
    slow: bool
    """Whether it is left out of the fast part."""
    every: bool
    """Whether the fast part checks all subjects."""

    def __call__(self, subject: Subject) -> None:
        """Check a subject."""
        PLACE.clear()
        try:
            self.run(subject)
        except Lack as lack:
            place = str(PLACE)
            if place:
                lack.add_note(place)
            lack.file = lack.file or self.file
            raise
        except Exception as error:
            error.add_note(str(PLACE) or f"in the check '{self.name}'")
            raise


@dataclass
class Step:
    """A part of a game, in the order in which an author writes them."""

    name: str
    about: str
    """What the step is about, for the command line."""
    file: str
    """Where an author writes it."""
    needs: tuple[str, ...] = ()
    """The steps whose gates must hold."""
    checks: list[Check[Any]] = field(default_factory=list[Check[Any]])

    def check(
        self,
        subjects: Callable[[str], Sequence[Subject]],
        *,
        file: str = "",
        gate: bool = False,
        slow: bool = False,
        every: bool = False,
    ) -> Callable[[Callable[[Subject], None]], Check[Subject]]:
        """Add a function to the step, as a check.

        Example: ``@RULES.check(variants_of)``.
        """

        def added(run: Callable[[Subject], None]) -> Check[Subject]:
            name = run.__name__
            about = (run.__doc__ or "").strip().split("\n")[0]
            made = Check(name, about, subjects, run, file or self.file, gate, slow, every)
            self.checks.append(made)
            return made

        return added


def itself(name: str) -> list[str]:
    """Return the game's name as the only subject: for checks of a whole game."""
    return [name]


class NotChecked(Exception):  # noqa: N818
    """A check cannot run, for no fault of the game: something is not installed."""


class NotApplicable(NotChecked):
    """A check does not apply to a game, which is no lack; the text says why."""
