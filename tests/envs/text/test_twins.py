"""A seat gets the same from every channel if games differ only in what it may not know."""

from __future__ import annotations

import json
from itertools import islice

import pytest

from empile.checks.twins import another_history, situations
from empile.engine.discovery import game_class
from empile.engine.match import Match
from empile.engine.random import new_stream
from empile.envs.text import TextEnv
from tests.envs.games import by_seats
from tests.support.games import Variant

HIDING = [one for one in by_seats() if game_class(one.name).imperfect_information]
PAIRS = 6
SEEDS = range(5)
LENGTHS = (4, 9, 17, 25, 40)


def channels(match: Match, seat: int, consequence: str) -> dict[str, object]:
    """Return all that an environment gives ``seat``, also after bad answers at its turn."""
    env = TextEnv(
        match, seed=9, images="svg", log="all", retries=1, consequence=consequence,  # type: ignore[arg-type]
    )  # fmt: skip
    found: dict[str, object] = {}

    def look(when: str) -> None:
        found[f"messages {when}"] = env.messages(seat)
        found[f"observation {when}"] = env.observation(seat)
        found[f"view {when}"] = json.dumps(env.view(seat))
        found[f"picture {when}"] = env.picture(seat)
        found[f"record {when}"] = env.record_for(seat).to_json() if not env.done else ""

    look("at first")
    found["seat"] = env.current_seat
    found["repr"] = repr(env)
    if env.current_seat == seat:
        legal = env.state.legal_texts()
        for answer in (
            "hm",
            legal[0][:-1],
            *TEXTS[env.game.name],
            " or ".join(legal[:3]),
            legal[-1].swapcase(),
        ):
            found[f"read {answer}"] = env.read(answer)
        found["refused"] = env.step("no move")
        look("after a bad answer")
        step = env.step("no move")
        found["consequence"] = step
        if consequence == "resign" and not step.done:
            return found
        found["counts"] = env.counts
    return found


TEXTS = {
    "blox": [
        ">e5 G",
        "c5-e5 B",
        "c5xf5 WWM*",
        "c5= WW*GM",
        "c5!c6 MMM*",
        "/ GGGGG",
        "/ M",
        "/ WWGB",
    ],
    "block-out": ["kS>kS", "*M>nM", "**>yL", "+yM", "pass", "reverse", "y*>yM", "n*>nS"],
    "cairn": ["lay A", "lay B", "lay C", "swap AA", "swap B", "swap CCC"],
}


@pytest.mark.parametrize("consequence", ["random", "resign"])
@pytest.mark.parametrize("variant", HIDING, ids=str)
def test_no_channel_tells_what_is_hidden(variant: Variant, consequence: str) -> None:
    compared, acting = 0, 0
    for number, (match, seat) in enumerate(situations(variant, SEEDS, LENGTHS)):
        twin = another_history(match, seat, new_stream(number))
        if twin is None:
            continue
        mine, other = (channels(one, seat, consequence) for one in (match, twin))
        assert mine.keys() == other.keys()
        for channel, value in mine.items():
            assert value == other[channel], channel
        compared += 1
        acting += match.state.current_player() == seat
        if compared >= PAIRS and acting:
            break
    assert compared
    assert acting


def test_the_texts_of_all_hiding_games_are_tried() -> None:
    assert {one.name for one in HIDING} == set(TEXTS)


@pytest.mark.parametrize("variant", HIDING, ids=str)
def test_what_only_the_seat_sees_is_in_its_text(variant: Variant) -> None:
    for match, seat in islice(situations(variant, SEEDS, LENGTHS), 4):
        env = TextEnv(match)
        private = env.view(seat)["private"]
        assert private or match.state.view(seat) == match.state.view(None)
        for name, value in private.items():
            text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
            assert f"{name}: {text}" in env.observation(seat)
