"""The phrases that players may say, shown to each reader in their own language.

An ID has the moment and a name, such as ``play.nice``. The texts are ``say.<ID>`` in the catalogues:
those of :data:`GENERAL` in the page's, those of a game in its folder ``locales``.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from empile.engine.i18n import Catalog

GENERAL: Final = (
    "start.hello",
    "start.good_luck",
    "start.have_fun",
    "play.nice",
    "play.surprise",
    "play.close",
    "play.oops",
    "play.thinking",
    "play.moment",
    "play.thanks",
    "play.sorry",
    "end.well_played",
    "end.congratulations",
    "end.thanks",
    "end.again",
    "end.bye",
    "react.clap",
    "react.thumbs_up",
    "react.laugh",
    "react.wow",
    "react.phew",
    "react.party",
)
"""Phrases of all games."""
MOMENTS: Final = ("start", "play", "end", "react")
"""When the page offers a phrase: before everybody has moved, during a game, after it, or always."""
_PREFIX: Final = "say."


@lru_cache(maxsize=64)
def phrases_of(folder: Path) -> tuple[str, ...]:
    """Return the IDs of the phrases in the game in ``folder``, its own before the general ones.

    Example: ``"play.trembles" in phrases_of(game.folder)``.
    """
    keys = Catalog(folder / "locales").messages("en")
    own = [key.removeprefix(_PREFIX) for key in keys if key.startswith(_PREFIX)]
    return (*own, *GENERAL)
