"""Search with a network of the guide on training."""

import empile
from empile.networks import load_network

network = load_network("runs/on-top-2/best.npz")
state, stream = network.game.new_state(), empile.new_stream(seed=1)
_, state = state.after_chance(stream)
found = empile.search(state, stream=stream, simulations=200, evaluator=network)
print(state.action_to_text(found.best), f"{found.value:+.2f}")
