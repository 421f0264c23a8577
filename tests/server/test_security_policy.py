"""SECURITY.md lists all limits as they are."""

from __future__ import annotations

import re
from dataclasses import asdict

from empile.community.limits import LIMITS
from empile.server.wire.rate_limits import Limits
from tests.conftest import ROOT


def limits() -> dict[str, str]:
    """Return all limits as they are documented: rates with their bursts."""
    values: dict[str, float] = asdict(Limits())
    found: dict[str, str] = {}
    for name, value in values.items():
        bare = name.removesuffix("_per_second").removesuffix("_at_once")
        if bare == name:
            found[name] = f"{value:g}" if isinstance(value, float) else str(value)
        else:
            rate = values[f"{bare}_per_second"]
            at_once = values[f"{bare}_at_once"]
            often = f"{rate:g} per second" if rate > 1 else f"{rate * 60:g} per minute"
            found[bare] = f"{often}, {at_once:g} at once"
    return found


def limits_of_attempts() -> dict[str, str]:
    """Return the limits of accounts as they are documented."""

    def each(minutes: float) -> str:
        if minutes < 1:
            return f"{minutes * 60:g} seconds"
        return "minute" if minutes == 1 else f"{minutes:g} minutes"

    return {
        name: f"{limit.at_once} at once, then 1 each {each(limit.minutes)}"
        for name, limit in LIMITS.items()
    }


def test_security_policy_lists_the_limits() -> None:
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    listed = dict(re.findall(r"^\| `(\w+)` \| ([^|]+?) \|", text, re.MULTILINE))
    assert listed == limits() | limits_of_attempts()
