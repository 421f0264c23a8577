"""``empile members fair-play``: evidence on how members play."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from empile.community import accounts, members
from empile.community.fairplay import samples
from empile.community.fairplay.game_log import read_game
from empile.community.fairplay.measures import measure_game
from empile.community.fairplay.report import Gathered, gather, make_report
from empile.server.store import database

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from empile.community.fairplay.samples import GameKey
    from empile.server.store.location import StoreLocation
    from empile.server.wire.people.fair_play import (
        FairPlayMoves,
        FairPlayNumber,
        FairPlayOpponents,
        FairPlayPlaces,
        FairPlayReport,
    )

_NAMES = {
    "agreement": "agreement with the engine",
    "loss": "loss for each move",
    "seconds": "median time of a move",
    "spread": "spread of the times",
    "correlation": "times and difficulty",
}


def run(store: StoreLocation, login: str, *, is_json: bool, analyse: bool) -> None:
    """Print a report on each member of an account."""
    reports = database.read(store, lambda connection: _gather(connection, login))
    if analyse and any(found.missing for found in reports):
        _analyse(store, list(dict.fromkeys(key for found in reports for key in found.missing)))
        reports = database.read(store, lambda connection: _gather(connection, login))
    for number, found in enumerate(reports):
        report = make_report(found)
        if is_json:
            print(msgspec.json.encode(report).decode())
        else:
            print(*([""] if number else []), *text_of(report), sep="\n")


def _gather(connection: Connection, login: str) -> list[Gathered]:
    account = accounts.find_login(connection, login)
    now = time.time_ns() // 1_000_000
    return [gather(connection, member, now) for member in members.all_of(connection, account)]


def _analyse(store: StoreLocation, missing: Sequence[GameKey]) -> None:
    for number, key in enumerate(missing, 1):
        print(f"\ranalysing game {number} of {len(missing)}", end="", file=sys.stderr, flush=True)
        _measure(store, key)
    print(file=sys.stderr)


def _measure(store: StoreLocation, key: GameKey) -> None:
    found = database.read(store, lambda connection: read_game(connection, *key))
    seats = [] if found is None else measure_game(found.snapshot, found.seconds)

    def keep(connection: Connection) -> None:
        samples.store(connection, key, seats, time.time_ns() // 1_000_000)
        connection.commit()

    database.write(store, keep)


# -- Text ------------------------------------------------------------------------------------------


def text_of(report: FairPlayReport) -> list[str]:
    """Return a report as lines."""
    progress = report.progress
    lines = [f"{report.name} ({report.id})"]
    if progress.done < progress.wanted:
        lines.append(
            f"{progress.done} of {progress.wanted} games are analysed, {progress.failed} cannot be"
        )
    for moves in report.moves:
        lines += ["", *_moves(moves)]
    return [*lines, "", *_opponents(report.opponents), "", *_places(report.places)]


def _moves(moves: FairPlayMoves) -> list[str]:
    seats = "two seats" if moves.size == "two" else "three seats or more"
    lines = [
        f"{moves.game}, {seats}, {moves.speed}, rating {moves.points}: {moves.games} games,"
        f" {moves.moves} moves, {moves.left_out} left out",
        f"compared with {moves.compared_games} games, {moves.compared_moves} moves",
        f"  {'':<27}{'member':>16}{'others':>16}{'n':>4}{'percentile':>12}{'z':>14}",
    ]
    return [*lines, *map(_number, moves.numbers)]


def _number(one: FairPlayNumber) -> str:
    own = _with_error(one, one.value, one.error)
    if one.mean is None or one.percentile is None or one.z is None:
        return f"  {_NAMES[one.measure]:<27}{own:>16}{'too few':>16}{one.players:>4}"
    others = _with_error(one, one.mean, one.spread)
    z = f"{one.z:+.1f} ± {one.z_error or 0.0:.1f}"
    return (
        f"  {_NAMES[one.measure]:<27}{own:>16}{others:>16}{one.players:>4}{one.percentile:>12.0f}"
        f"{z:>14}"
    )


def _with_error(one: FairPlayNumber, value: float, error: float | None) -> str:
    if one.measure == "seconds":
        value = math.exp(value)
        error = None if error is None else value * error
        return f"{value:.1f} s" if error is None else f"{value:.1f} ± {error:.1f} s"
    if one.measure == "agreement":
        return f"{value:.0%}" if error is None else f"{value:.0%} ± {error:.0%}"
    return f"{value:.3f}" if error is None else f"{value:.3f} ± {error:.3f}"


def _opponents(found: FairPlayOpponents) -> list[str]:
    lines = [
        f"opponents: {found.opponents} in {found.games} rated games, {found.gained:+} points;"
        f" {found.share:.0%} with the most frequent three"
    ]
    lines += [
        f"  {one.name or 'deleted player'} ({one.id or '-'}): {one.games} games, score"
        f" {one.score:.0%}, expected {one.expected:.0%} ± {one.error:.0%}, {one.gained:+} points;"
        f" {one.short} short, {one.resigned} resigned, {one.timed_out} on time"
        for one in found.most
    ]
    return lines


def _places(found: FairPlayPlaces) -> list[str]:
    lines = [
        f"tables of {found.days} days: {found.tables}; {found.household} with the household,"
        f" {found.address} with another account at the same address ({found.address_rated} rated"
        f" games, {found.address_gained:+} points)"
    ]
    lines += [f"  {one.name} ({one.id}): {one.tables} tables" for one in found.neighbours]
    return lines
