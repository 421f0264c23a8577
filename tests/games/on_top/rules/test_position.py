"""Worked cases of positions from which games begin; what is refused and why."""

from __future__ import annotations

from typing import Any

import pytest

import empile
from empile.engine.errors import Reason
from empile.games.on_top.rules.components import tile_name
from empile.games.on_top.text.position_reader import without_tower
from tests.games.on_top.situations import Situation
from tests.games.on_top.text.test_terminal import after
from tests.support.games import Variant, pool, random_match, variants

every_variant = pytest.mark.parametrize("variant", variants("on-top"), ids=str)

ROW = {"cells": ["D00", "D10", "U10", "U20"], "golden": [], "start": ["U10"], "tiles": {"BRWY": 2}}


def corner() -> empile.State:
    """Return a state with a hole, U60, and two towers; the tile BRWY is in hand."""
    state = after("U61D60 WYBR", "U51D50 BWRY", start=["D51"])
    state.apply_text("~BRWY")
    return state


def refusal(position: dict[str, Any], game: empile.Game | None = None) -> str:
    with pytest.raises(empile.PositionError) as caught:
        (game or corner().game).state_from_position(position)
    return str(caught.value)


def with_tile(text: str, position: dict[str, Any]) -> dict[str, Any]:
    """Return the position with one more tile, taken from the bag."""
    name = tile_name(text.split(" ")[1])
    bag = {**position["bag"], name: position["bag"][name] - 1}
    left = {name: count for name, count in bag.items() if count}
    return {**position, "laid": [*position["laid"], text], "bag": left}


def over_with_tile(end: empile.State) -> dict[str, Any]:
    """Return the last position of a game as if the next tile had been drawn."""
    position = end.position()
    tile = next(iter(position["bag"]))
    bag = {name: count - (name == tile) for name, count in position["bag"].items()}
    return {
        **position,
        "tile": tile,
        "seat": 1,
        "bag": {name: count for name, count in bag.items() if count},
        "scores": [
            score + position["pawns"][colour]
            for score, colour in zip(position["scores"], "BYRW", strict=False)
        ],
    }


@every_variant
def test_state_from_position_restores_every_field(variant: Variant) -> None:
    """Nothing starts fresh: all information is public and in the position."""
    compared = 0
    for _, match in pool(variant):
        for index in range(1, len(match.events) + 1, 6):
            state = match.state_before(index)
            if state.current_player() >= 0:
                found = variant.game().state_from_position(state.position())
                assert found.tobytes() == state.tobytes()
                compared += 1
    assert compared > 20


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tile": None}, "a game begins at a move: 'tile' must be the tile in hand, not null"),
        ({"seat": None}, "a game begins at a move: 'seat' must be the seat to act, not null"),
        ({"seat": 2}, "'seat' must be a whole number from 0 to 1, not 2"),
        ({"laid": ["U61"]}, "'laid' cannot have \"U61\": 'U61' is not a move of On Top: write a"),
        ({"laid": ["U00D00 WYBR"]}, '"U00D00 WYBR": there is no cell U00 on this board'),
        ({"laid": ["U61D20 WYBR"]}, 'U61D20 WYBR": U61 and D20 do not share a side'),
        ({"laid": ["U61D60 WYBR"] * 101}, "'laid' must have at most 100 tiles, not 101"),
        ({"laid": ["U61D60 WYBR"]}, "have 2 of the tile BWRY together, the box has 3"),
        ({"tile": "BRYW"}, "have 2 of the tile BRWY together, the box has 3"),
        ({"in_bag": {"BRWY": 2}}, "have 4 of the tile BRWY together, the box has 3"),
        ({"in_bag": {"BRWY": 0}}, "'bag' must have whole numbers from 1 to 20, not 0 for BRWY"),
        ({"in_bag": {"WYBR": 1}}, "'bag' has \"WYBR\", which is not the name of a tile"),
        ({"black": ["D51", "U60", "U99"]}, 'there is no cell "U99" on this board'),
        ({"black": ["D51", "U60", "U61"]}, "the cell U61 is filled twice"),
        ({"black": ["U60"]}, "'black' must have D51, a triangle of the start"),
        ({"black": ["U60", "D51"]}, "'black' must be sorted"),
        ({"black": ["D51", "U22", "U60"]}, "D12, beside U22, must not be empty"),
        ({"bare": ["U22"]}, "D12, beside U22, must not be empty"),
        ({"black": ["D51"], "reserve": 9}, "U60 is a hole: it must be in 'black' or in 'bare'"),
        ({"reserve": 7}, "'black' and 'reserve' have 9 black triangles together, the box has 10"),
        (
            {"black": ["D51"], "bare": ["U60"], "reserve": 9},
            "'bare' must be empty while there are black triangles in 'reserve'",
        ),
        ({"towers": {"6,1": "Y"}}, 'the tower on 7,0 must be "B", not nothing'),
        ({"towers": {"6,1": "YB", "7,0": "B"}}, 'the tower on 6,1 must be "Y", not "YB"'),
        ({"towers": {"5,1": "Y"}}, "no tower can be on 5,1: a cell around it is empty"),
        ({"towers": {"9,9": "Y"}}, 'there is no intersection "9,9" on this board'),
        (
            {"pawns": {"B": 20, "R": 21, "W": 21, "Y": 19}},
            "'pawns' and 'towers' have 21 blue pawns together, there are 20 to place",
        ),
        ({"pawns": {"B": 19, "R": 21, "W": 21}}, "'pawns' must have exactly the keys B, R, W, Y"),
        ({"scores": [2, 1, 0]}, "'scores' must be a list of 2 items, not [2, 1, 0]"),
        ({"scores": [1, 1]}, "must have 2 for blue, the points of the towers with blue on top"),
    ],
)
def test_state_from_position_refuses(changes: dict[str, Any], message: str) -> None:
    position = corner().position()
    bag = {**position["bag"], **changes.get("in_bag", {})}
    changes = {name: value for name, value in changes.items() if name != "in_bag"}
    assert message in refusal({**position, "bag": bag, **changes})


