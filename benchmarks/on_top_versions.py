"""How often rules version 2 of On Top ends games between bots otherwise than version 1.

    python benchmarks/on_top_versions.py [--games 200]

Both versions end a game at the same move, so each game, played by version 2, is replayed by version 1. The
share of games with other winners bounds what the new endings can change in ratings of equal players. Writes
``benchmarks/results/on-top-versions.md``.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import empile
from empile.bots import levels_of
from empile.bots.sprt import Chooser, level_player
from empile.engine.match import Match
from empile.engine.random import Stream, new_stream, split

RESULTS = Path(__file__).parent / "results" / "on-top-versions.md"
EXPERT, MASTER = 4, 5

_HEAD = """# Endings of On Top by both rules versions

Written by `benchmarks/on_top_versions.py`: games between bots of one level, by version 2, and what version 1 makes of
the same moves. *Other ranks* includes *other winners*.

| level | seats | games | ends by pawns | tower without a top | other scores | other ranks | other winners |
| --- | --- | --- | --- | --- | --- | --- | --- |
"""


def play(game: empile.Game, chooser: Chooser, stream: Stream) -> Match:
    """Play a game between equal players."""
    match = Match(game)
    match.resolve_chance(stream)
    while not match.state.is_terminal():
        match.play_action(chooser(match.state, stream))
        match.resolve_chance(stream)
    return match


def differences(match: Match) -> Counter[str]:
    """Return what is remarkable about the end of a game, each counted once."""
    old = Match(empile.load("on-top", rules_version=1, players=match.game.num_players))
    for event in match.events:
        old.play(event.text)
    before, after = old.state.result(), match.state.result()
    assert before is not None
    assert after is not None
    assert before.reason == after.reason or "board-full" not in (before.reason, after.reason)
    return Counter(
        pawns=after.reason != "board-full",
        cut=match.state.field("cut") > 0,
        scores=before.scores != after.scores,
        ranks=before.ranks != after.ranks,
        winners=before.winners != after.winners,
    )


def main() -> None:
    """Play all games and write the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=200)
    games: int = parser.parse_args().games
    rows: list[str] = []
    for number in (EXPERT, MASTER):
        for seats in (2, 3, 4):
            game = empile.load("on-top", players=seats)
            level = next(one for one in levels_of(game) if one.number == number)
            found = Counter[str]()
            for seed in range(games):
                stream = split(new_stream(seed), seats)
                found.update(differences(play(game, level_player(level), stream)))
            shares = [
                f"{found[key] / games:.1%}"
                for key in ("pawns", "cut", "scores", "ranks", "winners")
            ]
            row = [level.key.removeprefix("level."), str(seats), str(games), *shares]
            rows.append(f"| {' | '.join(row)} |\n")
            print(rows[-1], end="", flush=True)
            RESULTS.write_text(_HEAD + "".join(rows), "utf-8")


if __name__ == "__main__":
    main()
