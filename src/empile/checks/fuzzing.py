"""Mutated records for fuzzing.

Reading and replaying a record either works, and writing it gives the same record, or raises an
``EmpileError`` of one printable line. Anything else is a bug.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from empile.checks.evidence import CORPUS, Variant, evidence_folder, variants
from empile.checks.lack import Lack, expect
from empile.checks.random_games import random_match
from empile.engine.discovery import game_names
from empile.engine.errors import LONGEST_MESSAGE, EmpileError, PositionError
from empile.engine.match import Match
from empile.engine.random import new_stream
from empile.engine.record import Record
from empile.engine.strict_json import is_list, is_object

_SCRAPS: list[Any] = [
    None, True, False, 0, 1, -1, 2, 4, 1.5, 10**30, "", "?", "~", "house", "\n", "\x00", "é", "𝄞",
    [], [[]], {}, {"a": 1}, "self", "name", "c3-e3", "Hd5-d8^4", "~deal AAB", "~stands 1,2", "swap A",
    ">g8 G", "c5-e5 B*", "c5xf5 WWM*", "c5= WWG", "c5!c6 MMM*", "/ GGM", "~hand WGGBM", "~GGM",
    "y*>yM", "+yL", "reverse", "~draw **", "~falls-later", "~stands kL@0,0,24.8/1,0,0,0",
]  # fmt: skip
_CHARACTERS = 'abcdefghijklmnopqrstuvwxyzHT0123456789-^~ ?.,;/ABCGMWx!*=>@+"{}[]:\\\n\tß٣'


def outcome(text: str | bytes) -> str:
    """Read and replay a record; return ``"good"`` or the one-line message it is refused with."""
    try:
        record = Record.from_json(text)
        record.final_state()
    except EmpileError as error:
        message = str(error)
        expect(message, "an error says nothing")
        expect(message.isprintable(), "an error is not one printable line: {}", message)
        expect(len(message) <= LONGEST_MESSAGE + 10, "an error is too long to read: {}", message)
        return message
    expect(Record.from_json(record.to_json()) == record, "a record reads back otherwise")
    return "good"


def seed_records(found: list[Variant] | None = None) -> list[str]:
    """Return good records of variants, by default of all: whole, cut short, begun from a position."""
    records: list[str] = []
    for number, variant in enumerate(variants() if found is None else found):
        match = random_match(variant.game(), number)
        for events in (None, 5):
            records.append(random_match(variant.game(), number, events).record().to_json())
        records.append(_later_part(match, number).record().to_json())
    return records


def _later_part(match: Match, seed: int) -> Match:
    """Return a match that begins at the last position from which the game can begin."""
    for index in range(len(match.events) - 1, -1, -1):
        try:
            later = Match.from_position(match.game, match.position_before(index))
        except PositionError:
            continue
        if not later.state.is_terminal():
            later.play_action(later.state.legal_actions()[0])
            later.resolve_chance(new_stream(seed), also_external=True)
            return later
    raise Lack("a game can begin from no position: 'state_from_position' refuses them all", "view")


def kept_records(name: str | None = None) -> list[Path]:
    """Return the files of the corpus of a game, or of all games."""
    folders = [evidence_folder(one) / CORPUS for one in (game_names() if name is None else [name])]
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
    if is_object(data) and data and luck.random() < 0.9:
        members: dict[str, Any] = dict(data)
        key = luck.choice([*members, "events", "events"] if "events" in members else [*members])
        action = luck.random()
        if action < 0.08:
            del members[key]
        elif action < 0.14:
            members[str(luck.choice(_SCRAPS))] = luck.choice(_SCRAPS)
        else:
            members[key] = _mutated_data(members[key], luck)
        return members
    if is_list(data) and data and luck.random() < 0.9:
        items: list[Any] = list(data)
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
