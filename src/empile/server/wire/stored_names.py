"""Names in the stored log, which keeps those of the first version.

So old logs need no migration, and an older server can read what a newer one stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_SKILL: Final = {"hand_skill": "dexterity"}
_KINDS: Final = {"ruling_proposed": "judged", "assist_set": "calmed"}
_MEMBERS: Final[Mapping[str, Mapping[str, str]]] = {
    "created": {"allow_spectators": "watch", "assist": "calm"},
    "filled": _SKILL,
    "taken_over": _SKILL,
    "asked": {**_SKILL, "takeover_place": "takes", "assist": "calm"},
    "ruling_proposed": {"outcome": "answer"},
    "frozen": {"detail": "message"},
    "assist_set": {},
}
"""For each event with other names, the stored names of its members."""
_QUESTIONS: Final = {"assist": "calm"}

RENAMED: Final = frozenset(_MEMBERS)
"""Kinds of events with other names in the log."""


def _inverse(names: Mapping[str, str]) -> dict[str, str]:
    return {stored: name for name, stored in names.items()}


_KINDS_READ: Final = _inverse(_KINDS)
_MEMBERS_READ: Final = {
    _KINDS.get(kind, kind): _inverse(members) for kind, members in _MEMBERS.items()
}
RENAMED_WHEN_STORED: Final = frozenset(_MEMBERS_READ)
"""The same kinds as they are stored."""


def to_stored(event: dict[str, Any]) -> dict[str, Any]:
    """Return an event of a renamed kind with the names of the log."""
    kind = event["kind"]
    renamed = _renamed(event, _MEMBERS[kind], _SKILL, _QUESTIONS)
    renamed["kind"] = _KINDS.get(kind, kind)
    return renamed


def from_stored(event: dict[str, Any]) -> dict[str, Any]:
    """Return a stored event of a renamed kind with the names of the protocol."""
    kind = event["kind"]
    renamed = _renamed(event, _MEMBERS_READ[kind], _inverse(_SKILL), _inverse(_QUESTIONS))
    renamed["kind"] = _KINDS_READ.get(kind, kind)
    return renamed


def _renamed(
    event: dict[str, Any],
    members: Mapping[str, str],
    skill: Mapping[str, str],
    questions: Mapping[str, str],
) -> dict[str, Any]:
    found = {members.get(name, name): value for name, value in event.items()}
    if "what" in found:
        found["what"] = questions.get(found["what"], found["what"])
    if "places" in found:
        found["places"] = [
            {skill.get(name, name): value for name, value in place.items()}
            for place in found["places"]
        ]
    return found
