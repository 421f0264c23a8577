"""Whole games with text."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

import empile
from empile.engine.errors import OptionError, UnknownGameError
from empile.envs.text import Counts, TextEnv
from tests.envs.games import by_seats
from tests.support.games import Variant

GAMES = ("block-ness", "block-out", "blox", "on-top")


def scripted(env: TextEnv, script: int) -> str:
    """Return an answer with a move that depends on the script."""
    moves = env.state.legal_texts()
    move = moves[(script * 7919 + len(env.match.events) * 104729) % len(moves)]
    return (f"<move>{move}</move>", f"I play **{move}**.", f"```\n{move}\n```")[script % 3]


def play(env: TextEnv, script: int, steps: int = 10**6) -> list[str]:
    """Play by a script; return all that the seats to act saw."""
    seen: list[str] = []
    while not env.done and steps:
        seen.append(env.turn())
        assert env.step(scripted(env, script)).accepted
        steps -= 1
    return seen


@pytest.mark.parametrize("variant", by_seats(), ids=str)
def test_whole_games_are_played_by_text(variant: Variant) -> None:
    options = {**variant.options}
    if variant.name == "blox":
        options["round_limit"] = 12
    if options["players"] == 1:
        pytest.skip("games for one begin from a position")
    env = TextEnv(variant.name, seed=5, **options)
    seen = play(env, 1)
    assert env.done
    assert env.current_seat is None
    assert env.state.is_terminal()
    assert env.ranks == env.state.ranks()
    assert env.returns == env.state.returns()
    assert sum(one.moves for one in env.counts) == len(seen)
    record = env.record()
    assert empile.Record.from_json(record.to_json()) == record
    *_, (state, _) = record.steps()
    assert state == env.state, "the record replays to the same end"
    assert record.result is not None
    assert record.result.ranks == env.ranks
    with pytest.raises(ValueError, match="the game is over"):
        env.step("pass")
    assert "The game is over." in env.observation(0)
    assert env.view(0)["over"]
    assert env.view(0)["ranks"] == env.ranks


@pytest.mark.parametrize("name", GAMES)
def test_equal_seeds_and_answers_give_equal_games(name: str) -> None:
    def games(seed: int) -> list[list[str]]:
        env = TextEnv(name, seed=seed, players=3, retries=0)
        found: list[list[str]] = []
        for _ in range(2):
            for _ in range(4):
                env.step("no idea")  # a random move
            found.append([*play(env, 2, 6), env.record().to_json()])
            env.reset()
        return found

    first, again, other = games(1), games(1), games(2)
    assert first == again
    assert first != other
    assert first[0] != first[1], "the next game of a seed is another one"


def test_reset_with_a_seed_begins_the_same_game() -> None:
    env = TextEnv("blox", seed=3)
    first = env.observation()
    play(env, 0, 5)
    env.reset(3)
    assert env.observation() == first
    assert env.counts == [Counts()] * 2
    env.reset()
    assert env.observation() != first


def test_text_has_all_parts() -> None:
    env = TextEnv("blox", players=3, seed=1)
    play(env, 0, 7)
    seat = env.current_seat
    assert seat is not None
    text = env.observation()
    own, others = env.state.view(seat)["hands"][seat], env.state.position()["hands"]
    assert text.startswith(f"You play Blox as Player {seat + 1} (")
    for part in (
        "## Rules", "## How to answer", "## Events since your last move", "## Position", "## Only you can see",
        "## Your legal moves (", f'hands: "{own}"', "c5xf5 WWM*", "<move>MOVE</move>", "try again 2 times",
    ):  # fmt: skip
        assert part in text
    assert json.dumps(env.state.view(seat), separators=(",", ":"), ensure_ascii=False) in text
    assert all(move in text for move in env.state.legal_texts()[:200]) or "too many" in text
    for other, hand in enumerate(others):
        if other != seat:
            assert f'"{hand}"' not in text
    assert env.turn() in text
    assert env.instructions() in text
    assert "It is the turn of" in env.observation((seat + 1) % 3)


def test_legal_moves_are_listed_up_to_a_number() -> None:
    def moves_of(**settings: Any) -> str:
        return TextEnv("block-ness", **settings).turn().partition("## Your legal moves")[2]

    assert moves_of(moves="all").count("-") == moves_of().count("-") == 192
    short = moves_of(most_moves=191)
    assert "too many to list" in short
    assert short.count("-") < 10
    assert "Examples of each kind:" in moves_of(moves="pattern")
    assert "Start ring" in moves_of(moves="pattern", rules="none"), "how they are written"
    view = TextEnv("block-ness", moves="pattern").view()
    assert (view["legal_moves"], view["legal_count"], len(view["examples"][0])) == (None, 192, 5)


def test_rules_positions_and_logs_can_be_left_out() -> None:
    def text(**settings: Any) -> str:
        env = TextEnv("block-ness", **settings)
        play(env, 0, 4)
        return env.observation()

    assert "## Rules" not in text(rules="none")
    assert len(text(rules="full")) > len(text())
    assert '{"stage"' not in text(position="text")
    assert "```text" in text(position="text")
    assert '{"stage"' in text(position="json")
    assert "```text" not in text(position="json")
    assert text().count("\n- Player") == 2
    assert text(log="all").count("\n- Player") == 4
    assert "\n- Player" not in text(log="none")


def test_messages_are_a_chat() -> None:
    env = TextEnv("block-ness")
    system, user = env.messages()
    assert system == {"role": "system", "content": env.instructions()}
    assert user == {"role": "user", "content": env.turn()}


def test_messages_can_show_the_board() -> None:
    env = TextEnv("block-ness", images="svg")
    text, image = env.messages(1)[1]["content"]
    assert text == {"type": "text", "text": env.turn(1)}
    assert image["type"] == "image_url"
    assert image["image_url"]["url"].startswith("data:image/svg+xml;base64,")
    assert env.picture(1) == env.state.to_svg(1).encode()


def test_boards_can_be_pixels() -> None:
    pytest.importorskip("resvg_py")
    env = TextEnv("block-ness", images="png")
    assert env.picture(images="png").startswith(b"\x89PNG")
    assert env.messages()[1]["content"][1]["image_url"]["url"].startswith("data:image/png;base64,")


def test_a_bad_answer_gets_the_reason_and_another_try() -> None:
    env = TextEnv("block-ness")
    assert env.tries_left == 3
    step = env.step("<move>a1-c1</move>")
    reason = "a1-c1 is illegal: a1 is not in the deep water."
    assert (step.seat, step.accepted, step.kind, step.reason) == (0, False, "illegal", reason)
    assert (step.move, step.consequence, step.tries_left, step.done) == (None, None, 2, False)
    text = env.turn()
    assert "## Your last answer was not accepted\n\na1-c1 is illegal" in text
    assert "You have 2 tries left." in text
    assert env.view()["refusal"] == {"reason": step.reason, "left": 2}
    assert "not accepted" not in env.turn(1), "the others do not see it"
    assert env.view(1)["refusal"] is None
    assert env.step("hm").kind == "unreadable"
    assert "You have 1 try left." in env.turn()
    step = env.step("d4-f4")
    assert step.accepted
    assert step.move == "d4-f4"
    assert not step.reason
    assert env.counts[0] == Counts(moves=1, illegal=1, unreadable=1, retries=2, consequences=0)
    assert env.tries_left == 3
    assert "not accepted" not in env.turn()


def test_a_random_move_follows_from_the_last_bad_answer() -> None:
    env = TextEnv("block-ness", retries=1, seed=4)
    legal = env.state.legal_texts()
    env.step("a1-c1")
    step = env.step("a1-c1")
    assert (step.accepted, step.consequence, step.tries_left) == (False, "random", 0)
    assert step.move in legal
    assert env.match.events[0].text == step.move
    assert env.current_seat == 1
    assert env.counts[0] == Counts(illegal=2, retries=1, consequences=1)


def test_random_moves_do_not_change_the_luck() -> None:
    luck: list[list[str]] = []
    for answers in (("no",) * 3, ("no", "", "no")):
        env = TextEnv("on-top", seed=2, retries=2)
        for answer in answers:
            env.step(answer)
        luck.append([event.text for event in env.match.events])
    env = TextEnv("on-top", seed=2)
    assert env.step(luck[0][1]).accepted
    luck.append([event.text for event in env.match.events])
    assert luck[0] == luck[1] == luck[2]


def test_with_two_seats_a_resignation_ends_the_game() -> None:
    env = TextEnv("block-ness", retries=0, consequence="resign")
    assert "Then you lose the game." in env.instructions()
    step = env.step("?")
    assert (step.consequence, step.move, step.done) == ("resign", None, True)
    assert (env.ranks, env.returns, env.resigned) == ([2, 1], [-1.0, 1.0], [0])
    record = env.record()
    assert record.result is None
    assert record.ended == ("resignation", [0])
    assert empile.Record.from_json(record.to_json()) == record
    assert "Player 1 resigned" in env.observation(1)
    assert "All other players resigned." in env.observation(1)


def test_with_more_seats_the_others_play_on() -> None:
    env = TextEnv("block-ness", players=4, retries=0, consequence="resign", seed=2)
    env.step("d4-f4")
    env.step("?")
    assert env.resigned == [1]
    assert env.current_seat == 2
    assert "Player 2 resigned" in env.turn()
    while not env.done:
        assert env.current_seat != 1
        env.step(scripted(env, 0))
    record = env.record()
    assert (record.ended, record.left) == (None, (None, "resignation", None, None))
    assert empile.Record.from_json(record.to_json()) == record
    ranks = env.ranks or []
    assert ranks[1] == 4
    assert max(ranks[0], *ranks[2:]) < 4
    others = [seat for seat in range(4) if seat != 1]
    natural = env.state.ranks()
    assert sorted(others, key=lambda seat: ranks[seat]) == sorted(
        others, key=lambda seat: natural[seat]
    )
    assert sum(env.returns) == pytest.approx(0)
    assert env.record().result is not None


def test_the_last_side_wins() -> None:
    env = TextEnv("block-out", players=3, retries=0, consequence="resign", seed=1)
    first = env.step("?").seat
    second = env.step("?").seat
    (left,) = {0, 1, 2} - {first, second}
    assert env.done
    assert env.ranks is not None
    assert env.ranks[left] == 1
    assert env.ranks[first] == env.ranks[second] == 2
    assert sum(env.returns) == pytest.approx(0)


def test_partners_lose_together() -> None:
    env = TextEnv("on-top", players=4, teams=True, retries=0, consequence="resign")
    assert "Your team: Player 1 (Blue) + Player 3 (Red)." in env.instructions(2)
    env.step("?")
    assert (env.done, env.ranks, env.returns) == (True, [3, 1, 3, 1], [-1, 1, -1, 1])


def test_games_begin_from_a_match() -> None:
    match = empile.Match(empile.load("block-ness"))
    match.play("d4-f4")
    env = TextEnv(match, seed=1)
    assert env.current_seat == 1
    play(env, 0, 3)
    assert len(match.events) == 1, "the match itself is not changed"
    env.reset()
    assert [event.text for event in env.match.events] == ["d4-f4"]
    assert TextEnv(empile.load("blox", players=3)).game.num_players == 3


def test_a_copy_goes_its_own_way() -> None:
    env = TextEnv("on-top", seed=1)
    play(env, 0, 3)
    other = copy.deepcopy(env)
    assert play(env, 1) == play(other, 1)
    assert env.ranks == other.ranks


@pytest.mark.parametrize("language", ["fr", "de", "es"])
def test_texts_are_in_the_language(language: str) -> None:
    english, other = (TextEnv("block-ness", language=one) for one in ("en", language))
    heads = [
        {line for line in env.observation().splitlines() if line.startswith("## ")} for env in (english, other)
    ]  # fmt: skip
    assert heads[0].isdisjoint(heads[1] - {"## Position"})


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"rules": "long"}, "rules must be one of short, full, none, not 'long'"),
        ({"language": "tlh"}, "language must be one of de, en, es, fr, not 'tlh'"),
        ({"retries": -1}, "retries must not be negative, but is -1"),
        ({"images": "gif"}, "images must be None, 'svg' or 'png', not 'gif'"),
        ({"consequence": "explode"}, "consequence must be one of random, resign"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TextEnv("block-ness", **settings)


def test_wrong_games_and_seats_are_refused() -> None:
    with pytest.raises(UnknownGameError):
        TextEnv("chess")
    with pytest.raises(OptionError):
        TextEnv("block-ness", players=9)
    with pytest.raises(ValueError, match="options \\(players\\) need the name of a game"):
        TextEnv(empile.load("blox"), players=3)
    with pytest.raises(ValueError, match="seats are 0 to 1, not 2"):
        TextEnv("block-ness").observation(2)
