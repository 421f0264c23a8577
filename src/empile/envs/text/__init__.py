"""Games as text environments for language models.

Example::

    >>> from empile.envs.text import TextEnv
    >>> env = TextEnv("block-ness", players=2, seed=1)
    >>> while not env.done:
    ...     messages = env.messages()  # for the seat env.current_seat
    ...     answer = f"<move>{env.state.legal_texts()[0]}</move>"  # your model answers here
    ...     step = env.step(answer)
    >>> env.ranks, env.counts[0].illegal
    ([2, 1], 0)
"""

from __future__ import annotations

from empile.envs.text.answers import Answer, find_move
from empile.envs.text.environment import Counts, TextEnv, TextStep
from empile.envs.text.observation import Settings
from empile.envs.text.places import final_ranks
from empile.envs.text.rules import full_rules, notation_text, rules_text, short_rules

__all__ = [
    "Answer",
    "Counts",
    "Settings",
    "TextEnv",
    "TextStep",
    "final_ranks",
    "find_move",
    "full_rules",
    "notation_text",
    "rules_text",
    "short_rules",
]
