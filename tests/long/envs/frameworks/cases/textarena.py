"""TextArena's own ``make``, wrappers and agents with the games."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
import textarena as ta
from textarena.agents.wrappers import AnswerTokenAgentWrapper
from textarena.wrappers import (
    ActionFormattingWrapper,
    ClipCharactersActionWrapper,
    GameBoardObservationWrapper,
    SimpleRenderWrapper,
)

import empile
from empile.engine.discovery import game_class
from empile.envs.frameworks import textarena as adapter
from empile.envs.frameworks.textarena import EmpileEnv, register
from empile.envs.names import textarena_id
from empile.envs.text import TextEnv
from tests.long.envs.frameworks.cases.shared import GAMES, HIDING, Model, run_examples, twins
from tests.support.games import Variant

PLAYERS = [
    (name, number) for name in GAMES for number in game_class(name).options_offered[0].values
]


class ModelAgent(ta.Agent):
    """A model as TextArena's agents are: with a system prompt, called with an observation."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.system_prompt = "You play games."

    def __call__(self, observation: str) -> str:
        return self.model(observation)


def play(env: ta.Env, agents: dict[int, ta.Agent]) -> tuple[dict[int, float], dict[int, Any], int]:
    """Play a game as TextArena's README does; return rewards, information and steps."""
    done, steps = False, 0
    while not done:
        player, observation = env.get_observation()
        done, _ = env.step(action=agents[player](observation))
        steps += 1
    rewards, info = env.close()
    return rewards, info, steps


@pytest.mark.parametrize(("game", "players"), PLAYERS)
def test_agents_play_whole_games(game: str, players: int) -> None:
    env = ta.make(textarena_id(game))
    env.reset(num_players=players, seed=3)
    agents = {seat: ModelAgent(Model(seat)) for seat in range(players)}
    rewards, info, steps = play(env, dict(agents))
    text_env: TextEnv = env.text_env
    assert rewards == dict(enumerate(text_env.returns))
    assert [info[seat]["rank"] for seat in range(players)] == text_env.ranks
    assert sum(info[seat]["turn_count"] for seat in range(players)) == steps
    assert steps == sum(counts.moves for counts in text_env.counts)
    assert not any(info[seat]["invalid_move"] for seat in range(players))
    assert text_env.state.is_terminal()


@pytest.mark.parametrize("game", GAMES)
def test_games_are_those_of_the_text_environment(game: str) -> None:
    """The same answers, bad ones among them, give the same game and counts."""
    env = ta.make(f"{textarena_id(game)}-raw", retries=1)
    env.reset(num_players=2, seed=5)
    other = TextEnv(game, players=2, seed=5, retries=1)
    model, done, retried = Model(7, bad=0.3), False, 0
    while not done:
        seat, messages = env.get_observation()
        assert seat == other.current_seat
        assert messages[-1] == (-1, other.turn(), ta.ObservationType.GAME_BOARD)
        answer = model(messages[-1][1])
        done, info = env.step(answer)
        assert info == other.step(answer)._asdict()
        retried += info["tries_left"] > 0
    _, told = env.close()
    assert retried
    for seat, counts in enumerate(other.counts):
        assert counts._asdict().items() <= told[seat].items()
        assert told[seat]["invalid_move"] == (counts.consequences > 0)
    assert sum(counts.unreadable for counts in other.counts) > 0
    assert env.text_env.record().to_json() == other.record().to_json()


@pytest.mark.parametrize("game", GAMES)
def test_wrappers_of_textarena(game: str) -> None:
    """Observations end with the last turn, and answers in brackets are understood."""
    for name, wrapper in (("-train", None), ("-raw", GameBoardObservationWrapper)):
        env: ta.Env = ta.make(f"{textarena_id(game)}{name}")
        if wrapper is not None:
            env = wrapper(env)
        env = ActionFormattingWrapper(ClipCharactersActionWrapper(env))
        env.reset(num_players=2, seed=1)
        seat, text = env.get_observation()
        text_env: TextEnv = env.text_env
        assert text.startswith(text_env.instructions(seat))
        assert text.endswith(text_env.turn(seat))
        move = text_env.state.legal_texts()[0]
        done, info = env.step(move)
        assert (done, info["move"]) == (False, move)
        _, text = env.get_observation()
        assert text.endswith(text_env.turn())


def test_wrappers_of_agents() -> None:
    class Talkative(ModelAgent):
        def __call__(self, observation: str) -> str:
            assert "'Final Answer'" in self.system_prompt
            move = super().__call__(observation)
            return f"d4-d4 or d4-e5 would be bad. Final Answer: {move}"

    env = ta.make("Empile-BlockNess-v0")
    env.reset(num_players=2, seed=1)
    agents: dict[int, ta.Agent] = {
        seat: AnswerTokenAgentWrapper(Talkative(Model(seat))) for seat in range(2)
    }
    rewards, info, _ = play(env, agents)
    assert sorted(rewards.values()) == [-1.0, 1.0]
    assert not any(one["illegal"] or one["unreadable"] for one in info.values())


