"""Invariants of whole On Top games: pawns, triangles, tiles, circles, scores."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest

import empile
from tests.games.on_top.reference import COLOURS, Reference, corners, point
from tests.support.games import Variant, pool, random_match, variants

every_variant = pytest.mark.parametrize("variant", variants("on-top"), ids=str, scope="module")
Situation = tuple[empile.State, dict[str, Any]]
"""A state and its position."""


@lru_cache(maxsize=1)
def games(variant: Variant) -> list[tuple[empile.Match, list[Situation]]]:
    """Return the games of the pool, each with all its situations."""
    found: list[tuple[empile.Match, list[Situation]]] = []
    for _, match in pool(variant):
        states = [match.state_before(index) for index in range(len(match.events) + 1)]
        found.append((match, [(state, state.position()) for state in states]))
    return found


def situations(variant: Variant) -> list[Situation]:
    return [situation for _, course in games(variant) for situation in course]


@every_variant
def test_apply_conserves_pieces(variant: Variant) -> None:
    """20 pawns a seat and 21 a neutral colour, ten triangles, and all tiles: somewhere each."""
    game = variant.game()
    setting = game.presenter.board_setup()
    for _, position in situations(variant):
        towers = "".join(position["towers"].values())
        for seat, colour in enumerate(COLOURS):
            all_pawns = 20 if seat < game.num_players else 21
            assert position["pawns"][colour] + towers.count(colour) == all_pawns
            assert position["pawns"][colour] >= 0
        assert len(position["black"]) + position["reserve"] == 10
        assert not position["bare"] or position["reserve"] == 0
        drawn = [text.split(" ")[1] for text in position["laid"]]
        names = [min(colours, colours[2:] + colours[:2]) for colours in drawn]
        if position["tile"]:
            names.append(position["tile"])
        for name, number in setting["tiles"].items():
            assert position["bag"].get(name, 0) + names.count(name) == number
        cells = [cell for text in position["laid"] for cell in (text[:3], text[3:6])]
        filled = [*cells, *position["black"], *position["bare"]]
        assert len(filled) == len(set(filled))
        assert set(filled) <= set(setting["cells"])


@every_variant
def test_legal_moves_exist_while_tiles_are_drawn(variant: Variant) -> None:
    """A seat with a tile can place it, and tiles are drawn only if there is room."""
    cells = len(variant.game().presenter.board_setup()["cells"])

    def empty_cells(position: dict[str, Any]) -> int:
        return cells - 2 * len(position["laid"]) - len(position["black"]) - len(position["bare"])

    for state, position in situations(variant):
        empty = empty_cells(position)
        if state.current_player() >= 0:
            assert empty >= 2
            assert state.legal_actions()
        elif state.is_chance_node():
            assert empty >= 2
            assert position["bag"]
        else:
            result = state.result()
            assert result is not None
            if result.reason == "board-full":
                assert empty == 0 or not position["bag"]


@every_variant
def test_circles_are_scored_once(variant: Variant) -> None:
    """When its last cell is filled, and never again; those not judged are the ones after the end."""
    setting = variant.game().presenter.board_setup()
    empty_at_first = [cell for cell in setting["cells"] if cell not in setting["filled"]]
    all_circles = {f"{x},{y}" for cell in empty_at_first for x, y in corners(cell)}
    for match, course in games(variant):
        judged: list[str] = []
        for event, (before, _), (_, after) in zip(match.events, course, course[1:], strict=False):
            if event.seat < 0:
                continue
            told = before.game.presenter.move_effects(before, event.actions[0])
            here = [circle["at"] for circle in told.get("circles", [])]
            assert here == sorted(here, key=lambda at: (-point(at)[1], point(at)[0]))
            judged += here
            assert {circle["at"]: circle["tower"] for circle in told.get("circles", [])} == {
                at: after["towers"].get(at, "") for at in here
            }
        assert len(judged) == len(set(judged))
        end, position = course[-1]
        result = end.result()
        assert result is not None
        if position["bag"] and result.reason == "board-full":
            assert set(judged) == all_circles


@every_variant
def test_scores_match_towers(variant: Variant) -> None:
    """The heights of a colour's towers, golden ones twice; at the end less the unused pawns.

    A tower that a second's last pawn ends has no top; no pawn is deducted when a neutral colour runs out.
    """
    game = variant.game()
    golden = game.presenter.board_setup()["golden"]
    for state, position in situations(variant):
        result = state.result()
        cut = state.field("cut")
        scored = dict(position["towers"])
        if cut:
            assert result is not None
            assert result.reason != "board-full"
            del scored[game.presenter.board_setup()["points"][cut - 1]]
        free = game.options["neutral_out"] == "points"
        deducts = result is not None and not (free and result.reason == "neutral-out")
        for seat in range(game.num_players):
            points = sum(
                len(tower) * (2 if at in golden else 1)
                for at, tower in scored.items()
                if tower[-1] == COLOURS[seat]
            )
            unused = position["pawns"][COLOURS[seat]] if deducts else 0
            assert position["scores"][seat] == points - unused


@every_variant
def test_towers_have_each_colour_once(variant: Variant) -> None:
    """Seconds in the order of the seats, then the top."""
    for seed in range(5):
        for tower in random_match(variant.game(), seed).state.position()["towers"].values():
            seconds = [COLOURS.index(colour) for colour in tower[:-1]]
            assert seconds == sorted(set(seconds))
            assert tower[-1] not in tower[:-1]


@every_variant
def test_board_of_ignores_order_of_cells(variant: Variant) -> None:
    """A board with its cells in another order is the same board."""
    game = variant.game()
    board = game.options["board"]
    if board == "house":
        setting = game.presenter.board_setup()
        board = {key: setting[key] for key in ("cells", "golden", "start", "tiles")}
    turned = {key: value[::-1] for key, value in board.items() if isinstance(value, list)}
    options: dict[str, Any] = {**variant.options, "board": {**board, **turned}}
    other = empile.load("on-top", **options)
    match = random_match(game, 4)
    reference = Reference(other.options)
    state = other.new_state()
    for event in match.events:
        state.apply_text(event.text)
        reference.play(event.text)
    if "start" in variant.options:
        assert state.position() == match.state.position() == reference.position()
    assert state.result() == match.state.result()
