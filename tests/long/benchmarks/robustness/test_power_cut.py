"""Power cuts of a server that plays, in the short form."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.long.benchmarks.conftest import Program


def test_acknowledged_events_survive_power_cuts(
    program: Program, servers: Any, tmp_path: Path
) -> None:
    recording, outcome = program("power_cut").run(
        servers, cuts=60, lives=2, events=100, seed=1, folder=tmp_path
    )
    assert recording.events >= 200
    assert (recording.faults, outcome.examples) == ([], [])
    assert outcome.cuts == 60
    assert outcome.hurt > 0


def test_a_store_that_does_not_sync_loses_events(
    program: Program, servers: Any, tmp_path: Path
) -> None:
    _, outcome = program("power_cut").run(
        servers, cuts=20, lives=1, events=100, seed=1, folder=tmp_path, syncs=False
    )
    assert outcome.bad > 0
    assert any("was acknowledged" in example for example in outcome.examples)


def entries(journal: Any) -> list[Any]:
    return [
        journal.Entry("open", "file"),
        journal.Entry("write", "file", 0, b"a" * 2048),
        journal.Entry("sync", "file"),
        journal.Entry("write", "file", 0, b"b" * 2048),
    ]


def test_a_disk_keeps_what_was_synced(program: Program, tmp_path: Path) -> None:
    journal = program("journal")
    disk, found = journal.Disk(), set[bytes]()
    for entry in entries(journal):
        disk.apply(entry)
    for seed in range(100):
        disk.cut(random.Random(seed), tmp_path)
        found.add((tmp_path / "file").read_bytes())
    assert {len(content) for content in found} == {2048}
    assert {b"a" * 2048, b"b" * 2048} < found  # all lost, all kept, and mixtures
    disk.apply(journal.Entry("sync", "file"))
    assert disk.cut(random.Random(1), tmp_path) == 0
    assert (tmp_path / "file").read_bytes() == b"b" * 2048


@pytest.mark.parametrize(("synced", "kinds"), [(0, {True, False}), (1, {False})])
def test_a_deletion_is_durable_with_its_folder(
    program: Program, tmp_path: Path, synced: int, kinds: set[bool]
) -> None:
    journal = program("journal")
    disk = journal.Disk()
    for entry in [*entries(journal), journal.Entry("delete", "file", synced)]:
        disk.apply(entry)
    found = set[bool]()
    for seed in range(20):
        disk.cut(random.Random(seed), tmp_path)
        found.add((tmp_path / "file").exists())
        (tmp_path / "file").unlink(missing_ok=True)
    assert found == kinds
