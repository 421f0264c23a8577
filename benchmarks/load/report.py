"""The results of a load test as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from load.measuring import Figures

FULL, MOVES, OTHER = "Empile, full", "Empile, moves", "boardgame.io"

_HEAD = """\
# Load

Written by `benchmarks/load_test.py`: whole random games, with chance events and rematches, two connections a table, no pause.
Ours, with both subscriptions, and boardgame.io 0.50.2 play the same prepared games by turns; medians over {turns} turns,
each a window of {seconds:g} s. A move counts when its mover has received it, after which the next player moves. The load generator, a process of
its own, only sends prepared bytes and searches for the number of the move in what comes back.

Ours checks every move, draws the chance events (with known seeds, in the load test only), sends positions, texts and legal moves
(`full`, which the page uses) and stores each event on disk before it is sent. boardgame.io replaces its position by the next one:
it checks no rule, draws nothing, sends no legal moves and stores nothing on disk. Hands are hidden by both.

## Moves and latency

Load: used processor time / time; 1 is one core. Memory: growth of the resident memory per table with two connections, in mid-game.

| game | tables | server | moves/s | p50 (ms) | p99 (ms) | memory per table (KiB) | load of the server | load of the generator |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""

_COSTS = """
## Processor time of the server per move (us)

Medians of all windows. It depends less on the machine's other work than moves/s.

| game | full | moves | full/moves | boardgame.io | full/boardgame.io |
| --- | --- | --- | --- | --- | --- |
"""

_RATIOS = """
## Ours, full / boardgame.io

| game | tables | moves/s | p50 | p99 | memory |
| --- | --- | --- | --- | --- | --- |
"""


def report(found: Sequence[Figures], turns: int, note: str) -> str:
    """Return the medians as Markdown."""
    groups: dict[tuple[str, int, str], list[Figures]] = {}
    for one in found:
        groups.setdefault((one.game, one.tables, one.server), []).append(one)
    rows = [
        f"| {game} | {tables} | {server} |"
        f" {median(one.moves_per_second for one in group):,.0f} |"
        f" {median(one.p50_ms for one in group):.1f} |"
        f" {median(one.p99_ms for one in group):.1f} |"
        f" {median(one.table_kib for one in group):.0f} |"
        f" {median(one.server_load for one in group):.2f} |"
        f" {median(one.driver_load for one in group):.2f} |\n"
        for (game, tables, server), group in sorted(groups.items(), key=lambda one: one[0][:2])
    ]
    limited = sum(one.limited_by_driver for one in found)
    starved = sum(one.limited_by_neither for one in found)
    return (
        _HEAD.format(turns=turns, seconds=found[0].seconds)
        + "".join(rows)
        + f"\nThe load generator was the limit in {limited} of {len(found)} windows. In {starved}, neither"
        " it nor the server used a whole core: the disk or other work on the machine was the limit.\n"
        + _COSTS
        + "".join(_costs(found, game) for game in dict.fromkeys(one.game for one in found))
        + _RATIOS
        + "".join(
            _ratios(groups[game, tables, FULL], groups[game, tables, OTHER])
            for game, tables, server in groups
            if server == FULL and (game, tables, OTHER) in groups
        )
        + f"\n{note}\n"
    )


def _costs(found: Sequence[Figures], game: str) -> str:
    costs = {
        server: median(each)
        for server in (FULL, MOVES, OTHER)
        if (
            each := [
                one.server_us_per_move for one in found if one.game == game and one.server == server
            ]
        )
    }

    def cost(server: str) -> str:
        return f"{costs[server]:.0f}" if server in costs else ""

    def ratio(other: str) -> str:
        return f"{costs[FULL] / costs[other]:.2f}" if FULL in costs and costs.get(other) else ""

    cells = (game, cost(FULL), cost(MOVES), ratio(MOVES), cost(OTHER), ratio(OTHER))
    return f"| {' | '.join(cells)} |\n"


def _ratios(ours: Sequence[Figures], theirs: Sequence[Figures]) -> str:
    cells = (
        f"{median(ours_of) / theirs_of:.2f}" if (theirs_of := median(other)) else ""
        for ours_of, other in (
            (
                [getattr(one, name) for one in ours],
                [getattr(one, name) for one in theirs],
            )
            for name in ("moves_per_second", "p50_ms", "p99_ms", "table_kib")
        )
    )
    return f"| {ours[0].game} | {ours[0].tables} | {' | '.join(cells)} |\n"
