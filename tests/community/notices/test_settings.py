"""Quiet hours and the time of daily mails, in the time zone of the member."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from empile.community.notices.settings import next_daily, quiet_until
from empile.server.wire.people.notices import NoticeSettings

PARIS = ZoneInfo("Europe/Paris")


def at(text: str) -> int:
    """Return a time in Paris."""
    return int(datetime.fromisoformat(text).replace(tzinfo=PARIS).timestamp() * 1000)


@pytest.mark.parametrize(
    ("now", "until"),
    [
        ("2026-11-26 21:59", None),
        ("2026-11-26 22:00", "2026-11-27 07:00"),
        ("2026-11-27 06:59", "2026-11-27 07:00"),
        ("2026-11-27 07:00", None),
        # The night is an hour longer, and an hour shorter.
        ("2026-10-24 23:00", "2026-10-25 07:00"),
        ("2026-03-28 23:00", "2026-03-29 07:00"),
    ],
)
def test_quiet_until_over_midnight(now: str, until: str | None) -> None:
    settings = NoticeSettings(zone="Europe/Paris", quiet_from=22 * 60, quiet_to=7 * 60)
    assert quiet_until(settings, at(now)) == (None if until is None else at(until))


def test_quiet_until_within_a_day() -> None:
    settings = NoticeSettings(zone="Europe/Paris", quiet_from=8 * 60, quiet_to=17 * 60)
    assert quiet_until(settings, at("2026-11-26 09:00")) == at("2026-11-26 17:00")
    assert quiet_until(settings, at("2026-11-26 18:00")) is None
    assert quiet_until(NoticeSettings(), at("2026-11-26 09:00")) is None


def test_next_daily_is_in_the_evening() -> None:
    settings = NoticeSettings(zone="Europe/Paris")
    assert next_daily(settings, at("2026-11-26 09:00")) == at("2026-11-26 18:00")
    assert next_daily(settings, at("2026-11-26 18:00")) == at("2026-11-27 18:00")
