"""Self-play on a Ray cluster."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import empile
from empile.arena import ArenaError
from tests.support.pytorch import ROOT, environment
from tests.support.training import tiny_config

SCENE = """
import csv, os, signal, sys
from pathlib import Path
import torch
import empile
from empile.networks import Network
from empile.training import cluster
from empile.training.errors import TrainingError
from empile.training.run import TrainingRun
from tests.support.training import tiny_config

torch.set_num_threads(1)
game, config, path = empile.load("cairn", players=2), tiny_config(), Path("run")
source = cluster.cluster_source(None, 2)


def actors():
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command, status = (process / "cmdline").read_bytes(), (process / "stat").read_text()
        except OSError:
            continue
        # Of this cluster: the parent is the raylet, a child of this process.
        if command.startswith(b"ray::Actor") and os.getpid() in parents(int(process.name)):
            found.append(int(process.name))
    return found


def parents(process):
    found = []
    while process > 1:
        try:
            text = Path(f"/proc/{process}/stat").read_text()
        except OSError:
            break
        process = int(text.rpartition(")")[2].split()[1])
        found.append(process)
    return found


with TrainingRun(game, config, path, make_source=source) as run:
    run.iterate()
    run.iterate()
    playing = actors()
    assert playing, "no actor was found"
    os.kill(playing[0], signal.SIGKILL)
    replaced = 0
    while not replaced:
        run.iterate()
        with (path / "progress.csv").open() as file:
            replaced = sum(int(row["actors_replaced"]) for row in csv.DictReader(file))
    assert replaced == 1
    while run.losses is None:  # an iteration with few positions takes no step
        run.iterate()
    run.checkpoint()
    done = run.counters.iteration
    made = int(run._source.state())
    assert made == 3, "two actors, and one that replaced another"

with TrainingRun(game, config, path, make_source=source) as run:
    assert run.counters.iteration == done
    run.iterate()
    assert run.counters.games > 0
    assert int(run._source.state()) == made + 2, "new actors have random numbers of their own"


class Dying(cluster.Actor):
    def play(self, network, iteration):
        os._exit(1)


cluster.Actor, cluster.MOST_LOST = Dying, 3
lost = source(game, config)
try:
    lost.play(Network.random(game, config.shape, 1), 1)
except TrainingError as error:
    assert str(error).startswith("3 actors were lost one after the other; the last one said: ")
    print("lost")
finally:
    lost.close()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_a_run_on_a_cluster_survives_lost_actors(tmp_path: Path) -> None:
    """In a subprocess: Ray stays loaded until its process ends."""
    pytest.importorskip("ray")
    surroundings = environment()
    folders = str(ROOT), surroundings["PYTHONPATH"]
    done = subprocess.run(
        [sys.executable, "-c", SCENE],
        cwd=tmp_path,
        env={**surroundings, "PYTHONPATH": os.pathsep.join(folders)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "lost" in done.stdout.splitlines()  # Ray writes lines of its own
    assert done.stderr.count("an actor was lost and is replaced") >= 1


def test_a_cluster_needs_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    from empile.training.cluster import cluster_source

    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ArenaError, match=r"empile-engine\[cluster\]"):
        cluster_source(None, 2)(empile.load("cairn"), tiny_config())
