"""Faults in the rules of the games, their notations and positions."""

from __future__ import annotations

from typing import Final

from .fault import Fault

_GAMES: Final = "src/empile/games"

BLOCK_NESS: Final = (
    Fault(
        name="block-ness-tie-break-by-the-tail",
        area="rules",
        breaks="The tie break counts the height of the last ring at the tail, not at the head.",
        file=f"{_GAMES}/block_ness/rules/core.py",
        old="    if end == HEAD:\n        s.head_height[seat] = height\n",
        new="    if end == TAIL:\n        s.head_height[seat] = height\n",
    ),
    Fault(
        name="block-ness-start-ring-over-equal-height",
        area="rules",
        breaks="On large lakes a start ring may pass over a ring of the same height.",
        file=f"{_GAMES}/block_ness/rules/moves.py",
        old="            low |= int(top < height) << column\n",
        new="            low |= int(top <= height) << column\n",
    ),
    Fault(
        name="block-ness-second-seat-begins",
        area="rules",
        breaks="After the start rings the second seat plays first.",
        file=f"{_GAMES}/block_ness/rules/core.py",
        old="        seat = seats - 1  # the search for the next seat starts at seat 0\n",
        new="        seat = 0\n",
    ),
    Fault(
        name="block-ness-ends-with-one-seat-left",
        area="rules",
        breaks="The game ends as soon as only the seat that has just played can play again.",
        file=f"{_GAMES}/block_ness/rules/core.py",
        old="    other = seat\n    for _ in range(seats):\n",
        new="    other = seat\n    for _ in range(max(1, seats - 1)):\n",
    ),
    Fault(
        name="block-ness-last-of-equal-rings-lost",
        area="rules",
        breaks="The last of several equal rings in a reserve cannot be laid.",
        file=f"{_GAMES}/block_ness/rules/core.py",
        old="    if left == 0:\n        if int(params.lines) != 0:\n",
        new="    if left <= 1:\n        if int(params.lines) != 0:\n",
    ),
    Fault(
        name="block-ness-position-with-crossing-rings",
        area="rules",
        breaks="A position is accepted in which a ring passes over another one of its height.",
        file=f"{_GAMES}/block_ness/rules/position.py",
        old="        if top >= height:\n",
        new="        if top > height:\n",
    ),
)

BLOX: Final = (
    Fault(
        name="blox-phase-waits-for-the-last-tower",
        area="rules",
        breaks="A phase ends when no tower of its height is left, not when one is left.",
        file=f"{_GAMES}/blox/rules/core.py",
        old="int(s.standing[int(s.phase)]) <= 1:\n",
        new="int(s.standing[int(s.phase)]) < 1:\n",
    ),
    Fault(
        name="blox-last-round-cut-short",
        area="rules",
        breaks="The game ends with the move that begins the last round.",
        file=f"{_GAMES}/blox/rules/core.py",
        old="    if seat < int(params.seats):\n        s.seat = seat\n        s.stage = PLAY\n",
        new="    if seat < int(params.seats) and not int(s.last_round):\n"
        "        s.seat = seat\n        s.stage = PLAY\n",
    ),
    Fault(
        name="blox-tie-break-by-fewer-blocks",
        area="rules",
        breaks="Of two seats with equal points the one with fewer blocks wins.",
        file=f"{_GAMES}/blox/rules/core.py",
        old="    return int(s.points[seat]) * 64 + total(s.blocks[seat])\n",
        new="    return int(s.points[seat]) * 64 - total(s.blocks[seat])\n",
    ),
    Fault(
        name="blox-joker-back-for-four-cards",
        area="rules",
        breaks="With the option of five cards, an exchange of four turns the joker up, too.",
        file=f"{_GAMES}/blox/rules/core.py",
        old="    if not int(params.recharge_five) or int(s.to_draw) == HAND:\n",
        new="    if not int(params.recharge_five) or int(s.to_draw) >= HAND - 1:\n",
    ),
    Fault(
        name="blox-access-wraps-around-the-edge",
        area="rules",
        breaks="On rows 6 to 9 a tower in column i counts as accessible from column a.",
        file=f"{_GAMES}/blox/rules/reachability.py",
        old="_HIGH & ~_column(8, _HIGH_ROWS)\n",
        new="_HIGH\n",
    ),
    Fault(
        name="blox-strike-with-white-joker-misread",
        area="rules",
        breaks="The text of a strike whose joker is white is read as one without the joker.",
        file=f"{_GAMES}/blox/text/notation.py",
        old="(cards - 3) * 2 + (joker >= 0)\n",
        new="(cards - 3) * 2 + (joker > 0)\n",
    ),
)

