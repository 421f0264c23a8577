"""Hand paths in simulation time."""

from __future__ import annotations

import pytest

from empile.engine.contracts.referee import Sample
from empile.server.physics.hand_path import HandPath


def piece(*times: float) -> list[Sample]:
    return [Sample(at, 0.0, 0.0, 0.0, 0.0) for at in times]


def times(samples: list[Sample]) -> list[float]:
    return [round(sample.at, 6) for sample in samples]


def test_hand_path_preserves_intervals() -> None:
    path = HandPath()
    path.add(piece(5.0, 5.02, 5.04), now=1.0)
    path.add(piece(5.05, 5.09), now=1.05)
    assert path.end == pytest.approx(1.09)
    assert times(path.until(1.045)) == [1.0, 1.02, 1.04]
    assert times(path.until(2.0)) == [1.05, 1.09]
    assert path.end is None


def test_hand_path_shifts_late_samples_to_the_present() -> None:
    path = HandPath()
    path.add(piece(0.0, 0.02), now=0.0)
    path.add(piece(0.04, 0.06), now=0.5)
    assert times(path.until(9.0)) == [0.0, 0.02, 0.5, 0.52]
    # The next one is equally late, and the interval is preserved.
    path.add(piece(0.08), now=0.53)
    assert times(path.until(9.0)) == [0.54]


def test_hand_path_continues_at_once_after_a_pause() -> None:
    path = HandPath()
    path.add(piece(0.0, 0.02), now=0.0)
    assert path.client_time(0.1) == pytest.approx(0.1)
    path.add(piece(60.0, 60.02), now=0.1)
    assert times(path.until(9.0)) == [0.0, 0.02, 0.1, 0.12]
    # Positions are reported by the client's clock, which went on.
    assert path.client_time(0.12) == pytest.approx(60.02)


def test_hand_path_stays_in_order_and_catches_up_after_a_burst() -> None:
    path = HandPath()
    for number in range(20):  # a second of delayed samples at once
        path.add(piece(0.05 * number, 0.05 * number + 0.025), now=3.0)
    found = times(path.until(99.0))
    assert found == sorted(found)
    assert found[-1] <= 3.3


def test_hand_path_clear_starts_over() -> None:
    path = HandPath()
    path.add(piece(0.0, 4.0), now=10.0)
    path.clear()
    assert path.end is None
    path.add(piece(0.0, 0.5), now=0.0)
    assert times(path.until(9.0)) == [0.0, 0.5]
