"""Worked cases of positions from which a game of Blox begins, and of positions that are refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import empile
from tests.games.blox.reference import Reference, without
from tests.games.blox.situations import ALL_CARDS, after
from tests.support.games import Variant, random_match, variants

Change = Callable[[dict[str, Any]], None]


@cache
def blox_of(players: int) -> empile.Game:
    return empile.load("blox", players=players)


def position_of(
    *hands: str, towers: str = "", figures: str = "", discard: str = "", **changes: Any
) -> dict[str, Any]:
    """Return a position in which seat 0 holds all blocks that are not in ``towers``."""
    hands = hands or ("WWGGB", "WGBMM")
    seats = len(hands)
    on_board = dict(part.split("=") for part in towers.split())
    owners: dict[str, int | str] = {}
    for part in figures.split():
        at, owner = part.split("=")
        owners[at] = owner if owner == "neutral" else int(owner)
    blocks = without("WGBM" * (9 if seats == 2 else 10), "".join(on_board.values()))
    deck = without(ALL_CARDS, "".join(hands) + discard)
    return {
        "phase": 2,
        "last_round": False,
        "round": 3,
        "seat": 0,
        "towers": on_board,
        "figures": owners,
        "reserve": [4 - list(owners.values()).count(seat) for seat in range(seats)],
        "hands": list(hands),
        "jokers": [True] * seats,
        "blocks": ["".join(sorted(blocks, key="WGBM".index)), *[""] * (seats - 1)],
        "points": [0] * seats,
        "deck": {letter: deck.count(letter) for letter in "WGBM"},
        "discard": {letter: discard.count(letter) for letter in "WGBM"},
    } | changes


GOOD = {"towers": "c5=WWM e1=GB e9=GM", "figures": "c1=0 e5=1 a9=neutral"}


def key(name: str, value: Any) -> Change:
    return lambda position: position.update({name: value})


def item(name: str, at: Any, value: Any) -> Change:
    return lambda position: position[name].__setitem__(at, value)


REFUSED: list[tuple[Change, str]] = [
    (key("phase", 5), "'phase' must be a whole number from 1 to 4, not 5"),
    (key("round", 201), "'round' must be a whole number from 1 to 200, not 201"),
    (key("seat", 2), "'seat' must be a whole number from 0 to 1, not 2"),
    (key("seat", None), "a game begins at a move: 'seat' must be the seat to act, not null"),
    (key("last_round", 1), "'last_round' must be true or false, not 1"),
    (
        key("last_round", True),
        "the last round belongs to phase 4: 'last_round' cannot be true in phase 2",
    ),
    (item("towers", "j5", "W"), "'towers': the board has no space \"j5\", only a1 to i9"),
    (item("figures", "a10", 0), "'figures': the board has no space \"a10\", only a1 to i9"),
    (
        item("towers", "c5", "WMW"),
        'the tower on c5 must be letters W, G, B and M in this order, not "WMW"',
    ),
    (item("towers", "e9", ""), "a tower has 1 to 5 blocks, that on e9 has 0"),
    (item("towers", "e9", "GGGGGM"), "a tower has 1 to 5 blocks, that on e9 has 6"),
    (item("figures", "e1", 0), "there is a tower and a figure on e1"),
    (
        item("figures", "c1", 2),
        'the figure on c1 must be of a seat from 0 to 1 or "neutral", not 2',
    ),
    (
        item("figures", "c1", False),
        'the figure on c1 must be of a seat from 0 to 1 or "neutral", not false',
    ),
    (item("reserve", 0, 4), "seat 0 has 4 figures, but 1 on the board and 4 in reserve"),
    (item("figures", "a1", 1), "seat 1 has 4 figures, but 2 on the board and 3 in reserve"),
    (key("reserve", [3, 3, 4]), "'reserve' must be a list of 2 items, not [3, 3, 4]"),
    (
        item("towers", "e9", "GGM"),
        "a game of 2 has 9 grey blocks, but 'towers' and 'blocks' have 10",
    ),
    (
        item("blocks", 1, "W"),
        "a game of 2 has 9 white blocks, but 'towers' and 'blocks' have 10",
    ),
    (item("hands", 0, "WWGG"), "a hand has 5 cards, that of seat 0 has 4"),
    (
        item("hands", 1, "MWGBM"),
        'the hand of seat 1 must be letters W, G, B and M in this order, not "MWGBM"',
    ),
    (
        item("hands", 1, "?????"),
        "the hand of seat 1 has hidden cards: a game cannot begin from a seat's view",
    ),
    (
        item("deck", "M", 12),
        "there are 15 mauve cards, but 'hands', 'deck' and 'discard' have 14",
    ),
    (
        item("discard", "B", 1),
        "there are 15 black cards, but 'hands', 'deck' and 'discard' have 16",
    ),
    (item("deck", "X", 0), "'deck' must have exactly the keys W, G, B, M"),
    (
        item("jokers", 1, 1),
        "'jokers' must be true (face up) or false for each seat, not 1 for seat 1",
    ),
    (item("points", 0, -1), "'points' must contain whole numbers from 0 to 30000 only, not -1"),
]


@pytest.mark.parametrize(("change", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_state_from_position_refuses(change: Change, message: str) -> None:
    position = position_of(**GOOD)
    assert blox_of(2).state_from_position(position).position() == position
    change(position)
    with pytest.raises(empile.PositionError, match=f"^{re.escape(message)}$"):
        blox_of(2).state_from_position(position)


def test_state_from_position_refuses_last_round_with_two_towers_of_four() -> None:
    position = position_of(phase=4, last_round=True, towers="c5=WWMM e1=GGBB")
    with pytest.raises(empile.PositionError, match="cannot be true with 2 of them"):
        blox_of(2).state_from_position(position)


def test_state_from_position_refuses_five_figures() -> None:
    position = position_of(figures="a1=0 b1=0 c1=0 d1=0 e1=0", reserve=[0, 4])
    with pytest.raises(empile.PositionError, match="seat 0 has 4 figures, but 5 on the board"):
        blox_of(2).state_from_position(position)


def test_state_from_position_refuses_neutral_figures_beyond_eight_of_two_seats() -> None:
    eight = " ".join(f"{column}5=neutral" for column in "abcdefgh")
    assert blox_of(2).state_from_position(position_of(figures=eight))
    with pytest.raises(empile.PositionError, match="2 has 8 neutral figures, 9 are on the board"):
        blox_of(2).state_from_position(position_of(figures=f"{eight} i5=neutral"))
    three = position_of("WWGGB", "WGBMM", "WGBMM", figures="a5=neutral")
    with pytest.raises(empile.PositionError, match="3 has 0 neutral figures, 1 are on the board"):
        blox_of(3).state_from_position(three)


MISSING = {"blocks": "W" * 7 + "G" * 9 + "B" * 9 + "M" * 9}
REASONS: list[tuple[dict[str, Any], empile.Reason]] = [
    (
        position_of(phase=4, last_round=True, towers="c5=WWMM e1=GGBB"),
        empile.Reason("fault.position.last_round", {"count": 2}),
    ),
    (position_of(blocks=["WW", ""]), empile.Reason("fault.position.blocks_missing", MISSING)),
    (
        position_of(blocks=["W" * 10 + "G" * 9 + "B" * 9 + "M" * 9, ""]),
        empile.Reason("fault.position.blocks_extra", {"blocks": "W"}),
    ),
    (
        position_of(towers="e9=WWWWWW"),
        empile.Reason("fault.position.height", {"cell": "e9", "height": 6}),
    ),
    (
        position_of(towers="e9=W", figures="e9=0"),
        empile.Reason("fault.position.both", {"cell": "e9"}),
    ),
    (
        position_of("WWGGB", "WGB"),
        empile.Reason("fault.position.hand", {"seat": 1, "count": 3}),
    ),
    (position_of("WWGGB", "?????"), empile.Reason("fault.position.view", {"seat": 1})),
    (
        position_of(deck=dict.fromkeys("WGBM", 15)),
        empile.Reason("fault.position.cards", {"cards": "W" * 18}),
    ),
]


@pytest.mark.parametrize(("position", "reason"), REASONS, ids=[one.key for _, one in REASONS])
def test_state_from_position_refuses_with_a_reason(
    position: dict[str, Any], reason: empile.Reason
) -> None:
    with pytest.raises(empile.PositionError) as refused:
        blox_of(2).state_from_position(position)
    assert refused.value.reason == reason
    words = blox_of(2).presenter.catalogue
    assert all(reason.key != words.format(language, reason) for language in words.languages)


def begin(game: empile.Game, position: dict[str, Any]) -> empile.State:
    """Return the state of a position, the same to the second writing of the rules."""
    state = game.state_from_position(position)
    assert state.position() == position
    assert state.legal_texts() == Reference.of_position(game.options, position).legal_texts()
    return state


def test_phase_passes_after_the_first_action_only() -> None:
    """No tower of 2 stands in phase 2: as at the set-up, the next action ends the phase."""
    state = begin(blox_of(2), position_of(towers="c5=WWM e1=GBM", figures="c1=0", discard="WWWWW"))
    assert state.position()["phase"] == 2
    assert after(state, "/ B", "~B").position()["phase"] == 3


def test_all_blocks_with_one_seat_and_an_empty_board() -> None:
    """36 blocks in front of a seat: it cannot demolish but build, from its only figure."""
    state = begin(blox_of(2), position_of(figures="e5=0"))
    assert {"e5= WWG", "e5= WWB*"} <= set(state.legal_texts())
    built = after(state, "e5= WWG", "~WWW")
    assert built.position()["towers"] == {"e5": "WWG"}
    assert built.position()["phase"] == 4, "at most one tower of 2, at most one of 3"


def test_shut_in_towers_stand() -> None:
    """The middle tower is not accessible: it stands, and nothing is built until it is."""
    ring = "e5=W e4=W d5=G f5=G e6=BM"
    position = position_of(towers=ring, figures="a1=0", phase=1)
    assert not [text for text in begin(blox_of(2), position).legal_texts() if "=" in text]
    free = empile.load("blox", players=2, access="off")
    assert "a1= WW" in begin(free, position).legal_texts()


def test_draw_from_an_empty_pile_refills_it() -> None:
    """An empty draw pile stays empty until a card is needed."""
    hands = ("WWGGB", "WGBMM")
    position = position_of(*hands, discard=without(ALL_CARDS, "".join(hands)))
    assert not any(position["deck"].values())
    state = after(begin(blox_of(2), position), "/ B", "~M").position()
    assert sum(state["deck"].values()) == 50
    assert not any(state["discard"].values())


def test_last_seat_of_the_last_round_ends_the_game() -> None:
    position = position_of(towers="c5=WWMM", phase=4, last_round=True, seat=1)
    result = after(begin(blox_of(2), position), "/ W", "~W").result()
    assert result is not None
    assert result.reason == "last-round"


@pytest.mark.parametrize("variant", variants("blox"), ids=str)
def test_state_from_position_restores_every_field_but_kept(variant: Variant) -> None:
    """Bit boards and counters are exact; the knowledge of hands starts fresh."""
    for seed in range(4):
        match = random_match(variant.game(), seed, eager=seed % 2)
        for index in range(len(match.events) + 1):
            state = match.state_before(index)
            if state.current_player() < 0:
                continue
            found = variant.game().state_from_position(state.position()).array[0]
            for field in found.dtype.names:
                wanted = np.zeros_like(found[field]) if field == "kept" else state.array[0][field]
                assert np.array_equal(found[field], wanted), field