ON_TOP: Final = (
    Fault(
        name="on-top-tie-for-most-scores",
        area="rules",
        breaks="A circle in which two colours are tied for most is scored.",
        file=f"{_GAMES}/on_top/rules/circle_score.py",
        old="    if most == 0 or counts.count(most) > 1:\n        return []\n",
        new="    if most == 0 or counts.count(most) > 2:\n        return []\n",
    ),
    Fault(
        name="on-top-golden-point-added",
        area="rules",
        breaks="A golden circle adds one point instead of doubling them.",
        file=f"{_GAMES}/on_top/rules/tables.py",
        old="(len(tower) << golden) * point\n",
        new="(len(tower) + golden) * point\n",
    ),
    Fault(
        name="on-top-full-board-without-penalty",
        area="rules",
        breaks="Pawns left cost no points if the game ends on a full board.",
        file=f"{_GAMES}/on_top/rules/core.py",
        old="    if reason != LAST_PAWN:\n        s.top = 0\n",
        new="    if reason != LAST_PAWN:\n        s.top = 0\n        return\n",
    ),
    Fault(
        name="on-top-wrong-seat-on-top",
        area="rules",
        breaks="If two colours place their last pawns at once, the wrong one has priority.",
        file=f"{_GAMES}/on_top/rules/core.py",
        old="_TOP if int(s.top) == other + 1 else _LAST)\n",
        new="_TOP if int(s.top) == other else _LAST)\n",
    ),
    Fault(
        name="on-top-top-pawn-after-the-last-second",
        area="rules",
        breaks="The top pawn is placed and scored after the last pawn of a second.",
        file=f"{_GAMES}/on_top/rules/circles.py",
        old="    if int(params.seconds_first) and outcome:\n",
        new="    if int(params.seconds_first) > 1 and outcome:\n",
    ),
    Fault(
        name="on-top-deducted-after-a-neutral-colour",
        area="rules",
        breaks="Unused pawns cost points when a neutral colour runs out, and not by the option.",
        file=f"{_GAMES}/on_top/rules/core.py",
        old="    if reason == NEUTRAL_OUT and not int(params.deducts):\n",
        new="    if reason == NEUTRAL_OUT and int(params.deducts):\n",
    ),
    Fault(
        name="on-top-draw-off-by-one",
        area="rules",
        breaks="Random draws favour the first tile by one ticket; the last one is drawn too rarely.",
        file=f"{_GAMES}/on_top/rules/core.py",
        old="        tile += left >= reached\n",
        new="        tile += left > reached\n",
    ),
    Fault(
        name="on-top-position-after-the-last-pawn",
        area="rules",
        breaks="A position is accepted in which a colour has placed its last pawn.",
        file=f"{_GAMES}/on_top/rules/position.py",
        old="        if pawns_of(placed, colour) >= _own(seats, colour):\n",
        new="        if pawns_of(placed, colour) > _own(seats, colour):\n",
    ),
)

BLOCK_OUT: Final = (
    Fault(
        name="block-out-one-turn-too-many",
        area="rules",
        breaks="The game ends one turn after the turn limit.",
        file=f"{_GAMES}/block_out/rules/core.py",
        old="        if int(s.turn) == int(params.turn_limit):\n",
        new="        if int(s.turn) > int(params.turn_limit):\n",
    ),
    Fault(
        name="block-out-winner-behind-smaller-hands",
        area="rules",
        breaks="A winner by the ninth block ranks behind seats with fewer cards.",
        file=f"{_GAMES}/block_out/rules/core.py",
        old="            if seat != winner and (other == winner or fewer):\n",
        new="            if seat != other and (other == winner or fewer):\n",
    ),
    Fault(
        name="block-out-odds-off-by-one",
        area="rules",
        breaks="Random outcomes of a tower are a thousandth too often of the kind before.",
        file=f"{_GAMES}/block_out/rules/core.py",
        old="            reached += int(params.weights[level, answer])\n"
        "            found += left >= reached\n",
        new="            reached += int(params.weights[level, answer])\n"
        "            found += left > reached\n",
    ),
    Fault(
        name="block-out-penalty-ends-with-the-stock",
        area="rules",
        breaks="Penalty draws stop when the stock is empty, though discards could be shuffled.",
        file=f"{_GAMES}/block_out/rules/core.py",
        old="    if int(s.to_draw) == 0 or int(s.in_stock) + int(s.in_discard) == 0:\n",
        new="    if int(s.to_draw) == 0 or int(s.in_stock) == 0:\n",
    ),
    Fault(
        name="block-out-pass-after-a-fall",
        area="rules",
        breaks="After a fall a seat may pass although it can rebuild.",
        file=f"{_GAMES}/block_out/rules/core.py",
        old="    if int(s.stage) == REBUILD and held & BLOCK_CARDS:\n",
        new="    if int(s.stage) == BONUS and held & BLOCK_CARDS:\n",
    ),
    Fault(
        name="block-out-poses-in-any-order",
        area="rules",
        breaks="Rest poses of a standing tower are accepted in a wrong order of blocks.",
        file=f"{_GAMES}/block_out/text/notation.py",
        old="        if actions[0] == STANDS and named != tower:\n",
        new="        if actions[0] == STANDS and sorted(named) != sorted(tower):\n",
    ),
)

FAULTS: Final = (*BLOCK_NESS, *BLOX, *ON_TOP, *BLOCK_OUT)
