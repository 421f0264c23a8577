"""How agents are asked."""

from __future__ import annotations

from typing import Any

import msgspec

from empile.envs.text import TextEnv
from empile.envs.text.pictures import Images
from empile.evals.errors import EvalError


class EvalSettings(msgspec.Struct, frozen=True):
    """What changes the result of an evaluation, besides agent and suite.

    Example: ``EvalSettings(history=0, tries=1)``.
    """

    history: int = 8
    """Earlier turns of the same game in a conversation; 0: each turn is asked on its own."""
    context: int = 100_000
    """Characters of a conversation; the oldest turns are left out first. The rules and the turn
    itself are always sent."""
    tries: int = 3
    """Answers that may be given in a turn."""
    consequence: str = "random"
    """After the last bad answer: a ``"random"`` move, or ``"resign"``."""
    rules: str = "short"
    moves: str = "auto"
    position: str = "both"
    log: str = "turn"
    strict: bool = False
    language: str = "en"
    images: Images | None = None
    """``"svg"`` or ``"png"`` (extra ``envs``): each turn has a picture, earlier ones in a conversation
    have not."""

    def environment(self) -> dict[str, Any]:
        """Return the arguments of :class:`empile.envs.text.TextEnv`.

        Example: ``TextEnv("blox", **EvalSettings().environment())``.
        """
        return {
            "rules": self.rules,
            "moves": self.moves,
            "position": self.position,
            "log": self.log,
            "strict": self.strict,
            "language": self.language,
            "retries": self.tries - 1,
            "consequence": self.consequence,
            "images": self.images,
        }

    def check(self) -> None:
        """Raise :class:`EvalError` for a setting that is not valid.

        :raises ImportError: for pictures that cannot be drawn without the extra ``envs``

        Example: ``EvalSettings(tries=1).check()``.
        """
        for name, number, least in (
            ("history", self.history, 0),
            ("context", self.context, 0),
            ("tries", self.tries, 1),
        ):
            if number < least:
                raise EvalError(f"{name} must be at least {least}, not {number}")
        try:
            TextEnv("block-ness", **self.environment())
        except ValueError as error:
            raise EvalError(str(error)) from None
