"""The privacy text of a server: the host's own, or the general one."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final, Literal, TypeAlias

PrivacyLanguage: TypeAlias = Literal["en", "fr"]

_TEXTS: Final = Path(__file__).with_name("privacy_texts")
_MOST_CHARACTERS: Final = 100_000

log = logging.getLogger("empile.community")


def privacy_text(language: PrivacyLanguage, folder: Path | None) -> str:
    """Return ``privacy.LANGUAGE.md`` of the host's ``folder``, or the general text. Blocks."""
    if folder is not None:
        own = folder / f"privacy.{language}.md"
        try:
            return own.read_text("utf-8")[:_MOST_CHARACTERS]
        except FileNotFoundError:
            pass
        except (OSError, UnicodeDecodeError) as error:
            log.error("%s cannot be read: %s", own, error)
    return (_TEXTS / f"{language}.md").read_text("utf-8")
