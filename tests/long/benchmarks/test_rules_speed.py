"""The comparison of compiled rules with an earlier version plays the games it says."""

from __future__ import annotations

import empile
from empile.engine.playouts import random_games
from empile.engine.random import new_stream
from tests.conftest import ROOT
from tests.long.benchmarks.conftest import Program


def test_worker_measures_and_returns_digests(program: Program) -> None:
    speed = program("rules_speed")
    worker = speed.Worker(ROOT)
    task = speed.Task("block-ness", 3, "expert", speed.RANDOM, 20)
    seconds, digest = worker.measure(task)
    _, listed = worker.measure(task._replace(what=speed.LISTING))
    worker.close()
    game = empile.load("block-ness", players=3, variant="expert")
    played = random_games(game, 20, stream=new_stream(1))
    assert digest == listed == [played.actions, *played.wins]
    assert seconds > 0.0


def test_compare_counts_games_per_second(program: Program) -> None:
    speed = program("rules_speed")
    workers = [speed.Worker(ROOT), speed.Worker(ROOT)]
    task = speed.Task("block-ness", 2, "base", speed.RANDOM, 20)
    row = speed.compare(task, workers, None, 2, 0.01)
    for worker in workers:
        worker.close()
    assert row.now > 0.0
    assert row.before > 0.0
    assert (row.cpp, row.cpp_ratio) == (0.0, 0.0)
    shown = speed.report([row], "abc1234 (an earlier version)")
    assert f"| block-ness base | 2 | random games | {row.before:,.1f} | {row.now:,.1f} |" in shown
    assert shown.endswith("Before: abc1234 (an earlier version).\n")
