"""A bot that only uses protocol messages."""

import json
import random
import sys


def say(**message: object) -> None:
    print(json.dumps(message), flush=True)


say(type="hello", table="arena")
for line in sys.stdin:
    state = json.loads(line).get("state")
    if state and state["mine"]:
        move = random.choice(state["legal"])["text"]
        say(type="act", seq=state["seq"], action=move)