def test_board_is_rendered_as_spectators_see_it(capsys: pytest.CaptureFixture[str]) -> None:
    env = SimpleRenderWrapper(ta.make("Empile-BlockNess-v0-raw"), render_mode="board")
    env.reset(num_players=2, seed=1)
    env.step("d4-f4")
    state = env.text_env.state
    assert env.get_board_str() == state.game.presenter.to_text(state, None)
    assert "Game Board" in capsys.readouterr().out


@pytest.mark.parametrize("variant", HIDING, ids=str)
def test_agents_do_not_see_what_is_hidden(variant: Variant) -> None:
    compared = 0
    for match, twin, seat in twins(variant):
        seen: list[object] = []
        for one in (match, twin):
            env = EmpileEnv(one, log="all")
            env.reset(num_players=one.game.num_players, seed=1)
            told: list[object] = [env.get_observation()]
            told += [env.step("no move"), env.get_observation()]
            told += [env.state.observations, env.state.role_mapping, env.get_board_str()]
            seen.append(told)
        assert seen[0][0][0] == seat  # type: ignore[index]
        # The other seats have got their own instructions only.
        assert seen[0] == seen[1]
        compared += 1
    assert compared


def test_answers_are_shown_to_their_seat_only() -> None:
    env = ta.make("Empile-Blox-v0")
    env.reset(num_players=3, seed=1)
    secret = "I hold a tower of secrets."
    texts: dict[int, list[str]] = {0: [], 1: [], 2: []}
    for _ in range(9):
        seat, text = env.get_observation()
        texts[seat].append(text)
        move = env.text_env.state.legal_texts()[0]
        env.step(f"{secret} <move>{move}</move>" if seat == 0 else f"<move>{move}</move>")
    assert secret in texts[0][-1]
    assert not any(secret in text for seat in (1, 2) for text in texts[seat])


def test_all_see_the_end() -> None:
    env = ta.make("Empile-BlockNess-v0-raw", retries=0, consequence="resign")
    env.reset(num_players=2, seed=1)
    env.get_observation()
    done, info = env.step("I give up.")
    assert done
    assert info["consequence"] == "resign"
    assert env.close()[0] == {0: -1.0, 1: 1.0}
    assert [env.close()[1][seat]["reason"] for seat in range(2)] == ["resignation"] * 2
    assert env.close()[1][0]["resigned"]
    for seat in range(2):
        assert env.state.observations[seat][-1][1] == env.text_env.turn(seat)
    with pytest.raises(ValueError, match="the game is over"):
        env.step("d4-f4")


def test_seeds() -> None:
    def shuffled(seed: int | None) -> str:
        env = ta.make("Empile-Blox-v0")
        env.reset(num_players=2, seed=seed)
        return str(env.get_observation()[1])

    assert shuffled(1) == shuffled(1) != shuffled(2)
    random.seed(4)
    first = shuffled(None)
    before = random.getstate()
    assert shuffled(None) != first
    random.seed(4)
    assert shuffled(None) == first
    shuffled(1)
    assert random.getstate() == before  # a seed of a game is none of Python's


def test_copies_go_on_alike() -> None:
    env = ta.make("Empile-BlockOut-v0")
    env.reset(num_players=3, seed=1)
    env.get_observation()
    other = copy.deepcopy(env)
    for one in (env, other):
        agents: dict[int, ta.Agent] = {seat: ModelAgent(Model(seat)) for seat in range(3)}
        one.step(agents[one.state.current_player_id](one.text_env.turn()))
        play(one, agents)
    assert env.text_env.record().to_json() == other.text_env.record().to_json()


def test_errors_name_what_is_wrong() -> None:
    with pytest.raises(ValueError, match="TextArena passes text only"):
        ta.make("Empile-Blox-v0", images="svg")
    with pytest.raises(empile.OptionError, match="'players' must be one of 2, 3, 4, not 9"):
        ta.make("Empile-Blox-v0").reset(num_players=9)
    with pytest.raises(ValueError, match="the game is for 3 players, not 2"):
        ta.make("Empile-Blox-v0", players=3).reset(num_players=2)
    with pytest.raises(ValueError, match="the game is for 2 players, not 4"):
        EmpileEnv(empile.load("blox", players=2)).reset(num_players=4)


def test_games_can_be_registered_again() -> None:
    register()
    for name in GAMES:
        assert ta.make(textarena_id(name)).env_id == textarena_id(name)


def test_examples_run() -> None:
    assert run_examples(adapter) > 5