def test_state_from_position_refuses_two_tiles_on_a_cell() -> None:
    position = with_tile("U52D51 BYRW", corner().position())
    assert refusal(position) == "the cell D51 is filled twice"
    position = with_tile("U60D60 BYRW", corner().position())
    assert refusal(position) == "the cell D60 is filled twice"


def test_state_from_position_refuses_a_tower_on_a_tied_circle() -> None:
    """Rule 5: several colours tie for the most."""
    match = random_match(empile.load("on-top"), 1)
    state = match.state_before(len(match.events) - 1)
    position = state.position()
    tied = without_tower(position, state.game.presenter.board_setup())[0]
    position["towers"][tied] = "B"
    assert refusal(position, state.game) == f"no tower can be on {tied}: no colour has most"


def test_state_from_position_refuses_after_the_last_pawn() -> None:
    """Rule 8: the game is over if a colour has no pawn left."""
    variant = Variant("on-top", "2 great board")
    ends = [match.state for _, match in pool(variant) if match.state.position()["bag"]]
    found = {refusal(over_with_tile(end), variant.game()) for end in ends if 0 in pawns(end)}
    assert "the game is over: blue has no pawn left to place" in found
    end = next(end for end in ends if end.position()["pawns"]["B"] == 0)
    with pytest.raises(empile.PositionError) as refused:
        variant.game().state_from_position(over_with_tile(end))
    assert refused.value.reason == Reason("fault.no_pawn", {"colour": "B"})


def pawns(state: empile.State) -> list[int]:
    left: list[int] = list(state.position()["pawns"].values())
    return left


# -- Unusual positions -----------------------------------------------------------------------------


def test_a_tile_may_lie_apart() -> None:
    """Whether a position could arise is not asked; the next tile may touch the lonely one."""
    state = empile.load("on-top").new_state()
    state.apply_text("~BRWY")
    found = state.game.state_from_position(with_tile("U33D33 BYRW", state.position()))
    assert {"U34D24 BRWY", "U12D12 BRWY"} <= set(found.legal_texts())
    assert len(found.legal_texts()) > len(state.legal_texts())


def test_any_seat_may_be_to_act_after_any_order() -> None:
    """The order of laying and the number of tiles do not decide who is to act."""
    position = corner().position()
    position["seat"] = 1
    position["laid"].reverse()
    found = corner().game.state_from_position(position)
    assert found.current_player() == 1
    assert found.position() == position
    assert found.legal_texts() == corner().legal_texts()


def test_a_full_board_is_over_at_once() -> None:
    """Rule 9: as before the draw, so the tile in hand is in the bag."""
    ended = 0
    for variant in (Variant("on-top", "2"), Variant("on-top", "3 ten triangles")):
        for _, match in pool(variant):
            result = match.state.result()
            assert result is not None
            if result.reason == "board-full":
                found = variant.game().state_from_position(over_with_tile(match.state))
                assert found.tobytes() == match.state.tobytes()
                assert found.result() == result
                ended += 1
    assert ended > 20


def test_the_last_tile_may_be_in_hand() -> None:
    """Rule 9: a game with an empty bag ends after the move."""
    game = empile.load("on-top", board={**ROW, "tiles": {"BRWY": 1}})
    state = game.new_state()
    state.apply_text("~BRWY")
    found = game.state_from_position(state.position())
    found.apply_text(found.legal_texts()[0])
    result = found.result()
    assert result is not None
    assert result.reason == "board-full"


def test_a_game_goes_on_by_the_reference() -> None:
    """A hole, two towers and their points after a start from the middle of a game."""
    situation = Situation("U61D60 WYBR", board="house", start=["D51"]).draw("BWRY")
    situation.state = situation.game.state_from_position(situation.position)
    situation.compare()
    situation.state.apply_text("U51D50 BWRY")
    situation.reference.play("U51D50 BWRY")
    situation.compare()
    assert situation.towers == {"6,1": "Y", "7,0": "B"}
