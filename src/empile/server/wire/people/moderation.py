"""Bodies of reports, acts of moderators, and appeals."""

from __future__ import annotations

from typing import Literal

ActKind = Literal["warn", "mute", "ban"]
"""``mute``: no free text. ``ban``: no play with other accounts."""
Category = Literal["insults", "harassment", "spam", "name", "cheating", "other"]
"""Why a moderator acts."""
