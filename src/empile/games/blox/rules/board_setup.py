"""Static board data of Blox for the client, as tokens of JSON."""

from __future__ import annotations

import json

import numpy as np

from empile.engine.compiled.jit import outlined
from empile.engine.compiled.json_reader import (
    ROOT,
    Words,
    first_of,
    member,
    put_item,
    say,
    shown,
)
from empile.engine.compiled.json_writer import Tokens, put
from empile.engine.compiled.layout import StructRef
from empile.games.blox.rules.options import (
    ACCESS_OPTION,
    BOARD_PARTS,
    LAYOUT,
    RECHARGE,
    ROUND_LIMIT,
    STRIKE_CAP,
)
from empile.games.blox.rules.position import CELL_NAMES, TEXTS
from empile.games.blox.rules.state import CELLS, LAST_PHASE


def _phases(*, exact: bool) -> str:
    phases = [
        {"fall": [n] if exact else list(range(1, n + 1)), "build": n + 1}
        for n in range(1, LAST_PHASE + 1)
    ]
    return f',"phases":{json.dumps(phases)},"neutral":['


_COLOURS, _SQUARES = TEXTS.add('{"colours":'), TEXTS.add(',"squares":')
_PHASES = TEXTS.add(_phases(exact=False), _phases(exact=True))
_STRIKE_CAP, _ACCESS, _RECHARGE, _ROUND_LIMIT = (
    TEXTS.add(text) for text in ('],"strike_cap":', ',"access":', ',"recharge":', ',"round_limit":')
)
_END = TEXTS.add("}")


@outlined
def write_setup(params: StructRef, words: Words, out: Tokens) -> int:
    options = first_of(ROOT)
    layout = member(words, options, LAYOUT)
    at = say(out, 0, _COLOURS, shown(member(words, layout, BOARD_PARTS)))
    at = say(out, at, _SQUARES, shown(member(words, layout, BOARD_PARTS + 1)))
    at = put(out, at, _PHASES + int(np.int64(params.exact)))
    neutrals = 0
    for cell in range(CELLS):
        if int(params.neutral[cell]):
            at = put_item(neutrals, CELL_NAMES + cell, out, at)
            neutrals += 1
    at = say(out, at, _STRIKE_CAP, shown(member(words, options, STRIKE_CAP)))
    at = say(out, at, _ACCESS, shown(member(words, options, ACCESS_OPTION)))
    at = say(out, at, _RECHARGE, shown(member(words, options, RECHARGE)))
    at = say(out, at, _ROUND_LIMIT, shown(member(words, options, ROUND_LIMIT)))
    return put(out, at, _END)
