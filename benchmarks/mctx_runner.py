"""Search of Connect Four by mctx with Pgx, run by ``evaluator_search.py`` in its own environment.

    build/mctx/bin/python benchmarks/mctx_runner.py WEIGHTS.npz GAMES SIMULATIONS METHOD

Each input line asks for seconds of processor time to search. The response is a JSON line:
``simulations``, ``cpu`` seconds spent, and the ``visits`` of the first game. Uses one core.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import time
from typing import Any


def main() -> None:
    """Search for the time given by each input line."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    jax: Any = importlib.import_module("jax")
    jnp: Any = importlib.import_module("jax.numpy")
    np: Any = importlib.import_module("numpy")
    mctx: Any = importlib.import_module("mctx")
    env: Any = importlib.import_module("pgx").make("connect_four")
    games, simulations, method = int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    weights: dict[str, Any] = dict(np.load(sys.argv[1]))
    step = jax.vmap(env.step)

    def network(params: Any, observation: Any) -> tuple[Any, Any]:
        flat = jnp.moveaxis(observation, -1, 1).reshape(games, -1).astype(jnp.float32)
        outputs = jnp.maximum(flat @ params["first"], 0.0) @ params["second"]
        return outputs[:, :-1], jnp.tanh(outputs[:, -1])

    def masked(logits: Any, state: Any) -> Any:
        return jnp.where(state.legal_action_mask, logits, jnp.finfo(logits.dtype).min)

    def recurrent(params: Any, key: Any, action: Any, state: Any) -> tuple[Any, Any]:
        mover = state.current_player
        state = step(state, action)
        logits, value = network(params, state.observation)
        reward = state.rewards[jnp.arange(games), mover]
        output = mctx.RecurrentFnOutput(
            reward=reward,
            discount=jnp.where(state.terminated, 0.0, -1.0),
            prior_logits=masked(logits, state),
            value=jnp.where(state.terminated, 0.0, value),
        )
        return output, state

    def search_all(params: Any, key: Any, state: Any) -> Any:
        logits, value = network(params, state.observation)
        root = mctx.RootFnOutput(prior_logits=masked(logits, state), value=value, embedding=state)
        policy: Any = mctx.gumbel_muzero_policy
        more: dict[str, Any] = {"max_num_considered_actions": 7}
        if method == "puct":
            policy, more = mctx.muzero_policy, {"dirichlet_fraction": 0.0}
        found = policy(
            params=params,
            rng_key=key,
            root=root,
            recurrent_fn=recurrent,
            num_simulations=simulations,
            invalid_actions=~state.legal_action_mask,
            **more,
        )
        return found.search_tree.summary().visit_counts

    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), games))
    key = jax.random.PRNGKey(1)
    search = jax.jit(search_all)
    visits = search(weights, key, state).block_until_ready()  # compiles
    print("ready", flush=True)
    for line in sys.stdin:
        made, begun = 0, time.process_time()
        while time.process_time() - begun < float(line):
            visits = search(weights, key, state).block_until_ready()
            made += games * simulations
        found = {"simulations": made, "cpu": time.process_time() - begun}
        print(json.dumps({**found, "visits": visits[0].tolist()}), flush=True)


if __name__ == "__main__":
    main()
