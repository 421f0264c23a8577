"""Whole games in a framework for language models, run by ``llm_frameworks.py`` in its environment.

    build/frameworks/textarena/bin/python benchmarks/llm_framework_runner.py textarena block-ness

Each input line is a number of seconds to play. The response is a JSON line: ``games`` that ended, ``answers`` of
the model, ``bad`` answers among them, ``cpu`` seconds spent. The model is a function that chooses one of the moves
that its text lists at random. Two seats; where one seat is the model's, a random bot has the other.
"""

from __future__ import annotations

import json
import os
import random
import re
import sys
import time
from collections.abc import Callable, Sequence

from empile.envs.text import Counts, TextEnv

Play = Callable[[int], Sequence[Sequence[Counts]]]
"""Plays games by a seed; returns for each the counts of the model's seats."""

_MOVES = re.compile(r"^## Your legal moves \([0-9]+\)\n\n(.*?)(?=^$|\Z)", re.MULTILINE | re.DOTALL)
_random = random.Random(1)


def answer(text: str) -> str:
    """Return an answer with one of the moves, or of the examples, in the last turn of a text."""
    part: str = _MOVES.findall(text)[-1].strip()
    kinds: list[str] = re.findall(r"^- (.*?)(?:, …)? \([0-9]+\)$", part, re.MULTILINE)
    part = ", ".join(kinds) or part
    moves = part.split(", ") if ", " in part else part.split()
    return f"<move>{_random.choice(moves)}</move>"


def text_environment(game: str) -> Play:
    """Return a player without a framework."""

    def play(seed: int) -> Sequence[Sequence[Counts]]:
        env = TextEnv(game, players=2, seed=seed)
        while not env.done:
            env.step(answer(env.observation()))
        return [env.counts]

    return play


def textarena(game: str) -> Play:
    """Return a player of TextArena, whose agents get the instructions and the last turn."""
    import textarena as ta

    import empile.envs.frameworks.textarena
    from empile.envs.names import textarena_id

    assert empile.envs.frameworks.textarena

    def play(seed: int) -> Sequence[Sequence[Counts]]:
        env = ta.make(f"{textarena_id(game)}-train")
        env.reset(num_players=2, seed=seed)
        done = False
        while not done:
            _, text = env.get_observation()
            done, _ = env.step(answer(text))
        return [env.text_env.counts]

    return play


def inspect_ai(game: str) -> Play:
    """Return a player of Inspect: evaluations of four games with its mock model and a log."""
    import tempfile

    from inspect_ai import eval
    from inspect_ai.model import ChatMessage, ModelOutput, ModelUsage, get_model

    from empile.envs.frameworks.inspect_ai import against_bots

    def output(messages: list[ChatMessage], *_: object) -> ModelOutput:
        found = ModelOutput.from_content("mock", answer(messages[-1].text))
        found.usage = ModelUsage()
        return found

    model = get_model("mockllm/model", custom_outputs=output)
    logs = tempfile.mkdtemp()

    def play(seed: int) -> Sequence[Sequence[Counts]]:
        task = against_bots(game, games=4, seed=4 * seed, opponents="random", players=2)
        (log,) = eval(task, model=model, display="none", log_dir=logs)
        assert log.samples is not None
        numbers = [sample.store["empile"]["numbers"] for sample in log.samples]
        return [[Counts(*(int(one[name]) for name in Counts._fields))] for one in numbers]

    return play


def verifiers(game: str) -> Play:
    """Return a player of verifiers: episodes of four games, with an HTTP endpoint in the same process."""
    import asyncio
    import tempfile
    import threading
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
    from pathlib import Path

    import verifiers.v1 as vf

    module = "from empile.envs.frameworks.verifiers import *"
    folder = tempfile.mkdtemp()
    Path(folder, "empile_games.py").write_text(f"{module}\n{module.replace('*', '__all__')}\n")
    sys.path.insert(0, folder)

    class Endpoint(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        wbufsize = -1

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            message = {"role": "assistant", "content": answer(asked["messages"][-1]["content"])}
            found = {
                "id": "1",
                "object": "chat.completion",
                "created": 1,
                "model": asked["model"],
                "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
            }
            data = json.dumps(found).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Endpoint)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/v1"
    client = vf.EvalClientConfig(base_url=address, api_key_var="NO_KEY")
    context = vf.ModelContext(model="mock", client=client)

    async def run(seed: int) -> list[vf.Episode]:
        taskset = {
            "id": "empile_games",
            "game": game,
            "games": 4,
            "seed": 4 * seed,
            "opponents": "random",
            "settings": {"players": 2},
        }
        player = {"harness": {"id": "empile_games", "history": 8}}
        config = vf.resolve_env_config({"taskset": taskset, "player": player})
        env = vf.load_environment(config)
        async with env.serving():
            slots = [env.slots(task)[0] for task in env.taskset]
            return await asyncio.gather(*(env.run_slot(slot, context) for slot in slots))

    def play(seed: int) -> Sequence[Sequence[Counts]]:
        told = [episode.traces[0].metrics for episode in asyncio.run(run(seed))]
        return [[Counts(*(int(one[name]) for name in Counts._fields))] for one in told]

    return play


def openenv(game: str) -> Play:
    """Return a player of OpenEnv: a client, with the server in the same process."""
    import threading

    import uvicorn

    from empile.envs.frameworks.openenv import GameAction, GameClient, application

    server = uvicorn.Server(uvicorn.Config(application(), port=0, log_level="warning"))
    threading.Thread(target=server.run, daemon=True).start()
    while not server.started:
        time.sleep(0.05)
    port = server.servers[0].sockets[0].getsockname()[1]
    client = GameClient(base_url=f"http://127.0.0.1:{port}").sync()
    client.__enter__()

    def play(seed: int) -> Sequence[Sequence[Counts]]:
        result = client.reset(game=game, seed=seed, players=2, opponents="random")
        while not result.done:
            result = client.step(GameAction(answer=answer(result.observation.turn)))
        numbers = client.state().numbers
        return [[Counts(*(int(numbers[name]) for name in Counts._fields))]]

    return play


PLAYERS: dict[str, Callable[[str], Play]] = {
    "text-environment": text_environment,
    "inspect-ai": inspect_ai,
    "openenv": openenv,
    "textarena": textarena,
    "verifiers": verifiers,
}


def main() -> None:
    """Answer input lines."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    play = PLAYERS[sys.argv[1]](sys.argv[2])
    seed = 0
    play(seed)
    print("ready", flush=True)
    for line in sys.stdin:
        games = answers = bad = 0
        begun = time.process_time()
        while time.process_time() - begun < float(line) or not games:
            seed += 1
            for seats in play(seed):
                games += 1
                wrong = sum(counts.illegal + counts.unreadable for counts in seats)
                bad += wrong
                answers += wrong + sum(counts.moves for counts in seats)
        found = {
            "games": games,
            "answers": answers,
            "bad": bad,
            "cpu": time.process_time() - begun,
        }
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
