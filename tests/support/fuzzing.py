"""Mutated records for fuzzing.

Reading and replaying a record either works, and writing it gives the same record, or raises an
:class:`EmpileError` of one printable line. Anything else is a bug.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import empile
from empile.engine.errors import LONGEST_MESSAGE
from empile.engine.random import new_stream
from tests.support.games import random_match, variants, witness_folder

_SCRAPS: list[Any] = [
    None, True, False, 0, 1, -1, 2, 4, 1.5, 10**30, "", "?", "~", "house", "\n", "\x00", "é", "𝄞",
    [], [[]], {}, {"a": 1}, "self", "name", "c3-e3", "Hd5-d8^4", "~deal AAB", "~stands 1,2", "lay A",
    ">g8 G", "c5-e5 B*", "c5xf5 WWM*", "c5= WWG", "c5!c6 MMM*", "/ GGM", "~hand WGGBM", "~GGM",
    "y*>yM", "+yL", "reverse", "~draw **", "~falls-later", "~stands kL@0,0,24.8/1,0,0,0",
]  # fmt: skip
_CHARACTERS = 'abcdefghijklmnopqrstuvwxyzHT0123456789-^~ ?.,;/ABCGMWx!*=>@+"{}[]:\\\n\tß٣'


def outcome(text: str | bytes) -> str:
    """Read and replay a record; return ``"good"`` or the one-line message it is refused with."""
    try:
        record = empile.Record.from_json(text)
        record.final_state()
    except empile.EmpileError as error:
        message = str(error)
        assert message, "an error must say something"
        assert message.isprintable(), f"not one printable line: {message!r}"
        assert len(message) <= LONGEST_MESSAGE + 10, "the message is too long to read"
        return message
    assert empile.Record.from_json(record.to_json()) == record
    return "good"


def seed_records() -> list[str]:
    """Return good records of every variant: whole, cut short, and begun from a position."""
    found: list[str] = []
    for number, variant in enumerate(variants()):
        match = random_match(variant.game(), number)
        for events in (None, 5):
            found.append(random_match(variant.game(), number, events).record().to_json())
        found.append(_later_part(match, number).record().to_json())
    return found


def _later_part(match: empile.Match, seed: int) -> empile.Match:
    """Return a match that begins at the last position from which the game can begin."""
    for index in range(len(match.events) - 1, -1, -1):
        try:
            later = empile.Match.from_position(match.game, match.position_before(index))
        except empile.PositionError:
            continue
        if not later.state.is_terminal():
            later.play_action(later.state.legal_actions()[0])
            later.resolve_chance(new_stream(seed), also_external=True)
            return later
    raise AssertionError("this game can begin from no position")


def kept_records() -> list[Path]:
    """Return the files of every game's corpus."""
    folders = [witness_folder(name) / "corpus" for name in empile.game_names()]
    return [path for folder in folders for path in sorted(folder.glob("*.json"))]


def mutated(text: str, luck: random.Random) -> str | bytes:
    """Return ``text``, a record, changed in one to three places: as data, as text or as bytes."""
    kind = luck.random()
    if kind < 0.7:
        data: Any = json.loads(text)
        for _ in range(luck.randint(1, 3)):
            data = _mutated_data(data, luck)
        return json.dumps(data, ensure_ascii=luck.random() < 0.5)
    if kind < 0.9:
        return _mutated_text(text, luck)
    raw = bytearray(text.encode())
    for _ in range(luck.randint(1, 3)):
        raw[luck.randrange(len(raw))] = luck.randrange(256)
    return bytes(raw)


def _mutated_data(data: Any, luck: random.Random) -> Any:
    if isinstance(data, dict) and data and luck.random() < 0.9:
        members: dict[str, Any] = dict(data)  # pyright: ignore[reportUnknownArgumentType]
        key = luck.choice([*members, "events", "events"] if "events" in members else [*members])
        action = luck.random()
        if action < 0.08:
            del members[key]
        elif action < 0.14:
            members[str(luck.choice(_SCRAPS))] = luck.choice(_SCRAPS)
        else:
            members[key] = _mutated_data(members[key], luck)
        return members
    if isinstance(data, list) and data and luck.random() < 0.9:
        items: list[Any] = list(data)  # pyright: ignore[reportUnknownArgumentType]
        at = luck.randrange(len(items))
        action = luck.random()
        if action < 0.12:
            del items[at]
        elif action < 0.24:
            items.insert(at, luck.choice([*_SCRAPS, items[at]]))
        elif action < 0.36:
            other = luck.randrange(len(items))
            items[at], items[other] = items[other], items[at]
        else:
            items[at] = _mutated_data(items[at], luck)
        return items
    if isinstance(data, str) and luck.random() < 0.8:
        return _mutated_text(data, luck)
    if type(data) is int and luck.random() < 0.6:
        return data + luck.choice((-1, 1, 2, 255))
    return luck.choice(_SCRAPS)


def _mutated_text(text: str, luck: random.Random) -> str:
    for _ in range(luck.randint(1, 3)):
        at = luck.randint(0, len(text))
        action = luck.random()
        if action < 0.35:
            text = text[:at] + luck.choice(_CHARACTERS) + text[at:]
        elif action < 0.65:
            text = text[:at] + luck.choice(_CHARACTERS) + text[at + 1 :]
        elif action < 0.9:
            text = text[:at] + text[at + luck.randint(1, 3) :]
        else:
            text = text[:at] + text[at // 2 :]
    return text
